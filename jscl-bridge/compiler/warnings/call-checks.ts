/**
 * Checks of a call while it is compiled: each argument is judged where it has just been evaluated, since
 * arguments after it may assign what it has read, and the call as a whole when all have been.
 */
import type { LispValue } from "../../runtime/objects/marshal.js";
import type { Unit } from "../emit/unit.js";
import type { Environment } from "../scope/environment.js";
import { isSymbol } from "../syntax/forms.js";
import { conflict, shownAs } from "./conflicts.js";
import { type Derived, derive } from "./derive.js";
import { ANYTHING, disjoint, type LispType } from "../types/lattice.js";

/** Code that checks an argument by a JavaScript name of its value. */
interface ArgumentGuard {
  readonly index: number;
  readonly code: (js: string) => string;
}

export abstract class CallChecks {
  private readonly derived: (Derived | null)[] = [];
  /** Types that arguments are to be of; null for any. */
  private readonly expected: (LispType | null)[] = [];

  constructor(
    protected readonly unit: Unit,
    protected readonly args: readonly LispValue[],
    protected readonly env: Environment,
  ) {}

  /** The call in the program; null when a macro made it. */
  protected abstract readonly call: LispValue;
  /** Whether the arguments are also checked together. */
  protected abstract readonly checksAll: boolean;
  protected abstract expectedType(index: number): LispType | null;
  /**
   * Whether the function itself finds a wrong argument, after others: then the call makes no check before it.
   */
  protected checksItself(_index: number): boolean {
    return false;
  }

  /** The form that SBCL shows as the one whose argument is wrong. */
  protected abstract context(index: number): string;
  /** Checks what is known of the arguments together. */
  protected abstract checkAll(): void;

  /** What is known of an argument's value, where the call is made. */
  readonly known = (index: number): Derived | null => this.derived[index] ?? null;

  /** Whether these are the forms of the arguments. */
  isOf(forms: readonly LispValue[]): boolean {
    const { args } = this;
    return forms.length === args.length && forms.every((form, i) => form === args[i]);
  }

  /** Notes what is known of an argument that has just been evaluated. */
  evaluated(index: number): void {
    const type = this.expectedType(index);
    const expected = type?.kinds === ANYTHING.kinds ? null : type;
    this.expected[index] = expected;
    if (expected === null && !this.checksAll) return;
    const { unit, env, derived } = this;
    const form = this.args[index];
    const found = unit.flow.dead ? null : derive(unit, form, env);
    derived[index] = found;
    if (found?.assumed) {
      unit.flow.step(() => {
        derived[index] = derive(unit, form, env);
      });
    }
  }

  /**
   * Checks the call, whose arguments have been evaluated; what is to be checked once more when it is made.
   */
  finish(): ArgumentGuard[] {
    const { unit, env, derived } = this;
    if (unit.flow.dead) return [];
    if (this.checksAll) this.checkAll();
    const guards: ArgumentGuard[] = [];
    for (const [index, expected] of this.expected.entries()) {
      if (expected === null) continue;
      const found = derived[index] ?? null;
      if (found === null) this.establish(index, expected);
      else if (disjoint(found.type, expected)) {
        const code = conflict(unit, {
          expected,
          call: this.call,
          shown: () => shownAs(unit, this.args[index], env),
          context: () => this.context(index),
          derived: () => this.known(index),
          plain: this.checksItself(index),
        });
        if (code !== null && !this.checksItself(index)) guards.push({ index, code });
        if (!found.assumed) break;
      }
    }
    return guards;
  }

  /** Code after the call has a value that the function accepted. */
  private establish(index: number, expected: LispType): void {
    const form = this.args[index];
    const binding = isSymbol(form) ? this.env.variable(form) : undefined;
    if (binding?.kind === "lexical") this.unit.flow.establish(binding, expected);
  }
}
