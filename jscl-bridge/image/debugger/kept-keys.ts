/** Texts by which values of a recording are told apart without being printed. */

import { isNumber } from "../../runtime/numbers/types.js";
import type { KeptTexts } from "./kept-texts.js";

export class KeptKeys {
  readonly #objects = new Map<unknown, number>();

  constructor(private readonly texts: KeptTexts) {}

  /** The same text for what is held of the same values, and another one for all else. */
  of(all: readonly unknown[]): string {
    return all.map((each) => (Array.isArray(each) ? `[${this.of(each)}]` : this.#code(each))).join(" ");
  }

  #code(x: unknown): string {
    switch (typeof x) {
      case "number":
        return Object.is(x, -0) ? "-0" : `${x}`;
      case "bigint":
        return `${x}n`;
      case "string":
        return JSON.stringify(x);
    }
    if (isNumber(x)) return this.texts.plain(x, Number.POSITIVE_INFINITY);
    const known = this.#objects.get(x) ?? this.#objects.size;
    this.#objects.set(x, known);
    return `#${known}`;
  }
}
