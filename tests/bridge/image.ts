import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import type {
  Asking,
  Evaluate,
  Event,
  Forms,
  NeedsInput,
  Outcome,
} from "../../jscl-bridge/contract/engine.js";
import type { ImageParts } from "../../jscl-bridge/engine/boot.js";
import type { Engine } from "../../jscl-bridge/engine/engine.js";
import type { Grants } from "../../jscl-bridge/engine/power/grants.js";
import { type AwaitAnswer, waitingBy } from "../../jscl-bridge/engine/waits.js";
import type { KeptCode } from "../../jscl-bridge/image/kept-code.js";
import {
  bootImage,
  capabilities,
  createEngine,
  evaluateCommand,
  explainGrants,
  grantedBridge,
  rareSource,
  tellingWants,
} from "./engine.js";

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

/** The file that an image is restored from. */
const file = built("snapshot", "jscl.js");

export async function loadParts(): Promise<ImageParts> {
  const modules = (await import(/* @vite-ignore */ file)) as Pick<ImageParts, "createJscl" | "overlay">;
  return {
    ...modules,
    rare: await rareSource(pathToFileURL(built("snapshot", "jscl-rare.js")).href),
    asdf: () => readFileSync(built("asdf", "jscl-asdf.json"), "utf8"),
    names: () => readFileSync(built("characters", "jscl-names.json"), "utf8"),
  };
}

/** A file that the build makes of the Lisp; the bundle of the engine holds that it is of these sources. */
function built(...path: string[]): string {
  return fileURLToPath(new URL(`../../build/${path.join("/")}`, import.meta.url));
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
  /** The text of ASDF, where it is to be another than the build's. */
  readonly asdf?: () => string;
  /** Texts of files that are there from the start, by their paths. */
  readonly files?: Readonly<Record<string, string>>;
  /** Told the systems that the image has compiled itself. */
  readonly onWants?: (names: readonly string[]) => void;
}

/** Takes the image from the evaluator that was booted last: the engine's modules know one image at a time. */
let retire = (): void => {};

/** Boots the image that the site ships, in this process, behind the engine. */
export async function bootEvaluator(options: EvaluatorOptions = {}): Promise<Evaluator> {
  let events: Event[] = [];
  let engine: Engine | null = await bootEngine(options, (event) => void events.push(event));
  retire();
  retire = () => {
    engine = null;
  };
  let id = 0;
  for (const [path, content] of Object.entries(options.files ?? {})) {
    id += 1;
    engine.handle({ kind: "file", id, path, action: { kind: "write", content } });
  }
  return (code, more = {}) => {
    if (engine === null) throw new Error(`${code}: another image was booted since this one`);
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

async function bootEngine(
  {
    isInterrupted,
    grants = {},
    awaitAnswer,
    isOpen = false,
    systems,
    kept,
    asdf,
    onWants = () => {},
  }: EvaluatorOptions,
  post: (event: Event) => void,
): Promise<Engine> {
  const loaded = await loadParts();
  const parts = { ...loaded, asdf: asdf ?? loaded.asdf, systems, kept: kept ?? null };
  const image = bootImage(parts, () => {}, isOpen);
  image.useBridge(grantedBridge(grants, capabilities(grants)), (name) => explainGrants(grants, name));
  const send = tellingWants(image, post, (note) => {
    if (note.kind === "compiled-wants") onWants(note.names);
  });
  const waits = awaitAnswer && waitingBy(awaitAnswer);
  return createEngine(image, send, isInterrupted, waits);
}
