/** What was meant by a name that there is nothing of: the one thing that is near it and of the right kind. */

import type { Hint } from "../../contract/engine.js";
import { isSpecialOperator } from "../../runtime/definitions/special-operators.js";
import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { packageNameOf } from "../../runtime/objects/package-objects.js";
import { setfFunctionSymbol } from "../../runtime/objects/setf-names.js";
import { homeName, symbolName, symbolValue } from "../../runtime/objects/symbols.js";
import { callLisp, elementsOf, INTERNAL_PACKAGE, isCons, isSymbol, nil, sym } from "../../runtime/signals.js";
import { distanceOf, theOneMeant } from "../../systems/near-names.js";
import type { Image } from "../image.js";
import type { HintThing } from "./hint-facts.js";
import {
  accessible,
  meantHint,
  nameOf,
  type Occasion,
  packages,
  safely,
  slotSymbol,
  textOf,
} from "./hint-facts.js";
import { parallelBindings } from "./parallel-bindings.js";
import { variablesIn } from "./written-names.js";

/** No name that is further away is meant for certain. */
const FURTHEST = 2;

/** Names of a small set, such as a class's slots, are told apart by fewer characters. */
const SHORTEST_OF_FEW = 3;

/** The accessible symbol that is meant, of those that are something. */
function nearSymbol(image: Image, name: string, isOfTheKind: (symbol: LispSymbol) => boolean) {
  const isNear = (symbol: LispSymbol): boolean => {
    const other = symbolName(symbol);
    if (Math.abs(other.length - name.length) > FURTHEST || distanceOf(other, name) > FURTHEST) return false;
    return isOfTheKind(symbol);
  };
  const candidates = function* (): Generator<LispValue> {
    for (const symbol of accessible(image)) if (isNear(symbol)) yield symbol;
  };
  return theOneMeant(candidates(), nameOf, name);
}

function hasFunction(image: Image, symbol: LispSymbol): boolean {
  return image.internals.fboundp(symbol);
}

function operatorKind(image: Image, symbol: LispSymbol): "function" | "macro" | "special operator" | null {
  if (isSpecialOperator(symbol)) return "special operator";
  if (image.definitions.macros.has(symbol)) return "macro";
  return hasFunction(image, symbol) ? "function" : null;
}

/** The symbol of that name that just one other package exports, as something of the kind. */
function exported(image: Image, written: LispSymbol, is: (symbol: LispSymbol) => boolean): string | null {
  const found = new Set<string>();
  for (const pkg of packages(image)) {
    const other = image.tables.findSymbol(symbolName(written), pkg);
    if (other?.symbol === undefined || other.symbol === written || other.status !== "external") continue;
    if (homeName(other.symbol) === packageNameOf(pkg) && is(other.symbol))
      found.add(`${packageNameOf(pkg)}:${symbolName(other.symbol)}`);
  }
  return found.size === 1 ? ([...found][0] ?? null) : null;
}

export function meantFunction({ image, signalled }: Occasion): Hint[] {
  const name = signalled.slots.get("NAME");
  if (isCons(name)) {
    const [operator, place] = elementsOf(name);
    if (operator !== sym("SETF") || !isSymbol(place)) return [];
    const isPlace = (symbol: LispSymbol): boolean =>
      hasFunction(image, setfFunctionSymbol(symbol)) || image.definitions.setfDefinitions.has(symbol);
    return meantHint(image, place, nearSymbol(image, symbolName(place), isPlace), "function");
  }
  if (!isSymbol(name) || operatorKind(image, name) !== null) return [];
  const other = exported(image, name, (symbol) => hasFunction(image, symbol));
  if (other !== null) return meantHint(image, name, { value: other, distance: 0 }, "function");
  const local = new Set(signalled.scope);
  const isOperator = (symbol: LispSymbol) => local.has(symbol) || operatorKind(image, symbol) !== null;
  const meant = nearSymbol(image, symbolName(name), isOperator);
  const kind =
    meant && !local.has(meant.value as LispSymbol) ? operatorKind(image, meant.value as LispSymbol) : null;
  return meantHint(image, name, meant, kind ?? "function");
}

const NONE: ReadonlySet<LispSymbol> = new Set();

export function meantVariable(occasion: Occasion): Hint[] {
  const { image, user } = occasion;
  const name = slotSymbol(occasion, "NAME");
  if (name === null) return [];
  const parallel = parallelBindings(occasion, name);
  if (parallel.length > 0) return parallel;
  const isVariable = (symbol: LispSymbol): boolean =>
    homeName(symbol) !== "KEYWORD" &&
    (symbolValue(symbol) !== undefined || image.definitions.symbolMacros.has(symbol));
  const { scope } = occasion.signalled;
  const own = scope !== undefined ? new Set(scope) : user?.source ? variablesIn(image, user.source) : NONE;
  // A name that the function binds is in scope somewhere in it: that was all.
  if (own.has(name)) return [];
  const other = exported(image, name, isVariable);
  if (other !== null) return meantHint(image, name, { value: other, distance: 0 }, "variable");
  const near = nearSymbol(image, symbolName(name), (symbol) => own.has(symbol) || isVariable(symbol));
  return meantHint(image, name, near, "variable");
}

