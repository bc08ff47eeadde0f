import type {
  AssignmentExpression,
  BlockStatement,
  ExpressionStatement,
  FunctionExpression,
  Statement,
} from "acorn";
import { dotted, ShapeError, statements } from "./ast.js";
import { safepointVariable } from "./safepoints.js";

/** What is counted for an object: more than it takes, so that what hangs on it, a closure say, is covered. */
const BYTES = { "internals.Cons": 64, "internals.Symbol": 512 };

/**
 * Makes the constructors of conses and symbols count the bytes they take, so that a program cannot fill the
 * heap unseen.
 */
export function countAllocations(body: Statement[]): void {
  for (const [name, each] of Object.entries(BYTES)) {
    const made = body.map((statement) => constructorOf(statement, name)).find((found) => found !== null);
    if (made === undefined || made === null)
      throw new ShapeError(`jscl.js does not assign ${name} a function`);
    const count = `if ((${safepointVariable}.room -= ${each}) < 0) ${safepointVariable}.onSample(this);`;
    made.body.push(...statements(count));
  }
}

function constructorOf(statement: Statement, name: string): BlockStatement | null {
  if (statement.type !== "ExpressionStatement") return null;
  const assignment = (statement as ExpressionStatement).expression as AssignmentExpression;
  if (assignment.type !== "AssignmentExpression" || dotted(assignment.left) !== name) return null;
  return assignment.right.type === "FunctionExpression"
    ? (assignment.right as FunctionExpression).body
    : null;
}
