import { beforeAll, describe, expect, test } from "vitest";
import { errorRows, exactRows } from "../fixtures/seeds.js";
import { clauseOf, LOOP_WORDS } from "./engine.js";
import { bootEvaluator, type Evaluator } from "./image.js";

let evaluate: Evaluator;

/** Errors before anything is defined: then the guard alone says what hints are looked for. */
const FIRST = [
  ["(lenght '(1))", "LENGHT: function LENGTH, 1"],
  ["(find 1 '(1) :tset #'eql)", ":TSET: keyword :TEST, 1"],
  ["(destructuring-bind (&key width) '(:widht 1) width)", ":WIDHT: keyword :WIDTH, 1"],
  ["(make-instance 'standard-clas)", "STANDARD-CLAS: class STANDARD-CLASS, 1"],
  ["(typep 1 (car (list 'intger)))", "INTGER: type INTEGER, 1"],
] as const;
let firstHints: string[][];

beforeAll(async () => {
  evaluate = await bootEvaluator();
  firstHints = FIRST.map(([code]) => hintsOf(code));
  for (const code of definitions) expect(evaluate(code).outcome.condition).toBeNull();
});

const definitions = [
  "(defun word-count (text &optional limit) (list text limit))",
  "(defun scaled (x &key factor (offset 0)) (list x factor offset))",
  "(defun twin-name-a () 1) (defun twin-name-b () 2)",
  "(defvar *threshold* 3) (defvar *left-edge* 0) (defvar *left-edgy* 0)",
  "(defclass vehicle () ((wheels :initarg :wheels :accessor wheels-of) (colour :initarg :colour)))",
  "(defclass lorry (vehicle) ((load :initarg :load)))",
  "(defstruct book title author)",
  "(defgeneric describe-it (thing depth &key indent)) (defmethod describe-it (thing depth &key indent) indent)",
  "(defmacro with-doubled ((name value) &body body) `(let ((,name (* 2 ,value))) ,@body))",
  "(define-condition too-heavy (error) ((weight :initarg :weight)))",
  "(deftype small-number () '(integer 0 9))",
  "(defpackage #:tools (:use #:cl) (:export #:split-words #:twice-known))",
  "(defpackage #:more-tools (:use #:cl) (:export #:twice-known))",
  "(defun tools:split-words (x) x)",
  "(defun tools:twice-known (x) x) (defun more-tools:twice-known (x) x)",
  "(defvar *flet-made* (list 1))",
];

/** Each hint in short. */
function hintsOf(code: string): string[] {
  const { condition } = evaluate(code).outcome;
  expect(condition).not.toBeNull();
  return (condition?.hints ?? []).map(({ kind, about, text, thing, distance }) =>
    kind === "meant" ? `${about}: ${thing} ${text}, ${distance}` : `${kind} ${about}: ${text}`,
  );
}

