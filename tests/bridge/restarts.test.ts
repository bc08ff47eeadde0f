import { beforeAll, describe, expect, test } from "vitest";
import type { RestartChoice } from "../../jscl-bridge/contract/engine.js";
import { bootEvaluator, type Evaluator } from "./image.js";

/** The restarts of a command, taken by the image that the site ships. */
let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
});

function choice(restart: string, values: string[] | null = null, conditionType: string | null = null) {
  return { restart, values, conditionType } satisfies RestartChoice;
}

/** The values of a program that continued by restarts, and the restarts that were taken. */
function goesOn(code: string, ...restarts: RestartChoice[]) {
  const { outcome } = evaluate(code, { restarts });
  expect(outcome.condition).toBeNull();
  return [outcome.values.join(" "), ...outcome.restartsTaken.map(({ restart }) => restart)];
}

/** The restarts taken, and the problem, of a program that an error ended. */
function ends(code: string, ...restarts: RestartChoice[]) {
  const { outcome } = evaluate(code, { restarts });
  expect(outcome.status).toBe("error");
  const { condition, restartsTaken } = outcome;
  return {
    type: condition?.type,
    taken: condition?.restartTaken,
    problem: condition?.restartProblem,
    before: restartsTaken.map(({ restart }) => restart),
  };
}

describe("a restart is taken", () => {
  test.each<[code: string, restarts: RestartChoice[], values: string]>([
    ["(+ 1 nothing-here)", [choice("USE-VALUE", ["41"])], "42"],
    ["(+ 1 nothing-here)", [choice("use-value", ["(* 2 3)"])], "7"],
    ["(list nothing-here nothing-here)", [choice("USE-VALUE", ["1"]), choice("USE-VALUE", ["2"])], "(1 2)"],
    ["(list stored stored)", [choice("STORE-VALUE", ["'a"])], "(A A)"],
    ["(list (nothing-here 1 2))", [choice("USE-VALUE", ["#'+"])], "(3)"],
    ["(multiple-value-list (nothing-here))", [choice("RETURN-VALUE", ["1", "2"])], "(1 2)"],
    ["(multiple-value-list (nothing-here))", [choice("RETURN-NOTHING")], "NIL"],
    ['(list (cerror "go on" "bad") 2)', [choice("CONTINUE")], "(NIL 2)"],
    ["(let ((x 5)) (check-type x string) x)", [choice("STORE-VALUE", ['"s"'])], '"s"'],
    ["(let ((x 5)) (assert (stringp x) (x)) x)", [choice("CONTINUE", ['"s"'])], '"s"'],
    ["(let ((x 5)) (ccase x (1 :one) (2 :two)))", [choice("STORE-VALUE", ["2"])], ":TWO"],
    ['(restart-case (error "x") (mine (a &optional b) (list b a)))', [choice("mine", ["1", "2"])], "(2 1)"],
    ['(restart-case (error "x") (mine (a) :interactive (lambda () (list 7)) a))', [choice("mine")], "7"],
    ['(restart-case (error "x") (mine () 1) (mine () 2))', [choice("2")], "2"],
    ['(restart-case (error "x") (nil () :report "no name" :unnamed))', [choice("1")], ":UNNAMED"],
    ['(list (break "stop") 1)', [choice("CONTINUE", null, "condition")], "(NIL 1)"],
    ["(handler-case nothing-here (type-error () :handled))", [choice("USE-VALUE", ["1"])], "1"],
  ])("%s", (code, restarts, values) => {
    expect(goesOn(code, ...restarts)[0]).toBe(values);
  });

  test("for conditions of its type, whatever comes before it", () => {
    const code = '(list nothing-here (cerror "go" "bad") nothing-here)';
    const restarts = [
      choice("CONTINUE", null, "simple-error"),
      choice("USE-VALUE", ["1"], "(or type-error unbound-variable)"),
      choice("USE-VALUE", ["2"], "cell-error"),
    ];
    expect(goesOn(code, ...restarts)).toEqual(["(1 NIL 2)", "USE-VALUE", "CONTINUE", "USE-VALUE"]);
  });

  test("only where handlers decline", () => {
    expect(goesOn("(handler-case nothing-here (error () :handled))", choice("USE-VALUE", ["1"]))).toEqual([
      ":HANDLED",
    ]);
  });

  test("with values read and evaluated in the session's package", () => {
    evaluate("(defpackage elsewhere (:use :cl)) (defparameter elsewhere::here 5) (defparameter here 6)");
    const restarts = [choice("USE-VALUE", ["(list here *package*)"])];
    const code = '(let ((*package* (find-package "KEYWORD")) (*read-base* 2)) nothing-here)';
    expect(goesOn(code, ...restarts)[0]).toBe('(6 #<PACKAGE "COMMON-LISP-USER">)');
    const { outcome } = evaluate(code, { restarts, package: "ELSEWHERE" });
    expect(outcome.values).toEqual(['(5 #<PACKAGE "ELSEWHERE">)']);
  });

  test("and reported with what it was for", () => {
    const { outcome } = evaluate("(+ 1 nothing-here)", { restarts: [choice("use-value", ["1"])] });
    expect(outcome.restartsTaken).toEqual([
      {
        restart: "USE-VALUE",
        condition: "UNBOUND-VARIABLE",
        message: "The variable NOTHING-HERE is unbound.",
      },
    ]);
  });

  test("while warnings of its values are noted", () => {
    const { outcome } = evaluate("(+ 1 nothing-here)", {
      restarts: [choice("USE-VALUE", ['(progn (warn "hm") 1)'])],
    });
    expect(outcome.values).toEqual(["2"]);
    expect(outcome.warnings.map(({ message }) => message)).toContain("hm");
  });
});

