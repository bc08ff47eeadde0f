import type { LispClient } from "../client/client.js";
import { byId, element } from "../elements/dom.js";
import type { Editor } from "../elements/editor/editor.js";
import { messageOf } from "../elements/message-of.js";
import type { McpClient } from "../elements/page/mcp-client.js";
import type { Programs } from "../programs/programs.js";
import { download } from "../share/download.js";
import { askPath, confirm } from "./dialogs.js";
import { setUpDrag } from "./drag.js";
import type { FilesKeeper } from "./keeper.js";
import { OpenFile } from "./open-file.js";
import { panelElements } from "./panel-elements.js";
import { putIn } from "./put-in.js";
import { type Entry, FileStore } from "./store.js";
import {
  countedBytes,
  directoryOf,
  loadForm,
  MAIN,
  MOST_EDITED,
  MOST_SAVED,
  nameOf,
  PATIENCE_MS,
  WAITING,
} from "./texts.js";
import { FileTree } from "./tree.js";

export interface FilesParts {
  readonly client: Promise<LispClient>;
  /** The client that looks without being asked. */
  readonly backstage: Promise<McpClient>;
  readonly editor: Editor;
  readonly programs: Programs;
  readonly session: () => string;
  /** Whether an evaluation of the session runs. */
  readonly isRunning: () => boolean;
  readonly run: (code: string) => void;
  /** The files that are kept, and whether they are to be. */
  readonly keeper: FilesKeeper;
  /** Says what became of something, where the panel cannot. */
  readonly say: (text: string) => void;
}

/** Windows that are narrower show the panel over the editor. */
const NARROW = "(max-width: 760px)";

/** Makes the panel, with its style sheet. */
export async function openPanel(parts: FilesParts, onClose: () => void): Promise<FilesPanel> {
  const href = new URL("./app.files.css", import.meta.url).href;
  const sheet = element("link", { rel: "stylesheet", href });
  const loaded = new Promise((resolve, reject) => {
    sheet.addEventListener("load", resolve);
    sheet.addEventListener("error", reject);
  });
  document.head.append(sheet);
  await loaded;
  return new FilesPanel(parts, onClose);
}

/** The panel of the files of the current session's image. */
export class FilesPanel {
  readonly #parts: FilesParts;
  readonly #pane = byId("files", HTMLElement);
  readonly #view = panelElements();
  readonly #tree: FileTree;
  readonly #file: OpenFile;
  readonly #onClose: () => void;
  #store: FileStore;
  /** Whether a look at the files is under way, and whether another is wanted after it. */
  #looks: "not" | "once" | "again" = "not";

