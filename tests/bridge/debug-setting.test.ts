/** The variables in reports, and evaluations that are compiled for a debugger. */

import { beforeAll, describe, expect, test } from "vitest";
import type { FrameVariable } from "../../jscl-bridge/contract/engine.js";
import { answerOf, bootEvaluator, type Evaluated, type Evaluator } from "./image.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
});

const ALL = { quality: 2, all: true, lines: [], conditions: [] };

/** The variables of the innermost call of a function, in short. */
function variablesIn({ outcome }: Evaluated, name: string): string[] | undefined {
  const frame = outcome.condition?.frames.find((each) => each.function === name);
  return frame?.variables?.map(({ name, value, state }: FrameVariable) => `${name} ${state} ${value}`);
}

describe("variables in a report", () => {
  test("are those of each call", () => {
    const found = evaluate(`(defvar *level* 0)
      (defun g (a b) (declare (ignore b)) (car a))
      (defun f (x) (declare (optimize (debug 2))) (let ((y (list x)) (*level* 5)) (list (g x y) y)))
      (list (f 1))`);
    expect(variablesIn(found, "G")).toEqual(["A argument 1", "B dropped null"]);
    expect(variablesIn(found, "F")).toEqual(["Y live (1)", "X live 1", "*LEVEL* special 5"]);
    // What the library was called with is among its arguments.
    expect(variablesIn(found, "CAR")).toBeUndefined();
  });

  test("are bounded in number and in length", () => {
    const names = Array.from({ length: 80 }, (_, i) => `v${i}`);
    const bindings = names.map((name) => `(${name} (make-string 5000 :initial-element #\\a))`).join(" ");
    const found = evaluate(`(defun many (x) (declare (optimize (debug 2)))
      (let (${bindings}) (list (car x) ${names.join(" ")}))) (list (many 1))`);
    const frame = found.outcome.condition?.frames.find((each) => each.function === "MANY");
    expect(frame?.variables?.length).toBe(50);
    const chars = (frame?.variables ?? []).map(({ value }) => value?.length ?? 0);
    expect(Math.max(...chars)).toBeLessThanOrEqual(203);
    expect(chars.reduce((sum, each) => sum + each, 0)).toBeLessThan(21_000);
  });

  test("whose print methods fail, or never end, cost the report nothing else", () => {
    const found = evaluate(
      `(defclass odd () ()) (defmethod print-object ((x odd) s) (error "no"))
       (defclass slow () ()) (defmethod print-object ((x slow) s) (loop))
       (defun f (x y z) (declare (optimize (debug 2))) (list x y (car z))) (list (f (make-instance 'odd) (make-instance 'slow) 3))`,
      { deadlineMs: 3000 },
    );
    const [x, y, z] = variablesIn(found, "F") ?? [];
    expect(x).toMatch(/^X live #<error printing ODD/);
    expect(y).toMatch(/^Y live #<error printing SLOW/);
    expect(z).toBe("Z live 3");
  });

  test("are printed once for all calls that have them", () => {
    const found = evaluate(`(defvar *printed* 0) (defclass counted () ())
      (defmethod print-object ((x counted) s) (incf *printed*) (write-string "#<c>" s))
      (defun g (x) (list (car x))) (defun f (x) (list (g x))) (list (f (make-instance 'counted)))`);
    expect(variablesIn(found, "F")).toEqual(["X argument #<c>"]);
    // In the message, in the condition's slot, and in the frames.
    expect(answerOf(evaluate("*printed*"))).toBe("3");
  });
});

describe("an evaluation under a debug setting", () => {
  test("keeps variables in its forms and definitions, and not for good", () => {
    const debug = { quality: 2, all: false, lines: [], conditions: [] };
    const found = evaluate(
      "(defun f (a) (let ((b 2)) (list b (car a)))) (let ((l (list 1))) (list (f 1) l))",
      {
        debug,
      },
    );
    expect(variablesIn(found, "F")).toEqual(["B live 2", "A live 1"]);
    const later = evaluate("(defun g (a) (let ((b 2)) (list b (car a)))) (list (g 1))");
    expect(variablesIn(later, "G")).toEqual(["A argument 1"]);
    // What it has defined stays as it is.
    expect(variablesIn(evaluate("(list (f 1))"), "F")).toEqual(["B live 2", "A live 1"]);
  });

  test("compiles what was defined before, and puts it back", () => {
    evaluate("(defun before (a) (let ((b 2)) (list b (car a)))) (defun (setf place) (v a) (list v (car a)))");
    expect(variablesIn(evaluate("(list (before 1))"), "BEFORE")).toEqual(["A argument 1"]);
    expect(variablesIn(evaluate("(list (before 1))", { debug: ALL }), "BEFORE")).toEqual([
      "B live 2",
      "A live 1",
    ]);
    expect(variablesIn(evaluate("(setf (place 1) 2)", { debug: ALL }), "(SETF PLACE)")).toEqual([
      "V live 2",
      "A live 1",
    ]);
    expect(variablesIn(evaluate("(list (before 1))"), "BEFORE")).toEqual(["A argument 1"]);
    const defined = evaluate("1", { debug: ALL });
    expect(defined.outcome.definitions).toEqual([]);
    expect(defined.outcome.warnings).toEqual([]);
  });

  test("leaves what the program defines and proclaims in it", () => {
    evaluate("(defun changed () 1)");
    expect(answerOf(evaluate("(defun changed () 2) (changed)", { debug: ALL }))).toBe("2");
    expect(answerOf(evaluate("(changed)"))).toBe("2");
    evaluate("(proclaim '(optimize (debug 3)))", { debug: ALL });
    const found = evaluate("(defun kept (a) (let ((b 2)) (list b (car a)))) (list (kept 1))");
    expect(variablesIn(found, "KEPT")).toEqual(["B live 2", "A live 1"]);
    evaluate("(proclaim '(optimize (debug 1)))");
  });

  test("ends with the evaluation however that ends", () => {
    for (const code of ["(car 1)", "(loop)", "(abort)", "(", "(no-such-function)"]) {
      evaluate(code, { debug: ALL, deadlineMs: 200 });
      expect(variablesIn(evaluate("(list (before 1))"), "BEFORE")).toEqual(["A argument 1"]);
    }
  });
});
