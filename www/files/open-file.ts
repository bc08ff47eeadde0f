import { byId, element } from "../elements/dom.js";
import type { Editor } from "../elements/editor/editor.js";
import { messageOf } from "../elements/message-of.js";
import { isApple } from "../platform.js";
import type { Programs } from "../programs/programs.js";
import { type Draft, Drafts, isChanged } from "./drafts.js";
import type { FileStore } from "./store.js";
import { contentOf, counted, isText, linesOf, MOST_EDITED, nameOf, PATIENCE_MS, WAITING } from "./texts.js";

interface OpenFileParts {
  readonly editor: Editor;
  readonly programs: Programs;
  /** Called when a file has changes that are not saved, or has none any more. */
  readonly onChange: () => void;
  /** Called when a file was saved. */
  readonly onSaved: () => void;
  readonly load: (store: FileStore, path: string) => void;
}

interface Open {
  readonly store: FileStore;
  readonly path: string;
  readonly draft: Draft;
}

/** What is between the file in the editor and the Lisp's. */
type State = "saved" | "changed" | "overtaken" | "gone";

const STATES: Record<State, string> = {
  saved: "Saved",
  changed: "Not saved",
  overtaken: "Changed in the Lisp meanwhile: Save replaces that",
  gone: "Not in the Lisp any more: Save makes it again",
};

/** The file that the editor shows in place of the program, with a line that says so. */
export class OpenFile {
  readonly #parts: OpenFileParts;
  readonly #drafts = new Drafts();
  readonly #path = element("code", { class: "file-path" });
  readonly #state = element("span", { class: "file-state", role: "status" });
  readonly #save = button("Save", `Write it into the Lisp's file (${isApple ? "⌘" : "Ctrl"} S)`);
  readonly #bar: HTMLElement;
  #open: Open | null = null;
  /** Grows as a file is written and when that is done. */
  #writes = 0;
  #isOvertaken = false;
  #isGone = false;

