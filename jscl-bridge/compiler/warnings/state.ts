/** What is known of variables at one place of the code, as lists that share their tails. */
import type { VariableBinding } from "../scope/environment.js";
import type { LispType } from "../types/lattice.js";

/** Something known of a variable's value: its type, or another variable that has the same value. */
export interface Known {
  readonly type: LispType | null;
  readonly alias: VariableBinding | null;
}

/** The newest of what has become known; `known` is null where it was forgotten. */
interface Entry {
  readonly binding: VariableBinding | null;
  readonly known: Known | null;
  readonly next: Entry | null;
  readonly depth: number;
}

/** The facts that hold where control can arrive; null where it cannot. */
export type State = Entry | null;

/** Where a toplevel form begins, nothing is known. */
export const NOTHING: Entry = { binding: null, known: null, next: null, depth: 0 };

export function lookUp(state: Entry, binding: VariableBinding): Known | null {
  for (let entry: Entry | null = state; entry !== null; entry = entry.next)
    if (entry.binding === binding) return entry.known;
  return null;
}

export function withKnown(state: Entry, binding: VariableBinding, known: Known | null): Entry {
  return { binding, known, next: state, depth: state.depth + 1 };
}

/** The variables of which something is known. */
export function knownVariables(state: Entry): VariableBinding[] {
  return [...new Set(changes(state, NOTHING))].filter((binding) => lookUp(state, binding) !== null);
}

/** The variables that are named between a state and one that it comes from. */
function changes(state: Entry, from: Entry): VariableBinding[] {
  const found: VariableBinding[] = [];
  for (let entry: Entry | null = state; entry !== null && entry !== from; entry = entry.next)
    if (entry.binding !== null) found.push(entry.binding);
  return found;
}

/** The newest state that both come from. */
function origin(a: Entry, b: Entry): Entry {
  let [x, y] = [a, b];
  while (x !== y) {
    if (x.depth >= y.depth && x.next !== null) x = x.next;
    else y = y.next as Entry;
  }
  return x;
}

function sameKnown(a: Known | null, b: Known | null): boolean {
  if (a === b || a === null || b === null) return a === b;
  if (a.alias !== b.alias) return false;
  if (a.type === b.type || a.type === null || b.type === null) return a.type === b.type;
  return a.type.text === b.type.text && a.type.kinds === b.type.kinds;
}

function meetOfTwo(a: Entry, b: Entry): Entry {
  if (a === b) return a;
  const from = origin(a, b);
  let result = from;
  for (const binding of new Set([...changes(a, from), ...changes(b, from)])) {
    const known = lookUp(a, binding);
    const kept = sameKnown(known, lookUp(b, binding)) ? known : null;
    if (!sameKnown(kept, lookUp(result, binding))) result = withKnown(result, binding, kept);
  }
  return result;
}

/** What is known on each of several ways. */
export function meet(states: readonly State[]): State {
  let result: State = null;
  for (const state of states) if (state !== null) result = result === null ? state : meetOfTwo(result, state);
  return result;
}

export function same(a: State, b: State): boolean {
  if (a === b || a === null || b === null) return a === b;
  const from = origin(a, b);
  return [...changes(a, from), ...changes(b, from)].every((binding) =>
    sameKnown(lookUp(a, binding), lookUp(b, binding)),
  );
}
