/**
 * What functions return whose types are proclaimed: the values that are not known to be of the type are
 * checked where they are returned. As in SBCL, what another function of the program's returns for it is not.
 */

import { carOf } from "../../runtime/objects/conses.js";
import type { LispValue } from "../../runtime/objects/marshal.js";
import { sym } from "../../runtime/signals.js";
import { next } from "../../runtime/stack/safepoints.js";
import type { CompilerHost } from "../host.js";
import { children } from "../syntax/children.js";
import { parseBody } from "../syntax/declarations.js";
import { car, cdr, cons, isCons, list } from "../syntax/forms.js";
import { hasOneValue } from "../syntax/one-value.js";
import { standardFunction } from "../syntax/standard-functions.js";
import type { BlockNode, FunctionNode, Node, ReturnNode, TheNode } from "../syntax/tree.js";
import { conflictingResult, transformedText } from "../warnings/conflict-texts.js";
import { typeFromForm } from "../warnings/specifiers.js";
import { disjoint, type LispType, subtype } from "./lattice.js";

/** Adds the checks to a tree whose types are known. */
export function checkResults(host: CompilerHost, root: FunctionNode): void {
  for (const fn of root.inner) {
    if (fn.result !== null) new Results(host, fn).check();
    checkResults(host, fn);
  }
}

/** A type that is declared of one of the values of a function. */
interface Declared {
  readonly specifier: LispValue;
  /** Null where nothing can be said against a value before there is one. */
  readonly type: LispType | null;
}

class Results {
  private readonly declared: readonly Declared[];
  private readonly returned: TheNode[] = [];
  /** Values that are returned without a check, and calls that return whatever they do. */
  private unchecked = 0;

  constructor(
    private readonly host: CompilerHost,
    private readonly fn: FunctionNode,
  ) {
    this.declared = valueTypes(fn.result).map((specifier) => {
      const type = typeFromForm(host, specifier);
      return { specifier, type: type.kinds === 0 ? null : type };
    });
  }

  check(): void {
    const { fn, host, declared } = this;
    fn.body = this.checked(fn.body);
    const [only, ...others] = this.returned;
    const [first] = declared;
    if (only === undefined || others.length > 0 || this.unchecked > 0 || first === undefined) return;
    const { type } = only.value;
    if (isSeveral(fn.result) || first.type === null || type === null || !disjoint(type, first.type)) return;
    const message = conflictingResult(host, only.value, type, first.type);
    host.warnings.warnAt(only.order, "TYPE-WARNING", message, null, only.where);
    only.conflict = {
      index: 0,
      expected: first.type.text,
      shown: transformedText(only.value, (form) => host.print(form)),
      context: this.definition(),
    };
  }

  /** The function as SBCL shows it. */
  private definition(): string {
    const { host, fn } = this;
    const { lambda, name } = fn;
    const { body } = parseBody(cdr(lambda), true);
    const text = host.print(list(car(lambda), cons(sym("BLOCK"), cons(name, body))));
    return `(SB-INT:NAMED-LAMBDA ${host.print(name)} ${text.slice(1)}`;
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
        return standardFunction(node.name) === undefined ? this.without(node) : this.withCheck(node);
      case "call-local":
      case "call-lambda":
      case "wrong-call":
      case "return":
      case "go":
      case "throw":
      case "invalid":
        return this.without(node);
      default:
        return this.withCheck(node);
    }
  }

  private withCheck(value: Node): Node {
    const { declared } = this;
    if (value.kind === "values") {
      value.forms = value.forms.map((each, i) => this.ofType(each, declared[i]));
      return value;
    }
    // How many values there are is known of the others alone.
    return isSeveral(this.fn.result) && !hasOneValue(value)
      ? this.without(value)
      : this.ofType(value, declared[0]);
  }

  private without(value: Node): Node {
    this.unchecked++;
    return value;
  }

  private ofType(value: Node, declared: Declared | undefined): Node {
    if (declared === undefined || declared.specifier === this.host.t) return this.without(value);
    const { form, order, where, type } = value;
    const expected = declared.type;
    if (type !== null && expected !== null && type.kinds !== 0 && subtype(type, expected))
      return this.without(value);
    const base = { form, order, where, type: null };
    const { specifier } = declared;
    const node: TheNode = {
      kind: "the",
      ...base,
      declared: specifier,
      value,
      conflict: null,
      isResult: true,
    };
    this.returned.push(node);
    return node;
  }
}

/** Whether (VALUES type …) is declared. */
function isSeveral(result: LispValue): boolean {
  return car(result) === sym("VALUES");
}

/** The types of the values that a function returns by place, as far as they are declared one by one. */
function valueTypes(result: LispValue): LispValue[] {
  if (!isSeveral(result)) return [result];
  const types: LispValue[] = [];
  for (let rest = cdr(result); isCons(rest); rest = next(rest)) {
    const item = carOf(rest);
    if (item === sym("&REST") || item === sym("&KEY")) break;
    if (item !== sym("&OPTIONAL")) types.push(item);
  }
  return types;
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
