import { element } from "../elements/dom.js";
import { DIRECT_SLOT, type Value, type Which } from "./value.js";

type Ask = (which: Which) => Promise<Value>;

/**
 * A class between the classes that it builds on and those that build on it, with its own slots. A click on
 * one of these puts that one into the middle.
 */
export function classDiagram(value: Value, ask: Ask): HTMLElement {
  const diagram = element("div", { class: "class-diagram", role: "group" });
  const problem = element("p", { class: "inspector-problem", role: "status" });
  const show = (shown: Value, isMoved: boolean) => {
    const box = classBox(shown);
    diagram.setAttribute("aria-label", `Classes around ${nameOf(shown.printed)}`);
    diagram.replaceChildren(
      ...neighbours("superclass", "Superclasses", shown, go),
      box,
      ...neighbours("subclass", "Subclasses", shown, go),
      problem,
    );
    if (isMoved) box.focus();
  };
  const go = async (handle: number, index: number) => {
    problem.textContent = "";
    try {
      show(await ask({ handle, path: [index] }), true);
    } catch (error) {
      problem.textContent = error instanceof Error ? error.message : String(error);
    }
  };
  show(value, false);
  return diagram;
}

/** The name in what a class prints as. */
function nameOf(printed: string): string {
  const [, name = printed] = /^#<\S+ (?:.*?::?)?([^\s:]+)>$/.exec(printed) ?? [];
  return name.toLowerCase();
}

function classBox({ printed, facts }: Value): HTMLElement {
  const slots = facts.filter(({ label }) => label === DIRECT_SLOT);
  return element(
    "div",
    { class: "class-box", tabindex: "-1", title: printed },
    element("strong", {}, nameOf(printed)),
    slots.length > 0 &&
      element(
        "ul",
        { "aria-label": "Its own slots" },
        ...slots.map(({ text }) => {
          const [name = "", ...readers] = text.split(", ");
          return element("li", {}, name, readers.length > 0 && element("span", {}, readers.join(", ")));
        }),
      ),
  );
}

/** A row of classes and the arrow between it and the class in the middle; nothing where there are none. */
function neighbours(
  label: "superclass" | "subclass",
  title: string,
  { handle, parts, partsTotal, start }: Value,
  go: (handle: number, index: number) => Promise<void>,
): HTMLElement[] {
  const those = parts.filter((part) => part.label === label);
  if (those.length === 0) return [];
  const row = element("ul", { "aria-label": title });
  for (const { printed, index } of those) {
    const button = element("button", { type: "button", class: "class-box", title: printed }, nameOf(printed));
    button.addEventListener("click", () => void go(handle, index));
    row.append(element("li", {}, button));
  }
  const left = partsTotal - start - parts.length;
  // Subclasses come last.
  if (label === "subclass" && left > 0)
    row.append(element("li", { class: "class-more" }, `${left.toLocaleString("en")} more`));
  const arrow = element("span", { class: "class-arrow", "aria-hidden": true });
  return label === "superclass" ? [row, arrow] : [arrow, row];
}
