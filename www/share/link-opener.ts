import type { Notice } from "../programs/notice.js";
import type { Programs } from "../programs/programs.js";

interface LinkOpenerParts {
  readonly programs: Programs;
  readonly notice: Notice;
  readonly run: () => void;
}

/** Opens what the page's address brings, as a program of its own. Never runs it. */
export class LinkOpener {
  readonly #parts: LinkOpenerParts;

  constructor(parts: LinkOpenerParts) {
    this.#parts = parts;
    addEventListener("hashchange", () => void this.openAddress());
  }

  async openAddress(): Promise<void> {
    const { programs, notice, run } = this.#parts;
    const { hash } = location;
    // A page that is loaded again has it open already, with what was changed since.
    if (hash === "" || hash === programs.fragment) return;
    const { readFragment } = await import("./link.js");
    const read = await readFragment(hash);
    if (read === null) return;
    if ("problem" in read) {
      programs.begin({ name: "Untitled", origin: "own", text: "" });
      notice.say(read.problem);
      return this.#dropFragment();
    }
    const { name, text, asksToRun } = read.shared;
    programs.begin({ name, origin: "link", text }, hash);
    const said = `“${programs.current.name}” came with a link, and has not been run.`;
    notice.say(said, asksToRun ? [{ label: "Run it", act: run }] : []);
  }

  /** Takes the link out of the address when the open program is not what it brings any more. */
  forgetFragment(): void {
    if (location.hash !== "" && this.#parts.programs.fragment === "") this.#dropFragment();
  }

  #dropFragment(): void {
    history.replaceState(history.state, "", location.pathname + location.search);
  }
}
