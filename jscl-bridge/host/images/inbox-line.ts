/** Reaches a thread by a service worker, which answers the thread's requests. */
import type { Answer, Command } from "../../contract/engine.js";
import type { InboxMessage, NumberedText } from "../../engine/inbox-messages.js";
import type { HeldAt, Line } from "./line.js";
import type { Waiting } from "./waiting.js";

/** How soon what the thread may not have is posted again, in milliseconds: a service worker can be ended. */
const AGAIN_MS = 1000;

/** A message that the thread may not have, and the evaluation that it is for. */
interface Outgoing {
  readonly text: NumberedText;
  readonly evaluation: number;
}

export class InboxLine implements Line {
  readonly #waiting: Pick<Waiting, "post">;
  readonly #inbox: string;
  #outgoing: Outgoing[] = [];
  #last = 0;
  #interrupted = 0;
  #timer: ReturnType<typeof setInterval> | null = null;

  constructor(waiting: Pick<Waiting, "post">, inbox: string) {
    this.#waiting = waiting;
    this.#inbox = inbox;
  }

  answer(answer: Answer): void {
    this.drop(answer.id);
    this.#send({ is: "answer", answer }, answer.id);
  }

  command({ id, question }: HeldAt, command: Command): void {
    this.#send({ is: "command", id, question, command }, id);
  }

  interrupt(evaluation: number): void {
    this.#interrupted = evaluation;
    this.#send({ is: "interrupt", evaluation }, evaluation);
  }

  clearInterrupt(): void {
    if (this.#interrupted === 0) return;
    this.#interrupted = 0;
    // A thread that runs nothing does not look, so it is not sent again.
    this.#deliver([this.#numbered({ is: "interrupt", evaluation: 0 })]);
  }

  drop(evaluation: number): void {
    this.#outgoing = this.#outgoing.filter((each) => each.evaluation !== evaluation);
  }

  /** The thread has all messages up to that number. */
  has(number: number): void {
    this.#outgoing = this.#outgoing.filter(({ text }) => text[0] > number);
  }

  close(): void {
    this.#outgoing = [];
    this.#stopTimer();
    this.#waiting.post({ kind: "jscl-inbox-end", inbox: this.#inbox });
  }

  #send(message: InboxMessage, evaluation: number): void {
    this.#outgoing.push({ text: this.#numbered(message), evaluation });
    this.#post();
    this.#timer ??= setInterval(() => this.#post(), AGAIN_MS);
  }

  #numbered(message: InboxMessage): NumberedText {
    this.#last += 1;
    return [this.#last, JSON.stringify(message)];
  }

  #post(): void {
    if (this.#outgoing.length === 0) return this.#stopTimer();
    this.#deliver(this.#outgoing.map(({ text }) => text));
  }

  #deliver(messages: readonly NumberedText[]): void {
    this.#waiting.post({ kind: "jscl-inbox", inbox: this.#inbox, messages });
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }
}
