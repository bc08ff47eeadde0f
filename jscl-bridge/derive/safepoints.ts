import type { Expression, ForStatement, Node, WhileStatement } from "acorn";
import { dotted, expression, rewrite, ShapeError } from "./ast.js";

/**
 * The variable that holds `internals.safepoint`; free of clashes because JSCL's own names never contain a
 * `_z`.
 */
export const safepointVariable = "safepoint_z";

const check = `--${safepointVariable}.fuel<0&&${safepointVariable}.tick()`;

/**
 * Puts a deadline check into the condition of every loop that is not bounded by the length of `arguments`.
 * Reads nothing but the tree, so text inside string literals stays as it is.
 */
export function addSafepoints(body: Node[]): { loops: number; bounded: number } {
  let loops = 0;
  let bounded = 0;
  const change = (node: Node): Node => {
    if (node.type === "Identifier" && dotted(node) === safepointVariable) {
      throw new ShapeError(`jscl.js already uses the name ${safepointVariable}`);
    }
    if (node.type === "DoWhileStatement") throw new ShapeError("jscl.js has a do-while loop");
    if (node.type === "WhileStatement") {
      const loop = node as WhileStatement;
      loop.test = { ...expression(`(${check},0)`), expressions: [expression(check), loop.test] } as never;
      loops++;
    } else if (node.type === "ForStatement") {
      const loop = node as ForStatement;
      if (runsOverArguments(loop)) bounded++;
      else {
        const test = loop.test ?? expression("true");
        loop.test = { ...expression(`(${check},0)`), expressions: [expression(check), test] } as never;
        loops++;
      }
    }
    return node;
  };
  for (const node of body) rewrite(node, change);
  return { loops, bounded };
}

/**
 * Loops over the arguments of one call: rest lists count down to a literal, keyword scans step up to the
 * length.
 */
function runsOverArguments(loop: ForStatement): boolean {
  const { init, test, update } = loop;
  if (test?.type !== "BinaryExpression") return false;
  if (test.operator === "<") {
    return leftmost(test.right) === "arguments.length" && update?.type === "AssignmentExpression";
  }
  return (
    test.operator === ">=" &&
    test.right.type === "Literal" &&
    init?.type === "AssignmentExpression" &&
    leftmost(init.right) === "arguments.length" &&
    update?.type === "UpdateExpression" &&
    update.operator === "--"
  );
}

function leftmost(node: Node): string | null {
  let found = node as Expression;
  while (found.type === "BinaryExpression") found = found.left as Expression;
  return dotted(found);
}
