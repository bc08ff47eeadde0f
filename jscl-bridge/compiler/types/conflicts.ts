/**
 * Values that cannot be of the types that take them: a warning and, before the operation, a check that
 * signals in SBCL's words, which name the form. The check looks at the value itself.
 */

import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { symbolName, symbolPackage } from "../../runtime/objects/symbols.js";
import { list, sym } from "../../runtime/signals.js";
import { car, isCons, isSymbol } from "../syntax/forms.js";
import { hasOneValue } from "../syntax/one-value.js";
import type {
  AssignNode,
  Binding,
  CallNode,
  ConstantNode,
  DefaultNode,
  FunctionNode,
  LetNode,
  Node,
  RuntimeNode,
  TheNode,
} from "../syntax/tree.js";
import {
  conflictMessage,
  literalForm,
  REFERENCE,
  shownForm,
  transformedText,
} from "../warnings/conflict-texts.js";
import type { Analysis } from "./analysis.js";
import { disjoint, type LispType } from "./lattice.js";
import { typeOf } from "./specifiers.js";
import { checkUses, formOf, groupMessage, listed, usesOf } from "./uses.js";

/** A value that something takes that is of the type `expected`. */
interface Taken {
  /** The node that takes it. */
  readonly node: LetNode | AssignNode | TheNode | CallNode | RuntimeNode;
  /** Which of its values it is. */
  readonly index: number;
  readonly value: Node;
  readonly type: LispType;
  readonly expected: LispType;
  /** Whether the value is asserted where a macro or the like reads it: the warning names its type alone. */
  readonly plain: boolean;
  /** What SBCL calls the value where it does not show its form. */
  readonly name?: string | undefined;
  /** How the error shows it where the warning does otherwise. */
  readonly shown?: string | undefined;
  /** Whether a literal is shown where a macro bound a variable to it. */
  readonly literal?: boolean | undefined;
  /** Another value that the expected type follows from. */
  readonly source?: Node | undefined;
  /** Values before it that are checked first, since they may be of other types than are expected. */
  readonly before?: readonly { readonly index: number; readonly expected: LispType }[] | undefined;
  /** The form that SBCL shows around the value; null where there is no check in its words. */
  readonly context: (() => string) | null;
}

/** Notes a value that is of another type than what takes it; whether that is known without variables. */
export function conflict(a: Analysis, taken: Taken): boolean {
  const { host, flow } = a;
  const { node, index, value, type, expected, plain, context, name, source } = taken;
  const uses = literalOf(a, taken) === null && name === undefined ? usesOf(a, value) : [value];
  const [shown = value] = uses.length > 1 ? [value] : uses;
  const consumer = a.consumers.current;
  // The loops of standard macros have checks of their own.
  const checked =
    a.loops > 0 &&
    isLibrary(a, node) &&
    !isPlace(node) &&
    (node.kind === "runtime" || host.positionOf(node.form) === null);
  const certain =
    consumer === null && !restsOnVariables(value) && (source === undefined || !restsOnVariables(source));
  const guard = checked || context === null ? null : () => a.host.inMessage(() => keep(a, taken, context));
  a.findings.push({
    node,
    index,
    place: node.order,
    type: "TYPE-WARNING",
    message: () => {
      if (uses.length > 1) return groupMessage(a, value, uses, expected);
      return conflictMessage(host, literalOf(a, taken) ?? shown, type, expected, plain, name);
    },
    form: null,
    consumer,
    ends: !checked,
    guard,
  });
  if (!checked && (certain || a.endings?.get(node)?.has(index) === true)) flow.stop();
  return certain;
}

/** Whether a macro reads or stores a place of the program's there, as INCF and PUSH do. */
function isPlace(node: Taken["node"]): boolean {
  if (node.kind === "runtime") return node.name.startsWith("set");
  if (node.kind !== "call") return false;
  const name = symbolName(node.name);
  if (name === "GETHASH" || name === "(SETF_GETHASH)") return true;
  const [object] = node.args;
  const isProgram = object?.kind === "read" && symbolPackage(object.variable.symbol) !== undefined;
  return isProgram && (name === "AREF" || name === "CAR" || name === "CDR");
}

function isLibrary(a: Analysis, node: Taken["node"]): boolean {
  return node.kind === "call" || node.kind === "runtime"
    ? node.inLibrary
    : a.host.positionOf(node.form) === null;
}

