/** Arguments of macro functions: their environments, and calls of them by the program. */
import { beforeAll, expect, test } from "vitest";
import { bootEvaluator, type Evaluator, saidOf } from "./image.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
});

const value = (code: string) => saidOf(evaluate(code));

test.each([
  ["(env)", '"#<NULL-LEXENV>"'],
  ["(macroexpand-1 '(env))", '"NIL" T'],
  ["(let ((x 1)) (list x (env)))", /^\(1 "#<SB-KERNEL:LEXENV \{[0-9A-F]+\}>"\)$/],
  ["(macrolet ((m () 1)) (list (m) (env)))", /^\(1 "#<SB-KERNEL:LEXENV \{[0-9A-F]+\}>"\)$/],
  ["(defun f (x) (list x (env))) (f 1)", /^\(1 "#<SB-KERNEL:LEXENV \{[0-9A-F]+\}>"\)$/],
])("%s gets a Lisp object", (code, expected) => {
  const text = value(`(defmacro env (&environment e) (prin1-to-string e)) ${code}`);
  if (typeof expected === "string") expect(text).toBe(expected);
  else expect(text).toMatch(expected);
});

test("an environment is of the class LEXENV", () => {
  const code = `(defmacro env-type (&environment e) \`'(,(type-of e) ,(class-name (class-of e)) ,(typep e 'sb-kernel:lexenv)))
                (let ((x 1)) (list x (env-type)))`;
  expect(value(code)).toBe("(1 (SB-KERNEL:LEXENV SB-KERNEL:LEXENV T))");
});

test.each([
  "macroexpand '(m)",
  "macroexpand-1 '(m)",
  "macro-function 'm",
  "get-setf-expansion 'x",
  "constantp 'x",
])("(%s 5) is an error", (call) => {
  expect(value(`(${call} 5)`)).toBe("TYPE-ERROR: The value 5 is not of type (OR SB-KERNEL:LEXENV NULL).");
});

test("each macro of the standard takes two arguments, the first a list", () => {
  const code = `
    (let ((wrong '()))
      (do-external-symbols (name :cl wrong)
        (let ((fn (macro-function name)))
          (when fn
            (loop for (args message) in \`((() "invalid number of arguments: 0")
                                          (((,name)) "invalid number of arguments: 1")
                                          (((,name) nil nil) "invalid number of arguments: 3")
                                          ((5 nil) "The value~%  5~%is not of type~%  LIST"))
                  unless (equal (handler-case (apply fn args) (error (c) (princ-to-string c))) (format nil message))
                    do (push (cons name args) wrong))))))`;
  expect(value(code)).toBe("NIL");
});

test("macro functions of the standard have their names", () => {
  expect(value("(macro-function 'when)")).toMatch(/^#<FUNCTION \(MACRO-FUNCTION WHEN\) \{[0-9A-F]+\}>$/);
  expect(value("(macro-function 'loop)")).toMatch(/^#<FUNCTION \(MACRO-FUNCTION LOOP\) \{[0-9A-F]+\}>$/);
});
