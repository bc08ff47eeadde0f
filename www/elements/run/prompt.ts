import { topLevelForms } from "../forms.js";
import { tokens } from "../highlight.js";

/** Whether text is whole: a bracket after it would close nothing of it. */
export function isWhole(text: string): boolean {
  const probe = `${text}\n)`;
  const last = topLevelForms(probe).at(-1);
  return last?.from === probe.length - 1;
}

/** The columns by which a new line of unfinished text stands in: two more than the bracket it is in. */
export function indentation(text: string): number {
  const open: number[] = [];
  tokens(text, (kind, from, to) => {
    if (kind !== "bracket") return;
    if (text[to - 1] === "(") open.push(from - (text.lastIndexOf("\n", from) + 1));
    else open.pop();
  });
  const column = open.at(-1);
  return column === undefined ? 0 : column + 2;
}

/** What was entered before, to be called back with the arrow keys. */
export class PromptHistory {
  readonly #entered: string[];
  #at: number;
  #draft = "";

  constructor(entered: readonly string[] = []) {
    this.#entered = [...entered];
    this.#at = entered.length;
  }

  /** All of it, the newest last. */
  get entered(): readonly string[] {
    return this.#entered;
  }

  add(text: string): void {
    if (this.#entered.at(-1) !== text) this.#entered.push(text);
    this.#at = this.#entered.length;
  }

  /** The text before, or after, the one that is shown; `null` at the end of the history. */
  move(by: -1 | 1, shown: string): string | null {
    const to = this.#at + by;
    if (to < 0 || to > this.#entered.length) return null;
    if (this.#at === this.#entered.length) this.#draft = shown;
    this.#at = to;
    return this.#entered[to] ?? this.#draft;
  }

  /** The entries that have every word of a text in them, the newest first and each once. */
  search(text: string): readonly string[] {
    const words = text.toLowerCase().split(/\s+/);
    const found = this.#entered.filter((entry) => {
      const lower = entry.toLowerCase();
      return words.every((word) => lower.includes(word));
    });
    return [...new Set(found.reverse())];
  }
}

/** What prompts call a package: its usual short name, where it has one. */
export function promptName(packageName: string): string {
  return packageName === USER_PACKAGE ? "CL-USER" : packageName;
}

/** The package that a fresh Lisp is in. */
export const USER_PACKAGE = "COMMON-LISP-USER";
