import { expect, test } from "vitest";
import { readProblem } from "./condition-problem.js";

const position = { line: 1, column: 0 };
const bracket = {
  kind: "unclosed-bracket",
  position,
  message:
    "line 1, column 0: a bracket is opened here and never closed. The closing bracket most likely belongs at the end of line 1, column 4.",
};
const reader = (message: string) => ({ kind: "reader-error", position, message });

test("the first mistake of a condition is one sentence", () => {
  expect(readProblem({ problems: [bracket] })).toBe("A bracket is opened here and never closed.");
  const character = reader('line 1, column 7: READER-ERROR: unrecognized character name "nosuch". More.');
  expect(readProblem({ problems: [character, bracket] })).toBe(
    'READER-ERROR: unrecognized character name "nosuch". More.',
  );
});

test("what can be read, and packages that may come, are none", () => {
  expect(readProblem({ valid: true, problems: [] })).toBeNull();
  expect(readProblem(null)).toBeNull();
  const unknown = "line 1, column 1: SIMPLE-READER-PACKAGE-ERROR: Package SHOP does not exist.";
  expect(readProblem({ problems: [reader(unknown)] })).toBeNull();
});
