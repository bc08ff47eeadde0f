/** A recording that has ended, as one goes through it: calls with what they are in, steps, occurrences. */

import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { functionNameSymbol } from "../../runtime/objects/setf-names.js";
import { type Kept, Moment } from "../../runtime/recording/moment.js";
import type { NotedVariable } from "../../runtime/recording/noted-variable.js";
import {
  EVENT,
  type EventHead,
  type EventKind,
  isEnd,
  type RecordedEvent,
  type Ring,
} from "../../runtime/recording/ring.js";
import { inShort } from "../../runtime/reports/places.js";
import { callsIn } from "../../runtime/reports/written-calls.js";
import type { FrameInfo, SourcePosition } from "../../runtime/stack/callstack.js";
import { safepoint } from "../../runtime/stack/safepoints.js";
import type { Place } from "../../runtime/stack/sources.js";
import type { KeptKeys } from "./kept-keys.js";
import { holdsKept, type KeptTexts, sameKept } from "./kept-texts.js";

/** How a call ended. */
type CallEnd = "returned" | "left" | "again" | "running";

export interface RecordedCall {
  readonly event: number;
  readonly info: FrameInfo;
  readonly args: readonly Kept[];
  readonly end: CallEnd;
  /** The event that ended it; -1 for none. */
  readonly endedAt: number;
  readonly values: readonly Kept[];
}

export type StepName = keyof typeof EVENT;

const NAMES: Readonly<Record<EventKind, StepName>> = {
  [EVENT.call]: "call",
  [EVENT.return]: "return",
  [EVENT.left]: "left",
  [EVENT.again]: "again",
  [EVENT.binding]: "binding",
  [EVENT.assignment]: "assignment",
  [EVENT.signal]: "signal",
  [EVENT.handled]: "handled",
  [EVENT.restart]: "restart",
};

function isSameName(one: LispValue, other: LispValue): boolean {
  const symbol = functionNameSymbol(one);
  return symbol !== null && symbol === functionNameSymbol(other);
}

/** Characters of one value in a line. */
const VALUE_CHARS = 120;

/** Characters of the form that a place is in. */
const FORM_CHARS = 120;

/** A place in the text of an evaluation, or of a file. */
export interface EventPlace {
  readonly line: number;
  readonly column: number;
  /** The form that it is in, in short. */
  readonly in: string | null;
  readonly file: string | null;
}

export class RecordedEvents {
  /** The event that ended each call, by the number of the call. */
  #ends: Map<number, number> | null = null;
  /** The texts of the functions whose calls have been told apart. */
  readonly #names = new Map<FrameInfo, string>();

  constructor(
    readonly ring: Ring,
    readonly texts: KeptTexts,
    /** Whether a symbol names a macro of the program's. */
    private readonly isMacro: (symbol: LispSymbol) => boolean,
  ) {}

  /** The events that are kept, in the order in which they happened. */
  *numbers(): Generator<number> {
    for (let number = this.ring.first; number < this.ring.next; number++) {
      safepoint();
      yield number;
    }
  }

  /** Calls `visit` with each event that is kept. */
  each(visit: (number: number, head: EventHead, call: number) => void): void {
    this.ring.each((number, head, call) => {
      safepoint();
      visit(number, head, call);
    });
  }

  static kindName(kind: EventKind): StepName {
    return NAMES[kind];
  }

