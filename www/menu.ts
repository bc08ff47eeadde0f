import { element } from "./dom.js";

export interface MenuItem {
  readonly title: string;
  readonly about: string;
  /** Given for one of several of which one is in use. */
  readonly checked?: boolean;
  /** Shown as a dot before the title. */
  readonly state?: string;
  readonly choose: () => void;
}

/**
 * Gives a menu button its menu, after the ARIA pattern: arrows, Home and End move, Enter chooses, Escape and
 * leaving close it. What is in it is asked for each time it opens.
 */
export function setUpMenu(
  root: HTMLElement,
  label: string,
  items: () => readonly MenuItem[] | Promise<readonly MenuItem[]>,
): void {
  const button = root.querySelector("button");
  if (!button) throw new Error("A menu needs a button.");
  const menu = element("div", { class: "menu-list", role: "menu", "aria-label": label, hidden: true });
  let entries: HTMLButtonElement[] = [];
  root.append(menu);

  function entryFor(item: MenuItem): HTMLButtonElement {
    const role = item.checked === undefined ? "menuitem" : "menuitemradio";
    const dot = item.state && element("span", { class: "session-dot", "data-state": item.state });
    const entry = element(
      "button",
      { type: "button", role, class: "menu-item", tabindex: -1, "aria-checked": item.checked },
      element("span", { class: "menu-title" }, dot, item.title),
      element("span", { class: "menu-about" }, item.about),
    );
    entry.addEventListener("click", () => {
      close(true);
      item.choose();
    });
    return entry;
  }

  async function open(index: number): Promise<void> {
    entries = (await items()).map(entryFor);
    menu.replaceChildren(...entries);
    menu.hidden = false;
    button?.setAttribute("aria-expanded", "true");
    entries.at(index)?.focus();
  }

  function close(refocus: boolean): void {
    menu.hidden = true;
    button?.setAttribute("aria-expanded", "false");
    if (refocus) button?.focus();
  }

  button.addEventListener("click", () => (menu.hidden ? void open(0) : close(true)));
  button.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    void open(event.key === "ArrowDown" ? 0 : -1);
  });
  menu.addEventListener("keydown", (event) => {
    const at = entries.indexOf(document.activeElement as HTMLButtonElement);
    const to: Record<string, number> = {
      ArrowDown: (at + 1) % entries.length,
      ArrowUp: (at - 1 + entries.length) % entries.length,
      Home: 0,
      End: entries.length - 1,
    };
    const next = to[event.key];
    if (next !== undefined) entries[next]?.focus();
    else if (event.key === "Escape") close(true);
    else return;
    event.preventDefault();
  });
  root.addEventListener("focusout", (event) => {
    if (!(event.relatedTarget instanceof Node && root.contains(event.relatedTarget))) close(false);
  });
}
