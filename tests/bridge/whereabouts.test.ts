import { beforeAll, describe, expect, test } from "vitest";
import { bootEvaluator, type Evaluator } from "./image.js";

let evaluate: Evaluator;

beforeAll(async () => {
  evaluate = await bootEvaluator();
});

const lispString = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`;

/** A program with a mark before the call that fails, as it is evaluated, and the place of the mark. */
function unmarked(marked: string): { code: string; line: number; column: number } {
  const before = marked.slice(0, marked.indexOf("§"));
  const lines = before.split("\n");
  return { code: marked.replace("§", ""), line: lines.length, column: (lines.at(-1) ?? "").length };
}

function expectPlace(marked: string, form: number, name: string | null): void {
  const { code, ...place } = unmarked(marked);
  expect(evaluate(code).outcome.condition?.where).toEqual({ form, ...place, in: name, ...HERE });
}

/** The innermost place is in the evaluated text. */
const HERE = { elsewhere: null, formElsewhere: null };

const calls: [title: string, code: string, form: number, name: string][] = [
  ["a function", "(defun f (x)\n  (list 1\n    §(car x)))\n(f 5)", 0, "(DEFUN F)"],
  ["LET", "(defun f (x)\n (let* ((a 1)\n    (b §(+ a\n  x)))\n  (* a b)))\n(f :q)", 0, "(DEFUN F)"],
  [
    "COND",
    "(defun f (x)\n (cond ((null x) 1)\n  ((symbolp x)\n   §(length x))\n  (t (car x))))\n(f 'a)",
    0,
    "(DEFUN F)",
  ],
  [
    "LOOP",
    "(defun f (x)\n (loop for e in x\n  when e\n   collect §(symbol-name e)))\n(f '(a 1))",
    0,
    "(DEFUN F)",
  ],
  ["DOLIST", "(defun f (x)\n (dolist (e x)\n  (print e)\n  §(symbol-name e)))\n(f '(a 1))", 0, "(DEFUN F)"],
  [
    "DO",
    "(defun f (x)\n (do ((i 0 (1+ i)))\n   ((= i 9))\n  (print\n   §(svref x i))))\n(f (vector 1))",
    0,
    "(DEFUN F)",
  ],
  [
    "HANDLER-CASE's body",
    '(defun f (x)\n (handler-case\n   §(parse-integer x)\n  (type-error () 1)))\n(f "z")',
    0,
    "(DEFUN F)",
  ],
  [
    "HANDLER-CASE's clause",
    '(defun f (x)\n (handler-case (error x)\n  (error ()\n   (print 1)\n   §(parse-integer x))))\n(f "z")',
    0,
    "(DEFUN F)",
  ],
  [
    "a handler",
    '(defun f (x)\n (handler-bind ((error (lambda (c)\n    (print c)\n    §(car x))))\n  (error "e")))\n(f 1)',
    0,
    "(DEFUN F)",
  ],
  [
    "a restart",
    "(defun f (x)\n (restart-case (invoke-restart 'r x)\n  (r (y)\n   §(car y))))\n(f 2)",
    0,
    "(DEFUN F)",
  ],
  ["a cleanup form", "(defun f (x)\n (unwind-protect (print x)\n  §(car x)))\n(f 2)", 0, "(DEFUN F)"],
  [
    "a lambda in MAPCAR",
    "(defun f (x)\n (mapcar (lambda (e)\n   (print e)\n   §(length e)) x))\n(f '((1) 2))",
    0,
    "(DEFUN F)",
  ],
  [
    "a lambda in SORT",
    "(defun f (x)\n (sort x (lambda (a b)\n   §(< a b))))\n(f (list 1 'a))",
    0,
    "(DEFUN F)",
  ],
  [
    "FLET",
    "(defun f (x)\n (flet ((g (y)\n    §(symbol-name y)))\n  (mapcar #'g x)))\n(f '(a 3))",
    0,
    "(DEFUN F)",
  ],
  [
    "LABELS",
    "(defun f (x)\n (labels ((g (y)\n   (if (null y)\n     §(symbol-name x)\n     (g (cdr y)))))\n  (g '(1 2 3))))\n(f 4)",
    0,
    "(DEFUN F)",
  ],
  [
    "a method",
    "(defclass sq () ((s)))\n(defgeneric area (x))\n(defmethod area ((x sq))\n (* 2\n  §(slot-value x 's)))\n(area (make-instance 'sq))",
    2,
    "(DEFMETHOD AREA)",
  ],
  ["a default of a parameter", "(defun f (y &key (x\n   §(symbol-name y)))\n x)\n(f 5)", 0, "(DEFUN F)"],
  [
    "a SETF function",
    "(defun (setf foo) (v x)\n  (print x)\n  §(setf (car x) v))\n(setf (foo 5)\n 6)",
    0,
    "(DEFUN (SETF FOO))",
  ],
  ["a structure's slot", "(defstruct pt x\n (y §(symbol-name 5)))\n(make-pt)", 0, "(DEFSTRUCT PT)"],
  [
    "a class's slot",
    "(defclass c () ((a :initform\n §(symbol-name 4))))\n(make-instance 'c)",
    0,
    "(DEFCLASS C)",
  ],
  ["a variable's value", "(print 1)\n(defvar *placed*\n  §(car 5))", 1, "(DEFVAR *PLACED*)"],
  ["ERROR", '(defun f (x)\n  (print x)\n  §(error "e ~a" x))\n(f 2)', 0, "(DEFUN F)"],
  ["an undefined function", "(defun f (x)\n (print\n  §(nope x)))\n(f 2)", 0, "(DEFUN F)"],
  ["THROW", "(defun f (x)\n  (print 1)\n  §(throw x 2))\n(f 2)", 0, "(DEFUN F)"],
  [
    "a block that was left",
    "(defun f () (block nil\n (lambda ()\n  (print 1)\n  §(return 3))))\n(funcall (f))",
    0,
    "(DEFUN F)",
  ],
  ["FUNCALL of no function", "(defun f (x)\n (print 1)\n  §(funcall x 3))\n(f 'nope)", 0, "(DEFUN F)"],
  ["CHECK-TYPE", "(defun f (x)\n  (print x)\n  §(check-type x string)\n  x)\n(f 5)", 0, "(DEFUN F)"],
  ["THE", "(defun f (x)\n  (print x)\n  (list §(the string x)))\n(f 5)", 0, "(DEFUN F)"],
  ["a form that is no valid program", "(defun f (x)\n  (print x)\n  (list §(if)))\n(f 5)", 0, "(DEFUN F)"],
  // An error in the arguments has the place of the call.
  [
    "a wrong number of arguments",
    "(defun g (a b) (list a b))\n(defun f ()\n  (print 1)\n  §(g 1))\n(f)",
    1,
    "(DEFUN F)",
  ],
  ["an unknown keyword", "(defun g (&key a) a)\n(defun f ()\n  (print\n   §(g :b 1)))\n(f)", 1, "(DEFUN F)"],
  [
    "a declared parameter",
    '(defun g (a) (declare (fixnum a)) (print a))\n(defun f ()\n  (list\n   §(g "a")))\n(f)',
    1,
    "(DEFUN F)",
  ],
  // A macro's expansion stands where its call stands; what stands in the call, there.
  [
    "a macro",
    "(defmacro m (x) `(list (car ,x) (car 5)))\n(defun f (y)\n  (print y)\n  §(m y))\n(f 5)",
    1,
    "(DEFUN F)",
  ],
  [
    "a form in a macro's call",
    "(defmacro m (x) `(list 1 ,x))\n(defun f (y)\n  (m §(car y)))\n(f 5)",
    1,
    "(DEFUN F)",
  ],
  [
    "a local macro",
    "(macrolet ((m (x)\n (list 'car x)))\n (print 3)\n §(m\n  4))",
    0,
    "(MACROLET ((M (X) (LIST 'CAR X))) ...)",
  ],
  ["a macro function", "(defmacro m (x)\n (print 1)\n §(car x))\n(print 2)\n(m 5)", 0, "(DEFMACRO M)"],
  [
    "a macro function, in a definition",
    "(defmacro m (x)\n (car x))\n(defun f (y)\n (list §(m 5)\n  y))\n(f 1)",
    1,
    "(DEFUN F)",
  ],
  [
    "a macro of the standard",
    "(print 1)\n(progn\n (print 2)\n §(check-type))",
    1,
    "(PROGN (PRINT 2) (CHECK-TYPE))",
  ],
  // Toplevel forms that are no definitions are shown as far as they are short.
  ["an argument", "(print 1) (list 2\n (list §(car 5)))", 1, "(LIST 2 (LIST (CAR 5)))"],
  ["a form with a quote", "(print 1)\n(list 2 §(car '(1 . 2) 3))", 1, "(LIST 2 (CAR '(1 . 2) 3))"],
  [
    "a long form",
    "(let ((a (list 1 2 3 4)) (b 2))\n (print b)\n §(symbol-name a))",
    0,
    "(LET ((A (LIST 1 2 3 4)) (B 2)) ...)",
  ],
  ["a variable", "(print 1)\n§unbound-one", 1, "UNBOUND-ONE"],
  ["a variable in a form", "(print 1)\n(print §(list 1\n unbound-one))", 1, "(PRINT (LIST 1 UNBOUND-ONE))"],
  [
    "a definition in another form",
    "(let ((n 0))\n (defun counter (x)\n  §(incf n x)))\n(counter 'a)",
    0,
    "(DEFUN COUNTER)",
  ],
  [
    "definitions in PROGN",
    "(progn\n (defun g (x) x)\n (defun f (x)\n  (print x)\n  §(car x)))\n(f 5)",
    0,
    "(DEFUN F)",
  ],
  [
    "a long name",
    `(defun ${"x".repeat(60)} (x)\n §(car x))\n(${"x".repeat(60)} 5)`,
    0,
    `(DEFUN ${"X".repeat(29)}...)`,
  ],
  // Recursion.
  [
    "recursion",
    "(defun f (n)\n (if (= n 0)\n  §(symbol-name n)\n  (+ 1 (f (1- n)))))\n(f 10)",
    0,
    "(DEFUN F)",
  ],
  [
    "recursion in tail position",
    "(defun f (n)\n (if (= n 0)\n  §(symbol-name n)\n  (f (1- n))))\n(f 10)",
    0,
    "(DEFUN F)",
  ],
  [
    "recursion that goes on on the heap",
    "(defun f (n x)\n (if (= n 0)\n  §(car x)\n  (+ 1 (f (1- n) x))))\n(f 20000 5)",
    0,
    "(DEFUN F)",
  ],
  // The frame that waits there for a call does not say for which.
  [
    "a call from recursion that goes on on the heap",
    "(defun f §(n)\n (if (= n 0)\n  (nope n)\n  (+ 1 (f (1- n)))))\n(f 20000)",
    0,
    "(DEFUN F)",
  ],
  ["code that EVAL is given", "(defun f (x)\n §(eval (list 'car x)))\n(f 5)", 0, "(DEFUN F)"],
  [
    "a function of COMPILE's",
    "(defvar *f* (compile nil '(lambda (x)\n (print x)\n §(car x))))\n(funcall *f* 5)",
    0,
    "(DEFVAR *F*)",
  ],
  [
    "a function that was made of nothing",
    "(defvar *g* (compile nil (list 'lambda '(x) (list 'car 'x))))\n§(funcall *g* 5)",
    1,
    "(FUNCALL *G* 5)",
  ],
  ["a call at read time", "(defun f (x)\n §(car x))\n(list 1\n #.(f 5))", 0, "(DEFUN F)"],
  [
    "printing",
    "(defclass p () ())\n(defmethod print-object ((p p) s)\n (princ 1 s)\n §(car s))\n(make-instance 'p)",
    1,
    "(DEFMETHOD PRINT-OBJECT)",
  ],
  ["a package that is not there", "(print 1)\n§(in-package :nope)\n(print 2)", 1, "(IN-PACKAGE :NOPE)"],
  // Texts of all kinds.
  ["carriage returns", "(defun f (x)\r\n  (print x)\r\n\t§(car x))\r\n(f 5)", 0, "(DEFUN F)"],
  ["tabs", "(print 1)\n\t\t(list\t§(car 5))", 1, "(LIST (CAR 5))"],
  ["characters beyond the BMP", '(print "😀😀") #|😀|# (list "😀" §(car 5))', 1, '(LIST "😀" (CAR 5))'],
  ["comments before", ";; one\n#| two\n|#\n\n  (print 1)\n ; three\n §(car 5)", 1, "(CAR 5)"],
  ["a line break in a name", "(print 1)\n§(car\n '|a\nb|)", 1, "(CAR '|a\nb|)"],
];