/** Whether what is known of the value may be known of variables just now. */
function restsOnVariables(node: Node): boolean {
  switch (node.kind) {
    case "constant":
    case "the":
    case "function":
    case "global-function":
      return false;
    case "call":
      return node.args.some(restsOnVariables) && ARITHMETIC.has(symbolName(node.name));
    default:
      return true;
  }
}

const ARITHMETIC: ReadonlySet<string> = new Set(["+", "-", "*"]);

/** Whether a form is a variable that the program wrote. */
export function isVariable(a: Analysis, form: LispValue): boolean {
  return isSymbol(form) && symbolPackage(form) !== undefined && form !== a.host.nil && form !== a.host.t;
}

/** The literal that stands for a value. */
function literalOf(a: Analysis, { literal, value, type }: Taken): ConstantNode | null {
  if (literal !== true || type.constant === undefined || isVariable(a, shownForm(value))) return null;
  return {
    ...value,
    kind: "constant",
    form: literalForm(a.host, type.constant.value),
    value: type.constant.value,
  };
}

/** A value as the message of its error has it, behind "Value". */
function whatIsWrong(a: Analysis, taken: Taken): string {
  if (taken.shown !== undefined) return `of ${taken.shown}`;
  if (taken.name !== undefined) return `of ${taken.name}`;
  const literal = literalOf(a, taken);
  const uses = literal === null ? usesOf(a, taken.value) : [literal];
  if (uses.length > 1) return `from ${listed(a, uses, "or")} of ${formOf(a, taken.value, uses)}`;
  return `of ${transformedText(uses[0] ?? taken.value, (form) => a.host.print(form))}`;
}

/** Has the emitter check the value before the operation. */
function keep(a: Analysis, taken: Taken, context: () => string): void {
  const { node, index, expected } = taken;
  const shown = whatIsWrong(a, taken);
  const around = a.host.withoutArrays(context);
  const found = { index, expected: expected.text, shown, context: around };
  if (node.kind === "call" || node.kind === "runtime") {
    for (const each of taken.before ?? [])
      node.conflicts.push({ index: each.index, expected: each.expected.text, shown: "", context: "" });
    node.conflicts.push(found);
  } else if (node.kind !== "let") node.conflict = found;
  else (node.bindings[index] as Binding).conflict = found;
}

/** Warns of an initial value that a declaration does not allow. */
export function bindingConflict(
  a: Analysis,
  node: LetNode,
  index: number,
  type: LispType | null,
  expected: LispType,
): void {
  const value = node.bindings[index]?.init as Node;
  if (type === null || !disjoint(type, expected)) {
    const { symbol } = node.bindings[index] as Binding;
    const immediate = index === node.bindings.length - 1;
    checkUses(a, { node, index, value, expected, immediate, binding: a.host.print(symbol) });
    return;
  }
  // SBCL shows the form that its macro made, which ours do not make.
  const isWritten = isCons(node.form) && a.host.positionOf(node.form) !== null;
  const context = isWritten ? (): string => a.host.print(node.form) : null;
  // The list that a loop of a macro goes along.
  const { symbol } = node.bindings[index] as Binding;
  const plain = symbolPackage(symbol) === undefined && expected.text === "LIST";
  conflict(a, { node, index, value, type, expected, plain, context });
}

/**
 * Warns of an object of another type that a function would read a structure's slot of, whose calls are
 * compiled in place: as a binding of the object, and a read of its slot.
 */
export function readerConflict(a: Analysis, node: LetNode, type: LispType | null): void {
  const { host } = a;
  const [binding, ...more] = node.bindings;
  const read = node.body.kind === "the" ? node.body.value : node.body;
  if (binding === undefined || more.length > 0 || read.kind !== "structure-slot") return;
  const [object, , , structure] = read.operands;
  if (object.kind !== "read" || object.variable !== binding.variable || structure.kind !== "constant") return;
  const expected = a.declaredType(structure.value);
  if (expected === null) return;
  const value = binding.init;
  if (type === null || !disjoint(type, expected)) {
    checkUses(a, { node, index: 0, value, expected, immediate: true, binding: null, replaced: true });
    return;
  }
  // What INCF and the like bind the object to has a name of SBCL's.
  const isBound = value.kind === "read" && symbolPackage(value.variable.symbol) === undefined;
  const name = isBound ? "#:OBJ" : undefined;
  const context = (): string =>
    `(THE ${host.print(structure.value)} ${name ?? host.print(shownForm(value))})`;
  conflict(a, { node, index: 0, value, type, expected, plain: false, context, name });
}

