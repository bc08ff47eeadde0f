import { element } from "../elements/dom.js";
import { highlightLisp } from "../elements/highlight.js";
import { promptName } from "../elements/run/prompt.js";
import { LONG_TRANSCRIPT, TranscriptRoom } from "../elements/transcript-room.js";
import { LiveOutput, type OutputStream } from "../elements/views/live-output.js";
import { LiveResults } from "../elements/views/live-results.js";
import type { Result, ResultsOf } from "../elements/views/results-view.js";
import { MAIN } from "../sessions.js";
import { asComment, type EditAgain, entryTools } from "./entry-tools.js";

/** Lines of source an entry repeats before it is folded. */
const SOURCE_LINES = 6;

/** Lines that a folded entry still shows. */
const PREVIEW_LINES = 3;

/** Characters of source that an entry repeats. */
const SOURCE_CHARACTERS = 100_000;

/** Pixels from its end at which a transcript counts as read to the end. */
const NEAR_END = 80;

/** Entries that are gathered in one box, once there are so many more after them. */
const GATHERED = 30;

/** The states of an entry whose evaluation is not over. */
const RUNNING: ReadonlySet<string> = new Set(["running", "held"]);

/** A duration as a person reads it. */
export function duration(ms: number): string {
  if (ms < 1) return "<1 ms";
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
}

/** One evaluation in the transcript, from the moment it was asked for. */
export interface Entry {
  /** Shows what was written meanwhile. */
  write(stream: OutputStream, text: string): void;
  /** Shows the values of forms while others run. */
  showResults(results: readonly Result[], of: ResultsOf): void;
  /** Shows which part of it is running. */
  locate(where: string): void;
  /**
   * Shows, under the output so far, that the evaluation waits; `null` shows that it continues. `text` is the
   * server's own wording.
   */
  hold(parts: readonly HTMLElement[] | null, text?: string): void;
  /** The output and the values so far. */
  readonly written: readonly HTMLElement[];
  /** The characters of the stream that wrote more. */
  readonly writtenCharacters: number;
  /** Puts what the evaluation said in place of the running mark; `text` is the server's own wording. */
  finish(state: string, parts: readonly HTMLElement[], tookMs: number | null, text?: string): void;
  /** Adds to what a finished evaluation said. */
  add(parts: readonly HTMLElement[]): void;
}

/**
 * The list of what was asked and answered, the newest at the end. There is room for so much; the oldest
 * entries go.
 */
export class Transcript {
  readonly #list: HTMLElement;
  readonly #welcome: HTMLElement;
  readonly #room = new TranscriptRoom<HTMLElement>(LONG_TRANSCRIPT);
  readonly #boxes = new Set<HTMLElement>();
  /** Says how many are gone. */
  readonly #gone = element("p", { class: "entries-gone", role: "note" });
  #goneCount = 0;

  constructor(list: HTMLElement, welcome: HTMLElement) {
    this.#list = list;
    this.#welcome = welcome;
  }

