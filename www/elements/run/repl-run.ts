import { addStyles } from "../cell/add-styles.js";
import { Toolbar } from "../cell/toolbar.js";
import { element } from "../dom.js";
import { highlightLisp } from "../highlight.js";
import { messageOf } from "../message-of.js";
import { type Loss, type PageSession, pageLisp } from "../page/page-lisp.js";
import { css } from "../styles/repl.css";
import { addTools } from "../tools/tools.js";
import { TranscriptRoom } from "../transcript-room.js";
import { failureParts, noteParts, plainParts } from "../views/entry-view.js";
import type { RestartChoice } from "../views/restarts-view.js";
import { afterStop } from "./after-stop.js";
import { evaluateAt } from "./evaluation.js";
import { levelUnder } from "./level.js";
import { indentation, isWhole, PromptHistory, promptName, USER_PACKAGE } from "./prompt.js";
import { seconds, setUp } from "./set-up.js";

/** Lines that the prompt grows to. */
const MOST_LINES = 12;

/** The prompt of a session and its transcript. */
export class Repl {
  readonly #host: HTMLElement;
  readonly #log = element("div", { class: "log", role: "log", tabindex: 0, "aria-label": "Transcript" });
  readonly #name = element("label", { class: "prompt-name", for: "prompt" }, `${promptName(USER_PACKAGE)}>`);
  readonly #input = element("textarea", {
    id: "prompt",
    class: "prompt-input",
    part: "editor",
    rows: 1,
    spellcheck: "false",
    autocapitalize: "off",
    autocomplete: "off",
    "aria-label": "Lisp prompt",
    "aria-describedby": "help",
  });
  readonly #status = element("p", { class: "visually-hidden", role: "status" });
  readonly #gone = element("p", { class: "gone" });
  readonly #toolbar: Toolbar;
  readonly #room = new TranscriptRoom<HTMLElement>();
  readonly #history = new PromptHistory();
  readonly #entered: string[] = [];
  #goneCount = 0;
  #stop: AbortController | null = null;
  #unlisten: (() => void) | null = null;

  constructor(host: HTMLElement, block: HTMLElement, playground: string | null) {
    this.#host = host;
    if (host.shadowRoot) addStyles(host.shadowRoot, css);
    this.#log.setAttribute("aria-live", "off");
    this.#toolbar = new Toolbar(() => (this.#stop ? this.#stop.abort() : this.#enter()));
    const help =
      "Enter evaluates a whole form; Shift and Enter begins a line. The arrow keys call back earlier input.";
    block.append(
      this.#log,
      element("div", { class: "prompt" }, this.#name, this.#input),
      this.#toolbar.element,
      this.#status,
      element("p", { id: "help", hidden: true }, help),
    );
    addTools({
      toolbar: this.#toolbar.element,
      code: () => this.#entered.join("\n"),
      reset: () => void this.#reset(),
      playground,
      say: (text) => this.#say(text),
    });
    this.#input.addEventListener("input", () => this.#grow());
    this.#input.addEventListener("keydown", (event) => this.#key(event));
    // A click beside the text means the prompt, unless it selected something.
    this.#log.addEventListener("click", ({ target }) => {
      if (target === this.#log) this.#input.focus();
    });
  }

  /** Ends what runs, and listens to nothing any more. */
  dispose(): void {
    this.#stop?.abort();
    this.#unlisten?.();
    this.#unlisten = null;
  }

  #key(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const { value, selectionStart, selectionEnd } = this.#input;
    const isPlain = !(event.shiftKey || event.altKey || event.ctrlKey || event.metaKey);
    if (event.key === "Enter" && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      const isForced = event.ctrlKey || event.metaKey;
      if (isForced || isWhole(value)) this.#enter();
      else
        this.#input.setRangeText(
          newLine(value.slice(0, selectionStart)),
          selectionStart,
          selectionEnd,
          "end",
        );
      this.#grow();
    } else if (event.key === "ArrowUp" && isPlain && !value.slice(0, selectionStart).includes("\n")) {
      this.#recall(-1, event);
    } else if (event.key === "ArrowDown" && isPlain && !value.slice(selectionEnd).includes("\n")) {
      this.#recall(1, event);
    } else if (event.key === "Escape") this.#stop?.abort();
  }

  #recall(by: -1 | 1, event: Event): void {
    const text = this.#history.move(by, this.#input.value);
    if (text === null) return;
    event.preventDefault();
    this.#input.value = text;
    this.#input.setSelectionRange(text.length, text.length);
    this.#grow();
  }

  #grow(): void {
    this.#input.rows = Math.min(MOST_LINES, this.#input.value.split("\n").length);
  }

  #enter(): void {
    const code = this.#input.value.trim();
    if (code === "" || this.#stop) return;
    this.#history.add(code);
    this.#input.value = "";
    this.#grow();
    void this.#evaluate(code, []);
  }

  #session(): PageSession {
    return pageLisp().session(this.#host.getAttribute("session") || "page");
  }

  async #evaluate(code: string, restarts: readonly RestartChoice[]): Promise<void> {
    if (this.#stop) return;
    const stop = new AbortController();
    const session = this.#session();
    const answers = element("div", { class: "output", part: "results" });
    const echo = element("pre", { class: "echo" }, element("code", {}, highlightLisp(code)));
    const entry = element("div", { class: "entry" }, echo, answers);
    this.#add(entry);
    this.#entered.push(code);
    this.#begin(stop, session);
    const unlisten = pageLisp().onBoot((step) =>
      this.#toolbar.remark(step ? `Starting Lisp, ${Math.round((100 * step.done) / step.total)} %` : ""),
    );
    try {
      setUp(this.#host, session);
      const outcome = await evaluateAt(
        {
          session,
          level: levelUnder(this.#host),
          show: (parts) => {
            answers.replaceChildren(...parts);
            this.#measure(entry);
          },
          setState: (state) => this.#tell("lisp-state", state),
          locate: (position) => position,
          goTo: () => echo.scrollIntoView({ block: "nearest" }),
          mark: () => {},
          again: (more) => void this.#evaluate(code, more),
        },
        {
          code,
          restarts,
          timeout: seconds(this.#host.getAttribute("timeout")),
          asks: this.#host.getAttribute("on-error") === "ask",
          signal: stop.signal,
        },
      );
      if (outcome.evaluation?.package) this.#showPackage(outcome.evaluation.package);
      if (outcome.data !== null) this.#tell("lisp-result", outcome.data);
      this.#status.textContent = outcome.words;
      this.#tell("lisp-state", outcome.state);
    } catch (error) {
      answers.replaceChildren(...failureParts(messageOf(error)));
      this.#tell("lisp-state", "error");
    } finally {
      unlisten();
      this.#stop = null;
      this.#toolbar.show(false);
      this.#measure(entry);
    }
  }

  #begin(stop: AbortController, session: PageSession): void {
    this.#stop = stop;
    this.#toolbar.describeStop(pageLisp().abilities.cancelsAtOnce ? "" : afterStop(pageLisp().abilities));
    this.#toolbar.show(true);
    this.#tell("lisp-state", "loading");
    this.#unlisten?.();
    this.#unlisten = session.onLoss((loss) => this.#lost(loss));
  }

  async #reset(): Promise<void> {
    this.#stop?.abort();
    const answer = await this.#session().reset();
    if (answer.isError) this.#add(element("div", { class: "entry" }, ...plainParts(answer)));
    this.#showPackage(USER_PACKAGE);
    this.#say("A fresh Lisp");
    this.#input.focus();
  }

  #lost({ text }: Loss): void {
    this.#add(element("div", { class: "entry" }, ...noteParts(text)));
    this.#status.textContent = text;
  }

  #showPackage(name: string): void {
    this.#name.textContent = `${promptName(name)}>`;
  }

  #say(text: string): void {
    this.#toolbar.remark(text);
    this.#status.textContent = text;
  }

  #tell(name: string, detail: unknown): void {
    this.#host.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  #add(entry: HTMLElement): void {
    this.#log.append(entry);
    this.#measure(entry);
  }

  /** Makes room for an entry as it is now, and shows the end of the transcript. */
  #measure(entry: HTMLElement): void {
    const extent = {
      elements: entry.getElementsByTagName("*").length,
      characters: entry.textContent.length,
    };
    this.#room.set(entry, extent);
    const gone = this.#room.takeExcess((each) => each === this.#log.lastElementChild);
    for (const each of gone) each.remove();
    if (gone.length > 0) {
      this.#goneCount += gone.length;
      this.#gone.textContent = `${this.#goneCount.toLocaleString("en")} older entries are not shown any more.`;
      this.#log.prepend(this.#gone);
    }
    // To the end, but never so far that the entry's own beginning leaves the view.
    const top = entry.offsetTop - this.#log.offsetTop;
    this.#log.scrollTop = Math.min(top, this.#log.scrollHeight - this.#log.clientHeight);
  }
}

/** A line break in unfinished text, and the blanks that the next line begins with. */
function newLine(before: string): string {
  return `\n${" ".repeat(indentation(before))}`;
}
