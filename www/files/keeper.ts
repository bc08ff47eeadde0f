/** Whether this browser keeps the files of session main; what keeps them is loaded where it does. */
import { messageOf } from "../elements/message-of.js";
import { recall, remember } from "../storage.js";
import type { KeptFiles, KeptState } from "./kept-files.js";
import type { FileStore } from "./store.js";

const SETTING = "keep-files";

interface KeeperParts {
  /** The files of session main. */
  readonly files: () => Promise<FileStore>;
  /** Says what could not be kept, once. */
  readonly say: (text: string) => void;
  /** Called when files were put back. */
  readonly onPutBack: () => void;
}

export class FilesKeeper {
  readonly #parts: KeeperParts;
  #loading: Promise<KeptFiles> | null = null;
  #isOn = recall(SETTING) === "yes";
  #said = "";
  #count = -1;

  constructor(parts: KeeperParts) {
    this.#parts = parts;
    this.refresh();
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  turn(on: boolean): void {
    this.#isOn = on;
    remember(SETTING, on ? "yes" : null);
    if (on) this.refresh();
    else void this.#do((kept) => kept.forget());
  }

  /** Keeps what has changed, and puts it back into a Lisp that is fresh. */
  refresh(): void {
    if (!this.#isOn) return;
    void this.#do(async (kept) => {
      const state = await kept.refresh();
      // It was turned off meanwhile.
      if (!this.#isOn) return kept.forget();
      if (state.count !== this.#count) this.#parts.onPutBack();
      this.#count = state.count;
      this.#say(notKept(state));
    });
  }

  async #do(work: (kept: KeptFiles) => Promise<void>): Promise<void> {
    try {
      this.#loading ??= this.#load();
      await work(await this.#loading);
    } catch (error) {
      this.#say(messageOf(error));
    }
  }

  async #load(): Promise<KeptFiles> {
    const [{ KeptFiles }, files] = await Promise.all([import("./kept-files.js"), this.#parts.files()]);
    return new KeptFiles(files);
  }

  #say(text: string): void {
    if (text !== "" && text !== this.#said) this.#parts.say(text);
    this.#said = text;
  }
}

function notKept({ leftOut }: KeptState): string {
  if (leftOut.length === 0) return "";
  const some = leftOut.slice(0, 3).join(", ");
  const more = leftOut.length > 3 ? ` and ${leftOut.length - 3} more` : "";
  return `Not kept in this browser, for they are too long: ${some}${more}.`;
}
