/** Calls of global functions and of our runtime's: what they accept, what they return. */

import { INDEX_LIMIT } from "../../functions/designators.js";
import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { symbolName, symbolPackage } from "../../runtime/objects/symbols.js";
import { type ParameterTypes, parameterTypes } from "../syntax/declared-types.js";
import { isArrayWriter } from "../syntax/operators/runtime-verbs.js";
import { neverReturns } from "../syntax/standard-functions.js";
import type { CallNode, Making, Node, RuntimeNode } from "../syntax/tree.js";
import { takesKeywords } from "../warnings/call-arguments.js";
import { isMapping } from "../warnings/calls.js";
import { callContext, literalForm, shownForm } from "../warnings/conflict-texts.js";
import { checkFormatCall } from "../warnings/format-arguments.js";
import { type KnownFunction, knownFunction, parameterType } from "../warnings/known-functions.js";
import { keyName, mostArguments } from "../warnings/signature.js";
import { type SlotWriter, slotWriter } from "./accessors.js";
import type { Analysis } from "./analysis.js";
import { accepted, INTEGERS } from "./arithmetic.js";
import { elementOf } from "./arrays.js";
import { conflict, isVariable } from "./conflicts.js";
import { checkFolding, checkSubscripts } from "./folding.js";
import { callFunction, functionCalled } from "./functions.js";
import { FUNCTION } from "./kinds.js";
import { ANYTHING, disjoint, isOfKinds, type LispType, subtype } from "./lattice.js";
import { checkCoercion, checkInitialElement } from "./made-of.js";
import { checkModified, checkWritten, modifiedArguments } from "./modified.js";
import { firstValue } from "./results.js";
import {
  elementContext,
  ownName,
  placeNames,
  runtimeContext,
  runtimeFunction,
  standIn,
  standInContext,
} from "./runtime-functions.js";
import { typeOf } from "./specifiers.js";
import { checkUses } from "./uses.js";

const VECTOR = typeOf("VECTOR");

/** Arrays of so many dimensions. */
function arrayOf(rank: number): LispType {
  if (rank === 0) return typeOf(["ARRAY", "*", "NIL"]);
  return rank === 1 ? VECTOR : typeOf(["ARRAY", "*", Array.from({ length: rank }, () => "*")]);
}
const LIST = typeOf("LIST");

/** The arguments of a call, whose values have been computed one after the other. */
interface Arguments {
  readonly types: readonly (LispType | null)[];
  /** When each was computed. */
  readonly since: readonly number[];
}

function evaluated(a: Analysis, nodes: readonly Node[]): Arguments {
  const types: (LispType | null)[] = [];
  const since: number[] = [];
  for (const node of nodes) {
    types.push(a.visit(node));
    since.push(a.flow.now);
  }
  return { types, since };
}

/** What a call's arguments are: variables and constants alone, or others. */
export function calledArguments({ args }: CallNode): "plain" | "any" {
  return args.every(({ kind }) => kind === "read" || kind === "constant") ? "plain" : "any";
}

/** The type of the first value of a call. */
export function callType(a: Analysis, node: CallNode | RuntimeNode): LispType | null {
  if (node.kind === "runtime") return runtimeType(a, node);
  const known = knownFunction(node.name);
  if (known === null) return otherCall(a, node);
  const fn = functionCalled(a, node);
  if (fn !== null) return callFunction(a, node, fn);
  const fits = takes(a, known, node);
  if (fits) checkFormat(a, node);
  const args = evaluated(a, node.args);
  const [callee] = node.args;
  const unused = callee?.kind === "read" ? a.called.get(callee.variable) : undefined;
  if (unused !== undefined) a.visit(unused);
  if (a.flow.dead) return null;
  const accepted = fits ? checkCall(a, node, known, args) : args.types;
  if (known.result?.kinds === 0 && neverReturns(node.name)) a.flow.stop();
  if (a.flow.dead || !fits) return null;
  const first = firstValue(a.host, node, accepted);
  if (first !== undefined) return first;
  return known.result === null || known.result.kinds === ANYTHING.kinds ? null : known.result;
}