describe("the place of an error is that of the call that failed", () => {
  test.each(calls)("%s", (_title, code, form, name) => expectPlace(code, form, name));
});

test("a text that cannot be read has the place where reading ended", () => {
  expectPlace("(print 1)\n(list 2\n (foo) §", 1, "(LIST 2 (FOO))");
  expectPlace("(print 1)\n(defun average (list)\n  (list §", 1, "(DEFUN AVERAGE)");
  expectPlace("(print 1)\n(print 2) §)", 2, null);
  expectPlace("(print 1)\n(print nopack:fo§o)\n(print 2)", 1, "(PRINT)");
});

test("at the deadline the place is that of the loop", () => {
  const { code, ...place } = unmarked("(defun f (i)\n (print i)\n §(loop (incf i)))\n(f 0)");
  const { outcome } = evaluate(code, { deadlineMs: 100 });
  expect(outcome.status).toBe("timeout");
  expect(outcome.condition?.where).toEqual({ form: 0, ...place, in: "(DEFUN F)", ...HERE });
});

test("where the stack is exhausted the place is in the function that recurs", () => {
  const { condition } = evaluate("(print 1)\n(defun f (n)\n (+ 1\n  (f (1+ n))))\n(f 0)").outcome;
  expect(condition?.precedence).toContain("COMMON-LISP:STORAGE-CONDITION");
  expect(condition?.where).toMatchObject({ form: 1, in: "(DEFUN F)", elsewhere: null });
});

