import { element } from "../elements/dom.js";

/** A list of which one is chosen, or all; it is there when there is something to choose. */
export class Choice {
  readonly #select: HTMLSelectElement;
  readonly #known = new Set<string>();

  constructor(select: HTMLSelectElement, all: string) {
    this.#select = select;
    select.append(element("option", { value: "" }, all));
    select.hidden = true;
  }

  /** Lets a value be chosen. */
  offer(value: string): void {
    if (this.#known.has(value)) return;
    this.#known.add(value);
    const later = [...this.#select.options].slice(1).find((option) => option.value > value);
    this.#select.insertBefore(element("option", { value }, value), later ?? null);
    this.#select.hidden = this.#known.size < 2;
  }

  allows(value: string): boolean {
    return this.#select.value === "" || this.#select.value === value;
  }
}
