import { expect, test } from "vitest";
import { EvaluatedDefinitions } from "../debugger/evaluated-definitions.js";
import { placeOfEvent } from "./event-place.js";

const DEFUN = "(defun half (n)\n  (let ((part 1))\n    (- n part)))";
const CODE = `${DEFUN}\n(let ((top 1))\n  (half top))`;

function placed(
  event: { line: number; column: number; in: string | null; file?: string },
  text: string,
  more = {},
) {
  const definitions = new EvaluatedDefinitions();
  definitions.note("main", CODE);
  const evaluated = {
    code: CODE,
    origin: { line: 1, column: 0 },
    session: "main",
    isEntered: false,
    ...more,
  };
  return placeOfEvent({ file: null, ...event }, text, evaluated, definitions);
}

const inHalf = { line: 2, column: 8, in: "(DEFUN HALF)" };
const atToplevel = { line: 5, column: 2, in: "(LET ((TOP 1)) (HALF TOP))" };

test("an event in a definition stands where the definition stands now", () => {
  expect(placed(inHalf, CODE)).toEqual({ line: 2, column: 8 });
  expect(placed(inHalf, `; more\n\n${DEFUN}`)).toEqual({ line: 4, column: 8 });
  expect(placed(inHalf, DEFUN, { isEntered: true })).toEqual({ line: 2, column: 8 });
  expect(placed(inHalf, DEFUN.replace("1", "2"))).toBeNull();
  expect(placed({ ...inHalf, in: "(DEFUN GONE)" }, CODE)).toBeNull();
});

test("an event of the toplevel stands where the text was evaluated", () => {
  expect(placed(atToplevel, CODE)).toEqual({ line: 5, column: 2 });
  expect(placed(atToplevel, `; more\n  ${CODE}`, { origin: { line: 2, column: 2 } })).toEqual({
    line: 6,
    column: 2,
  });
  expect(placed(atToplevel, `; more\n${CODE}`)).toBeNull();
  expect(placed(atToplevel, CODE, { isEntered: true })).toBeNull();
});

test("what comes from a file, or from nowhere, has no place", () => {
  expect(placed({ ...inHalf, file: "half.lisp" }, CODE)).toBeNull();
  expect(placed({ ...inHalf, in: null }, CODE)).toBeNull();
});
