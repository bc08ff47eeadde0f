import { element } from "../elements/dom.js";
import type { Entry, Listing } from "./store.js";
import { directoryOf } from "./texts.js";

const ROOT: Entry = { name: "/", path: "/", kind: "directory", characters: null, bytes: null };

interface TreeParts {
  readonly list: (directory: string) => Promise<Listing>;
  /** Whether a file has changes that are not saved. */
  readonly isChanged: (path: string) => boolean;
  readonly onSelect: (entry: Entry) => void;
  readonly onOpen: (entry: Entry) => void;
  readonly onDelete: (entry: Entry) => void;
}

/** Milliseconds between two letters of one beginning that is typed. */
const TYPED_MS = 700;

/**
 * Files and directories as a tree, after the ARIA pattern: the vertical arrows, Home and End move, the right
 * one opens a directory or enters it, the left one closes or leaves it, letters lead to names, Enter opens.
 */
export class FileTree {
  readonly root = element("ul", { class: "file-tree", role: "tree", "aria-label": "Files" });
  readonly #parts: TreeParts;
  readonly #open = new Set([ROOT.path]);
  #listings = new Map<string, Listing>();
  #items = new Map<string, { readonly entry: Entry; readonly item: HTMLElement }>();
  #selected = ROOT.path;
  #typed = { text: "", atMs: 0 };

