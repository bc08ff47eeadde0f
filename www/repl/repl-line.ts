import { completionStatus, startCompletion } from "@codemirror/autocomplete";
import { EditorState, type Extension, Prec } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import type { Position } from "jscl-mcp";
import { byId } from "../elements/dom.js";
import { lispColours } from "../elements/editor/colours.js";
import type { Names } from "../elements/editor/completion.js";
import { Editor } from "../elements/editor/editor.js";
import { breakLine } from "../elements/editor/indentation.js";
import type { MacroBodies } from "../elements/editor/macro-bodies.js";
import { messageOf } from "../elements/message-of.js";
import { isWhole, promptName } from "../elements/run/prompt.js";
import type { Way } from "../finished.js";
import { commandsLike, type Desk, isCommand, runCommand, type Said } from "./commands.js";
import { KeptHistory } from "./kept-history.js";

interface ReplLineParts extends Omit<Desk, "searchHistory" | "evaluate"> {
  readonly names: Names;
  readonly bodies: MacroBodies;
  /** The level that what is entered runs on top of; 0 for none. */
  readonly level: () => number;
  readonly isRunning: () => boolean;
  readonly evaluate: (code: string, holder: Pick<Editor, "mark" | "goTo">, way?: Way) => void;
  readonly stop: () => void;
  /** Shows in the transcript what a command says. */
  readonly say: (line: string, said: Said) => void;
  /** What the line has beside what is here. */
  readonly extensions: Extension;
}

/** The line under the transcript: what is entered there is evaluated in the session that is worked in. */
export class ReplLine {
  readonly #parts: ReplLineParts;
  readonly #root = byId("repl", HTMLElement);
  readonly #package = byId("repl-package", HTMLElement);
  readonly #note = byId("repl-note", HTMLElement);
  readonly #history = new KeptHistory();
  readonly #editor: Editor;
  readonly #desk: Desk;
  #search: Promise<(text: string) => void> | null = null;

