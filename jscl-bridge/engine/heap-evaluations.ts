/**
 * Evaluations of an engine whose thread cannot wait: those that may ask run on the heap, and are left when
 * they do, until a message has the answer. What comes meanwhile runs on top of them.
 */
import type { Evaluate, Event, Outcome } from "../contract/engine.js";
import { brokenOutcome } from "./broken-outcome.js";
import { isEvaluate, mayAsk } from "./commands.js";
import type { EngineImage } from "./engine-image.js";
import { Evaluation } from "./evaluation.js";
import { type AnswerMessage, isAnswerMessage, isEndMessage } from "./heap-messages.js";
import type { IsInterrupted } from "./interrupts.js";

/** An evaluation that has begun. */
interface Begun {
  readonly id: number;
  readonly evaluation: Evaluation;
  /** Has what is below it as it was. */
  readonly end: () => void;
}

/** What an engine needs of them, which is loaded with the first one. */
export interface HeapEvaluations {
  handle(command: unknown): void;
}

/** Begins to look after an engine's evaluations, having had the image prepared for the heap. */
export function heapEvaluations(...given: ConstructorParameters<typeof EvaluationsOnHeap>): HeapEvaluations {
  return new EvaluationsOnHeap(...given);
}

class EvaluationsOnHeap implements HeapEvaluations {
  readonly #image: EngineImage;
  readonly #post: (event: Event) => void;
  readonly #isInterrupted: IsInterrupted;
  readonly #complete: (id: number, outcome: Outcome) => void;
  readonly #handleOther: (command: unknown) => void;
  /** Does something when the thread has heard what came before; null where nothing pauses. */
  readonly #later: ((work: () => void) => void) | null;
  /** Each is left, but for the last while it runs; the innermost last. */
  readonly #begun: Begun[] = [];
  /** Those that were cancelled while they were left. */
  readonly #ended = new Set<number>();

  constructor(
    image: EngineImage,
    post: (event: Event) => void,
    isInterrupted: IsInterrupted,
    complete: (id: number, outcome: Outcome) => void,
    handleOther: (command: unknown) => void,
    useHeap: () => void,
    later: ((work: () => void) => void) | null,
  ) {
    this.#image = image;
    this.#post = post;
    this.#isInterrupted = isInterrupted;
    this.#complete = complete;
    this.#handleOther = handleOther;
    this.#later = later;
    useHeap();
  }

  handle(command: unknown): void {
    if (isAnswerMessage(command)) this.#answer(command);
    else if (isEndMessage(command)) this.#end(command.evaluation);
    else if (isEvaluate(command)) this.#begin(command);
    else if (this.#begun.length === 0) return this.#handleOther(command);
    else this.#onTop(command);
    this.#image.rest();
  }

  #onTop(command: unknown): void {
    const end = this.#image.onTop();
    try {
      this.#handleOther(command);
    } finally {
      end();
    }
  }

  #begin(command: Evaluate): void {
    const { id } = command;
    const place = this.#begun.length + 1;
    const isEnded = () =>
      this.#begun.slice(0, place).some((each) => this.#ended.has(each.id) || this.#isInterrupted(each.id));
    // An evaluation notes the package that it begins in.
    const end = this.#image.onTop();
    const evaluation = new Evaluation(this.#image, command, this.#post, isEnded, null, () => {});
    this.#begun.push({ id, evaluation, end });
    // A form in a frame can be cancelled without what is held, which the heap alone allows.
    if (command.frame !== null || mayAsk(command, this.#image)) this.#proceed();
    else this.#run(() => evaluation.run());
  }

  #answer({ answer }: AnswerMessage): void {
    const innermost = this.#begun.at(-1);
    // An answer to an earlier question may come too late.
    if (innermost?.id !== answer.id || innermost.evaluation.question !== answer.question) return;
    innermost.evaluation.answer(answer);
    this.#proceed();
  }

  /** Ends an evaluation that is left, and what is held on top of it. */
  #end(id: number): void {
    if (!this.#begun.some((each) => each.id === id)) return;
    this.#ended.add(id);
    while (this.#begun.some((each) => each.id === id)) {
      this.#begun.at(-1)?.evaluation.answer(null);
      this.#proceed();
    }
    this.#ended.delete(id);
  }

  #proceed(): void {
    const innermost = this.#begun.at(-1);
    if (innermost !== undefined) this.#run(() => innermost.evaluation.proceed(this.#later !== null));
  }

  /** Goes on with one that has paused, unless it has gone on meanwhile. */
  #goOn(evaluation: Evaluation): void {
    if (this.#begun.at(-1)?.evaluation !== evaluation || !evaluation.isPaused) return;
    this.#proceed();
    this.#image.rest();
  }

  /** Runs the innermost one; null where that is left. What it leaves by for another has that go on. */
  #run(run: () => Outcome | null): void {
    const innermost = this.#begun.at(-1);
    if (innermost === undefined) return;
    const { id, evaluation, end } = innermost;
    let outcome: Outcome | null;
    try {
      outcome = run();
    } catch (error) {
      outcome = brokenOutcome(this.#image, error);
    }
    if (outcome === null) {
      if (evaluation.isPaused) this.#later?.(() => this.#goOn(evaluation));
      return;
    }
    this.#begun.pop();
    this.#complete(id, outcome);
    end();
    if (evaluation.exit === null) return;
    this.#begun.at(-1)?.evaluation.leaveBy(evaluation.exit.thrown);
    this.#proceed();
  }
}
