import type { BootMessage, BootOptions } from "../../engine/boot-options.js";
import type { Platform, ThreadListener } from "../platform.js";
import type { Clock } from "../time/clock.js";
import { Answers } from "./answers.js";
import { EventReader } from "./heard-events.js";
import type { ImageHandle, OnEvent } from "./image-handle.js";
import { clearInterrupt, interrupt } from "./interrupts.js";

/**
 * Starts an image in a thread of its own. A thread that fails, or says what is no event, is ended and
 * reported as one `died` event.
 */
export function startThreadImage(
  platform: Platform,
  clock: Clock,
  assets: URL,
  options: BootOptions,
  onEvent: OnEvent,
): ImageHandle {
  const answers = new Answers(options.answers);
  let held: { id: number; question: number } | null = null;
  let live = true;
  const reader = new EventReader();
  const fail = (reason: string) => {
    if (!live) return;
    live = false;
    answers.drop();
    thread.end();
    onEvent({ kind: "died", reason });
  };
  const listener: ThreadListener = {
    onMessage(data) {
      if (!live) return;
      const heard = reader.read(data);
      if ("problem" in heard) return fail(heard.problem);
      const { event } = heard;
      if (event.kind === "asking") held = event;
      else if (event.kind === "completed") {
        held = null;
        answers.drop();
      }
      onEvent(event);
    },
    onFailure: fail,
  };
  const thread = platform.startThread(assets, listener, clock);
  const boot: BootMessage = { kind: "boot", options };
  thread.post(boot);
  return {
    post(command) {
      clearInterrupt(options.interrupts);
      // A server that was started again does not know what an evaluation waits for, and starts the next one.
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
