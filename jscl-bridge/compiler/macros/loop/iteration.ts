/** FOR and AS: the clauses that iterate, and how those joined by AND are stepped together. */

import type { LispSymbol, LispValue } from "../../../runtime/objects/marshal.js";
import { symbolName } from "../../../runtime/objects/symbols.js";
import { activeLength } from "../../../runtime/objects/vectors.js";
import { isVector } from "../../../runtime/operators/arrays.js";
import { nil, sym } from "../../../runtime/signals.js";
import { constantForm } from "../../syntax/constant-forms.js";
import { car, cdr, form, isCons, isSymbol, list } from "../../syntax/forms.js";
import { forNumbers, isPreposition } from "./arithmetic.js";
import { endLoop, type LoopParts } from "./parts.js";
import { forPath } from "./paths.js";
import { alike, type Iteration, type Turn } from "./turns.js";
import { constantOf, optionalType } from "./types.js";
import { assignAll, makeVariable, type Step } from "./variables.js";

export function iterate(parts: LoopParts): void {
  const { source } = parts;
  const joined: Iteration[] = [];
  do {
    const iteration = clause(parts);
    if (parts.hasBody) source.fail("iteration in LOOP follows body code");
    joined.push(iteration);
  } while (source.take("AND"));
  const made: Made[] = [];
  addForms(parts, firstTurns(parts, joined), parts.before, made);
  addForms(
    parts,
    joined.map((each) => each.again),
    parts.again,
    made,
  );
  parts.closeBindings();
}

/**
 * The first turns without the steps to constants, where nothing of the loop comes before those: such
 * variables begin with their values, and need not hold NIL as well.
 */
function firstTurns(parts: LoopParts, joined: readonly Iteration[]): readonly Turn[] {
  const turns = joined.map((each) => each.first);
  if (parts.before.length > 0 || parts.prologue.length > 0) return turns;
  for (const { tests, steps } of turns) if (tests.length > 0 || !steps.every(isToConstant)) return turns;
  if (parts.source.mentions("INITIALLY")) return turns;
  for (const { steps } of turns) for (const { to, value } of steps) parts.beginWith(to, value);
  return turns.map((turn) => ({ ...turn, steps: [] }));
}

function isToConstant({ to, value }: Step): boolean {
  return isSymbol(to) && to !== nil() && !isCons(value) && !isSymbol(value);
}

/** Forms that were made of tests or steps. */
interface Made {
  readonly of: readonly unknown[];
  readonly forms: readonly LispValue[];
}

/**
 * Adds the forms of turns that are made together. Those of the same tests, or steps, are the same objects.
 */
function addForms(parts: LoopParts, turns: readonly Turn[], to: LispValue[], made: Made[]): void {
  const add = <Each>(all: readonly Each[], make: (all: readonly Each[]) => LispValue[]): void => {
    if (all.length === 0) return;
    let found = made.find(({ of }) => of.length === all.length && of.every((each, i) => each === all[i]));
    if (found === undefined) {
      found = { of: all, forms: make(all) };
      made.push(found);
    }
    to.push(...found.forms);
  };
  const assignments = (steps: readonly Step[]): LispValue[] => assignAll(parts, steps);
  add(together(turns, "tests"), endTest);
  add(together(turns, "steps"), assignments);
  add(together(turns, "later"), endTest);
  add(together(turns, "after"), assignments);
}

function together<Key extends keyof Turn>(turns: readonly Turn[], key: Key): Turn[Key] {
  const [only] = turns;
  if (only !== undefined && turns.length === 1) return only[key];
  return turns.flatMap((turn): readonly unknown[] => turn[key]) as unknown as Turn[Key];
}

function endTest(tests: readonly LispValue[]): LispValue[] {
  return [form("IF", tests.length === 1 ? tests[0] : form("OR", ...tests), endLoop())];
}

function clause(parts: LoopParts): Iteration {
  const { source } = parts;
  const variable = source.token();
  const type = optionalType(parts, variable);
  const word = source.token();
  const name = isSymbol(word) ? symbolName(word) : "";
  const value = source.form();
  const kind = kindOf(name);
  if (kind !== undefined) return kind(parts, variable, type, value);
  if (isPreposition(name)) return forNumbers(parts, variable, type, name, value);
  return source.fail("~S is an unknown keyword in FOR or AS clause in LOOP.", word);
}

/** The iteration of a clause, by its variable, its type and the form after its word. */
type Kind = (parts: LoopParts, variable: LispValue, type: LispValue, value: LispValue) => Iteration;