  constructor(parts: OpenFileParts) {
    this.#parts = parts;
    const load = button("Load", "Save it, and evaluate (load …)");
    const close = button("Close", "Show the program again");
    const deeds = element("span", { class: "file-deeds" }, this.#save, load, close);
    const bar = element("div", { class: "file-bar", role: "group", "aria-label": "Open file", hidden: true });
    bar.append(element("span", { class: "file-said" }, this.#path, this.#state), deeds);
    this.#bar = bar;
    byId("source-notice", HTMLElement).before(bar);
    this.#save.addEventListener("click", () => void this.save());
    load.addEventListener("click", () => void this.#load());
    close.addEventListener("click", () => this.close(true));
    document.addEventListener("keydown", (event) => {
      const isSave = event.key.toLowerCase() === "s" && (isApple ? event.metaKey : event.ctrlKey);
      if (!isSave || event.shiftKey || event.altKey || event.defaultPrevented || !this.#open) return;
      event.preventDefault();
      void this.save();
    });
  }

  isChanged(session: string, path: string): boolean {
    return this.#drafts.isChanged(session, path);
  }

  /** Shows a file in the editor. Rejects, in words, where it cannot be. */
  async open(store: FileStore, path: string): Promise<void> {
    const { editor, programs } = this.#parts;
    if (this.#open?.path !== path || this.#open.store.session !== store.session) {
      const kept = this.#drafts.of(store.session, path);
      const draft = kept ?? { saved: "", lines: { text: "", end: "\n" as const }, snapshot: null };
      const read = kept ? null : await readText(store, path);
      if (this.#open) this.#leave();
      else programs.leaveEditor();
      const opened = read ? { ...draft, saved: read.text, lines: read } : draft;
      this.#enter({ store, path, draft: opened });
      editor.open(opened.lines.text, opened.snapshot);
    }
    editor.focus();
    if (this.#drafts.of(store.session, path)) void this.refresh();
  }

  /** Takes in what was changed in the editor, if it shows a file. */
  changed(text: string): boolean {
    if (!this.#open) return false;
    const { store, path, draft } = this.#open;
    const wasChanged = isChanged(draft);
    const now = { ...draft, lines: { ...draft.lines, text } };
    this.#open = { store, path, draft: now };
    this.#keep(now);
    this.#show();
    if (wasChanged !== isChanged(now)) this.#parts.onChange();
    return true;
  }

  /**
   * Writes the file, unless the Lisp's has changed and that was not said yet. Resolves to whether it was
   * done.
   */
  async save(): Promise<boolean> {
    if (!this.#open || this.#save.disabled) return false;
    this.#save.disabled = true;
    const waiting = setTimeout(() => this.#say(WAITING, "changed"), PATIENCE_MS);
    try {
      const { path: asked } = this.#open;
      const wasOvertaken = this.#isOvertaken;
      await this.refresh();
      const open: Open | null = this.#open;
      // Meanwhile it may have been left.
      if (open?.path !== asked || (this.#isOvertaken && !wasOvertaken)) return false;
      const { store, path, draft } = open;
      this.#parts.editor.endUndoGroup();
      this.#writes++;
      await store.write(path, contentOf(draft.lines));
      this.#writes++;
      this.#saved(store, path, draft.lines.text);
      this.#parts.onSaved();
      return true;
    } catch (error) {
      this.#say(messageOf(error), "failed");
      return false;
    } finally {
      clearTimeout(waiting);
      this.#save.disabled = false;
    }
  }

  /** Compares the file with the Lisp's, which may have changed. */
  async refresh(): Promise<void> {
    const open = this.#open;
    if (!open) return;
    const { store, path } = open;
    const writes = this.#writes;
    const found = await store.look(path, MOST_EDITED);
    // What was read before the file was written, or left, says nothing any more.
    if (this.#open?.path !== path || this.#open.store !== store || this.#writes !== writes) return;
    const { draft } = this.#open;
    this.#isGone = found === null;
    const text = typeof found === "string" && isText(found) ? linesOf(found).text : null;
    this.#isOvertaken = found !== null && text !== draft.saved && text !== draft.lines.text;
    if (this.#isOvertaken && text !== null && !isChanged(draft)) {
      this.#isOvertaken = false;
      this.#open = { store, path, draft: { ...draft, saved: text } };
      this.#parts.editor.show(text);
    }
    this.#show();
  }

  /** A file was deleted by the person, and its changes with it. */
  deleted(session: string, path: string): void {
    this.#drafts.forget(session, path);
    if (this.#open?.path === path && this.#open.store.session === session) {
      this.#open = { ...this.#open, draft: { ...this.#open.draft, saved: this.#open.draft.lines.text } };
      this.close(false);
    }
  }

  /** Shows the program again. Changes that are not saved are there when the file is opened again. */
  close(focus: boolean): void {
    if (!this.#open) return;
    this.#leave();
    this.#open = null;
    this.#bar.hidden = true;
    const { programs, editor, onChange } = this.#parts;
    programs.showIn(editor);
    onChange();
    if (focus) editor.focus();
  }

  #enter(open: Open): void {
    this.#open = open;
    this.#isGone = false;
    this.#isOvertaken = false;
    const { path, store } = open;
    this.#path.textContent = store.session === "main" ? path : `${path} (${store.session})`;
    this.#path.title = path;
    document.title = `${nameOf(path)} · jscl-mcp`;
    this.#bar.hidden = false;
    this.#show();
  }

  #leave(): void {
    if (this.#open) this.#keep({ ...this.#open.draft, snapshot: this.#parts.editor.snapshot() });
  }

  /** Keeps what is not saved; what is saved the Lisp has. */
  #keep(draft: Draft): void {
    if (!this.#open) return;
    const { store, path } = this.#open;
    if (isChanged(draft)) this.#drafts.keep(store.session, path, draft);
    else this.#drafts.forget(store.session, path);
  }

  #saved(store: FileStore, path: string, text: string): void {
    const draft = this.#open?.path === path ? this.#open.draft : this.#drafts.of(store.session, path);
    if (!draft) return;
    const now = { ...draft, saved: text };
    if (this.#open?.path === path && this.#open.store.session === store.session) {
      this.#open = { ...this.#open, draft: now };
      this.#keep(now);
      this.#isGone = false;
      this.#isOvertaken = false;
      this.#show();
    } else if (isChanged(now)) this.#drafts.keep(store.session, path, now);
    else this.#drafts.forget(store.session, path);
    this.#parts.onChange();
  }

  async #load(): Promise<void> {
    const open = this.#open;
    if (!open) return;
    const isSaved = !isChanged(open.draft) && !this.#isGone;
    if (isSaved || (await this.save())) this.#parts.load(open.store, open.path);
  }

  #show(): void {
    if (!this.#open) return;
    const isNew = isChanged(this.#open.draft);
    const state = this.#isGone ? "gone" : this.#isOvertaken ? "overtaken" : isNew ? "changed" : "saved";
    this.#say(STATES[state], state);
  }

  #say(text: string, state: State | "failed"): void {
    this.#bar.dataset["state"] = state;
    if (this.#state.textContent !== text) this.#state.textContent = text;
  }
}

function button(label: string, title: string): HTMLButtonElement {
  return element("button", { type: "button", class: "quiet", title }, label);
}

async function readText(store: FileStore, path: string): Promise<ReturnType<typeof linesOf>> {
  const entry = await store.entry(path);
  if (entry?.kind === "file" && entry.characters === null)
    throw new Error(`${path} is no text, and the editor takes nothing else. It can be downloaded.`);
  const content = await store.read(path, MOST_EDITED);
  if (typeof content === "number")
    throw new Error(
      `${path} has ${counted(content)}, and the editor takes ${counted(MOST_EDITED)}. It can be downloaded.`,
    );
  if (!isText(content))
    throw new Error(
      `${path} has characters that are no text, which saving would change. It can be downloaded.`,
    );
  return linesOf(content);
}
