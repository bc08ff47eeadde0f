/** What a recording is asked: by function, by value, by event; each answer within a budget of characters. */

import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { homeName } from "../../runtime/objects/symbols.js";
import type { Kept } from "../../runtime/recording/moment.js";
import { EVENT, isEnd, type Ring } from "../../runtime/recording/ring.js";
import type { FrameInfo } from "../../runtime/stack/callstack.js";
import type { Image } from "../image.js";
import { KeptKeys } from "./kept-keys.js";
import { cut, KeptTexts } from "./kept-texts.js";
import { type EventPlace, type RecordedCall, RecordedEvents, type StepName } from "./recorded-events.js";

/** What is asked; nothing for a summary of all functions. */
interface RecordingQuery {
  /** Whether the calls that TRACE told of are meant, and not the last recording. */
  readonly traced?: boolean | undefined;
  /** The name of a function, whose calls are meant. */
  readonly function?: LispValue | undefined;
  /** A value that is looked for. */
  readonly value?: { readonly value: LispValue } | undefined;
  /** The number of an event. */
  readonly event?: number | undefined;
  /** Which events are shown from there. */
  readonly direction?: "forward" | "back" | "inside" | undefined;
  /** How many events are shown, at most. */
  readonly count?: number | undefined;
  /** How many characters the text has, about, at most. */
  readonly budget: number;
}

/** A function that was called. */
interface FunctionSummary {
  readonly name: string;
  readonly calls: number;
  /** How many of them were left by a non-local exit, or never ended. */
  readonly left: number;
  /** The first and the last of them. */
  readonly first: number;
  readonly last: number;
}

/** Calls of a function with the same arguments and the same outcome. */
interface CallSummary {
  /** The event of the first of them. */
  readonly event: number;
  readonly call: string;
  readonly end: RecordedCall["end"];
  readonly values: readonly string[];
  readonly times: number;
}

/** An event. */
interface Step {
  readonly event: number;
  readonly depth: number;
  readonly kind: StepName;
  readonly text: string;
}

interface RecordingAnswer {
  readonly text: string;
  /** All events, and how many of them were dropped: the oldest. */
  readonly events: number;
  readonly dropped: number;
  readonly functions: readonly FunctionSummary[];
  readonly calls: readonly CallSummary[];
  /** The events that were asked for, or in which the value was found. */
  readonly steps: readonly Step[];
  /** The calls around the event, outermost first. */
  readonly path: readonly Step[];
  /** Variables of the call that the event is in, as they were. */
  readonly variables: readonly { readonly name: string; readonly value: string }[];
  /** In how many events the value was found; null where none was looked for. */
  readonly found: number | null;
  /** Where the event stands that was asked for; null where that is not known, or none was. */
  readonly place: EventPlace | null;
}

const NOTHING: Omit<RecordingAnswer, "text" | "events" | "dropped"> = {
  functions: [],
  calls: [],
  steps: [],
  path: [],
  variables: [],
  found: null,
  place: null,
};

const NOTHING_RECORDED = "Nothing was recorded yet: evaluate with record true, or (jscl-mcp:record form).";
const NOTHING_TRACED = "No traced function was called yet: (trace name) has one say what it does.";

/** Events that are shown where nothing is said of how many. */
const SHOWN = 20;
const MOST_INDENT = 40;
/** Calls of a tree, at most, where nothing is said of how many. */
const MOST_OF_TREE = 1000;

class Answers {
  readonly events: RecordedEvents;
  #room: number;
  readonly #lines: string[] = [];

  constructor(
    image: Image,
    readonly ring: Ring,
    readonly query: RecordingQuery,
  ) {
    const isMacro = (symbol: LispSymbol) =>
      homeName(symbol) !== "COMMON-LISP" && image.compiler.macroFunction(symbol) !== null;
    this.events = new RecordedEvents(ring, new KeptTexts(image), isMacro);
    this.#room = query.budget;
  }

  get isFull(): boolean {
    return this.#room <= 0;
  }

  line(text: string): void {
    const line = cut(text, 400);
    this.#lines.push(line);
    this.#room -= line.length + 1;
  }

  /** An event; `whole` has a call say what came of it. */
  step(number: number, whole: boolean): Step {
    const event = this.ring.event(number);
    const kind = RecordedEvents.kindName(event.kind);
    const isCall = whole && event.kind === EVENT.call;
    const text = isCall ? this.events.outcomeText(number) : this.events.text(event);
    return { event: number, depth: this.events.depth(number), kind, text };
  }

