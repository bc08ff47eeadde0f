/** Warnings of the compiler as SBCL gives them, and who may muffle them. */
import { beforeAll, expect, test } from "vitest";
import { bootEvaluator, type Evaluator } from "./image.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
});

/** The messages of the warnings that a program gives, and the printed values of its last form. */
function run(code: string): { warnings: string[]; values: string[] } {
  const { warnings, values } = evaluate(code).outcome;
  return { warnings: warnings.map(({ message }) => message), values };
}

const warned = (code: string): string[] => run(code).warnings;

test("variables that nothing reads", () => {
  expect(warned("(defun v1 (x &optional y &rest z &aux (a 1)) 1)")).toEqual(
    ["X", "Y", "Z", "A"].map((name) => `The variable ${name} is defined but never used.`),
  );
  expect(warned("(let ((x 1)) (setq x 2) 3)")).toEqual(["The variable X is assigned but never read."]);
  expect(warned("(let ((x 1)) (setq x 2))")).toEqual([]);
  expect(warned("(destructuring-bind (a b) '(1 2) a)")).toEqual([
    "The variable B is defined but never used.",
  ]);
  expect(warned("(handler-case (values 1) (error () 2) (:no-error (x) x))")).toEqual([]);
  expect(warned("(handler-case 1 (error (c) 2))")).toEqual(["The variable C is defined but never used."]);
});

test("a ring among the constants keeps no warning from its end", () => {
  const ring = "'#1=(1 2 . #1#)";
  const never = `(let ((n 1)) (when (< n 0) (apply #'+ n ${ring})) n)`;
  expect(run(never)).toEqual({ warnings: [], values: ["1"] });
  const read = `(loop for x in ${ring} for i below 3 collect x into y finally (return (list i y)))`;
  expect(run(read)).toEqual({ warnings: [], values: ["(3 (1 2 1))"] });
  const unread = `(loop for x in ${ring} for i below 3 collect x into y finally (return i))`;
  expect(run(unread)).toEqual({ warnings: ["The variable Y is assigned but never read."], values: ["3"] });
});

test("declarations say what is not to be used", () => {
  expect(warned("(defun v2 (x) (declare (ignore x)) 1)")).toEqual([]);
  expect(warned("(defun v2 (x) (declare (ignore x)) x)")).toEqual([
    "reading an ignored variable: X",
    "redefining COMMON-LISP-USER::V2 in DEFUN",
  ]);
  expect(warned("(let ((x 1)) (declare (ignore y)) x)")).toEqual([
    "IGNORE declaration for an unknown variable: Y",
  ]);
});

test("variables of standard macros are not accused", () => {
  const programs = [
    "(dolist (x '(1 2)) 1)",
    "(dotimes (i 2) 1)",
    "(do ((i 0 (1+ i)) (j 0)) ((> i 3)) 1)",
    "(loop for x in '(1 2) for (a b) in '((1 2)) with y = 2 collect 1)",
    "(with-output-to-string (s) 1)",
    "(defmethod v3 ((x integer) y) 1)",
  ];
  for (const program of programs) expect(warned(program)).toEqual([]);
});

test("what a macro of the program's binds is the program's, with a package or without", () => {
  const macro = (body: string): string =>
    `(defmacro binding-macro (x) (let ((g (make-symbol "TMP"))) ${body}))`;
  const unused = "The variable #:TMP is defined but never used.";
  const programs: [string, string, string[]][] = [
    ["`(let ((,g ,x)) 5)", "(binding-macro 1)", [unused]],
    ["`(let ((,g ,x)) 5)", "(defun v7 () (binding-macro 1)) (fmakunbound 'v7)", [unused]],
    ["`(let* ((,g ,x) (y 2)) y)", "(binding-macro 1)", [unused]],
    [
      "`(let ((,g 0)) (setf ,g ,x) 1)",
      "(binding-macro 1)",
      [unused.replace("defined", "assigned").replace("used", "read")],
    ],
    ["`(lambda (,g) ,x)", "(funcall (binding-macro 1) 2)", [unused]],
    ["`(multiple-value-bind (a ,g) ,x a)", "(binding-macro (floor 7 2))", [unused]],
    ["`(prog1 5 (let ((,g ,x)) ,g))", "(binding-macro 1)", []],
    ["`(let ((,g ,x)) (declare (ignorable ,g)) 5)", "(binding-macro 1)", []],
    ["`(dolist (,g ,x) 5)", "(binding-macro '(1))", []],
    ["`(loop for ,g in ,x collect 5)", "(binding-macro '(1))", []],
  ];
  for (const [body, use, warnings] of programs) {
    expect(warned(`${macro(body)} ${use}`), body).toEqual(warnings);
    evaluate("(fmakunbound 'binding-macro)");
  }
});

