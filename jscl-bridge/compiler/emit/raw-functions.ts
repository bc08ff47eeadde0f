/**
 * Local functions whose calls are all known, and that take or return floats: these are passed as raw floats,
 * without boxes. A frame that is pushed has the objects.
 */

import { children } from "../syntax/children.js";
import type {
  BlockNode,
  CallLocalNode,
  FunctionNode,
  LocalFunction,
  LocalFunctionsNode,
  Node,
} from "../syntax/tree.js";
import { subtype } from "../types/lattice.js";
import { typeFromForm } from "../warnings/specifiers.js";
import type { Generator } from "./generator.js";
import { type Format, formatOf, formatOfVariable, isRawCall } from "./raw.js";

/** The formats of a function's parameters and of its value; null for objects. */
export interface RawFunction {
  readonly parameters: readonly (Format | null)[];
  readonly result: Format | null;
}

/** Finds out which local functions take or return raw floats. */
export function declareRawFunctions(g: Generator, node: LocalFunctionsNode): void {
  if (g.host.internalCode) return;
  const candidates = node.functions.filter(takesFloats);
  if (candidates.length === 0) return;
  const calls = callsIn(node, []);
  for (const target of candidates) {
    const fn = target.lambda as FunctionNode;
    const own = calls.filter((call) => call.target === target);
    const parameters = fn.required.map((_, i) => parameterFormat(g, fn, i, own));
    const format = formatOf(fn.body);
    g.unit.rawFunctions.set(fn, { parameters, result: format });
    if (format !== null && !returnsRaw(g, fn, format))
      g.unit.rawFunctions.set(fn, { parameters, result: null });
  }
}

function takesFloats({ lambda, referenced, escapes }: LocalFunction): boolean {
  if (lambda === null || !referenced || escapes || lambda.keepsVariables || lambda.isHandler) return false;
  if (lambda.recorded) return false;
  const { required, optional, rest, hasKey } = lambda;
  if (optional.length > 0 || rest !== null || hasKey) return false;
  return formatOf(lambda.body) !== null || required.some((each) => formatOfVariable(each) !== null);
}

function callsIn(node: Node, found: CallLocalNode[]): CallLocalNode[] {
  if (node.kind === "call-local") found.push(node);
  for (const child of children(node)) callsIn(child, found);
  return found;
}

/** The format that a parameter has in all calls, whose check none of them fails. */
function parameterFormat(
  g: Generator,
  fn: FunctionNode,
  index: number,
  calls: readonly CallLocalNode[],
): Format | null {
  const variable = fn.required[index] as FunctionNode["required"][number];
  const format = formatOfVariable(variable);
  if (format === null || variable.assigned || variable.defaulted) return null;
  const { declared } = variable;
  const type = declared === null ? null : typeFromForm(g.host, declared);
  const isGiven = (arg: Node | undefined): boolean =>
    arg != null &&
    arg.type !== null &&
    formatOf(arg) === format &&
    (type === null || subtype(arg.type, type));
  return calls.every(({ args }) => isGiven(args[index])) ? format : null;
}

/** Whether all that a function returns is one value that can be had as a raw float. */
function returnsRaw(g: Generator, fn: FunctionNode, format: Format): boolean {
  const blocks = new Set<BlockNode>();
  const ends = (node: Node): boolean => {
    switch (node.kind) {
      case "sequence":
        return ends(node.forms.at(-1) as Node);
      case "if":
        return ends(node.then) && ends(node.otherwise);
      case "let":
      case "receive":
      case "local-functions":
        return ends(node.body);
      case "block":
        blocks.add(node);
        return !node.usedRemotely && ends(node.body);
      case "return":
        // Its value is looked at below, if it is the function's.
        return blocks.has(node.block);
      case "constant":
      case "read":
      case "structure-slot":
        return formatOf(node) === format;
      case "call":
        return formatOf(node) === format && isRawCall(node);
      case "call-local":
        return g.unit.rawFunctions.get(node.target.lambda)?.result === format;
      default:
        return false;
    }
  };
  const returns = (node: Node): boolean => {
    if (node.kind === "function") return true;
    if (node.kind === "return" && blocks.has(node.block) && !ends(node.value)) return false;
    return children(node).every(returns);
  };
  return ends(fn.body) && returns(fn.body);
}