/** A call of a function of the program's, or of the image's that SBCL has another in the place of. */
function otherCall(a: Analysis, node: CallNode): null {
  const args = evaluated(a, node.args);
  if (a.flow.dead) return null;
  checkProclaimed(a, node, args);
  if (a.flow.dead) return null;
  const writer = slotWriter(node.name);
  if (writer !== undefined && node.args.length === 2) checkWriter(a, node, writer, args);
  if (node.making !== null) checkMaking(a, node, node.making, args);
  const stand = a.flow.dead ? null : standIn(node);
  if (stand === null) return null;
  const { index, expected } = stand;
  const value = node.args[index];
  if (value === undefined) return null;
  if (symbolName(node.name) === "(SETF_GETHASH)")
    checkModified(a, node, index, symbolName(node.name), args.types[index] ?? null);
  // A setf function's arguments have variables of their own in SBCL.
  const name = value.kind === "constant" ? null : (stand.name ?? ownName(value));
  take(a, node, index, expected, args, {
    context: () => standInContext(a.host, node),
    name: name ?? undefined,
  });
  return null;
}

/**
 * A call of a function whose type is proclaimed. Nothing follows from it for the arguments: a function that
 * was defined before that does not check them.
 */
function checkProclaimed(a: Analysis, node: CallNode, { types }: Arguments): void {
  const proclaimed = parameterTypes(a.host.functionType(node.name));
  if (proclaimed === null) return;
  const context = (): string => a.host.print(node.form);
  for (const [index, value] of node.args.entries()) {
    const type = types[index] ?? null;
    const expected = a.declaredType(proclaimedType(proclaimed, node.args, index));
    if (expected === null) continue;
    if (type === null || !disjoint(type, expected)) {
      const immediate = isImmediate(node, index, types, () => null);
      checkUses(a, { node, index, value, expected, immediate, binding: null });
      continue;
    }
    if (conflict(a, { node, index, value, type, expected, plain: false, context }) || a.flow.dead) return;
  }
}

/**
 * Whether an argument is taken as soon as it is there: it is the last, and SBCL has none of those before it
 * to check.
 */
function isImmediate(
  { args }: CallNode | RuntimeNode,
  index: number,
  types: Arguments["types"],
  expectedOf: (index: number) => LispType | null,
): boolean {
  if (index !== args.length - 1) return false;
  return args.slice(0, index).every((_, i) => {
    const expected = expectedOf(i);
    const type = types[i] ?? null;
    return (
      expected === null || expected.kinds === ANYTHING.kinds || (type !== null && subtype(type, expected))
    );
  });
}

/** The type that is proclaimed of an argument, or null. */
function proclaimedType(
  { required, optional, rest, keys }: ParameterTypes,
  args: readonly Node[],
  index: number,
): LispValue {
  const positional = [...required, ...optional];
  if (index < positional.length) return positional[index] ?? null;
  const key = args[index - 1];
  const isValue = keys.size > 0 && (index - positional.length) % 2 === 1;
  const named = isValue && key?.kind === "constant" ? keys.get(key.value as LispSymbol) : undefined;
  return named ?? rest;
}

/** A call of a function that writes into a slot of a structure. */
function checkWriter(a: Analysis, node: CallNode, { structure, slot }: SlotWriter, args: Arguments): void {
  const { host } = a;
  const shown = (index: number): string => {
    const written = shownForm(node.args[index] as Node);
    const literal = isVariable(a, written) ? undefined : args.types[index]?.constant;
    return host.print(literal === undefined ? written : literalForm(host, literal.value));
  };
  const instance = a.declaredType(structure);
  const context = (): string => `(THE ${host.print(structure)} ${shown(1)})`;
  if (instance !== null && take(a, node, 1, instance, args, { context, literal: true })) return;
  const type = slot === null ? null : a.declaredType(slot.type);
  if (type === null || slot === null) return;
  const where = (): string => `(:STRUCT ${host.print(structure)} . ${host.print(slot.name)})`;
  const checked = (): string => `(SB-KERNEL:THE* (${host.print(slot.type)} :CONTEXT ${where()}) ${shown(0)})`;
  take(a, node, 0, type, args, { context: checked, literal: true });
}

