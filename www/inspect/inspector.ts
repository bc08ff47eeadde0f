import { element } from "../elements/dom.js";
import { highlightLisp } from "../elements/highlight.js";
import { tableOf } from "./table.js";
import { DIRECT_SLOT, expressionFor, type Value, type Which } from "./value.js";
import type { Inspection } from "./value-opener.js";

type Part = Value["parts"][number];

/** Milliseconds after which it is said that the Lisp is waited for. */
const PATIENCE_MS = 300;

/** Shows in a box what a value consists of, one level of it, or in a sentence why it cannot be shown. */
export async function openLevel(box: HTMLElement, which: Which, inspection: Inspection): Promise<void> {
  const waiting = setTimeout(() => say(box, "Lisp is at work; this opens when it is done."), PATIENCE_MS);
  try {
    const value = await inspection.ask(which);
    box.replaceChildren(new Level(value, inspection).root);
  } catch (error) {
    say(box, error instanceof Error ? error.message : String(error));
  } finally {
    clearTimeout(waiting);
  }
}

function say(box: HTMLElement, sentence: string): void {
  box.replaceChildren(element("p", { class: "inspector-problem", role: "status" }, sentence));
}

/** One level of a value: what it is, its parts as a list or as a table, and a button for more of them. */
class Level {
  readonly root = element("div", { class: "level" });
  readonly #inspection: Inspection;
  readonly #first: Value;
  readonly #pages: Value[];
  readonly #foot = element("div", { class: "level-foot" });
  readonly #list = element("ul", { class: "parts" });
  /** What is shown in place of the list. */
  #other: HTMLElement | null = null;

  constructor(value: Value, inspection: Inspection) {
    this.#first = value;
    this.#pages = [value];
    this.#inspection = inspection;
    this.#list.append(...value.parts.map((part) => this.#part(part)));
    this.root.append(this.#head(), this.#list, this.#foot);
    this.#showMore();
  }

  #head(): HTMLElement {
    const { kind, type } = this.#first;
    const facts = this.#first.facts.filter(({ label }) => label !== DIRECT_SLOT);
    const isSaid =
      type.toLowerCase() === kind ||
      (kind === "list" && type === "CONS") ||
      facts.some(({ text }) => text === type);
    const said = [
      element("strong", {}, kind.replace("-", " ")),
      ...(isSaid ? [] : [element("code", {}, type)]),
      ...facts.map(({ label, text }) => element("span", {}, `${label} `, element("code", {}, text))),
    ];
    return element("div", { class: "level-head" }, ...said, this.#insertButton(), this.#otherButton());
  }

  #insertButton(): HTMLElement {
    const expression = expressionFor(this.#first);
    const button = element(
      "button",
      { type: "button", class: "more", title: `Insert ${expression}` },
      "Insert",
    );
    button.addEventListener("click", () => this.#inspection.insert(expression));
    return button;
  }

  /** Shows the parts otherwise: a class as a diagram, and what has the form of a table as one. */
  #otherButton(): HTMLElement | null {
    const isClass = this.#first.kind === "class";
    if (!isClass && tableOf(this.#pages) === null) return null;
    const name = isClass ? "Diagram" : "Table";
    const button = element("button", { type: "button", class: "more", "aria-pressed": "false" }, name);
    button.addEventListener("click", async () => {
      const isOther = this.#other === null;
      button.setAttribute("aria-pressed", String(isOther));
      await this.#showAs(isOther);
    });
    return button;
  }

  async #showAs(isOther: boolean): Promise<void> {
    const other = isOther ? await this.#asOther() : null;
    const shown = this.#other ?? this.#list;
    this.#other = other;
    shown.replaceWith(other ?? this.#list);
  }

  async #asOther(): Promise<HTMLElement | null> {
    if (this.#first.kind !== "class") return tableOf(this.#pages);
    const { classDiagram } = await import("./class-diagram.js");
    return classDiagram(this.#first, this.#inspection.ask);
  }

  #showMore(): void {
    const shown = this.#first.start + this.#pages.reduce((sum, { parts }) => sum + parts.length, 0);
    const left = this.#first.partsTotal - shown;
    if (left <= 0) return this.#foot.replaceChildren();
    const text = `More: ${left.toLocaleString("en")} of ${this.#first.partsTotal.toLocaleString("en")}`;
    const button = element("button", { type: "button", class: "more" }, text);
    button.addEventListener("click", () => {
      button.disabled = true;
      void this.#load(shown);
    });
    this.#foot.replaceChildren(button);
  }

  async #load(start: number): Promise<void> {
    try {
      const page = await this.#inspection.ask({ handle: this.#first.handle, start });
      this.#pages.push(page);
      const parts = page.parts.map((part) => this.#part(part));
      this.#list.append(...parts);
      if (this.#other !== null) await this.#showAs(true);
      if (page.parts.length === 0) return this.#foot.replaceChildren();
      this.#showMore();
      (this.#foot.querySelector("button") ?? parts[0]?.querySelector("button"))?.focus();
    } catch (error) {
      say(this.#foot, error instanceof Error ? error.message : String(error));
    }
  }

  #part({ index, label, printed, kind, isOpenable }: Part): HTMLElement {
    const shown = [
      element("span", { class: "part-label" }, label),
      kind === "unbound"
        ? element("em", {}, "no value")
        : element("code", {}, highlightLisp(printed, printed.length)),
    ];
    if (!isOpenable) return element("li", {}, element("div", { class: "part" }, ...shown));
    const button = element("button", { type: "button", class: "part", "aria-expanded": "false" }, ...shown);
    const item = element("li", {}, button);
    button.addEventListener("click", () => {
      const isOpen = button.getAttribute("aria-expanded") !== "true";
      button.setAttribute("aria-expanded", String(isOpen));
      if (!isOpen) return item.lastElementChild?.remove();
      const box = element("div", { class: "inspector" });
      item.append(box);
      void openLevel(box, { handle: this.#first.handle, path: [index] }, this.#inspection);
    });
    return item;
  }
}
