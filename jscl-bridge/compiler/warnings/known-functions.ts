/**
 * The functions of COMMON-LISP as the compiler reasons about them: parameters and their types, the type of
 * the first value.
 */

import { expandedType } from "../../functions/designators.js";
import { type FunctionEntry, functionEntry } from "../../functions/table.js";
import type { LispSymbol } from "../../runtime/objects/marshal.js";
import { homeName, symbolName } from "../../runtime/objects/symbols.js";
import { ANYTHING, type LispType } from "../types/lattice.js";
import { type Specifier, typeOf } from "../types/specifiers.js";
import type { Signature } from "./signature.js";

export interface KnownFunction extends Signature {
  readonly entry: FunctionEntry;
  /** Types of required and optional parameters. */
  positional: readonly LispType[];
  restType: LispType | null;
  keyTypes: ReadonlyMap<string, LispType>;
  result: LispType | null;
  /** Whether any parameter has a type. */
  typed: boolean;
}

/** Reads a type specifier of the table. */
export function readSpecifier(text: string): Specifier {
  const tokens = text.match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;
  const read = (): Specifier => {
    const token = tokens[at++] as string;
    if (token !== "(") return /^-?\d+$/.test(token) ? BigInt(token) : token;
    const items: Specifier[] = [];
    while (tokens[at] !== ")") items.push(read());
    at++;
    return items;
  };
  return read();
}

const functions = new Map<string, KnownFunction | null>();

/** The function of COMMON-LISP with this name, or null when it is none that is known. */
export function knownFunction(name: LispSymbol): KnownFunction | null {
  if (homeName(name) !== "COMMON-LISP") return null;
  let known = functions.get(symbolName(name));
  if (known === undefined) {
    const entry = functionEntry(symbolName(name));
    known = entry === undefined ? null : typed(entry);
    functions.set(symbolName(name), known);
  }
  return known;
}

/** A type of the table as the compiler reasons about it. */
export function tableType(text: string): LispType {
  return typeOf(readSpecifier(expandedType(text)));
}

function typed(entry: FunctionEntry): KnownFunction {
  const { required, optional, rest, keys, values } = entry;
  const positional = [...required, ...optional].map(({ type }) => tableType(type));
  const restType = rest === null ? null : tableType(rest.type);
  const keyTypes = new Map(keys?.map(({ name, type }) => [`KEYWORD:${name}`, tableType(type)]));
  const result = values?.[0];
  const types = [...positional, restType, ...keyTypes.values()];
  return {
    entry,
    required: required.length,
    optional: optional.length,
    rest: rest !== null,
    keys: keys === null ? null : new Set(keyTypes.keys()),
    allowOtherKeys: entry.allowOtherKeys,
    positional,
    restType,
    keyTypes,
    result: result === undefined ? null : tableType(result),
    typed: types.some((type) => type !== null && type.kinds !== ANYTHING.kinds),
  };
}

/** The type that a known function's argument is to be of. */
export function parameterType(known: KnownFunction, index: number): LispType | null {
  return known.positional[index] ?? known.restType;
}
