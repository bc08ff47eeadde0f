/**
 * Twins of the image's own functions: each as a generator that yields the calls that it makes, so that an
 * evaluation can be left in the middle of it (`runtime/stack/deep-calls.ts`). The compiler writes those of a
 * program's functions; here they are made of the text of compiled functions.
 */

import type { CallExpression, Function as FunctionNode, Node } from "acorn";
import { QUIET } from "../runtime/stack/heap-calls.js";
import { isFunction, ShapeError, visit } from "./ast.js";

/** What functions of an image are called by. */
interface Names {
  /** The name of the runtime's functions. */
  readonly runtime: string;
}

/** The name by which the functions of a snapshot call the runtime, which its minifier has given. */
export function namesIn(program: Node): Names {
  const found = new Set<string>();
  visit(program, (node) => {
    const { type, object, property, computed } = node as unknown as Member;
    if (type !== "MemberExpression" || computed || property.name !== "badArgumentCount") return undefined;
    if (object.type === "Identifier") found.add(object.name as string);
    return undefined;
  });
  const [runtime = "", ...others] = found;
  if (others.length > 0) throw new ShapeError(`${found.size} names are the runtime's, not one`);
  return { runtime };
}

interface Member {
  readonly type: string;
  readonly object: Node & { readonly name?: string };
  readonly property: Node & { readonly name?: string };
  readonly computed: boolean;
}

/** A change of the text: so much of it is replaced. */
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/**
 * The twin of a function, as text; null where it makes no call. `text` is that of the whole program.
 */
export function twinOf(fn: Node, text: string, names: Names): string | null {
  const body = withTwins(fn as FunctionNode, text, names, true);
  return body === null ? null : `function*${headOf(fn as FunctionNode, text)}${body}`;
}

/** A function whose inner functions have twins; null where it has no inner function with one. */
export function withInnerTwins(fn: Node, text: string, names: Names): string | null {
  const body = withTwins(fn as FunctionNode, text, names, false);
  return body === null ? null : `function${headOf(fn as FunctionNode, text)}${body}`;
}

/** The parameters, in brackets. */
function headOf({ params, body }: FunctionNode, text: string): string {
  const [first] = params;
  if (first === undefined) return "()";
  return `(${text.slice(first.start, text.lastIndexOf(")", body.start))})`;
}

/** The body with calls yielded and inner functions that have twins; null where that changes nothing. */
function withTwins(fn: FunctionNode, text: string, names: Names, yields: boolean): string | null {
  const edits: Edit[] = [];
  let counts = false;
  visit(fn.body, (node) => {
    const atOnce = yields ? null : calledAtOnce(node);
    if (atOnce !== null) {
      const inner = withTwins(atOnce, text, names, false);
      if (inner === null) return false;
      edits.push({ from: atOnce.body.start, to: atOnce.body.end, text: inner });
      counts = true;
      return false;
    }
    if (node.type === "FunctionExpression") {
      const inner = innerFunction(node as FunctionNode, text, names);
      if (inner === null) return false;
      edits.push({ from: node.start, to: node.end, text: inner });
      counts ||= !yields;
      return false;
    }
    if (node.type === "ArrowFunctionExpression") {
      const inner = withTwins(node as unknown as FunctionNode, text, names, false);
      if (inner === null) return false;
      const { start, end } = (node as unknown as FunctionNode).body;
      edits.push({ from: start, to: end, text: inner });
      counts ||= !yields;
      return false;
    }
    if (node.type === "FunctionDeclaration") return false;
    if (!yields) return undefined;
    if (node.type === "CallExpression" && isYielded(node as CallExpression, names)) {
      edits.push(...yielded(node as CallExpression, text));
      counts = true;
    } else if (node.type === "TryStatement") edits.push(...bindings(node, fn, text, names));
    return undefined;
  });
  return counts ? edited(fn.body, text, edits) : null;
}

/**
 * The function that a call makes and calls, whose twin nothing would call; null for another node, and where
 * functions are arguments.
 */
function calledAtOnce(node: Node): FunctionNode | null {
  const { type, callee, arguments: given } = node as CallExpression;
  if (type !== "CallExpression" || callee.type !== "FunctionExpression") return null;
  return given.every((each) => each.type === "Identifier") ? (callee as unknown as FunctionNode) : null;
}

/** An inner function that carries its twin; null where it has none. */
function innerFunction(fn: FunctionNode, text: string, names: Names): string | null {
  const twin = twinOf(fn, text, names);
  const plain = withInnerTwins(fn, text, names) ?? text.slice(fn.start, fn.end);
  if (twin === null) return plain === text.slice(fn.start, fn.end) ? null : plain;
  return `((f,g)=>(f.heap=g,f))(${plain},${twin})`;
}

