import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bootEvaluator, type Evaluator, saidOf } from "./image.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
});

const values = (code: string) => saidOf(evaluate(code));

const DEFINITIONS = `
  (defstruct pt x (y 2 :type integer) (z 0 :read-only t))
  (defstruct (p3 (:include pt (x 5)) (:conc-name p3.)) w)
  (defstruct (bo (:constructor new-bo (a &optional (b 3) &key c &aux (d 9))) (:constructor bo2 (a b))
                 (:copier nil) (:predicate is-bo))
    a b c (d 1))`;

beforeEach(() => {
  const ready = evaluate(`(unless (fboundp 'make-pt) (eval '(progn ${DEFINITIONS})))`).outcome;
  expect(ready.condition).toBeNull();
});

describe("options of DEFSTRUCT", () => {
  test.each([
    ["(make-pt :x 1)", "#S(PT :X 1 :Y 2 :Z 0)"],
    ["(make-p3 :w 1)", "#S(P3 :X 5 :Y 2 :Z 0 :W 1)"],
    ["(list (pt-x (make-p3)) (p3.x (make-p3 :x 7)) (pt-p (make-p3)) (p3-p (make-pt)))", "(5 7 T NIL)"],
    [
      "(list (new-bo 1) (new-bo 1 2 :c 3) (bo2 1 2))",
      "(#S(BO :A 1 :B 3 :C NIL :D 9) #S(BO :A 1 :B 2 :C 3 :D 9) #S(BO :A 1 :B 2 :C NIL :D 1))",
    ],
    ["(list (is-bo (bo2 1 2)) (fboundp 'bo-p) (fboundp 'copy-bo) (fboundp 'make-bo))", "(T NIL NIL NIL)"],
    [
      "(defstruct (tl (:type list)) a b) (list (make-tl :a 1 :b 2) (tl-b '(1 2)) (fboundp 'tl-p))",
      "((1 2) 2 NIL)",
    ],
    [
      "(defstruct (tn (:type list) :named (:initial-offset 2)) a) (list (make-tn :a 1) (tn-p (make-tn)) (tn-a (make-tn :a 5)))",
      "((NIL NIL TN 1) T 5)",
    ],
    [
      "(defstruct (tv (:type vector) :named) a) (list (make-tv :a 1) (tv-p (make-tv)) (tv-p 5))",
      "(#(TV 1) T NIL)",
    ],
    [
      '(defstruct (pr (:print-function (lambda (o s d) (declare (ignore d)) (format s "<~a>" (pr-a o))))) a) (make-pr :a 1)',
      "<1>",
    ],
    ['(defstruct (po (:print-object (lambda (o s) (format s "<~a>" (po-a o))))) a) (make-po :a 1)', "<1>"],
    ["(defstruct (nc (:conc-name nil)) aaa) (aaa (make-nc :aaa 3))", "3"],
    [
      "(defstruct (mk (:constructor mk1) (:constructor mk2 (&rest a))) a) (list (mk1 :a 1) (mk2 1 2))",
      "(#S(MK :A 1) #S(MK :A (1 2)))",
    ],
    [
      "(let ((n 1)) (defstruct inner (a (incf n))) (list (make-inner) (make-inner)))",
      "(#S(INNER :A 2) #S(INNER :A 3))",
    ],
  ])("%s", (code, expected) => expect(values(code)).toBe(expected));
});

/** Answers of SBCL 2.2.9. */
describe("a constructor by order of arguments checks its values as THE does", () => {
  let count = 0;
  const typed = (lambdaList: string, slots: string) =>
    `(defstruct (checked-${++count} (:conc-name checked-) (:constructor new-checked ${lambdaList})) ${slots})`;
  test.each([
    [
      typed("(v)", "(v 0 :type fixnum)"),
      "(new-checked 'a)",
      "TYPE-ERROR: The value A is not of type FIXNUM.",
    ],
    [
      typed("(v &key ((:k w) 'x))", '(v 0) (w "" :type string)'),
      "(new-checked 1 :k 3)",
      "TYPE-ERROR: The value 3 is not of type STRING.",
    ],
    [
      typed("(w v)", "(v 0 :type symbol) (w 0 :type string)"),
      "(new-checked 1 2)",
      "TYPE-ERROR: The value 2 is not of type SYMBOL.",
    ],
    [typed("(a &aux v)", "a (v 0 :type fixnum)"), "(checked-a (new-checked 1))", "1"],
    [typed("(a &aux (v a))", "a (v 0 :type fixnum)"), "(checked-v (new-checked 1))", "1"],
  ])("%s %s", (definition, form, expected) => {
    expect(evaluate(definition).outcome.condition).toBeNull();
    expect(values(form)).toBe(expected);
  });

  test.each([
    [typed("(&rest v)", "(v 0 :type fixnum)"), "Derived type of COMMON-LISP-USER::V is"],
    [typed("(a)", "a (v nil :type fixnum)"), "Constant NIL conflicts with its asserted type FIXNUM."],
  ])("what cannot fit is a warning of %s", (definition, message) => {
    const { warnings } = evaluate(definition).outcome;
    expect(warnings.map((warning) => warning.message).join()).toContain(message);
  });
});

