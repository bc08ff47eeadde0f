import type { Answer } from "../contract/engine.js";
import type { Line, TextInput } from "../runtime/streams/shape.js";
import { StringInput } from "../runtime/streams/string-input.js";

/** What an evaluation can read. */
interface InputSource {
  /** Given with it. */
  readonly text: string;
  /** Why there is nothing more. */
  readonly end: string;
  /** Waits for more; null where nobody can be asked. */
  readonly ask: (() => Answer | null) | null;
}

const NOTHING: InputSource = { text: "", end: "", ask: null };

/** What is read of an answer: what was typed has its end of line. */
export function typedText(input: string, isTyped: boolean): string {
  return isTyped && !input.endsWith("\n") ? `${input}\n` : input;
}

/** The input of the running evaluation: the text that came with it, or what is typed when a program reads. */
export class EvaluationInput implements TextInput {
  #text = new StringInput("");
  private source = NOTHING;
  private readonly onTyped: (text: string, echo: boolean) => void;
  private readonly onEnd: (reason: string) => void;

  /** `onTyped` is told what was typed, and whether to write it; `onEnd` why nothing more comes. */
  constructor(onTyped: (text: string, echo: boolean) => void, onEnd: (reason: string) => void) {
    this.onTyped = onTyped;
    this.onEnd = onEnd;
  }

  /** Has nothing but this to be read. */
  begin(source: InputSource): void {
    this.#text = new StringInput(source.text);
    this.source = source;
    this.onEnd(source.end);
  }

  /** Has something else read from it until what it returns is called, and afterwards what it has now. */
  aside(): () => void {
    const text = this.#text;
    const source = this.source;
    return () => {
      this.#text = text;
      this.source = source;
      this.onEnd(source.end);
    };
  }

  read(): string | null {
    return this.#text.read() ?? (this.askForMore() ? this.#text.read() : null);
  }

  peek(): string | null {
    return this.#text.peek() ?? (this.askForMore() ? this.#text.peek() : null);
  }

  unread(character: string): void {
    this.#text.unread(character);
  }

  readLine(): Line | null {
    return this.#text.readLine() ?? (this.askForMore() ? this.#text.readLine() : null);
  }

  isReady(): boolean {
    return this.source.ask === null || this.#text.peek() !== null;
  }

  clear(): void {
    // What was given is no typing ahead.
    if (this.source.ask !== null) this.#text = new StringInput("");
  }

  position(): number {
    return this.#text.position();
  }

  /** Whether there is more to be read now. */
  private askForMore(): boolean {
    const { ask } = this.source;
    if (ask === null) return false;
    const answer = ask();
    if (answer === null || answer.input === null) {
      // One end is the end for the whole evaluation, as a file's is.
      const { end } = this.source;
      this.source = NOTHING;
      this.onEnd(answer?.reason ?? end);
      return false;
    }
    const read = typedText(answer.input, answer.echo);
    this.#text.append(read);
    this.onTyped(read, answer.echo);
    return true;
  }
}
