/** What the compiler calls of the program: evaluations are held there, too. */
import { beforeAll, beforeEach, expect, test } from "vitest";
import { ASKED, type Deed, Levels } from "./levels-driver.js";

const levels = new Levels();
beforeAll(async () => {
  await levels.boot();
  levels.run(`${ASKED}
      (defvar *times* 0)
      (defun counted (what) (incf *times*) (break "for ~a" what) *times*)
      (defmacro one (x) (list 'list x (counted :one)))
      (defmacro two (x) (list 'cons (list 'one x) (counted :two)))
      (defmacro failing () (break "first") (error "then"))
      (define-compiler-macro twice (&whole form x) (break "twice of ~a" x) (if (numberp x) (* 2 x) form))
      (defun twice (x) (* 2 x))
      (define-setf-expander part (x)
        (break "part of ~a" x)
        (values () () '(new) (list 'setf (list 'car x) 'new) (list 'car x)))
      (deftype few () (break "few") '(integer 0 5))
      (defun hook (fn form env)
        (when (eq (car form) 'plain) (break "hook"))
        (funcall fn form env))
      (defmacro plain (x) (list '1+ x))
      (defmacro leaving () (break "leaving") (throw 'out 'out))
      (defmacro nested ()
        (break "nested")
        (compile 'f2 '(lambda (x) (let ((y x)) (one y))))
        nil)
      (defmacro noted (x)
        (declare (optimize (debug 2)))
        (let ((parts (list x x)))
          (break "noted")
          (cons 'list parts)))`);
});
beforeEach(() => void levels.run("(setf *times* 0)"));

test.each<[code: string, asked: readonly string[], value: string]>([
  ["(defun f () (one 5)) (f)", ["for ONE"], "(5 1)"],
  ["(defun g () (list (one 5) (two 6))) (g)", ["for ONE", "for TWO", "for ONE"], "((5 1) ((6 3) . 2))"],
  ["(defun h (x) (list (twice 4) (twice x))) (h 3)", ["twice of 4", "twice of X"], "(8 6)"],
  ["(let ((l (list 1 2))) (setf (part l) 5) l)", ["part of L"], "(5 2)"],
  ["(funcall (compile nil '(lambda () (let ((x 1)) (one x)))))", ["for ONE"], "(1 1)"],
  ['(defun k () (load-time-value (progn (break "load") 7))) (k)', ["load"], "7"],
  ["(let ((*macroexpand-hook* 'hook)) (eval '(let ((x 1)) (plain x))))", ["hook"], "2"],
  ["(let ((*macroexpand-hook* 'hook)) (eval '(plain 4)))", ["hook"], "5"],
  ["(let ((*macroexpand-hook* 'hook)) (macroexpand-1 '(plain 4)))", ["hook"], "(1+ 4) T"],
  ["(macrolet ((here () (break \"here\") ''there)) (list (here)))", ["here"], "(THERE)"],
  ["(let ((x 0)) (macrolet ((here () (break \"here\") ''there)) (list x (here))))", ["here"], "(0 THERE)"],
  [
    "(handler-case (eval '(let () (failing))) (error (c) (type-of c)))",
    ["first"],
    "JSCL-MCP:COMPILED-PROGRAM-ERROR",
  ],
  ["(defun typed (x) (declare (type few x)) x) (typed 4)", ["few", "few"], "4"],
  [
    '(handler-bind ((warning (lambda (c) (break "warned: ~a" (type-of c)) (muffle-warning c))))\n' +
      "  (compile nil '(lambda () (let ((unused (one 1))) 7))) *times*)",
    ["for ONE", "warned: SIMPLE-STYLE-WARNING"],
    "1",
  ],
  ["(list (catch 'out (eval '(let ((y (leaving))) y))) *times*)", ["leaving"], "(OUT 0)"],
  ["(nth-value 3 (get-setf-expansion '(part l)))", ["part of L"], "(SETF (CAR L) NEW)"],
  ["(let ((l (list 1))) (incf (part l)) (push 3 (part l)) l)", ["part of L", "part of L"], "((3 . 2))"],
  ["(nested) (f2 3)", ["nested", "for ONE"], "(3 1)"],
])("%s", (code, asked, value) => {
  const run = levels.run(code, ...asked.map(() => ({ restart: "CONTINUE" })));
  expect(run.asked.map(({ message }) => message)).toEqual(asked);
  expect(run.said).toEqual([`ok: ${value}`]);
});

const within = (index: number, code: string): Deed => [
  code,
  { askMs: 0, hold: false, frame: { level: 1, index } },
];

test("calls below the compiler are evaluated in, left and made again", () => {
  const code = "(defun n (x) (let ((y x)) (noted y))) (n 5)";
  const go = { restart: "CONTINUE" };
  const { said, asked } = levels.run(code, within(0, "(list x parts)"), within(0, "(push '1 parts)"), go);
  expect(asked[0]?.frames.map((frame) => frame.function)).toEqual(["(MACRO-FUNCTION NOTED)"]);
  expect(said).toEqual(["ok: (Y (Y Y))", "ok: (1 Y Y)", "ok: (1 5 5)"]);
  const left = { leaving: { index: 0, values: "'(+ 1 2)" } };
  expect(levels.run(code, left).said).toEqual(["ok: 3"]);
  const again = { leaving: { index: 0, values: null } };
  expect(levels.run(code, "(setf *times* 7)", again, go).said).toEqual(["ok: 7", "ok: (5 5)"]);
});

test("what runs on top compiles, too, and is held; what is below goes on afterwards", () => {
  const go = { restart: "CONTINUE" };
  const inner = "(defun inner (x) (let ((y x)) (undefined-yet (one y))))";
  const run = levels.run("(setf *times* 0) (defun outer (x) (let ((y x)) (one y))) (outer 1)", inner, go, go);
  expect(run.deepest).toBe(2);
  expect(run.said).toEqual(["ok: INNER", "ok: (1 2)"]);
  const { outcomes } = levels.run("(compile nil '(lambda () (unknown-to-all (one 5))))", go);
  expect(outcomes[0]?.warnings.length).toBe(1);
});

test("one that is ended while it compiles leaves the compiler as it was", () => {
  const end: Deed = () => {
    levels.interrupted = levels.lastId;
  };
  expect(levels.run("(defun o (x) (let ((y x)) (one y)))", end).said[0]).toMatch(/^cancelled/);
  expect(levels.run("(fboundp 'o)").said).toEqual(["ok: NIL"]);
  expect(levels.run("(defun o (x) (let ((y x)) (1+ y))) (o 1)").said).toEqual(["ok: 2"]);
});