describe("a function of another text", () => {
  const elsewhere = (
    code: string,
    definition: string,
    form: number,
    name: string,
    inner: string,
    file: string | null,
  ) => {
    const { code: text, ...place } = unmarked(code);
    const there = unmarked(definition);
    expect(evaluate(text).outcome.condition?.where).toEqual({
      form,
      ...place,
      in: name,
      elsewhere: { line: there.line, column: there.column, in: inner, file },
      formElsewhere: expect.any(Number),
    });
  };

  test("of an earlier evaluation", () => {
    const definition = "(print 1)\n(defun earlier (x)\n  (print x)\n  §(car x))";
    evaluate(unmarked(definition).code);
    elsewhere("§(earlier 5)", definition, 0, "(EARLIER 5)", "(DEFUN EARLIER)", null);
    elsewhere(
      "(print 1)\n(defun f (x)\n (list\n §(earlier x)))\n(f 5)",
      definition,
      1,
      "(DEFUN F)",
      "(DEFUN EARLIER)",
      null,
    );
    // The innermost call of all is in this text.
    evaluate("(defun calls (f)\n (funcall f 5))");
    expectPlace("(print 1)\n(calls (lambda (x)\n  §(car x)))", 1, "(CALLS (LAMBDA (X) (CAR X)))");
  });

  test("in a package that is not the session's", () => {
    const definition =
      "(defpackage :far (:use :cl)) (in-package :far)\n(defun f (x)\n §(car x))\n(in-package :cl-user)";
    evaluate(unmarked(definition).code);
    elsewhere("(print 1)\n§(far::f 5)", definition, 1, "(FAR::F 5)", "(DEFUN FAR::F)", null);
  });

  test("of a form that is no definition", () => {
    const definition = "(setf (symbol-function 'made)\n (let ((a 1))\n  (lambda (x) §(+ a x))))";
    evaluate(unmarked(definition).code);
    elsewhere(
      "(print 1)\n§(made 'a)",
      definition,
      1,
      "(MADE 'A)",
      "(SETF (SYMBOL-FUNCTION 'MADE) ...)",
      null,
    );
  });

  const save = (text: string) =>
    evaluate(
      `(with-open-file (s "/far.lisp" :direction :output :if-exists :supersede) (write-string ${lispString(text)} s))`,
    );

  test("of a file that was loaded", () => {
    const definition = "(defvar *far* 1)\n(defun loaded (x)\n  (print x)\n  §(car x))\n";
    save(unmarked(definition).code);
    const code = '(load "/far.lisp")\n(defun f (x)\n  §(loaded x))\n(f 5)';
    elsewhere(code, definition, 1, "(DEFUN F)", "(DEFUN LOADED)", "/far.lisp");
    elsewhere("(print 1)\n§(loaded 6)", definition, 1, "(LOADED 6)", "(DEFUN LOADED)", "/far.lisp");
  });

  test("a form of a file that is being loaded", () => {
    const text = "(defvar *far* 1)\n(print (list 1\n  §(car 5)))\n(print 2)";
    save(unmarked(text).code);
    elsewhere(
      '(print 1)\n§(load "/far.lisp")',
      text,
      1,
      '(LOAD "/far.lisp")',
      "(PRINT (LIST 1 (CAR 5)))",
      "/far.lisp",
    );
    // Warnings of what is loaded stand where it is loaded.
    save("(defun far (x) 1)");
    const { warnings } = evaluate('(print 1)\n  (load "/far.lisp")').outcome;
    expect(warnings.map(({ position }) => position)).toEqual([{ line: 2, column: 2 }]);
    // Afterwards the text of the command is the present text again.
    expectPlace('(handler-case (load "/far.lisp")\n (error () 1))\n(print\n §(car 5))', 1, "(PRINT (CAR 5))");
  });
});

