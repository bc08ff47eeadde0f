import type { Extension } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";
import type { LispClient } from "../client/client.js";
import { byId } from "../elements/dom.js";
import type { Editor } from "../elements/editor/editor.js";
import { MacroBodies } from "../elements/editor/macro-bodies.js";
import { isApple } from "../platform.js";
import { arglistIn } from "./arglist.js";
import { listAt } from "./calls.js";
import { Definitions } from "./go-to-definition.js";
import { symbolHover } from "./hover.js";
import { bodyPosition, KnownSymbols, textOf } from "./known-symbols.js";
import { peeks } from "./peek.js";

interface AssistParts {
  readonly client: Promise<LispClient>;
  readonly session: () => string;
  readonly package: () => string;
  readonly isRunning: () => boolean;
  readonly program: () => Pick<Editor, "all" | "goTo">;
}

/** What the Lisp says of names while somebody writes: one for the editor and the prompt. */
export class Assist {
  readonly #parts: AssistParts;
  readonly #symbols: KnownSymbols;
  readonly #definitions: Definitions;
  /** Where the bodies of macros begin. */
  readonly bodies = new MacroBodies(async (name) => bodyPosition(await this.#symbols.of(name)));
  #sheet: Promise<() => void> | null = null;

  constructor(parts: AssistParts) {
    this.#parts = parts;
    this.#symbols = new KnownSymbols(async (name) => {
      // A Lisp that evaluates answers only afterwards, and then somebody writes something else.
      if (parts.isRunning()) throw new Error("The Lisp is at work.");
      return (await parts.client).describeSymbol(parts.session(), name, parts.package());
    });
    this.#definitions = new Definitions({
      program: { all: () => parts.program().all(), goTo: (place) => parts.program().goTo(place) },
      transcript: byId("transcript", HTMLElement),
      source: async (name) => (await parts.client).source(parts.session(), name),
    });
    byId("keys-open", HTMLButtonElement).addEventListener("click", () => void this.showKeys());
    document.addEventListener("keydown", (event) => {
      if (event.key !== "F1" || event.defaultPrevented) return;
      event.preventDefault();
      void this.showKeys();
    });
  }

  /** Forgets what an evaluation, or another session, may have changed. */
  refresh(): void {
    this.#symbols.forget();
    this.bodies.forget();
  }

  /** What an editor has of it; `line` shows lambda lists. */
  in(line: HTMLElement): Extension {
    const { goTo, back } = this.#definitions;
    return [
      arglistIn(line, this.#symbols),
      symbolHover(this.#symbols),
      peeks,
      keymap.of([
        { key: "Alt-.", run: goTo },
        { key: "F12", run: goTo, preventDefault: true },
        { key: "Alt-,", run: back },
        { key: "Alt-m", run: (view) => this.#expand(view) },
      ]),
    ];
  }

  /** The source of a name's definition, or else what the Lisp says of it; null where that is nothing. */
  async describe(name: string): Promise<string | null> {
    const client = await this.#parts.client;
    const [definition] = await client.source(this.#parts.session(), name).catch(() => []);
    if (definition) return definition.code;
    const facts = await this.#symbols.of(name);
    return (facts && textOf(name, facts)) ?? client.describe(this.#parts.session(), name);
  }

  async showKeys(): Promise<void> {
    this.#sheet ??= import("./keys-sheet.js").then(({ keysSheet }) => keysSheet(isApple));
    const open = await this.#sheet.catch(() => null);
    if (open) open();
    else this.#sheet = null;
  }

  #expand(view: EditorView): boolean {
    const { main } = view.state.selection;
    const form = main.empty ? listAt(view.state.doc.toString(), main.head) : main;
    if (!form) return false;
    const { client, session, package: packageOf } = this.#parts;
    const { from, to } = form;
    void import("./expansion.js")
      .then(({ showExpansion }) =>
        showExpansion(view, { from, to }, async (code) =>
          (await client).expandOnce(session(), code, packageOf()),
        ),
      )
      .catch(() => undefined);
    return true;
  }
}
