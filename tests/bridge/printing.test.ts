import { beforeAll, describe, expect, test } from "vitest";
import { evaluateCommand } from "./engine.js";
import { bootEvaluator, type Evaluator, saidOf } from "./image.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
});

/** The printed values, or the condition, with addresses left out. */
const values = (code: string) => saidOf(evaluate(code)).replace(/\{[0-9A-F]{10}\}/g, "{}");

describe("the printer's variables", () => {
  test.each([
    [
      '(let ((*print-case* :downcase)) (prin1-to-string \'(foo :bar |Baz| "x")))',
      '"(foo :bar |Baz| \\"x\\")"',
    ],
    ["(let ((*print-length* 2) (*print-level* 2)) (prin1-to-string '(1 (2 (3)) 3)))", '"(1 (2 #) ...)"'],
    ["(let ((*print-base* 16) (*print-radix* t)) (prin1-to-string '(10 255 1/3)))", '"(#xA #xFF #x1/3)"'],
    ["(let ((*print-circle* t) (x (list 1 2))) (setf (cddr x) x) (prin1-to-string x))", '"#1=(1 2 . #1#)"'],
    ["(let ((*print-pretty* t)) (prin1-to-string '('a #'b)))", "\"('A #'B)\""],
    ["(let ((*read-default-float-format* 'double-float)) (prin1-to-string '(1.0d0 1.0)))", '"(1.0 1.0f0)"'],
    ["(with-standard-io-syntax (prin1-to-string 'car))", '"CAR"'],
    [
      "(let ((*print-readably* t) (*read-eval* nil)) (prin1-to-string (make-hash-table)))",
      "PRINT-NOT-READABLE: #<HASH-TABLE :TEST EQL :COUNT 0 {}> cannot be printed readably.",
    ],
  ])("%s", (code, printed) => expect(values(code)).toBe(printed));
});

describe("objects", () => {
  test.each([
    ["#'car", "#<FUNCTION CAR>"],
    ["(find-class 'error)", "#<SB-PCL::CONDITION-CLASS COMMON-LISP:ERROR>"],
    ["(find-restart 'abort)", "#<RESTART ABORT {}>"],
    ["(princ-to-string (find-restart 'abort))", '"Return to top level."'],
    ["*readtable*", "#<READTABLE {}>"],
    ["#*101", "#*101"],
    ['#p"a/b.c"', '#P"a/b.c"'],
    [
      "(defgeneric gf (x)) (defmethod gf ((x integer)) x) #'gf",
      "#<STANDARD-GENERIC-FUNCTION COMMON-LISP-USER::GF (1)>",
    ],
    [
      "(make-condition 'simple-error :format-control \"x ~a\" :format-arguments '(1))",
      '#<SIMPLE-ERROR "x ~a" {}>',
    ],
    [
      '(format nil "~a" (make-condition \'simple-error :format-control "x ~a" :format-arguments \'(1)))',
      '"x 1"',
    ],
  ])("%s", (code, printed) => expect(values(code)).toBe(printed));

  test("PRINT-OBJECT methods, also inside other objects", () => {
    evaluate(`(defclass pt () ((x :initarg :x)))
      (defmethod print-object ((o pt) s) (print-unreadable-object (o s :type t) (prin1 (slot-value o 'x) s)))`);
    expect(values('(list (make-instance \'pt :x "a"))')).toBe('(#<PT "a">)');
    expect(values("(format nil \"~a ~s\" (make-instance 'pt :x 1) (vector (make-instance 'pt :x 2)))")).toBe(
      '"#<PT 1> #(#<PT 2>)"',
    );
    expect(
      values(
        "(defmethod print-object ((o pt) s) (write-char #\\! s) (call-next-method)) (make-instance 'pt)",
      ),
    ).toBe("!#<PT {}>");
  });

  test("a list that contains itself has labels", () => {
    const { values: printed } = evaluate("(let ((x (list 1 2))) (setf (cddr x) x) x)").outcome;
    expect(printed[0]).toBe("#1=(1 2 . #1#)");
  });

  test.each([
    [
      "a ring of structures",
      `(defstruct link value next back)
       (let ((a (make-link :value 1)) (b (make-link :value 2)))
         (setf (link-next a) b (link-back b) a (link-next b) a) a)`,
      "#1=#S(LINK :VALUE 1 :NEXT #S(LINK :VALUE 2 :NEXT #1# :BACK #1#) :BACK NIL)",
    ],
    ["a vector in itself", "(let ((v (vector 1 nil))) (setf (aref v 1) v) v)", "#1=#(1 #1#)"],
    ["a ring in the car", "(let ((x (list 1 2 3))) (setf (cadr x) x) (list :in x))", "(:IN #1=(1 #1# 3))"],
    [
      "what *PRINT-CIRCLE* says is as it was",
      "(let ((x (list 1))) (setf (cdr x) x) (list *print-circle* (eq x (cdr x))))",
      "(NIL T)",
    ],
  ])("%s", (_, code, printed) => expect(values(code)).toBe(printed));

  test("what is shared and does not contain itself has no labels, however long it is", () => {
    const [printed = ""] = evaluate("(let ((x (list 1 2 3))) (make-list 3000 :initial-element x))", {
      limits: { ...evaluateCommand(0, "").limits, valueChars: 100_000 },
    }).outcome.values;
    expect(printed).toBe(`(${Array(3000).fill("(1 2 3)").join(" ")})`);
  });

  test("a program's own method is called once, whatever it prints", () => {
    const code = `(defvar *calls* 0) (defclass talker () ())
      (defmethod print-object ((o talker) s)
        (incf *calls*) (dotimes (i 3000) (princ i s)))
      (make-instance 'talker)`;
    expect(evaluate(code).outcome.values[0]).toMatch(/^0123.*\.\.\.$/);
    expect(values("*calls*")).toBe("1");
  });
});