  constructor(parts: FilesParts, onClose: () => void) {
    this.#parts = parts;
    this.#onClose = onClose;
    this.#store = this.#storeOf(parts.session());
    this.#file = new OpenFile({
      editor: parts.editor,
      programs: parts.programs,
      onChange: () => this.#tree.showChanges(),
      onSaved: () => this.refresh(),
      load: (store, path) => this.#load(store, path),
    });
    this.#tree = new FileTree({
      list: (directory) => this.#store.list(directory),
      isChanged: (path) => this.#file.isChanged(this.#store.session, path),
      onSelect: (entry) => this.#showDeeds(entry),
      onOpen: (entry) => void this.#openFile(entry.path),
      onDelete: (entry) => void this.#delete(entry),
    });
    this.#view.treePlace.append(this.#tree.root);
    this.#pane.append(...this.#view.parts);
    this.#listen();
    setUpDrag({
      panel: this.#pane,
      tree: this.#tree,
      onFiles: (directory, files) => void this.#putIn(directory, files),
      read: async (path) => {
        const bytes = await this.#store.lookAtBytes(path, MOST_EDITED);
        return bytes instanceof Uint8Array ? bytes : null;
      },
    });
    this.#showDeeds(this.#tree.selected);
  }

  show(open: boolean, focus: boolean): void {
    this.#pane.hidden = !open;
    byId("desk", HTMLElement).classList.toggle("with-files", open);
    if (!open) return;
    if (focus) this.#tree.focus();
    this.refresh();
  }

  /** Looks again at the files, and at the one in the editor. */
  refresh(): void {
    const session = this.#parts.session();
    if (session !== this.#store.session) {
      this.#store = this.#storeOf(session);
      this.#tree.clear();
    }
    this.#view.showSession(session, session === MAIN && this.#parts.keeper.isOn);
    // A Lisp at work answers when it is done, and then there is another look.
    if (this.#parts.isRunning()) return;
    if (this.#looks !== "not") {
      this.#looks = "again";
      return;
    }
    this.#looks = "once";
    void this.#look().finally(() => {
      const again = this.#looks === "again";
      this.#looks = "not";
      if (again) this.refresh();
    });
  }

  changed(text: string): boolean {
    return this.#file.changed(text);
  }

  showProgram(): void {
    this.#file.close(false);
  }

  #storeOf(session: string): FileStore {
    return new FileStore(session, this.#parts.client, this.#parts.backstage);
  }

  async #look(): Promise<void> {
    // What was said meanwhile is of more use.
    const isSilent = () => this.#view.said.textContent === "";
    const waiting = setTimeout(() => isSilent() && this.#say(WAITING, false), PATIENCE_MS);
    try {
      await Promise.all([this.#pane.hidden ? null : this.#tree.refresh(), this.#file.refresh()]);
    } catch (error) {
      this.#say(messageOf(error), true);
    } finally {
      clearTimeout(waiting);
      if (this.#view.said.textContent === WAITING) this.#say("", false);
    }
  }

  #listen(): void {
    const { view, selected } = { view: this.#view, selected: () => this.#tree.selected };
    view.close.addEventListener("click", this.#onClose);
    this.#pane.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !event.defaultPrevented) this.#onClose();
    });
    // Other clients may have written files.
    this.#pane.addEventListener("pointerenter", () => this.refresh());
    view.keep.checked = this.#parts.keeper.isOn;
    view.keep.addEventListener("change", () => {
      this.#parts.keeper.turn(view.keep.checked);
      this.refresh();
    });
    view.make.addEventListener("click", () => void this.#make());
    view.upload.addEventListener("click", () => view.chooser.click());
    view.chooser.addEventListener("change", () => {
      const files = [...(view.chooser.files ?? [])];
      view.chooser.value = "";
      void this.#putIn(directoryOf(selected().path), files);
    });
    view.open.addEventListener("click", () => void this.#openFile(selected().path));
    view.load.addEventListener("click", () => this.#load(this.#store, selected().path));
    view.download.addEventListener("click", () => void this.#download(selected()));
    view.remove.addEventListener("click", () => void this.#delete(selected()));
  }

  #showDeeds(entry: Entry): void {
    const { open, load, download: save, remove } = this.#view;
    for (const deed of [open, load, save, remove]) deed.disabled = entry.kind === "directory";
  }

  async #openFile(path: string): Promise<void> {
    await this.#doing(async () => {
      await this.#file.open(this.#store, path);
      if (matchMedia(NARROW).matches) this.#onClose();
      this.#parts.editor.focus();
      return "";
    });
  }

  /** Evaluates `(load …)` where no evaluation is in the way. */
  #load(store: FileStore, path: string): void {
    if (store.session !== this.#parts.session())
      this.#say(`${path} is a file of session ${store.session}: go there to load it.`, true);
    else if (this.#parts.isRunning()) this.#say("The Lisp is at work: load it when that is done.", true);
    else this.#parts.run(loadForm(path));
  }

  async #make(): Promise<void> {
    const directory = directoryOf(this.#tree.selected.path);
    const store = this.#store;
    let made: string | null = null;
    await askPath("New file", `${directory}untitled.lisp`, async (path) => {
      try {
        if (await store.has(path)) return `There is a file ${path} already.`;
        made = await store.write(path, "");
        return null;
      } catch (error) {
        return messageOf(error);
      }
    });
    if (made === null) return;
    await this.#reveal(made);
    await this.#openFile(made);
  }

  async #delete({ path, kind }: Entry): Promise<void> {
    if (kind === "directory") return this.#say("A directory is gone when its last file is deleted.", false);
    const text = "It is gone for good then.";
    if (!(await confirm({ title: `Delete ${path}?`, text, deed: "Delete" }))) return;
    await this.#doing(async () => {
      await this.#store.remove(path);
      this.#file.deleted(this.#store.session, path);
      await this.#tree.refresh();
      this.#tree.focus();
      return `${path} is deleted.`;
    });
  }

  async #download({ path }: Entry): Promise<void> {
    await this.#doing(async () => {
      const bytes = await this.#store.readBytes(path, MOST_SAVED);
      if (typeof bytes === "number")
        throw new Error(`${path} has ${countedBytes(bytes)}, too many to be downloaded.`);
      download(nameOf(path), bytes, "application/octet-stream");
      return `${path} is downloaded.`;
    });
  }

  async #putIn(directory: string, files: readonly File[]): Promise<void> {
    if (files.length === 0) return;
    await this.#doing(async () => {
      const { paths, problems } = await putIn(this.#store, directory, files);
      const [first] = paths;
      if (first !== undefined) await this.#reveal(first);
      void this.#file.refresh();
      const done = paths.length === 1 ? `${first} is there.` : `${paths.length} files are in ${directory}.`;
      if (problems.length > 0) throw new Error([...problems, ...(paths.length > 0 ? [done] : [])].join(" "));
      return paths.length > 0 ? done : "Nothing was replaced.";
    });
  }

  async #reveal(path: string): Promise<void> {
    await this.#tree.reveal(path);
    this.#tree.showChanges();
  }

  /** Does something that the Lisp may keep waiting, and says what became of it. */
  async #doing(act: () => Promise<string>): Promise<void> {
    this.#say("", false);
    const waiting = setTimeout(() => this.#say(WAITING, false), PATIENCE_MS);
    try {
      const said = await act();
      this.#say(said, false);
    } catch (error) {
      this.#say(messageOf(error), true);
    } finally {
      clearTimeout(waiting);
    }
  }

  #say(text: string, isProblem: boolean): void {
    this.#view.said.textContent = text;
    this.#view.said.toggleAttribute("data-problem", isProblem);
  }
}