describe("the error is reported", () => {
  test("when no entry is left", () => {
    expect(ends("(+ nothing-here nothing-here)", choice("USE-VALUE", ["1"]))).toEqual({
      type: "UNBOUND-VARIABLE",
      taken: null,
      problem: null,
      before: ["USE-VALUE"],
    });
  });

  test("when the restart is ABORT", () => {
    expect(ends("(/ 1 0)", choice("ABORT"))).toMatchObject({ type: "DIVISION-BY-ZERO", taken: "ABORT" });
  });

  test("when the restart returns", () => {
    const code = '(restart-bind ((mine (lambda (x) (setq *seen* x)))) (defvar *seen*) (error "x"))';
    expect(ends(code, choice("MINE", [":seen"]))).toMatchObject({ taken: "MINE", before: ["MINE"] });
    expect(evaluate("*seen*").outcome.values).toEqual([":SEEN"]);
  });

  test.each<[entry: RestartChoice, problem: string]>([
    [choice("mine"), "no such restart is active; active are CONTINUE, USE-VALUE, STORE-VALUE, ABORT"],
    [choice("9"), "no such restart is active; active are CONTINUE, USE-VALUE, STORE-VALUE, ABORT"],
    [choice("use-value"), "it takes (VALUE), but no values were given"],
    [choice("use-value", []), "it takes (VALUE), but no values were given"],
    [choice("use-value", ["1", "2"]), "it takes (VALUE), but 2 values were given"],
    [choice("continue", ["1"]), "it takes (), but 1 value was given"],
    [
      choice("use-value", ["(car 5)"]),
      "value 1, (car 5), signalled TYPE-ERROR: The value 5 is not of type LIST",
    ],
    [
      choice("use-value", ["(car "]),
      "value 1, (car , signalled SIMPLE-ERROR: the text ends before the form does",
    ],
    [choice("use-value", ["1 2"]), "value 1, 1 2, signalled SIMPLE-ERROR: there is more than one form in it"],
    [
      choice("use-value", ["1"], "no-such-type"),
      "its condition-type, no-such-type, signalled SIMPLE-ERROR: unknown type specifier: NO-SUCH-TYPE",
    ],
  ])("when it cannot be taken: %o", (entry, problem) => {
    expect(ends("(+ 1 nothing-here)", entry)).toEqual({
      type: "UNBOUND-VARIABLE",
      taken: null,
      problem: `${entry.restart.toUpperCase()} not taken for UNBOUND-VARIABLE: ${problem}.`,
      before: [],
    });
  });

  test("when the restart asks for no list", () => {
    const code = '(restart-case (error "x") (mine (a) :interactive (lambda () 5) a))';
    expect(ends(code, choice("mine")).problem).toContain("5 is no list of arguments.");
  });

  test("when what fails is an entry's own text", () => {
    const restarts = [choice("USE-VALUE", ['(break "in a value")']), choice("CONTINUE", null, "condition")];
    expect(ends("(+ 1 nothing-here)", ...restarts)).toMatchObject({ type: "SIMPLE-CONDITION", before: [] });
    const { outcome } = evaluate("(+ 1 nothing-here)", {
      restarts: [choice("USE-VALUE", ["(loop)"])],
      deadlineMs: 300,
    });
    expect(outcome.status).toBe("timeout");
    expect(evaluate("(+ 1 2)").outcome.values).toEqual(["3"]);
  });
});

test.each([
  ["(defun asked () #'no-such-function) (asked)", "Use specified function."],
  ["(defun asked (x) (apply 'no-such-function x)) (asked '(1))", "Use specified function."],
  ["(fdefinition 'no-such-function)", "Use specified function"],
  ["(mapcar 'no-such-function '(1))", "Use specified function"],
  ["(find-if 'no-such-function '(1))", "Use specified function"],
  ["(let ((x '(1))) (find-if 'no-such-function x))", "Use specified function."],
  ["(defun asked (x) (sort x #'< :key 'no-such-function)) (asked (list 2 1))", "Use specified function."],
  ["(defun asked (x) (maphash 'no-such-function x)) (asked (make-hash-table))", "Use specified function."],
  ["(defun asked (x f) (find-if f x)) (asked '(1) 'no-such-function)", "Use specified function"],
  ["(defun asked (x) (reduce 'no-such-function x)) (asked '(1 2))", "Use specified function"],
])("%s: compiled code words its restart as SBCL's does", (code, text) => {
  const restarts = evaluate(code).outcome.condition?.restarts ?? [];
  expect(restarts.find(({ name }) => name === "USE-VALUE")?.description).toBe(text);
});

test("COERCE of a symbol without a function has no restart of its own", () => {
  const { condition } = evaluate("(coerce 'no-such-function 'function)").outcome;
  expect(condition?.restarts.map(({ name }) => name)).toEqual(["ABORT"]);
});
