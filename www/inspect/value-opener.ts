import { element } from "../elements/dom.js";
import type { ValueActions } from "../elements/views/results-view.js";
import type { Value, Which } from "./value.js";

/** What an inspector asks for, and what it does. */
export interface Inspection {
  /** Rejects with a sentence that says why there is no such value. */
  readonly ask: (which: Which) => Promise<Value>;
  /** Puts an expression where code is entered. */
  readonly insert: (expression: string) => void;
}

/** Characters of a value in the name of its button. */
const NAME_CHARACTERS = 40;

/** Gives each value that is shown a button that opens it in its place. The first loads the inspector. */
export function valueOpener(inspection: Inspection): ValueActions {
  return { openable: (shown, handle, path = []) => openable(shown, { handle, path }, inspection) };
}

function openable(shown: HTMLElement, which: Which, inspection: Inspection): HTMLElement {
  const name = `Inspect ${shown.textContent.slice(0, NAME_CHARACTERS)}`;
  const button = element("button", {
    type: "button",
    class: "disclose",
    "aria-expanded": "false",
    "aria-label": name,
    title: "Inspect this value",
  });
  const line = element("div", { class: "value-line" }, shown, button);
  const holder = element("div", { class: "openable" }, line);
  let opened: HTMLElement | null = null;
  button.addEventListener("click", async () => {
    const isOpen = button.getAttribute("aria-expanded") !== "true";
    button.setAttribute("aria-expanded", String(isOpen));
    if (!isOpen) {
      opened?.remove();
      opened = null;
      return;
    }
    const box = element("div", { class: "inspector", "aria-live": "off" });
    opened = box;
    holder.append(box);
    try {
      const { openLevel } = await import("./inspector.js");
      await openLevel(box, which, inspection);
    } catch {
      box.replaceChildren(element("p", { class: "inspector-problem" }, "The inspector could not be loaded."));
    }
  });
  return holder;
}
