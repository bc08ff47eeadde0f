/** TRACE of methods, as SBCL 2.2.9 tells of them. */

import { beforeAll, expect, test } from "vitest";
import { bootEvaluator, type Evaluator, valuesOf } from "./image.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
  evaluate(`(defgeneric area (x &optional y))
(defmethod area ((x string) &optional y) (declare (ignorable y)) (+ 1 (length x)))
(defmethod area :before ((x string) &optional y) (declare (ignorable y)) (list x))
(defmethod area ((x integer) &optional y) (declare (ignorable y)) (call-next-method))
(defmethod area ((x number) &optional y) (declare (ignorable y)) (* 2 x))
(defmethod area :around ((x integer) &optional y) (declare (ignorable y)) (1+ (call-next-method)))
(defmethod area :after ((x (eql 5)) &optional y) (declare (ignorable y)) (list x))
(defmethod (setf area) (new (x cons)) (setf (car x) new))
(defgeneric total (x) (:method-combination +))
(defmethod total + ((x number)) 1)
(defmethod total + ((x integer)) 2)`);
});

const values = (code: string) => valuesOf(evaluate(code));

/** What is traced of a form, and that it is no more afterwards. */
function traced(spec: string, form: string): string {
  const { stdout, outcome } = evaluate(`(trace ${spec}) ${form}`);
  expect(outcome.condition?.message).toBeUndefined();
  evaluate("(untrace)");
  expect(evaluate(form).stdout).toBe("");
  return stdout;
}

test("tells of the methods of a call, one in another", () => {
  expect(traced("area :methods t", "(area 4)")).toBe(`  0: (AREA 4)
    1: ((METHOD AREA :AROUND (INTEGER)) 4)
      2: ((METHOD AREA (INTEGER)) 4)
        3: ((METHOD AREA (NUMBER)) 4)
        3: (METHOD AREA (NUMBER)) returned 8
      2: (METHOD AREA (INTEGER)) returned 8
    1: (METHOD AREA :AROUND (INTEGER)) returned 9
  0: AREA returned 9
`);
  expect(values("(area 4)")).toEqual(["9"]);
});

test("tells of methods that are combined", () => {
  expect(traced("area :methods t", '(area "abc")')).toBe(`  0: (AREA "abc")
    1: ((SB-PCL::COMBINED-METHOD AREA) "abc")
      2: ((METHOD AREA :BEFORE (STRING)) "abc")
      2: (METHOD AREA :BEFORE (STRING)) returned ("abc")
      2: ((METHOD AREA (STRING)) "abc")
      2: (METHOD AREA (STRING)) returned 4
    1: (SB-PCL::COMBINED-METHOD AREA) returned 4
  0: AREA returned 4
`);
  expect(traced("total :methods t", "(total 4)")).toBe(`  0: (TOTAL 4)
    1: ((SB-PCL::COMBINED-METHOD TOTAL) 4)
      2: ((METHOD TOTAL + (INTEGER)) 4)
      2: (METHOD TOTAL + (INTEGER)) returned 2
      2: ((METHOD TOTAL + (NUMBER)) 4)
      2: (METHOD TOTAL + (NUMBER)) returned 1
    1: (SB-PCL::COMBINED-METHOD TOTAL) returned 3
  0: TOTAL returned 3
`);
  expect(traced("total :methods t", "(total 4.5)")).not.toContain("COMBINED");
  expect(traced("area :methods t", "(area 5)")).toContain("3: ((METHOD AREA :AFTER ((EQL 5))) 5)");
});

test("tells of the methods that are named", () => {
  expect(
    traced("(method area :around (integer)) (method area (number))", "(area 4)"),
  ).toBe(`  0: ((METHOD AREA :AROUND (INTEGER)) 4)
    1: ((METHOD AREA (NUMBER)) 4)
    1: (METHOD AREA (NUMBER)) returned 8
  0: (METHOD AREA :AROUND (INTEGER)) returned 9
`);
  expect(
    traced("(method (setf area) (t cons))", "(setf (area (list 1)) 5)"),
  ).toBe(`  0: ((METHOD (SETF AREA) (T CONS)) 5 (1))
  0: (METHOD (SETF AREA) (T CONS)) returned 5
`);
  expect(values("(trace (method area (number)))")).toEqual(["((METHOD AREA (NUMBER)))"]);
  expect(values("(trace)")).toEqual(["((METHOD AREA (NUMBER)))"]);
  evaluate("(untrace (method area (number)))");
  expect(values("(trace)")).toEqual(["NIL"]);
  const { outcome } = evaluate("(trace (method area (list)))");
  expect(outcome.warnings.map(({ message }) => message)).toEqual([
    "(METHOD AREA (LIST)) not found, not tracing.",
  ]);
  for (const wrong of ["(method)", "(method nope (t))", "(method area 5)", "(method 5 (t))"])
    expect(evaluate(`(trace ${wrong})`).outcome.values, wrong).toEqual(["NIL"]);
});

test("tells of methods that are defined meanwhile, by all options", () => {
  evaluate("(trace area :methods t :condition (eql (sb-debug:arg 0) nil))");
  evaluate("(defmethod area ((x null) &optional y) (list x y 2))");
  expect(evaluate("(list (area nil) (area 4))").stdout).toBe(`  0: (AREA NIL)
    1: ((METHOD AREA (NULL)) NIL)
    1: (METHOD AREA (NULL)) returned (NIL NIL 2)
  0: AREA returned (NIL NIL 2)
`);
  evaluate("(untrace area)");
  expect(evaluate("(area nil)").stdout).toBe("");
  // Without the option they are not told of.
  expect(traced("area", "(area nil)")).not.toContain("METHOD");
});

test("ends with another definition of the generic function", () => {
  evaluate("(defgeneric size (x)) (defmethod size ((x integer)) x) (trace size :methods t)");
  evaluate("(defun size (x) x) (trace)");
  expect(evaluate("(size 1)").stdout).toBe("");
  evaluate("(defgeneric wide (x)) (defmethod wide ((x integer)) x) (trace wide :methods t)");
  expect(values('(defgeneric wide (x) (:documentation "again")) (untrace) (trace)')).toEqual(["NIL"]);
  expect(evaluate("(wide 1)").stdout).toBe("");
});

test("stops in methods, and tells of those that are left", () => {
  const { condition } = evaluate("(trace (method area (number)) :break t) (area 4)").outcome;
  expect(condition?.message).toBe("breaking before traced call to (METHOD AREA (NUMBER)):");
  evaluate("(untrace)");
  evaluate('(defmethod area ((x symbol) &optional y) (error "no ~S ~S" x y))');
  expect(traced("area :methods t", "(ignore-errors (area :x))")).toBe(`  0: (AREA :X)
    1: ((METHOD AREA (SYMBOL)) :X)
    1: (METHOD AREA (SYMBOL)) exited non-locally
  0: AREA exited non-locally
`);
});
