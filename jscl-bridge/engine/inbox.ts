/** Where a thread that shares no memory finds what its host says while it runs Lisp or waits. */
import { now } from "../runtime/platform.js";
import { INBOX_HEADER, type InboxMessage, type InboxNote, type NumberedText } from "./inbox-messages.js";
import type { IsInterrupted } from "./interrupts.js";
import type { AwaitAnswer, Waiting } from "./waits.js";

/** How often a thread that runs looks whether it is to stop, in milliseconds: a look takes some 5 of them. */
const LOOK_MS = 250;

/**
 * How long one request waits for a message, in milliseconds. A browser may end a service worker that waits
 * longer.
 */
const ASK_MS = 10_000;

/** How much later than asked for an answer may come before the request counts as lost, in milliseconds. */
const LATE_MS = 5000;

/**
 * How long a thread that was never answered tries, in milliseconds: a page's first visit starts the service
 * worker.
 */
const TRIES_MS = 1000;

/** How long one that was answered goes on trying, in milliseconds, and how soon it tries again. */
const SILENCE_MS = 10_000;
const AGAIN_MS = 20;

/** Why it cannot wait, where it was never answered. */
const UNANSWERED =
  "no service worker answers this Lisp yet, and without a service worker, or shared memory, Lisp cannot wait";

const OK = 200;

/** Asks a service worker for messages. */
export class Inbox {
  readonly #address: string;
  readonly #tell: (note: InboxNote) => void;
  // The name is gone when a Worker is locked.
  readonly #request = new XMLHttpRequest();
  readonly #messages: Exclude<InboxMessage, { is: "interrupt" }>[] = [];
  #last = 0;
  #interrupted = 0;
  /** Why nobody will answer; null where somebody may. */
  #problem: string | null = null;
  /** The evaluation that began last. */
  #newest = 0;
  #lookedAt = 0;
  #wasAnswered = false;
  /** Since when it was never answered; null before it asked. */
  #unansweredSince: number | null = null;

  /** `tell` tells the host. */
  constructor(address: string, tell: (note: InboxNote) => void) {
    this.#address = address;
    this.#tell = tell;
  }

  /** How a thread is reached that has this inbox. */
  reached(): { readonly isInterrupted: IsInterrupted; readonly waits: Waiting } {
    const waits: Waiting = {
      hasFailed: () => !this.#wasAnswered && !this.#mayTry(),
      problem: () => this.#problem ?? (this.#isAnswered() ? null : UNANSWERED),
      await: this.#awaitAnswer,
    };
    return { isInterrupted: this.#isInterrupted, waits };
  }

  #isAnswered(): boolean {
    if (this.#wasAnswered) return true;
    while (!this.#ask(0)) {
      if (!this.#mayTry()) return false;
      spin(AGAIN_MS);
    }
    return true;
  }

  /** Nobody will answer: it does not ask. */
  close(problem: string): void {
    this.#problem = `${problem}, and without a service worker, or shared memory, Lisp cannot wait`;
  }

  /** Tries once. */
  tryNow(): void {
    this.#tell({ kind: "inbox-tried", isAnswered: this.#ask(0) });
  }

  readonly #isInterrupted: IsInterrupted = (evaluation) => {
    if (evaluation > this.#newest) {
      // A short evaluation pays for no look.
      this.#newest = evaluation;
      this.#lookedAt = now();
    } else if (now() - this.#lookedAt >= LOOK_MS && (this.#wasAnswered || this.#mayTry())) this.#ask(0);
    return this.#interrupted === evaluation;
  };

  readonly #awaitAnswer: AwaitAnswer = ({ id, question, ms, isInterrupted, perform }) => {
    let end = now() + ms;
    for (;;) {
      const left = end - now();
      if (left <= 0 || isInterrupted()) return null;
      const message = this.#messages.shift();
      if (message === undefined) {
        if (!this.#askUntilAnswered(Math.min(left, ASK_MS))) return null;
        continue;
      }
      // What was meant for an earlier question may have come too late.
      if (message.is === "answer") {
        if (message.answer.id === id && message.answer.question === question) return message.answer;
      } else if (message.id === id && message.question === question) {
        perform(message.command);
        end = now() + ms;
      }
    }
  };

  #mayTry(): boolean {
    if (this.#problem !== null) return false;
    return this.#unansweredSince === null || now() - this.#unansweredSince < TRIES_MS;
  }

  #askUntilAnswered(ms: number): boolean {
    const began = now();
    while (!this.#ask(ms)) {
      if (now() - began > SILENCE_MS + ms) return false;
      spin(AGAIN_MS);
    }
    return true;
  }

  /** Waits so long for messages, and takes them in; false where nobody answers. */
  #ask(ms: number): boolean {
    const request = this.#request;
    let isAnswered = false;
    try {
      request.open("GET", `${this.#address}?after=${this.#last}&ms=${Math.ceil(ms)}`, false);
      request.timeout = ms + LATE_MS;
      request.send();
      isAnswered = request.getResponseHeader(INBOX_HEADER) !== null;
      if (isAnswered && request.status === OK) this.#takeIn(request.responseText);
    } catch {
      // The network's errors: nobody answers.
    }
    this.#lookedAt = now();
    this.#wasAnswered ||= isAnswered;
    if (!this.#wasAnswered) this.#unansweredSince ??= this.#lookedAt;
    return isAnswered;
  }

  #takeIn(text: string): void {
    const before = this.#last;
    for (const [number, json] of JSON.parse(text) as NumberedText[]) {
      if (number <= this.#last) continue;
      this.#last = number;
      const message: InboxMessage = JSON.parse(json);
      if (message.is === "interrupt") this.#interrupted = message.evaluation;
      else this.#messages.push(message);
    }
    if (this.#last > before) this.#tell({ kind: "inbox-has", number: this.#last });
  }
}

function spin(ms: number): void {
  const end = now() + ms;
  while (now() < end);
}
