import { beforeAll, expect, test } from "vitest";
import { bootEvaluator, type Evaluator } from "./image.js";

let evaluate: Evaluator;

beforeAll(async () => {
  evaluate = await bootEvaluator();
});

function values(code: string): string[] {
  const { outcome } = evaluate(code);
  expect(outcome.condition?.message).toBeUndefined();
  return outcome.values;
}

function failure(code: string): { type: string; message: string; frames: string[] } | null {
  const { condition } = evaluate(code).outcome;
  if (condition === null) return null;
  const { type, message, frames } = condition;
  return { type, message, frames: frames.map(({ text }) => text).slice(0, 2) };
}

const POINT = "(defstruct point (x 0 :type fixnum) (y 7) (label (list 1)))";

test("a constructor by keywords makes what its call says, in the order of its arguments", () => {
  expect(
    values(`${POINT}
      (defun f (a) (let ((seen '())) (list (make-point :y (push :y seen) :x a :label (push :x seen)) seen)))
      (defun g () (make-point :x 1 :label nil))
      (list (f 3) (g) (point-p (g)) (eq (type-of (g)) 'point))`),
  ).toEqual(["((#S(POINT :X 3 :Y (:Y) :LABEL (:X :Y)) (:X :Y)) #S(POINT :X 1 :Y 7 :LABEL NIL) T T)"]);
});

test("an initial form that is no constant is evaluated for each instance", () => {
  expect(
    values(`${POINT}
      (defun f () (make-point))
      (list (point-label (f)) (eq (point-label (f)) (point-label (f))))`),
  ).toEqual(["((1) NIL)"]);
});

test("what does not fit is a call of the constructor, as in SBCL", () => {
  expect(failure(`${POINT} (defun f (a) (list (make-point :x a :label nil))) (f 'b)`)).toEqual({
    type: "TYPE-ERROR",
    message: expect.stringContaining("when setting slot X of structure POINT"),
    frames: ["(MAKE-POINT :X B :Y 7 :LABEL NIL)", "(F B)"],
  });
  expect(failure(`${POINT} (defun f (a) (list (make-point :z a))) (f 1)`)?.message).toMatch(/Unknown &KEY/);
  expect(failure(`${POINT} (defun f (a) (list (make-point :x))) (f 1)`)?.type).toBe("SIMPLE-PROGRAM-ERROR");
  expect(values(`${POINT} (defun f (a) (make-point :x a :x 'wrong :label nil)) (f 1)`)).toEqual([
    "#S(POINT :X 1 :Y 7 :LABEL NIL)",
  ]);
  expect(values(`${POINT} (defun f (k) (make-point k 3 :label nil)) (f :y)`)).toEqual([
    "#S(POINT :X 0 :Y 3 :LABEL NIL)",
  ]);
});

test("constructors by order", () => {
  expect(
    values(`(defstruct (pair (:constructor pair (left right)) (:constructor make-left (left)) (:constructor nothing ()))
        left (right :none) (third "c"))
      (defun f (a b) (list (pair a b) (make-left a) (nothing)))
      (f 1 2)`),
  ).toEqual([
    '(#S(PAIR :LEFT 1 :RIGHT 2 :THIRD "c") #S(PAIR :LEFT 1 :RIGHT :NONE :THIRD "c") #S(PAIR :LEFT NIL :RIGHT :NONE :THIRD "c"))',
  ]);
  expect(
    failure("(defstruct (duo (:constructor duo (a b))) a b) (defun f (x) (list (duo x))) (f 1)"),
  ).toEqual({
    type: "SIMPLE-PROGRAM-ERROR",
    message: "invalid number of arguments: 1",
    frames: ["(DUO 1)", "(F 1)"],
  });
});

