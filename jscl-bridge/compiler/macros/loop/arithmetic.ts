/** FOR over numbers (CLHS 6.1.2.1.1). */

import { MOST_POSITIVE_FIXNUM } from "../../../runtime/numbers/types.js";
import type { LispValue } from "../../../runtime/objects/marshal.js";
import { symbolName } from "../../../runtime/objects/symbols.js";
import { nil, sym } from "../../../runtime/signals.js";
import { form, isSymbol, list } from "../../syntax/forms.js";
import type { LoopParts } from "./parts.js";
import type { Iteration } from "./turns.js";
import { bothTypes, checkedType, constantOf } from "./types.js";
import { makeVariable } from "./variables.js";

const STARTS = ["FROM", "UPFROM", "DOWNFROM"];
const LIMITS = ["TO", "UPTO", "DOWNTO", "ABOVE", "BELOW"];
const STEPS = ["BY"];

const UP = ["UPFROM", "UPTO", "BELOW"];
const DOWN = ["DOWNFROM", "DOWNTO", "ABOVE"];
const INCLUSIVE = ["TO", "UPTO", "DOWNTO"];

export function isPreposition(word: string): boolean {
  return STARTS.includes(word) || LIMITS.includes(word) || STEPS.includes(word);
}

/** A preposition and the form after it. */
interface Phrase {
  readonly word: string;
  readonly form: LispValue;
}

/** The phrases of the clause, whose first preposition is `word`. Only that one's own kind is not repeated. */
function phrases(parts: LoopParts, word: string, first: LispValue): Phrase[] {
  const { source } = parts;
  const kind = [STARTS, LIMITS, STEPS].find((words) => words.includes(word)) as string[];
  const found = [{ word, form: first }];
  for (;;) {
    const preposition = source.next();
    const name = isSymbol(preposition) ? symbolName(preposition) : "";
    if (!isPreposition(name)) return found;
    if (name === word)
      source.fail("A ~S prepositional phrase occurs multiply for some LOOP clause.", preposition);
    if (kind.includes(name))
      source.fail("Preposition ~S was used when some other preposition has subsumed it.", preposition);
    source.token();
    found.push({ word: name, form: source.form() });
  }
}

/** The positive numbers of a type, for types whose bounds say it shorter than an AND does. */
function positiveType(type: LispValue): LispValue {
  if (type === sym("FIXNUM")) return list(sym("INTEGER"), 1, MOST_POSITIVE_FIXNUM);
  if (type === sym("INTEGER") || type === sym("RATIONAL"))
    return list(type, type === sym("INTEGER") ? 1 : list(0));
  return null;
}

/** The iteration of a clause whose first phrase is `word` and `first`. */
export function forNumbers(
  parts: LoopParts,
  pattern: LispValue,
  specified: LispValue,
  word: string,
  first: LispValue,
): Iteration {
  const { source } = parts;
  const variable = pattern === nil() ? parts.fresh("INDEX") : pattern;
  if (!isSymbol(variable)) source.fail("Destructuring is not valid here: ~S", pattern);
  const type = checkedType(parts, specified, sym("NUMBER"));
  const found = phrases(parts, word, first);
  const real = bothTypes(parts, type, sym("REAL"));
  // What is compared with a limit is real; without one it can be any number.
  const own = found.some((phrase) => LIMITS.includes(phrase.word)) ? real : type;
  let direction: "up" | "down" | null = null;
  let isInclusive = false;
  let hasStart = false;
  let limit: LispValue = null;
  let step: LispValue = 1;
  const turn = (to: "up" | "down"): void => {
    if (direction !== null && direction !== to)
      source.fail("conflicting stepping directions in LOOP sequencing path");
    direction = to;
  };
  /** A value that is the same for the whole loop: a constant, or what a variable is bound to. */
  const fixed = (value: LispValue, of: LispValue, name: string, declared = of): LispValue => {
    const constant = constantOf(parts, value, of);
    if (constant !== undefined) return constant.value;
    const held = parts.fresh(name);
    parts.bind(held, value, list(sym("TYPE"), declared, held));
    return held;
  };
  for (const phrase of found) {
    if (UP.includes(phrase.word)) turn("up");
    if (DOWN.includes(phrase.word)) turn("down");
    if (STARTS.includes(phrase.word)) {
      constantOf(parts, phrase.form, type);
      makeVariable(parts, variable, phrase.form, own);
      hasStart = true;
    } else if (STEPS.includes(phrase.word)) {
      const positive = bothTypes(parts, list(sym("REAL"), list(0)), type);
      step = fixed(phrase.form, positive, "STEP-BY", positiveType(type) ?? positive);
    } else {
      isInclusive ||= INCLUSIVE.includes(phrase.word);
      limit = fixed(phrase.form, real, "LIMIT");
    }
  }
  const isDown = (direction as string | null) === "down";
  if (!hasStart) {
    if (isDown) source.fail("don't know where to start stepping");
    makeVariable(parts, variable, 0, own);
  }
  const stepped =
    step === 1 ? form(isDown ? "1-" : "1+", variable) : form(isDown ? "-" : "+", variable, step);
  const passed = isDown ? "<" : ">";
  const end = limit === null ? [] : [form(isInclusive ? passed : `${passed}=`, variable, limit)];
  return {
    first: { tests: end, steps: [], later: [], after: [] },
    again: { tests: [], steps: [{ to: variable, value: stepped, reads: false }], later: end, after: [] },
  };
}