test("a warning that a macro signals while the compiler expands it is one that was caught", () => {
  const labels = (code: string): string[] => evaluate(code).outcome.warnings.map(({ label }) => label);
  evaluate(`(define-condition own-warning (warning) ())
    (defmacro warning-macro (type) (warn type) 1)`);
  const styles = "(defun v8 () (warning-macro sb-int:simple-style-warning)) (fmakunbound 'v8)";
  expect(labels(styles)).toEqual(["STYLE-WARNING"]);
  expect(labels("(warning-macro style-warning)")).toEqual(["STYLE-WARNING"]);
  expect(labels("(warning-macro own-warning)")).toEqual(["WARNING"]);
  expect(labels("(macroexpand-1 '(warning-macro own-warning))")).toEqual(["OWN-WARNING"]);
  expect(labels("(warn 'own-warning)")).toEqual(["OWN-WARNING"]);
});

test("calls that do not fit", () => {
  expect(warned("(defun two (a b) (list a b)) (defun v4 () (two 1))")).toEqual([
    "The function TWO is called with one argument, but wants exactly two.",
  ]);
  expect(warned("(defun v5 (x) (subseq x 1 2 3))")).toEqual([
    "The function SUBSEQ called with four arguments, but wants at most three.",
  ]);
  expect(warned("(defun named (a &key b) (list a b)) (defun v6 () (named 1 :c 2))")).toEqual([
    ":C is not a known argument keyword.",
  ]);
  expect(warned("(defun v7 () (later 1)) (defun later (a b) (list a b))")).toEqual([
    "undefined function: COMMON-LISP-USER::LATER",
    "(The function was previously called with one argument, but wants at least two.)",
  ]);
});

test("handlers and declarations muffle", () => {
  const muffled = "(handler-bind ((warning #'muffle-warning)) (eval '(defun v8 (x) (not-defined-8))))";
  expect(warned(muffled)).toEqual([]);
  expect(run("(handler-case (eval '(let ((x 1)) 2)) (style-warning (c) (type-of c)))")).toEqual({
    warnings: [],
    values: ["JSCL-MCP:SIMPLE-STYLE-WARNING"],
  });
  expect(warned("(defun v9 (x) (declare (muffle-conditions style-warning)) (not-defined-9))")).toEqual([]);
});

test("messages abbreviate QUOTE and FUNCTION, as SBCL prints a program", () => {
  const message = (code: string) => evaluate(code).outcome.condition?.message;
  expect(message("(the fixnum 'x)")).toBe("Value of 'X in (THE FIXNUM 'X) is X, not a FIXNUM.");
  expect(message("(defun q1 () (+ 1 '(quote x))) (q1)")).toBe(
    "Value of ''X in (+ 1 ''X) is 'X, not a NUMBER.",
  );
  expect(message("(defun q2 () (car #'car)) (q2)")).toBe(
    "Value of #'CAR in (CAR #'CAR) is #<FUNCTION CAR>, not a LIST.",
  );
  expect(warned("(defun q3 () (symbol-name '(a 'b)))")[0]).toMatch(/^Constant \(A 'B\) conflicts/);
});

test("a compilation unit warns at its end", () => {
  expect(warned("(with-compilation-unit () (eval '(defun va () (vb))) (eval '(defun vb () 1)))")).toEqual([]);
  expect(warned("(let () (defun vc () (vd)) (defun vd () 1))")).toEqual([]);
});

test("COMPILE says whether it failed", () => {
  expect(run("(multiple-value-list (compile nil '(lambda () (if))))").values[0]).toMatch(/ T T\)$/);
  expect(run("(multiple-value-list (compile nil '(lambda () 1)))").values[0]).toMatch(/ NIL NIL\)$/);
});

test("types that conflict are warned of, and signalled where the code is reached", () => {
  const reference = '\nSee also:\n  The SBCL Manual, Node "Handling of Types"';
  const constant = `Constant 5 conflicts with its asserted type LIST.${reference}`;
  expect(warned("(defun t1 () (car 5))")).toEqual([constant]);
  const { warnings, condition } = evaluate('(let ((x "a")) (+ x 1))').outcome;
  expect(warnings.map(({ type, message }) => `${type}: ${message}`)).toEqual([
    `TYPE-WARNING: Derived type of COMMON-LISP-USER::X is\n  (VALUES (SIMPLE-ARRAY CHARACTER (1)) &OPTIONAL),\nconflicting with its asserted type\n  NUMBER.${reference}`,
  ]);
  expect(condition?.type).toBe("SIMPLE-TYPE-ERROR");
  expect(condition?.message).toBe('Value of X in (+ X 1) is "a", not a NUMBER.');
  for (const fine of [
    "(let ((x 5)) (if (consp x) (car x) x))",
    "(let ((x nil)) (setq x 5) (+ x 1))",
    "(defun t2 (y) (let ((x nil)) (dotimes (i 3) (when x (+ x 1)) (setq x y)) x))",
    "(defun t3 () (let ((x nil)) (flet ((s () (setq x 5))) (s) (+ x 1))))",
    "(defun t4 (y) (let ((x 0)) (tagbody top (when (> x 3) (go end)) (setq x y) (go top) end) (car x)))",
    "(when nil (car 5))",
    "(let ((x nil)) (unless x (setq x 1)) (+ x 1))",
  ]) {
    expect(warned(fine)).toEqual([]);
  }
});

