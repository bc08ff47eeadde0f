/** FOR … BEING: the entries of hash tables and the symbols of packages (CLHS 6.1.2.1.6, 6.1.2.1.7). */

import type { LispSymbol, LispValue } from "../../../runtime/objects/marshal.js";
import { symbolName } from "../../../runtime/objects/symbols.js";
import { keyword, nil, sym } from "../../../runtime/signals.js";
import { car, cdr, cons, elements, form, isCons, isSymbol, list } from "../../syntax/forms.js";
import { FormTypeError } from "../../syntax/program-error.js";
import type { LoopParts } from "./parts.js";
import { isWord } from "./source.js";
import { alike, type Iteration } from "./turns.js";
import { isTyped } from "./types.js";
import { makeVariable, type Step } from "./variables.js";

/** The kinds of symbols that a path goes through; undefined for other paths. */
function symbolKinds(path: string): readonly string[] | undefined {
  switch (path) {
    case "SYMBOL":
    case "SYMBOLS":
      return ["INTERNAL", "EXTERNAL", "INHERITED"];
    case "PRESENT-SYMBOL":
    case "PRESENT-SYMBOLS":
      return ["INTERNAL", "EXTERNAL"];
    case "EXTERNAL-SYMBOL":
    case "EXTERNAL-SYMBOLS":
      return ["EXTERNAL"];
    default:
      return undefined;
  }
}

const KEYS = ["HASH-KEY", "HASH-KEYS"];
const VALUES = ["HASH-VALUE", "HASH-VALUES"];

/** A path's prepositional phrases: forms after OF or IN, and the names after USING. */
interface Phrases {
  readonly of: LispValue[];
  using: { readonly word: LispValue; readonly name: LispValue }[];
}

export function forPath(parts: LoopParts, variable: LispValue, type: LispValue, start: LispValue): Iteration {
  const { source } = parts;
  if (!isWord(start, "EACH", "THE")) {
    if (!source.take("AND")) source.fail("unrecognizable LOOP iteration path syntax: missing EACH or THE?");
    const pronoun = source.token();
    if (!isWord(pronoun, "ITS", "HIS", "HER", "THEIR", "EACH"))
      source.fail("~S was found where ITS or EACH expected in LOOP iteration path syntax.", pronoun);
  }
  const path = source.token();
  if (!isSymbol(path))
    return source.fail("~S was found where a LOOP iteration path name was expected.", path);
  const name = symbolName(path);
  const kinds = symbolKinds(name);
  const isOfTable = KEYS.includes(name) || VALUES.includes(name);
  if (kinds === undefined && !isOfTable)
    return source.fail("~S is not the name of a LOOP iteration path.", path);
  if (!isWord(start, "EACH", "THE"))
    return source.fail("Inclusive stepping is not supported by the ~S LOOP iteration path.", path);
  const phrases = read(parts);
  const iteration = isOfTable
    ? forEntries(parts, variable, type, phrases, KEYS.includes(name))
    : forSymbols(parts, variable, type, phrases, kinds as readonly string[]);
  if (phrases.using.length > 0) {
    const unused = phrases.using.map((each) => cons(each.word, each.name));
    source.fail("Unused USING vars: ~S.", list(...unused));
  }
  return iteration;
}

function read({ source }: LoopParts): Phrases {
  const phrases: Phrases = { of: [], using: [] };
  for (;;) {
    if (source.take("OF", "IN")) phrases.of.push(source.form());
    else if (source.take("USING")) {
      const [word, name = nil()] = elements(source.form());
      const found = phrases.using.find((each) => each.word === word);
      if (found !== undefined) throw new FormTypeError(found.name, "LIST");
      phrases.using.push({ word, name });
    } else return phrases;
  }
}

/** Takes the name that USING gives one of the words. */
function named(phrases: Phrases, words: readonly string[]): LispValue {
  const found = phrases.using.find(({ word }) => isWord(word, ...words));
  phrases.using = phrases.using.filter((each) => each !== found);
  return found?.name ?? nil();
}

/** The turns of an iterator, which is made around the loop, and answers whether there is another, and it. */
function forIterator(
  parts: LoopParts,
  operator: LispValue,
  received: readonly LispValue[],
  after: readonly Step[],
): Iteration {
  const found = parts.fresh("IT");
  parts.bind(found, nil());
  const next = parts.fresh("NEXT");
  parts.surround((body) => form(car(operator) as LispSymbol, cons(next, cdr(operator)), body));
  const step = form("MULTIPLE-VALUE-SETQ", list(found, ...received), form(next));
  return alike({ tests: [form("NOT", step)], steps: after, later: [], after: [] });
}

function forEntries(
  parts: LoopParts,
  variable: LispValue,
  type: LispValue,
  phrases: Phrases,
  isOfKeys: boolean,
): Iteration {
  const { source } = parts;
  if (phrases.of.length !== 1) source.fail("Too many prepositions!");
  const other = named(phrases, isOfKeys ? VALUES : KEYS);
  const table = parts.fresh("HASHTAB");
  makeVariable(parts, variable, null, type);
  parts.bind(table, phrases.of[0]);
  if (other !== nil()) makeVariable(parts, other, null, null);
  const steps: Step[] = [];
  /** The variable that gets what the iterator answers; it can hold anything. */
  const receiver = (to: LispValue, isPlain: boolean): LispValue => {
    if (isPlain && isSymbol(to) && to !== nil()) return to;
    const held = parts.fresh("HASH-TEMP");
    parts.bind(held, nil());
    if (to !== nil()) steps.push({ to, value: held, reads: false });
    return held;
  };
  const others = receiver(other, true);
  const own = receiver(variable, !isTyped(type));
  const received = isOfKeys ? [own, ...(other === nil() ? [] : [others])] : [others, own];
  return forIterator(parts, form("WITH-HASH-TABLE-ITERATOR", table), received, steps);
}

function forSymbols(
  parts: LoopParts,
  variable: LispValue,
  type: LispValue,
  { of }: Phrases,
  kinds: readonly string[],
): Iteration {
  const { source } = parts;
  if (of.length > 1) source.fail("Too many prepositions!");
  if (isCons(variable)) source.fail("Destructuring is not valid for package symbol iteration.");
  const symbol = variable === nil() ? parts.fresh("IGNORE") : variable;
  const pkg = parts.fresh("PKGSYM");
  makeVariable(parts, symbol, null, type);
  parts.bind(pkg, of[0] ?? sym("*PACKAGE*"));
  const operator = form("WITH-PACKAGE-ITERATOR", pkg, ...kinds.map((kind) => keyword(kind)));
  return forIterator(parts, operator, [symbol], []);
}