describe("streams", () => {
  test.each([
    ['(with-output-to-string (s) (write-string "ab" s) (fresh-line s) (print 1 s))', '"ab\n\n1 "'],
    ['(with-output-to-string (*standard-output*) (princ "hi") (terpri))', '"hi\n"'],
    [
      '(with-input-from-string (s "a (b) 12") (list (read s) (read s) (read s) (read s nil :eof)))',
      "(A (B) 12 :EOF)",
    ],
    ['(let (i) (with-input-from-string (s "hello world" :index i :start 6) (read-char s)) i)', "7"],
    ...[
      '(with-open-file (s "far" :direction :output :element-type \'bit) (file-position s 1000000000000) (write-byte 1 s))',
      '(with-open-file (s "far" :direction :output) (file-position s (expt 10 30)) (write-char #\\a s))',
      "(file-position (make-string-output-stream) (expt 10 12))",
    ].map((form): [string, string] => [`(handler-case ${form} (storage-condition () :full))`, ":FULL"]),
    [
      '(let ((s (make-string-input-stream "x"))) (close s) (read-char s))',
      "CLOSED-STREAM-ERROR: #<SB-IMPL::STRING-INPUT-STREAM {}> is closed",
    ],
    ['(funcall (formatter "~a-~a") *standard-output* 1 2 3)', "(3)"],
  ])("%s", (code, printed) => expect(values(code)).toBe(printed));

  test("questions are asked on *QUERY-IO* until they are answered", () => {
    const asked = evaluate(
      `(let ((*query-io* (make-two-way-stream (make-string-input-stream (format nil "maybe~%y~%")) *standard-output*)))
         (y-or-n-p "Really ~a?" 1))`,
    );
    expect(asked.outcome.values).toEqual(["T"]);
    expect(asked.stdout.trimStart()).toBe("Really 1? (y or n) \nReally 1? (y or n) ");
  });

  test("~& knows what was printed before", () => {
    expect(evaluate('(format t "a") (format t "~&b~%") (format t "~&c")').stdout).toBe("a\nb\nc");
  });
});

describe("logical blocks, without layout", () => {
  test.each([
    [
      `(with-output-to-string (s)
         (pprint-logical-block (s '(1 2 (3 . 4) . 5) :prefix "<" :suffix ">")
           (loop (write (pprint-pop) :stream s) (pprint-exit-if-list-exhausted) (write-char #\\, s))))`,
      '"<1,2,(3 . 4),. 5>"',
    ],
    [
      "(with-output-to-string (s) (pprint-fill s '(a b (c))) (pprint-linear s nil) (pprint-fill s 5))",
      '"(A B (C))()5"',
    ],
    ["(decode-universal-time 4004230416 0)", "36 13 6 21 11 2026 5 NIL 0"],
    ["(encode-universal-time 36 13 6 21 11 2026 0)", "4004230416"],
  ])("%s", (code, printed) => expect(values(code)).toBe(printed));
});

describe("files in memory", () => {
  test("are written, read, added to, renamed and deleted", () => {
    expect(
      values('(with-open-file (o "/d/a.txt" :direction :output) (write-line "hello" o) (prin1 \'(1 2) o))'),
    ).toBe("(1 2)");
    expect(values('(with-open-file (s "/d/a.txt") (list (read-line s) (read s) (read s nil :eof)))')).toBe(
      '("hello" (1 2) :EOF)',
    );
    evaluate('(with-open-file (o "/d/a.txt" :direction :output :if-exists :append) (princ " x" o))');
    expect(values('(list (probe-file "/d/a.txt") (directory "/d/*.txt"))')).toBe(
      '(#P"/d/a.txt" (#P"/d/a.txt"))',
    );
    evaluate('(rename-file "/d/a.txt" "b.txt")');
    expect(values('(list (probe-file "/d/a.txt") (truename "/d/b.txt") (delete-file "/d/b.txt"))')).toBe(
      '(NIL #P"/d/b.txt" T)',
    );
  });
  test("are loaded", () => {
    evaluate('(with-open-file (o "/l.lisp" :direction :output) (print \'(defun loaded (x) (* x 2)) o))');
    expect(values('(list (load "/l.lisp") (loaded 21))')).toBe("(T 42)");
  });
  test("that do not exist are errors with restarts", () => {
    const { condition } = evaluate('(open "/no/such/file.txt")').outcome;
    expect(condition?.type).toBe("FILE-DOES-NOT-EXIST");
    expect(condition?.message).toBe(
      'The file #P"/no/such/file.txt" does not exist: No such file or directory',
    );
    expect(condition?.restarts.map((restart) => restart.name)).toEqual([
      "CREATE",
      "CONTINUE",
      "USE-VALUE",
      "ABORT",
    ]);
    expect(values('(load "/no/such/file.lisp")')).toBe(
      'SIMPLE-FILE-ERROR: Couldn\'t load "/no/such/file.lisp": file does not exist.',
    );
  });
});