function ofFew(image: Image, written: LispSymbol, few: Iterable<LispValue>, thing: HintThing): Hint[] {
  const symbols = [...safely(image, few)].filter(isSymbol);
  const meant = theOneMeant<LispValue>(symbols, nameOf, symbolName(written), SHORTEST_OF_FEW);
  return meantHint(image, written, meant, thing);
}

export function meantSlot(occasion: Occasion): Hint[] {
  const { image, signalled } = occasion;
  const name = slotSymbol(occasion, "NAME");
  if (name === null) return [];
  const slots = callLisp("NAMES-OF-CLASS-SLOTS", INTERNAL_PACKAGE, signalled.slots.get("DATUM") ?? nil());
  return ofFew(image, name, elementsOf(slots), "slot");
}

export function meantInitarg({ image, signalled }: Occasion): Hint[] {
  const wrong = elementsOf(signalled.slots.get("INITARGS") ?? nil());
  const known = callLisp("CLASS-INITARGS-OF", INTERNAL_PACKAGE, signalled.slots.get("CLASS") ?? nil());
  const names = elementsOf(known);
  return wrong.filter(isSymbol).flatMap((name) => ofFew(image, name, names, "initarg"));
}

export function meantRestart({ image }: Occasion, name: LispValue): Hint[] {
  if (!isSymbol(name)) return [];
  const names = callLisp("ACTIVE-RESTART-NAMES", INTERNAL_PACKAGE);
  return ofFew(image, name, elementsOf(names), "restart");
}

export function meantClass({ image }: Occasion, name: LispValue | null): Hint[] {
  if (!isSymbol(name)) return [];
  const isClass = (symbol: LispSymbol): boolean =>
    callLisp("FIND-CLASS", "COMMON-LISP", symbol, nil()) !== nil();
  return meantHint(image, name, nearSymbol(image, symbolName(name), isClass), "class");
}

export function meantCondition({ image }: Occasion, name: LispValue | null): Hint[] {
  if (!isSymbol(name)) return [];
  const isCondition = (symbol: LispSymbol): boolean =>
    callLisp("FIND-CONDITION-LAYOUT", INTERNAL_PACKAGE, symbol) !== nil();
  return meantHint(image, name, nearSymbol(image, symbolName(name), isCondition), "class");
}

export function meantType({ image }: Occasion, type: LispValue): Hint[] {
  const name = isCons(type) ? elementsOf(type)[0] : type;
  if (!isSymbol(name)) return [];
  const isType = (symbol: LispSymbol): boolean => image.compiler.isKnownType(symbol);
  return meantHint(image, name, nearSymbol(image, symbolName(name), isType), "type");
}

export function meantPackage({ image }: Occasion, written: LispValue): Hint[] {
  const name = isSymbol(written) ? symbolName(written) : textOf(written);
  if (name === null) return [];
  const meant = theOneMeant(safely(image, image.tables.packageNames()), (each) => each, name);
  return meantHint(image, name, meant, "package");
}

/** A symbol that was written with a package which does not have it. */
export function meantSymbol({ image, signalled }: Occasion, written: LispValue): Hint[] {
  const pkg = image.tables.allPackages().find((each) => each === signalled.slots.get("PACKAGE"));
  const name = textOf(written);
  if (pkg === undefined || name === null) return [];
  const known = safely(image, image.tables.symbolsOf(pkg, "external"));
  const meant = theOneMeant<LispValue>(known, nameOf, name);
  if (meant === null) return [];
  const text = `${packageNameOf(pkg)}:${nameOf(meant.value)}`;
  return meantHint(image, name, { ...meant, value: text }, "symbol");
}

/** The words that LOOP's clauses begin with. */
export const LOOP_WORDS = `NAMED WITH FOR AS INITIALLY FINALLY DO DOING RETURN COLLECT COLLECTING APPEND APPENDING
  NCONC NCONCING COUNT COUNTING SUM SUMMING MAXIMIZE MAXIMIZING MINIMIZE MINIMIZING REPEAT WHILE UNTIL ALWAYS
  NEVER THEREIS WHEN IF UNLESS`;

export function meantLoopWord({ image }: Occasion, word: LispValue): Hint[] {
  if (!isSymbol(word)) return [];
  const meant = theOneMeant(LOOP_WORDS.split(/\s+/), (each) => each, symbolName(word));
  return meantHint(image, word, meant, "LOOP keyword");
}
