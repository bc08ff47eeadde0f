import type { Editor } from "../elements/editor/editor.js";
import { freshId } from "./fresh-id.js";
import type { Library } from "./library.js";
import type { Notice } from "./notice.js";
import { makeProgram, type Origin, type Program, tidyName, unusedName, withVersion } from "./program.js";
import type { Open, Tab } from "./tab.js";

/** Milliseconds after the last change until it is kept. Leaving the page keeps it at once. */
const SETTLED_MS = 300;

/** What a notice about the storage is about. */
const STORAGE = "storage";

const UNKEPT = {
  full: "The browser's storage is full, so what you change is not kept. Delete a program, or export this one.",
  forbidden: "This browser keeps nothing for this page: export the program before you close it.",
};

interface ProgramsParts {
  readonly library: Library;
  readonly tab: Tab;
  readonly notice: Notice;
  /** The program that was changed last, in any tab. */
  readonly last: { readonly read: () => string | null; readonly write: (id: string) => void };
  /** Called when another program is open, or this one has another name. */
  readonly onOpen: (program: Program) => void;
}

/**
 * The program that this tab has open, and the others. A program is kept once it was changed, or when it came
 * by a link; an example that was only looked at is not.
 */
export class Programs {
  readonly #parts: ProgramsParts;
  #open: Open;
  #editor: Editor | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Begins with what this tab had open, or else with what was changed last, or else with `first`. */
  constructor(parts: ProgramsParts, first: Pick<Program, "name" | "origin" | "text">) {
    this.#parts = parts;
    this.#open = this.#ofTab() ?? this.#ofLastVisit() ?? unstored(makeProgram(first));
    const leave = () => this.keep();
    addEventListener("pagehide", leave);
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden") leave();
    });
  }

  get current(): Program {
    return this.#open.program;
  }

  /** The fragment of the address that the open program came by; empty where it came otherwise. */
  get fragment(): string {
    return this.#open.fragment;
  }

  all(): Program[] {
    const all = this.#parts.library.all();
    const { program } = this.#open;
    return [program, ...all.filter(({ id }) => id !== program.id)].sort(
      (one, other) => other.changedMs - one.changedMs,
    );
  }

  /** Shows the open program in an editor, and whatever is opened from now on. */
  showIn(editor: Editor): void {
    this.#editor = editor;
    this.#show();
  }

  /** Lets the editor show something else; the open program stays open, and `showIn` shows it again. */
  leaveEditor(): void {
    this.keep();
    this.#editor = null;
  }

  /** Takes in what the person has changed. */
  changed(text: string): void {
    const { program } = this.#open;
    if (text === program.text) return;
    this.#open = {
      ...this.#open,
      program: { ...program, text, changedMs: Date.now() },
      isUnsaved: true,
      fragment: "",
    };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#save(), SETTLED_MS);
  }

  /** Puts the text as it is now among the program's versions. */
  noteVersion(): void {
    const program = withVersion(this.current);
    // An example that is run as it is needs no version.
    if (program === this.current || (this.#open.revision === null && !this.#open.isUnsaved)) return;
    this.#open = { ...this.#open, program, isUnsaved: true };
    this.#save();
  }

  /** Shows an earlier text of the open program. What it replaces is a version too, and can be undone to. */
  showVersion(text: string): void {
    this.noteVersion();
    this.#comeBack();
    this.#editor?.show(text);
    this.#editor?.focus();
  }

  /** Opens a program that the library has. */
  open(id: string): void {
    if (id === this.current.id) return this.#comeBack();
    const stored = this.#parts.library.read(id);
    if (stored) this.#enter({ ...stored, isUnsaved: false, fragment: "" });
  }

  /**
   * Opens a text as a program of its own; where there is a program of the same origin and text, that one.
   * `fragment` is the address's, for one that came by it.
   */
  begin(
    given: { readonly name: string; readonly origin: Origin; readonly text: string },
    fragment = "",
  ): void {
    const same = this.all().find(({ origin, text }) => origin === given.origin && text === given.text);
    if (same && same.id === this.current.id) {
      this.#open = { ...this.#open, fragment };
      this.#comeBack();
    } else if (same) this.#enter({ ...(this.#stored(same.id) ?? unstored(same)), fragment });
    else this.#enter({ ...unstored(makeProgram({ ...given, name: this.#unused(given.name) })), fragment });
    // A link is not found again as easily as an example.
    if (given.origin === "link" && this.#open.revision === null) this.#save(true);
  }

  /** Opens the program of this origin and name, with what was changed in it, or else begins it. */
  resume(given: Pick<Program, "name" | "origin" | "text">): void {
    const { name, origin } = given;
    const same = this.all().find((each) => each.origin === origin && each.name === name);
    if (!same) this.begin(given);
    else this.open(same.id);
  }

  /** Opens a copy of the open program. */
  duplicate(): void {
    const { name, text } = this.current;
    this.#enter(unstored(makeProgram({ name: this.#unused(name), origin: "own", text })));
    this.#save(true);
  }

  rename(name: string): void {
    const others = this.all().filter(({ id }) => id !== this.current.id);
    const wanted = unusedName(
      name,
      others.map((other) => other.name),
    );
    this.#open = { ...this.#open, program: { ...this.current, name: wanted }, isUnsaved: true };
    this.#save();
    this.#parts.onOpen(this.current);
  }

  /** Deletes the open program, and opens the next one; the notice has the way back. */
  remove(): void {
    const gone = { ...this.#open, fragment: "" };
    const { id, name } = gone.program;
    if (this.#editor) this.#parts.tab.keepUndo(id, this.#editor.snapshot());
    clearTimeout(this.#timer);
    this.#parts.library.remove(id);
    const [next] = this.#parts.library.all();
    const empty = () => makeProgram({ name: "Untitled", origin: "own", text: "" });
    this.#enter((next && this.#stored(next.id)) ?? unstored(empty()), false);
    const undo = () => {
      this.#enter({ ...gone, revision: null });
      this.#save(true);
    };
    this.#parts.notice.say(`“${name}” was deleted.`, [{ label: "Undo", act: undo }]);
  }

  /** Keeps everything now. */
  keep(): void {
    this.#save();
    if (this.#editor) this.#parts.tab.keepUndo(this.current.id, this.#editor.snapshot());
    this.#parts.tab.keepOpen(this.#open);
  }

  #enter(open: Open, keepsThis = true): void {
    if (keepsThis) this.keep();
    this.#open = open;
    this.#show();
    this.#parts.tab.keepOpen(this.#open);
  }

  /** Says that the open program is wanted, where the editor shows something else. */
  #comeBack(): void {
    if (this.#editor === null) this.#parts.onOpen(this.current);
  }

  #show(): void {
    const { program } = this.#open;
    this.#editor?.open(program.text, this.#parts.tab.undo(program.id));
    this.#parts.onOpen(program);
  }

  /** Stores the open program if it was changed, or `always`; as another one if another tab has changed it. */
  #save(always = false): void {
    clearTimeout(this.#timer);
    if (!always && !this.#open.isUnsaved) return;
    const { library, notice, last } = this.#parts;
    const { program, revision } = this.#open;
    const written = library.write(program, revision);
    if (written.outcome === "changed elsewhere") {
      const name = this.#unused(program.name);
      const fork = { ...program, id: freshId(), name };
      this.#open = { ...this.#open, program: fork, revision: null };
      notice.say(`Another tab has changed “${program.name}”: yours goes on as “${name}”, and both are kept.`);
      this.#save(always);
      this.#parts.onOpen(fork);
    } else if (written.outcome === "kept") {
      this.#open = { ...this.#open, revision: written.revision, isUnsaved: false };
      notice.clear(STORAGE);
      last.write(program.id);
    } else notice.say(UNKEPT[written.outcome], [], STORAGE);
  }

  #unused(name: string): string {
    return unusedName(
      tidyName(name),
      this.all().map((each) => each.name),
    );
  }

  #stored(id: string): Open | null {
    const stored = this.#parts.library.read(id);
    return stored && { ...stored, isUnsaved: false, fragment: "" };
  }

  /** What this tab had open before it was loaded again; the library's text where that is the newer one. */
  #ofTab(): Open | null {
    const open = this.#parts.tab.open();
    const stored = open && this.#stored(open.program.id);
    if (!open || !stored || open.isUnsaved) return open;
    return { ...stored, fragment: stored.program.text === open.program.text ? open.fragment : "" };
  }

  #ofLastVisit(): Open | null {
    const { library, last } = this.#parts;
    const id = last.read();
    const [newest] = library.all();
    return (id === null ? null : this.#stored(id)) ?? (newest ? this.#stored(newest.id) : null);
  }
}

function unstored(program: Program): Open {
  return { program, revision: null, isUnsaved: false, fragment: "" };
}
