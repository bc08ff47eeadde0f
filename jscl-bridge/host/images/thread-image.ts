import type { Command } from "../../contract/engine.js";
import type { BootMessage, BootOptions } from "../../engine/boot-options.js";
import { isNote, type ShelfMessage } from "../../engine/compiled-notes.js";
import { type InboxNote, type InboxTrial, isInboxNote } from "../../engine/inbox-messages.js";
import { noAnswer } from "../../engine/no-answer.js";
import type { PackageFiles } from "../files/package-files.js";
import type { Platform, Thread, ThreadListener } from "../platform.js";
import type { Clock } from "../time/clock.js";
import { EventReader } from "./heard-events.js";
import type { ImageHandle, OnEvent } from "./image-handle.js";
import { InboxLine } from "./inbox-line.js";
import { type HeldAt, type Line, noLine } from "./line.js";
import { memoryLine } from "./memory-line.js";
import type { Keeping } from "./system-compiler.js";
import type { Waiting } from "./waiting.js";

/**
 * Starts an image in a thread of its own. A thread that fails, or says what is no event, is ended and
 * reported as one `died` event. `waiting` is how it waits where it shares no memory.
 */
export function startThreadImage(
  platform: Platform,
  clock: Clock,
  files: PackageFiles,
  options: BootOptions,
  onEvent: OnEvent,
  keeping: Keeping | null = null,
  waiting: Waiting | null = null,
): ImageHandle {
  /** What the image waits for, the innermost last. */
  let held: HeldAt[] = [];
  let live = true;
  let isReady = false;
  /** What an image that is not ready was given, for the one that may take its place. */
  let early: Command[] = [];
  let isIdle = true;
  let isReplaced = false;
  const reader = new EventReader();
  const fail = (reason: string) => {
    if (!live) return;
    live = false;
    line.close();
    thread.end();
    onEvent({ kind: "died", reason });
  };
  const hear = (data: unknown) => {
    if (!live) return;
    if (keeping !== null && isNote(data)) return keeping.onNote(data);
    if (waiting !== null && isInboxNote(data)) return note(data as InboxNote);
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
      line.drop(id);
    }
    // Whoever waited for the one that it takes the place of has had these.
    if (isReady && isReplaced && (event.kind === "ready" || event.kind === "booting")) return;
    if (event.kind === "ready") {
      isReady = true;
      early = [];
    }
    onEvent(event);
  };
  const start = () => {
    /** Whether it is the thread of this image still. */
    const isCurrent = () => started === thread;
    const listener: ThreadListener = {
      onMessage: (data) => void (isCurrent() && hear(data)),
      onFailure: (reason) => void (isCurrent() && fail(reason)),
    };
    const started = platform.startThread(files, listener, clock, options.grants);
    return started;
  };
  const boot = () => {
    const booted = postBoot(thread, options);
    void keeping?.shelf.then((shelf) => {
      const message: ShelfMessage = { kind: "shelf", shelf };
      if (live) thread.post(message);
    });
    return booted;
  };
  let thread = start();
  const booted = boot();
  const line = lineOf(booted, waiting);
  let canBeReached = line !== noLine;
  const note = (said: InboxNote) => {
    if (said.kind === "inbox-has")
      return line instanceof InboxLine ? line.has(Number(said.number)) : undefined;
    if (said.isAnswered !== false) return;
    // Firefox gives no thread that has begun to a service worker that comes later.
    if (!isIdle && isReady) {
      canBeReached = false;
      return;
    }
    isReplaced = true;
    thread.end();
    thread = start();
    boot();
    for (const command of early) thread.post(command);
  };
  if (line instanceof InboxLine && waiting !== null) {
    const trial: InboxTrial = { kind: "inbox-trial" };
    const isLater = !waiting.isSettled;
    void waiting.settled.then((problem) => {
      if (problem !== null) canBeReached = false;
      else if (isLater && live) thread.post(trial);
    });
  }
  return {
    get canBeReached() {
      return canBeReached;
    },
    post(command) {
      line.clearInterrupt();
      isIdle = false;
      if (!isReady) early.push(command);
      // A server that was started again does not know what is held, and starts the next evaluation.
      if (command.kind === "evaluate" && command.level < held.length) {
        for (const { id, question } of held.splice(command.level).reverse())
          line.answer(noAnswer(id, question));
      }
      const innermost = held.at(-1);
      // A thread that waits reads no messages.
      if (innermost === undefined) thread.post(command);
      else line.command(innermost, command);
    },
    interrupt: (evaluation) => line.interrupt(evaluation),
    answer(answer) {
      const { id, question } = answer;
      held = held.filter((each) => each.id !== id || each.question !== question);
      line.answer(answer);
    },
    stop() {
      live = false;
      line.close();
      thread.end();
    },
  };
}

function lineOf({ interrupts, answers, inbox }: BootOptions, waiting: Waiting | null): Line {
  if (interrupts !== null || answers !== null) return memoryLine({ interrupts, answers });
  if (waiting === null || inbox === null) return noLine;
  return new InboxLine(waiting, inbox.slice(waiting.address.length));
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
