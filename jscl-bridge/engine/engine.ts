import type { Evaluate, Event, FileRequest, Outcome, Query } from "../contract/engine.js";
import { packageNameOf } from "../runtime/objects/package-objects.js";
import type { AwaitAnswer } from "./answers.js";
import type { EngineImage, LookedUp } from "./engine-image.js";
import { Evaluation } from "./evaluation.js";
import { type HeapEvaluations, heapEvaluations } from "./heap-evaluations.js";
import type { IsInterrupted } from "./interrupts.js";
import { MissingFile } from "./late-file.js";
import { outgoing } from "./outgoing.js";

/** What drives an image: commands in, events out. */
export interface Engine {
  /** Carries out a command before it returns. What is no command is ignored; it never throws. */
  readonly handle: (command: unknown) => void;
}

/**
 * An engine over a booted image; `send` gets every event, the `completed` of an evaluation being its last.
 * With `useHeap`, evaluations that may ask run on the heap, and are left until their answers come; it is
 * called before the first of them.
 */
export function createEngine(
  image: EngineImage,
  send: (event: Event) => void,
  isInterrupted: IsInterrupted = () => false,
  awaitAnswer: AwaitAnswer | null = null,
  useHeap: (() => void) | null = null,
): Engine {
  const post = (event: Event) => send(outgoing(event));
  /** The evaluations that run, by their numbers: each but the last is held, the next one on top of it. */
  const running: number[] = [];
  const evaluate = (command: Evaluate, notHeld: string | null = null): void => {
    const place = running.push(command.id);
    // What is held below cannot be ended before what runs on top of it.
    const isEnded = () => running.slice(0, place).some(isInterrupted);
    const onTop = (nested: unknown) => {
      const end = image.onTop();
      try {
        handle(nested);
      } finally {
        end();
      }
    };
    const evaluation = new Evaluation(image, command, post, isEnded, awaitAnswer, onTop);
    let outcome: Outcome;
    try {
      outcome = evaluation.run();
    } catch (error) {
      outcome = brokenOutcome(image, error);
    } finally {
      running.length = place - 1;
    }
    if (outcome.condition !== null) outcome.condition.restartProblem ??= notHeld;
    complete(command.id, outcome);
    if (evaluation.exit !== null) throw evaluation.exit.thrown;
  };
  const found = (look: () => LookedUp): LookedUp => {
    try {
      return look();
    } catch {
      return { texts: [], total: 0, report: null };
    }
  };
  const complete = (id: number, outcome: Outcome) => {
    try {
      post({ kind: "completed", id, outcome });
    } catch (error) {
      post({ kind: "completed", id, outcome: brokenOutcome(image, error) });
    }
  };
  const handle = (command: unknown): void => {
    if (isQuery(command)) post({ kind: "found", id: command.id, ...found(() => image.lookUp(command)) });
    else if (isFileRequest(command))
      post({ kind: "found", id: command.id, ...found(() => image.onFile(command)) });
    else if (isEvaluate(command)) evaluate(command);
    else return;
    image.rest();
  };
  image.rest();
  if (useHeap === null) return { handle };
  let heap: HeapEvaluations | null = null;
  const handleOnHeap = (command: unknown): void => {
    if (heap !== null) return heap.handle(command);
    if (!(isEvaluate(command) && mayAsk(command))) return handle(command);
    try {
      heap = heapEvaluations(image, post, isInterrupted, complete, handle, useHeap);
    } catch (problem) {
      if (!(problem instanceof MissingFile)) throw problem;
      // The next evaluation tries again.
      evaluate(command, `The evaluation was not held: ${problem.message}.`);
      return image.rest();
    }
    heap.handle(command);
  };
  return { handle: handleOnHeap };
}

type Members = Record<string, unknown>;

export function isEvaluate(data: unknown): data is Evaluate {
  if (typeof data !== "object" || data === null) return false;
  const { kind, id, code, limits } = data as Members;
  return (
    kind === "evaluate" &&
    typeof id === "number" &&
    typeof code === "string" &&
    typeof limits === "object" &&
    limits !== null
  );
}

function isQuery(data: unknown): data is Query {
  if (typeof data !== "object" || data === null) return false;
  const { kind, id, text, limit } = data as Members;
  return kind === "query" && typeof id === "number" && typeof text === "string" && typeof limit === "number";
}

function isFileRequest(data: unknown): data is FileRequest {
  if (typeof data !== "object" || data === null) return false;
  const { kind, id, path, action } = data as Members;
  return (
    kind === "file" &&
    typeof id === "number" &&
    typeof path === "string" &&
    typeof action === "object" &&
    action !== null
  );
}

/** Whether an evaluation is to be held where an error is not handled. */
export function mayAsk({ askMs, look, frame }: Evaluate): boolean {
  return askMs > 0 && look === null && frame === null;
}

/** Every request gets an answer, also where a fault of the engine's own ended its evaluation. */
export function brokenOutcome(image: EngineImage, error: unknown): Outcome {
  const fault = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return {
    status: "error",
    values: [],
    results: null,
    warnings: [],
    condition: {
      type: "INTERNAL-ERROR",
      package: "JSCL-MCP",
      label: "JSCL-MCP:INTERNAL-ERROR",
      message: `The Lisp itself failed while it evaluated this; reset-session gives a fresh one. ${fault}`,
      precedence: [
        "JSCL-MCP:INTERNAL-ERROR",
        "COMMON-LISP:ERROR",
        "COMMON-LISP:SERIOUS-CONDITION",
        "COMMON-LISP:CONDITION",
        "COMMON-LISP:T",
      ],
      slots: [],
      restarts: [{ name: "ABORT", description: "Return to top level.", parameters: "()" }],
      frames: [],
      framesTotal: 0,
      form: 0,
      phase: "eval",
      position: null,
      where: null,
      callers: [],
      hints: [],
      severalForms: false,
      unclosed: null,
      handle: null,
      restartTaken: null,
      restartProblem: null,
      leftOut: null,
    },
    package: packageNameOf(image.currentPackage()),
    forms: 0,
    timing: null,
    dropped: { stdout: 0, stderr: 0, values: 0, results: 0, warnings: 0, definitions: 0 },
    restartsTaken: [],
    definitions: [],
    report: null,
    display: null,
    recording: null,
  };
}