test("constant calls that fail, constants that are changed", () => {
  expect(warned("(defun t5 () (/ 1 0))")).toEqual([
    "Lisp error during constant folding:\narithmetic error DIVISION-BY-ZERO signalled\nOperation was (/ 1 0).",
  ]);
  expect(warned("(defun t6 () (sort '(2 1) #'<))")[0]).toMatch(
    /^Destructive function SORT called on constant data: \(2 1\)/,
  );
});

test.each([
  ["(defun f (x) (nunion x '(2)))", "NUNION"],
  ["(defun f (x) (nset-difference '(1) x))", "NSET-DIFFERENCE"],
  ["(defun f (x) (nsubst-if 1 x '(1 2)))", "NSUBST-IF"],
  ["(defun f (x) (merge 'list x '(2) #'<))", "MERGE"],
  ["(defun f (x) (map-into '(1 2) #'1+ x))", "MAP-INTO"],
  ['(defun f (x) (read-sequence "abc" x))', "READ-SEQUENCE"],
  ["(defun f (x) (nconc x '(1) x))", "NCONC"],
])("a literal that a function changes is warned of: %s", (code, name) => {
  expect(warned(code)[0]).toMatch(new RegExp(`^Destructive function ${name} called on constant data`));
});

test("a literal that a function leaves alone is not", () => {
  expect(warned("(defun g (x) (list (substitute 1 2 '(1)) (nconc x '(1)) (union '(1) x)))")).toEqual([]);
});

test("the types in literal type specifiers are looked for", () => {
  const message = ["undefined type: COMMON-LISP-USER::NO-SUCH-TYPE"];
  expect(warned("(defun g1 (x) (subtypep x 'no-such-type))")).toEqual(message);
  // SBCL looks three times.
  const all = [...message, ...message, ...message];
  expect(warned("(defun g2 (x) (make-array x :element-type 'no-such-type))")).toEqual(all);
  expect(warned("(defun g3 (x) (merge '(vector no-such-type) x x #'<))")).toEqual(all);
  expect(warned("(defun g4 (x) (list x (upgraded-array-element-type 'no-such-type)))")).toEqual([]);
  expect(warned("(defun g5 (x) (make-array x :initial-element 'no-such-type))")).toEqual([]);
});

test("a stream of another kind than a function takes", () => {
  expect(warned("(defun g6 () (two-way-stream-input-stream 'a))")[0]).toMatch(
    /^Constant A conflicts with its asserted type TWO-WAY-STREAM/,
  );
});

test("control strings, keys of CASE", () => {
  expect(warned('(defun t7 () (format nil "~a ~a" 1))')[0]).toMatch(
    /^Too few arguments \(1\) to FORMAT "~a ~a": requires at least 2\./,
  );
  expect(warned('(defun t10 (x) (cerror "~a ~a" "~a" x x x))')[0]).toMatch(
    /^Too many arguments \(3\) to CERROR "~a ~a" "~a": uses at most 2\./,
  );
  expect(warned('(defun t11 (x) (cerror "a" "~a ~a" x) (signal "~a" x x) (break "~a ~a" x))')).toEqual([]);
  expect(warned('(defun t8 () (format nil "~{~a ~}~%" nil 2))')[0]).toMatch(/^Too many arguments \(2\)/);
  expect(warned("(defun t9 (x) (case x (1 :a) ((2 1) :b)))")[0]).toMatch(/^Duplicate key 1 in CASE form/);
});

test("a file that is loaded again redefines nothing", () => {
  const file = (text: string) =>
    `(with-open-file (s "/again.lisp" :direction :output :if-exists :supersede) (write-string "${text.replace(/["\\]/g, "\\$&")}" s))`;
  const text = `(define-condition again (error) ((why :initarg :why :reader again-why)))
    (defgeneric again-area (x) (:documentation "Its area."))
    (defclass again-square () ((side :initarg :side :accessor again-side)))
    (defmethod again-area ((x again-square)) (again-side x))
    (defmethod again-area :around ((x again-square)) (call-next-method))
    (defmethod print-object ((x again-square) s) (princ "square" s))
    (defmethod (setf again-area) (new (x again-square)) new)
    (defmacro again-macro (x) x)
    (defun again-f (x) x)`;
  evaluate(file(text));
  expect(warned('(load "/again.lisp")')).toEqual([]);
  expect(warned('(load "/again.lisp")')).toEqual([]);
  expect(warned('(load (compile-file "/again.lisp"))')).toEqual([]);
  // Another text, and the file after it, do redefine.
  const methods = (name: string) => [`redefining ${name} in DEFMETHOD`];
  const area = "AGAIN-AREA (#<STANDARD-CLASS COMMON-LISP-USER::AGAIN-SQUARE>)";
  expect(warned("(defmethod again-area ((x again-square)) 2)")).toEqual(methods(area));
  expect(warned('(load "/again.lisp")')).toEqual(methods(area));
  expect(warned('(load "/again.lisp")')).toEqual([]);
});