const forValues: Kind = (parts, variable, type, value) => {
  const { source } = parts;
  makeVariable(parts, variable, null, type);
  const to = (each: LispValue): Turn => ({
    tests: [],
    later: [],
    after: [],
    steps: [{ to: variable, value: each, reads: true }],
  });
  const first = to(value);
  return source.take("THEN") ? { first, again: to(source.form()) } : alike(first);
};

/** The function after BY, as the form of a step along the list in `list`. */
function listStep(parts: LoopParts): (tail: LispValue) => LispValue {
  const { source } = parts;
  if (!source.take("BY")) return (tail) => form("CDR", tail);
  const stepper = source.form();
  const isNamed = isCons(stepper) && (car(stepper) === sym("QUOTE") || car(stepper) === sym("FUNCTION"));
  const name = isNamed ? car(cdr(stepper)) : null;
  if (isSymbol(name)) return (tail) => form(name, tail);
  const fn = parts.fresh("FN");
  parts.bind(fn, stepper, list(sym("TYPE"), sym("FUNCTION"), fn));
  return (tail) => form("FUNCALL", fn, tail);
}

/** Whether a form is known to be a list with elements, which needs no test before the first. */
function hasElements(parts: LoopParts, value: LispValue): boolean {
  return isCons(constantForm(parts.host, value, parts.environment)?.value ?? null);
}

const forIn: Kind = (parts, variable, type, value) => {
  const tail = parts.fresh("LIST");
  makeVariable(parts, variable, null, type);
  parts.bind(tail, value, list(sym("TYPE"), sym("LIST"), tail));
  const step = listStep(parts)(tail);
  const again: Turn = {
    tests: [form("ENDP", tail)],
    steps: [{ to: variable, value: form("CAR", tail), reads: false }],
    later: [],
    after: [{ to: tail, value: step, reads: false }],
  };
  return { first: hasElements(parts, value) ? { ...again, tests: [] } : again, again };
};

const forOn: Kind = (parts, variable, type, value) => {
  const isPlain = isSymbol(variable) && variable !== nil();
  const tail = isPlain ? variable : parts.fresh("LIST");
  if (isPlain) makeVariable(parts, tail, value, type);
  else {
    parts.bind(tail, value);
    makeVariable(parts, variable, null, type);
  }
  const step: Step = { to: tail, value: listStep(parts)(tail), reads: false };
  const end = [form("ATOM", tail)];
  const firstEnd = hasElements(parts, value) ? [] : end;
  if (isPlain) {
    const first: Turn = { tests: firstEnd, steps: [], later: [], after: [] };
    return { first, again: { tests: [], steps: [step], later: end, after: [] } };
  }
  const taken: Step = { to: variable, value: tail, reads: false };
  const again: Turn = { tests: end, steps: [taken], later: [], after: [step] };
  return { first: { ...again, tests: firstEnd }, again };
};

const forAcross: Kind = (parts, variable, type, value) => {
  const vector = parts.fresh("ACROSS-VECTOR");
  const index = parts.fresh("ACROSS-INDEX");
  makeVariable(parts, variable, null, type);
  const declared = isCons(value) && car(value) === sym("THE") ? car(cdr(value)) : sym("VECTOR");
  parts.bind(vector, value, list(sym("TYPE"), declared, vector));
  parts.bind(index, 0, list(sym("TYPE"), sym("FIXNUM"), index));
  const constant = constantOf(parts, value, sym("VECTOR"))?.value ?? null;
  const limit = isVector(constant) ? activeLength(constant) : lengthOf(parts, vector);
  return alike({
    tests: [form(">=", index, limit)],
    steps: [{ to: variable, value: form("AREF", vector, index), reads: false }],
    later: [],
    after: [{ to: index, value: form("1+", index), reads: false }],
  });
};

/** The length of a vector when the loop begins. */
function lengthOf(parts: LoopParts, vector: LispSymbol): LispSymbol {
  const limit = parts.fresh("ACROSS-LIMIT");
  parts.surround((body) => form("LET", list(list(limit, form("LENGTH", vector))), body));
  return limit;
}

/** What iterates after a word; undefined for those of numbers. */
function kindOf(word: string): Kind | undefined {
  switch (word) {
    case "IN":
      return forIn;
    case "ON":
      return forOn;
    case "=":
      return forValues;
    case "ACROSS":
      return forAcross;
    case "BEING":
      return forPath;
    default:
      return undefined;
  }
}