/** A call of a constructor of a structure. */
function checkMaking(a: Analysis, node: CallNode, { maker, values }: Making, args: Arguments): void {
  for (const [i, { type }] of maker.slots.entries()) {
    const index = values[i];
    const expected = typeof index === "number" ? a.declaredType(type) : null;
    if (expected === null) continue;
    if (take(a, node, index as number, expected, args, { context: () => a.host.print(node.form) })) return;
  }
}

/** Whether a call has as many arguments as a function takes, and keywords that it knows. */
function takes(a: Analysis, known: KnownFunction, { name, args }: CallNode): boolean {
  const most = mostArguments(known);
  if (args.length < known.required || (most !== null && args.length > most)) return false;
  return (
    known.keys === null ||
    takesKeywords(
      a.host,
      name,
      known,
      args.map(({ form }) => form),
    )
  );
}

function checkFormat(a: Analysis, node: CallNode): void {
  const { args, name, order } = node;
  checkFormatCall(
    a.host,
    symbolName(name),
    args.map(({ form }) => form),
    (type, message) => {
      a.findings.push({
        node,
        index: FORMAT,
        // It is found before the arguments are looked at.
        place: (args[0]?.order ?? order) - 0.5,
        type,
        message: () => message,
        form: null,
        consumer: null,
        ends: false,
        guard: null,
      });
    },
  );
}

const FORMAT = -1;

/** The types of the arguments behind the checks: of one whose type cannot be accepted, what would be. */
function checkCall(
  a: Analysis,
  node: CallNode,
  known: KnownFunction,
  args: Arguments,
): readonly (LispType | null)[] {
  const { entry } = known;
  let { types } = args;
  for (const index of modifiedArguments(entry, node.args.length))
    checkModified(a, node, index, symbolName(node.name), args.types[index] ?? null);
  if (entry.attributes.has("partial") && fitAll(a, node, known, types)) checkFolding(a, node, args.types);
  checkInitialElement(a, node, args.types);
  checkCoercion(a, node, args.types);
  if (a.flow.dead) return types;
  if (!known.typed && symbolName(node.name) !== "APPEND") return types;
  const maps = isMapping(entry);
  for (const index of node.args.keys()) {
    const expected = expectedType(a, node, known, index);
    // A mapping function finds a wrong list itself, after others.
    const itself = maps && index > 0;
    if (expected !== null && expected.kinds !== ANYTHING.kinds) {
      const context = itself
        ? null
        : () => callContext(a.host, node.name, node.args, index, isOfPlace(a, node));
      const name =
        index === 1 && node.args[1]?.kind === "read" && isOfPlace(a, node) ? "#:HASHTABLE" : undefined;
      const others = (i: number): LispType | null => expectedType(a, node, known, i);
      const before = (): Before => uncertain(types.slice(0, index), others);
      const plain = itself || isLoopEnd(node);
      if (
        take(a, node, index, expected, args, {
          plain,
          literal: plain && !itself,
          context,
          name,
          others,
          before,
        })
      )
        return types;
      const type = types[index] ?? null;
      if (type !== null && disjoint(type, expected)) types = types.with(index, expected);
    }
  }
  return types;
}

/** Whether a loop of a macro looks there whether the list that it goes along has ended. */
function isLoopEnd({ name, args: [list], inLibrary }: CallNode): boolean {
  const isOwn = list?.kind === "read" && symbolPackage(list.variable.symbol) === undefined;
  return inLibrary && isOwn && symbolName(name) === "ENDP";
}

