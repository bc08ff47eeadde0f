import type { Answer, Evaluate, Event } from "../../jscl-bridge/contract/engine.js";
import { waitingBy } from "../../jscl-bridge/engine/waits.js";
import { bootImage, createEngine, evaluateCommand, noAnswer } from "./engine.js";
import { loadParts } from "./image.js";

/** What is said to an evaluation that is held: an answer, or a text to evaluate on top of it. */
type Said = Partial<Answer> | string;

interface Held {
  /** The messages of what it was held at. */
  readonly questions: readonly string[];
  /** What it wrote before it waited for input. */
  readonly prompts: readonly string[];
  readonly status: string;
  readonly values: readonly string[];
  readonly message: string | null;
  /** Why it was not held. */
  readonly problem: string | null;
  readonly stdout: string;
  /** What was not said. */
  readonly left: readonly Said[];
}

/** Evaluates a text, and says this where it is held; it ends where nothing more is said. */
export type HeldEvaluator = (code: string | readonly [string, Partial<Evaluate>], ...said: Said[]) => Held;

/** Boots an image that holds evaluations, behind the engine. */
export async function bootHeldEvaluator(): Promise<HeldEvaluator> {
  let events: Event[] = [];
  let left: Said[] = [];
  let lastId = 0;
  const command = (code: string, more: Partial<Evaluate>) => {
    lastId += 1;
    return { kind: "evaluate", ...evaluateCommand(lastId, code, { askMs: 1000, hold: true, ...more }) };
  };
  const engine = createEngine(
    bootImage(await loadParts(), () => {}, false),
    (event) => void events.push(event),
    () => false,
    waitingBy(({ id, question, perform }) => {
      for (;;) {
        const next = left.shift() ?? {};
        if (typeof next !== "string") return { ...noAnswer(id, question), ...next };
        perform(command(next, {}));
      }
    }),
  );
  return (code, ...said) => {
    events = [];
    left = [...said];
    const [text, more] = typeof code === "string" ? [code, {}] : code;
    const evaluate = command(text, more);
    const id = lastId;
    engine.handle(evaluate);
    const of = events.filter((event) => "id" in event && event.id === id);
    const last = of.at(-1);
    if (last?.kind !== "completed") throw new Error(`${text}: it did not end`);
    const { status, values, condition } = last.outcome;
    return {
      questions: of.flatMap((event) => (event.kind === "asking" ? [event.condition.message] : [])),
      prompts: of.flatMap((event) => (event.kind === "needs-input" ? [event.prompt] : [])),
      status,
      values,
      message: condition?.message ?? null,
      problem: condition?.restartProblem ?? null,
      stdout: of.map((event) => (event.kind === "output" ? event.text : "")).join(""),
      left,
    };
  };
}
