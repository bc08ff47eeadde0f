/**
 * Programs that were there before a client could be asked for input, as when definitions are restored or
 * loaded: a text that only calls them waits for what they read.
 */
import { beforeEach, expect, test } from "vitest";
import { bootHeldEvaluator, type HeldEvaluator } from "./held-image.js";

let evaluate: HeldEvaluator;
let isOnHeap = false;
beforeEach(async () => {
  isOnHeap = false;
  evaluate = await bootHeldEvaluator(() => {
    isOnHeap = true;
  });
});

const NOBODY = { askMs: 0, hold: false };
const TYPED = { ...NOBODY, input: { text: null, askMs: 1000, end: "No input came." } };

const typing = (code: string) => {
  const { values, prompts, message } = evaluate([code, TYPED], { input: "Ada", echo: true });
  return { values, message, asked: prompts.length };
};

test.each([
  ["a function", "(defun greeting () (list :hello (read-line)))"],
  ["a function that is passed", "(defun greeting () (list :hello (funcall #'read-line)))"],
  ["one that another calls", "(defun name () (values (read-line))) (defun greeting () (list :hello (name)))"],
  ["a method", "(defgeneric greeting ()) (defmethod greeting () (list :hello (values (read-line))))"],
  [
    "what a macro comes to",
    '(defmacro typed () (list (intern "READ-LINE" :cl))) (defun greeting () (list :hello (typed)))',
  ],
  [
    "a file that is loaded",
    `(with-open-file (s "/greet.lisp" :direction :output)
       (princ "(defun greeting () (list :hello (re" s) (princ "ad-line)))" s))
     (load "/greet.lisp")`,
  ],
])("%s", (_, definition) => {
  expect(evaluate([definition, NOBODY]).message).toBe(null);
  expect(isOnHeap).toBe(false);
  expect(typing("(greeting)")).toEqual({ values: ['(:HELLO "Ada")'], message: null, asked: 1 });
});

test("a program that reads nothing does not run on the heap", () => {
  evaluate(["(defun quiet (s) (list (read-from-string s)))", NOBODY]);
  expect(typing('(quiet "a")')).toEqual({ values: ["(A)"], message: null, asked: 0 });
  expect(isOnHeap).toBe(false);
});
