/**
 * What functions return whose types are proclaimed: the values that are not known to be of the type are
 * checked where they are returned. As in SBCL, what another function of the program's returns for it is not.
 */

import type { CompilerHost } from "../host.js";
import { children } from "../syntax/children.js";
import { standardFunction } from "../syntax/standard-functions.js";
import type { BlockNode, FunctionNode, Node, ReturnNode } from "../syntax/tree.js";
import { conflictingResult } from "../warnings/conflict-texts.js";
import { typeFromForm } from "../warnings/specifiers.js";
import { disjoint, type LispType, subtype } from "./lattice.js";

/** Adds the checks to a tree whose types are known. */
export function checkResults(host: CompilerHost, root: FunctionNode): void {
  for (const fn of root.inner) {
    if (fn.result !== null) new Results(host, fn).check();
    checkResults(host, fn);
  }
}

class Results {
  private readonly expected: LispType | null;
  private readonly returned: Node[] = [];

  constructor(
    private readonly host: CompilerHost,
    private readonly fn: FunctionNode,
  ) {
    const type = typeFromForm(host, fn.result);
    this.expected = type.kinds === 0 ? null : type;
  }

  check(): void {
    const { fn, host, expected } = this;
    fn.body = this.checked(fn.body);
    const [only, ...others] = this.returned;
    if (only === undefined || others.length > 0 || expected === null || only.type === null) return;
    if (!disjoint(only.type, expected)) return;
    const message = conflictingResult(host, only, only.type, expected);
    host.warnings.warnAt(only.order, "TYPE-WARNING", message, null, only.where);
  }

  /** The node with checks of the values that it returns. */
  private checked(node: Node): Node {
    switch (node.kind) {
      case "sequence":
        node.forms[node.forms.length - 1] = this.checked(node.forms[node.forms.length - 1] as Node);
        return node;
      case "if":
        // biome-ignore lint/suspicious/noThenProperty: it is a part of IF.
        node.then = this.checked(node.then);
        node.otherwise = this.checked(node.otherwise);
        return node;
      case "let":
      case "receive":
      case "scope":
      case "local-functions":
        node.body = this.checked(node.body);
        return node;
      case "block":
        node.body = this.checked(node.body);
        for (const each of returnsTo(node, node.body)) each.value = this.checked(each.value);
        return node;
      case "call":
        return standardFunction(node.name) === undefined ? node : this.withCheck(node);
      case "call-local":
      case "call-lambda":
      case "wrong-call":
      case "return":
      case "go":
      case "throw":
      case "invalid":
        return node;
      default:
        return this.withCheck(node);
    }
  }

  private withCheck(value: Node): Node {
    const { fn, expected } = this;
    this.returned.push(value);
    const { type } = value;
    if (type !== null && expected !== null && type.kinds !== 0 && subtype(type, expected)) return value;
    const { form, order, where } = value;
    const base = { form, order, where, type: null };
    return { kind: "the", ...base, declared: fn.result, value, conflict: null, isResult: true };
  }
}

/** The exits to a block in what is inside of it. */
function returnsTo(block: BlockNode, node: Node): ReturnNode[] {
  const found: ReturnNode[] = [];
  const nodes: Node[] = [node];
  for (let each = nodes.pop(); each !== undefined; each = nodes.pop()) {
    if (each.kind === "return" && each.block === block) found.push(each);
    nodes.push(...children(each));
  }
  return found;
}
