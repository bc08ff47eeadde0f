/** What is known of variables at one place of the code, and where several ways to it meet. */

import type { Variable } from "../syntax/tree.js";
import { joined, type LispType, sameType, union, widen } from "./lattice.js";

/** What a test's value says of a variable. */
export interface Test {
  readonly variable: Variable;
  /** The variable's type where the test holds, and where it fails; null for any. */
  readonly holds: LispType | null;
  readonly fails: LispType | null;
}

/** Something known of a variable's value. */
export interface Known {
  readonly type: LispType | null;
  /** Another variable that has the same value. */
  readonly alias: Variable | null;
  /** The test whose value it is. */
  readonly test: Test | null;
}

/** What is known beyond what always holds; null where control cannot arrive. */
export type State = Map<Variable, Known> | null;

/** What always holds of variables. */
type Always = (variable: Variable) => LispType | null;

export function typeIn(state: Map<Variable, Known>, variable: Variable, always: Always): LispType | null {
  if (variable.assignedInside) return always(variable);
  const known = state.get(variable);
  if (known === undefined) return always(variable);
  if (known.type !== null) return known.type;
  return known.alias === null ? always(variable) : typeIn(state, known.alias, always);
}

/**
 * What is known on each of two ways. Where the first is widened, the result has what both have and can grow
 * only a few times more.
 */
export function meet(
  a: Map<Variable, Known>,
  b: Map<Variable, Known>,
  always: Always,
  widened = false,
): Map<Variable, Known> {
  if (a === b) return a;
  const result: Map<Variable, Known> = new Map();
  for (const [variable, x] of a) {
    const y = b.get(variable);
    if (y === x) result.set(variable, x);
    if (y === undefined || y === x) continue;
    const known = both(variable, x, y, a, b, always, widened);
    if (known !== null) result.set(variable, known);
  }
  return result;
}

function both(
  variable: Variable,
  x: Known,
  y: Known,
  a: Map<Variable, Known>,
  b: Map<Variable, Known>,
  always: Always,
  widened: boolean,
): Known | null {
  const alias = x.alias === y.alias ? x.alias : null;
  const test = sameTest(x.test, y.test) ? x.test : null;
  let type: LispType | null = null;
  if (x.type !== null || y.type !== null || alias === null) {
    const [s, t] = [typeIn(a, variable, always), typeIn(b, variable, always)];
    if (s !== null && t !== null) type = sameType(s, t) ? s : widened ? widen(s, t) : joined(s, t);
  }
  return type === null && alias === null && test === null ? null : { type, alias, test };
}

function sameTest(a: Test | null, b: Test | null): boolean {
  if (a === null || b === null) return a === b;
  return a.variable === b.variable && sameType(a.holds, b.holds) && sameType(a.fails, b.fails);
}

function sameKnown(a: Known, b: Known | undefined): boolean {
  if (a === b) return true;
  return b !== undefined && a.alias === b.alias && sameType(a.type, b.type) && sameTest(a.test, b.test);
}

function sameState(a: Map<Variable, Known>, b: Map<Variable, Known>): boolean {
  if (a.size !== b.size) return false;
  for (const [variable, known] of a) if (!sameKnown(known, b.get(variable))) return false;
  return true;
}

/** A place that control comes to again and again: what is known on all ways found so far. */
export class Joint {
  state: State = null;
  private grown = 0;

  /** Adds a way; whether less is known for it. */
  add(state: State, always: Always): boolean {
    if (state === null) return false;
    if (this.state === null) {
      this.state = new Map(state);
      return true;
    }
    const joined = meet(this.state, state, always, this.grown > 0);
    if (sameState(this.state, joined)) return false;
    this.grown++;
    this.state = joined;
    return true;
  }
}

/** The join of values that are found one after the other; null when nothing is known of them. */
export class Gathered {
  /** Undefined before there is any. */
  type: LispType | null | undefined = undefined;
  private grown = 0;

  /** Adds a value; whether less is known for it. */
  add(type: LispType | null): boolean {
    const { type: old } = this;
    if (old === null) return false;
    if (old === undefined || type === null) {
      this.type = type;
      return true;
    }
    const joined = this.grown > 0 ? widen(old, type) : union(old, type);
    if (sameType(old, joined)) return false;
    this.grown++;
    this.type = joined;
    return true;
  }
}