/** Whether no argument is of another type than is expected. */
function fitAll(a: Analysis, node: CallNode, known: KnownFunction, types: Arguments["types"]): boolean {
  return types.every((type, index) => {
    const expected = type === null ? null : expectedType(a, node, known, index);
    return type === null || expected === null || !disjoint(type, expected);
  });
}

/** Whether INCF or the like reads an entry of a hash table. */
function isOfPlace(a: Analysis, node: CallNode): boolean {
  return symbolName(node.name) === "GETHASH" && node.inLibrary && a.host.positionOf(node.form) === null;
}

type Before = readonly { readonly index: number; readonly expected: LispType }[];

/** How a conflict is told of. */
interface Telling {
  readonly plain?: boolean;
  readonly context: (() => string) | null;
  readonly name?: string | undefined;
  readonly literal?: boolean;
  /** A value that the expected type follows from. */
  readonly source?: Node | undefined;
  /** Those before it that are checked first. */
  readonly before?: () => Before;
  /** What the other arguments are to be. */
  readonly others?: (index: number) => LispType | null;
}

/** The arguments that may be of other types than are expected. */
function uncertain(types: Arguments["types"], expectedOf: (index: number) => LispType | null): Before {
  return types.flatMap((type, index) => {
    const expected = expectedOf(index);
    if (expected === null || expected.kinds === ANYTHING.kinds) return [];
    return type !== null && subtype(type, expected) ? [] : [{ index, expected }];
  });
}

/** Whether control does not go on, or the rest of the arguments is not to be looked at. */
function take(
  a: Analysis,
  node: CallNode | RuntimeNode,
  index: number,
  expected: LispType,
  { types, since }: Arguments,
  { plain = false, ...telling }: Telling,
): boolean {
  const { flow } = a;
  const value = node.args[index] as Node;
  const type = types[index] ?? null;
  if (type !== null && disjoint(type, expected) && !mayBeSequence(value, type, expected)) {
    const { others: _, before, ...told } = telling;
    const certain = conflict(a, { node, index, value, type, expected, plain, ...told, before: before?.() });
    return certain || flow.dead;
  }
  const immediate = isImmediate(node, index, types, telling.others ?? (() => null));
  checkUses(a, { node, index, value, expected, immediate, binding: null });
  // Behind the call it has a value that the function accepted. SBCL does not look again where it knew more
  // when it came there first.
  const isNew = a.isUnknown(value, type);
  if (isNew && value.kind === "read" && !flow.assigns(since[index] ?? 0, value.variable))
    flow.assume(value.variable, expected);
  return flow.dead;
}

/** A function of the program's may be a sequence, to SBCL's compiler. */
function mayBeSequence(value: Node, type: LispType, expected: LispType): boolean {
  return expected.text === "SEQUENCE" && isOfKinds(type, FUNCTION) && value.kind !== "global-function";
}

/** The type that an argument of a known function is to be of; null for any. */
function expectedType(
  a: Analysis,
  { name, args }: CallNode,
  known: KnownFunction,
  index: number,
): LispType | null {
  const head = symbolName(name);
  // An array with one subscript is a vector.
  if (index === 0 && head === "AREF") return arrayOf(args.length - 1);
  // Of APPLY, the last argument is the list of the others.
  if (head === "APPLY" && index > 0) return index === args.length - 1 ? LIST : null;
  if (head === "APPEND") return index < args.length - 1 ? LIST : null;
  const positional = known.required + known.optional;
  if (index < positional || known.keys === null) return parameterType(known, index);
  if ((index - positional) % 2 === 0) return null;
  const key = args[index - 1];
  return key?.kind === "constant" && a.isSymbol(key.value)
    ? (known.keyTypes.get(keyName(key.value)) ?? null)
    : null;
}

