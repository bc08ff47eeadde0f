/** How a function is called that was called otherwise. */

import type { Hint } from "../../contract/engine.js";
import { functionEntry } from "../../functions/table.js";
import { tableFunctions } from "../../runtime/library/table-functions.js";
import { carOf } from "../../runtime/objects/conses.js";
import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { functionNameSymbol } from "../../runtime/objects/setf-names.js";
import { homeName, symbolFunction, symbolName } from "../../runtime/objects/symbols.js";
import {
  callLisp,
  elementsOf,
  INTERNAL_PACKAGE,
  isCons,
  isSymbol,
  keyword,
  nil,
} from "../../runtime/signals.js";
import { theOneMeant } from "../../systems/near-names.js";
import {
  type InnermostCall,
  isFunctionObject,
  lambdaListText,
  meantHint,
  nameOf,
  type Occasion,
  printed,
  slotSymbol,
  textOf,
} from "./hint-facts.js";

function standardName({ name }: InnermostCall): string | null {
  return isSymbol(name) && homeName(name) === "COMMON-LISP" ? symbolName(name) : null;
}

/** The lambda list of what was called: as a list, or as the table's text. Null where it is not known. */
function lambdaListOf(
  { image }: Occasion,
  call: InnermostCall,
): { list: LispValue } | { text: string } | null {
  const { name, info } = call;
  if (standardName(call) !== null) {
    const text = textOf(elementsOf(tableFunctions.tableTexts(name as LispSymbol))[0]);
    return text === null ? null : { text };
  }
  if (info.kind === "local" && isCons(info.source)) return { list: carOf(info.source) };
  // What a lambda expression takes stands in the backtrace, as its name.
  const symbol = isSymbol(name) || isCons(name) ? functionNameSymbol(name) : null;
  if (symbol === null || !image.internals.fboundp(symbol)) return null;
  const fn = symbolFunction(symbol);
  if (!isFunctionObject(fn)) return null;
  const known = elementsOf(callLisp("KNOWN-LAMBDA-LIST", INTERNAL_PACKAGE, fn));
  return known.length === 0 ? null : { list: known[0] ?? nil() };
}

/** How a generic function is called that was given too few arguments. */
export function genericHints({ image }: Occasion, generic: LispValue): Hint[] {
  const [name, lambdaList] = elementsOf(callLisp("GENERIC-FUNCTION-CALL", INTERNAL_PACKAGE, generic));
  if (name === undefined || lambdaList === undefined) return [];
  const text = lambdaListText(image, lambdaList);
  return [{ kind: "lambda-list", about: printed(image, name), text, thing: "function", distance: null }];
}

/** Methods that a hint names. */
const MOST_METHODS = 5;

/** The methods that a generic function has, of which none is for the arguments. */
export function methodHints({ image, signalled }: Occasion): Hint[] {
  const generic = signalled.slots.get("GENERIC-FUNCTION") ?? nil();
  const [name] = elementsOf(callLisp("GENERIC-FUNCTION-CALL", INTERNAL_PACKAGE, generic));
  if (name === undefined) return [];
  const methods = elementsOf(callLisp("SPECIALIZERS-OF-METHODS", INTERNAL_PACKAGE, generic));
  const named = methods.slice(0, MOST_METHODS).map((each) => lambdaListText(image, each));
  if (methods.length > named.length) named.push(`${methods.length - named.length} more`);
  const text = named.join(", ");
  return [{ kind: "methods", about: printed(image, name), text, thing: "function", distance: null }];
}

export function lambdaListHints(occasion: Occasion): Hint[] {
  const { image, call } = occasion;
  if (call === null) return [];
  const found = lambdaListOf(occasion, call);
  if (found === null) return [];
  const text = "text" in found ? found.text : lambdaListText(image, found.list);
  return [{ kind: "lambda-list", about: printed(image, call.name), text, thing: "function", distance: null }];
}

/** The keywords of a lambda list. */
function keywordsIn(lambdaList: LispValue): LispSymbol[] {
  const found: LispSymbol[] = [];
  let isKey = false;
  for (const each of isCons(lambdaList) ? elementsOf(lambdaList) : []) {
    if (isSymbol(each) && symbolName(each).startsWith("&")) isKey = symbolName(each) === "&KEY";
    else if (isKey) {
      const parameter = isCons(each) ? carOf(each) : each;
      if (isSymbol(parameter)) found.push(keyword(symbolName(parameter)));
      else if (isCons(parameter) && isSymbol(carOf(parameter))) found.push(carOf(parameter) as LispSymbol);
    }
  }
  return found;
}

/** Keywords are few: fewer characters tell them apart than other names. */
const SHORTEST_KEYWORD = 3;

export function keywordHints(occasion: Occasion): Hint[] {
  const { image, call } = occasion;
  const name = slotSymbol(occasion, "NAME");
  if (call === null || name === null) return [];
  const standard = standardName(call);
  const found = standard === null ? lambdaListOf(occasion, call) : null;
  const keys =
    standard === null
      ? keywordsIn(found !== null && "list" in found ? found.list : nil())
      : (functionEntry(standard)?.keys ?? []).map((key) => keyword(key.name));
  const meant = theOneMeant<LispValue>(keys, nameOf, symbolName(name), SHORTEST_KEYWORD);
  return meant === null ? lambdaListHints(occasion) : meantHint(image, name, meant, "keyword");
}

/** Hints about a key of a list that DESTRUCTURING-BIND, or a macro's lambda list, takes apart. */
export function keyListHints({ image, signalled: { slots } }: Occasion): Hint[] {
  if (slots.get("PROBLEM") !== keyword("UNKNOWN-KEYWORD")) return [];
  const [name, keys] = elementsOf(slots.get("INFO") ?? nil());
  if (!isSymbol(name)) return [];
  const meant = theOneMeant<LispValue>(elementsOf(keys ?? nil()), nameOf, symbolName(name), SHORTEST_KEYWORD);
  return meantHint(image, name, meant, "keyword");
}
