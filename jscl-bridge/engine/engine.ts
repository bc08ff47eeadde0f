import type { Evaluate, Event, Outcome } from "../contract/engine.js";
import { brokenOutcome } from "./broken-outcome.js";
import { isEvaluate, isFileRequest, isQuery } from "./commands.js";
import type { EngineImage, LookedUp } from "./engine-image.js";
import { Evaluation } from "./evaluation.js";
import type { IsInterrupted } from "./interrupts.js";
import { outgoing } from "./outgoing.js";
import type { Waits } from "./waits.js";

/** What drives an image: commands in, events out. */
export interface Engine {
  /** Carries out a command before it returns. What is no command is ignored; it never throws. */
  readonly handle: (command: unknown) => void;
}

/**
 * An engine over a booted image; `send` gets every event, the `completed` of an evaluation being its last.
 */
export function createEngine(
  image: EngineImage,
  send: (event: Event) => void,
  isInterrupted: IsInterrupted = () => false,
  waits: Waits = "nobody can be asked",
): Engine {
  const post = (event: Event) => send(outgoing(event));
  /** The evaluations that run, by their numbers: each but the last is held, the next one on top of it. */
  const running: number[] = [];
  const evaluate = (command: Evaluate): void => {
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
    const evaluation = new Evaluation(image, command, post, isEnded, waits, onTop);
    let outcome: Outcome;
    try {
      outcome = evaluation.run();
    } catch (error) {
      outcome = brokenOutcome(image, error);
    } finally {
      running.length = place - 1;
    }
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
  return { handle };
}
