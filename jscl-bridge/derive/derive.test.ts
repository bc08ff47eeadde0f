import { beforeAll, describe, expect, it } from "vitest";
import { ShapeError } from "./ast.js";
import { type DeriveReport, deriveJscl } from "./derive.js";
import { differences } from "./heap-comparison.js";
import { bootStock, loadDerived, printed, readStockSource, type TestImage } from "./testing.js";

const forms = [
  "(+ 1 2 3)",
  '(list 1 2.5 \'a :b "c" #\\d)',
  "(values 1 2 3)",
  "(floor 7 2)",
  "(let ((x 1) (y 2)) (psetq x y y x) (list x y))",
  "(mapcar #'1+ '(1 2 3))",
  "(reduce #'+ '(1 2 3 4) :initial-value 10)",
  "(sort (list 3 1 2) #'<)",
  "(remove-if #'oddp '(1 2 3 4 5))",
  "(find 3 '((1 . a) (3 . b)) :key #'car)",
  '(position #\\l "hello")',
  '(subseq "hello world" 6)',
  '(concatenate \'string "foo" "bar")',
  '(string-upcase "abc")',
  '(string= "abc" "abc")',
  "(char-code #\\A)",
  '(parse-integer "42 " :junk-allowed t)',
  '(read-from-string "(a b . c)")',
  '(format nil "~a ~s ~5d ~,2f ~x" "x" "y" 42 3.14159 255)',
  '(format nil "~{~a~^, ~}" \'(1 2 3))',
  '(format nil "~[zero~;one~:;many~]" 1)',
  '(format nil "~10<abc~>")',
  '(format nil "~r ~:r" 42 7)',
  "(with-output-to-string (s) (princ 'foo s) (terpri s))",
  '(let ((h (make-hash-table :test \'equal))) (setf (gethash "a" h) 1) (gethash "a" h))',
  "(let ((h (make-hash-table))) (dotimes (i 5) (setf (gethash i h) (* i i))) (hash-table-count h))",
  "(loop for i from 1 to 5 collect (* i i))",
  '(loop for x in \'(1 2 3) for y across "abc" sum x into s collect y into l finally (return (list s l)))',
  "(loop with a = 1 while (< a 100) do (setq a (* a 2)) finally (return a))",
  "(do ((i 0 (1+ i)) (acc nil (cons i acc))) ((= i 3) acc))",
  "(dolist (x '(1 2 3) 'done) (when (eql x 2) (return x)))",
  "(block nil (tagbody a (return 5)))",
  "(catch 'k (throw 'k 9))",
  "(unwind-protect 1 2)",
  '(handler-case (error "boom ~a" 1) (error (c) (format nil "~a" c)))',
  "(handler-case (car 1) (type-error (c) (type-error-datum c)))",
  "(handler-case (no-such-function) (undefined-function (c) (cell-error-name c)))",
  "(handler-case (symbol-value 'unbound-one) (unbound-variable (c) (cell-error-name c)))",
  '(ignore-errors (error "x"))',
  "(multiple-value-bind (a b) (truncate 17 5) (list a b))",
  "(destructuring-bind (a (b &optional c) &rest d) '(1 (2) 3 4) (list a b c d))",
  "(macroexpand-1 '(when a b c))",
  "(macroexpand-1 '(push 1 (cdr x)))",
  "(progn (defmacro derive-m (x) `(list ,x ,x)) (derive-m 3))",
  "(progn (defun derive-f (x &key (y 2) &rest z) (list x y)) (derive-f 1 :y 5))",
  "(progn (defstruct derive-point x y) (let ((p (make-derive-point :x 1))) (setf (derive-point-y p) 7) p))",
  "(derive-point-y (make-derive-point :x 1 :y 3))",
  "(progn (defclass derive-a () ((s :initarg :s :accessor derive-s :initform 4))) (derive-s (make-instance 'derive-a)))",
  "(progn (defgeneric derive-g (x)) (defmethod derive-g ((x derive-a)) (list :a (derive-s x))) (derive-g (make-instance 'derive-a :s 8)))",
  "(progn (defclass derive-b (derive-a) ()) (defmethod derive-g :around ((x derive-b)) (cons :b (call-next-method))) (derive-g (make-instance 'derive-b)))",
  "(class-name (class-of (make-instance 'derive-b)))",
  "(mapcar #'class-name (jscl::class-precedence-list (find-class 'derive-b)))",
  "(typep 3 'integer)",
  "(typep 3 '(or string (integer 0 5)))",
  "(subtypep 'integer 'number)",
  "(type-of '(1))",
  '(typecase "x" (number 1) (string 2))',
  "(etypecase 3 (string 1) (integer 2))",
  "(coerce '(1 2 3) 'vector)",
  "(let ((a (make-array '(2 2) :initial-element 0))) (setf (aref a 1 1) 5) a)",
  "(let ((v (make-array 3 :fill-pointer 0))) (vector-push 1 v) (length v))",
  "(symbol-plist 'derive-none)",
  '(intern "NEW-NAME")',
  "(package-name (symbol-package 'car))",
  '(let ((n 0)) (do-external-symbols (s "CL") (incf n)) n)',
  "(mapcar #'package-name (list-all-packages))",
  '(eq \'a (intern "A"))',
  "(funcall (compile nil '(lambda (x) (* x 2))) 4)",
  "(let ((f (let ((n 0)) (lambda () (incf n))))) (funcall f) (funcall f))",
  "(funcall (complement #'zerop) 1)",
  "(apply #'max 1 '(5 3))",
  "(let ((*print-base* 2)) (prin1-to-string 5))",
  "(assoc 'b '((a . 1) (b . 2)))",
  "(getf '(:a 1 :b 2) :b)",
  "(member 2 '(1 2 3))",
  "(union '(1 2) '(2 3))",
  "(copy-tree '(1 (2 3)))",
  "(every #'evenp '(2 4))",
  '(string-trim " " " x ")',
  "(boole boole-and 6 3)",
  "(expt 2 10)",
  "(documentation 'car 'function)",
  "(get-setf-expansion '(car x))",
  "(fboundp 'mapcar)",
  "(constantp 3)",
  "*features*",
];

