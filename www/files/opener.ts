import { byId } from "../elements/dom.js";
import { recall, remember } from "../storage.js";
import { FilesKeeper } from "./keeper.js";
import type { FilesPanel, FilesParts } from "./panel.js";
import { MAIN } from "./texts.js";

/** The button of the panel of files, which is loaded when somebody opens it. */
export class FilesOpener {
  readonly #parts: FilesParts;
  readonly #keeper: FilesKeeper;
  readonly #toggle = byId("files-toggle", HTMLButtonElement);
  #loading: Promise<FilesPanel> | null = null;
  #panel: FilesPanel | null = null;

  constructor(parts: Omit<FilesParts, "keeper">) {
    this.#keeper = new FilesKeeper({
      files: async () => new (await import("./store.js")).FileStore(MAIN, parts.client, parts.backstage),
      say: parts.say,
      onPutBack: () => this.#panel?.refresh(),
    });
    this.#parts = { ...parts, keeper: this.#keeper };
    this.#toggle.addEventListener(
      "click",
      () => void this.#show(byId("files", HTMLElement).hidden === true, true),
    );
    if (recall("files") === "open") void this.#show(true, false);
  }

  /** Looks again at what there is. */
  refresh(): void {
    this.#panel?.refresh();
    if (!this.#parts.isRunning()) this.#keeper.refresh();
  }

  /** Takes in what was changed in the editor, if that shows a file. */
  changed(text: string): boolean {
    return this.#panel?.changed(text) ?? false;
  }

  /** Has the editor show the program again. */
  showProgram(): void {
    this.#panel?.showProgram();
  }

  async #show(open: boolean, isAsked: boolean): Promise<void> {
    this.#toggle.setAttribute("aria-expanded", String(open));
    remember("files", open ? "open" : null);
    if (!open && this.#panel === null) return;
    try {
      this.#loading ??= import("./panel.js").then(({ openPanel }) =>
        openPanel(this.#parts, () => {
          void this.#show(false, true);
          this.#toggle.focus();
        }),
      );
      this.#panel = await this.#loading;
      this.#panel.show(open, isAsked);
    } catch {
      this.#parts.say("The panel of files could not be loaded.");
      this.#loading = null;
      this.#toggle.setAttribute("aria-expanded", "false");
    }
  }
}
