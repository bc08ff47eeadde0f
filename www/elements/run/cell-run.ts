import type { EvaluationReport } from "jscl-mcp";
import { addStyles } from "../cell/add-styles.js";
import type { CellStage } from "../cell/stage.js";
import { lineInTranscript } from "../cell/transcript.js";
import { parseRecorded } from "../notation/notation.js";
import { type Loss, type PageSession, pageLisp } from "../page/page-lisp.js";
import { css } from "../styles/answers.css";
import { failureParts, noteParts } from "../views/entry-view.js";
import type { RestartChoice } from "../views/restarts-view.js";
import { afterStop } from "./after-stop.js";
import { evaluateAt, type Outcome, type Place } from "./evaluation.js";
import { levelUnder } from "./level.js";
import { runBefore } from "./order.js";
import { differences, mismatchParts } from "./recorded.js";
import { seconds, setUp } from "./set-up.js";

/** Milliseconds after which a cell shows that it is at work: most are done before. */
const PATIENCE_MS = 250;

/** Runs a cell: its set-up, the cells before it, its code, and the comparison with what was recorded. */
export class CellRun {
  readonly #stage: CellStage;
  /** The session that this cell has done something in. */
  #touched: PageSession | null = null;
  #unlisten: (() => void) | null = null;
  /** Fades the answers of the time before when the next ones are long in coming. */
  #fading: ReturnType<typeof setTimeout> | undefined;

  constructor(stage: CellStage) {
    this.#stage = stage;
    const { shadowRoot } = stage.element;
    if (shadowRoot) addStyles(shadowRoot, css);
  }

  /** Resolves to the structured content; rejects where there is none. Aborting `signal` stops it. */
  async run(signal: AbortSignal, restarts: readonly RestartChoice[]): Promise<unknown> {
    const stage = this.#stage;
    this.#fading = setTimeout(() => {
      stage.output.toggleAttribute("data-stale", true);
      if (!isStarting && stage.state() === "loading") stage.remark("Waits for its turn");
    }, PATIENCE_MS);
    stage.mark([]);
    stage.remark("");
    stage.describeStop(pageLisp().abilities.cancelsAtOnce ? "" : afterStop(pageLisp().abilities));
    stage.setState("loading");
    let isStarting = false;
    const unlisten = pageLisp().onBoot((step) => {
      isStarting = step !== null;
      stage.remark(step ? `Starting Lisp, ${Math.round((100 * step.done) / step.total)} %` : "");
    });
    try {
      return this.#end(await this.#evaluate(signal, restarts));
    } finally {
      unlisten();
    }
  }

  /** Replaces the Lisp that this cell has used; every cell of its session says what is gone. */
  async reset(): Promise<void> {
    const session = this.#touched;
    this.#touched = null;
    if (!session) return;
    const answer = await session.reset();
    this.#stage.announce(answer.text);
  }

  /** Listens to nothing any more. */
  dispose(): void {
    this.#unlisten?.();
    this.#unlisten = null;
  }

  /** The names that a text may become. */
  complete(text: string): Promise<readonly string[]> {
    return this.#session().complete(text);
  }

  describe(name: string): Promise<string | null> {
    return this.#session().describe(name);
  }

  #session(): PageSession {
    return pageLisp().session(this.#stage.element.getAttribute("session") || "page");
  }

  async #evaluate(signal: AbortSignal, restarts: readonly RestartChoice[]): Promise<Outcome> {
    const { element } = this.#stage;
    const session = this.#session();
    const text = this.#stage.text();
    try {
      await runBefore(element);
      setUp(element, session);
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error));
      this.#show(failureParts(failure.message));
      return { state: "error", data: null, evaluation: null, words: failure.message, failure };
    }
    this.#listen(session);
    this.#touched = session;
    const outcome = await evaluateAt(this.#place(session, text), {
      code: parseRecorded(text).code,
      restarts,
      timeout: seconds(element.getAttribute("timeout")),
      asks: element.getAttribute("on-error") === "ask",
      signal,
    });
    return restarts.length === 0 && outcome.evaluation
      ? this.#compare(text, outcome.evaluation, outcome)
      : outcome;
  }

  #place(session: PageSession, text: string): Place {
    const stage = this.#stage;
    return {
      session,
      level: levelUnder(stage.element),
      show: (parts) => this.#show(parts),
      setState: (state) => stage.setState(state),
      locate: ({ line, column }) => ({ line: lineInTranscript(text, line), column }),
      goTo: stage.goTo,
      // Text that was edited while it ran no longer has the place the report speaks of.
      mark: (places) => stage.mark(stage.text() === text ? places : []),
      again: stage.again,
    };
  }

  #show(parts: readonly HTMLElement[]): void {
    const { output } = this.#stage;
    clearTimeout(this.#fading);
    output.removeAttribute("data-stale");
    output.replaceChildren(...parts);
    // A box that scrolls must be reachable by keyboard.
    for (const box of output.querySelectorAll("pre"))
      if (box.scrollHeight > box.clientHeight + 1) box.tabIndex = 0;
  }

  #compare(text: string, evaluation: EvaluationReport, outcome: Outcome): Outcome {
    const { element, output, original, remark } = this.#stage;
    const mismatches = differences(text, original(), evaluation);
    if (mismatches === null) return outcome;
    if (mismatches.length === 0) {
      remark("✓ as recorded");
      return { ...outcome, words: `${outcome.words}, as recorded.` };
    }
    output.append(...mismatchParts(mismatches, text));
    const detail = mismatches;
    element.dispatchEvent(new CustomEvent("lisp-mismatch", { detail, bubbles: true, composed: true }));
    return { ...outcome, words: `${outcome.words}. This differs from what was recorded.` };
  }

  #end({ state, data, words, failure }: Outcome): unknown {
    const stage = this.#stage;
    if (data !== null) stage.setResult(data);
    stage.announce(words);
    stage.setState(state);
    if (failure) throw failure;
    return data;
  }

  #listen(session: PageSession): void {
    this.#unlisten?.();
    this.#unlisten = session.onLoss((loss) => this.#lost(session, loss));
  }

  /** Says what is gone, if this cell had a part in it. */
  #lost(session: PageSession, { reason, text, gone }: Loss): void {
    const stage = this.#stage;
    if (this.#touched !== session) return;
    const isGone = reason === "reset" || gone.length > 0;
    if (isGone) this.#touched = null;
    stage.output.append(...noteParts(text));
    stage.announce(text);
    if (isGone && stage.state() === "done") stage.setState("idle");
  }
}