  /** Writes events as lines; those that there is room for. */
  steps(numbers: Iterable<number>, whole = false, placed = false): Step[] {
    const steps: Step[] = [];
    let least: number | null = null;
    for (const number of numbers) {
      if (this.isFull) break;
      const step = this.step(number, whole);
      least ??= step.depth;
      steps.push(step);
      const indent = " ".repeat(Math.min(MOST_INDENT, 2 * Math.max(0, step.depth - least)));
      const place = placed ? this.events.placeText(number) : "";
      this.line(`#${step.event} ${indent}${step.text}${place}`);
    }
    return steps;
  }

  /** The calls that an event is in, each with where its function is written. */
  path(number: number): Step[] {
    const path = this.events.path(number);
    const inner = path.slice(-SHOWN);
    if (inner.length < path.length) this.line(`… ${path.length - inner.length} calls further out`);
    return this.steps(inner, false, true);
  }

  done(more: Partial<RecordingAnswer>): RecordingAnswer {
    const { next, first } = this.ring;
    return { ...NOTHING, ...more, text: this.#lines.join("\n"), events: next, dropped: first };
  }

  heading(): void {
    const { next, first } = this.ring;
    const dropped = first > 0 ? `, of which the first ${first} were dropped` : "";
    this.line(`${next} events${dropped}.`);
  }

  summary(): RecordingAnswer {
    const found = new Map<
      FrameInfo["name"],
      { info: FrameInfo; calls: number; left: number; first: number; last: number }
    >();
    let [signals, handled] = [0, 0];
    const { ring, events } = this;
    events.each((number, { kind, what }, call) => {
      if (kind === EVENT.signal) signals++;
      if (kind === EVENT.handled) handled++;
      if (kind === EVENT.left && ring.has(call)) {
        const known = found.get((ring.what(call) as FrameInfo).name);
        if (known !== undefined) known.left++;
      }
      if (kind !== EVENT.call) return;
      const info = what as FrameInfo;
      if (info.kind === "toplevel") return;
      const known = found.get(info.name);
      if (known === undefined) found.set(info.name, { info, calls: 1, left: 0, first: number, last: number });
      else {
        known.calls++;
        known.last = number;
      }
    });
    this.heading();
    if (signals > 0) this.line(`Conditions signalled: ${signals}, handled: ${handled}.`);
    const functions: FunctionSummary[] = [];
    for (const { info, calls, left, first, last } of found.values()) {
      const name = events.functionText(info);
      functions.push({ name, calls, left, first, last });
    }
    functions.sort((a, b) => b.calls - a.calls || a.first - b.first);
    this.#functionLines(functions);
    return this.done({ functions: functions.slice(0, 1000) });
  }

  #functionLines(functions: readonly FunctionSummary[]): void {
    let shown = 0;
    for (const { name, calls, left, first, last } of functions) {
      if (this.isFull) break;
      shown++;
      const exits = left > 0 ? `, ${left} left by a non-local exit` : "";
      const where = first === last ? `#${first}` : `#${first} to #${last}`;
      this.line(`${name}: ${calls} ${calls === 1 ? "call" : "calls"}${exits} (${where})`);
    }
    if (shown < functions.length) this.line(`… ${functions.length - shown} more functions`);
  }

  /** All calls as a tree, each with what came of it. */
  tree(): RecordingAnswer {
    const most = this.query.count ?? MOST_OF_TREE;
    const calls: number[] = [];
    let total = 0;
    this.events.each((number, { kind }) => {
      if (kind !== EVENT.call) return;
      total++;
      if (calls.length < most) calls.push(number);
    });
    this.line(`${total} ${total === 1 ? "call" : "calls"}.`);
    const steps = this.steps(calls, true);
    if (steps.length < total) this.line(`… ${total - steps.length} more calls`);
    return this.done({ steps });
  }

  /** The calls of one function, those that are alike once. */
  calls(name: LispValue): RecordingAnswer {
    const { events } = this;
    const rows = new Map<string, { call: CallSummary; times: number }>();
    const keys = new KeptKeys(events.texts);
    let total = 0;
    let unlisted = 0;
    this.heading();
    events.each((number, { kind, what }) => {
      if (kind !== EVENT.call || !events.isOf(what as FrameInfo, name)) return;
      total++;
      const key = events.callKey(number, keys);
      const known = rows.get(key);
      if (known !== undefined) known.times++;
      else if (this.isFull) unlisted++;
      else {
        const call = events.call(number);
        const text = events.callText(call.info, call.args);
        const values = call.values.map((value) => events.texts.of(value, 120));
        this.#room -= text.length + values.join(", ").length + 16;
        rows.set(key, { call: { event: number, call: text, end: call.end, values, times: 1 }, times: 1 });
      }
    });
    const calls = [...rows.values()].map(({ call, times }) => ({ ...call, times }));
    this.line(
      `${total} ${total === 1 ? "call" : "calls"} of ${events.texts.plain(name)}${total === 0 ? "." : ":"}`,
    );
    for (const { event, times } of calls)
      this.line(`#${event} ${events.outcomeText(event)}${times > 1 ? `  [${times} times]` : ""}`);
    if (unlisted > 0) this.line(`… ${unlisted} more calls`);
    return this.done({ calls });
  }

