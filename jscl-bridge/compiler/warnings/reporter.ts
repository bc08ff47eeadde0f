/**
 * The compiler's warnings: signalled as conditions where they are found, so that handlers and MUFFLE-WARNING
 * see them; what is undefined waits for the end of the compilation unit (CLHS WITH-COMPILATION-UNIT).
 */

import type { Hint } from "../../contract/engine.js";
import type { CaughtAt } from "../../runtime/base-image.js";
import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import type { SourcePosition } from "../../runtime/stack/callstack.js";
import type { FormName, Place } from "../../runtime/stack/sources.js";
import type { Environment } from "../scope/environment.js";
import { earlierCallProblems } from "./call-arguments.js";
import { CompilationUnit } from "./compilation-unit.js";
import type { Signature } from "./signature.js";

/** A condition class of the overlay or of COMMON-LISP, by the name it has in SBCL. */
export type WarningType =
  | "SIMPLE-STYLE-WARNING"
  | "SIMPLE-WARNING"
  | "TYPE-WARNING"
  | "TYPE-STYLE-WARNING"
  | "CONSTANT-MODIFIED"
  | "DUPLICATE-CASE-KEY-WARNING"
  | "LOCAL-ARGUMENT-MISMATCH"
  | "FORMAT-TOO-FEW-ARGS-WARNING"
  | "FORMAT-TOO-MANY-ARGS-WARNING"
  | "ASTERISKS-AROUND-LEXICAL-VARIABLE-NAME"
  | "&OPTIONAL-AND-&KEY-IN-LAMBDA-LIST"
  | "REDEFINITION-WITH-DEFUN"
  | "REDEFINITION-WITH-DEFMACRO";

/** What the reporter asks of the image. */
export interface WarningSink {
  /** Signals a warning as WARN does; `muffled` are type specifiers that the source text muffles. */
  signal(type: WarningType, message: string, at: CaughtAt, muffled: readonly LispValue[]): void;
  /** Notes a form that is no valid program, which no handler of the program's sees. */
  error(message: string, at: CaughtAt): void;
  /** Where a form stands in the text of the command. */
  positionOf(form: LispValue): SourcePosition | null;
  /**
   * What would have helped with a name that there is nothing of; `scope` is what is bound where it is used.
   */
  hintsFor(kind: UndefinedKind, name: LispSymbol, scope: Environment | null): Hint[];
  /** Whether a form stands in a text that is being evaluated, and where. */
  hasPlace(form: LispValue): boolean;
  placeOf(form: LispValue): Place | null;
  /** What a report names a form by that is a definition; null for another form. */
  definitionName(form: LispValue): FormName | null;
  /** Whether the name has got a definition since it was used. */
  isDefined(kind: UndefinedKind, name: LispSymbol): boolean;
  /** A name, or a type, with its package, whatever package is current. */
  qualified(name: LispValue): string;
  print(form: LispValue): string;
}

export type UndefinedKind = "function" | "variable" | "type";

/** The form of the source text that is being compiled, and the innermost definition that it is a part of. */
export interface FormAtWork {
  readonly form: LispValue;
  readonly definition: FormName | null;
}

/** Where a warning belongs. */
export interface Where {
  readonly at: FormAtWork;
  /** Type specifiers of conditions that are muffled there. */
  readonly muffled: readonly LispValue[];
}

const NOWHERE: FormAtWork = { form: null, definition: null };

export class WarningReporter {
  private unit: CompilationUnit | null = null;
  /** Type specifiers of conditions that declarations around the code muffle, innermost last. */
  private muffled: readonly LispValue[] = [];
  private globallyMuffled: readonly LispValue[] = [];
  private silence = 0;
  /**
   * Warnings of the toplevel form being compiled, from the first on of which it is not known yet whether it
   * is true.
   */
  private waiting: { place: number; issue: () => void }[] = [];
  private places = 0;
  private ordering = false;
  private readonly expected = new Set<LispSymbol>();
  private readonly proclaimed = new WeakSet<LispSymbol>();
  /** Names that compiled code takes for functions, defined or not. */
  private readonly assumed = new Map<LispSymbol, { least: number; greatest: number } | null>();
  /** Errors found so far, which make COMPILE's FAILURE-P true. */
  errors = 0;
  private current: FormAtWork = NOWHERE;
  /** `where` as long as nothing of it changes. */
  private known: Where | null = null;

  constructor(private readonly sink: WarningSink) {}

  private get at(): FormAtWork {
    return this.current;
  }

  private set at(at: FormAtWork) {
    this.current = at;
    this.known = null;
  }

