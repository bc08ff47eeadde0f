import type { BootMessage, BootOptions } from "../../engine/boot-options.js";
import { isNote, type ShelfMessage } from "../../engine/compiled-notes.js";
import { noAnswer } from "../../engine/no-answer.js";
import type { PackageFiles } from "../files/package-files.js";
import type { Platform, Thread, ThreadListener } from "../platform.js";
import type { Clock } from "../time/clock.js";
import { Answers, type HeldAt } from "./answers.js";
import { EventReader } from "./heard-events.js";
import type { ImageHandle, OnEvent } from "./image-handle.js";
import { clearInterrupt, interrupt } from "./interrupts.js";
import type { Keeping } from "./system-compiler.js";

/**
 * Starts an image in a thread of its own. A thread that fails, or says what is no event, is ended and
 * reported as one `died` event.
 */
export function startThreadImage(
  platform: Platform,
  clock: Clock,
  files: PackageFiles,
  options: BootOptions,
  onEvent: OnEvent,
  keeping: Keeping | null = null,
): ImageHandle {
  /** What the image waits for, the innermost last. */
  let held: HeldAt[] = [];
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
      if (keeping !== null && isNote(data)) return keeping.onNote(data);
      const heard = reader.read(data);
      if ("problem" in heard) return fail(heard.problem);
      const { event } = heard;
      if (event.kind === "asking" || event.kind === "needs-input") {
        // What ran on top may have had it go on, without an answer.
        const { id, question } = event;
        held = [...held.filter((each) => each.id !== id), { id, question }];
      } else if (event.kind === "completed") {
        const { id } = event;
        held = held.filter((each) => each.id !== id);
        answers.drop(id);
      }
      onEvent(event);
    },
    onFailure: fail,
  };
  const thread = platform.startThread(files, listener, clock, options.grants);
  const { interrupts, answers: channel } = postBoot(thread, options);
  const answers = new Answers(channel);
  void keeping?.shelf.then((shelf) => {
    const message: ShelfMessage = { kind: "shelf", shelf };
    if (live) thread.post(message);
  });
  return {
    sharesMemory: interrupts !== null,
    post(command) {
      clearInterrupt(interrupts);
      // A server that was started again does not know what is held, and starts the next evaluation.
      if (command.kind === "evaluate" && command.level < held.length) {
        for (const { id, question } of held.splice(command.level).reverse())
          answers.write(noAnswer(id, question));
      }
      const innermost = held.at(-1);
      // A thread that waits reads no messages.
      if (innermost === undefined) thread.post(command);
      else answers.command(innermost, command);
    },
    interrupt(evaluation) {
      interrupt(interrupts, evaluation);
      answers.wake();
    },
    answer(answer) {
      const { id, question } = answer;
      held = held.filter((each) => each.id !== id || each.question !== question);
      answers.write(answer);
    },
    stop() {
      live = false;
      answers.drop();
      thread.end();
    },
  };
}

/**
 * Has an image boot; without shared memory where what has been made of it cannot be posted. Returns what it
 * boots with.
 */
function postBoot(thread: Thread, options: BootOptions): BootOptions {
  const post = (given: BootOptions): BootOptions => {
    const boot: BootMessage = { kind: "boot", options: given };
    thread.post(boot);
    return given;
  };
  try {
    return post(options);
  } catch (error) {
    if (options.interrupts === null) throw error;
    return post({ ...options, interrupts: null, answers: null });
  }
}
