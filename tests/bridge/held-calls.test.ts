/** Errors wherever a program can make them: an evaluation is held there, and goes on by a restart. */
import { beforeAll, describe, expect, test } from "vitest";
import type { Answer } from "../../jscl-bridge/contract/engine.js";
import { bootHeldEvaluator, type HeldEvaluator } from "./held-image.js";

let evaluate: HeldEvaluator;
beforeAll(async () => {
  evaluate = await bootHeldEvaluator();
});

const take = (restart: string, ...values: string[]): Partial<Answer> =>
  values.length === 0 ? { restart } : { restart, values };

/** What an evaluation came to: the values, or how it ended. */
const shown = ({ status, values }: ReturnType<HeldEvaluator>) =>
  status === "ok" ? values.join(" ") : status;

describe("held, and gone on with", () => {
  test.each([
    ["(+ 1 nothing-here)", "The variable NOTHING-HERE is unbound.", "USE-VALUE", ["41"], "42"],
    ["(let ((x 1)) (+ x nothing-here))", "The variable NOTHING-HERE is unbound.", "USE-VALUE", ["41"], "42"],
    ['(list (cerror "go on" "bad") 2)', "bad", "CONTINUE", [], "(NIL 2)"],
    [
      "(list (nothing-here 1 2))",
      "The function COMMON-LISP-USER::NOTHING-HERE is undefined.",
      "USE-VALUE",
      ["#'+"],
      "(3)",
    ],
    [
      "(restart-case (car 5) (mine (x) (list :mine x)))",
      "Value of 5 in (CAR 5) is 5, not a LIST.",
      "MINE",
      ["1"],
      "(:MINE 1)",
    ],
    ['(restart-case (+ 1 (parse-integer "x")) (mine () :mine))', /x/, "MINE", [], ":MINE"],
    ["(let ((x 0)) (restart-case (/ 1 x) (mine () x)))", /arithmetic error/, "MINE", [], "0"],
    [
      "(let ((l (list 1 :a))) (restart-case (reduce #'+ l) (mine () l)))",
      /not of type/s,
      "MINE",
      [],
      "(1 :A)",
    ],
    ["(let ((x :a)) (check-type x integer) x)", /The value/, "STORE-VALUE", ["7"], "7"],
    ["(let ((x :a)) (ecase x (:b 1)))", /:A fell through/, "ABORT", [], "error"],
    [
      '(handler-bind ((error (lambda (c) (declare (ignore c)) (cerror "on" "inner")))) (cerror "on" "outer"))',
      "inner",
      "ABORT",
      [],
      "error",
    ],
    [
      "(defun two (a b) (+ a b)) (restart-case (funcall 'two 1) (mine () 9))",
      /invalid number of arguments: 1/,
      "MINE",
      [],
      "9",
    ],
    ['(list (break "stop") 1)', "stop", "CONTINUE", [], "(NIL 1)"],
    ["(restart-case (aref (vector 1 2) 5) (mine () 9))", /Invalid index 5/, "MINE", [], "9"],
    [
      "(defstruct spot x) (defun x-of-spot (s) (restart-case (spot-x s) (mine () 9))) (x-of-spot 3)",
      /3.* is not of type/s,
      "MINE",
      [],
      "9",
    ],
    [
      "(defstruct spot x) (defun move (s) (restart-case (setf (spot-x s) 1) (mine () 9))) (move nil)",
      /NIL.* is not of type/s,
      "MINE",
      [],
      "9",
    ],
    [
      "(defstruct spot x) (restart-case (mapcar #'spot-x (list 7)) (mine () 9))",
      /7.* is not of type/s,
      "MINE",
      [],
      "9",
    ],
    [
      '(defmacro asking (x) (cerror "Go on." "in a macro") (list \'quote x)) (list (asking 5))',
      "in a macro",
      "CONTINUE",
      [],
      "(5)",
    ],
    ["(list (function not-there) 1)", /NOT-THERE is undefined/, "USE-VALUE", ["#'car"], null],
    ["(cond 5)", /COND clause is not a CONS: 5/, "ABORT", [], "error"],
    ["(loop for x in)", /./, "ABORT", [], "error"],
    ["(list 1 . 2)", "The value 2 is not of type LIST.", "ABORT", [], "error"],
  ])("%s", (text, asked, restart, args, value) => {
    const held = evaluate(text, take(restart, ...args));
    if (typeof asked === "string") expect(held.questions).toEqual([asked]);
    else expect(held.questions).toEqual([expect.stringMatching(asked)]);
    if (value !== null) expect(shown(held)).toBe(value);
  });
});

