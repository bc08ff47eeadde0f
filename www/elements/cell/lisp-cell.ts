import { element } from "../dom.js";
import { parseRecorded } from "../notation/notation.js";
import type { CellRun } from "../run/cell-run.js";
import type { RestartChoice } from "../views/restarts-view.js";
import { CodeBox } from "./code-box.js";
import { codeIn } from "./content.js";
import { LispElement } from "./lisp-element.js";
import { ownScript } from "./own-script.js";
import type { CellStage, CellState } from "./stage.js";
import { Toolbar } from "./toolbar.js";
import { seen } from "./watch.js";

const AT_WORK: ReadonlySet<CellState> = new Set(["loading", "running", "held"]);

/** Lisp code in a page that a reader can run and change, with its answers. */
export class LispCell extends LispElement {
  static readonly observedAttributes = ["readonly", "theme"];

  #original: string | null = null;
  #text = "";
  #state: CellState = "idle";
  #result: unknown = null;
  #running: Promise<unknown> | null = null;
  #stop = new AbortController();
  #run: Promise<CellRun> | null = null;
  #hasBegun = false;
  #hasTools = false;
  #code: CodeBox | null = null;
  #toolbar: Toolbar | null = null;
  readonly #output = element("div", { class: "output", part: "results" });
  readonly #status = element("p", { class: "visually-hidden", role: "status" });

