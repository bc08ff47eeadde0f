/**
 * Functions of COMMON-LISP that are given a function to call which takes another number of arguments: what
 * the compiler warns of, and what is signalled, as SBCL 2.2.9 does it.
 */
import { beforeAll, expect, test } from "vitest";
import { bootEvaluator, type Evaluator } from "./image.js";
import { evaluateAlone } from "./recorded.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
});

const warningsOf = (code: string): readonly string[] => evaluateAlone(evaluate, code).warnings;

/** Functions that SBCL calls out of line, each with how many arguments it gives to F. */
const CALLERS: [call: string, by: string, given: number][] = [
  ["(map 'list F l)", "MAP", 1],
  ["(map 'vector F l l)", "MAP", 2],
  ["(map-into l F l)", "MAP-INTO", 1],
  ["(reduce F l)", "REDUCE", 2],
  ["(reduce F l :initial-value 0)", "REDUCE", 2],
  ["(sort l F)", "SORT", 2],
  ["(stable-sort l F)", "STABLE-SORT", 2],
  ["(merge 'list l l F)", "MERGE", 2],
  ["(find 1 l :test F)", "FIND", 2],
  ["(find 1 l :key F)", "FIND", 1],
  ...[
    "FIND-IF",
    "POSITION-IF",
    "COUNT-IF",
    "REMOVE-IF",
    "REMOVE-IF-NOT",
    "DELETE-IF",
    "MEMBER-IF",
    "ASSOC-IF",
  ].map((name): [string, string, number] => [`(${name} F l)`, name, 1]),
  ["(substitute-if 1 F l)", "SUBSTITUTE-IF", 1],
  ["(subst-if 1 F l)", "SUBST-IF", 1],
  ...["REMOVE", "MEMBER", "ASSOC", "ADJOIN"].map((name): [string, string, number] => [
    `(${name} 1 l :test F)`,
    name,
    2,
  ]),
  ["(remove-duplicates l :test F)", "REMOVE-DUPLICATES", 2],
  ["(union l l :test F)", "UNION", 2],
  ["(tree-equal l l :test F)", "TREE-EQUAL", 2],
  ["(sublis l l :test F)", "SUBLIS", 2],
  ["(search l l :test F)", "SEARCH", 2],
  ["(mismatch l l :key F)", "MISMATCH", 1],
];

const LAMBDAS: [lambda: string, name: string, least: number, most: number][] = [
  ["(lambda () 1)", "(LAMBDA () :IN F)", 0, 0],
  ["(lambda (a) a)", "(LAMBDA (A) :IN F)", 1, 1],
  ["#'(lambda (a b) (list a b))", "(LAMBDA (A B) :IN F)", 2, 2],
  ["(lambda (a b c) (list a b c))", "(LAMBDA (A B C) :IN F)", 3, 3],
  ["(lambda (a &optional b) (list a b))", "", 1, 2],
  ["(lambda (a b &rest c) (list a b c))", "(LAMBDA (A B &REST C) :IN F)", 2, 9],
];

const WORDS = ["zero", "one", "two", "three"];

test.each(CALLERS)("%s", (call, by, given) => {
  for (const [lambda, name, least, most] of LAMBDAS) {
    const fits = given >= least && given <= most;
    const wants = `${least === most ? "exactly" : "at least"} ${WORDS[least]}`;
    const called = `${WORDS[given]} argument${given === 1 ? "" : "s"}`;
    const warning = `SIMPLE-WARNING: The function ${name} is called by ${by} with ${called}, but wants ${wants}`;
    expect(
      warningsOf(`(defun f (l) ${call.replace(" F ", ` ${lambda} `).replace(" F)", ` ${lambda})`)})`),
      lambda,
    ).toEqual(fits ? [] : [warning]);
  }
});

const LOCAL = "LOCAL-ARGUMENT-MISMATCH: function called with";
const SEE = "See also: The ANSI Standard, Section 3.2.2.3";

test.each<[code: string, answer: string, ...warnings: string[]]>([
  [
    "(defun f (l) (mapcar (lambda (a) a) l l)) (f '(1 2))",
    "!SIMPLE-PROGRAM-ERROR: (LAMBDA (A) :IN F) called with invalid number of arguments: 2",
    `${LOCAL} two arguments, but wants exactly one ${SEE}`,
  ],
  [
    "(defun f (l) (mapcar (lambda (a b) (list a b)) l)) (f nil)",
    "NIL",
    `${LOCAL} one argument, but wants exactly two ${SEE}`,
  ],
  [
    "(defun f () (let ((x 1)) (funcall (lambda (a) (+ x a))))) (f)",
    "!SIMPLE-PROGRAM-ERROR: (LAMBDA (A) :IN F) called with invalid number of arguments: 0",
    `${LOCAL} zero arguments, but wants exactly one ${SEE}`,
  ],
  [
    "(defun f (l) (every (lambda (a b) (list a b)) l)) (f nil)",
    "T",
    `${LOCAL} one argument, but wants exactly two ${SEE}`,
  ],
  [
    "(defun f () ((lambda (a) a) 1 2)) (f)",
    "!SIMPLE-PROGRAM-ERROR: (LAMBDA (A) :IN F) called with invalid number of arguments: 2",
    `${LOCAL} two arguments, but wants exactly one ${SEE}`,
  ],
  ["(reduce (lambda (a) a) '(1 2))", "!SIMPLE-PROGRAM-ERROR: invalid number of arguments: 2"],
  [
    "(progn (defun g (a) a) (defun f (l) (reduce #'g l)))",
    "F",
    "SIMPLE-STYLE-WARNING: The function G is called by REDUCE with two arguments, but wants exactly one",
  ],
  [
    "(defun f (l) (find 1 l :key 'cons))",
    "F",
    "SIMPLE-WARNING: The function CONS is called by FIND with one argument, but wants exactly two",
  ],
  [
    "(defun f (l) (flet ((g (a) a)) (reduce #'g l)))",
    "F",
    "SIMPLE-WARNING: The function (FLET G :IN F) is called by REDUCE with two arguments, but wants exactly one",
  ],
  [
    "(defun f (l) (every #'cons l))",
    "F",
    "SIMPLE-WARNING: The function CONS is called with one argument, but wants exactly two",
  ],
])("%s", (code, answer, ...warnings) => {
  expect(evaluateAlone(evaluate, code)).toEqual({ answer, warnings });
});