  /** Warns of what is found while a form is read. */
  warn(type: WarningType, message: string, form: LispValue): void {
    this.warnAt(this.place(), type, message, form, this.where);
  }

  /** Warns of what a later phase found of a node, in the place that the node has among warnings. */
  warnAt(place: number, type: WarningType, message: string, form: LispValue, where: Where): void {
    const at = this.caughtAt(form, where.at);
    this.report(place, () => this.sink.signal(type, message, at, where.muffled));
  }

  /** Warns of an assignment that the lock of the symbol's package will not let happen. */
  assignsLocked(symbol: LispSymbol, form: LispValue): void {
    this.warn("SIMPLE-WARNING", `violating package lock on ${this.sink.qualified(symbol)}`, form);
  }

  /** Reports a form that is no valid program, whose code signals that. */
  invalid(message: string, form: LispValue): void {
    this.errors++;
    const at = this.caughtAt(form, this.at);
    this.report(this.place(), () => this.sink.error(message, at));
  }

  private report(place: number, issue: () => void): void {
    if (this.silence > 0) return;
    if (this.ordering) this.waiting.push({ place, issue });
    else issue();
  }

  /** Where a form stands, or the one that is being compiled, if that has no place. */
  private caughtAt(form: LispValue, at: FormAtWork): CaughtAt {
    const { sink } = this;
    const own = sink.hasPlace(form) ? { form, definition: sink.definitionName(form) ?? at.definition } : at;
    return {
      position: sink.positionOf(form) ?? sink.positionOf(at.form),
      place: this.placeOf(own) ?? this.placeOf(at),
    };
  }

  /** The next place among the warnings of a toplevel form. */
  place(): number {
    return this.places++;
  }

  /** Compiles a toplevel form, whose warnings are signalled when they are all found, in their order. */
  ordered<T>(compile: () => T): T {
    const { waiting, ordering } = this;
    this.waiting = [];
    this.ordering = true;
    try {
      const result = compile();
      const found = this.waiting;
      this.waiting = [];
      this.ordering = ordering;
      found.sort((a, b) => a.place - b.place);
      for (const { issue } of found) issue();
      return result;
    } finally {
      this.waiting = waiting;
      this.ordering = ordering;
    }
  }

  /** What a node keeps of where it was read, for its warnings and places. */
  get where(): Where {
    this.known ??= { at: this.at, muffled: this.allMuffled() };
    return this.known;
  }

  /** The form of the source text that is being compiled, to place what has no place of its own. */
  get source(): LispValue {
    return this.at.form;
  }

  /** Where `source` stands in its text. */
  get here(): Place | null {
    return this.placeOf(this.at);
  }

  placeOf({ form, definition }: FormAtWork): Place | null {
    const place = this.sink.placeOf(form);
    return place && { ...place, definition };
  }

  /** Enters a form; the answer is for `leave`. */
  enter(form: LispValue): FormAtWork {
    const outer = this.at;
    if (this.sink.hasPlace(form))
      this.at = { form, definition: this.sink.definitionName(form) ?? outer.definition };
    return outer;
  }

  leave(outer: FormAtWork): void {
    this.at = outer;
  }

  /** Compiles what is a part of no form of the source text. */
  nowhere<T>(compile: () => T): T {
    const outer = this.at;
    this.at = NOWHERE;
    const result = compile();
    this.at = outer;
    return result;
  }

  /** Whether no code was compiled that calls the function of this name. */
  isNew(name: LispSymbol): boolean {
    return !this.assumed.has(name);
  }

  /**
   * Notes a use of a name that nothing has; `scope` is what is bound there, `written` the type that the name
   * is the head of.
   */
  undefined(
    kind: UndefinedKind,
    name: LispSymbol,
    scope: Environment | null,
    written: LispValue = name,
  ): void {
    if (this.silence > 0 || (kind === "function" && this.isExpected(name))) return;
    if (kind === "function" && !this.assumed.has(name)) this.assumed.set(name, null);
    const { at } = this;
    const muffled = this.allMuffled();
    const use = { form: at.form, place: this.placeOf(at), muffled, scope };
    this.unit?.note(kind, name, { written, text: this.sink.qualified(written) }, use);
  }

  /** The code being compiled defines this function. */
  defined(name: LispSymbol, signature: Signature): void {
    if (this.silence > 0) return;
    this.unit?.definitions.set(name, signature);
    const calls = this.assumed.get(name);
    this.assumed.delete(name);
    if (calls === undefined || calls === null) return;
    for (const message of earlierCallProblems(signature, calls))
      this.warn("SIMPLE-STYLE-WARNING", message, null);
  }