  /** The code, without recorded answers. */
  get code(): string {
    this.#read();
    return parseRecorded(this.#text).code;
  }

  /** Replaces the text; lines that record answers may be in it. */
  set code(text: string) {
    this.#read();
    this.#changed(text);
    this.#code?.refresh();
  }

  get state(): CellState {
    return this.#state;
  }

  /** The structured content of the last answer; `null` before one came. */
  get result(): unknown {
    return this.#result;
  }

  /**
   * Evaluates the code, after the cells that it names in `after`. Resolves to the structured content of the
   * answer, also when that reports an error; rejects where there is none: stopped, or no Lisp could be
   * started.
   */
  run(): Promise<unknown> {
    return this.#start([]);
  }

  /** Ends the evaluation. */
  stop(): void {
    this.#stop.abort();
  }

  /** Puts the code back as the page has it, takes the answers away, and gives its session a fresh Lisp. */
  async reset(): Promise<void> {
    this.#read();
    this.stop();
    await this.#running?.catch(() => undefined);
    this.code = this.#original ?? "";
    this.#code?.mark([]);
    this.#output.replaceChildren();
    this.#result = null;
    this.#toolbar?.remark("");
    this.#setState("idle");
    await (await this.#run?.catch(() => null))?.reset();
  }

  override attributeChangedCallback(name: string): void {
    super.attributeChangedCallback(name);
    if (name === "readonly") this.#code?.refresh();
  }

  protected override arrived(): void {
    if (this.#hasBegun) return;
    const when = this.getAttribute("eval");
    const begin = () => {
      this.#hasBegun = true;
      void this.run().catch(() => undefined);
    };
    if (when === "load") begin();
    else if (when === "visible") seen.add(this, begin);
  }

  protected override left(): void {
    this.stop();
    this.#code?.close();
    this.#code?.refresh();
    void this.#run?.then((run) => run.dispose()).catch(() => undefined);
    this.#run = null;
  }

  protected override build(box: HTMLElement): void {
    this.#read();
    const toolbar = new Toolbar(() =>
      AT_WORK.has(this.#state) ? this.stop() : void this.run().catch(() => undefined),
    );
    this.#toolbar = toolbar;
    this.#code = new CodeBox({
      text: () => this.#text,
      describedBy: "help",
      names: {
        complete: async (text) => (await this.#run)?.complete(text) ?? [],
        describe: async (name) => (await this.#run)?.describe(name) ?? null,
      },
      isReadonly: () => this.hasAttribute("readonly"),
      onRun: () => void this.run().catch(() => undefined),
      onLeave: () => toolbar.focus(),
      onChange: (text) => this.#changed(text),
      onProblem: (text) => this.#say(text),
    });
    const help = "Control and Enter runs the code. Escape leaves the editor.";
    const block = element("div", { class: "block" }, this.#code.element, toolbar.element, this.#output);
    for (const event of ["pointerenter", "focusin"])
      block.addEventListener(event, () => this.#addTools(toolbar.element));
    box.append(block, this.#status, element("p", { id: "help", hidden: true }, help));
    this.#changed(this.#text);
    this.#setState(this.#state, true);
  }

  /** Takes the code from the page, once: later it is this element's. */
  #read(): void {
    if (this.#original !== null) return;
    this.#original = codeIn(this);
    this.#text = this.#original;
  }

  #changed(text: string): void {
    this.#text = text;
    const code = parseRecorded(text).code;
    this.#code?.showStale(code !== parseRecorded(this.#original ?? "").code);
  }

  #start(restarts: readonly RestartChoice[]): Promise<unknown> {
    this.#running ??= this.#evaluate(restarts).finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #evaluate(restarts: readonly RestartChoice[]): Promise<unknown> {
    // What takes longest begins first.
    this.#run ??= this.#load();
    this.drawn();
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    this.#setState("loading");
    const run = await this.#run;
    return run.run(signal, restarts);
  }

  async #load(): Promise<CellRun> {
    beginLisp();
    try {
      const { CellRun: Run } = await import("../run/cell-run.js");
      return new Run(this.#stage());
    } catch {
      this.#run = null;
      const problem = "What runs the code could not be loaded; Run tries again.";
      this.#output.replaceChildren(element("p", { class: "problem" }, problem));
      this.#status.textContent = problem;
      this.#setState("error");
      throw new Error(problem);
    }
  }

  #stage(): CellStage {
    return {
      element: this,
      output: this.#output,
      text: () => this.#text,
      original: () => this.#original ?? "",
      state: () => this.#state,
      setState: (state) => this.#setState(state),
      setResult: (result) => {
        this.#result = result;
        this.#tell("lisp-result", result);
      },
      announce: (text) => {
        this.#status.textContent = text;
      },
      remark: (text) => this.#toolbar?.remark(text),
      describeStop: (text) => this.#toolbar?.describeStop(text),
      mark: (places) => this.#code?.mark(places),
      goTo: (place) => void this.#code?.goTo(place),
      again: (restarts) => void this.#start(restarts).catch(() => undefined),
    };
  }

  #setState(state: CellState, anew = false): void {
    const isNew = state !== this.#state;
    this.#state = state;
    if (!isNew && !anew) return;
    const isAtWork = AT_WORK.has(state);
    this.#toolbar?.show(isAtWork);
    this.#output.parentElement?.setAttribute("data-state", state);
    if (state === "running") this.#toolbar?.remark("");
    if (isNew) this.#tell("lisp-state", state);
  }

  #tell(name: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  #say(text: string): void {
    this.#toolbar?.remark(text);
    this.#status.textContent = text;
  }

  /** Adds the smaller buttons once somebody is at the cell. */
  async #addTools(toolbar: HTMLElement): Promise<void> {
    if (this.#hasTools) return;
    this.#hasTools = true;
    try {
      const { addTools } = await import("../tools/tools.js");
      addTools({
        toolbar,
        code: () => this.code,
        reset: () => void this.reset(),
        format: () => this.#code?.format(),
        playground: ownScript.playground,
        say: (text) => this.#say(text),
      });
    } catch {
      // The code runs without them, and the next one who comes gets them.
      this.#hasTools = false;
    }
  }
}

/** Has the Lisp load beside the code that runs a cell: it takes longest, and comes in several files. */
function beginLisp(): void {
  Promise.all([import("../page/page-lisp.js"), import("jscl-mcp")])
    .then(([{ pageLisp }]) => pageLisp().start())
    // Whoever evaluates is told what goes wrong.
    .catch(() => undefined);
}
