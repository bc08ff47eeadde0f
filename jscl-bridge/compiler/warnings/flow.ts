/**
 * What is known of variables while code is compiled from left to right: types of the values they are bound to, what tests
 * and calls have established, and whether the code can be reached at all.
 */
import type { LispSymbol } from "../../runtime/marshal.js";
import type { FunctionContext } from "../context.js";
import type { VariableBinding } from "../environment.js";
import { disjoint, type LispType, subtype } from "./types.js";

interface Variable {
  /** The type of the value it is bound to. */
  type: LispType | null;
  /** A variable that has the same value. */
  alias: VariableBinding | null;
  /** The name of that variable. */
  name: LispSymbol | null;
  loops: number;
  context: FunctionContext | null;
  assignments: number;
  /** Assigned by a function inside its scope, so at times that are not known. */
  escapes: boolean;
  /** What is to be done at the end of its scope if it is never assigned. */
  waiting: (() => void)[];
}

/** Something that holds from one place of the code on, until its variable is assigned. */
interface Fact {
  binding: VariableBinding;
  type: LispType;
  assignments: number;
  loops: number;
  context: FunctionContext;
  next: Fact | null;
}

export interface Known {
  type: LispType;
  /** Whether no assignment further on in the text can make it false. */
  certain: boolean;
}

export class Flow {
  /** The code being compiled is never reached. */
  dead = false;
  private loops = 0;
  private facts: Fact | null = null;
  private readonly variables = new Map<VariableBinding, Variable>();

  /** Whether the code may run again. */
  get inLoop(): boolean {
    return this.loops > 0;
  }

  bind(
    binding: VariableBinding,
    context: FunctionContext,
    type: LispType | null,
    alias: VariableBinding | null,
    name: LispSymbol | null,
  ): void {
    if (type === null && alias === null) return;
    const { loops } = this;
    this.variables.set(binding, {
      type,
      alias,
      name,
      loops,
      context,
      assignments: 0,
      escapes: false,
      waiting: [],
    });
  }

  private variable(binding: VariableBinding): Variable {
    let variable = this.variables.get(binding);
    if (variable === undefined) {
      variable = {
        type: null,
        alias: null,
        name: null,
        loops: this.loops,
        context: null,
        assignments: 0,
        escapes: false,
        waiting: [],
      };
      this.variables.set(binding, variable);
    }
    return variable;
  }

  /** What is known of a variable's value here. */
  known(binding: VariableBinding, context: FunctionContext): Known | null {
    const variable = this.variables.get(binding);
    if (variable?.escapes) return null;
    const assignments = variable?.assignments ?? 0;
    for (let fact = this.facts; fact !== null; fact = fact.next) {
      if (fact.binding !== binding) continue;
      if (fact.assignments !== assignments) return null;
      return { type: fact.type, certain: fact.loops === this.loops && fact.context === context };
    }
    if (variable === undefined || assignments > 0) return null;
    const { type, alias, loops } = variable;
    if (type !== null) return { type, certain: loops === this.loops && variable.context === context };
    return alias === null ? null : this.known(alias, context);
  }

  /** The name of the variable whose value a variable without a home has. */
  writtenAs(binding: VariableBinding): LispSymbol | null {
    return this.variables.get(binding)?.name ?? null;
  }

  /** From here on the variable's value is of this type. */
  establish(binding: VariableBinding, type: LispType, context: FunctionContext): void {
    const variable = this.variables.get(binding);
    const assignments = variable?.assignments ?? 0;
    this.facts = { binding, type, assignments, loops: this.loops, context, next: this.facts };
    if (variable?.alias && assignments === 0) this.establish(variable.alias, type, context);
  }

  assigned(binding: VariableBinding, context: FunctionContext, type: LispType | null): void {
    const variable = this.variable(binding);
    variable.assignments++;
    if (binding.owner !== context) variable.escapes = true;
    else if (type !== null) {
      const { assignments } = variable;
      this.facts = { binding, type, assignments, loops: this.loops, context, next: this.facts };
    }
  }

  /** Does something at the end of the variable's scope unless it is assigned somewhere. */
  whenNeverAssigned(binding: VariableBinding, then: () => void): void {
    this.variable(binding).waiting.push(then);
  }

  endScope(binding: VariableBinding): void {
    const variable = this.variables.get(binding);
    if (variable === undefined) return;
    this.variables.delete(binding);
    if (variable.assignments === 0) for (const then of variable.waiting) then();
  }

  /** Compiles code that runs some of the time: what it establishes does not hold after it. Answers whether it comes to an end. */
  branch(
    compile: () => void,
    fact?: { binding: VariableBinding; type: LispType; context: FunctionContext },
  ): boolean {
    const { dead, facts } = this;
    if (fact !== undefined) {
      const known = this.known(fact.binding, fact.context);
      if (known !== null && disjoint(known.type, fact.type)) this.dead = true;
      else if (known === null || !subtype(known.type, fact.type))
        this.establish(fact.binding, fact.type, fact.context);
    }
    compile();
    const ends = !this.dead;
    this.dead = dead;
    this.facts = facts;
    return ends;
  }

  /** Compiles code that may run again, or be entered from elsewhere. */
  loop(compile: () => void): void {
    this.loops++;
    this.branch(compile);
    this.loops--;
  }
}