describe("held inside of what the library calls", () => {
  const bad =
    '#\'(lambda (x &rest more) (declare (ignore more)) (if (eql x 2) (progn (cerror "on" "two") x) x))';
  beforeAll(() => {
    evaluate("(defun lib (f &rest more) (apply f more))");
  });
  test.each([
    [`(lib #'mapcar ${bad} '(1 2 3))`, "(1 2 3)"],
    [`(lib #'mapcan (lambda (x y) y (list (funcall ${bad} x))) (list 1 2 3) '(4 5 6))`, "(1 2 3)"],
    [`(lib #'maplist (lambda (x) (funcall ${bad} (car x))) '(1 2 3))`, "(1 2 3)"],
    [`(lib #'mapc ${bad} '(1 2 3))`, "(1 2 3)"],
    [`(lib #'some (lambda (x) (eql 3 (funcall ${bad} x))) #(1 2 3))`, "T"],
    [`(lib #'every (lambda (x y) (funcall ${bad} x) y) '(1 2 3) '(a b c))`, "T"],
    [`(lib #'reduce (lambda (a b) (+ a (funcall ${bad} b))) '(1 2 3))`, "6"],
    [`(lib #'reduce #'+ '(1 2 3) :key ${bad} :from-end t)`, "6"],
    [`(lib #'sort (list 3 2 1) #'< :key ${bad})`, null],
    [`(lib #'find-if (lambda (x) (eql (funcall ${bad} x) 3)) '(1 2 3))`, "3"],
    [`(lib #'position 3 '(1 2 3) :key ${bad})`, "2"],
    [`(lib #'count-if-not (lambda (x) (eql (funcall ${bad} x) 3)) #(1 2 3))`, "2"],
    [`(lib #'remove-if (lambda (x) (eql (funcall ${bad} x) 3)) '(1 2 3))`, "(1 2)"],
    [`(lib #'substitute-if 9 (lambda (x) (eql (funcall ${bad} x) 3)) '(1 2 3))`, "(1 2 9)"],
    [`(lib #'member 3 '(1 2 3) :test (lambda (a b) (eql a (funcall ${bad} b))))`, "(3)"],
    [`(lib #'assoc 2 '((1 . a) (2 . b)) :key ${bad})`, "(2 . B)"],
    [`(lib #'map 'vector ${bad} '(1 2 3))`, "#(1 2 3)"],
    [`(let ((h (make-hash-table))) (setf (gethash 2 h) 5) (lib #'maphash ${bad} h))`, "NIL"],
    [`(lib #'remove-duplicates '(1 2 1) :key ${bad})`, null],
    [`(lib #'union '(1 2) '(2 3) :key ${bad})`, null],
    [`(lib #'adjoin 2 '(1 3) :key ${bad})`, "(2 1 3)"],
    [`(lib #'funcall ${bad} 2)`, "2"],
    [`(lib #'apply ${bad} '(2))`, "2"],
    [`(lib #'merge 'list (list 1 3) (list 2 4) #'< :key ${bad})`, null],
  ])("%s", (text, value) => {
    const { questions, ...held } = evaluate(text, ...Array(9).fill(take("CONTINUE")));
    expect(questions.length).toBeGreaterThan(0);
    expect(new Set(questions)).toEqual(new Set(["two"]));
    expect(shown(held as ReturnType<HeldEvaluator>)).toBe(
      value ?? shown(evaluate(text.replaceAll('(cerror "on" "two")', "nil"))),
    );
  });
});
