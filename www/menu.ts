import { element } from "./elements/dom.js";

export interface MenuItem {
  readonly title: string;
  readonly about: string;
  /** Given for one of several of which one is in use. */
  readonly checked?: boolean;
  /** Shown as a dot before the title. */
  readonly state?: string;
  /** Set for the first one of a group. */
  readonly begins?: boolean;
  /** Null for one that cannot be chosen here, of which `about` says why. */
  readonly choose: (() => void) | null;
  /** What the menu shows in place of itself when this is chosen. */
  readonly opens?: Items;
}

type Items = () => readonly MenuItem[] | Promise<readonly MenuItem[]>;

/**
 * Gives a menu button its menu, after the ARIA pattern: arrows, Home and End move, Enter chooses, the right
 * arrow opens a menu inside and the left one leaves it, Escape and leaving close it. What is in it is asked
 * for each time it opens.
 */
export function setUpMenu(root: HTMLElement, label: string, items: Items): void {
  const button = root.querySelector("button");
  if (!button) throw new Error("A menu needs a button.");
  const menu = element("div", { class: "menu-list", role: "menu", "aria-label": label, hidden: true });
  let entries: HTMLButtonElement[] = [];
  let back: (() => void) | null = null;
  root.append(menu);

  function entryFor(item: MenuItem): HTMLButtonElement {
    const role = item.checked === undefined ? "menuitem" : "menuitemradio";
    const dot = item.state && element("span", { class: "session-dot", "data-state": item.state });
    const entry = element(
      "button",
      {
        type: "button",
        role,
        class: "menu-item",
        tabindex: -1,
        "aria-checked": item.checked === undefined ? undefined : String(item.checked),
        "aria-haspopup": item.opens ? "menu" : undefined,
        "aria-disabled": (item.choose === null && !item.opens) || undefined,
      },
      element("span", { class: "menu-title" }, dot, item.title),
      element("span", { class: "menu-about" }, item.about),
    );
    const { choose, opens } = item;
    if (opens) entry.addEventListener("click", () => void enter(item.title, opens));
    else if (choose !== null)
      entry.addEventListener("click", () => {
        close(true);
        choose();
      });
    return entry;
  }

  async function enter(title: string, inner: Items): Promise<void> {
    const leave = async () => {
      const outer = await items();
      show(
        outer,
        outer.findIndex((item) => item.title === title),
      );
    };
    show(await inner(), 1, () => void leave());
  }

  /** Shows items, and puts the focus on one of them before the old ones go, so that it never leaves. */
  function show(items: readonly MenuItem[], index: number, leave: (() => void) | null = null): void {
    const old = [...menu.childNodes];
    back = leave;
    entries = items.map(entryFor);
    const rows = items.flatMap((item, place) => {
      const entry = entries[place] as HTMLButtonElement;
      return item.begins ? [element("div", { role: "separator", class: "menu-rule" }), entry] : [entry];
    });
    if (leave) {
      const first = element("button", { type: "button", role: "menuitem", class: "menu-item", tabindex: -1 });
      first.append(element("span", { class: "menu-title menu-back" }, "Back"));
      first.addEventListener("click", leave);
      entries.unshift(first);
      rows.unshift(first);
    }
    menu.append(...rows);
    menu.hidden = false;
    (entries.at(index) ?? entries[0])?.focus();
    for (const each of old) each.remove();
  }

  async function open(index: number): Promise<void> {
    show(await items(), index);
    button?.setAttribute("aria-expanded", "true");
  }

  function close(refocus: boolean): void {
    menu.hidden = true;
    button?.setAttribute("aria-expanded", "false");
    if (refocus) button?.focus();
  }

  // Safari focuses no button that is clicked: the focus would leave, and the menu close under the mouse.
  root.addEventListener("mousedown", (event) => event.preventDefault());
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
    else if (event.key === "ArrowLeft" && back) back();
    else if (event.key === "ArrowRight" && entries[at]?.hasAttribute("aria-haspopup")) entries[at].click();
    else return;
    event.preventDefault();
  });
  root.addEventListener("focusout", (event) => {
    if (!(event.relatedTarget instanceof Node && root.contains(event.relatedTarget))) close(false);
  });
}