  constructor(parts: ReplLineParts) {
    this.#parts = parts;
    this.#desk = {
      ...parts,
      evaluate: (code, way) => this.#evaluate(code, way),
      searchHistory: (text) => void this.#searchHistory(text),
    };
    this.#editor = new Editor(byId("repl-input", HTMLElement), {
      text: "",
      names: { ...parts.names, complete: (text) => this.#complete(text) },
      bodies: parts.bodies,
      describedBy: "repl-package repl-help",
      onRun: () => this.#enter(),
      onRunForm: () => {},
      onChange: () => this.#say(""),
      extensions: [this.#keys(), MANNER, parts.extensions],
    });
    // A click beside the text means the line.
    this.#root.addEventListener("click", ({ target }) => {
      if (!(target instanceof Element) || target.closest("button")) return;
      if (!byId("repl-input", HTMLElement).contains(target)) this.#editor.focus();
    });
    this.refresh();
  }

  /** Shows the package, and the level, of the session that is current now. */
  refresh(): void {
    const name = this.#parts.package();
    const level = this.#parts.level();
    this.#package.textContent = `${promptName(name)}${level > 0 ? ` ${level}` : ""}>`;
    this.#package.title = level > 0 ? `${name}, on top of the program that waits at level ${level}` : name;
    this.#root.classList.toggle("repl-held", level > 0);
    if (!this.#parts.isRunning()) this.#say("");
  }

  focus(): void {
    this.#editor.focus();
  }

  /** Puts text at the cursor, in place of what is selected. */
  insert(text: string): void {
    this.#editor.insert(text);
    this.#editor.focus();
  }

  /** Puts text into the line, to be changed and entered. */
  edit(text: string, place?: Position): void {
    this.#editor.show(text);
    const lines = text.split("\n");
    this.#editor.goTo(place ?? { line: lines.length, column: lines.at(-1)?.length ?? 0 });
  }

  #keys(): Extension {
    const history = (view: EditorView, by: -1 | 1) => {
      const text = this.#history.move(by, view.state.doc.toString());
      if (text !== null) this.edit(text);
      return true;
    };
    const search = () => {
      void this.#searchHistory("");
      return true;
    };
    return Prec.highest(
      keymap.of([
        { key: "Enter", run: ({ state }) => isDone(state) && this.#enter() },
        { key: "Shift-Enter", run: breakLine },
        { key: "ArrowUp", run: (view) => isAtEdge(view, "start") && history(view, -1) },
        { key: "ArrowDown", run: (view) => isAtEdge(view, "end") && history(view, 1) },
        { key: "Alt-p", run: (view) => history(view, -1) },
        { key: "Alt-n", run: (view) => history(view, 1) },
        { key: "Ctrl-r", run: search },
        { key: "Alt-r", run: search },
        { key: "Tab", run: completeName },
        {
          key: "Escape",
          run: ({ state }) => {
            if (completionStatus(state) === "active" || !this.#parts.isRunning()) return false;
            this.#parts.stop();
            return true;
          },
        },
      ]),
    );
  }

  #enter(): true {
    const text = this.#editor.all().code.trim();
    if (text === "") return true;
    if (isCommand(text)) void this.#command(text);
    else if (this.#parts.isRunning()) {
      this.#say("Lisp is at work. Escape stops it.");
      return true;
    } else this.#evaluate(text);
    this.#history.add(text);
    this.#editor.show("");
    return true;
  }

  /** What leads to places in code that was entered here. */
  holderOf(code: string): Pick<Editor, "mark" | "goTo"> {
    return { mark: () => {}, goTo: (place) => this.edit(code, place) };
  }

  #evaluate(code: string, way?: Way): void {
    this.#parts.evaluate(code, this.holderOf(code), way);
  }

  async #command(line: string): Promise<void> {
    try {
      const said = await runCommand(line, this.#desk);
      if (said) this.#parts.say(line, said);
    } catch (error) {
      const text = messageOf(error);
      this.#parts.say(line, { text, kind: "problem" });
    }
  }

  async #complete(text: string): Promise<readonly string[]> {
    const line = this.#editor.all().code;
    return /^\s*,\s*\S*$/.test(line) ? commandsLike(text) : this.#parts.names.complete(text);
  }

  async #searchHistory(text: string): Promise<void> {
    this.#search ??= import("./history-search.js").then(({ historySearch }) =>
      historySearch(this.#root, (typed) => this.#history.search(typed), {
        choose: (entry) => this.edit(entry),
        leave: () => this.focus(),
      }),
    );
    try {
      (await this.#search)(text);
    } catch {
      this.#search = null;
      this.#say("The search could not be loaded; the arrow keys still call back what was entered.");
    }
  }

  #say(text: string): void {
    this.#note.textContent = text;
  }
}

/** How the line differs from the editor of a page. */
const MANNER: Extension = [
  EditorView.lineWrapping,
  lispColours(),
  EditorView.contentAttributes.of({ "aria-label": "Lisp prompt", enterkeyhint: "send" }),
  // A bracket that the page closed would make an unfinished form look finished.
  EditorState.languageData.of(() => [{ closeBrackets: { brackets: [] } }]),
  // Where there is nothing to complete or indent, Tab leads on.
  EditorView.updateListener.of(({ view, docChanged }) => {
    if (docChanged) view.setTabFocusMode(view.state.doc.length === 0);
  }),
];

function isDone({ doc }: EditorState): boolean {
  const text = doc.toString();
  return isCommand(text) || isWhole(text);
}

/** Whether the cursor is in the first, or last, line as it is shown, and no list of names is open. */
function isAtEdge(view: EditorView, edge: "start" | "end"): boolean {
  const { doc, selection } = view.state;
  if (completionStatus(view.state) === "active" || !selection.main.empty) return false;
  const here = view.coordsAtPos(selection.main.head);
  const there = view.coordsAtPos(edge === "start" ? 0 : doc.length);
  return here === null || there === null || Math.abs(here.top - there.top) < 2;
}

/** Asks for the names that the word before the cursor may become. */
function completeName(view: EditorView): boolean {
  const { head } = view.state.selection.main;
  if (completionStatus(view.state) === "active" || head === 0) return false;
  return /[^\s()"';`,]/.test(view.state.sliceDoc(head - 1, head)) && startCompletion(view);
}
