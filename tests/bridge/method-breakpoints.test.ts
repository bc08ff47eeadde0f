/** Breakpoints on lines of methods that are defined already. */

import { afterEach, beforeAll, expect, test } from "vitest";
import { answerOf, bootEvaluator, type Evaluator, valuesOf } from "./image.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
  evaluate(`(defclass shape () ((side :initarg :side :accessor side)))
(defclass cube (shape) ())
(defgeneric size (x))
(defmethod size ((x shape))
  (* 2 (side x)))
(defmethod size ((x cube))
  (let ((inner (call-next-method)))
    (1+ inner)))
(defmethod size :before ((x cube))
  (list x))
(defmethod size :after ((x cube))
  (vector x))
(defmethod size :around ((x cube))
  (let ((size (call-next-method)))
    (abs size)))
(defmethod (setf size) (new (x shape))
  (setf (side x)
        (/ new 2)))
(defgeneric parts (x) (:method-combination append))
(defmethod parts append ((x shape))
  (list :side))
(defmethod parts append ((x (eql :cube)))
  (list :top))
(defmethod parts append ((x symbol))
  (list x))
(defvar *cube* (make-instance 'cube :side 4))
(let ((factor 10))
  (defmethod enclosed ((x integer))
    (* factor x)))
(defmacro stopping (form)
  \`(let ((seen '()))
     (list (handler-bind ((sb-ext:step-form-condition
                            (lambda (c) (push (sb-ext:step-condition-form c) seen) (invoke-restart 'continue))))
             ,form)
           (reverse seen))))`);
});

afterEach(() => {
  evaluate("(jscl-mcp:clear-breakpoint)");
});

const values = (code: string) => valuesOf(evaluate(code));
const said = (code: string) => answerOf(evaluate(code));
const set = (name: string, line: number, condition = "t") =>
  said(`(jscl-mcp:set-breakpoint '${name} '${condition} :line ${line})`);

const SIZE = "(stopping (size *cube*))";

test.each([
  ["primary", 5, "(9 ((SIDE X)))"],
  ["that goes on to the next", 8, "(9 ((1+ INNER)))"],
  [":BEFORE", 10, "(9 ((LIST X)))"],
  [":AFTER", 12, "(9 ((VECTOR X)))"],
  [":AROUND", 15, "(9 ((ABS SIZE)))"],
])("stops in a method, %s", (_, line, expected) => {
  values(SIZE);
  expect(set("size", line)).toBe("SIZE");
  expect(values(SIZE)).toEqual([expected]);
  expect(values("(jscl-mcp:clear-breakpoint 'size)")).toEqual(["T"]);
  expect(values(SIZE)).toEqual(["(9 NIL)"]);
});

test("stops in methods of a combination, and of SETF", () => {
  set("parts", 23);
  expect(values("(stopping (parts :cube))")).toEqual(["((:TOP :CUBE) ((LIST :TOP)))"]);
  set("(setf size)", 18);
  expect(values("(stopping (setf (size *cube*) 8))")).toEqual(["(4 ((/ NEW 2)))"]);
  expect(said("(setf (size *cube*) 8)")).toMatch(/^Breakpoint of \(SETF SIZE\), line 18\n/);
});

test("is on one method where that is named, and of several on that line in each", () => {
  evaluate("(defmethod area ((x integer))\n  (1+ x))");
  evaluate("(defmethod area ((x string))\n  (length x))");
  evaluate("(defmethod area ((x (eql 5)))\n  (- (call-next-method)))");
  const seen = () => values('(stopping (list (area 1) (area "abc") (area 5)))').join();
  set("area", 2);
  expect(seen()).toBe("((2 3 -6) ((1+ X) (LENGTH X) (1+ X) (- (CALL-NEXT-METHOD))))");
  values("(jscl-mcp:clear-breakpoint '(method area (integer)) :line 2)");
  expect(seen()).toBe("((2 3 -6) ((LENGTH X) (- (CALL-NEXT-METHOD))))");
  values("(jscl-mcp:clear-breakpoint 'area :line 1)");
  values("(jscl-mcp:clear-breakpoint '(method area (string)))");
  expect(seen()).toBe("((2 3 -6) ((- (CALL-NEXT-METHOD))))");
  values("(jscl-mcp:clear-breakpoint)");
  expect(set("(method area (string))", 2)).toBe("(METHOD AREA (STRING))");
  expect(seen()).toBe("((2 3 -6) ((LENGTH X)))");
  expect(said('(area "ab")')).toMatch(/^Breakpoint of AREA, line 2\nEvaluating call:\n {2}\(LENGTH X\)/);
});

test("stops where its condition is true among the variables there", () => {
  set("size", 8, "(= inner 10)");
  expect(values("(list (stopping (size *cube*)) (stopping (size (make-instance 'cube :side 5))))")).toEqual([
    "((9 NIL) (11 ((1+ INNER))))",
  ]);
});