  #endOf(call: number): number {
    if (this.#ends === null) {
      const ends = new Map<number, number>();
      this.each((number, head, ended) => {
        if (head.isEnd) ends.set(ended, number);
      });
      this.#ends = ends;
    }
    return this.#ends.get(call) ?? -1;
  }

  call(event: number): RecordedCall {
    const { ring } = this;
    const endedAt = this.#endOf(event);
    const kind = endedAt < 0 ? null : ring.kind(endedAt);
    const end =
      kind === null ? "running" : kind === EVENT.return ? "returned" : kind === EVENT.left ? "left" : "again";
    return {
      event,
      info: ring.what(event) as FrameInfo,
      args: ring.values(event),
      end,
      endedAt,
      values: kind === EVENT.return ? ring.values(endedAt) : [],
    };
  }

  /** What calls have in common that a summary shows as one: function, arguments, and what came of it. */
  callKey(event: number, keys: KeptKeys): string {
    const { ring } = this;
    const endedAt = this.#endOf(event);
    const kind = endedAt < 0 ? -1 : ring.kind(endedAt);
    const values = kind === EVENT.return ? ring.codes(endedAt) : [];
    const info = ring.what(event) as FrameInfo;
    const name = this.#names.get(info) ?? this.functionText(info);
    this.#names.set(info, name);
    return `${name} ${kind} ${keys.of([ring.codes(event), values])}`;
  }

  /** Whether a call is of the function of that name, or of a local one or a method of it. */
  isOf(info: FrameInfo, name: LispValue): boolean {
    if (info.name === name) return true;
    const wanted = functionNameSymbol(name);
    return wanted !== null && info.name !== null && functionNameSymbol(info.name) === wanted;
  }

  /** The calls that an event is in, outermost first; of a call, that call too. */
  path(number: number): number[] {
    const { ring } = this;
    const calls: number[] = [];
    let at = ring.kind(number) === EVENT.call ? number : ring.call(number);
    while (ring.has(at) && ring.kind(at) === EVENT.call) {
      safepoint();
      calls.unshift(at);
      at = ring.call(at);
    }
    return calls;
  }

  /** How many calls an event is in; the end of a call is as deep as the call. */
  depth(number: number): number {
    const kind = this.ring.kind(number);
    const isOfCall = kind === EVENT.call || isEnd(kind);
    return Math.max(0, this.path(number).length - (isOfCall ? 1 : 0));
  }

  /** The events that a value is in, in order: as it is, or as a part of another. */
  *occurrences(value: Kept, alsoInside: boolean): Generator<number> {
    const isIt = alsoInside ? holdsKept : sameKept;
    for (const number of this.numbers())
      if (this.ring.values(number).some((each) => isIt(each, value))) yield number;
  }

  /** The variables of the call that an event is in as they were after it: the latest values noted. */
  variables(number: number): { name: LispValue; value: Kept }[] {
    const { ring } = this;
    const call = ring.kind(number) === EVENT.call ? number : ring.call(number);
    const found = new Map<LispValue, Kept>();
    for (let at = number; at > call && ring.has(at); at--) {
      safepoint();
      const kind = ring.kind(at);
      if (ring.call(at) !== call || (kind !== EVENT.binding && kind !== EVENT.assignment)) continue;
      const { symbol: name } = ring.what(at) as NotedVariable;
      if (!found.has(name)) found.set(name, ring.values(at)[0] as Kept);
    }
    return [...found].map(([name, value]) => ({ name, value }));
  }

  functionText(info: FrameInfo): string {
    if (info.kind === "toplevel" || info.name === null) return "toplevel form";
    return this.texts.plain(info.name).replace(/^\(LAMBDA NIL/, "(LAMBDA ()");
  }

  /** Where the function of a call is written, in the text that it was sent in, as reports say it. */
  placeText(call: number): string {
    const place = (this.ring.what(call) as FrameInfo).place;
    return place === null ? "" : `, line ${place.position.line}, column ${place.position.column}`;
  }

  /**
   * Where an event stands: the form that calls, binds or assigns, where that is certain, else the function of
   * the call that it is in; null where that has no place in a text.
   */
  place(number: number): EventPlace | null {
    const { ring } = this;
    const kind = ring.kind(number);
    if (kind === EVENT.binding || kind === EVENT.assignment) {
      const { place } = ring.what(number) as NotedVariable;
      if (place !== null) return this.#told(place, place.position);
    }
    const from = kind === EVENT.call ? this.#placeOfCall(number) : null;
    if (from !== null) return this.#told(from, from.position);
    const call = kind === EVENT.call ? number : ring.call(number);
    const info = this.#infoOf(call);
    if (info === null) return null;
    const { kind: of, name, place } = info;
    if (place === null) return null;
    // The place of a function is that of its lambda list.
    const defined = place.form.name?.isDefinition === true ? place.form.name.operands[0] : null;
    const isWhole = defined != null && name !== null && (of === "method" || isSameName(defined, name));
    return this.#told(place, isWhole ? place.form.position : place.position);
  }

  /** Where a call stands in the function that made it; null where nobody knows. */
  #placeOfCall(number: number): Place | null {
    const { ring } = this;
    const caller = this.#infoOf(ring.call(number));
    return caller && callsIn(caller, (ring.what(number) as FrameInfo).name, this.isMacro);
  }

  /** The description of the function of a call that is kept. */
  #infoOf(call: number): FrameInfo | null {
    const { ring } = this;
    return ring.has(call) && ring.kind(call) === EVENT.call ? (ring.what(call) as FrameInfo) : null;
  }

  #told(place: Place, { line, column }: SourcePosition): EventPlace {
    const shown = inShort(place, FORM_CHARS, (x) => this.texts.plain(x));
    return { line, column, in: shown, file: place.form.text.file };
  }

  callText(info: FrameInfo, args: readonly Kept[], chars = VALUE_CHARS): string {
    if (info.kind === "toplevel" || info.name === null) return "toplevel form";
    return `(${[this.functionText(info), ...args.map((arg) => this.texts.of(arg, chars))].join(" ")})`;
  }

  /** A call with what came of it. */
  outcomeText(event: number): string {
    const { info, args, end, values } = this.call(event);
    const text = this.callText(info, args);
    switch (end) {
      case "returned":
        return `${text} => ${this.valuesText(values)}`;
      case "left":
        return `${text} was left by a non-local exit`;
      case "again":
        return `${text} calls itself as the last thing it does`;
      case "running":
        return `${text} did not end`;
    }
  }

  valuesText(values: readonly Kept[], chars = VALUE_CHARS): string {
    return values.length === 0 ? "no values" : values.map((each) => this.texts.of(each, chars)).join(", ");
  }

  /** An event as one says it, without its number. */
  text({ kind, call, what, values }: RecordedEvent): string {
    const { ring } = this;
    const of = (): string => {
      const isThere = ring.has(call) && ring.kind(call) === EVENT.call;
      return isThere ? this.functionText(ring.what(call) as FrameInfo) : "a call";
    };
    switch (kind) {
      case EVENT.call:
        return this.callText(what as FrameInfo, values);
      case EVENT.return:
        return `${of()} returned ${this.valuesText(values)}`;
      case EVENT.left:
        return `${of()} was left by a non-local exit`;
      case EVENT.again:
        return `${of()} calls itself as the last thing it does`;
      case EVENT.binding:
        return `${this.texts.plain((what as NotedVariable).symbol)} is bound to ${this.valuesText(values)}`;
      case EVENT.assignment:
        return `${this.texts.plain((what as NotedVariable).symbol)} is set to ${this.valuesText(values)}`;
      case EVENT.signal:
        return `${this.valuesText(values)} is signalled`;
      case EVENT.handled:
        return `${this.#conditionText(values)} is handled`;
      case EVENT.restart: {
        const given = values.length === 0 ? "" : ` with ${this.valuesText(values)}`;
        return `the restart ${this.texts.plain(what as LispValue)} is taken${given}`;
      }
    }
  }

  #conditionText([condition]: readonly Kept[]): string {
    return condition instanceof Moment ? this.texts.plain(condition.name) : "a condition";
  }
}
