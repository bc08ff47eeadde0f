import type { BootMessage, BootOptions } from "../engine/boot-options.js";
import type { Event } from "../engine/contract.js";
import { Answers } from "./answers.js";
import type { Clock } from "./clock.js";
import { type ImageHandle, isEvent } from "./image.js";
import { clearInterrupt, interrupt } from "./interrupts.js";
import type { Platform, ThreadListener } from "./platform.js";

/** Starts an image in a thread of its own. A thread that fails is reported as one `died` event. */
export function startThreadImage(
  platform: Platform,
  clock: Clock,
  assets: URL,
  options: BootOptions,
  onEvent: (event: Event) => void,
): ImageHandle {
  const answers = new Answers(options.answers);
  let held: { id: number; question: number } | null = null;
  let live = true;
  const listener: ThreadListener = {
    onMessage(event) {
      if (!live || !isEvent(event)) return;
      if (event.kind === "asking") held = event;
      else if (event.kind === "completed") {
        held = null;
        answers.drop();
      }
      onEvent(event);
    },
    onFailure(reason) {
      if (!live) return;
      live = false;
      answers.drop();
      thread.end();
      onEvent({ kind: "died", reason });
    },
  };
  const thread = platform.startThread(assets, listener, clock);
  const boot: BootMessage = { kind: "boot", options };
  thread.post(boot);
  return {
    post(command) {
      clearInterrupt(options.interrupts);
      // A server that was started anew knows nothing of what an evaluation waits for, and has the next one begun.
      if (held !== null && command.kind === "evaluate")
        answers.write({ id: held.id, question: held.question, restart: null, values: null });
      thread.post(command);
    },
    interrupt(evaluation) {
      interrupt(options.interrupts, evaluation);
      answers.wake();
    },
    answer(answer) {
      held = null;
      answers.write(answer);
    },
    stop() {
      live = false;
      answers.drop();
      thread.end();
    },
  };
}
