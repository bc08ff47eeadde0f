/**
 * Local functions whose calls are all known. One that is called at one place stands there, as SBCL has it:
 * its parameters are variables that are bound to the arguments. One that calls itself as the last thing it
 * does is a loop. Neither leaves frames that SBCL would not have.
 */

import type { LispSymbol } from "../../runtime/objects/marshal.js";
import type { CompilerHost } from "../host.js";
import { children } from "../syntax/children.js";
import { neverReturns } from "../syntax/standard-functions.js";
import type {
  AssignNode,
  Binding,
  BlockNode,
  CallLocalNode,
  CheckNode,
  FunctionNode,
  GoNode,
  LocalFunction,
  LocalFunctionsNode,
  Node,
  TagbodyNode,
  Variable,
} from "../syntax/tree.js";
import { settle } from "./settling.js";

/** Where a tree defines and calls local functions. */
interface Uses {
  /** Innermost definitions first. */
  readonly definitions: LocalFunctionsNode[];
  readonly calls: Map<LocalFunction, CallLocalNode[]>;
}

function usesIn(node: Node, uses: Uses): Uses {
  for (const child of children(node)) usesIn(child, uses);
  if (node.kind === "local-functions") uses.definitions.push(node);
  if (node.kind === "call-local") {
    const calls = uses.calls.get(node.target);
    if (calls === undefined) uses.calls.set(node.target, [node]);
    else calls.push(node);
  }
  return uses;
}

const NO_USES = (): Uses => ({ definitions: [], calls: new Map() });

/** Puts local functions in their places. */
export function placeLocalFunctions(host: CompilerHost, root: FunctionNode): void {
  const uses = usesIn(root, NO_USES());
  let isChanged = false;
  for (const node of uses.definitions) {
    node.functions = node.functions.filter((target) => {
      const done = target.lambda === null ? null : placed(host, target, target.lambda, uses);
      isChanged ||= done !== null;
      return done !== "there";
    });
  }
  if (isChanged) settle(root);
}

/** What became of a function: it stands where it is called, or is a loop; null for neither. */
function placed(
  host: CompilerHost,
  target: LocalFunction,
  fn: FunctionNode,
  uses: Uses,
): "there" | "loop" | null {
  if (fn.optional.length > 0 || fn.rest !== null || fn.hasKey || fn.recorded) return null;
  // Who looks at a frame may call what is defined there.
  if (fn.keepsVariables || fn.outer?.keepsVariables === true) return null;
  const own = usesIn(fn.body, NO_USES()).calls.get(target) ?? [];
  const last = fn.required.some(({ captured }) => captured) ? [] : lastCalls(fn.body, target);
  const others = (uses.calls.get(target) ?? []).filter((call) => !own.includes(call));
  const [only] = others;
  const isThere =
    only !== undefined &&
    others.length === 1 &&
    own.length === last.length &&
    !target.escapes &&
    !endsInError(fn.body);
  if (!isThere && last.length === 0) return null;
  if (last.length > 0) makeLoop(host, fn, last, !isThere);
  if (!isThere) return "loop";
  become(only, inPlace(fn, only));
  target.referenced = false;
  return "there";
}

/** The calls of a function in its body with nothing left to do after them. */
function lastCalls(node: Node, target: LocalFunction): CallLocalNode[] {
  switch (node.kind) {
    case "call-local":
      return node.target === target ? [node] : [];
    case "sequence":
      return lastCalls(node.forms.at(-1) as Node, target);
    case "if":
      return [...lastCalls(node.then, target), ...lastCalls(node.otherwise, target)];
    case "let":
    case "receive":
      // What binds special variables has to put them back.
      return node.bindings.some(({ variable }) => variable === null) ? [] : lastCalls(node.body, target);
    case "local-functions":
      return lastCalls(node.body, target);
    case "block":
      return node.usedRemotely ? [] : lastCalls(node.body, target);
    default:
      return [];
  }
}

/** Whether code ends in a call that never returns; SBCL leaves such functions where they are. */
function endsInError(node: Node): boolean {
  switch (node.kind) {
    case "call":
      return neverReturns(node.name);
    case "sequence":
      return endsInError(node.forms.at(-1) as Node);
    case "if":
      return endsInError(node.then) && endsInError(node.otherwise);
    case "let":
    case "receive":
    case "block":
      return endsInError(node.body);
    default:
      return false;
  }
}