describe("a hint says what was meant", () => {
  test.each([
    ["a function", '(wrod-count "a")', "WROD-COUNT: function WORD-COUNT, 1"],
    ["a function of the standard", "(lenght '(1))", "LENGHT: function LENGTH, 1"],
    ["a function that is an argument", "(mapcar 'lenght '((1)))", "LENGHT: function LENGTH, 1"],
    ["a function that FUNCTION names", "#'lenght", "LENGHT: function LENGTH, 1"],
    ["a long name with two slips", "(word-cuont1 1)", "WORD-CUONT1: function WORD-COUNT, 2"],
    ["a macro", "(with-dubled (x 1) x)", "UNBOUND"],
    ["a macro whose operands can be evaluated", "(unles t 1)", "UNLES: macro UNLESS, 1"],
    ["a special operator", "(thorw 'a 2)", "THORW: special operator THROW, 1"],
    ["an accessor", "(weels-of (make-instance 'vehicle))", "WEELS-OF: function WHEELS-OF, 1"],
    ["a place", "(setf (weels-of (make-instance 'vehicle)) 1)", "WEELS-OF: function WHEELS-OF, 1"],
    ["a structure's reader", "(book-tilte (make-book))", "BOOK-TILTE: function BOOK-TITLE, 1"],
    [
      "a function that another package exports",
      "(split-words 1)",
      "SPLIT-WORDS: function TOOLS:SPLIT-WORDS, 0",
    ],
    ["a variable", "*treshold*", "*TRESHOLD*: variable *THRESHOLD*, 1"],
    ["a constant", "most-positive-fixnm", "MOST-POSITIVE-FIXNM: variable MOST-POSITIVE-FIXNUM, 1"],
    [
      "a parameter",
      "(defun g1 (amount) (let ((rebate 1)) (- amuont rebate))) (g1 2)",
      "AMUONT: variable AMOUNT, 1",
    ],
    [
      "a variable of LET*",
      "(defun g2 (x) (let* ((total 1) (y (+ totl x))) y)) (g2 2)",
      "TOTL: variable TOTAL, 1",
    ],
    ["a keyword", "(scaled 1 :fcator 2)", ":FCATOR: keyword :FACTOR, 1"],
    ["a keyword of the standard", "(find 1 '(1) :tset #'eql)", ":TSET: keyword :TEST, 1"],
    ["a short keyword", "(sort (list 1) #'< :kye #'car)", ":KYE: keyword :KEY, 1"],
    ["a key of a list", "(destructuring-bind (&key width) '(:widht 1) width)", ":WIDHT: keyword :WIDTH, 1"],
    ["a keyword of a constructor", "(make-book :titel 1)", ":TITEL: keyword :TITLE, 1"],
    ["an initarg", "(make-instance 'lorry :weels 1)", ":WEELS: initarg :WHEELS, 1"],
    ["a slot", "(slot-value (make-instance 'lorry) 'wheel)", "WHEEL: slot WHEELS, 1"],
    ["a structure's slot", "(slot-value (make-book) 'tilte)", "TILTE: slot TITLE, 1"],
    ["a class", "(make-instance 'vehicel)", "VEHICEL: class VEHICLE, 1"],
    ["a condition class", "(error 'too-heavi)", "TOO-HEAVI: class TOO-HEAVY, 1"],
    ["a type", "(typep 1 (opaque 'intger))", "INTGER: type INTEGER, 1"],
    ["a type of the program's", "(typep 1 (opaque 'small-numbr))", "SMALL-NUMBR: type SMALL-NUMBER, 1"],
    ["a package", '(intern "X" "MORE-TOLS")', "MORE-TOLS: package MORE-TOOLS, 1"],
    ["a package that is read", "(tolls:split-words 1)", "TOLLS: package TOOLS, 1"],
    ["an exported symbol", "(tools:split-wrods 1)", "SPLIT-WRODS: symbol TOOLS:SPLIT-WORDS, 1"],
    ["a restart", "(restart-case (invoke-restart 'skpi) (skip () 1))", "SKPI: restart SKIP, 1"],
    ["a word of LOOP", "(loop for x in '(1) colect x)", "COLECT: LOOP keyword COLLECT, 1"],
  ])("%s: %s", (title, code, hint) => {
    evaluate("(defun opaque (x) (car (list x)))");
    if (hint === "UNBOUND") expect(hintsOf(code)).toEqual([]);
    else expect(hintsOf(code), title).toEqual([hint]);
  });
});

test("a hint is there at the first error of a session, too", () => {
  expect(firstHints).toEqual(FIRST.map(([, hint]) => [hint]));
});

