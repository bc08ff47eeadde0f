import type { Answer, Command } from "../../contract/engine.js";
import type { BootMessage, BootOptions } from "../../engine/boot-options.js";
import { isNote, type ShelfMessage } from "../../engine/compiled-notes.js";
import {
  type InboxClosed,
  type InboxNote,
  type InboxTrial,
  isInboxNote,
} from "../../engine/inbox-messages.js";
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
  const startThread = (listener: ThreadListener) =>
    platform.startThread(files, listener, clock, options.grants);
  return new ThreadImage(startThread, options, onEvent, keeping, waiting);
}

const TRIAL: InboxTrial = { kind: "inbox-trial" };

class ThreadImage implements ImageHandle {
  readonly #startThread: (listener: ThreadListener) => Thread;
  readonly #options: BootOptions;
  readonly #onEvent: OnEvent;
  readonly #keeping: Keeping | null;
  readonly #line: Line;
  readonly #reader = new EventReader();
  #thread: Thread;
  /** What the image waits for, the innermost last. */
  #held: HeldAt[] = [];
  #isLive = true;
  #isReady = false;
  #isReplaced = false;
  #wasUsed = false;
  /** What an image that is not ready was given, for the one that may take its place. */
  #early: Command[] = [];
  canBeReached: boolean;

  constructor(
    startThread: (listener: ThreadListener) => Thread,
    options: BootOptions,
    onEvent: OnEvent,
    keeping: Keeping | null,
    waiting: Waiting | null,
  ) {
    this.#startThread = startThread;
    this.#options = options;
    this.#onEvent = onEvent;
    this.#keeping = keeping;
    this.#thread = this.#start();
    this.#line = lineOf(this.#boot(), waiting);
    this.canBeReached = this.#line !== noLine;
    if (waiting !== null && this.#line instanceof InboxLine) void this.#watch(waiting);
  }

  post(command: Command): void {
    this.#line.clearInterrupt();
    this.#wasUsed = true;
    if (!this.#isReady) this.#early.push(command);
    // A server that was started again does not know what is held, and starts the next evaluation.
    if (command.kind === "evaluate" && command.level < this.#held.length) {
      for (const { id, question } of this.#held.splice(command.level).reverse())
        this.#line.answer(noAnswer(id, question));
    }
    const innermost = this.#held.at(-1);
    // A thread that waits reads no messages.
    if (innermost === undefined) this.#thread.post(command);
    else this.#line.command(innermost, command);
  }

  interrupt(evaluation: number): void {
    this.#line.interrupt(evaluation);
  }

  answer(answer: Answer): void {
    const { id, question } = answer;
    this.#held = this.#held.filter((each) => each.id !== id || each.question !== question);
    this.#line.answer(answer);
  }

  stop(): void {
    this.#isLive = false;
    this.#line.close();
    this.#thread.end();
  }

  #fail(reason: string): void {
    if (!this.#isLive) return;
    this.stop();
    this.#onEvent({ kind: "died", reason });
  }

  #start(): Thread {
    const listener: ThreadListener = {
      onMessage: (data) => {
        if (started === this.#thread) this.#hear(data);
      },
      onFailure: (reason) => {
        if (started === this.#thread) this.#fail(reason);
      },
    };
    const started = this.#startThread(listener);
    return started;
  }

  #boot(): BootOptions {
    const thread = this.#thread;
    const booted = postBoot(thread, this.#options);
    void this.#keeping?.shelf.then((shelf) => {
      const message: ShelfMessage = { kind: "shelf", shelf };
      if (this.#isLive) thread.post(message);
    });
    return booted;
  }

  #hear(data: unknown): void {
    if (!this.#isLive) return;
    if (this.#keeping !== null && isNote(data)) return this.#keeping.onNote(data);
    if (this.#line instanceof InboxLine && isInboxNote(data))
      return this.#note(data as InboxNote, this.#line);
    const heard = this.#reader.read(data);
    if ("problem" in heard) return this.#fail(heard.problem);
    const { event } = heard;
    if (event.kind === "asking" || event.kind === "needs-input") {
      // What ran on top may have had it go on, without an answer.
      const { id, question } = event;
      this.#held = [...this.#held.filter((each) => each.id !== id), { id, question }];
    } else if (event.kind === "completed") {
      const { id } = event;
      this.#held = this.#held.filter((each) => each.id !== id);
      this.#line.drop(id);
    }
    // Whoever waited for the one that it takes the place of has had these.
    if (this.#isReady && this.#isReplaced && (event.kind === "ready" || event.kind === "booting")) return;
    if (event.kind === "ready") {
      this.#isReady = true;
      this.#early = [];
    }
    this.#onEvent(event);
  }

  #note(note: InboxNote, line: InboxLine): void {
    if (note.kind === "inbox-has") line.has(Number(note.number));
    else if (note.kind === "inbox-tried" && note.isAnswered === false) this.#replace();
  }

  /** Has the thread tried when the service worker serves, if that was not before it began. */
  async #watch(waiting: Waiting): Promise<void> {
    const wasEarlier = waiting.isSettled;
    const problem = await waiting.settled;
    if (problem !== null) {
      this.canBeReached = false;
      const closed: InboxClosed = { kind: "inbox-closed", problem };
      if (this.#isLive) this.#thread.post(closed);
    } else if (!wasEarlier && this.#isLive) this.#thread.post(TRIAL);
  }

  /** Firefox gives a thread that has begun to no service worker that comes later. */
  #replace(): void {
    if (this.#isReady && this.#wasUsed) {
      this.canBeReached = false;
      return;
    }
    this.#isReplaced = true;
    this.#thread.end();
    this.#thread = this.#start();
    this.#boot();
    for (const command of this.#early) this.#thread.post(command);
  }
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
