import { BUDGETS } from "../contract/budgets.js";

const KEPT = BUDGETS.PROMPT_CHARS;

/** What was written last: the line that a program writes before it reads is its question. */
export class LastLine {
  #tail = "";

  note(text: string): void {
    this.#tail += text;
    // Seldom, so that a program that writes single characters pays nothing for it.
    if (this.#tail.length > 8 * KEPT) this.#tail = this.#tail.slice(-2 * KEPT);
  }

  /** What was noted, to be noted again. */
  get tail(): string {
    return this.#tail;
  }

  clear(): void {
    this.#tail = "";
  }

  /** The last line that is not blank, or its end. */
  text(): string {
    const line = this.#tail.trimEnd().split("\n").at(-1)?.trim() ?? "";
    return line.length <= KEPT ? line : `…${line.slice(1 - KEPT)}`;
  }
}
