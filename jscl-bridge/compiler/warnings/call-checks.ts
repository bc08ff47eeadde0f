/**
 * Checks of a call while it is compiled: each argument is judged where it has just been evaluated, since arguments after it
 * may assign what it has read, and the call as a whole when all have been.
 */
import type { LispValue } from "../../runtime/marshal.js";
import type { Environment } from "../environment.js";
import { isSymbol } from "../forms.js";
import type { Unit } from "../unit.js";
import { conflict, shownAs } from "./conflicts.js";
import { type Derived, derive } from "./derive.js";
import { ANYTHING, type LispType } from "./types.js";

/** What is to be checked of a call. */
export interface Callee {
  readonly args: readonly LispValue[];
  /** The call in the program; null when a macro made it. */
  readonly call: LispValue;
  /** The type that an argument is to be of; null for any. */
  expected(index: number): LispType | null;
  /** The form that SBCL shows as the one whose argument is wrong. */
  context(index: number): string;
  /** Checks of what is known of the arguments together, if there are any. */
  readonly together: ((known: KnownArguments) => void) | null;
}

/** What is known of the values of arguments, where the call is made. */
export type KnownArguments = (index: number) => Derived | null;

/** Code that checks an argument by a JavaScript name of its value. */
export interface ArgumentGuard {
  readonly index: number;
  readonly code: (js: string) => string;
}

export class CallChecks {
  private readonly derived: (Derived | null)[] = [];
  private readonly expected: (LispType | null)[];

  constructor(
    private readonly unit: Unit,
    private readonly callee: Callee,
    private readonly env: Environment,
  ) {
    this.expected = callee.args.map((_, i) => {
      const type = callee.expected(i);
      return type === null || type.kinds === ANYTHING.kinds ? null : type;
    });
  }

  /** Whether these are the forms of the arguments. */
  isOf(forms: readonly LispValue[]): boolean {
    const { args } = this.callee;
    return forms.length === args.length && forms.every((form, i) => form === args[i]);
  }

  /** Notes what is known of an argument that has just been evaluated. */
  evaluated(index: number): void {
    if (this.expected[index] === null && this.callee.together === null) return;
    const { unit, env, callee, derived } = this;
    const form = callee.args[index];
    const found = unit.flow.dead ? null : derive(unit, form, env);
    derived[index] = found;
    if (found?.assumed) {
      unit.flow.step(() => {
        derived[index] = derive(unit, form, env);
      });
    }
  }

  /** Checks the call, whose arguments have been evaluated; what is to be checked once more when it is made. */
  finish(): ArgumentGuard[] {
    const { unit, env, callee, derived } = this;
    if (unit.flow.dead) return [];
    callee.together?.((index) => derived[index] ?? null);
    const guards: ArgumentGuard[] = [];
    for (const [index, expected] of this.expected.entries()) {
      if (expected === null) continue;
      const code = conflict(unit, {
        expected,
        call: callee.call,
        shown: () => shownAs(unit, callee.args[index], env),
        context: () => callee.context(index),
        derived: () => derived[index] ?? null,
      });
      if (code !== null) {
        guards.push({ index, code });
        if (derived[index]?.assumed === false) break;
      }
    }
    // What goes on after the call has values that the function took.
    for (const [index, expected] of this.expected.entries()) {
      const form = callee.args[index];
      const binding = isSymbol(form) && expected !== null ? env.variable(form) : undefined;
      if (binding?.kind === "lexical" && expected !== null && (derived[index] ?? null) === null)
        unit.flow.establish(binding, expected);
    }
    return guards;
  }
}