test("stops where the generic function is called by name or function, mapped and stepped over", () => {
  set("size", 10);
  expect(values("(stopping (mapcar #'size (list *cube* *cube*)))")).toEqual(["((9 9) ((LIST X) (LIST X)))"]);
  expect(values("(stopping (funcall 'size *cube*))")).toEqual(["(9 ((LIST X)))"]);
  const over = `(let ((seen '()))
      (handler-bind ((sb-ext:step-form-condition
                       (lambda (c) (push (sb-ext:step-condition-form c) seen) (invoke-restart 'sb-ext:step-next))))
        (step (size *cube*)))
      (reverse seen))`;
  expect(values(over)[0]).toMatch(/^\(\(SIZE \*CUBE\*\) \(LIST X\)/);
  expect(values("(stopping (size *cube*))")).toEqual(["(9 ((LIST X)))"]);
});

test("ends with a new definition of the method, and not of another one", () => {
  evaluate("(defmethod kind ((x integer))\n  (list x))\n(defmethod kind ((x string))\n  (list x))");
  set("kind", 2);
  evaluate("(defmethod kind ((x string))\n  (vector x))");
  expect(values("(stopping (kind 1))")).toEqual(["((1) ((LIST X)))"]);
  evaluate("(defmethod kind ((x integer))\n  (list x x))");
  expect(values("(stopping (kind 1))")).toEqual(["((1 1) NIL)"]);
});

test("is seen while the method is traced", () => {
  evaluate("(defmethod told ((x integer))\n  (list x))");
  values("(trace (method told (integer)))");
  set("told", 2);
  expect(values("(stopping (told 1))")).toEqual(["((1) ((LIST X)))"]);
  values("(untrace)");
});

test("leaves functions and methods as they were", () => {
  const functions = "(mapcar #'sb-mop:method-function (sb-mop:generic-function-methods #'size))";
  values(`(defparameter *functions* ${functions})`);
  set("size", 5);
  values(SIZE);
  expect(values(`(equal *functions* ${functions})`)).toEqual(["T"]);
  expect(set("size", 5)).toBe("SIZE");
  expect(values(SIZE)).toEqual(["(9 ((SIDE X)))"]);
});

test("of a text that was evaluated is cleared and set by names", () => {
  const text =
    "(progn\n(defmethod drawn ((x integer))\n  (list x))\n(defmethod drawn ((x string))\n  (vector x)))";
  evaluate(text, { debug: { quality: 4, all: false, lines: [3, 5], conditions: [] } });
  const seen = () => values('(second (stopping (list (drawn 1) (drawn ""))))').join();
  expect(seen()).toBe("((LIST X) (VECTOR X))");
  values("(jscl-mcp:clear-breakpoint 'drawn :line 3)");
  expect(seen()).toBe("((VECTOR X))");
  expect(set("(method drawn (string))", 3)).toBe(
    "No call of (METHOD DRAWN (STRING)) stands on line 3; its calls stand on 5.",
  );
  set("drawn", 3);
  values("(jscl-mcp:clear-breakpoint '(method drawn (string)))");
  expect(seen()).toBe("((LIST X))");
  values("(jscl-mcp:clear-breakpoint)");
  expect(seen()).toBe("NIL");
});

test("says what is wrong with it", () => {
  expect(set("size", 4)).toBe("No call of SIZE stands on line 4; its calls stand on 5, 8, 10, 12, 15.");
  expect(set("(method size :before (cube))", 5)).toBe(
    "No call of (METHOD SIZE :BEFORE (CUBE)) stands on line 5; its calls stand on 10.",
  );
  const notKept =
    "DEFMETHOD keeps it at toplevel, and under (debug 2) inside of other forms, but not in compiled files. Without a line a breakpoint stops at each call.";
  expect(set("enclosed", 27)).toBe(`The definition of ENCLOSED was not kept: ${notKept}`);
  expect(set("side", 1)).toBe(`The definition of SIDE was not kept: ${notKept}`);
  expect(set("(method size (string))", 5)).toBe("(METHOD SIZE (STRING)) names no method.");
  expect(set("(method)", 5)).toMatch(/is not of type\s+SYMBOL/);
  expect(set("(method . 5)", 5)).toMatch(/is not of type\s+SYMBOL/);
  expect(set("size", -1)).toMatch(/-1\s+is not of type\s+UNSIGNED-BYTE/);
  evaluate("(defmethod quiet ((x integer))\n  x)");
  expect(set("quiet", 2)).toBe("QUIET makes no call at which it could stop.");
  expect(values("(jscl-mcp:clear-breakpoint '(method size (string)))")).toEqual(["T"]);
  expect(said("(jscl-mcp:clear-breakpoint 5)")).toMatch(/5\s+is not of type\s+SYMBOL/);
});
