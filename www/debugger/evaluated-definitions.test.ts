import { expect, test } from "vitest";
import { EvaluatedDefinitions } from "./evaluated-definitions.js";
import { methodName } from "./method-name.js";

const TOTAL = "(defun total (x)\n  (if x\n      (rest x)))";
const SETF = "(defun (setf own::width) (new box)\n  (setq box new))";

function known(code: string): EvaluatedDefinitions {
  const definitions = new EvaluatedDefinitions();
  definitions.note("main", code);
  return definitions;
}

test("a place of an earlier evaluation is found where the definition stands now", () => {
  const text = `; before\n\n(list 1) ${TOTAL}\n${SETF}`;
  const definitions = known(`${TOTAL}\n`);
  const place = (line: number, column: number) => ({ line, column });
  expect(definitions.placeIn(text, "main", "(DEFUN TOTAL)", place(3, 6))).toEqual(place(5, 6));
  expect(definitions.placeIn(text, "main", "(DEFUN OWN::TOTAL)", place(1, 3))).toEqual(place(3, 12));
  expect(definitions.placeIn(text, "other", "(DEFUN TOTAL)", place(3, 6))).toBeNull();
  expect(definitions.placeIn(text, "main", "(DEFMACRO TOTAL)", place(3, 6))).toBeNull();
  expect(definitions.placeIn(text.replace("rest", "cdr"), "main", "(DEFUN TOTAL)", place(3, 6))).toBeNull();
  expect(definitions.placeIn("", "main", "garbage", place(3, 6))).toBeNull();
  definitions.forget("main");
  expect(definitions.placeIn(text, "main", "(DEFUN TOTAL)", place(3, 6))).toBeNull();
});

test("the function around a line has the line that it was evaluated on", () => {
  const definitions = known(`${TOTAL}\n${SETF}\n(defclass box () ())`);
  const text = `\n\n${TOTAL}\n\n${SETF}\n(defclass box () ())`;
  expect(definitions.functionAt(text, "main", 4)).toEqual({ name: "total", line: 2 });
  expect(definitions.functionAt(text, "main", 3)).toEqual({ name: "total", line: 1 });
  expect(definitions.functionAt(text, "main", 8)).toEqual({ name: "(setf width)", line: 5 });
  for (const line of [1, 2, 6, 9, 40]) expect(definitions.functionAt(text, "main", line)).toBeNull();
});

const AREA = "(defmethod area ((s circle) scale)\n  (* scale (radius s)))";
const AFTER = "(defmethod area :after ((s own::square) (scale (eql 2)) &key log)\n  (note s log))";

test("methods of one function are told apart", () => {
  const definitions = known(`${AREA}\n${AFTER}`);
  const text = `${AFTER}\n\n${AREA}`;
  expect(definitions.functionAt(text, "main", 2)).toEqual({
    name: "(method area :after (own::square (eql 2)))",
    line: 4,
  });
  expect(definitions.functionAt(text, "main", 5)).toEqual({ name: "(method area (circle t))", line: 2 });
  expect(definitions.placeIn(text, "main", "(DEFMETHOD AREA)", { line: 2, column: 4 })).toEqual({
    line: 5,
    column: 4,
  });
  expect(definitions.functionAt(text.replace("radius", "size"), "main", 5)).toBeNull();
});

test.each([
  "(defmethod area",
  "(defmethod)",
  "(defmethod area )",
  "(defmethod area :after)",
  "(defun f (x))",
])("%s has no method's name", (form) => {
  expect(methodName(form)).toBeNull();
});