/** What a new node has of the one in whose place it stands. */
function baseOf({ form, where, order, type }: Node) {
  return { form, where, order, type };
}

/** Makes a node another one, where it stands. */
function become(node: Node, other: Node): void {
  for (const key of Object.keys(node)) Reflect.deleteProperty(node, key);
  Object.assign(node, other);
}

function fresh(host: CompilerHost, name: string): LispSymbol {
  return new host.internals.Symbol(name);
}

/** The checks of declared parameters at the head of a body, and what follows them. */
function headOf(body: Node): { checks: CheckNode[]; rest: Node } {
  if (body.kind !== "sequence") return { checks: [], rest: body };
  const checks: CheckNode[] = [];
  for (const form of body.forms) {
    if (form.kind !== "check") break;
    checks.push(form);
  }
  const forms = body.forms.slice(checks.length);
  const rest = forms.length === 1 ? (forms[0] as Node) : { ...body, forms };
  return { checks, rest };
}

/** Makes the calls of a function by itself assignments of its parameters, and jumps to its beginning. */
function makeLoop(
  host: CompilerHost,
  fn: FunctionNode,
  calls: readonly CallLocalNode[],
  restarts: boolean,
): void {
  const { checks, rest } = headOf(fn.body);
  const base = baseOf(rest);
  const start = fresh(host, "START");
  const block: BlockNode = {
    kind: "block",
    ...base,
    name: fresh(host, "LOOP"),
    owner: fn,
    body: rest,
    usedLocally: true,
    usedRemotely: false,
  };
  const tagbody: TagbodyNode = {
    kind: "tagbody",
    ...base,
    owner: fn,
    segments: [
      { tag: null, forms: [] },
      { tag: start, forms: [{ kind: "return", ...base, block, from: fn, value: rest }] },
    ],
    jumps: [],
    current: 0,
    usedRemotely: false,
    restarts,
  };
  block.body = tagbody;
  for (const call of calls) become(call, nextTurn(host, fn, call, tagbody));
  fn.body = checks.length === 0 ? block : { kind: "sequence", ...base, forms: [...checks, block] };
}

/** The assignments and the jump that a call of a function by itself comes to. */
function nextTurn(host: CompilerHost, fn: FunctionNode, call: CallLocalNode, body: TagbodyNode): Node {
  const base = { ...baseOf(call), type: null };
  const bindings: Binding[] = [];
  const assignments: Node[] = [];
  const assign = (variable: Variable, value: Node): AssignNode => {
    variable.assigned = true;
    return { kind: "assign", ...baseOf(value), variable, value, conflict: null, binds: true };
  };
  call.args.forEach((value, i) => {
    const variable = fn.required[i] as Variable;
    if (value.kind === "read" && value.variable === variable) return;
    const symbol = fresh(host, "NEXT");
    const next: Variable = { ...variable, symbol, declared: null, type: value.type, assigned: false };
    bindings.push({ symbol, variable: next, init: value, declared: null });
    assignments.push(assign(variable, { kind: "read", ...baseOf(value), variable: next }));
  });
  const go: GoNode = { kind: "go", ...base, body, from: fn, index: 1 };
  const [only] = bindings;
  if (only !== undefined && bindings.length === 1) {
    const variable = (assignments[0] as AssignNode).variable;
    return { kind: "sequence", ...base, forms: [assign(variable, only.init), go] };
  }
  const forms = [...assignments, go];
  if (bindings.length === 0) return go;
  return { kind: "let", ...base, bindings, body: { kind: "sequence", ...base, forms } };
}

/** The body of a function with its parameters bound to the arguments of a call. */
function inPlace(fn: FunctionNode, call: CallLocalNode): Node {
  const { checks, rest } = headOf(fn.body);
  const base = baseOf(call);
  const bindings = fn.required.map((variable, i): Binding => {
    const declared = checks.find((check) => check.variable === variable)?.declared ?? null;
    return { symbol: variable.symbol, variable, init: call.args[i] as Node, declared };
  });
  // The body stays the object that it is: what leaves a block or jumps in a TAGBODY refers to that object.
  return bindings.length === 0
    ? { kind: "sequence", ...baseOf(rest), forms: [rest] }
    : { kind: "let", ...base, bindings, body: rest };
}