describe("a hint says how a function is called", () => {
  test.each([
    ["too few", "(word-count)", ["lambda-list WORD-COUNT: (TEXT &OPTIONAL LIMIT)"]],
    ["too many", "(word-count 1 2 3)", ["lambda-list WORD-COUNT: (TEXT &OPTIONAL LIMIT)"]],
    ["by APPLY", "(apply 'word-count '(1 2 3))", ["lambda-list WORD-COUNT: (TEXT &OPTIONAL LIMIT)"]],
    ["a generic function", "(describe-it 1)", ["lambda-list DESCRIBE-IT: (THING DEPTH &KEY INDENT)"]],
    ["no keyword near", "(scaled 1 :zoom 2)", ["lambda-list SCALED: (X &KEY FACTOR (OFFSET 0))"]],
    ["an odd number of keywords", "(scaled 1 :factor)", ["lambda-list SCALED: (X &KEY FACTOR (OFFSET 0))"]],
    ["a function of the standard", "(apply #'nth '(1))", ["lambda-list NTH: (N LIST)"]],
    [
      "a keyword of the standard that is far from any",
      "(make-hash-table :weight 1)",
      [expect.stringMatching(/^lambda-list MAKE-HASH-TABLE: \(&KEY /)],
    ],
  ])("%s: %s", (_, code, hints) => {
    expect(hintsOf(code)).toEqual(hints);
  });
});

describe("a hint says what there is", () => {
  test.each([
    [
      "methods of a generic function",
      `(defclass shape () ()) (defclass box (shape) ()) (defgeneric span (a b))
       (defmethod span ((a box) (b integer)) 1) (defmethod span ((a (eql :all)) b) 2)
       (defmethod span :before ((a shape) b) 3)
       (span "x" 1)`,
      ["methods SPAN: ((EQL :ALL) T), (BOX INTEGER)"],
    ],
    ["no methods", "(defgeneric unspanned (a)) (unspanned 1)", ["methods UNSPANNED: "]],
    [
      "a LET that needs itself",
      "(let ((first-one 1) (next-one (1+ first-one))) next-one)",
      ["parallel FIRST-ONE: LET*"],
    ],
    [
      "the same in a function",
      "(defun two-ones () (let* ((a 1)) (let (b (c (list a)) (d (list c))) (list b d)))) (two-ones)",
      ["parallel C: LET*"],
    ],
    ["but not of one that is bound later", "(let ((a later-one) (later-one 2)) (list a later-one))", []],
    ["nor of a name that is quoted", "(progn (let ((qq 1) (b '(qq))) (list qq b)) (list qq))", []],
  ])("%s", (_, code, hints) => {
    expect(hintsOf(code)).toEqual(hints);
  });
});

describe("a hint that would help nobody is not there", () => {
  test.each([['(format nil "~D ~D" 1)'], ["(loop for x in '(1) zork x)"]])("%s", (code) => {
    expect(hintsOf(code)).toEqual([]);
  });

  test("but knows LOOP's words", () => {
    const own = LOOP_WORDS.split(/\s+/).filter((word) => !["FOR", "AS"].includes(word));
    for (const word of own) expect(clauseOf(word), word).toBeTypeOf("function");
  });
});

describe("a hint tells of an older definition", () => {
  test.each([
    [
      "a macro that was redefined",
      "(defmacro m1 (x) `(car ,x)) (defun f1 (x) (m1 x)) (defmacro m1 (x) `(list ,x)) (f1 3)",
      ["redefined F1: M1"],
    ],
    [
      "a macro that was defined later",
      "(defun f2 (x) (m2 x)) (defmacro m2 (x) `(list ,x)) (f2 3)",
      ["defined F2: M2"],
    ],
    [
      "an inline function",
      "(declaim (inline i3)) (defun i3 (x) (car x)) (defun f3 (x) (i3 x)) (defun i3 (x) (list x)) (f3 3)",
      ["redefined F3: I3"],
    ],
    [
      "a macro in a method",
      "(defmacro m4 (x) `(car ,x)) (defgeneric f4 (x)) (defmethod f4 ((x integer)) (m4 x))" +
        " (defmacro m4 (x) `(list ,x)) (f4 3)",
      ["redefined (METHOD F4 (INTEGER)): M4"],
    ],
    [
      "a macro in a local function",
      "(defmacro m5 (x) `(car ,x)) (defun f5 (x) (flet ((g (y) (m5 y))) (list (g x) 1)))" +
        " (defmacro m5 (x) `(list ,x)) (f5 3)",
      ["redefined F5: M5"],
    ],
  ])("%s", (_, code, hints) => {
    expect(hintsOf(code)).toEqual(hints.map((hint) => hint.replace("(METHOD", "(:METHOD")));
  });

  test.each([
    [
      "the macro is the same",
      "(defmacro m6 (x) `(car ,x)) (defun f6 (x) (m6 x)) (defmacro m6 (x) `(car ,x)) (f6 3)",
    ],
    [
      "the function was compiled again",
      "(defmacro m7 (x) `(cdr ,x)) (defun f7 (x) (m7 x)) (defmacro m7 (x) `(car ,x)) (defun f7 (x) (m7 x)) (f7 3)",
    ],
    [
      "another function has the macro",
      "(defmacro m8 (x) `(list ,x)) (defun f8 (x) (m8 x)) (defun g8 (x) (car x)) (defmacro m8 (x) `(vector ,x)) (g8 3)",
    ],
    [
      "the macro's name is quoted",
      "(defmacro m9 (x) `(list ,x)) (defun f9 (x) (list '(m9 1) (car x))) (defmacro m9 (x) `(vector ,x)) (f9 3)",
    ],
    [
      "the name is a variable",
      "(defmacro m10 (x) `(list ,x)) (defun f10 (x) (let ((m10 x)) (car m10))) (defmacro m10 (x) `(vector ,x)) (f10 3)",
    ],
    [
      "the name is a local function",
      "(defmacro m11 (x) `(list ,x)) (defun f11 (x) (flet ((m11 (y) (car y))) (list (m11 x) 1)))" +
        " (defmacro m11 (x) `(vector ,x)) (f11 3)",
    ],
    [
      "the name is a key",
      "(defmacro m12 (x) `(list ,x)) (defun f12 (x) (case x (m12 1) (t (car x)))) (defmacro m12 (x) `(vector ,x)) (f12 3)",
    ],
    [
      "a function that is not inline was redefined",
      "(defun g13 (x) (car x)) (defun f13 (x) (g13 x)) (defun g13 (x) (cdr x)) (f13 3)",
    ],
  ])("but not where %s", (_, code) => {
    expect(hintsOf(code)).toEqual([]);
  });
});

describe("a hint names a variable that gets no value", () => {
  test.each([
    [
      "where the function is at work",
      "(defun v1 (n) (multiple-value-bind (q r) (values (floor n 3)) (+ q r))) (v1 7)",
      "lost-value R: (VALUES (FLOOR N 3))",
    ],
    [
      "where the function has returned",
      "(defun v2 (n) (multiple-value-bind (q r) (car n) (list q r))) (defun w2 (n) (reduce #'+ (v2 n))) (w2 '(1))",
      "lost-value R: (CAR N)",
    ],
    [
      "in a method",
      "(defmethod v3 ((n integer)) (multiple-value-bind (q r s) (if (plusp n) (floor n 2) 3) (* q (or r 1) s)))" +
        " (v3 7)",
      "lost-value S: (IF (PLUSP N) (FLOOR N 2) 3)",
    ],
    [
      "of the last form of several",
      "(defun v4 (n) (multiple-value-bind (q r) (let ((m n)) (print m) (when m (car m))) (+ q r))) (v4 '(7))",
      "lost-value R: (LET ((M N)) (PRINT M) (WHEN M (CAR M)))",
    ],
    [
      "of another function",
      "(defun halves (n) (list n n)) (defun v13 (n) (multiple-value-bind (q r) (halves n) (+ r (length q)))) (v13 7)",
      "lost-value R: (LIST N N)",
    ],
    [
      "of one of the forms that a function may give",
      "(defun parted (n) (cond ((consp n) (values (car n) (cdr n))) (t (print n) (list n))))" +
        " (defun v14 (n) (multiple-value-bind (q r) (parted n) (+ r (length q)))) (v14 7)",
      "lost-value R: (LIST N)",
    ],
    [
      "of a function that another one ends in",
      "(defun ended (n s) (if (null n) (reverse s) (ended (cdr n) (cons (car n) s)))) (defun begun (n)" +
        " (if n (ended n '()) (values n n))) (defun v15 (n) (multiple-value-bind (q r) (begun n)" +
        " (+ r (length q)))) (v15 '(7))",
      "lost-value R: (REVERSE S)",
    ],
    [
      "of LOOP",
      "(defun lowest (n) (loop for x in n minimize x into low finally (return (* 1 low)))) (defun v16 (n)" +
        " (multiple-value-bind (q r) (lowest n) (+ r q))) (v16 '(7))",
      "lost-value R: (* 1 LOW)",
    ],
  ])("%s", (_, code, hint) => {
    expect(hintsOf(code)).toEqual([hint]);
    const position = evaluate(code).outcome.condition?.hints?.[0]?.position;
    const form = hint.slice(hint.indexOf("(")).toLowerCase();
    expect(code.slice(position?.column).startsWith(form)).toBe(true);
  });

  test("by what is around a variable that a function ends in", () => {
    const marked =
      "(defun twofold (n) §(let ((m (list n))) (print m) m)) (defun v17 (n) (multiple-value-bind (q r)";
    const code = `${marked.replace("§", "")} (twofold n) (+ r (length q)))) (v17 7)`;
    expect(hintsOf(code)).toEqual(["lost-value R: M"]);
    const position = { line: 1, column: marked.indexOf("§") };
    expect(evaluate(code).outcome.condition?.hints?.[0]?.position).toEqual(position);
  });

  test.each([
    [
      "another object than NIL is wrong",
      "(defun v5 (n) (multiple-value-bind (q r) (values n) (list r (+ q 1)))) (v5 'a)",
    ],
    ["there are enough", "(defun v6 (n) (multiple-value-bind (q r) (values n nil) (+ q r))) (v6 1)"],
    [
      "nobody knows how many there are",
      "(defun v7 (n) (multiple-value-bind (q r) (funcall n) (+ q r))) (v7 (lambda () 1))",
    ],
    [
      "a macro may give them",
      "(defmacro m7v () '(values 1 nil)) (defun v8 () (multiple-value-bind (q r) (m7v) (+ q r))) (v8)",
    ],
    [
      "a symbol macro may give them",
      "(defun v9 () (symbol-macrolet ((both (values 1 nil))) (multiple-value-bind (q r) both (+ q r)))) (v9)",
    ],
    ["another text has the function", "(reduce #'+ (v2 '((1))))"],
    [
      "a function leaves with them",
      "(defun g10 (n) (when n (return-from g10 (values n nil))) n) (defun v10 (n) (multiple-value-bind (q r) (g10 n)" +
        " (+ q r))) (v10 1)",
    ],
    [
      "a local function has the name",
      "(defun g11 (n) n) (defun v11 (n) (flet ((g11 (n) (values n nil))) (multiple-value-bind (q r) (g11 n)" +
        " (+ q r)))) (v11 1)",
    ],
    [
      "a function gives NIL alone, and means it",
      "(defun g12 (n) (if n (values n nil) nil)) (defun v12 (n) (multiple-value-bind (q r) (g12 n) (+ q r))) (v12 1)",
    ],
  ])("but not where %s", (_, code) => {
    expect(hintsOf(code).filter((hint) => hint.startsWith("lost-value"))).toEqual([]);
  });
});

describe("a hint tells where the wrong value comes from", () => {
  /** The form that is told stands behind the sign. */
  test.each([
    ["a variable's form", "(defun o1 (n) (let ((m §(list n))) (print n) (+ 1 m))) (o1 7)", "(7): (LIST N)"],
    [
      "a function's last form",
      "(defun last2 (n) (print n) §(assoc n '((1 . 2)))) (defun o2 (n) (let ((m (last2 n))) (+ 1 m))) (o2 7)",
      "NIL: (ASSOC N '((1 . 2)))",
    ],
    [
      "the only branch that can",
      "(defun branch3 (n) (if (< n 0) 0 §(position n '(1 2)))) (defun o3 (n) (* (branch3 n) n)) (o3 7)",
      "NIL: (POSITION N '(1 2))",
    ],
    [
      "one of several values",
      "(defun parts4 (n) (values n §(string n))) (defun o4 (n) (multiple-value-bind (q r) (parts4 n) (+ r 1) q))" +
        " (o4 'a)",
      '"A": (STRING N)',
    ],
    [
      "an argument of the caller's",
      "(defun inner5 (p q) (list (+ p q) p)) (defun o5 (n) (let ((m §(list n))) (car (inner5 1 m)))) (o5 7)",
      "(7): (LIST N)",
    ],
    [
      "what LOOP returns",
      "(defun all6 (n) (loop for x in n collect x into xs finally (return §(reverse xs)))) (defun o6 (n)" +
        " (+ 1 (all6 n))) (o6 '(7))",
      "(7): (REVERSE XS)",
    ],
    [
      "a local function's call",
      "(defun g8 (n) (list n)) (defun o8 (n) (flet ((g8 (n) (print n) (vector n))) (let ((m §(g8 n))) (g8 m)" +
        " (+ 1 m)))) (o8 7)",
      "#(7): (G8 N)",
    ],
    [
      "a constant, by what is around it",
      "(defun o9 (n) (let (§(m :none)) (print n) (+ n m))) (o9 7)",
      ":NONE: (M :NONE)",
    ],
    [
      "the array that an index is not one of",
      "(defun o10 (n) (let ((m §(vector n n))) (loop for i from 0 to 2 collect (aref m i)))) (o10 7)",
      "#(7 7): (VECTOR N N)",
    ],
    [
      "a clause",
      "(defun clause7 (n) (cond ((null n) 0) ((atom n) §(list n)) (t 1))) (defun o7 (n) (- (clause7 n) 3)) (o7 'a)",
      "(A): (LIST N)",
    ],
  ])("%s", (_, marked, hint) => {
    const code = marked.replace("§", "");
    const hints = evaluate(code).outcome.condition?.hints ?? [];
    expect(hints.map(({ kind, about, text }) => `${kind} ${about}: ${text}`)).toEqual([`origin ${hint}`]);
    expect(hints[0]?.position).toEqual({ line: 1, column: marked.indexOf("§") });
  });

  test.each([
    ["the variable is assigned", "(defun p1 (n) (let ((m (list n))) (setq m (cons m n)) (+ 1 m))) (p1 7)"],
    [
      "it is a part of the place that is assigned",
      "(defun p13 (n) (let ((m (list n))) (setf (values m n) (values 'a 2)) (+ 1 m n))) (p13 7)",
    ],
    [
      "it is assigned with others",
      "(defun p16 (n) (let ((list (list n))) (multiple-value-setq (list n) (values 'a 2)) (+ 1 list n))) (p16 7)",
    ],
    [
      "its property list is assigned",
      "(defun p14 (n) (let ((m (list :a n))) (setf (getf m :b) 1) (print n) (+ 1 m))) (p14 7)",
    ],
    [
      "a symbol macro stands for it",
      "(defun p15 (n) (let ((m (list n))) (symbol-macrolet ((y m)) (setq y '(3))) (+ 1 m))) (p15 7)",
    ],
    [
      "a macro may assign it",
      "(defmacro m2p (x) `(setq ,x (vector ,x))) (defun p2 (n) (let ((m (list n))) (m2p m) (+ 1 m))) (p2 7)",
    ],
    [
      "a macro may bind it",
      "(defmacro m3p (x) `(let ((m '(3))) ,x)) (defun p3 (n) (let ((m (list n))) (m3p (+ 1 m)))) (p3 7)",
    ],
    [
      "it is special",
      "(defvar *m4* 1) (defun g4p () (setq *m4* '(4))) (defun p4 (n) (let ((*m4* (list n))) (g4p) (+ 1 *m4*))) (p4 7)",
    ],
    [
      "it is declared special",
      "(defun g5p () (declare (special m5)) (setq m5 '(5))) (defun p5 (n) (let ((m5 (list n)))" +
        " (declare (special m5)) (g5p) (+ 1 m5))) (p5 7)",
    ],
    [
      "an element is wrong, not the list",
      "(defun g6p (n) (list n 'a)) (defun p6 (n) (let ((m (g6p n))) (reduce #'+ m))) (p6 7)",
    ],
    ["two branches may give it", "(defun p7 (n) (+ 1 (if (evenp n) (assoc n '()) (find n '())))) (p7 7)"],
    ["it is a parameter", "(defun p8 (n) (list (+ 1 n) n)) (p8 'a)"],
    [
      "the function has called itself meanwhile",
      "(defun g9p (n m) (if (plusp n) (g9p (1- n) (list m)) (+ m 1))) (defun p9 (n) (let ((m (list n))) (car (list" +
        " (g9p 2 m))))) (p9 7)",
    ],
    ["it stands in the failing form", "(defun p11 (n) (list (+ 1 (list n)) n)) (p11 7)"],
  ])("but not where %s", (_, code) => {
    expect(hintsOf(code)).toEqual([]);
  });

  test("but not where another text has the form", () => {
    evaluate("(defun last2 (n) (print n) (assoc n '((1 . 2))))");
    expect(hintsOf("(defun p12 (n) (list (+ 1 (last2 n)) n)) (p12 7)")).toEqual([]);
  });
});

describe("there is no hint", () => {
  test.each([
    [
      "a local function is called wrongly",
      "(defun loc (p q) (flet ((g (a) (list p q a a a a))) (list (funcall (car (list #'g)) 1 2) (g 1)))) (loc 1 2)",
    ],
    ["two names are as near", "(twin-name-c)"],
    ["two variables are as near", "*left-edg*"],
    ["two packages export the name", "(twice-known 1)"],
    ["the name is short", "(fst '(1))"],
    ["a short variable", "(+ nli 1)"],
    ["nothing is near", "(frobnicate-everything 1)"],
    ["the near name is no function", "(*threshol* 1)"],
    ["the near name is no variable", "(list word-coun)"],
    ["the near name is no class", "(make-instance 'word-coun)"],
    ["the near name is no condition", "(error 'vehicl)"],
    ["the slot is far", "(slot-value (make-instance 'vehicle) 'engine)"],
    ["the object has no slots", "(slot-value 3 'wheels)"],
    ["the initarg is far", "(make-instance 'vehicle :engine 1)"],
    ["the package is far", '(intern "X" "NOWHERE-NEAR")'],
    ["the restart is far", "(invoke-restart 'continue-anyway)"],
    ["the type is far", "(typep 1 (opaque 'frob))"],
    ["a lambda expression says what it takes", "((lambda (x) x) 1 2)"],
    ["the program signals a type of the same name", "(error 'unbound-variable :name 3)"],
    [
      "a subclass of the program's",
      "(define-condition my-undefined (undefined-function) ()) (error 'my-undefined :name 'lenght)",
    ],
    ["the name that is complained of is there", "(error 'undefined-function :name 'car)"],
    ["a condition without its slots", "(error 'unbound-variable)"],
    ["a wrong value", "(word-count (car 3))"],
    ["a keyword that is no symbol", "(scaled 1 3 4)"],
  ])("where %s: %s", (_, code) => {
    const hints = hintsOf(code).filter((hint) => !hint.startsWith("lambda-list SCALED"));
    expect(hints).toEqual([]);
  });

  test.each([...errorRows, ...exactRows].map(({ seed, code }) => [seed, code]))(
    "in the seeds' example %s: %s",
    (_, code) => {
      expect(evaluate(code).outcome.condition?.hints ?? []).toEqual([]);
    },
  );

  test("of an error while a long name is looked for", () => {
    expect(hintsOf(`(${"a".repeat(5000)})`)).toEqual([]);
    expect(
      hintsOf(`(error 'undefined-function :name (intern (make-string 100000 :initial-element #\\A)))`),
    ).toEqual([]);
  });

  test("of a circular lambda list or source", () => {
    expect(hintsOf("(error 'undefined-function :name '#1=(setf . #1#))")).toEqual([]);
    expect(
      hintsOf(
        "(error 'simple-program-error :format-control \"invalid number of arguments: ~S\" :format-arguments '#1=(3 . #1#))",
      ),
    ).toEqual([]);
  });
});

test.each([
  ["(make-hash-table)", ["origin NIL: (GETHASH NAME *AGES*)", "keys *AGES*: EQL"]],
  ["(make-hash-table :test 'equal)", ["origin NIL: (GETHASH NAME *AGES*)"]],
])("a table made by %s in which a string is not found", (table, hints) => {
  evaluate(`(defparameter *ages* ${table}) (setf (gethash "ann" *ages*) 3)`);
  const code =
    '(defun age-of (name) (let ((age (gethash name *ages*))) (print name) (+ 1 age))) (age-of "bob")';
  expect(hintsOf(code)).toEqual(hints);
});
