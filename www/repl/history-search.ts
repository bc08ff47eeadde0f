import { element } from "../elements/dom.js";
import { highlightLisp } from "../elements/highlight.js";

/** Entries that are shown at once. */
const MOST_SHOWN = 50;

interface Choice {
  /** Called with the entry that was chosen. */
  readonly choose: (entry: string) => void;
  /** Called when nothing was. */
  readonly leave: () => void;
}

/**
 * A search in what was entered, shown in `root`: a field and the entries that have its words, the newest next
 * to it. Returns what opens it with a text.
 */
export function historySearch(
  root: HTMLElement,
  find: (text: string) => readonly string[],
  { choose, leave }: Choice,
): (text: string) => void {
  const list = element("ul", {
    class: "found",
    id: "found-entries",
    role: "listbox",
    "aria-label": "Entries",
  });
  const none = element("p", { class: "found-none", role: "status" });
  const field = element("input", {
    class: "field",
    type: "search",
    role: "combobox",
    placeholder: "Search what was entered",
    "aria-label": "Search what was entered",
    "aria-controls": list.id,
    "aria-expanded": true,
    "aria-autocomplete": "list",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
  });
  const panel = element("div", { class: "history-search", hidden: true }, list, none, field);
  let entries: readonly string[] = [];
  let at = 0;

  const select = (to: number) => {
    at = Math.min(Math.max(to, 0), entries.length - 1);
    for (const [index, option] of [...list.children].entries())
      option.setAttribute("aria-selected", String(index === at));
    const chosen = list.children[at];
    if (chosen) field.setAttribute("aria-activedescendant", chosen.id);
    else field.removeAttribute("aria-activedescendant");
    chosen?.scrollIntoView({ block: "nearest" });
  };
  const refresh = () => {
    entries = find(field.value).slice(0, MOST_SHOWN);
    list.replaceChildren(
      ...entries.map((entry, index) =>
        element(
          "li",
          { id: `found-${index}`, role: "option", "aria-selected": false },
          element("code", {}, highlightLisp(entry)),
        ),
      ),
    );
    none.textContent = entries.length === 0 ? "Nothing that was entered has these words." : "";
    select(0);
  };
  const close = () => {
    panel.hidden = true;
  };
  const take = (entry: string | undefined) => {
    if (entry === undefined) return;
    close();
    choose(entry);
  };
  const moves: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: 8, PageDown: -8 };

  field.addEventListener("input", refresh);
  field.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const isOlder = event.key === "r" && (event.ctrlKey || event.altKey);
    const by = isOlder ? 1 : moves[event.key];
    if (by !== undefined) select(at + by);
    else if (event.key === "Enter") take(entries[at]);
    else if (event.key === "Escape") {
      close();
      leave();
    } else return;
    event.preventDefault();
  });
  // The field keeps the focus while an entry is clicked.
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", ({ target }) => {
    const option = target instanceof Element ? target.closest("li") : null;
    if (option) take(entries[[...list.children].indexOf(option)]);
  });
  field.addEventListener("focusout", close);
  root.append(panel);
  return (text) => {
    panel.hidden = false;
    field.value = text;
    refresh();
    field.focus();
  };
}
