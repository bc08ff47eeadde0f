/**
 * The arguments of a call by the names of its parameters, as its frame has them. The names are those of the
 * lambda expression that the description refers to anyway, or of the function's lambda list.
 */

import { type LambdaList, parseLambdaList } from "../../compiler/syntax/lambda-list.js";
import { functionEntry } from "../../functions/table.js";
import { carOf } from "../../runtime/objects/conses.js";
import { functionLambdaList } from "../../runtime/objects/functions.js";
import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { functionNameSymbol } from "../../runtime/objects/setf-names.js";
import { homeName, symbolFunction, symbolName } from "../../runtime/objects/symbols.js";
import { elementsOf, isCons, isSymbol, listOf, uninterned } from "../../runtime/signals.js";
import {
  ArgumentText,
  argumentSlotsOf,
  type CallStack,
  type Frame,
  type FrameInfo,
} from "../../runtime/stack/callstack.js";

/** A parameter; without a value where the code dropped it, or its default is still to be made. */
interface Argument {
  readonly symbol: LispSymbol;
  readonly value: LispValue | undefined;
  readonly isDropped: boolean;
}

/** The parameters in the order of the lambda list, those of &AUX included; null where no name is known. */
export function argumentsByName(stack: CallStack, frame: Frame): Argument[] | null {
  const list = lambdaListOf(stack, frame.info);
  return list === null ? libraryArguments(stack, frame) : compiledArguments(stack, frame, list);
}

function lambdaListOf(stack: CallStack, info: FrameInfo): LambdaList | null {
  const { source } = info;
  const written = isCons(source) ? carOf(source) : describedList(stack, info);
  if (written === undefined) return null;
  try {
    return parseLambdaList(written);
  } catch {
    return null;
  }
}

/** The lambda list of the global function of that name, where it is the one that runs. */
function describedList(stack: CallStack, info: FrameInfo): LispValue | undefined {
  const symbol = info.name === null || info.kind === "library" ? null : functionNameSymbol(info.name);
  const fn = symbol === null ? undefined : symbolFunction(symbol);
  return fn !== undefined && stack.infoOf(fn as { name: string }) === info
    ? functionLambdaList(fn)
    : undefined;
}

function compiledArguments(stack: CallStack, { info, base }: Frame, list: LambdaList): Argument[] {
  const slots = stack.st.slice(base, base + argumentSlotsOf(info)) as (LispValue | undefined)[];
  const rest = info.spread ? slots.pop() : undefined;
  const found = new Map<LispSymbol, LispValue | undefined>();
  const layout = info.layout ?? slots.map((_, i) => i);
  const positional: LispSymbol[] = [...list.required, ...list.optional.map(({ variable }) => variable)];
  layout.forEach((item, i) => {
    if (typeof item !== "number") return;
    const marked = layout[i - 1];
    const key = typeof marked === "object" ? list.keys.find(({ keyword }) => keyword === marked) : undefined;
    const symbol = typeof marked === "object" ? key?.variable : positional.shift();
    if (symbol !== undefined && item >= 0) found.set(symbol, slots[item]);
  });
  // Of a call with a wrong number of arguments, the frame has them as they came.
  if (list.rest === null && Array.isArray(rest))
    for (const [i, symbol] of positional.slice(0, rest.length).entries()) found.set(symbol, rest[i]);
  if (list.rest !== null && info.spread) {
    found.set(list.rest, Array.isArray(rest) ? listOf(rest) : (rest as LispValue));
    const given = Array.isArray(rest) ? rest : elementsOf(rest as LispValue);
    for (const { keyword, variable } of list.keys) {
      const at = given.findIndex((each, i) => i % 2 === 0 && each === keyword);
      if (at >= 0) found.set(variable, given[at + 1]);
    }
  }
  const keys = list.keys.map(({ variable }) => variable);
  const supplied = [...list.optional, ...list.keys].flatMap((each) => each.supplied ?? []);
  const all = [
    ...list.required,
    ...list.optional.map(({ variable }) => variable),
    ...(list.rest === null ? [] : [list.rest]),
    ...keys,
    ...supplied,
    ...list.aux.map(({ variable }) => variable),
  ];
  return all.map((symbol) => ({ symbol, value: found.get(symbol), isDropped: !found.has(symbol) }));
}

/** The arguments of a function of the standard's, whose parameters have names without a package. */
function libraryArguments(stack: CallStack, frame: Frame): Argument[] | null {
  const { name } = frame.info;
  const entry =
    isSymbol(name) && homeName(name) === "COMMON-LISP" ? functionEntry(symbolName(name)) : undefined;
  if (entry === undefined) return null;
  const given = stack.argumentsOf(frame);
  const positional = [...entry.required, ...entry.optional];
  const found = given.slice(0, positional.length).map((value, i) => {
    const isDropped = value instanceof ArgumentText;
    const symbol = uninterned(positional[i]?.name ?? "");
    return { symbol, value: isDropped ? undefined : value, isDropped };
  });
  const more = given.slice(positional.length);
  const rest = entry.rest?.name ?? (entry.keys === null ? null : "KEYS");
  if (rest === null) return found;
  return [...found, { symbol: uninterned(rest), value: listOf(more), isDropped: false }];
}
