import type { LispServer, LispServerOptions, Restored } from "jscl-mcp";
import { messageOf } from "./elements/message-of.js";
import { failureParts, noteParts } from "./elements/views/entry-view.js";
import type { MenuItem } from "./menu.js";
import type { TabDefinitions } from "./programs/tab-definitions.js";
import { recall, remember } from "./storage.js";
import type { Transcript } from "./transcript/transcript.js";

/** Notified when the browser does not keep the definitions, and when it does again. */
let tellProblem: (problem: string | null) => void = () => {};

/** Under which name the browser keeps the definitions, and whether it is to. */
export function keptDefinitions(): NonNullable<LispServerOptions["journal"]> {
  const onProblem = (problem: string | null) => tellProblem(problem);
  return { name: "playground", keep: recall("keep-definitions") === "yes", onProblem };
}

interface KeptDefinitionsParts {
  readonly server: Promise<LispServer>;
  readonly transcript: Transcript;
  readonly bar: HTMLElement;
  readonly text: HTMLElement;
  readonly restore: HTMLButtonElement;
  readonly discard: HTMLButtonElement;
  /** What this tab had defined before it was loaded again. */
  readonly tab: TabDefinitions;
  /** Evaluates code in the transcript. */
  readonly run: (code: string) => void;
}

/** The offer to restore what an earlier visit has defined, and the setting that has the browser keep it. */
export class KeptDefinitions {
  readonly #parts: KeptDefinitionsParts;
  /** Whether the offer is about this tab's definitions, and not about those of an earlier visit. */
  #isOfTab = false;

  constructor(parts: KeptDefinitionsParts) {
    this.#parts = parts;
    tellProblem = (problem) => this.#tell(problem);
    const { tab, bar, run } = parts;
    parts.restore.addEventListener("click", () => {
      if (!this.#isOfTab) return void this.#decide((server) => this.#restore(server));
      bar.hidden = true;
      const { earlier } = tab;
      tab.forget();
      run(earlier);
    });
    parts.discard.addEventListener("click", () => {
      if (!this.#isOfTab) return void this.#decide((server) => server.discardDefinitions());
      bar.hidden = true;
      tab.forget();
    });
    parts.server.then(
      (server) => this.#offer(server),
      () => undefined,
    );
  }

  /** The entry of a menu that turns the setting on or off. */
  item(): MenuItem {
    const { keep } = keptDefinitions();
    return {
      title: keep ? "Stop keeping definitions" : "Keep definitions",
      about: keep ? "Forgets what this browser has kept" : "Of main, in this browser, for your next visit",
      choose: () => void this.#keep(!keep),
    };
  }

  #offer(server: LispServer): void {
    const { bar, text, tab } = this.#parts;
    const { count, names } = server.savedDefinitions();
    this.#isOfTab = count === 0 && tab.earlier !== "";
    if (this.#isOfTab) {
      bar.hidden = false;
      text.textContent = "This tab's definitions, from before it was loaded again";
      text.title = "What programs have computed and stored in variables since does not come back.";
      return;
    }
    text.title = "";
    bar.hidden = count === 0;
    text.textContent = `${count} ${count === 1 ? "definition" : "definitions"} from your last visit`;
    text.title = names.join("\n");
  }

  async #decide(act: (server: LispServer) => Promise<void>): Promise<void> {
    const { server, transcript, restore, discard } = this.#parts;
    for (const button of [restore, discard]) button.disabled = true;
    try {
      await act(await server);
      // They were this tab's, too.
      this.#parts.tab.forget();
      // Definitions that could not be restored may be tried again, or discarded.
      this.#offer(await server);
    } catch (error) {
      transcript.note(failureParts(messageOf(error)));
    } finally {
      for (const button of [restore, discard]) button.disabled = false;
    }
  }

  #tell(problem: string | null): void {
    const text = "The browser keeps all definitions again.";
    const parts =
      problem === null ? noteParts(text) : failureParts(`The browser does not keep definitions: ${problem}`);
    this.#parts.transcript.note(parts);
  }

  async #restore(server: LispServer): Promise<void> {
    this.#parts.transcript.note(noteParts(told(await server.restoreDefinitions())));
  }

  async #keep(keep: boolean): Promise<void> {
    remember("keep-definitions", keep ? "yes" : null);
    const { transcript } = this.#parts;
    const server = await this.#parts.server;
    await server.keepDefinitions(keep);
    this.#offer(server);
    const { problem } = server.savedDefinitions();
    // A problem has a notice of its own.
    if (problem !== null) return;
    if (keep)
      transcript.note(noteParts("What you define in session main is kept in this browser from now on."));
    else transcript.note(noteParts("Definitions are kept no longer, and what was kept is forgotten."));
  }
}

function told({ count, failed }: Restored): string {
  const restored = `${count} ${count === 1 ? "definition was" : "definitions were"} restored.`;
  if (failed.length === 0) return restored;
  const lost = failed.map(({ names, reason }) => `${names[0] ?? "a form"}: ${reason}`);
  return `${restored} Not restored: ${lost.join("; ")}.`;
}