  /**
   * Begins an entry for code that is being evaluated in a package of a session; `by` names another client
   * than the person, whose evaluation `stop` ends.
   */
  begin(
    code: string,
    packageOf: string,
    session: string,
    edit: EditAgain,
    by = "",
    stop: (() => void) | null = null,
  ): Entry {
    const where = session === MAIN ? "" : `${session} · `;
    const meta = element("span", { class: "entry-meta", "aria-live": "off" });
    const [mark, place] = runningMark();
    const body = element("div", { class: "entry-body" }, mark);
    const live = new LiveOutput();
    const results = new LiveResults();
    const written = () => [...live.rows, ...results.rows];
    const entry = element(
      "article",
      { class: by === "" ? "entry" : "entry entry-of-other", "data-state": "running" },
      element(
        "header",
        { class: "entry-head" },
        by !== "" && element("span", { class: "entry-by" }, by),
        element("span", { class: "entry-package" }, where + promptName(packageOf)),
        meta,
      ),
      source(code),
      body,
    );
    let said = "";
    const text = () => `${code.trim()}\n${said === "" ? "" : `${asComment(said)}\n`}`;
    const stopper = stop && stopButton(by, stop);
    meta.before(entryTools({ entry, body, edit, text, said: () => said }), ...(stopper ? [stopper] : []));
    this.#add(entry, true);
    let tail: readonly HTMLElement[] = [mark];
    const started = performance.now();
    const clock = setInterval(() => {
      meta.textContent = duration(Math.floor((performance.now() - started) / 100) * 100);
    }, 100);
    return {
      write: (stream, text) => {
        const follow = this.#atEnd();
        live.write(stream, text);
        if (body.childElementCount < written().length + tail.length)
          body.replaceChildren(...written(), ...tail);
        if (follow) this.#showEnd(entry);
      },
      showResults: (returned, of) => {
        const follow = this.#atEnd();
        results.add(returned, of);
        if (body.childElementCount < written().length + tail.length)
          body.replaceChildren(...written(), ...tail);
        if (follow) this.#showEnd(entry);
      },
      hold: (parts, text = "") => {
        const follow = this.#atEnd();
        said = text;
        tail = parts ?? [mark];
        entry.dataset["state"] = parts ? "held" : "running";
        keepFocus(entry, () => body.replaceChildren(...written(), ...tail));
        if (follow) this.#showEnd(entry);
      },
      locate: (where) => {
        place.textContent = where;
      },
      get written() {
        return written();
      },
      get writtenCharacters() {
        return live.characters;
      },
      add: (parts) => {
        body.append(...parts);
        this.#measure(entry);
      },
      finish: (state, parts, tookMs, text = "") => {
        said = text;
        clearInterval(clock);
        stopper?.remove();
        const follow = this.#atEnd();
        meta.textContent = duration(tookMs ?? performance.now() - started);
        entry.dataset["state"] = state;
        keepFocus(entry, () => body.replaceChildren(...parts));
        live.handOver(parts);
        makeScrollable(body);
        this.#measure(entry);
        if (!follow) return;
        this.#showEnd(entry);
        // A picture has no height before it is there.
        for (const picture of body.querySelectorAll("img"))
          picture.addEventListener("load", () => this.#showEnd(entry), { once: true });
      },
    };
  }

  /** Adds a remark that belongs to no evaluation. */
  note(parts: readonly HTMLElement[]): void {
    this.#add(element("article", { class: "entry entry-note" }, ...parts), true);
  }

  /** Empties the transcript; the image keeps what it knows. */
  clear(): void {
    this.#list.replaceChildren(this.#welcome);
    this.#room.clear();
    this.#boxes.clear();
    this.#goneCount = 0;
  }

  #add(entry: HTMLElement, follow: boolean): void {
    this.#welcome.remove();
    this.#list.append(entry);
    this.#gather();
    this.#measure(entry);
    if (follow) this.#list.scrollTop = this.#list.scrollHeight;
  }

  /**
   * Gathers old entries in boxes. The browser looks at each child of a scroll box whenever one is added, and
   * at what is in a box out of view not at all.
   */
  #gather(): void {
    const old = [...this.#list.querySelectorAll<HTMLElement>(":scope > .entry")].slice(0, GATHERED);
    if (old.length < GATHERED || this.#list.childElementCount < 2 * GATHERED + this.#boxes.size) return;
    const isNeeded = (each: HTMLElement) =>
      RUNNING.has(each.dataset["state"] ?? "") || each.contains(document.activeElement);
    const [first] = old;
    if (!first || old.some(isNeeded)) return;
    // What moves is nothing new to say.
    const box = element("div", { class: "entries", "aria-live": "off" });
    first.before(box);
    box.append(...old);
    this.#boxes.add(box);
  }

  /** Makes room for an entry as it is now. One that was cleared away meanwhile takes none. */
  #measure(entry: HTMLElement): void {
    if (!this.#list.contains(entry)) return;
    const characters = entry.textContent.length;
    this.#room.set(entry, { elements: entry.getElementsByTagName("*").length, characters });
    const gone = this.#room.takeExcess((each) => RUNNING.has(each.dataset["state"] ?? ""));
    if (gone.length === 0) return;
    for (const each of gone) each.remove();
    for (const box of this.#boxes) {
      if (box.childElementCount > 0) continue;
      box.remove();
      this.#boxes.delete(box);
    }
    this.#goneCount += gone.length;
    const entries =
      this.#goneCount === 1
        ? "1 older entry is"
        : `${this.#goneCount.toLocaleString("en")} older entries are`;
    this.#gone.textContent = `${entries} not shown any more.`;
    this.#list.prepend(this.#gone);
  }

  #atEnd(): boolean {
    const { scrollTop, scrollHeight, clientHeight } = this.#list;
    return scrollHeight - scrollTop - clientHeight < NEAR_END;
  }

