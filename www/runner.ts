import type { Abilities, ErrorReport, EvaluationReport } from "jscl-mcp";
import type { Editor, Excerpt } from "../jscl-bridge/element/editor/editor.js";
import { LineIndex } from "../jscl-bridge/element/line-index.js";
import { messageOf } from "../jscl-bridge/element/message-of.js";
import type { RestartAnswer } from "../jscl-bridge/element/page/page-lisp.js";
import { Redefinitions } from "../jscl-bridge/element/redefinitions.js";
import { readEvaluation, readLastError, readLimits } from "../jscl-bridge/element/results.js";
import { afterStop } from "../jscl-bridge/element/run/after-stop.js";
import { USER_PACKAGE } from "../jscl-bridge/element/run/prompt.js";
import {
  type AnswerActions,
  evaluationParts,
  failureParts,
  heldParts,
  noteParts,
  plainParts,
  stoppedParts,
} from "../jscl-bridge/element/views/entry-view.js";
import { InputLine } from "../jscl-bridge/element/views/input-line.js";
import { askAbout } from "../jscl-bridge/element/views/last-error.js";
import { errorPlace } from "../jscl-bridge/element/views/report-view.js";
import type { RestartChoice } from "../jscl-bridge/element/views/restarts-view.js";
import type { ValueActions } from "../jscl-bridge/element/views/results-view.js";
import { annotate, annotateValues, clearAnnotations } from "./annotations/annotations.js";
import { asksOnError } from "./ask-on-error.js";
import type { LispClient } from "./client/client.js";
import { editAgain } from "./edit-again.js";
import type { Asked, Finished } from "./finished.js";
import type { OthersAtWork } from "./others-at-work.js";
import { BEGINNING, fromOrigin, whereabouts } from "./places-of-excerpts.js";
import { RunControls } from "./run-controls.js";
import type { Sessions } from "./sessions.js";
import type { Entry, Transcript } from "./transcript/transcript.js";

interface RunnerParts {
  readonly client: Promise<LispClient>;
  readonly editor: Editor;
  readonly transcript: Transcript;
  readonly sessions: Sessions;
  readonly abilities: () => Abilities;
  readonly others: OthersAtWork;
  /** What can be done with the values of a session. */
  readonly values: (session: string) => ValueActions;
  /** Called when an evaluation has come to its end. */
  readonly onFinished?: (finished: Finished) => void;
  /** Called when an evaluation has begun or ended, or another session is current. */
  readonly onChange: () => void;
}

/** What holds the code that is evaluated, and leads to places in it. */
type CodeHolder = Pick<Editor, "mark" | "goTo">;

interface Evaluated extends Asked {
  readonly holder: CodeHolder;
}

/** Said of stopped evaluations, whose answer would count what was left out. */
const CUT = "It wrote more than the limit of output; the rest is left out.";

/** An evaluation as it is shown, and what can be done with it. */
interface Shown {
  readonly evaluation: EvaluationReport;
  readonly actions: AnswerActions;
}

/** An evaluation that is not over. */
interface Running {
  readonly abort: AbortController;
  /** Settles when its answer is shown. */
  readonly over: Promise<void>;
  /** Whether it waits at an error. */
  isHeld: boolean;
}

/**
 * Sends code to the server and puts the answers into the transcript, in each session one evaluation at a
 * time.
 */
