/** Drives an engine through levels: what is said where an evaluation is held, and what came of all of it. */
import { expect } from "vitest";
import type { Answer, Evaluate, Event, Outcome } from "../../jscl-bridge/contract/engine.js";
import type { Engine } from "../../jscl-bridge/engine/engine.js";
import { type AwaitAnswer, waitingBy } from "../../jscl-bridge/engine/waits.js";
import { bootImage, createEngine, evaluateCommand, noAnswer } from "./engine.js";
import { loadParts } from "./image.js";

/** A text to evaluate, with what more its command says. */
type Evaluated = readonly [code: string, more?: Partial<Evaluate>];

/** What is done at a level: a text to evaluate on top of it, an answer, or anything else. */
export type Deed = string | Partial<Answer> | Evaluated | ((perform: (command: unknown) => void) => void);

/** A function by which a program asks for a value, and signals an error that says of what. */
export const ASKED = '(defun asked (what) (restart-case (error "no ~a" what) (give (x) x)))';

export class Levels {
  /** The events since the last run began. */
  events: Event[] = [];
  /** The evaluation that is to end. */
  interrupted: number | null = null;
  lastId = 0;
  /** The answer to what nothing is said about; null where that ends it. */
  otherwise: Partial<Answer> | null = null;
  #engine: Engine | null = null;
  #deeds: Deed[] = [];
  #depth = 0;
  #deepest = 0;

  /** Boots an image whose thread waits for answers. */
  async boot(): Promise<void> {
    const image = bootImage(await loadParts(), () => {}, false);
    const send = (event: Event) => void this.events.push(event);
    const waits = waitingBy(this.#awaitAnswer);
    this.#engine = createEngine(image, send, (id) => id === this.interrupted, waits);
  }

  command(code: string, more: Partial<Evaluate> = {}) {
    this.lastId += 1;
    // The report of an exhausted stack takes long where the machine has much to do.
    const given = { askMs: 1000, hold: true, deadlineMs: 20_000, ...more };
    return { kind: "evaluate", ...evaluateCommand(this.lastId, code, given) };
  }

  handle(command: unknown): void {
    this.#engine?.handle(command);
  }

  /** Evaluates a text, and at its levels what is said; the outcomes in the order in which they came. */
  run(code: string | Evaluated, ...said: Deed[]) {
    this.events = [];
    this.#deeds = said;
    this.interrupted = null;
    this.#deepest = 0;
    this.handle(typeof code === "string" ? this.command(code) : this.command(...code));
    expect(this.#deeds, "all of it was done").toEqual([]);
    expect(this.#depth).toBe(0);
    const { events } = this;
    const outcomes = events.flatMap((event) => (event.kind === "completed" ? [event.outcome] : []));
    const asked = events.flatMap((event) => (event.kind === "asking" ? [event.condition] : []));
    const ids = [...new Set(events.flatMap((event) => ("id" in event ? [event.id] : [])))];
    const written = (id: number) =>
      events.map((event) => (event.kind === "output" && event.id === id ? event.text : "")).join("");
    return { outcomes, asked, said: outcomes.map(short), deepest: this.#deepest, outputs: ids.map(written) };
  }

  /** Expects a text to ask for these one after the other, and to say that when it is given 0, 1 and so on. */
  expectGiven(code: string, asked: readonly string[], value: string): void {
    const given = asked.map((_, i) => ({ restart: "GIVE", values: [String(i)] }));
    const run = this.run(code, ...given);
    expect(run.said).toEqual([`ok: ${value}`]);
    expect(run.asked.map(({ message }) => message)).toEqual(asked.map((name) => `no ${name}`));
  }

  readonly #awaitAnswer: AwaitAnswer = ({ id, question, perform, isInterrupted }) => {
    this.#depth += 1;
    this.#deepest = Math.max(this.#deepest, this.#depth);
    try {
      for (;;) {
        if (isInterrupted()) return null;
        const deed = this.#deeds.shift() ?? this.otherwise;
        if (deed === null) return null;
        if (typeof deed === "string") perform(this.command(deed));
        else if (typeof deed === "function") deed(perform);
        else if (Array.isArray(deed)) perform(this.command(...(deed as unknown as Evaluated)));
        else return { ...noAnswer(id, question), ...(deed as Partial<Answer>) };
      }
    } finally {
      this.#depth -= 1;
    }
  };
}

function short({ status, values, condition, report }: Outcome): string {
  if (condition !== null) return `${status}: ${condition.message}`;
  return report === null ? `${status}: ${values.join(" ")}` : textOf(report);
}

/** The text that a report of a tool has. */
const textOf = (report: string): string => (JSON.parse(report) as { text: string }).text;
