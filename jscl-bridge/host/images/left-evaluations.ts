import type { Answer, Command, Event } from "../../contract/engine.js";
import type { AnswerMessage, EndMessage } from "../../engine/heap-messages.js";
import { noAnswer } from "../../engine/no-answer.js";
import type { HeldAt } from "./answers.js";

/** What an image is sent that waits for nothing: it leaves evaluations, and takes them up again. */
export type Message = Command | AnswerMessage | EndMessage;

/** The evaluations that an image has left, whose answers are messages. */
export class LeftEvaluations {
  readonly #post: (message: Message) => void;
  #left: readonly HeldAt[] = [];

  constructor(post: (message: Message) => void) {
    this.#post = post;
  }

  note(event: Event): void {
    if (event.kind === "asking" || event.kind === "needs-input") {
      const { id, question } = event;
      this.#left = [...this.#left.filter((each) => each.id !== id), { id, question }];
    } else if (event.kind === "completed") this.#left = this.#left.filter(({ id }) => id !== event.id);
  }

  post(command: Command): void {
    // A server that was started again does not know what is left, and starts the next evaluation.
    if (command.kind === "evaluate") {
      for (const { id, question } of this.#left.slice(command.level).reverse())
        this.answer(noAnswer(id, question));
    }
    this.#post(command);
  }

  answer(answer: Answer): void {
    this.#left = this.#left.filter(({ id }) => id !== answer.id);
    this.#post({ kind: "answer", answer });
  }

  /** Ends an evaluation that is left, or pauses; what does neither hears of it when it is over. */
  interrupt(evaluation: number): void {
    this.#post({ kind: "end", evaluation });
  }
}
