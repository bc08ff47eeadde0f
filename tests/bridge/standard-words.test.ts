/** What DOCUMENTATION and DESCRIBE say of the standard's functions, macros and special operators. */
import { beforeAll, expect, test } from "vitest";
import { answerOf, bootEvaluator, type Evaluator } from "./image.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
});
const answer = (code: string) => answerOf(evaluate(code));

test("each has a sentence of its own", () => {
  expect(
    answer(`(let ((without '()) (seen (make-hash-table :test 'equal)) (twice '()))
      (do-external-symbols (name "COMMON-LISP" (list without twice))
        (when (fboundp name)
          (let ((text (documentation name 'function)))
            (cond ((not (and (stringp text) (char= #\\. (char text (1- (length text)))))) (push name without))
                  ((and (gethash text seen) (not (member text '("Whether OBJECT is NIL.") :test #'string=)))
                   (push name twice)))
            (setf (gethash text seen) t)))))`),
  ).toMatch(/^\(NIL \([A-Z0-9 -]*\)\)$/);
});

test("there is nothing about what the standard does not have", () => {
  expect(
    answer(`(list (documentation 'no-such 'function) (documentation :car 'function)
                  (documentation '*print-base* 'function) (documentation 'standard-object 'function)
                  (documentation '(setf car) 'function) (documentation (intern "constructor") 'function)
                  (documentation (lambda (x) x) 'function) (documentation "car" 'function))`),
  ).toBe("(NIL NIL NIL NIL NIL NIL NIL NIL)");
});

test.each([
  ["(documentation 'car 'function)", '"The first part of a cons; NIL of NIL."'],
  ["(documentation #'car t)", '"The first part of a cons; NIL of NIL."'],
  ["(documentation #'car 'function)", '"The first part of a cons; NIL of NIL."'],
  ["(documentation 'caddr 'function)", '"The car of the cdr of the cdr of LIST."'],
  [
    "(documentation 'if 'function)",
    '"Evaluates the second form where the first is true, and the third otherwise."',
  ],
  ["(documentation 'when 'function)", '"Evaluates forms where the test is true."'],
  ["(defun own () \"Mine.\" 1) (documentation 'own 'function)", '"Mine."'],
])("%s", (code, text) => expect(answer(code)).toContain(text));

test.each(["car", "if", "when"])("DESCRIBE of %s says it, too", (name) => {
  const { stdout } = evaluate(`(describe '${name})`);
  expect(stdout).toContain("Documentation:");
});
