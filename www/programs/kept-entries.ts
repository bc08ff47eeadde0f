import { hasTexts, isObject } from "../elements/fields.js";
import type { Finished } from "../finished.js";
import type { Store } from "../storage.js";
import { parsed } from "./parsed.js";

/** What the keys of entries begin with, before their numbers. */
const KEYS = "tab.entry.";

/** Entries that a tab keeps, and characters of all of them together. */
const MOST_ENTRIES = 60;
const MOST_CHARACTERS = 1_000_000;

function isFinished(value: unknown): value is Finished {
  if (!isObject(value) || !isObject(value["excerpt"]) || !isObject(value["excerpt"]["origin"])) return false;
  const { excerpt, answer } = value;
  return (
    hasTexts(excerpt, "code", "session") &&
    Array.isArray(excerpt["restarts"]) &&
    typeof excerpt["isEntered"] === "boolean" &&
    hasTexts(value, "packageOf", "state", "message") &&
    typeof value["tookMs"] === "number" &&
    (value["by"] === undefined || typeof value["by"] === "string") &&
    (answer === null || (isObject(answer) && hasTexts(answer, "text")))
  );
}

/** An entry in the store: the number of its key, and its characters. */
interface Kept {
  readonly number: number;
  readonly characters: number;
}

/** The evaluations of this tab, which come back to its transcript when the page is loaded again. */
export class KeptEntries {
  readonly #store: Store;
  /** The oldest first. */
  #kept: Kept[];

  constructor(store: Store) {
    this.#store = store;
    this.#kept = store
      .keys(KEYS)
      .map(Number)
      .sort((one, other) => one - other)
      .map((number) => ({ number, characters: this.#read(number)?.length ?? 0 }));
  }

  all(): Finished[] {
    return this.#kept.map(({ number }) => parsed(this.#read(number))).filter(isFinished);
  }

  /**
   * Keeps one more; without the older half as often as there is no room. Answers what forgets it again.
   */
  add(finished: Finished): () => void {
    const text = JSON.stringify(finished);
    const number = (this.#kept.at(-1)?.number ?? 0) + 1;
    if (text.length > MOST_CHARACTERS) return () => undefined;
    let characters = text.length;
    for (const kept of this.#kept) characters += kept.characters;
    let excess = 0;
    while (this.#kept.length + 1 - excess > MOST_ENTRIES || characters > MOST_CHARACTERS)
      characters -= this.#kept[excess++]?.characters ?? 0;
    this.#drop(excess);
    while (this.#store.write(KEYS + number, text) === "full") {
      if (this.#kept.length === 0) return () => undefined;
      this.#drop(Math.ceil(this.#kept.length / 2));
    }
    const kept = { number, characters: text.length };
    this.#kept.push(kept);
    return () => this.#forget(kept);
  }

  clear(): void {
    this.#drop(this.#kept.length);
  }

  #forget(kept: Kept): void {
    if (!this.#kept.includes(kept)) return;
    this.#store.remove(KEYS + kept.number);
    this.#kept = this.#kept.filter((each) => each !== kept);
  }

  #read(number: number): string | null {
    return this.#store.read(KEYS + number);
  }

  /** Forgets so many of the oldest. */
  #drop(count: number): void {
    for (const { number } of this.#kept.slice(0, count)) this.#store.remove(KEYS + number);
    this.#kept = this.#kept.slice(count);
  }
}
