/** Operators on integers that are compiled in place answer what their functions do. */
import { beforeAll, expect, test } from "vitest";
import { bootEvaluator, type Evaluator } from "./image.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
  evaluate(`
    (defvar *numbers*
      (append '(0 1 2 3 7 8 30 31 32 33 53 64 70 255 1000 1.5 2.0 a "b")
              (loop for bits in '(16 30 31 32 40 52 53 54 62 64 100)
                    append (loop for offset from -1 to 1 collect (+ (expt 2 bits) offset)))))
    (setq *numbers* (append *numbers* (mapcar #'- (remove-if-not #'integerp *numbers*))))
    (defvar *counts* (append '(a 1.5 0 1.0) (loop for n from -70 to 70 collect n)))
    (defun outcome (thunk)
      (handler-case (multiple-value-list (funcall thunk))
        (error (condition) (list (type-of condition) (princ-to-string condition)))))`);
});

/**
 * The first of the calls that differ, of a form compiled with its operands as variables, and of a call of the
 * function.
 */
function differences(form: string, call: string, seconds = "*numbers*"): string {
  const code = `
    (let ((in-place (compile nil '(lambda (a b) (declare (ignorable b)) ${form}))) (wrong '()))
      (dolist (a *numbers* (subseq (reverse wrong) 0 (min 3 (length wrong))))
        (dolist (b ${seconds})
          (let ((one (outcome (lambda () (funcall in-place a b))))
                (other (outcome (lambda () ${call}))))
            (unless (equal one other) (push (list a b one other) wrong))))))`;
  const { values, condition } = evaluate(code, { deadlineMs: 25_000 }).outcome;
  return condition === null ? values.join(" ") : `${condition.type}: ${condition.message}`;
}

test.each(["LOGAND", "LOGIOR", "LOGXOR", "MOD", "REM", "LOGTEST"])("%s", (name) => {
  expect(differences(`(${name} a b)`, `(funcall '${name} a b)`)).toBe("NIL");
  expect(
    differences(
      `(if (${name} a b) (${name} b a) 'false)`,
      `(if (funcall '${name} a b) (funcall '${name} b a) 'false)`,
    ),
  ).toBe("NIL");
});

test.each(["FLOOR", "TRUNCATE"])("%s, one value and both", (name) => {
  expect(differences(`(list (${name} a b))`, `(list (funcall '${name} a b))`)).toBe("NIL");
  expect(differences(`(${name} a b)`, `(funcall '${name} a b)`)).toBe("NIL");
});

test.each([0, 1, 7, 255, -1, -8, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), 2 ** 32, 2 ** 40])(
  "with %d",
  (constant) => {
    for (const name of ["LOGAND", "LOGIOR", "LOGXOR", "MOD", "REM", "FLOOR"]) {
      const expected = `(list (funcall '${name} a ${constant}) (funcall '${name} ${constant} a))`;
      expect(differences(`(list (${name} a ${constant}) (${name} ${constant} a))`, expected, "'(0)")).toBe(
        "NIL",
      );
    }
  },
);

test("several operands", () => {
  expect(
    differences("(logior a b 5 (logand a 255 b))", "(funcall 'logior a b 5 (funcall 'logand a 255 b))"),
  ).toBe("NIL");
  expect(differences("(list (logand) (logior) (logxor a))", "(list -1 0 (funcall 'logxor a))", "'(0)")).toBe(
    "NIL",
  );
});

test("ASH", () => {
  expect(differences("(ash a b)", "(funcall 'ash a b)", "*counts*")).toBe("NIL");
  for (const count of [0, 1, 3, 15, 16, 30, 31, 32, 40, 70, -1, -7, -31, -32, -33, -70]) {
    expect(differences(`(ash a ${count})`, `(funcall 'ash a ${count})`, "'(0)")).toBe("NIL");
  }
});

test("LOGBITP and LOGNOT", () => {
  expect(differences("(logbitp b a)", "(funcall 'logbitp b a)", "*counts*")).toBe("NIL");
  expect(differences("(if (logbitp 5 a) 1 2)", "(if (funcall 'logbitp 5 a) 1 2)", "'(0)")).toBe("NIL");
  expect(differences("(if (logbitp 40 a) 1 2)", "(if (funcall 'logbitp 40 a) 1 2)", "'(0)")).toBe("NIL");
  expect(differences("(lognot a)", "(funcall 'lognot a)", "'(0)")).toBe("NIL");
});

test.each([
  [8, 0],
  [31, 0],
  [8, 23],
  [8, 24],
  [32, 0],
  [40, 10],
  [0, 5],
  [64, 3],
])("LDB of (BYTE %d %d)", (size, position) => {
  const byte = `(byte ${size} ${position})`;
  expect(differences(`(ldb ${byte} a)`, `(funcall 'ldb ${byte} a)`, "'(0)")).toBe("NIL");
});

test("an operator that is declared NOTINLINE, and one that fails, show themselves", () => {
  const frames = (code: string) => evaluate(code).outcome.condition?.frames[0]?.text;
  expect(frames("(funcall (compile nil '(lambda (x) (declare (notinline logand)) (logand x 1))) 'a)")).toBe(
    "(LOGAND A 1)",
  );
  expect(frames("(funcall (compile nil '(lambda (x) (logand x 1))) 'a)")).toBe("(LOGAND A 1)");
  expect(frames("(funcall (compile nil '(lambda (x) (ldb (byte 8 0) x))) 'a)")).toBe("(LDB (8 . 0) A)");
  expect(frames("(funcall (compile nil '(lambda (x) (mod 5 x))) 0)")).toBe("(MOD 5 0)");
});

const PAIRS = ["+", "-", "*", "<", ">", "<=", ">=", "=", "/=", "MOD", "REM"];

test.each([...PAIRS, "/"])("%s of floats, ratios, complex numbers and what is no number", (name) => {
  const others = "(append *numbers* '(1/2 -7/3 0.5 -2.5 -0.0 0.0d0 -0.0d0 1.5d0 3d300 #c(1d0 -2d0) #c(1 2)))";
  evaluate("(defvar *integers* *numbers*)");
  evaluate(`(setq *numbers* ${others})`);
  const found = differences(`(list (${name} a b))`, `(list (funcall '${name} a b))`);
  evaluate("(setq *numbers* *integers*)");
  expect(found).toBe("NIL");
});

test.each(PAIRS)("%s of what is known to be integers", (name) => {
  const known = `(if (and (integerp a) (integerp b)) (let ((r (list (${name} a b)))) r) 'none)`;
  const call = `(if (and (integerp a) (integerp b)) (list (funcall '${name} a b)) 'none)`;
  expect(differences(known, call)).toBe("NIL");
});

test.each(["EVENP", "ODDP", "ZEROP", "PLUSP", "MINUSP"])("%s of what is known to be an integer", (name) => {
  const known = `(if (integerp a) (if (${name} a) 'yes 'no) 'none)`;
  const call = `(if (integerp a) (if (funcall '${name} a) 'yes 'no) 'none)`;
  expect(differences(known, call, "'(0)")).toBe("NIL");
});

test("an index that is known to be an integer", () => {
  const known = "(let ((v #(1 2 3))) (if (integerp a) (aref v a) 'none))";
  const call = "(let ((v #(1 2 3))) (if (integerp a) (funcall 'aref v a) 'none))";
  expect(differences(known, call, "'(0)")).toBe("NIL");
});
