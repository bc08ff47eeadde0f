/** What the overlay asks of the table of functions. */

import { expandedType, INDEX_LIMIT } from "../../functions/designators.js";
import { type FunctionEntry, functionEntry, type Parameter } from "../../functions/table.js";
import type { LispSymbol, LispValue } from "../objects/marshal.js";
import { homeName, symbolName } from "../objects/symbols.js";
import { makeString } from "../objects/vectors.js";
import { list, nil } from "../signals.js";
import { wordsOfFunction } from "./standard-words.js";

type Written = (parameter: Parameter) => string;

function written(entry: FunctionEntry, required: Written, optional: Written, key: Written): string {
  const { rest, keys } = entry;
  const section = (name: string, parameters: readonly Parameter[] | null, write: Written): string[] =>
    parameters === null ? [] : [name, ...parameters.map(write)];
  const parts = [
    ...entry.required.map(required),
    ...section("&OPTIONAL", entry.optional.length > 0 ? entry.optional : null, optional),
    ...section("&REST", rest && [rest], required),
    ...section("&KEY", keys, key),
    ...(entry.allowOtherKeys ? ["&ALLOW-OTHER-KEYS"] : []),
  ];
  return `(${parts.join(" ")})`;
}

const byName: Written = ({ name }) => name;
const withInit: Written = ({ name, init }) => (init === null ? name : `(${name} ${init.toUpperCase()})`);
const byType: Written = ({ type }) => expandedType(type);
const keyByType: Written = ({ name, type }) => `(:${name} ${expandedType(type)})`;

function lambdaListText(entry: FunctionEntry): string {
  return written(entry, byName, withInit, withInit);
}

function typeText(entry: FunctionEntry): string {
  const parameters = written(entry, byType, byType, keyByType);
  const { values } = entry;
  const types = values?.map(expandedType);
  const result = types?.[0] === "NIL" ? "NIL" : types && `(VALUES ${[...types, "&OPTIONAL"].join(" ")})`;
  return `(FUNCTION ${parameters === "()" ? "NIL" : parameters} ${result ?? "*"})`;
}

export const tableFunctions = {
  indexLimit: (): LispValue => INDEX_LIMIT,
  /**
   * A list of the lambda list and the type of a function of COMMON-LISP, as DESCRIBE shows them; NIL for any
   * other.
   */
  tableTexts(symbol: LispSymbol): LispValue {
    const isStandard = homeName(symbol) === "COMMON-LISP";
    const entry = isStandard ? functionEntry(symbolName(symbol)) : undefined;
    if (entry === undefined) return nil();
    const isGeneric = entry.attributes.has("generic");
    return list(makeString(lambdaListText(entry)), ...(isGeneric ? [] : [makeString(typeText(entry))]));
  },
  /** What a function, macro or special operator of COMMON-LISP does; NIL for any other symbol. */
  wordsOfFunction(symbol: LispSymbol): LispValue {
    const words = wordsOfFunction(symbolName(symbol));
    return words === undefined ? nil() : makeString(words);
  },
};