  /** Where a value is: the first events and the last ones, and the way to the first. */
  value(kept: Kept): RecordingAnswer {
    const { ring, events, query } = this;
    const isMeant = (number: number): boolean => {
      if (query.function === undefined) return true;
      const call = ring.kind(number) === EVENT.call ? number : ring.call(number);
      return ring.has(call) && events.isOf(ring.what(call) as FrameInfo, query.function);
    };
    let numbers: number[] = [];
    let found = 0;
    let inside = false;
    for (const alsoInside of [false, true]) {
      if (found > 0) break;
      inside = alsoInside;
      for (const number of events.occurrences(kept, alsoInside)) {
        if (!isMeant(number)) continue;
        found++;
        if (numbers.length < SHOWN) numbers.push(number);
        else numbers = [...numbers.slice(0, SHOWN - 1), number];
      }
    }
    this.heading();
    const shown = events.texts.of(kept, 200);
    const [first] = numbers;
    if (first === undefined) {
      this.line(`No event has ${shown}.`);
      return this.done({ found });
    }
    this.line(
      `${shown} is in ${found} ${found === 1 ? "event" : "events"}${inside ? ", as a part of other values" : ""}. The way to the first, #${first}:`,
    );
    const path = this.path(first);
    this.line(found > numbers.length ? "The first events, and the last:" : "The events:");
    const steps = this.steps(numbers);
    return this.done({ found, steps, path });
  }

  /** Events from one on, in a direction; or those directly inside of a call. */
  around(number: number): RecordingAnswer {
    const { ring, events, query } = this;
    if (!ring.has(number)) {
      this.line(
        ring.next === ring.first
          ? "Nothing was recorded."
          : `There is no event #${number}: there are #${ring.first} to #${ring.next - 1}.`,
      );
      return this.done({});
    }
    const count = query.count ?? SHOWN;
    const { direction = "forward" } = query;
    this.line("In:");
    const path = this.path(number);
    const variables = events.variables(number).map(({ name, value }) => ({
      name: events.texts.plain(name),
      value: events.texts.of(value, 120),
    }));
    if (variables.length > 0) {
      this.line(
        `Variables after #${number}: ${variables.map(({ name, value }) => `${name} = ${value}`).join(", ")}`,
      );
    }
    this.line(direction === "back" ? "Events up to it:" : "Events:");
    const numbers: number[] = [];
    if (direction === "back") {
      for (let at = number; at > number - count && ring.has(at); at--) numbers.unshift(at);
    } else if (direction === "forward") {
      for (let at = number; at < number + count && ring.has(at); at++) numbers.push(at);
    } else {
      const call = ring.kind(number) === EVENT.call ? number : ring.call(number);
      const { endedAt } = events.call(call);
      const end = endedAt < 0 ? ring.next : endedAt + 1;
      for (let at = call; at < end && numbers.length < count; at++) {
        if (at !== call && at !== endedAt && ring.call(at) === call && !isEnd(ring.kind(at)))
          numbers.push(at);
      }
    }
    const steps = this.steps(numbers, direction === "inside");
    return this.done({ steps, path, variables, place: events.place(number) });
  }
}

/** Answers a question about the last recording. */
export function queryRecording(image: Image, query: RecordingQuery): RecordingAnswer {
  const recorder = query.traced === true ? image.traces.recorder : image.recorder;
  const { ring, moments } = recorder.get();
  if (ring === null) {
    const text = query.traced === true ? NOTHING_TRACED : NOTHING_RECORDED;
    return { ...NOTHING, text, events: 0, dropped: 0 };
  }
  const answers = new Answers(image, ring, query);
  if (query.event !== undefined) return answers.around(query.event);
  if (query.value !== undefined) return answers.value(moments.sought(query.value.value));
  if (query.function !== undefined) return answers.calls(query.function);
  return query.traced === true ? answers.tree() : answers.summary();
}