  /** Scrolls to the end, but never so far that the entry's own beginning leaves the view. */
  #showEnd(entry: HTMLElement): void {
    const top = entry.offsetTop - this.#list.offsetTop;
    this.#list.scrollTop = Math.min(top, this.#list.scrollHeight - this.#list.clientHeight);
  }
}

/** Leaves the focus in an entry whose focused element goes: a reader goes on from there. */
function keepFocus(entry: HTMLElement, change: () => void): void {
  const hadFocus = entry.contains(document.activeElement);
  change();
  if (!hadFocus || entry.contains(document.activeElement)) return;
  entry.tabIndex = -1;
  entry.focus({ preventScroll: true });
}

/** Ends an evaluation of another client. */
function stopButton(by: string, stop: () => void): HTMLElement {
  const button = element("button", { type: "button", class: "entry-tool entry-stop" }, "Stop");
  button.setAttribute("aria-label", `Stop what ${by} evaluates`);
  button.addEventListener("click", stop);
  return button;
}

/** The placeholder of a pending answer, and its part that shows the progress. */
function runningMark(): readonly [mark: HTMLElement, place: HTMLElement] {
  const dots = element("span", { class: "dots", "aria-hidden": true }, ...[1, 2, 3].map(() => element("i")));
  const place = element("span", { class: "whereabouts", "aria-live": "off" });
  const word = element("span", { class: "visually-hidden" }, "Running");
  return [element("p", { class: "running" }, word, dots, place), place];
}

/** The code as asked, without the comments it opens with: the transcript is about what was done. */
function source(code: string): HTMLElement {
  const whole = code.trim().replace(/^(?:;.*\n\s*)+/, "");
  const more = whole.length - SOURCE_CHARACTERS;
  const text =
    more > 0 ? `${whole.slice(0, SOURCE_CHARACTERS)}\n… ${more.toLocaleString("en")} more characters` : whole;
  const shown = element("code", {}, highlightLisp(text));
  const pre = element("pre", { class: "entry-source" }, shown);
  const lines = whole.split("\n");
  if (lines.length <= SOURCE_LINES) return pre;
  const preview = lines
    .filter((line) => line.trim() !== "")
    .slice(0, PREVIEW_LINES)
    .join("\n");
  const unfold = element("button", { type: "button", class: "unfold" });
  const holder = element("div", {}, pre, unfold);
  const fold = (folded: boolean) => {
    holder.classList.toggle("folded", folded);
    unfold.setAttribute("aria-expanded", String(!folded));
    unfold.textContent = folded ? `All ${lines.length} lines` : "Fold";
    shown.replaceChildren(highlightLisp(folded ? preview : text));
  };
  unfold.addEventListener("click", () => fold(!holder.classList.contains("folded")));
  fold(true);
  return holder;
}

/** A box that scrolls must be reachable by keyboard. */
function makeScrollable(body: HTMLElement): void {
  for (const box of body.querySelectorAll("pre")) {
    if (box.scrollHeight > box.clientHeight + 1) box.tabIndex = 0;
  }
}