test("slots of floats", () => {
  const program = `(defstruct v (x 0d0 :type double-float) (y 1.5 :type single-float) (n 0 :type fixnum))
    (defun f (a) (declare (double-float a)) (make-v :x (* a 2)))
    (defun g (a) (list (make-v :x a :n 3)))`;
  expect(values(`${program} (list (f 2d0) (g 1d0) (v-x (f 3d0)) (equalp (f 1d0) (make-v :x 2d0)))`)).toEqual([
    "(#S(V :X 4.0d0 :Y 1.5 :N 0) (#S(V :X 1.0d0 :Y 1.5 :N 3)) 6.0d0 T)",
  ]);
  expect(failure(`${program} (g 1)`)).toMatchObject({
    type: "TYPE-ERROR",
    frames: ["(MAKE-V :X 1 :Y 1.5 :N 3)", "(G 1)"],
  });
});

test("a structure that includes another, and one of other slots later", () => {
  expect(
    values(`(defstruct base a) (defstruct (more (:include base (a 5))) b)
      (defun f () (make-more :b 2))
      (list (f) (base-p (f)) (base-a (f)))`),
  ).toEqual(["(#S(MORE :A 5 :B 2) T 5)"]);
});

test("a constructor that is defined anew, traced, shadowed or not inline is called", () => {
  const program = "(defstruct cell v) (defun f (x) (make-cell :v x))";
  expect(values(`${program} (defun make-cell (&key v) (list :mine v)) (f 1)`)).toEqual(["(:MINE 1)"]);
  expect(values(`${program} (flet ((make-cell (&key v) (list :local v))) (make-cell :v 2))`)).toEqual([
    "(:LOCAL 2)",
  ]);
  expect(values(`${program} (locally (declare (notinline make-cell)) (make-cell :v 2))`)).toEqual([
    "#S(CELL :V 2)",
  ]);
  const { stdout } = evaluate(`${program} (trace make-cell) (f 3) (untrace)`);
  expect(stdout).toContain("(MAKE-CELL :V 3)");
});

test("what lets calls make instances is not misused", () => {
  for (const call of [
    "'car '() 0 '()",
    "1 2 3 4",
    "'zork nil 0 '((1 2 3))",
    `'zork nil 0 '(("constructor" 0 t))`,
    "'zork",
  ])
    expect(failure(`(jscl-mcp::open-code-constructor ${call})`)?.type).toMatch(/ERROR$/);
});

test("a constant or a derived type that a slot does not take is warned of, and named where it is passed", () => {
  const node = "(defstruct node (key 0) (children nil :type list)) (defun any (x) x)";
  const reference = 'See also: The SBCL Manual, Node "Handling of Types"';
  const said = (form: string) => {
    const { condition, warnings } = evaluate(`${node} (defun f () ${form}) (f)`).outcome;
    const types = warnings.filter(({ type }) => type === "TYPE-WARNING");
    return [...types, condition].map((each) =>
      each?.message.replace(/\s+/g, " ").replace(` ${reference}`, ""),
    );
  };
  expect(said("(make-node :key 0 :children 'leaf)")).toEqual([
    "Constant LEAF conflicts with its asserted type LIST.",
    "Value of 'LEAF in (MAKE-NODE :KEY 0 :CHILDREN 'LEAF) is LEAF, not a LIST.",
  ]);
  expect(said("(list (make-node :children (+ (any 5) 1)))")).toEqual([
    "Derived type of (+ (COMMON-LISP-USER::ANY 5) 1) is (VALUES NUMBER &OPTIONAL), conflicting with its asserted type LIST.",
    "Value of (+ (ANY 5) 1) in (MAKE-NODE :CHILDREN (+ (ANY 5) 1)) is 6, not a LIST.",
  ]);
  expect(said("(setf (node-children (make-node)) 'leaf)")).toEqual([
    "Constant LEAF conflicts with its asserted type LIST.",
    "Value of 'LEAF in (SB-KERNEL:THE* (LIST :CONTEXT (:STRUCT NODE . CHILDREN)) 'LEAF) is LEAF, not a LIST.",
  ]);
  expect(said("(make-node :children (any 5))")).toEqual([
    "The value 5 is not of type LIST when setting slot CHILDREN of structure NODE.",
  ]);
  expect(said("(make-node :children '(5) :key 'leaf)")).toEqual([undefined]);
});
