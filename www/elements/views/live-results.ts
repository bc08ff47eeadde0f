import { element } from "../dom.js";
import {
  definedNames,
  defines,
  type Result,
  type ResultsOf,
  ROWS_AT_FIRST,
  resultRows,
} from "./results-view.js";

/** The values of the forms that have returned while others run, in rows like those of the final answer. */
export class LiveResults {
  readonly #box = element("div", { class: "live-results" });
  readonly #earlier = element("p", { class: "dropped" });
  #count = 0;
  /** The names in the last row, where it has definitions: those that come next belong there. */
  #definitions: Element | null = null;

  /** Adds the values of forms. Of many rows the last ones are shown. */
  add(results: readonly Result[], of: ResultsOf): void {
    const other = results.findIndex((result) => !defines(result, of));
    const joined = this.#definitions === null ? 0 : other === -1 ? results.length : other;
    this.#definitions?.append(...definedNames(results.slice(0, joined), of));
    const rows = resultRows(results.slice(joined), of);
    const last = rows.at(-1);
    if (last !== undefined) this.#definitions = last.querySelector(".definitions");
    this.#count += rows.length;
    this.#box.append(...rows.slice(-ROWS_AT_FIRST));
    const beyond = this.#box.querySelectorAll(":scope > .row");
    for (const old of [...beyond].slice(0, -ROWS_AT_FIRST)) old.remove();
    const hidden = this.#count - this.#box.querySelectorAll(":scope > .row").length;
    if (hidden === 0) return;
    this.#earlier.textContent = `Values of ${hidden.toLocaleString("en")} earlier forms`;
    this.#box.prepend(this.#earlier);
  }

  /** Nothing where there are none. */
  get rows(): HTMLElement[] {
    return this.#count > 0 ? [this.#box] : [];
  }
}