describe("a slot that :INCLUDE overrides", () => {
  const DEFINED = `(defstruct ground (g 0 :type fixnum :read-only t))
    (defstruct (house (:include ground (g 1))) h)`;
  test("keeps the type and :READ-ONLY of the slot that it overrides", () => {
    expect(evaluate(DEFINED).outcome.condition).toBeNull();
    expect(values("(make-house :g 'x)")).toBe(
      "TYPE-ERROR: The value X is not of type FIXNUM when setting slot G of structure HOUSE.",
    );
    expect(values("(list (house-g (make-house)) (fboundp '(setf house-g)))")).toBe("(1 NIL)");
  });
});

describe("instances", () => {
  test.each([
    [
      "(let ((p (make-pt))) (incf (pt-y p) 5) (push 1 (pt-x p)) (list p (copy-pt p) (eq p (copy-pt p))))",
      "(#S(PT :X (1) :Y 7 :Z 0) #S(PT :X (1) :Y 7 :Z 0) NIL)",
    ],
    [
      "(list (typep (make-p3) 'pt) (type-of (make-p3)) (equalp (make-pt) (make-pt)) (slot-value (make-pt :x 4) 'x))",
      "(T P3 T 4)",
    ],
    ["(defmethod foox ((p pt)) :pt) (foox (make-p3))", ":PT"],
    ["#S(pt :x 3)", "#S(PT :X 3 :Y 2 :Z 0)"],
    ["(pt-x 3)", "TYPE-ERROR: The value 3 is not of type COMMON-LISP-USER::PT."],
    [
      "(setf (pt-x nil) 1)",
      "SIMPLE-TYPE-ERROR: Value of NIL in (THE PT NIL) is NIL, not a COMMON-LISP-USER::PT.",
    ],
    [
      "(p3.w (make-pt))",
      "TYPE-ERROR: The value #S(PT :X NIL :Y 2 :Z 0) is not of type COMMON-LISP-USER::P3.",
    ],
    [
      '(make-pt :y "a")',
      'TYPE-ERROR: The value "a" is not of type INTEGER when setting slot Y of structure PT.',
    ],
    [
      "(let ((p (make-pt))) (setf (pt-y p) :s))",
      "SIMPLE-TYPE-ERROR: Value of :S in (SB-KERNEL:THE* (INTEGER :CONTEXT (:STRUCT PT . Y)) :S) is :S, not a INTEGER.",
    ],
    ["(copy-structure 4)", "TYPE-ERROR: The value 4 is not of type STRUCTURE-OBJECT when binding STRUCTURE."],
  ])("%s", (code, expected) => expect(values(code)).toBe(expected));

  test("a reader called inside a function leaves no frame of its own, one called as a function does", () => {
    const top = (code: string) => evaluate(code).outcome.condition?.frames[0]?.text;
    expect(top("(pt-x 5)")).toBe("(PT-X 5)");
    expect(top("(defun walk (n) (pt-x (pt-x n))) (walk (make-pt))")).toBe("(WALK #S(PT :X NIL :Y 2 :Z 0))");
    expect(top("(mapcar #'pt-x '(5))")).toBe("(PT-X 5)");
  });

  test.each([
    // SBCL 2.2.9 writes in place: its frame 0 is the caller's.
    [
      "(decf (pt-y p) (car (list 2.5)))",
      "TYPE-ERROR: The value -0.5 is not of type INTEGER when setting slot Y of structure PT.",
    ],
    ["(setf (pt-y (pt-x p)) p)", "TYPE-ERROR: The value NIL is not of type COMMON-LISP-USER::PT."],
    [
      "(setf (ev-n (make-ev)) p)",
      "TYPE-ERROR: The value #S(PT :X NIL :Y 2 :Z 0) is not of type (SATISFIES COMMON-LISP-USER::EVENP*) when setting slot N of structure EV.",
    ],
    [
      "(setf (ev-d (make-ev)) p)",
      "TYPE-ERROR: The value #S(PT :X NIL :Y 2 :Z 0) is not of type DOUBLE-FLOAT when setting slot D of structure EV.",
    ],
  ])("a writer called inside a function leaves no frame of its own: %s", (form, message) => {
    evaluate(`(defun evenp* (x) (and (integerp x) (evenp x)))
      (defstruct ev (n 0 :type (satisfies evenp*)) (d 0d0 :type double-float))`);
    const { condition } = evaluate(`(defun change (p) ${form} p)\n(change (make-pt))`).outcome;
    expect(`${condition?.type}: ${condition?.message}`.replace(/[.]?$/, ".")).toBe(message);
    expect(condition?.frames[0]?.text).toBe("(CHANGE #S(PT :X NIL :Y 2 :Z 0))");
    expect(condition?.where?.line).toBe(1);
  });

  test("a writer called as a function has its frame, and so has one that is defined anew", () => {
    const top = (code: string) => evaluate(code).outcome.condition?.frames[0]?.text;
    expect(top("(mapcar #'(setf pt-y) '(a) (list (make-pt)))")).toBe(
      "((SETF PT-Y) A #S(PT :X NIL :Y 2 :Z 0))",
    );
    evaluate("(defstruct odd (n 0 :type integer)) (defun alter (o n) (setf (odd-n o) n) o)");
    const anew = '(defun (setf odd-n) (n o) (error "~a ~a" n o))';
    expect(top(`${anew} (alter (make-odd) :x)`)).toBe("((SETF ODD-N) :X #S(ODD :N 0))");
  });

  test("an accessor that is defined anew is called", () => {
    expect(values("(defstruct box v) (defun box-v (x) (list :mine x)) (defun f () (box-v 3)) (f)")).toBe(
      "(:MINE 3)",
    );
  });
});

