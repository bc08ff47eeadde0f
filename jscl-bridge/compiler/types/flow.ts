/** What is known of variables where the analysis has come to. */

import type { Variable } from "../syntax/tree.js";
import { disjoint, intersection, type LispType, subtype } from "./lattice.js";
import { Gathered, type Joint, type Known, meet, type State, type Test, typeIn } from "./state.js";

/** What is known of a variable wherever it is read: the join of all values that it gets. */
interface Values extends Gathered {
  /** Whether something was concluded from it. */
  used?: boolean;
}

/** A place in the order of assignments. */
type Moment = number;

export class Flow {
  state: State = new Map();
  /** Something that was believed in this round is not so: another is needed. */
  changed = false;
  private readonly values = new Map<Variable, Values>();
  private readonly log: Variable[] = [];

  /** What all values of the variable have in common, as far as they were found. */
  readonly always = (variable: Variable): LispType | null => {
    const values = this.values.get(variable);
    if (values === undefined) return null;
    values.used = true;
    return values.type ?? null;
  };

  /** The variables met so far, with the join of their values. */
  *all(): Generator<[Variable, LispType | null]> {
    for (const [variable, { type }] of this.values) yield [variable, type ?? null];
  }

  get dead(): boolean {
    return this.state === null;
  }

  get now(): Moment {
    return this.log.length;
  }

  begin(): void {
    this.state = new Map();
    this.changed = false;
    this.log.length = 0;
  }

  stop(): void {
    this.state = null;
  }

  fork(): State {
    return this.state === null ? null : new Map(this.state);
  }

  /** Continues where this way or another comes. */
  join(other: State): void {
    this.state = this.joined(this.state, other);
  }

  joined(a: State, b: State): State {
    if (a === null || b === null) return a ?? b;
    return meet(a, b, this.always);
  }

  /** Control comes to a joint again from here. */
  back(joint: Joint): void {
    if (joint.add(this.state, this.always)) this.changed = true;
  }

  /** Whether the variable was assigned since that moment. */
  assigns(since: Moment, variable: Variable): boolean {
    return this.log.length > since && this.log.indexOf(variable, since) >= 0;
  }

  typeOf(variable: Variable): LispType | null {
    return this.state === null ? null : typeIn(this.state, variable, this.always);
  }

  testOf(variable: Variable): Test | null {
    return this.state?.get(variable)?.test ?? null;
  }

  private gather(variable: Variable, type: LispType | null): void {
    let values = this.values.get(variable);
    if (values === undefined) {
      values = new Gathered();
      this.values.set(variable, values);
    }
    if (values.add(type) && values.used === true) this.changed = true;
  }

  /** Binds a variable to a value. */
  bind(
    variable: Variable,
    type: LispType | null,
    alias: Variable | null = null,
    test: Test | null = null,
  ): void {
    if (this.state === null) return;
    this.gather(variable, type);
    if (variable.assignedInside) return;
    const kept = alias?.assignedInside === true ? null : alias;
    if (type === null && kept === null && test === null) this.state.delete(variable);
    else
      this.state.set(variable, {
        type: kept !== null && sameAs(this, kept, type) ? null : type,
        alias: kept,
        test,
      });
  }

  assign(variable: Variable, type: LispType | null): void {
    this.log.push(variable);
    if (this.state === null) return;
    for (const [other, known] of this.state) {
      if (known.alias !== variable && known.test?.variable !== variable) continue;
      const own = typeIn(this.state, other, this.always);
      const test = known.test?.variable === variable ? null : known.test;
      this.state.set(other, { type: own, alias: known.alias === variable ? null : known.alias, test });
    }
    this.gather(variable, type);
    if (variable.assignedInside) return;
    if (type === null) this.state.delete(variable);
    else this.state.set(variable, { type, alias: null, test: null });
  }

  /** Continues only where the variable's value is of the type. */
  assume(variable: Variable, type: LispType): void {
    const known = this.typeOf(variable);
    if (known !== null && disjoint(known, type)) this.stop();
    else if (known === null || !subtype(known, type))
      this.refine(variable, known === null ? type : intersection(known, type));
  }

  private refine(variable: Variable, type: LispType): void {
    if (this.state === null || variable.assignedInside) return;
    const known = this.state.get(variable);
    const alias = known?.alias ?? null;
    this.state.set(variable, { type, alias, test: known?.test ?? null });
    if (alias !== null) this.refine(alias, type);
  }

  /** The variables' scope ends. */
  release(variables: readonly Variable[]): void {
    for (const variable of variables) this.state?.delete(variable);
  }

  /** Forgets what is known of variables just now. */
  forget(variables: Iterable<Variable>): void {
    for (const variable of variables)
      if (this.state?.has(variable)) this.assign(variable, this.always(variable));
  }

  /**
   * The state where control left the code after `entry` at any point, or a function made there is called. As
   * in SBCL, of what is assigned anywhere only what always holds is known.
   */
  abrupt(entry: State): State {
    if (entry === null) return null;
    const left = new Map<Variable, Known>();
    for (const [variable, known] of entry) {
      if (variable.assigned || known.alias?.assigned === true) continue;
      const test = known.test?.variable.assigned === true ? null : known.test;
      left.set(variable, test === known.test ? known : { ...known, test });
    }
    return left;
  }
}

/** Whether a variable is known to be of no other type than the value of another that it is bound to. */
function sameAs(flow: Flow, alias: Variable, type: LispType | null): boolean {
  return flow.typeOf(alias) === type;
}
