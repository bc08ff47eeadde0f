import type { Answer, Evaluate, Event } from "../../jscl-bridge/contract/engine.js";
import { bootImage, createEngine, evaluateCommand, noAnswer } from "./engine.js";
import { loadParts, twins } from "./image.js";

/** What is said to an evaluation that is left: an answer, or a text to evaluate on top of it. */
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

/** Evaluates a text, and says this where it is left; it ends where nothing more is said. */
export type HeldEvaluator = (code: string | readonly [string, Partial<Evaluate>], ...said: Said[]) => Held;

/** Boots an image that leaves evaluations on the heap, behind the engine; says when the first one comes. */
export async function bootHeldEvaluator(onFirst: () => void = () => {}): Promise<HeldEvaluator> {
  let events: Event[] = [];
  let lastId = 0;
  const image = bootImage(await loadParts(), () => {}, false);
  const load = await twins();
  const engine = createEngine(
    image,
    (event) => void events.push(event),
    () => false,
    null,
    () => {
      onFirst();
      image.useHeap(load);
    },
  );
  const begin = (code: string, more: Partial<Evaluate>): number => {
    lastId += 1;
    const options = { askMs: 1000, hold: true, ...more };
    engine.handle({ kind: "evaluate", ...evaluateCommand(lastId, code, options) });
    return lastId;
  };
  return (code, ...said) => {
    events = [];
    const [text, more] = typeof code === "string" ? [code, {}] : code;
    const id = begin(text, more);
    const left = [...said];
    const isOver = (each: number) => events.some((event) => event.kind === "completed" && event.id === each);
    const isQuestion = (event: Event) => event.kind === "asking" || event.kind === "needs-input";
    while (!isOver(id)) {
      const asks = events.findLast((event) => isQuestion(event) && "id" in event && !isOver(event.id));
      const next = left.shift() ?? {};
      if (typeof next === "string") begin(next, {});
      else if (asks?.kind === "asking" || asks?.kind === "needs-input")
        engine.handle({ kind: "answer", answer: { ...noAnswer(asks.id, asks.question), ...next } });
      else throw new Error(`${text}: it neither ended nor asked`);
    }
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
