/** Trees as S-expressions with the types of their values, for tests. */

import { symbolName } from "../../runtime/objects/symbols.js";
import type { CompilerHost } from "../host.js";
import { children } from "./children.js";
import type { Binding, FunctionNode, Node, Variable } from "./tree.js";

const name = ({ symbol }: Pick<Variable, "symbol">): string => symbolName(symbol);

const typed = (text: string, type: { text: string } | null): string =>
  type === null ? text : `${text}:${type.text}`;

/** A tree on one line; each value is followed by its type where that is known. */
export function printTree(host: CompilerHost, node: Node): string {
  return typed(untyped(host, node), node.kind === "constant" ? null : node.type);
}

function untyped(host: CompilerHost, node: Node): string {
  const print = (each: Node): string => printTree(host, each);
  switch (node.kind) {
    case "constant":
      return host.print(node.value);
    case "read":
      return name(node.variable);
    case "global":
    case "global-function":
      return `(${node.kind} ${name(node)})`;
    case "let":
    case "receive": {
      const producer = node.kind === "receive" ? ` ${print(node.producer)}` : "";
      const bound = node.bindings.map((each) => bindingText(host, each, node.kind === "let"));
      return `(${node.kind} (${bound.join(" ")})${producer} ${print(node.body)})`;
    }
    case "assign":
      return `(assign ${typed(name(node.variable), node.variable.type)} ${print(node.value)})`;
    case "count":
      return `(count ${typed(name(node.variable), node.variable.type)} ${print(node.limit)} ${print(node.body)})`;
    case "function":
      return `(function ${parametersText(node)} ${print(node.body)})`;
    case "call":
      return `(${[symbolName(node.name), ...node.args.map(print)].join(" ")})`;
    case "runtime":
      return `(${[node.name, ...node.args.map(print)].join(" ")})`;
    case "check":
      return `(check ${typed(name(node.variable), node.variable.type)} ${host.print(node.declared)})`;
    case "the":
      return `(the ${host.print(node.declared)} ${print(node.value)})`;
    default:
      return `(${[node.kind, ...children(node).map(print)].join(" ")})`;
  }
}

function bindingText(host: CompilerHost, { variable, symbol, init }: Binding, isLet: boolean): string {
  const text = variable === null ? symbolName(symbol) : typed(name(variable), variable.type);
  return isLet ? `(${text} ${printTree(host, init)})` : text;
}

function parametersText({ required, optional, rest, keys }: FunctionNode): string {
  const variables = [...required, ...optional.map((each) => each.variable), ...(rest === null ? [] : [rest])];
  const all = [...variables, ...keys.map((each) => each.variable)];
  return `(${all.map((each) => typed(name(each), each.type)).join(" ")})`;
}