test("the engine tells whether the text has several forms", () => {
  const several = (code: string) => evaluate(code).outcome.condition?.severalForms;
  for (const code of [
    "(car 5)",
    "  (car 5) ; (car 6)",
    "(car 5) #| (car 6) |#",
    "(list foo:bar)",
    ")",
    "(car 5",
    "x9",
  ])
    expect([code, several(code)]).toEqual([code, false]);
  for (const code of ["(car 5) 1", "1 (car 5)", "(list foo:bar) 1", ") 1", "(list 1) )", "1 (car 5", "x9 1"])
    expect([code, several(code)]).toEqual([code, true]);
});

describe("of an exhausted stack", () => {
  const placeOf = (code: string): unknown[] => {
    const condition = evaluate(code, { deadlineMs: 60_000 }).outcome.condition;
    const { line, column } = condition?.where ?? {};
    return [line, column, (condition?.callers ?? []).map((each) => each.line)];
  };

  test("the form is told that has the calls in it by which a function calls itself", () => {
    expect(placeOf("(defun down (n)\n  (cons 1\n     (down (1+ n))))\n(down 0)")).toEqual([3, 5, [4]]);
    expect(placeOf("(defun two (n)\n  (car (list (two (1+ n))\n     (two n))))\n(two 0)")).toEqual([
      2,
      7,
      [4],
    ]);
    expect(placeOf("(defun ack (n)\n  (1+ (ack\n     (ack n))))\n(ack 0)")).toEqual([2, 6, [4]]);
    // In two forms of the body, or not written as calls: it is known where the function stands.
    expect(placeOf("(defun apart (n)\n  (print (apart n))\n  (apart n))\n(apart 0)")).toEqual([1, 13, [4]]);
    expect(placeOf("(defun by (n)\n  (list (funcall 'by n)\n     (by n)))\n(by 0)")[0]).toBe(1);
  });
});