  /** A function whose type is proclaimed is no undefined one. */
  proclaimFunction(name: LispSymbol): void {
    this.proclaimed.add(name);
  }

  /** Code that is being compiled will define this function in a way of its own. */
  expect(name: LispSymbol): void {
    this.expected.add(name);
  }

  /** The file that is being compiled defines this function, or type. */
  expectInUnit(kind: "function" | "type", name: LispSymbol): void {
    this.unit?.expect(kind, name);
  }

  /** Whether the file that is being compiled defines the type. */
  expectsType(name: LispSymbol): boolean {
    return this.unit?.isExpected("type", name) ?? false;
  }

  private isExpected(name: LispSymbol): boolean {
    return this.expected.has(name) || this.proclaimed.has(name);
  }

  /** The parameters of a function that the code of the compilation unit defines. */
  definedHere(name: LispSymbol): Signature | undefined {
    return this.unit?.definitions.get(name);
  }

  /** A call of an undefined function, to be compared with its definition. */
  noteCall(name: LispSymbol, count: number): void {
    if (this.silence > 0 || this.isExpected(name)) return;
    const calls = this.assumed.get(name);
    if (calls === undefined || calls === null) this.assumed.set(name, { least: count, greatest: count });
    else {
      calls.least = Math.min(calls.least, count);
      calls.greatest = Math.max(calls.greatest, count);
    }
  }

  /** Compiles without warnings, where the code was or will be compiled once more. */
  silently<T>(compile: () => T): T {
    this.silence++;
    try {
      return compile();
    } finally {
      this.silence--;
    }
  }

  muffling<T>(types: readonly LispValue[], compile: () => T): T {
    if (types.length === 0) return compile();
    const outer = this.muffled;
    this.muffled = [...outer, ...types];
    this.known = null;
    try {
      return compile();
    } finally {
      this.muffled = outer;
      this.known = null;
    }
  }

  /** Muffles conditions from now on, as DECLAIM asks. */
  muffleGlobally(types: readonly LispValue[]): void {
    this.globallyMuffled = [...this.globallyMuffled, ...types];
    this.known = null;
  }

  private allMuffled(): readonly LispValue[] {
    return this.globallyMuffled.length === 0 ? this.muffled : [...this.globallyMuffled, ...this.muffled];
  }

  /** Forgets what an evaluation that was left half-way had begun. */
  reset(): void {
    // A call in an earlier evaluation is no concern of the text that is compiled now, and the seeds' reports
    // do not speak of it.
    for (const [name] of this.assumed) this.assumed.set(name, null);
    this.expected.clear();
    this.unit = null;
    this.at = NOWHERE;
    this.muffled = [];
  }

  /**
   * Begins what has warnings of its own, while another compilation is held, until what it returns is called.
   */
  aside(): () => void {
    const { unit, muffled, silence, waiting, places, ordering, errors, current, known } = this;
    const expected = [...this.expected];
    const assumed = [...this.assumed];
    Object.assign(this, { silence: 0, waiting: [], ordering: false });
    this.reset();
    return () => {
      Object.assign(this, { unit, muffled, silence, waiting, places, ordering, errors, current, known });
      this.expected.clear();
      for (const name of expected) this.expected.add(name);
      for (const [name, counts] of assumed) this.assumed.set(name, counts);
    };
  }

  /** Runs `body` as a compilation unit, part of the unit around it if there is one. */
  inUnit<T>(body: () => T): T {
    const outer = this.beginUnit(false);
    let result: T;
    try {
      result = body();
    } catch (e) {
      if (outer !== undefined) this.unit = outer;
      throw e;
    }
    this.endUnit(outer);
    return result;
  }

  /** Begins a unit and answers the one around it; undefined when there is one already that it is part of. */
  beginUnit(override: boolean): CompilationUnit | null | undefined {
    if (this.unit !== null && !override) return undefined;
    const outer = this.unit;
    this.unit = new CompilationUnit();
    this.at = NOWHERE;
    return outer;
  }

  endUnit(outer: CompilationUnit | null | undefined): void {
    const { unit } = this;
    if (outer === undefined || unit === null) return;
    this.unit = outer;
    if (unit.isEmpty) return;
    for (const { type, message, at, hints } of unit.summary(this.sink)) {
      const { form, place, muffled } = at;
      this.sink.signal(type, message, { position: this.sink.positionOf(form), place, hints }, muffled);
    }
  }
}
