import { beforeAll, describe, expect, test } from "vitest";
import { bootEvaluator, type Evaluator, saidOf } from "./image.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
});

const values = (code: string) => saidOf(evaluate(code));

describe("functions that read", () => {
  test.each([
    ['(read-from-string "(a b) c")', "(A B) 6"],
    ['(read-from-string "abc def" t nil :start 4)', "DEF 7"],
    ['(read-from-string "abc def" t nil :preserve-whitespace t)', "ABC 3"],
    ['(read-from-string "😀 b" t nil :start 2)', "B 3"],
    ['(read-from-string "" nil :eof)', ":EOF 0"],
    ['(with-input-from-string (s "a b") (list (read s) (read s) (read s nil :eof)))', "(A B :EOF)"],
    ['(with-input-from-string (s "1 2 ] 3") (list (read-delimited-list #\\] s) (read s)))', "((1 2) 3)"],
    ['(with-input-from-string (s "ab cd") (list (read-preserving-whitespace s) (read-char s)))', "(AB #\\ )"],
    ['(let ((*read-base* 16)) (read-from-string "ff"))', "255 2"],
    ['(let ((*read-default-float-format* (quote double-float))) (eql (read-from-string "1.5") 1.5d0))', "T"],
    ['(let ((*read-suppress* t)) (read-from-string "(a . nope:b . c)"))', "NIL 16"],
    ['(parse-integer " 12 ")', "12 4"],
    ['(parse-integer "ff" :radix 16)', "255 2"],
    ['(parse-integer "12x" :junk-allowed t)', "12 2"],
    ["`(1 ,(+ 1 1) ,@(list 3 4) . 5)", "(1 2 3 4 . 5)"],
    ["(let ((x '(b c))) `#(a ,@x))", "#(A B C)"],
    ["(let ((x 1)) (eval ``(,,x ,',x)))", "(1 1)"],
    ["(defstruct point x y) #S(point :x 1 :y 2)", "#S(POINT :X 1 :Y 2)"],
  ])("%s", (code, expected) => expect(values(code)).toBe(expected));
});

describe("readtables", () => {
  test("macro characters read on in the text that is evaluated", () => {
    const code = `
      (set-macro-character #\\[ (lambda (s c) (declare (ignore c)) (cons 'list (read-delimited-list #\\] s t))))
      (set-macro-character #\\] (get-macro-character #\\)))
      [1 2 [3 4]]`;
    expect(values(code)).toBe("(1 2 (3 4))");
    expect(values("(setq *readtable* (copy-readtable nil)) '[a")).toBe("[A");
  });

  test("a dispatching macro character gets its number", () => {
    const code = `
      (set-dispatch-macro-character #\\# #\\? (lambda (s c n) (declare (ignore c)) (list 'quote (list n (read s t nil t)))))
      #5?(a b)`;
    expect(values(code)).toBe("(5 (A B))");
    values("(setq *readtable* (copy-readtable nil))");
  });

  test("*readtable* can be bound", () => {
    const code = `(let ((*readtable* (copy-readtable)))
                    (setf (readtable-case *readtable*) :preserve)
                    (symbol-name (read-from-string "Foo")))`;
    expect(values(code)).toBe('"Foo"');
    expect(values("(readtable-case *readtable*)")).toBe(":UPCASE");
  });

  test("a sub-character is no digit, and its character dispatches", () => {
    expect(values("(set-dispatch-macro-character #\\# #\\1 #'car)")).toBe(
      "SIMPLE-ERROR: SUB-CHAR must not be a decimal digit: #\\1",
    );
    expect(values("(get-dispatch-macro-character #\\a #\\b)")).toBe(
      "SIMPLE-ERROR: #\\a is not a dispatching macro character.",
    );
  });
});

describe("restarts of the reader", () => {
  test.each([
    ['(handler-bind ((error #\'continue)) (read-from-string "nope:foo"))', "FOO 8"],
    [
      '(handler-bind ((error #\'continue)) (symbol-package (read-from-string "cl-user:hidden")))',
      '#<PACKAGE "COMMON-LISP-USER">',
    ],
    ['(handler-bind ((error (lambda (c) (use-value :keyword c)))) (read-from-string "nope:foo"))', ":FOO 8"],
    [
      '(handler-bind ((error (lambda (c) (invoke-restart (find-restart (quote unintern) c))))) (symbol-package (read-from-string "nope:foo")))',
      "NIL",
    ],
  ])("%s", (code, expected) => expect(values(code)).toBe(expected));

  test("they are offered for a missing package", () => {
    const restarts = evaluate("(nope:foo 1)").outcome.condition?.restarts.map(({ name }) => name);
    expect(restarts?.map((name) => name.replace(/^.*:/, ""))).toEqual([
      "CONTINUE",
      "RETRY",
      "USE-VALUE",
      "UNINTERN",
      "SYMBOL",
      "ABORT",
    ]);
  });
});

test("a bracket that is a character leaves the text malformed", () => {
  expect(evaluate("(+ 1 #\\(").outcome.condition).toMatchObject({ type: "READER-ERROR", phase: "read" });
  expect(evaluate("(+ 1 2").outcome.condition).toMatchObject({ type: "END-OF-FILE", phase: "read" });
});

test("#. obeys *READ-EVAL*, in what a program reads and in its own text", () => {
  const forbidden = `(let ((*read-eval* nil)) (read-from-string "#.(+ 1 2)"))`;
  expect(evaluate('(read-from-string "#.(+ 1 2)")').outcome.values).toEqual(["3", "9"]);
  const { condition } = evaluate(forbidden).outcome;
  expect(condition?.precedence).toContain("COMMON-LISP:READER-ERROR");
  expect(condition?.message).toContain("can't read #. while *READ-EVAL* is NIL");
  expect(evaluate("(setf *read-eval* nil) #.(+ 1 2)").outcome.condition?.message).toContain("*READ-EVAL*");
  expect(evaluate("(setf *read-eval* t) #.(+ 1 2)").outcome.values).toEqual(["3"]);
});