let source: string;
let expected: [form: string, answer: string][];
let create: (options?: object) => TestImage;
let createByRunning: () => TestImage;
let code: string;
let report: DeriveReport;

beforeAll(() => {
  source = readStockSource();
  const stock = bootStock(source);
  expected = forms.map((form) => [form, printed(stock, form)]);
  const derived = deriveJscl(source);
  ({ code, report } = derived);
  create = loadDerived(code);
  createByRunning = loadDerived(deriveJscl(source, { snapshot: false }).code);
});

describe("the derived library", () => {
  it("answers forms as the stock library does", () => {
    const image = create();
    for (const [form, answer] of expected) expect([form, printed(image, form)]).toEqual([form, answer]);
  });

  it("answers them the same when its top level is run instead of restored", () => {
    const image = createByRunning();
    for (const [form, answer] of expected) expect([form, printed(image, form)]).toEqual([form, answer]);
  });

  it("restores the very heap that running the top level makes", () => {
    const run = createByRunning();
    const restored = create();
    // The one long array is made when it is asked for.
    expect(printed(restored, "(length jscl::*format-directive-expanders*)")).toBe("(1114111)");
    expect(printed(run, "(length jscl::*format-directive-expanders*)")).toBe("(1114111)");
    const times = /\.\*(BOOT-STAGE-TIMESTAMP|MOP-AWAKE-TIME)\*\.value: |safepoint\.fuel: /;
    expect(differences(run, restored).filter((difference) => !times.test(difference))).toEqual([]);
  });

  it("has the symbols of every package in the same order", () => {
    const image = create();
    const names = (one: TestImage) =>
      Object.entries(one.packages).map(([name, { symbols }]) => [name, Object.keys(symbols)]);
    expect(names(image)).toEqual(names(bootStock(source)));
  });

  it("can be stopped inside a library loop", () => {
    const safepoint = {
      fuel: 1e9,
      tick() {
        throw new Error("out of time");
      },
    };
    const image = create({ safepoint });
    expect(image.internals.safepoint).toBe(safepoint);
    safepoint.fuel = 10_000;
    expect(printed(image, "(length (let ((x (list 1 2))) (setf (cddr x) x) x))")).toBe("threw out of time");
  });

  it("makes images that share nothing but the realm", () => {
    const first = create();
    const second = create();
    printed(first, "(defvar derive-only-first 1)");
    expect(printed(first, "(boundp 'derive-only-first)")).toBe("(T)");
    expect(printed(second, "(boundp 'derive-only-first)")).toBe("(NIL)");
    first.internals.becomeCurrent();
    expect(printed(first, "(handler-case (car 5.5) (type-error () :caught))")).toBe("(::CAUGHT)");
  });

  it("counts what it changed", () => {
    expect(report).toMatchObject({
      loops: 585,
      boundedLoops: 1386,
      consoleStatements: 38,
      bareTables: 23,
      inlinedFunctions: 5101,
      platformStatements: 7,
    });
  });

  it("leaves no object of the library's that begins empty a prototype", () => {
    // What derives it adds these two.
    const own = ["(options = {})", "bare ? Object.create(null) : {}"];
    const library = own.reduce((text, each) => text.replaceAll(each, ""), code);
    expect(library.match(/.{0,80}[=(,:] ?\{\}[;,)]/g)).toBe(null);
  });

  it("refuses a file of another shape, saying what it found", () => {
    expect(() => deriveJscl("var jscl = {};")).toThrow(ShapeError);
    expect(() => deriveJscl("(function(){ var l1; })();")).toThrow(/internals\.globalEval/);
    expect(() => deriveJscl(source.replace("while (true)", "if (true)"))).toThrow(/WhileStatement/);
  });

  it("is the same for the same source", () => {
    expect(deriveJscl(source).code).toBe(code);
  });
});
