/** SBCL 2.2.9's errors for forms that are no valid programs, at toplevel and inside of functions. */
import { beforeAll, describe, expect, test } from "vitest";
import { bootEvaluator, type Evaluator } from "./image.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
});

const failure = (code: string) => {
  const { condition } = evaluate(code).outcome;
  return `${condition?.type}: ${condition?.message.replace(/\s+/g, " ")}`;
};

const arguments_ = (what: string, few: string, given: string, parameters: string, expected: string) =>
  `Error while parsing arguments to ${what}: ${few} elements in ${given} to satisfy lambda list ${parameters}: ${expected}`;

describe("the evaluator signals what it finds itself", () => {
  const cases: [code: string, expected: string][] = [
    [
      "(if)",
      `ARG-COUNT-ERROR: ${arguments_("DESTRUCTURING-BIND", "too few", "()", "(TEST THEN &OPTIONAL ELSE)", "between 2 and 3 expected, but got 0")}`,
    ],
    ["(quote 1 2)", "SIMPLE-ERROR: wrong number of args to QUOTE: (QUOTE 1 2)"],
    ["(setq x)", "SIMPLE-ERROR: odd number of args to SETQ: (SETQ X)"],
    ["(symbol-macrolet ((x)) 1)", "SIMPLE-PROGRAM-ERROR: malformed symbol/expansion pair: (X)"],
    ["(lambda (x x) 1)", "SIMPLE-PROGRAM-ERROR: The variable X occurs more than once in the lambda list."],
    ["(defun f (&rest) 1)", "SIMPLE-PROGRAM-ERROR: expecting variable after &REST in: (&REST)"],
    ["(cond 5)", "SIMPLE-TYPE-ERROR: COND clause is not a CONS: 5"],
    ['(defmacro bad (x) (error "no ~a" x)) (bad 1)', "SIMPLE-ERROR: no 1"],
    [
      "(macrolet ((m (x) x)) (m))",
      `ARG-COUNT-ERROR: ${arguments_("MACROLET M", "too few", "()", "(X)", "exactly 1 expected, but got 0")}`,
    ],
    [
      "(when . 5)",
      `ARG-COUNT-ERROR: ${arguments_("DEFMACRO WHEN", "invalid number of", "5", "(TEST &BODY FORMS)", "at least 1 expected, but got a non-list")}`,
    ],
    ["(list 1 . 2)", "TYPE-ERROR: The value 2 is not of type LIST."],
    [
      "(symbol-macrolet ((x (undefined-there))) x)",
      "UNDEFINED-FUNCTION: The function COMMON-LISP-USER::UNDEFINED-THERE is undefined.",
    ],
    ["(makunbound :k)", "SIMPLE-ERROR: Can't make :K unbound."],
    ['(in-package "NOWHERE")', 'PACKAGE-DOES-NOT-EXIST: The name "NOWHERE" does not designate any package.'],
    ["(let (x . y) x)", "TYPE-ERROR: The value Y is not of type LIST."],
  ];
  test.each(cases)("%s", (code, expected) => expect(failure(code)).toBe(expected));
});

describe("compiled code signals it when the form is reached", () => {
  const deferred = (form: string, message: string) =>
    `COMPILED-PROGRAM-ERROR: Execution of a form compiled with errors. Form: ${form} Compile-time error: ${message}`;
  const expanding = (form: string, message: string) =>
    deferred(form, `during macroexpansion of ${form}. Use *BREAK-ON-SIGNALS* to intercept. ${message}`);
  const cases: [code: string, expected: string][] = [
    [
      "(let)",
      deferred(
        "(LET)",
        arguments_(
          "special operator LET",
          "too few",
          "()",
          "(BINDINGS &BODY BODY)",
          "at least 1 expected, but got 0",
        ),
      ),
    ],
    [
      "(let ((t 2)) 3)",
      deferred("(LET ((T 2)) 3)", "COMMON-LISP:T names a defined constant, and cannot be used in LET."),
    ],
    ["(defun f () (setf 5 6)) (f)", deferred("(SETQ 5 6)", "Variable name is not a symbol: 5.")],
    ["(defun f () (return 5)) (f)", deferred("(RETURN-FROM NIL 5)", "return for unknown block: NIL")],
    ["(defun f () (5 6)) (f)", deferred("(5 6)", "illegal function call")],
    ["(defun f () (cond 5)) (f)", expanding("(COND 5)", "COND clause is not a CONS: 5")],
    ['(defmacro bad (x) (error "no ~a" x)) (defun f () (bad 1)) (f)', expanding("(BAD 1)", "no 1")],
    [
      "(defun f () (lambda (x x) 1)) (f)",
      deferred("#'(LAMBDA (X X) 1)", "The variable X occurs more than once in the lambda list."),
    ],
  ];
  test.each(cases)("%s", (code, expected) => expect(failure(code)).toBe(expected));

  test("what comes before the form has run by then, and the branch not taken does no harm", () => {
    const { stdout, outcome } = evaluate('(defun f (x) (princ "a") (if x (let) 3)) (f nil)');
    expect(stdout).toBe("a");
    expect(outcome.values).toEqual(["3"]);
    expect(evaluate("(f t)").outcome.condition?.type).toBe("COMPILED-PROGRAM-ERROR");
  });

  test("a handler around the form sees it", () => {
    expect(evaluate("(handler-case (eval '(let)) (program-error () :seen))").outcome.values).toEqual([
      ":SEEN",
    ]);
  });
});
