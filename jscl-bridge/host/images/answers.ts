import { type Channel, makeAtomicsChannel, writeMessage } from "sync-message";
import type { Answer, Command } from "../../contract/engine.js";
import type { AnswerChannel, AnswerPart } from "../../engine/answers.js";
import type { HeldAt } from "./line.js";

/** How many bytes the memory has; what is not touched of it costs nothing. */
const CHANNEL_BYTES = 1024 * 1024;

/** Characters of one part; none takes more than six bytes. */
export const PART_CHARS = CHANNEL_BYTES / 8;

/** How soon it is tried again to write when the memory is still full, in milliseconds. */
const RETRY_MS = 2;

/** Memory through which an image that is held is answered. */
export function makeAnswerChannel(): Channel {
  return makeAtomicsChannel({ bufferSize: CHANNEL_BYTES });
}

/** An answer to no question. */
const NOTHING: AnswerPart = { id: -1, question: -1, is: "answer", part: 0, text: "", isLast: true };

/** Writes to one image's memory: a part whenever the one before it was read. */
export class Answers {
  readonly #channel: AnswerChannel;
  #parts: AnswerPart[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(channel: AnswerChannel) {
    this.#channel = channel;
  }

  /** Answers a question, in place of what its evaluation has not read yet. */
  write(answer: Answer): void {
    this.#parts = this.#parts.filter(({ id }) => id !== answer.id);
    this.#parts.push(...partsOf(answer, "answer", answer));
    this.#writeNext();
  }

  /** Has a command carried out on top of what is held. */
  command(held: HeldAt, command: Command): void {
    this.#parts.push(...partsOf(held, "command", command));
    this.#writeNext();
  }

  /** Has a held evaluation look whether it is still wanted. One that has something to read does so anyway. */
  wake(): void {
    const channel = this.#channel;
    if (channel !== null && isEmpty(channel)) void writeMessage(channel, NOTHING, "");
  }

  /** Drops what was not read yet for an evaluation, which has ended, or for all. */
  drop(evaluation?: number): void {
    this.#parts = this.#parts.filter(({ id }) => evaluation !== undefined && id !== evaluation);
    if (this.#parts.length === 0) this.#cancelTimer();
  }

  #writeNext(): void {
    this.#cancelTimer();
    const channel = this.#channel;
    const next = this.#parts[0];
    if (channel === null || next === undefined) return;
    // To write over what is being read would lose both.
    if (isEmpty(channel)) {
      this.#parts.shift();
      void writeMessage(channel, next, "");
    }
    if (this.#parts.length > 0) this.#timer = setTimeout(() => this.#writeNext(), RETRY_MS);
  }

  #cancelTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

/** The reader sets this back when it has read. */
function isEmpty(channel: Channel): boolean {
  return channel.type === "atomics" && Atomics.load(channel.meta, 1) === 0;
}

function partsOf({ id, question }: HeldAt, is: AnswerPart["is"], data: object): AnswerPart[] {
  const json = JSON.stringify(data);
  const parts: AnswerPart[] = [];
  for (let start = 0; start < json.length; start += PART_CHARS) {
    const text = json.slice(start, start + PART_CHARS);
    parts.push({ id, question, is, part: parts.length, text, isLast: start + PART_CHARS >= json.length });
  }
  return parts;
}
