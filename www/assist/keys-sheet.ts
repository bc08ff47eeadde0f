import { element } from "../elements/dom.js";
import { editorKeys, type KeyHelp } from "../elements/editor/keys.js";
import { EMACS_KEYS, EMACS_NOTE } from "../emacs/keys.js";
import { wantsEmacs } from "../emacs/option.js";
import { capsOf, NAME_KEYS, PROGRAM_KEYS, PROMPT_KEYS } from "./keys.js";

type Group = readonly [title: string, keys: readonly KeyHelp[], note?: string];

const GROUPS: readonly Group[] = [
  ["Program", PROGRAM_KEYS],
  ["Editing", editorKeys],
  ["Names", NAME_KEYS],
  ["Prompt", PROMPT_KEYS],
];

const EMACS: Group = ["Emacs", EMACS_KEYS, EMACS_NOTE];

/** Makes the sheet that lists the keys; returns what opens it. */
export function keysSheet(isApple: boolean): () => void {
  const close = element("button", { class: "primary", type: "submit" }, "Close");
  const groups = element("div", { class: "keys-groups" });
  const sheet = element(
    "dialog",
    { class: "dialog keys", tabindex: -1, "aria-labelledby": "keys-title" },
    element(
      "form",
      { method: "dialog" },
      element("h2", { id: "keys-title" }, "Keys"),
      groups,
      element("div", { class: "dialog-actions" }, close),
    ),
  );
  document.body.append(sheet);
  return () => {
    const shown = wantsEmacs() ? [...GROUPS, EMACS] : GROUPS;
    groups.replaceChildren(...shown.map((each) => group(each, isApple)));
    if (!sheet.open) sheet.showModal();
    // Its beginning is seen, and the arrow keys scroll it.
    sheet.focus();
    sheet.scrollTop = 0;
  };
}

function group([title, keys, note]: Group, isApple: boolean): HTMLElement {
  const rows = keys.flatMap(({ key, does }) => [
    element("dt", {}, ...capsFor(key, isApple)),
    element("dd", {}, does),
  ]);
  const under = note === undefined ? [] : [element("p", { class: "keys-note" }, note)];
  return element("section", {}, element("h3", {}, title), element("dl", {}, ...rows), ...under);
}

/** The caps of all keys of a row. */
function capsFor(keys: string, isApple: boolean): (Node | string)[] {
  const capsOfKey = (key: string) => capsOf(key, isApple).map((cap) => element("kbd", {}, cap));
  const chords = keys.split(", ").map((sequence) => sequence.split(" ").map(capsOfKey));
  return chords.flatMap((sequence, place) => [
    ...(place > 0 ? [element("span", { class: "keys-break" })] : []),
    ...sequence.flatMap((caps, at) => [...(at > 0 ? [" "] : []), ...caps]),
  ]);
}
