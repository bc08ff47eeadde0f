/**
 * The texts whose forms are being evaluated, and the places in them: the text of the command and, while LOAD
 * is at work, of the files. A form that the reader made has a place as long as the toplevel form that it is a
 * part of is at work; what compiled code keeps of it are places, which outlive the text.
 */

import { carOf, cdrOf } from "../objects/conses.js";
import type { LispSymbol, LispValue } from "../objects/marshal.js";
import { isCons, isSymbol, nil, sym } from "../signals.js";
import type { SourcePosition } from "./callstack.js";
import type { FormPositions } from "./form-positions.js";
import { next } from "./safepoints.js";

/** A text; two places with the same one are in the same text. */
export interface SourceText {
  /** The file that it was loaded from; null for the text of a command. */
  readonly file: string | null;
  /** Where a form of it begins, also when its evaluation is over; null for a form of another text. */
  readonly positionOf?: (form: LispValue) => SourcePosition | null;
}

/**
 * What a report names a form by: of a definition the operator and the name, of another form its first
 * elements.
 */
export interface FormName {
  readonly isDefinition: boolean;
  /** Absent for an atom, which is its own operand. */
  readonly operator?: LispValue;
  readonly operands: readonly LispValue[];
}

/** A form at the toplevel of a text. */
export interface ToplevelForm {
  readonly text: SourceText;
  /** Its number in the text, from 0. */
  readonly index: number;
  readonly position: SourcePosition;
  /** Null where it could not be read so far that it has one. */
  readonly name: FormName | null;
}

/** A place in a text. */
export interface Place {
  readonly position: SourcePosition;
  readonly form: ToplevelForm;
  /**
   * The innermost definition inside of the toplevel form that it is in; null where there is none but that
   * form itself.
   */
  readonly definition: FormName | null;
}

/** Notifications of a reader while it reads a text. */
interface TextReader {
  /** The offset of the toplevel form that was, or is being, read last. */
  readonly formStart: number;
  /** What has been read of a list at the toplevel that is not closed yet; null for another form. */
  readonly unfinished: LispValue;
  /** Where reading ended too early, and what was opened and never closed; null where it did not. */
  readonly failure:
    | (SourcePosition & { readonly unclosed: ({ readonly bracket: string } & SourcePosition) | null })
    | null;
  place(offset: number): SourcePosition;
}

/** Where a text could not be read. */
export interface UnreadText {
  /** Where reading ended, in the form that it ended in. */
  readonly place: Place;
  /** What was opened and never closed. */
  readonly unclosed: { readonly bracket: string; readonly position: SourcePosition } | null;
}

/** A text whose forms are read and evaluated one by one. */
export class SourceReading {
  readonly positions: FormPositions = new WeakMap();
  readonly text: SourceText;
  reader: TextReader | null = null;
  #index = -1;
  #form: LispValue = null;
  /** Where the form begins; what begins elsewhere is the one after it, which is being read. */
  #start = -1;
  #toplevel: ToplevelForm | null = null;
  #hasEnded = false;

  constructor(
    file: string | null,
    private readonly isDefiner: (operator: LispSymbol) => boolean,
  ) {
    // It keeps the text, which functions that come from it refer to: as long as one is there.
    this.text = { file, positionOf: (form) => this.#placeOfRange(form) };
  }

  #placeOfRange(form: LispValue): SourcePosition | null {
    const range = isCons(form) ? this.positions.get(form) : undefined;
    return range === undefined ? null : this.#place(range.start);
  }

  /** The form was read and is evaluated next. */
  begin(form: LispValue): void {
    this.#index++;
    this.#form = form;
    this.#start = this.reader?.formStart ?? 0;
    this.#toplevel = null;
  }

  /** There is no other form; the last one stays the present form while its values are printed. */
  end(): void {
    this.#hasEnded = true;
  }

