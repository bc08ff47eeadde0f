/** What names mean at a place in the text of a definition, as far as that is certain. */

import type { LispCons, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import type { FrameInfo } from "../../runtime/stack/callstack.js";

/** A definition whose text is read. */
export interface Definition {
  readonly info: FrameInfo;
  /** What it assigns, or may assign: of these variables nothing is known. */
  readonly assigned: ReadonlySet<LispSymbol>;
}

/** A form where it is written. */
export interface Written {
  readonly form: LispValue;
  /** The innermost list that has a place: the form, or what is around it where it is an atom. */
  readonly around: LispCons | null;
  readonly scope: Scope;
}

/** A form that gives a value, and which of its values that is, from 0. */
export interface Given {
  readonly written: Written;
  readonly index: number;
}

interface Name {
  readonly symbol: LispSymbol;
  readonly is: "variable" | "function";
  readonly given: Given | null;
  readonly outer: Name | null;
}

export class Scope {
  constructor(
    readonly definition: Definition,
    /** How many calls lead here from the one whose value is looked for, at most two. */
    readonly calls: 0 | 1 | 2 = 0,
    private readonly names: Name | null = null,
    /** Whether a macro that nothing is known of is around: it may bind every name. */
    private readonly isOpaque = false,
  ) {}

  /** With a variable; null where it is not known what gives its value. */
  withVariable(symbol: LispSymbol, given: Given | null): Scope {
    return this.with({ symbol, is: "variable", given, outer: this.names });
  }

  withFunction(symbol: LispSymbol): Scope {
    return this.with({ symbol, is: "function", given: null, outer: this.names });
  }

  opaque(): Scope {
    return new Scope(this.definition, this.calls, this.names, true);
  }

  private with(name: Name): Scope {
    return new Scope(this.definition, this.calls, name, this.isOpaque);
  }

  /** What gives a variable of the definition its value, if that is known, and the only thing that does. */
  givenTo(symbol: LispSymbol): Given | null {
    if (this.isOpaque || this.definition.assigned.has(symbol)) return null;
    return this.find(symbol, "variable")?.given ?? null;
  }

  /** Whether the definition binds a variable of that name here. */
  isVariable(symbol: LispSymbol): boolean {
    return !this.isOpaque && this.find(symbol, "variable") !== null;
  }

  /** Whether a function of that name is a global one here. */
  isGlobalFunction(symbol: LispSymbol): boolean {
    return !this.isOpaque && this.find(symbol, "function") === null;
  }

  private find(symbol: LispSymbol, is: Name["is"]): Name | null {
    let name = this.names;
    while (name !== null && !(name.symbol === symbol && name.is === is)) name = name.outer;
    return name;
  }
}