describe("definitions that are wrong", () => {
  test.each([
    ["(defstruct a1 b b)", "SIMPLE-PROGRAM-ERROR: duplicate slot name B"],
    ["(defstruct (a1 (:include nope)) b)", "SIMPLE-ERROR: Class is not yet defined or was undefined: NOPE"],
    ["(defstruct (a1 (:bogus 1)) b)", "SIMPLE-ERROR: unknown DEFSTRUCT option:\n  (:BOGUS 1)"],
    ["(defstruct 5 b)", "SIMPLE-ERROR: DEFSTRUCT: 5 is not a symbol."],
    [
      "(defstruct (a1 (:include pt (nope 1))) b)",
      "SIMPLE-PROGRAM-ERROR: slot name NOPE not present in included structure",
    ],
    ["(defstruct (a1 (:include pt)) x)", "SIMPLE-PROGRAM-ERROR: slot name X duplicated via included PT"],
    ["(defstruct a1 5)", "SIMPLE-PROGRAM-ERROR: in DEFSTRUCT, 5 is not a legal slot description."],
  ])("%s", (code, expected) => expect(values(code)).toBe(expected));

  test("an incompatible new definition asks first, the same one does not", () => {
    evaluate("(defstruct again a b) (defvar *old* (make-again))");
    expect(values("(defstruct again a b) (again-a *old*)")).toBe("NIL");
    const { condition } = evaluate("(defstruct again a)").outcome;
    expect(condition?.restarts.map(({ name }) => name.replace(/^.*:/, ""))).toEqual([
      "CONTINUE",
      "RECKLESSLY-CONTINUE",
      "ABORT",
    ]);
    const code =
      "(handler-bind ((error #'continue)) (eval '(defstruct again a))) (list (make-again :a 1) (again-p *old*))";
    expect(values(code)).toBe("(#S(AGAIN :A 1) NIL)");
  });
});

test("TYPEP and TYPECASE of structures, and of names that get another definition", () => {
  const told = (form: string) =>
    values(`(let ((x ${form})) (list (typep x 'told) (typecase x (told 1) (t 2))))`);
  expect(
    values(`(defstruct told a) (defstruct (told-more (:include told)) b) (defstruct apart a)
      (defun told-p* (x) (typep x 'told)) (defvar *told* (make-told))
      (mapcar #'told-p* (list (make-told) (make-told-more) (make-apart) nil 5 "a" (vector 1) 'told 1.5))`),
  ).toBe("(T T NIL NIL NIL NIL NIL NIL NIL)");
  expect(told("(make-apart)")).toBe("(NIL 2)");
  expect(told("(make-told-more)")).toBe("(T 1)");
  expect(values("(defstruct told a) (list (told-p* (make-told)) (told-p* *told*) (told-p* 5))")).toBe(
    "(T T NIL)",
  );
  expect(
    values(`(handler-bind ((error #'continue)) (eval '(defstruct told other more)))
      (list (told-p* (make-told)) (told-p* 5) (told-p* (make-apart)))`),
  ).toBe("(T NIL NIL)");
});

test("slots whose names end in digits are told apart", () => {
  const definition = `(defstruct numbered a0 a1 x1 a3 a4 a5 a6 a7 a8 a9 a10 a11 x (x1_ 0d0 :type double-float))`;
  expect(
    values(`${definition}
      (let ((it (make-numbered :x1 :one :x :none :a1 1 :a11 11)))
        (setf (numbered-x it) :set (slot-value it 'a1) 2)
        (list (numbered-x1 it) (numbered-x it) (slot-value it 'x1) (numbered-a1 it) (slot-value it 'a11)
              (numbered-x1 (copy-numbered it)) (equalp it (copy-numbered it)) it))`),
  ).toBe(
    "(:ONE :SET :ONE 2 11 :ONE T #S(NUMBERED :A0 NIL :A1 2 :X1 :ONE :A3 NIL :A4 NIL :A5 NIL :A6 NIL :A7 NIL :A8 NIL :A9 NIL :A10 NIL :A11 11 :X :SET :X1_ 0.0d0))",
  );
});