/** Warns of the default of an optional parameter that a declaration does not allow. */
export function defaultConflict(a: Analysis, node: DefaultNode, type: LispType | null): void {
  const expected = a.declaredType(node.variable.declared);
  if (node.keyword !== null || node.init.kind !== "constant" || type === null || expected === null) return;
  if (!disjoint(type, expected)) return;
  const message = (): string => conflictMessage(a.host, node.init, type, expected, false);
  const { consumers } = a;
  a.findings.push({
    node,
    index: 0,
    place: node.order,
    type: "TYPE-WARNING",
    message,
    form: null,
    consumer: consumers.current,
    // An argument may be given.
    ends: false,
    guard: null,
  });
}

/** The type of a value that has been checked by THE or an assignment. */
export function checkedType(
  a: Analysis,
  node: AssignNode | TheNode,
  value: Node,
  type: LispType | null,
  expected: LispType,
  specifier: LispValue,
): LispType | null {
  if (type !== null && disjoint(type, expected) && !isValues(specifier)) {
    const form = node.kind === "the" ? node.form : list(sym("THE"), specifier, value.form);
    const context = (): string => a.host.print(form);
    conflict(a, { node, index: 0, value, type, expected, plain: false, context });
  } else if (!isValues(specifier))
    checkUses(a, { node, index: 0, value, expected, immediate: true, binding: null });
  return a.checked(type, expected);
}

function isValues(specifier: LispValue): boolean {
  return car(specifier) === sym("VALUES");
}

const CALLABLE = typeOf(["OR", "FUNCTION", "SYMBOL"]);

/** Warns of handlers that HANDLER-BIND binds and that are no functions. */
export function handlerConflicts(a: Analysis, symbol: LispSymbol, clusters: Node): void {
  if (symbolName(symbol) !== "*HANDLER-CLUSTERS*" || clusters.kind !== "call") return;
  const [cluster] = clusters.args;
  for (const [i, node] of (cluster?.kind === "call" ? cluster.args : []).entries()) {
    const value = node.kind === "call" ? node.args[1] : undefined;
    if (node.kind !== "call" || value === undefined || value.type === null) continue;
    if (value.kind === "function") checkHandler(a, node, value);
    if (a.flow.dead || !disjoint(value.type, CALLABLE)) continue;
    const name = `#:H${i}`;
    const context = (): string => `(SB-KERNEL:%COERCE-CALLABLE-FOR-CALL ${name})`;
    conflict(a, { node, index: 1, value, type: value.type, expected: CALLABLE, plain: false, context, name });
  }
}

/** Warns of a handler that does not take the condition that it is called with. */
function checkHandler(a: Analysis, node: CallNode, handler: FunctionNode): void {
  const { host, flow, consumers } = a;
  const { required, optional, rest, hasKey } = handler;
  const least = required.length;
  if (flow.dead || optional.length > 0 || rest !== null || hasKey || least === 1) return;
  const parameters = least === 0 ? "NIL" : `(${required.map(() => "T").join(" ")})`;
  const text = (): string => {
    const result = hasOneValue(lastOf(handler.body))
      ? `(VALUES ${handler.body.type?.text ?? "T"} &OPTIONAL)`
      : "*";
    const name = host.printQualified(handler.name);
    const expected = "(SB-KERNEL:FUNCTION-DESIGNATOR (CONDITION) *)";
    return `Derived type of ${name} is\n  (FUNCTION ${parameters} ${result}),\nconflicting with its asserted type\n  ${expected}.${REFERENCE}`;
  };
  a.findings.push({
    node,
    index: 1,
    place: handler.order,
    type: "TYPE-WARNING",
    message: text,
    form: null,
    consumer: consumers.current,
    // It is called when there is a condition.
    ends: false,
    guard: null,
  });
}

/** The form whose value a body has. */
function lastOf(body: Node): Node {
  if (body.kind === "sequence") return lastOf(body.forms[body.forms.length - 1] as Node);
  return body.kind === "scope" ? lastOf(body.body) : body;
}