describe("a file that cannot be read", () => {
  const write = (path: string, text: string): void => {
    evaluate(
      `(with-open-file (s ${lispString(path)} :direction :output :if-exists :supersede)
         (write-string ${lispString(text)} s))`,
    );
  };
  const failed = (code: string) => {
    const { condition } = evaluate(code).outcome;
    expect(condition).not.toBeNull();
    return condition;
  };

  test("says where, and what was never closed", () => {
    write("/open.lisp", "(defun whole () 1)\n(defun part (x)\n  (list x\n");
    const condition = failed('(load "/open.lisp")');
    expect(condition).toMatchObject({
      type: "INPUT-ERROR-IN-LOAD",
      where: {
        form: 0,
        line: 1,
        elsewhere: { line: 4, column: 0, in: "(DEFUN PART)", file: "/open.lisp" },
        formElsewhere: 1,
      },
      unclosed: { bracket: "(", position: { line: 3, column: 2 } },
    });
    // As SBCL says it.
    expect(condition?.message).toMatch(
      /^READ error during LOAD:\n\n {2}end of file on #<.*>\n\n {2}\(in form starting at line: 2, column: 0, position: 19\)$/,
    );
    expect(failed('(list 1)\n(load "/open.lisp")')?.where?.elsewhere?.file).toBe("/open.lisp");
  });

  test("a bracket too many has its place in the message, as in SBCL", () => {
    write("/close.lisp", "(list 1)\n(list 2))\n");
    const condition = failed('(load "/close.lisp")');
    expect(condition?.message).toMatch(
      /^READ error during LOAD:\n\n {2}unmatched close parenthesis\n\n {4}Line: 2, Column: \d+, File-Position: 17\n\n {4}Stream: #<.*>$/,
    );
    expect(condition?.unclosed).toBeNull();
    expect(condition?.where?.elsewhere).toMatchObject({ line: 2, file: "/close.lisp" });
  });

  test("an error of what it calls is not one of its text", () => {
    write("/fails.lisp", "(defun fails (x)\n  (car x))\n(fails 5)\n");
    failed('(load "/open.lisp")');
    const condition = failed('(load "/fails.lisp")');
    expect(condition?.type).toBe("TYPE-ERROR");
    expect(condition?.unclosed).toBeNull();
    expect(condition?.where?.elsewhere).toMatchObject({ line: 2, in: "(DEFUN FAILS)", file: "/fails.lisp" });
  });
});
