/** What was used without a definition in one compilation unit, and how SBCL sums it up. */
import type { Hint } from "../../contract/engine.js";
import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { functionNameOf } from "../../runtime/objects/setf-names.js";
import { homeName } from "../../runtime/objects/symbols.js";
import type { Place } from "../../runtime/stack/sources.js";
import type { Environment } from "../scope/environment.js";
import type { UndefinedKind, WarningSink, WarningType } from "./reporter.js";
import type { Signature } from "./signature.js";

/** Where a name was used. */
interface Use {
  form: LispValue;
  place: Place | null;
  muffled: readonly LispValue[];
  /** What is bound there; null where that is not known. */
  scope: Environment | null;
}

/** A warning at the end of a unit. */
interface Summed {
  type: WarningType;
  message: string;
  at: Use;
  hints: readonly Hint[];
}

/** What the warnings show: the name, or the type that it is the head of, and its text with packages. */
interface Shown {
  written: LispValue;
  text: string;
}

interface Undefined extends Shown {
  kind: UndefinedKind;
  name: LispSymbol;
  uses: Use[];
  /** Uses beyond those that are reported one by one. */
  more: number;
}

/** SBCL's *UNDEFINED-WARNING-LIMIT*. */
const LIMIT = 3;

export class CompilationUnit {
  /** Functions that the code compiled in the unit defines. */
  readonly definitions = new Map<LispSymbol, Signature>();
  /** Functions and types that a file being compiled defines, in ways of their own. */
  private readonly expected = { function: new Set<LispSymbol>(), type: new Set<LispSymbol>() };
  private readonly undefined: Undefined[] = [];

  get isEmpty(): boolean {
    return this.undefined.length === 0;
  }

  expect(kind: "function" | "type", name: LispSymbol): void {
    this.expected[kind].add(name);
  }

  isExpected(kind: UndefinedKind, name: LispSymbol): boolean {
    return kind !== "variable" && this.expected[kind].has(name);
  }

  note(kind: UndefinedKind, name: LispSymbol, shown: Shown, use: Use): void {
    let entry = this.undefined.find((each) => each.kind === kind && each.text === shown.text);
    if (entry === undefined) {
      entry = { kind, name, ...shown, uses: [], more: 0 };
      this.undefined.push(entry);
    }
    const last = entry.uses[entry.uses.length - 1];
    // Variables of one form are one use of it; a type is used wherever it is written.
    if (kind === "variable" && last !== undefined && last.form === use.form) return;
    if (entry.uses.length < LIMIT) entry.uses.push(use);
    else entry.more++;
  }

  /** The warnings at the end of the unit, in order of names. */
  *summary(sink: WarningSink): Generator<Summed> {
    const left = this.undefined.filter(({ kind, name }) => {
      if (this.isExpected(kind, name)) return false;
      return !sink.isDefined(kind, name) && !(kind === "function" && this.definitions.has(name));
    });
    left.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
    for (const { kind, name, written, text, uses, more } of left) {
      const isReserved = kind !== "variable" && homeName(name) === "COMMON-LISP";
      const type: WarningType = kind === "variable" || isReserved ? "SIMPLE-WARNING" : "SIMPLE-STYLE-WARNING";
      const shown = kind === "function" ? uses.slice(0, 1) : uses;
      for (const [i, at] of shown.entries()) {
        const hints = i === 0 ? sink.hintsFor(kind, name, at.scope) : [];
        const message = isReserved
          ? RESERVED[kind as "function" | "type"](sink.print(functionNameOf(name)))
          : `undefined ${kind}: ${text}`;
        yield { type, message, at, hints };
      }
      const [at] = uses;
      if (more > 0 && kind !== "function" && at !== undefined) {
        const message = `${more} more use${more === 1 ? "" : "s"} of undefined ${kind} ${sink.print(written)}`;
        yield { type, message, at, hints: [] };
      }
    }
  }
}

/** What SBCL says of a name of COMMON-LISP that is used, and names no function or type. */
const RESERVED = {
  function: (name: string): string =>
    `The function ${name} is undefined, and its name is reserved by ANSI CL so that\neven if it were defined later, the code doing so would not be portable.`,
  type: (name: string): string =>
    `Undefined type ${name}. Note that name ${name} is reserved by ANSI CL, so\ncode defining a type with that name would not be portable.`,
};
