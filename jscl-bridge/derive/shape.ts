import type { Program, Statement } from "acorn";
import { dotted, parseScript, ShapeError } from "./ast.js";

/** What the passes rely on; a different JSCL must be read before these are changed. */
const loops = { WhileStatement: 584, ForStatement: 1391 } as const;
const internalsFunctions = [
  "globalEval",
  "pv",
  "mv",
  "forcemv",
  "error",
  "typeError",
  "checkArgsAtLeast",
  "checkArgsAtMost",
  "checkArgs",
  "Cons",
  "QIList",
  "handled_division",
  "make_lisp_string",
  "xstring",
  "lisp_to_js",
  "js_to_lisp",
  "BlockNLX",
  "CatchNLX",
  "TagNLX",
  "isNLX",
  "makeUnboundFunction",
  "Symbol",
  "symbolValue",
  "fboundp",
  "symbolFunction",
  "bindSpecialBindings",
  "intern",
];
const definedFunctions = 1386;

/** The parts of JSCL's file that passes work on. */
interface JsclProgram {
  /** Statements of the file's only function: prelude first, then the compiled library. */
  body: Statement[];
}

/**
 * Reads JSCL's distribution file.
 * @throws ShapeError naming what was expected and what was found.
 */
export function readJscl(source: string): JsclProgram {
  const body = toplevelBody(parseScript(source));
  const assigned = new Set<string>();
  let fvalues = 0;
  for (const statement of body) {
    if (statement.type !== "ExpressionStatement" || statement.expression.type !== "AssignmentExpression")
      continue;
    const { left, right } = statement.expression;
    const name = dotted(left);
    if (name?.startsWith("internals.") && right.type === "FunctionExpression") assigned.add(name.slice(10));
    if (name !== null && /^l\d+\.fvalue$/.test(name)) fvalues++;
  }
  const missing = internalsFunctions.filter((name) => !assigned.has(name));
  if (missing.length > 0) throw new ShapeError(`jscl.js has no internals.${missing.join(", internals.")}`);
  expectCount("functions assigned at top level", definedFunctions, fvalues);
  for (const [type, count] of Object.entries(loops))
    expectCount(`${type} nodes`, count, countNodes(body, type));
  return { body };
}

function toplevelBody(program: Program): Statement[] {
  const [only] = program.body;
  const call = only?.type === "ExpressionStatement" ? only.expression : undefined;
  const callee = call?.type === "CallExpression" && call.arguments.length === 0 ? call.callee : undefined;
  if (program.body.length !== 1 || callee?.type !== "FunctionExpression" || callee.params.length > 0) {
    const found = program.body.slice(0, 3).map((node) => node.type);
    throw new ShapeError(`jscl.js is not one (function(){…})(); its statements begin ${found.join(", ")}`);
  }
  return callee.body.body;
}

function countNodes(body: Statement[], type: string): number {
  let count = 0;
  const count1 = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) count1(item);
    else if (typeof value === "object" && value !== null) {
      if ((value as { type?: unknown }).type === type) count++;
      for (const field of Object.values(value)) if (typeof field === "object") count1(field);
    }
  };
  count1(body);
  return count;
}

function expectCount(what: string, expected: number, found: number): void {
  if (expected !== found)
    throw new ShapeError(`jscl.js has ${found} ${what}, not the ${expected} this step knows`);
}