  /** The present form: the one that is being read, or that was read last. */
  get toplevel(): ToplevelForm | null {
    const { reader } = this;
    if (reader === null) return null;
    if (this.#hasEnded || reader.formStart === this.#start) {
      this.#toplevel ??= this.#described(this.#index, this.#start, this.nameOf(this.#form));
      return this.#toplevel;
    }
    const { unfinished } = reader;
    return this.#described(
      this.#index + 1,
      reader.formStart,
      unfinished === null ? null : this.nameOf(unfinished),
    );
  }

  /** Where it could not be read; null where it could. */
  unread(): UnreadText | null {
    const failure = this.reader?.failure ?? null;
    const { toplevel } = this;
    if (failure === null || toplevel === null) return null;
    const { line, column, unclosed } = failure;
    const place = { position: { line, column }, form: toplevel, definition: null };
    if (unclosed === null) return { place, unclosed };
    const position = { line: unclosed.line, column: unclosed.column };
    return { place, unclosed: { bracket: unclosed.bracket, position } };
  }

  #described(index: number, start: number, name: FormName | null): ToplevelForm {
    return { text: this.text, index, position: this.#place(start), name };
  }

  #place(offset: number): SourcePosition {
    const { line, column } = this.reader?.place(offset) ?? { line: 1, column: 0 };
    return { line, column };
  }

  /**
   * Whether the reader made a form for the toplevel form at work; what a macro made has no place in the text.
   */
  has(form: LispValue): boolean {
    return this.#startOf(form) !== null;
  }

  /** Where such a form begins; null for others. */
  positionOf(form: LispValue): SourcePosition | null {
    const start = this.#startOf(form);
    return start === null ? null : this.#place(start);
  }

  #startOf(form: LispValue): number | null {
    if (typeof form !== "object" || form === null) return null;
    const range = this.positions.get(form);
    return range === undefined || range.start < (this.reader?.formStart ?? 0) ? null : range.start;
  }

  nameOf(form: LispValue): FormName {
    if (!isCons(form)) return { isDefinition: false, operands: [form] };
    const operator = carOf(form);
    const rest = cdrOf(form);
    if (this.isDefinition(form) && isCons(rest))
      return { isDefinition: true, operator, operands: [definedName(carOf(rest))] };
    const sketch = new Sketch();
    const operands: LispValue[] = [];
    let tail: LispValue = rest;
    for (; isCons(tail) && operands.length < Sketch.CONSES; tail = next(tail)) {
      operands.push(sketch.of(carOf(tail)));
    }
    return { isDefinition: false, operator, operands };
  }

  /** Whether a form is named by its operator and what it defines. */
  isDefinition(form: LispValue): boolean {
    const head = isCons(form) ? carOf(form) : null;
    return isSymbol(head) && this.isDefiner(head);
  }
}

/** The texts being evaluated. */
export class Sources {
  /** The innermost last. */
  #readings: SourceReading[] = [];

  constructor(private readonly isDefiner: (operator: LispSymbol) => boolean) {}

  /** The text of the command that is carried out; null before the first. */
  get sent(): SourceReading | null {
    return this.#readings[0] ?? null;
  }

  /** The text that the form comes from which is evaluated now. */
  get innermost(): SourceReading | null {
    return this.#readings.at(-1) ?? null;
  }

  /** Makes a text the one of the command, from now on. */
  begin(): SourceReading {
    const reading = this.reading(null);
    this.#readings = [reading];
    return reading;
  }

  /** A text of its own, which is at work only `within` what evaluates its forms. */
  reading(file: string | null): SourceReading {
    return new SourceReading(file, this.isDefiner);
  }

  /** Runs what has texts of its own. */
  aside(): () => void {
    const outer = this.#readings;
    return () => {
      this.#readings = outer;
    };
  }

  /** There is no text any more. */
  forget(): void {
    this.#readings = [];
  }

  /** Runs what evaluates a form of another text. */
  within<T>(reading: SourceReading, body: () => T): T {
    const outer = this.#readings;
    this.#readings = [...outer, reading];
    try {
      return body();
    } finally {
      this.#readings = outer;
    }
  }

  /** What a report names a form by that is a definition; null for another form. */
  definitionName(form: LispValue): FormName | null {
    return this.innermost?.isDefinition(form) ? this.innermost.nameOf(form) : null;
  }

  /** Whether a form has a place. */
  has(form: LispValue): boolean {
    for (const reading of this.#readings) if (reading.has(form)) return true;
    return false;
  }

  /** The place of a form that a reader made for a toplevel form at work. */
  placeOf(form: LispValue): Place | null {
    for (let i = this.#readings.length - 1; i >= 0; i--) {
      const reading = this.#readings[i] as SourceReading;
      const position = reading.positionOf(form);
      if (position === null) continue;
      const { toplevel } = reading;
      return toplevel && { position, form: toplevel, definition: null };
    }
    return null;
  }
}

/** (POINT (:CONC-NAME P-)) defines POINT; (SETF FIRST-OF) is a name as it is. */
function definedName(name: LispValue): LispValue {
  return isCons(name) && carOf(name) !== sym("SETF") ? carOf(name) : name;
}

/** Copies of the beginnings of forms, so that a name does not keep all of a large form. */
class Sketch {
  /** More than what any report shows of a form. */
  static readonly CONSES = 30;
  #left = Sketch.CONSES;

  of(form: LispValue): LispValue {
    if (!isCons(form)) return form;
    if (--this.#left < 0) return nil();
    const copy = form.constructor as new (car: LispValue, cdr: LispValue) => LispValue;
    return new copy(this.of(carOf(form)), this.of(cdrOf(form)));
  }
}
