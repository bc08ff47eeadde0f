import { type Extension, Prec, StateEffect, StateField } from "@codemirror/state";
import { type EditorView, keymap, showTooltip, type Tooltip } from "@codemirror/view";
import { element } from "../elements/dom.js";

const show = StateEffect.define<Tooltip | null>();

const shown = StateField.define<Tooltip | null>({
  create: () => null,
  update(current, { effects, docChanged }) {
    for (const effect of effects) if (effect.is(show)) return effect.value;
    // It is about the text that it was opened on.
    return docChanged ? null : current;
  },
  provide: (field) => showTooltip.from(field),
});

/** What an editor needs for peeks: small panels in the text, closed by Escape or an edit. */
export const peeks: Extension = [
  shown,
  // The focus is still in the text until the panel is in its place.
  Prec.high(keymap.of([{ key: "Escape", run: (view) => isOpen(view) && closePeek(view) }])),
];

const isOpen = (view: EditorView) => view.state.field(shown, false) != null;

/** Opens a panel under a place of the text and puts the focus into it. */
export function openPeek(view: EditorView, place: number, label: string, ...parts: HTMLElement[]): void {
  const dom = element("div", { class: "peek", role: "dialog", "aria-label": label, tabindex: -1 }, ...parts);
  dom.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    closePeek(view);
  });
  const tooltip = { pos: place, above: false, create: () => ({ dom, mount: () => focusIn(dom) }) };
  view.dispatch({ effects: show.of(tooltip) });
}

/** Closes the panel and gives the focus back. */
export function closePeek(view: EditorView): true {
  view.dispatch({ effects: show.of(null) });
  view.focus();
  return true;
}

/** A button of a panel. */
export function peekButton(text: string, act: () => void): HTMLButtonElement {
  const button = element("button", { type: "button", class: "quiet" }, text);
  button.addEventListener("click", act);
  return button;
}

function focusIn(dom: HTMLElement): void {
  // The panel is in place only after the editor has measured itself.
  requestAnimationFrame(() => {
    if (dom.isConnected) (dom.querySelector<HTMLElement>("input, button:not(:disabled)") ?? dom).focus();
  });
}
