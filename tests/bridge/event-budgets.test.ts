import { beforeAll, expect, test } from "vitest";
import { wellFormedText } from "./engine.js";
import { bootEvaluator, type Evaluator } from "./image.js";

// An event of an image is short and can be read, for any names and texts of the program.

let lisp: Evaluator;
beforeAll(async () => {
  lisp = await bootEvaluator();
});

/** Longer than any event here may be, in characters of JSON. */
const LONGEST = 400_000;

const long = (characters: number) => `(make-string ${characters} :initial-element #\\A)`;

/** How an evaluation ends, as it leaves the image. */
function completed(code: string) {
  const { outcome } = lisp(code, { deadlineMs: 20_000 });
  const json = JSON.stringify(outcome);
  expect(json.length, code).toBeLessThan(LONGEST);
  expect(wellFormedText(json)).toBe(json);
  expect(json).not.toMatch(/\\ud[89a-f]/);
  return outcome;
}

test("a type, its package, and its classes have long names", () => {
  const outcome = completed(`
    (let* ((*package* (make-package ${long(200_000)})) (name (intern ${long(3_000_000)})))
      (eval \`(define-condition ,name (error) ()))
      (error name))`);
  expect(outcome.condition?.type).toMatch(/^A{297}\.\.\.$/);
  expect(outcome.condition?.package).toMatch(/^A{297}\.\.\.$/);
  expect(outcome.condition?.precedence[0]).toHaveLength(600);
  expect(outcome.condition?.label.length).toBeLessThanOrEqual(300);
});

test("a condition has many classes and many slots", () => {
  const outcome = completed(`
    (progn
      (eval '(define-condition first-of-many (error) ()))
      (loop for i from 1 to 150 for parent = 'first-of-many then name
            for name = (intern (format nil "CLASS-~D" i))
            do (eval \`(define-condition ,name (,parent) ((,(intern (format nil "SLOT-~D" i)) :initform ${long(500)})))))
      (error 'class-150))`);
  const { condition } = outcome;
  expect(condition?.precedence).toHaveLength(100);
  expect(condition?.slots).toHaveLength(100);
  expect(condition?.leftOut).toMatchObject({ slots: 50, restarts: 0 });
  expect(condition?.leftOut?.precedence).toBeGreaterThan(50);
});

test("ten thousand restarts are counted", () => {
  const outcome = completed(`
    (labels ((nest (n) (if (zerop n) (error "x")
                           (restart-bind ((it (lambda ()) :report-function (lambda (s) (write-string ${long(10_000)} s)))) (nest (1- n))))))
      (nest 10000))`);
  expect(outcome.condition?.restarts).toHaveLength(100);
  expect(outcome.condition?.leftOut?.restarts).toBe(9_901);
  expect(outcome.condition?.restarts[0]?.description).toMatch(/^A{997}\.\.\.$/);
  expect(outcome.condition?.restarts[99]?.description).toBe("...");
});

test("a restart, a function and a package have long names", () => {
  const outcome = completed(`
    (let ((name (intern ${long(100_000)})))
      (setf (fdefinition name) (lambda (x) (error "x~A" x)))
      (setf *package* (make-package (format nil "P~A" ${long(300_000)}) :use '(:cl)))
      (eval \`(restart-case (,name 1) (,name () 1))))`);
  expect(outcome.condition?.restarts[0]?.name).toMatch(/^A{297}\.\.\.$/);
  expect(outcome.package).toMatch(/^PA{296}\.\.\.$/);
  lisp("(in-package :cl-user)");
});

test("calls have many and long arguments", () => {
  lisp('(defun busy (n &rest all) (if (zerop n) (error "~A" (length all)) (1+ (apply #\'busy (1- n) all))))');
  const outcome = completed(`(apply #'busy 150 (loop repeat 90 collect ${long(1_000)}))`);
  const frames = outcome.condition?.frames ?? [];
  expect(frames).toHaveLength(100);
  expect(frames[0]?.arguments.length).toBeLessThan(20);
  expect(frames[0]?.arguments.at(-1)).toBe("...");
  expect(frames.at(-3)?.arguments).toEqual(["..."]);
});

test("warnings, values and definitions are long", () => {
  const outcome = completed(`
    (let ((name (intern ${long(50_000)})))
      (dotimes (i 30) (warn "~A" ${long(20_000)}))
      (setf (fdefinition name) #'car)
      (values-list (loop repeat 100 collect name)))`);
  expect(outcome.dropped.warnings).toBeGreaterThan(0);
  expect(outcome.definitions[0]?.names[0]).toMatch(/^FUNCTION A+\.\.\.[0-9a-f]+$/);
  const [one, other] = [1, 2].map((i) =>
    completed(`(setf (fdefinition (intern (format nil "~A~D" ${long(9_000)} ${i}))) #'car)`),
  );
  expect(one?.definitions[0]?.names).not.toEqual(other?.definitions[0]?.names);
});

test("a form or a file that is too long to be kept says that it was there", () => {
  const form = completed(`(defparameter *long* "${"x".repeat(1_000_001)}")`);
  expect(form.definitions).toMatchObject([{ code: "", names: ["VARIABLE *LONG*", "VALUE *LONG*"] }]);
});

test("half of a surrogate pair is shown by its code, wherever it is", () => {
  const half = "(string (code-char #xD800))";
  expect(completed(half).values).toEqual(['"\\u{D800}"']);
  expect(completed("(code-char #xD800)").values).toEqual(["#\\UD800"]);
  expect(completed("(char-name (code-char #xDFFF))").values).toEqual(['"UDFFF"']);
  expect(completed('(values (read-from-string "#\\\\UD800"))').values).toEqual(["#\\UD800"]);
  expect(completed(`(error "~A" ${half})`).condition?.message).toBe("\\u{D800}");
  expect(completed(`(progn (warn ${half}) (intern ${half}))`)).toMatchObject({
    values: ["\\u{D800}", "NIL"],
    warnings: [{ message: "\\u{D800}" }],
  });
  expect(completed(`(length ${half})`).values).toEqual(["1"]);
  expect(completed(`(eql (char ${half} 0) (code-char #xFFFD))`).values).toEqual(["NIL"]);
  const named = completed(
    `(progn (eval (list 'define-condition (intern ${half}) '(error) ())) (error (intern ${half})))`,
  );
  expect(named.condition).toMatchObject({ type: "\\u{D800}", label: "\\u{D800}" });
  expect(lisp(`(write-string ${half})`).stdout).toBe("\\u{D800}");
  // A text that is cut is not cut within a pair.
  const emoji = "(make-string 30000 :initial-element #\\U1F600)";
  expect(completed(`(error "x~A" ${emoji})`).condition?.message).toMatch(/^x(😀)+\.\.\.$/u);
});

test("texts are shown as they are where they are well-formed", () => {
  for (const text of ["", "a", "ä😀", "\ufffd", "\\u{D800}"]) expect(wellFormedText(text)).toBe(text);
  expect(wellFormedText("a\ud800b\udc00\ud83d\ude00\ud83d")).toBe("a\\u{D800}b\\u{DC00}😀\\u{D83D}");
});
