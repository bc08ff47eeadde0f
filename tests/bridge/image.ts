import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type {
  Asking,
  Evaluate,
  Event,
  Forms,
  NeedsInput,
  Outcome,
} from "../../jscl-bridge/contract/engine.js";
import type { AwaitAnswer } from "../../jscl-bridge/engine/answers.js";
import { bootImage, type ImageParts } from "../../jscl-bridge/engine/boot.js";
import { createEngine } from "../../jscl-bridge/engine/engine.js";
import { evaluateCommand } from "../../jscl-bridge/engine/evaluate-command.js";
import { explainGrants, grantedBridge } from "../../jscl-bridge/engine/power/bridge.js";
import { capabilities } from "../../jscl-bridge/engine/power/capabilities.js";
import type { Grants } from "../../jscl-bridge/engine/power/grants.js";
import { rareSource } from "../../jscl-bridge/engine/rare-functions.js";
import { tellingWants } from "../../jscl-bridge/engine/serve.js";
import type { KeptCode } from "../../jscl-bridge/image/kept-code.js";

/** The events of one evaluation. */
export interface Evaluated {
  readonly outcome: Outcome;
  readonly stdout: string;
  readonly stderr: string;
  /** The number of events with its output. */
  readonly outputs: number;
  /** Its questions. */
  readonly asked: readonly Asking[];
  /** Its questions for input. */
  readonly needs: readonly NeedsInput[];
  /** Its progress, as reported. */
  readonly told: readonly Forms[];
}

/** Evaluates a text in an image that lives as long as the function. */
export type Evaluator = (code: string, more?: Partial<Evaluate>) => Evaluated;

/** The values of an evaluation, or the message of the condition that ended it. */
export function answerOf({ outcome }: Evaluated): string {
  return outcome.condition === null ? outcome.values.join(" ") : outcome.condition.message;
}

/** The same with the type of the condition before its message. */
export function saidOf({ outcome: { condition, values } }: Evaluated): string {
  return condition === null ? values.join(" ") : `${condition.type}: ${condition.message}`;
}

/** The values of an evaluation, which has to have some. */
export function valuesOf({ outcome: { condition, values } }: Evaluated): readonly string[] {
  if (condition !== null) throw new Error(`${condition.type}: ${condition.message}`);
  return values;
}

/** The frames of the condition that ended an evaluation, but for the toplevel form's. */
export function callsOf({ outcome: { condition } }: Evaluated): string[] {
  const texts = (condition?.frames ?? []).map(({ text }) => text);
  return texts.filter((text) => text !== "((LAMBDA ()))");
}

/** Where programs are evaluated: for DESCRIBE.EACH, with the option `onHeap`. */
export const STACK_AND_HEAP = [
  ["the stack", false],
  ["the heap", true],
] as const;

/** The file that an image is restored from. */
const file = fileURLToPath(new URL("../../dist/jscl.js", import.meta.url));

export async function loadParts(): Promise<ImageParts> {
  if (!existsSync(file)) throw new Error("dist/jscl.js is missing: run `npm run build` first.");
  const modules = (await import(/* @vite-ignore */ file)) as Pick<ImageParts, "createJscl" | "overlay">;
  const text = (name: string) => () => readFileSync(file.replace("jscl.js", name), "utf8");
  return {
    ...modules,
    rare: await rareSource(file.replace("jscl.js", "jscl-rare.js")),
    asdf: text("jscl-asdf.json"),
    names: text("jscl-names.json"),
  };
}

/** The twins of the image's functions, which dist/ does not have yet. */
const twinsFile = fileURLToPath(new URL("../../build/snapshot/jscl-twins.js", import.meta.url));

/** What makes them. */
export async function twins(): Promise<(id: string) => (...variables: unknown[]) => readonly unknown[]> {
  const made = await import(/* @vite-ignore */ twinsFile);
  return (id) => {
    if (made.id !== id) throw new Error("build/snapshot/jscl-twins.js is of another build");
    return made.make;
  };
}

interface EvaluatorOptions {
  /** Asked while Lisp runs whether the evaluation of that number is to end. */
  readonly isInterrupted?: (evaluation: number) => boolean;
  /** How far programs reach into JavaScript. */
  readonly grants?: Grants;
  /** Answers questions. */
  readonly awaitAnswer?: AwaitAnswer;
  /** Whether the image's own functions can be named. */
  readonly isOpen?: boolean;
  /** The texts of an index of systems and its bundles. */
  readonly systems?: (name: string) => string;
  /** What is kept of compiled systems. */
  readonly kept?: KeptCode;
  /** Whether it evaluates on the heap, as where no memory is shared. */
  readonly onHeap?: boolean;
  /** Told the systems that the image has compiled itself. */
  readonly onWants?: (names: readonly string[]) => void;
}

/** Boots the image that the site ships, in this process, behind the engine. */
export async function bootEvaluator({
  isInterrupted,
  grants = {},
  awaitAnswer,
  isOpen = false,
  systems,
  kept,
  onWants = () => {},
  onHeap = process.env["ON_HEAP"] !== undefined,
}: EvaluatorOptions = {}): Promise<Evaluator> {
  const parts = { ...(await loadParts()), systems, kept: kept ?? null };
  let events: Event[] = [];
  const image = bootImage(parts, () => {}, isOpen);
  if (onHeap) image.runOnHeap(await twins());
  image.useBridge(grantedBridge(grants, capabilities(grants)), (name) => explainGrants(grants, name));
  const post = (event: Event) => void events.push(event);
  const send = tellingWants(image, post, (note) => {
    if (note.kind === "compiled-wants") onWants(note.names);
  });
  const engine = createEngine(image, send, isInterrupted, awaitAnswer);
  let id = 0;
  return (code, more = {}) => {
    events = [];
    id += 1;
    engine.handle({ kind: "evaluate", ...evaluateCommand(id, code, more) });
    const last = events.at(-1);
    if (last?.kind !== "completed" || last.id !== id)
      throw new Error(`${code}: no completed event at the end`);
    const written = (stream: "stdout" | "stderr") =>
      events.map((event) => (event.kind === "output" && event.stream === stream ? event.text : "")).join("");
    return {
      outcome: last.outcome,
      stdout: written("stdout"),
      stderr: written("stderr"),
      outputs: events.filter((event) => event.kind === "output").length,
      asked: events.filter((event) => event.kind === "asking"),
      needs: events.filter((event) => event.kind === "needs-input"),
      told: events.filter((event) => event.kind === "forms"),
    };
  };
}