function runtimeType(a: Analysis, node: RuntimeNode): LispType | null {
  const args = evaluated(a, node.args);
  if (a.flow.dead) return null;
  const known = runtimeFunction(node.name);
  if (known === null) return null;
  const { types } = args;
  checkWritten(a, node, types[0] ?? null);
  const isStore = isArrayWriter(node.name);
  // INCF and the like have read the element before.
  if (isStore && !isRead(node)) checkSubscripts(a, node, node.args.slice(0, -1), types);
  // A mapping function finds a wrong list itself.
  const plain = node.name === "listEnd";
  if (node.name === "setAref" && !isRead(node)) takeArray(a, node, args);
  else
    take(a, node, 0, known, args, {
      plain,
      literal: plain,
      context: plain ? null : () => runtimeContext(a.host, node),
    });
  if (a.flow.dead) return null;
  if (node.name === "nthTail") {
    const before = (): Before => uncertain(types.slice(0, 1), () => known);
    take(a, node, 1, LIST, args, { context: () => runtimeContext(a.host, node), before });
  }
  if (node.name === "setElt") take(a, node, 1, INDEX, args, { context: () => runtimeContext(a.host, node) });
  const names = isStore ? placeNames(a.host, node) : [];
  for (let i = 1; i < names.length && !a.flow.dead; i++) {
    const name = isTemporary(node.args[i]) ? names[i] : undefined;
    take(a, node, i, INDEX, args, { context: () => elementContext(a.host, node), name });
  }
  if (!a.flow.dead && isStore) takeElement(a, node, args);
  return a.flow.dead ? null : writtenValue(node, types);
}

/** Whether SETF has a variable for an argument. */
function isTemporary(node: Node | undefined): boolean {
  return node !== undefined && node.kind !== "constant";
}

/** The array that an element is stored in. */
function takeArray(a: Analysis, node: RuntimeNode, args: Arguments): void {
  const [array] = node.args;
  const name = isTemporary(array) ? placeNames(a.host, node)[0] : undefined;
  const context = (): string => elementContext(a.host, node);
  take(a, node, 0, arrayOf(node.args.length - 2), args, { context, name });
}

/** Whether a macro stores there that has read the element, and has variables for array and subscripts. */
function isRead({ args }: RuntimeNode): boolean {
  const [array] = args;
  if (array?.kind !== "read" || symbolPackage(array.variable.symbol) !== undefined) return false;
  return args.slice(0, -1).every((arg) => {
    return (
      arg.kind === "constant" || (arg.kind === "read" && symbolPackage(arg.variable.symbol) === undefined)
    );
  });
}

const INDEX = typeOf(["MOD", INDEX_LIMIT]);

/** The value that is stored is to be of the type that the array is specialized to. */
function takeElement(a: Analysis, node: RuntimeNode, args: Arguments): void {
  const expected = elementOf(args.types[0] ?? null);
  const [source] = node.args;
  const array = source?.kind === "read" ? source.variable : null;
  // An array with one subscript is a vector.
  if (array !== null && node.args.length === ONE_SUBSCRIPT && !a.flow.assigns(args.since[0] ?? 0, array)) {
    const known = a.flow.typeOf(array);
    if (known !== null && !disjoint(known, VECTOR)) a.flow.assume(array, VECTOR);
  }
  if (expected === null || source === undefined) return;
  const context = (): string => elementContext(a.host, node);
  take(a, node, node.args.length - 1, expected, args, { context, name: "#:NEW1", source });
}

/** The arguments where there is one: the array, the subscript, the value. */
const ONE_SUBSCRIPT = 3;

const OTHER_STORES: ReadonlySet<string> = new Set(["setBit", "setSbit", "setCar", "setCdr"]);

/** Functions that store their last argument answer it. */
function writtenValue(node: RuntimeNode, types: Arguments["types"]): LispType | null {
  if (node.name === "checkInteger") return accepted(types[0] ?? null, INTEGERS);
  return isArrayWriter(node.name) || OTHER_STORES.has(node.name) ? (types.at(-1) ?? null) : null;
}
