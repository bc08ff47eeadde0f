import type { ErrorReport, FrameReport, Position } from "jscl-mcp";
import { expect, test } from "vitest";
import { LineIndex } from "../line-index.js";
import { openingPlace, standsIn } from "./places.js";
import { definedName, isDefinition } from "./results-view.js";

const CODE = `(defun f (x) (/ 1 x))
(flet ((g (y) (cl-user::f y))) (g 0))
(funcall (lambda (z) z) 1)`;

function stands(name: string, line: number, column: number): boolean {
  const position: Position = { line, column };
  return standsIn(new LineIndex(CODE), { function: name, position } as FrameReport);
}

test("a frame stands where its call is written, and in no other text", () => {
  expect(stands("/", 1, 13)).toBe(true);
  expect(stands("F", 2, 14)).toBe(true);
  expect(stands("(FLET G :IN H)", 2, 31)).toBe(true);
  expect(stands("(LAMBDA (Z))", 3, 0)).toBe(true);
  expect(stands("F", 1, 13)).toBe(false);
  expect(stands("F", 1, 14)).toBe(false);
  expect(stands("F", 9, 0)).toBe(false);
  const nowhere = { function: "F", position: null } as FrameReport;
  expect(standsIn(new LineIndex(CODE), nowhere)).toBe(false);
});

test("an error of the reader leads to where the text was opened", () => {
  const message =
    "end of file\nREADER-ERROR at line 7, column 0: the parenthesis ( opened at line 2, column 2 was never closed.";
  const error = { phase: "read", message } as ErrorReport;
  expect(openingPlace(error)).toEqual({ line: 2, column: 2 });
  expect(openingPlace({ ...error, phase: "eval" })).toBe(null);
  expect(openingPlace({ ...error, message: "no" })).toBe(null);
});

test("a definition is a form that returned the name of what it defines", () => {
  expect(isDefinition("(defun f () 1)", { values: ["F"] })).toBe(true);
  expect(isDefinition("(cl:defvar *x* 1)", { values: ["*X*"] })).toBe(true);
  const method = "#<STANDARD-METHOD COMMON-LISP-USER::AREA (INTEGER) {1001000003}>";
  expect(isDefinition("(defmethod area ((x integer)) x)", { values: [method] })).toBe(true);
  expect(definedName("(defmethod area ((x integer)) x)", method)).toBe("AREA");
  expect(definedName("(defmethod (setf area) (n x) x)", method)).toBe("(SETF AREA)");
  expect(isDefinition("(list 1)", { values: ["(1)"] })).toBe(false);
  expect(isDefinition("(f)", { values: ["F"] })).toBe(false);
  expect(isDefinition("(define-thing)", { values: ["1", "2"] })).toBe(false);
});