  constructor(parts: TreeParts) {
    this.#parts = parts;
    this.root.addEventListener("keydown", (event) => this.#onKey(event));
    this.root.addEventListener("click", ({ target }) => {
      const entry = this.entryAt(target);
      if (!entry) return;
      const wasSelected = entry.path === this.#selected;
      this.select(entry.path, true);
      if (entry.kind === "directory" && (wasSelected || !this.#open.has(entry.path))) this.#toggle(entry);
    });
    this.root.addEventListener("dblclick", ({ target }) => {
      const entry = this.entryAt(target);
      if (entry?.kind === "file") this.#parts.onOpen(entry);
    });
    this.#show();
  }

  get selected(): Entry {
    return this.#items.get(this.#selected)?.entry ?? ROOT;
  }

  /** The entry whose row an event was about. */
  entryAt(target: EventTarget | null): Entry | null {
    const item = target instanceof Element ? target.closest<HTMLElement>("[role=treeitem]") : null;
    return this.#items.get(item?.dataset["path"] ?? "")?.entry ?? null;
  }

  /** The row of a path; the tree itself where it is not shown. */
  itemOf(path: string): HTMLElement {
    return this.#items.get(path)?.item ?? this.root;
  }

  /** Lists what is open again. Rejects when the Lisp does not answer. */
  async refresh(): Promise<void> {
    const listings = new Map<string, Listing>();
    for (const directory of [...this.#open].sort()) {
      const listing = await this.#parts.list(directory);
      if (listing.entries.length > 0 || directory === ROOT.path) listings.set(directory, listing);
    }
    const isSame = JSON.stringify([...listings]) === JSON.stringify([...this.#listings]);
    this.#listings = listings;
    if (!isSame) this.#show();
  }

  /** Shows which files have changes that are not saved. */
  showChanges(): void {
    for (const { entry, item } of this.#items.values()) this.#showChange(entry, item);
  }

  /** Opens all directories above a path, lists them, and selects it if it is there. */
  async reveal(path: string): Promise<void> {
    for (let directory = directoryOf(path); directory !== ROOT.path; directory = above(directory))
      this.#open.add(directory);
    await this.refresh();
    this.select(path, false);
  }

  select(path: string, focus: boolean): void {
    const found = this.#items.get(path);
    if (!found) return;
    const before = this.#items.get(this.#selected)?.item;
    before?.setAttribute("aria-selected", "false");
    before?.setAttribute("tabindex", "-1");
    this.#selected = path;
    found.item.setAttribute("aria-selected", "true");
    found.item.setAttribute("tabindex", "0");
    if (focus) found.item.focus();
    this.#parts.onSelect(found.entry);
  }

  focus(): void {
    this.#items.get(this.#selected)?.item.focus();
  }

  /** Forgets everything, for the files of another Lisp. */
  clear(): void {
    this.#open.clear();
    this.#open.add(ROOT.path);
    this.#listings = new Map();
    this.#show();
  }

  #show(): void {
    const hadFocus = this.root.contains(document.activeElement);
    this.#items = new Map();
    this.root.replaceChildren(...this.#rows([ROOT], 1));
    if (!this.#items.has(this.#selected)) this.#selected = this.#nearest(this.#selected);
    this.select(this.#selected, hadFocus);
  }

  /** The innermost directory of a path that is shown. */
  #nearest(path: string): string {
    let directory = directoryOf(path);
    while (!this.#items.has(directory) && directory !== ROOT.path) directory = above(directory);
    return directory;
  }

  /** The rows of some entries and of what is open below them, each with the level that it is on. */
  #rows(entries: readonly Entry[], level: number): HTMLElement[] {
    return entries.flatMap((entry, place) => {
      const item = this.#item(entry, { level, place: place + 1, of: entries.length });
      if (!this.#isOpen(entry)) return [item];
      const { entries: inside, total } = this.#listings.get(entry.path) ?? { entries: [], total: 0 };
      const more = total - inside.length;
      const text = `${more.toLocaleString("en")} more are not shown`;
      const rest = more > 0 ? [element("li", { role: "none", class: "file-more" }, text)] : [];
      return [item, ...this.#rows(inside, level + 1), ...rest];
    });
  }

  #item(
    entry: Entry,
    at: { readonly level: number; readonly place: number; readonly of: number },
  ): HTMLElement {
    const { path, name, kind, characters, bytes } = entry;
    const isDirectory = kind === "directory";
    const size = characters ?? bytes;
    const unit = `${characters === null ? " byte" : " character"}${size === 1 ? "" : "s"}`;
    const item = element(
      "li",
      {
        role: "treeitem",
        class: "file-row",
        "aria-level": at.level,
        "aria-posinset": at.place,
        "aria-setsize": at.of,
        "aria-selected": "false",
        "aria-expanded": isDirectory ? String(this.#isOpen(entry)) : undefined,
        tabindex: -1,
        "data-path": path,
        draggable: isDirectory ? undefined : "true",
      },
      element("span", { class: "file-mark", "aria-hidden": "true" }),
      element("span", { class: "file-name" }, name),
      element("span", { class: "visually-hidden file-changed" }),
      size !== null &&
        element(
          "span",
          { class: "file-size" },
          size.toLocaleString("en"),
          element("span", { class: "visually-hidden" }, unit),
        ),
    );
    item.style.setProperty("--level", String(at.level));
    this.#items.set(path, { entry, item });
    this.#showChange(entry, item);
    return item;
  }

  #showChange({ path }: Entry, item: HTMLElement): void {
    const isChanged = this.#parts.isChanged(path);
    item.toggleAttribute("data-changed", isChanged);
    const said = item.querySelector(".file-changed");
    if (said) said.textContent = isChanged ? "not saved" : "";
  }

  #isOpen({ kind, path }: Entry): boolean {
    return kind === "directory" && this.#open.has(path);
  }

  #toggle({ path }: Entry): void {
    if (!this.#open.delete(path)) this.#open.add(path);
    this.#show();
    if (this.#open.has(path) && !this.#listings.has(path)) void this.refresh().catch(() => undefined);
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const paths = [...this.#items.keys()];
    const at = paths.indexOf(this.#selected);
    const entry = this.selected;
    const isOpen = this.#isOpen(entry);
    const goTo = (place: number) => {
      const path = paths[Math.max(0, Math.min(paths.length - 1, place))];
      if (path !== undefined) this.select(path, true);
    };
    const keys: Record<string, () => void> = {
      ArrowDown: () => goTo(at + 1),
      ArrowUp: () => goTo(at - 1),
      Home: () => goTo(0),
      End: () => goTo(paths.length - 1),
      ArrowRight: () => {
        if (entry.kind === "directory") isOpen ? goTo(at + 1) : this.#toggle(entry);
      },
      ArrowLeft: () => (isOpen ? this.#toggle(entry) : this.select(parentOf(entry.path), true)),
      Enter: () => (entry.kind === "file" ? this.#parts.onOpen(entry) : this.#toggle(entry)),
      Delete: () => this.#parts.onDelete(entry),
    };
    const act = keys[event.key];
    if (act) act();
    else if (event.key.length === 1 && event.key !== " ") goTo(this.#typedTo(event, at));
    else return;
    event.preventDefault();
  }

  /** Where letters that are typed lead: the next entry whose name begins with them. */
  #typedTo({ key, timeStamp }: KeyboardEvent, at: number): number {
    const isMore = timeStamp - this.#typed.atMs < TYPED_MS;
    this.#typed = { text: (isMore ? this.#typed.text : "") + key.toLowerCase(), atMs: timeStamp };
    const { text } = this.#typed;
    const names = [...this.#items.values()].map(({ entry }) => entry.name.toLowerCase());
    const from = text.length === 1 ? at + 1 : at;
    const order = names.map((_, place) => (from + place) % names.length);
    return order.find((place) => names[place]?.startsWith(text)) ?? at;
  }
}

/** The directory above one, whose path ends with a slash. */
function above(directory: string): string {
  return directoryOf(directory.slice(0, -1));
}

function parentOf(path: string): string {
  return path.endsWith("/") ? above(path) : directoryOf(path);
}