export class Runner {
  readonly #parts: RunnerParts;
  readonly #controls = new RunControls({
    runAll: () => this.runAll(),
    runAtCursor: () => this.runAtCursor(),
    stop: () => this.stop(),
    reset: () => this.reset(),
  });
  /** By session, as the rest. */
  readonly #packages = new Map<string, string>();
  readonly #running = new Map<string, Running>();
  readonly #defined = new Map<string, Redefinitions>();

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  runAll(): void {
    this.#ask(this.#parts.editor.all());
  }

  runAtCursor(): void {
    const excerpt = this.#parts.editor.atCursor();
    if (excerpt) this.#ask(excerpt);
  }

  /** Evaluates a stretch of the editor's text. */
  runBetween(from: number, to: number): void {
    this.#ask(this.#parts.editor.between(from, to));
  }

  /** Evaluates code that is nobody's text any more. */
  runText(code: string): void {
    this.#ask({ code, origin: BEGINNING });
  }

  /** Evaluates code that another holder than the editor has, unless something runs already. */
  runEntered(code: string, holder: CodeHolder): void {
    this.#ask({ code, origin: BEGINNING }, holder);
  }

  /** Evaluates what another client did, taking a restart where it failed. */
  takeRestart(code: string, session: string, choice: RestartChoice): void {
    const holder = { mark: () => undefined, goTo: () => undefined };
    void this.#evaluate({ code, origin: BEGINNING, restarts: [choice], session, isEntered: true, holder });
  }

  /** Shows an evaluation that came to its end before the page was loaded again. */
  replay(finished: Finished, holder: CodeHolder): void {
    const { excerpt, packageOf, by } = finished;
    const evaluated = { ...excerpt, holder };
    this.#show(this.#begin(evaluated, packageOf, by), evaluated, finished, {});
  }

  /** The package of the current session. */
  get package(): string {
    return this.#packages.get(this.#session) ?? USER_PACKAGE;
  }

  /** Whether the evaluation of the current session runs: one that waits at an error does not. */
  get isRunning(): boolean {
    return this.#running.get(this.#session)?.isHeld === false;
  }

  /** Ends the running evaluation of the current session: the person's, or else another client's. */
  stop(): void {
    const own = this.#running.get(this.#session);
    if (own) own.abort.abort();
    else this.#parts.others.stop(this.#session);
  }

  /** Shows what can be done in the session that is current now. */
  sessionChanged(): void {
    const running = this.#running.get(this.#session);
    const isOthers = !running && this.#parts.others.areIn(this.#session);
    const state = running?.isHeld ? "held" : running || isOthers ? "running" : "idle";
    const abilities = this.#parts.abilities();
    const how = abilities.cancelsAtOnce ? " at once" : `. ${afterStop(abilities)}`;
    const whose = isOthers ? "the other client’s evaluation" : "the evaluation";
    this.#controls.show(state, `End ${whose}${how}`);
    this.#parts.onChange();
  }

  get #session(): string {
    return this.#parts.sessions.current;
  }

  /** Replaces the Lisp image of the current session. */
  async reset(): Promise<void> {
    const session = this.#session;
    this.#running.get(session)?.abort.abort();
    try {
      const answer = await (await this.#parts.client).resetSession(session);
      this.#packages.delete(session);
      this.#defined.delete(session);
      this.#parts.onChange();
      this.#parts.transcript.note(answer.isError ? plainParts(answer) : noteParts(answer.text));
      const { editor } = this.#parts;
      editor.mark(null);
      clearAnnotations(editor, editor.all());
    } catch (error) {
      this.#parts.transcript.note(failureParts(messageOf(error)));
    }
  }

  #ask(excerpt: Excerpt, holder: CodeHolder = this.#parts.editor): void {
    const isEntered = holder !== this.#parts.editor;
    void this.#evaluate({ ...excerpt, restarts: [], session: this.#session, isEntered, holder });
  }

  /** Evaluates code, in the place of a program that waits at an error; while one runs it does nothing. */
  async #evaluate(evaluated: Evaluated): Promise<void> {
    const { code, session } = evaluated;
    if (code.trim() === "") return;
    const before = this.#running.get(session);
    if (before && !before.isHeld) return;
    const abort = new AbortController();
    const running: Running = { abort, over: this.#after(before, evaluated, abort.signal), isHeld: false };
    // The session is at work before the held program has ended: nothing may come between the two.
    this.#running.set(session, running);
    this.sessionChanged();
    try {
      await running.over;
    } finally {
      this.#ended(session, running);
    }
  }

  /** Evaluates code when a program that waits at an error has been ended. Never rejects. */
  async #after(held: Running | undefined, evaluated: Evaluated, signal: AbortSignal): Promise<void> {
    if (held) {
      held.abort.abort();
      await held.over;
    }
    await this.#perform(evaluated, signal);
  }

  /** Lets the session rest when nothing has taken the place of what ended. */
  #ended(session: string, running: Running): void {
    if (this.#running.get(session) !== running) return;
    this.#running.delete(session);
    this.sessionChanged();
  }

  #begin(evaluated: Evaluated, packageOf: string, by = ""): Entry {
    const { editor, transcript } = this.#parts;
    const { code, session, isEntered, holder } = evaluated;
    const isOfPrompt = isEntered && by === "";
    const again = isOfPrompt ? () => enterAgain(holder) : editAgain(editor, evaluated);
    return transcript.begin(code, packageOf, session, again, by);
  }

  /** Evaluates code and shows what becomes of it. Never rejects. */
  async #perform(evaluated: Evaluated, signal: AbortSignal): Promise<void> {
    const { editor } = this.#parts;
    const { session, holder, ...excerpt } = evaluated;
    holder.mark(null);
    if (!excerpt.isEntered) clearAnnotations(editor, excerpt);
    const packageOf = this.#packages.get(session) ?? USER_PACKAGE;
    const entry = this.#begin(evaluated, packageOf);
    const started = performance.now();
    const outcome = await this.#outcome(entry, evaluated, signal);
    const tookMs = performance.now() - started;
    const finished = { excerpt: { ...excerpt, session }, packageOf, tookMs, ...outcome };
    const evaluation = this.#show(entry, evaluated, finished, this.#parts.values(session));
    if (evaluation) this.#settle(evaluation, evaluated);
    if (outcome.state === "cancelled" && (await this.#isCut(entry, session))) entry.add(noteParts(CUT));
    this.#parts.onFinished?.(finished);
  }

  async #outcome(
    entry: Entry,
    evaluated: Evaluated,
    signal: AbortSignal,
  ): Promise<Pick<Finished, "state" | "answer" | "message">> {
    const { session, code, restarts, origin } = evaluated;
    const { client, editor, abilities } = this.#parts;
    const input = new InputLine();
    const packageOf = this.#packages.get(session) ?? USER_PACKAGE;
    const live = this.#actions(evaluated, new LineIndex(code), packageOf, undefined);
    try {
      const answer = await (await client).evaluate(session, code, restarts, {
        signal,
        onOutput: (stream, text) => {
          if (!signal.aborted) entry.write(stream, text);
        },
        onResults: (results) => {
          if (signal.aborted) return;
          entry.showResults(results, live);
          if (!evaluated.isEntered) annotateValues(editor, origin, live.index, results);
        },
        onForm: (at) => {
          if (!signal.aborted) entry.locate(whereabouts(at, origin));
        },
        ...(abilities().holds && asksOnError()
          ? { onHeld: () => this.#choose(entry, evaluated, signal) }
          : {}),
        onInput: async (prompt) => {
          const line = await input.ask(prompt, signal, (parts) => entry.hold(parts));
          entry.hold(null);
          return line;
        },
      });
      return { state: "answered", answer, message: "" };
    } catch (error) {
      return signal.aborted
        ? { state: "cancelled", answer: null, message: afterStop(abilities()) }
        : { state: "failed", answer: null, message: messageOf(error) };
    } finally {
      input.end();
    }
  }

  /** Whether a stopped evaluation wrote more than the session's limit lets it show. */
  async #isCut(entry: Entry, session: string): Promise<boolean> {
    if (entry.writtenCharacters === 0) return false;
    const limits = await (await this.#parts.client).limits(session).catch(() => null);
    const most = readLimits(limits?.data)?.maxOutput;
    return most !== undefined && entry.writtenCharacters >= most;
  }

  /** Shows the error that an evaluation waits at, until a restart is chosen or the evaluation is stopped. */
  async #choose(entry: Entry, evaluated: Evaluated, stopped: AbortSignal): Promise<RestartAnswer> {
    const { client } = this.#parts;
    const { holder } = evaluated;
    const error = readLastError((await (await client).describeLastError(evaluated.session)).data);
    if (error === null || stopped.aborted) return null;
    const answer = await new Promise<RestartAnswer>((resolve) => {
      stopped.addEventListener("abort", () => resolve(null), { once: true });
      const take = ({ restart, values = [] }: RestartChoice) =>
        resolve({ restart, values: values.join(" ") });
      const packageOf = this.#packages.get(evaluated.session) ?? USER_PACKAGE;
      const actions = this.#actions(evaluated, new LineIndex(evaluated.code), packageOf, error);
      this.#setHeld(evaluated.session, true);
      entry.hold(heldParts(error, { ...actions, restarts: { isHeld: true, take } }));
      const place = errorPlace(error);
      if (place) holder.mark(actions.locate(place));
    });
    this.#setHeld(evaluated.session, false);
    entry.hold(null);
    holder.mark(null);
    return answer;
  }

  #setHeld(session: string, isHeld: boolean): void {
    const running = this.#running.get(session);
    if (running) running.isHeld = isHeld;
    this.sessionChanged();
  }

  /** Shows what came of an evaluation, and gives what of it is shown. */
  #show(entry: Entry, evaluated: Evaluated, finished: Finished, values: ValueActions): Shown | null {
    const { state, answer, message, tookMs } = finished;
    if (!answer) {
      const parts = state === "cancelled" ? stoppedParts(entry.written, message) : failureParts(message);
      entry.finish(state, parts, tookMs);
      return null;
    }
    const read = readEvaluation(answer.data);
    if (!read) {
      entry.finish(answer.isError ? "error" : "ok", plainParts(answer), tookMs, answer.text);
      return null;
    }
    const index = new LineIndex(evaluated.code);
    const evaluation = this.#definedIn(evaluated.session).withoutRepeated(index, read);
    const actions = this.#actions(evaluated, index, evaluation.package, evaluation.error);
    const parts = evaluationParts(evaluation, { ...actions, ...values });
    entry.finish(evaluation.status, parts, evaluation.timing?.realMs ?? tookMs, answer.text);
    return { evaluation, actions };
  }

  /** Takes over from an evaluation what is so from now on: the package, and the marks in the code. */
  #settle({ evaluation, actions }: Shown, { code, origin, session, isEntered, holder }: Evaluated): void {
    if (evaluation.package !== "") this.#packages.set(session, evaluation.package);
    const { editor } = this.#parts;
    if (!isEntered) annotate(editor, origin, actions.index, evaluation);
    const place = evaluation.error && errorPlace(evaluation.error);
    // Text that was edited while it ran no longer has the place the report speaks of.
    const unchanged = isEntered || editor.all().code.includes(code);
    if (place && unchanged) holder.mark(actions.locate(place));
  }

  #definedIn(session: string): Redefinitions {
    const known = this.#defined.get(session) ?? new Redefinitions();
    this.#defined.set(session, known);
    return known;
  }

  #actions(
    evaluated: Evaluated,
    index: LineIndex,
    packageOf: string,
    shown: ErrorReport | undefined,
  ): AnswerActions {
    const { client } = this.#parts;
    const { origin, restarts, session, holder } = evaluated;
    return {
      package: packageOf,
      index,
      showsDefinitions: true,
      locate: (position) => fromOrigin(origin, position),
      goTo: (position) => holder.goTo(position),
      ...askAbout(shown, {
        backtrace: async (count) => (await client).backtrace(session, count),
        describeLastError: async () => (await client).describeLastError(session),
      }),
      restarts: {
        isHeld: false,
        take: (choice) => void this.#evaluate({ ...evaluated, restarts: [...restarts, choice] }),
      },
    };
  }
}

/** Puts the code of an entry back to where it was entered. */
function enterAgain(holder: CodeHolder): null {
  holder.goTo(BEGINNING);
  return null;
}
