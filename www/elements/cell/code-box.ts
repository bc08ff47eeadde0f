import type { Position } from "jscl-mcp";
import { element } from "../dom.js";
import type { CellEditor, CellEditorOptions } from "../edit/cell-editor.js";
import { highlightLisp, MOST_COLOURED } from "../highlight.js";
import { transcriptTokens } from "./transcript.js";

/** Pixels that a pointer may move in a click; farther, and it selects text. */
const STILL = 4;

/** What the code of a cell is, and who is told what becomes of it. */
interface Options extends Pick<CellEditorOptions, "names" | "onRun" | "onLeave" | "describedBy"> {
  readonly text: () => string;
  readonly onChange: (text: string) => void;
  readonly isReadonly: () => boolean;
  readonly onProblem: (text: string) => void;
}

/** The code of a cell: static until it gets the focus, and then an editor in the same place. */
export class CodeBox {
  readonly element: HTMLElement;
  readonly #options: Options;
  readonly #code = element("pre", { class: "code" });
  #editor: CellEditor | null = null;
  #loading: Promise<CellEditor | null> | null = null;
  #marked: readonly Position[] = [];
  /** Lines that are marked while there is no editor, by their numbers. */
  #spots: ReadonlyMap<number, HTMLElement> = new Map();

  constructor(options: Options) {
    this.#options = options;
    this.element = element("div", { class: "code-box", part: "editor" }, this.#code);
    this.#followPointer();
    this.#code.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !options.isReadonly()) {
        event.preventDefault();
        if (event.ctrlKey || event.metaKey) options.onRun();
        else void this.#edit();
      }
    });
    this.refresh();
  }

  /** Shows the text and the manner that hold now. */
  refresh(): void {
    const { text, isReadonly, describedBy } = this.#options;
    if (isReadonly()) this.close();
    const set = (name: string, value: string | null) =>
      value === null ? this.#code.removeAttribute(name) : this.#code.setAttribute(name, value);
    set("role", isReadonly() ? "group" : "textbox");
    set("aria-multiline", isReadonly() ? null : "true");
    set("aria-describedby", isReadonly() ? null : describedBy);
    set("aria-label", "Lisp source");
    this.#code.tabIndex = 0;
    this.#code.replaceChildren(highlightLisp(text(), MOST_COLOURED, transcriptTokens));
    this.#editor?.show(text());
  }

  /** Shows that the recorded answers are those of other code. */
  showStale(isStale: boolean): void {
    this.element.toggleAttribute("data-edited", isStale);
  }

  /** Marks the places of what is wrong in the text, in the place of those before. */
  mark(places: readonly Position[]): void {
    this.#marked = places;
    this.#editor?.mark(places);
    for (const spot of this.#spots.values()) spot.remove();
    const lines = this.#editor === null ? new Set(places.map(({ line }) => line)) : [];
    this.#spots = new Map([...lines].map((line) => [line, spotOf(line)]));
    this.element.prepend(...this.#spots.values());
  }

  /** Leads to a place of the text: in the editor, or, where none may be, to the line. */
  async goTo(place: Position): Promise<void> {
    if (this.#options.isReadonly()) this.#spots.get(place.line)?.scrollIntoView({ block: "nearest" });
    else (await this.#edit())?.goTo(place);
  }

  /** Indents the code. */
  async format(): Promise<void> {
    (await this.#edit())?.format();
  }

  /** Puts the static code back in the place of the editor. */
  close(): void {
    this.#editor?.destroy();
    this.#editor = null;
    this.#loading = null;
    this.#code.hidden = false;
  }

  #followPointer(): void {
    let down: PointerEvent | null = null;
    this.#code.addEventListener("pointerdown", (event) => {
      down = event;
    });
    this.#code.addEventListener("focus", () => {
      if (!down) void this.#edit();
    });
    this.#code.addEventListener("click", ({ clientX, clientY }) => {
      const isClick = down && Math.hypot(clientX - down.clientX, clientY - down.clientY) < STILL;
      down = null;
      if (isClick) void this.#edit({ x: clientX, y: clientY });
    });
    // A selection may end anywhere.
    for (const end of ["pointercancel", "blur"])
      this.#code.addEventListener(end, () => {
        down = null;
      });
  }

  /** Opens the editor and gives it the focus, unless that has gone elsewhere in the meantime. */
  async #edit(at?: { x: number; y: number }): Promise<CellEditor | null> {
    if (this.#options.isReadonly()) return null;
    this.#loading ??= this.#load();
    const editor = await this.#loading;
    if (!editor || this.#editor === editor) return editor;
    const root = this.element.getRootNode();
    if (root instanceof ShadowRoot && root.activeElement !== this.#code && at === undefined) return editor;
    this.#editor = editor;
    const { scrollLeft } = this.#code;
    editor.open(this.element, this.#options.text());
    this.#code.hidden = true;
    this.mark(this.#marked);
    editor.focus(at, scrollLeft);
    return editor;
  }

  async #load(): Promise<CellEditor | null> {
    try {
      const { CellEditor: Editor } = await import("../edit/cell-editor.js");
      return new Editor(this.#options);
    } catch {
      this.#loading = null;
      this.#options.onProblem("The editor could not be loaded; the code still runs.");
      return null;
    }
  }
}

/** What marks a line of the static code. */
function spotOf(line: number): HTMLElement {
  const spot = element("div", { class: "spot" });
  spot.style.setProperty("--line", String(line - 1));
  return spot;
}
