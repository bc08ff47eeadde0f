import { element } from "../dom.js";

/** The names under which a page may style rows of an element that it embeds. */
const PARTS: Readonly<Record<string, string>> = {
  value: "value",
  out: "output",
  err: "output",
  caught: "warning",
  warning: "warning",
};

/** A row of an answer: its label, and what it says. */
export function row(kind: string, label: string | HTMLElement, content: HTMLElement): HTMLElement {
  return element(
    "div",
    { class: `row row-${kind}`, part: PARTS[kind] },
    element("span", { class: "row-label" }, label),
    element("div", { class: "row-content" }, content),
  );
}