function isYielded(call: CallExpression, names: Names): boolean {
  const { callee, optional } = call;
  if (optional) return false;
  if (callee.type === "ConditionalExpression") return true;
  if (callee.type === "Identifier") return true;
  const { type, object, property, computed } = callee as unknown as Member;
  if (type !== "MemberExpression") return false;
  // Functions that a vector holds.
  if (computed) return true;
  if (property.name === "fvalue" || isApplied(call)) return true;
  return object.type === "Identifier" && object.name === names.runtime && !QUIET.has(property.name ?? "");
}

/** Whether a call is `f.apply(null, args)`. */
function isApplied({ callee, arguments: [self, given, ...more] }: CallExpression): boolean {
  const { property } = callee as unknown as Member;
  const isNull = self?.type === "Literal" && self.value === null;
  return property.name === "apply" && isNull && given !== undefined && more.length === 0;
}

/** The call of a function as what its twin yields: the function and its arguments. */
function yielded(call: CallExpression, text: string): Edit[] {
  const [, given] = call.arguments;
  if (call.callee.type === "MemberExpression" && !call.callee.computed && isApplied(call)) {
    return [
      { from: call.start, to: call.start, text: "(yield[" },
      { from: call.callee.object.end, to: (given as Node).start, text: ",..." },
      { from: call.end - 1, to: call.end, text: "])" },
    ];
  }
  let open = call.callee.end;
  while (text[open] !== "(") {
    if (!") \n".includes(text[open] as string))
      throw new ShapeError(`a call of an unknown form: ${text.slice(call.start, call.end).slice(0, 80)}`);
    open++;
  }
  const comma = call.arguments.length > 0 ? "," : "";
  return [
    { from: call.start, to: call.start, text: "(yield[" },
    { from: open, to: open + 1, text: comma },
    { from: call.end - 1, to: call.end, text: "])" },
  ];
}

/**
 * Bindings of special variables, which compiled code makes by a constant that holds the outer value, and a
 * `finally` that puts it back: those of an evaluation that is left have to be known.
 */
function bindings(node: Node, fn: FunctionNode, text: string, { runtime }: Names): Edit[] {
  const { finalizer } = node as unknown as { finalizer: Node | null };
  if (finalizer === null) return [];
  const edits: Edit[] = [];
  visit(finalizer, (each) => {
    const { type, left, right } = each as unknown as {
      type: string;
      left: Node;
      right: Node & { name?: string };
    };
    if (type !== "AssignmentExpression" || !isValue(left) || right.type !== "Identifier") return undefined;
    const variable = text.slice(
      (left as unknown as Member).object.start,
      (left as unknown as Member).object.end,
    );
    const init = outerValue(fn, node.start, right.name ?? "");
    if (init === null || text.slice(init.start, init.end) !== `${variable}.value`) return false;
    edits.push({ from: init.start, to: init.end, text: `${runtime}.bound(${variable})` });
    edits.push({ from: each.start, to: each.end, text: `${runtime}.unbound(${right.name})` });
    return false;
  });
  return edits;
}

/** The initial value of the variable of that name which is declared last before a place of the function. */
function outerValue(fn: FunctionNode, before: number, name: string): Node | null {
  let found: Node | null = null;
  visit(fn.body, (node) => {
    if (isFunction(node) || node.start > before) return false;
    const { type, id, init } = node as unknown as { type: string; id: { name?: string }; init: Node | null };
    if (type === "VariableDeclarator" && id.name === name && init !== null) found = init;
    return undefined;
  });
  return found;
}

function isValue(node: Node): boolean {
  const { type, object, property, computed } = node as unknown as Member;
  return (
    type === "MemberExpression" && !computed && property.name === "value" && object.type === "Identifier"
  );
}

/** The text of a node with the changes made. */
function edited({ start, end }: Node, text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let at = start;
  // At the same place the outer one of two calls comes first.
  const inOrder = [...edits]
    .map((edit, i) => ({ edit, i }))
    .sort((a, b) => a.edit.from - b.edit.from || a.i - b.i);
  for (const { edit } of inOrder) {
    if (edit.from < at)
      throw new ShapeError(`changes of a function overlap: ${text.slice(start, end).slice(0, 80)}`);
    parts.push(text.slice(at, edit.from), edit.text);
    at = edit.to;
  }
  parts.push(text.slice(at, end));
  return parts.join("");
}
