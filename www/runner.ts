import type { Abilities, ErrorReport } from "jscl-mcp";
import { annotateValues, clearAnnotations } from "./annotations/annotations.js";
import { Answers } from "./answers.js";
import { asksOnError } from "./ask-on-error.js";
import type { LispClient, Watch } from "./client/client.js";
import type { Breakpoints } from "./debugger/breakpoints.js";
import { readProblem } from "./debugger/condition-problem.js";
import { EvaluatedDefinitions } from "./debugger/evaluated-definitions.js";
import { framesOf } from "./debugger/frames.js";
import { HeldMark } from "./debugger/held-mark.js";
import { type Held, Levels, type Work } from "./debugger/levels.js";
import { stepParts } from "./debugger/step-view.js";
import { isStep } from "./debugger/steps.js";
import { editAgain } from "./edit-again.js";
import type { Answer } from "./elements/answer.js";
import type { Editor, Excerpt } from "./elements/editor/editor.js";
import type { Fields } from "./elements/fields.js";
import { topLevelForms } from "./elements/forms.js";
import { LineIndex } from "./elements/line-index.js";
import { messageOf } from "./elements/message-of.js";
import { readEvaluation, readLimits, readSessions } from "./elements/results.js";
import { afterStop } from "./elements/run/after-stop.js";
import { USER_PACKAGE } from "./elements/run/prompt.js";
import {
  type AnswerActions,
  evaluationParts,
  failureParts,
  noteParts,
  plainParts,
} from "./elements/views/entry-view.js";
import { InputLine } from "./elements/views/input-line.js";
import { leftParts, levelParts } from "./elements/views/level-view.js";
import type { RestartChoice } from "./elements/views/restarts-view.js";
import type { ValueActions } from "./elements/views/results-view.js";
import { warningRows } from "./elements/views/warnings-view.js";
import type { CodeHolder, Evaluated } from "./evaluated.js";
import type { Finished, Way } from "./finished.js";
import type { OthersAtWork } from "./others-at-work.js";
import { BEGINNING, whereabouts } from "./places-of-excerpts.js";
import { EventMark } from "./recording/event-mark.js";
import { Recordings } from "./recording/recordings.js";
import { RunControls } from "./run-controls.js";
import type { Sessions } from "./sessions.js";
import type { Entry, Transcript } from "./transcript/transcript.js";

interface RunnerParts {
  readonly client: Promise<LispClient>;
  readonly editor: Editor;
  readonly breakpoints: Breakpoints;
  readonly transcript: Transcript;
  readonly sessions: Sessions;
  readonly abilities: () => Abilities;
  readonly others: OthersAtWork;
  /** What can be done with the values of a session. */
  readonly values: (session: string) => ValueActions;
  /** Called when an evaluation has come to its end. */
  readonly onFinished?: (finished: Finished) => void;
  /** Called when an evaluation is held; answers what is called when it is no longer. */
  readonly onHeld?: (finished: Finished) => () => void;
  /** Called when an evaluation has begun or ended, or another session is current. */
  readonly onChange: () => void;
}

/** Said of stopped evaluations, whose answer would count what was left out. */
const CUT = "It wrote more than the limit of output; the rest is left out.";

/** An evaluation that is not over. */
interface Running {
  readonly abort: AbortController;
  /** Settles when its answer is shown. */
  readonly over: Promise<void>;
}

type Outcome = Pick<Finished, "state" | "answer" | "message">;

/** Calls the server about an evaluation. */
type Call = (client: LispClient, watch: Watch) => Promise<Answer>;

/** Milliseconds after which levels are looked after: the server ends them when nothing was called so long. */
const LEVELS_MS = 302_000;

/** Why a level is over that a person did not end. */
const LEFT_BELOW = "A level below it has gone on.";
const LEFT_RESET = "It ended with the Lisp that was reset.";

/**
 * Sends code to the server and puts the answers into the transcript, in each session one evaluation at a
 * time.
 */
export class Runner {
  readonly #parts: RunnerParts;
  readonly #controls = new RunControls({
    runAll: () => this.runAll(),
    runAtCursor: () => this.runAtCursor(),
    step: () => this.runBy("step"),
    stop: () => this.stop(),
    reset: () => this.reset(),
  });
  /** By session, as the rest. */
  readonly #packages = new Map<string, string>();
  readonly #running = new Map<string, Running>();
  readonly #levels = new Levels();
  #lookingAfter: ReturnType<typeof setTimeout> | undefined;

  readonly #definitions = new EvaluatedDefinitions();
  readonly #heldMark: HeldMark;
  readonly #recordings: Recordings;
  readonly #eventMark: EventMark;
  readonly #answers: Answers;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
    this.#heldMark = new HeldMark(parts.editor, this.#definitions);
    this.#recordings = new Recordings(parts.client);
    this.#eventMark = new EventMark(parts.editor, this.#definitions, () => this.#heldMark.show(this.held));
    const { client, editor } = parts;
    this.#answers = new Answers({
      ...{ client, editor, recordings: this.#recordings, eventMark: this.#eventMark },
      frames: (evaluated, error) => this.#frames(evaluated, error, null),
      evaluate: (evaluated) => void this.#evaluate(evaluated, false),
    });
  }

  /** Evaluates everything, in the place of what is held. */
  runAll(): void {
    const { editor } = this.#parts;
    this.#ask(editor.all(), editor, true);
  }

  runAtCursor(): void {
    const excerpt = this.#parts.editor.atCursor();
    if (excerpt) this.#ask(excerpt);
  }

  /**
   * Evaluates the selection in some way, or what stands for it: to step through, the form at the cursor; else
   * everything.
   */
  runBy(way: Way): void {
    const { editor } = this.#parts;
    const excerpt = way === "step" ? editor.atCursor() : editor.selected();
    this.#ask(excerpt ?? editor.all(), editor, false, way);
  }

  /**
   * Sets a breakpoint on a line of the editor, or takes it away where the condition is null, in a function
   * that is there already.
   */
  async changeBreakpoint(line: number, condition: string | null): Promise<void> {
    const session = this.#session;
    const { code } = this.#parts.editor.all();
    // A function that is being defined may be there afterwards.
    await this.#running.get(session)?.over;
    const found = this.#definitions.functionAt(code, session, line);
    if (!found) return;
    const where = condition ? { condition } : {};
    const args = { session, function: found.name, line: found.line, package: this.package, ...where };
    const tool = condition === null ? "clear-breakpoint" : "set-breakpoint";
    await (await this.#parts.client).call(tool, args).catch(() => undefined);
  }

  /** Says why a condition cannot be read; null where it can, or the Lisp is at work and cannot say. */
  async problemOfCondition(condition: string): Promise<string | null> {
    if (topLevelForms(condition).length !== 1) return "It has to be one form.";
    if (this.isRunning) return null;
    const args = { session: this.#session, code: condition, package: this.package };
    return readProblem((await (await this.#parts.client).call("validate-syntax", args)).data);
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
  runEntered(code: string, holder: CodeHolder, way?: Way): void {
    this.#ask({ code, origin: BEGINNING }, holder, false, way);
  }

  /** Evaluates what another client did, taking a restart where it failed. */
  takeRestart(code: string, session: string, choice: RestartChoice): void {
    const holder = { mark: () => undefined, goTo: () => undefined };
    const evaluated = { code, origin: BEGINNING, restarts: [choice], session, isEntered: true, holder };
    void this.#evaluate(evaluated, false);
  }

  /** Shows an evaluation that came to its end before the page was loaded again. */
  replay(finished: Finished, holder: CodeHolder): void {
    const { excerpt, packageOf, by } = finished;
    const evaluated = { ...excerpt, holder };
    this.#answers.show(this.#begin(evaluated, packageOf, by), evaluated, finished, {});
  }

  /** The package of the current session. */
  get package(): string {
    return this.#packages.get(this.#session) ?? USER_PACKAGE;
  }

  /** Whether an evaluation of the current session runs: those that wait at errors do not. */
  get isRunning(): boolean {
    return this.#running.has(this.#session);
  }

  /** The innermost of the person's evaluations that are held in the current session. */
  get held(): Held | null {
    return this.#levels.innermost(this.#session);
  }

  /**
   * Ends the running evaluation of the current session: the person's, or else another client's; where none
   * runs, the innermost that is held.
   */
  stop(): void {
    const session = this.#session;
    const own = this.#running.get(session);
    const held = this.#levels.innermost(session);
    if (own) own.abort.abort();
    else if (this.#parts.others.areIn(session) || !held) this.#parts.others.stop(session);
    else void this.#goOn(held, "abort-level");
  }

  /** Has the innermost held evaluation of the current session go on by a tool; false where there is none. */
  goOn(tool: string, args: Fields): boolean {
    const held = this.#levels.innermost(this.#session);
    if (held) void this.#goOn(held, tool, args);
    return held !== null;
  }

  /** Marks no event of recordings that are not shown any more. */
  recordingsCleared(): void {
    this.#eventMark.clear();
  }

  /** Shows what can be done in the session that is current now. */
  sessionChanged(): void {
    const running = this.#running.get(this.#session);
    const isOthers = !running && this.#parts.others.areIn(this.#session);
    const state = running || isOthers ? "running" : this.held ? "held" : "idle";
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
      for (const held of this.#levels.endAbove(session, 0)) this.#leave(held.work, held, LEFT_RESET);
      this.#packages.delete(session);
      this.#answers.forget(session);
      this.#definitions.forget(session);
      this.#parts.onChange();
      this.#parts.transcript.note(answer.isError ? plainParts(answer) : noteParts(answer.text));
      const { editor } = this.#parts;
      editor.mark(null);
      clearAnnotations(editor, editor.all());
    } catch (error) {
      this.#parts.transcript.note(failureParts(messageOf(error)));
    }
  }

  #ask(excerpt: Excerpt, holder: CodeHolder = this.#parts.editor, afresh = false, way?: Way): void {
    const isEntered = holder !== this.#parts.editor;
    const breakpoints = isEntered || way ? [] : this.#parts.breakpoints.in(excerpt);
    const session = this.#session;
    const evaluated = {
      ...excerpt,
      restarts: [],
      session,
      isEntered,
      holder,
      breakpoints,
      ...(way && { way }),
    };
    void this.#evaluate(evaluated, afresh);
  }

  /**
   * Evaluates code, on top of what is held or, afresh, in its place; while something runs it does nothing.
   */
  async #evaluate(evaluated: Evaluated, afresh: boolean): Promise<void> {
    const { code, session } = evaluated;
    if (code.trim() === "") return;
    await this.#atWork(session, async (signal) => {
      const [outermost] = this.#levels.of(session);
      if (afresh && outermost) await this.#continue(outermost, "abort-level", {}, signal);
      await this.#perform(evaluated, signal);
    });
  }

  /** Has an evaluation that is held go on by a tool, as soon as what runs on top of it is over. */
  async #goOn(held: Held, tool: string, args: Fields = {}): Promise<void> {
    await this.#running.get(held.work.evaluated.session)?.over;
    const now = this.#levels.heldOf(held.work);
    // A step that was asked for while another one was made comes after it.
    const isQueued = tool === "step" && args["how"] !== "continue";
    if (now === null || (now !== held && !(isQueued && isStep(now)))) return;
    const isDone = await this.#atWork(now.work.evaluated.session, (signal) =>
      this.#continue(now, tool, args, signal),
    );
    if (!isDone && isQueued) await this.#goOn(now, tool, args);
  }

  /** Has all code of a session keep its variables, and evaluates again, in the place of what is held. */
  async #againDebugged(evaluated: Evaluated, held: Held | null): Promise<void> {
    const { session } = evaluated;
    await this.#atWork(session, async (signal) => {
      const client = await this.#parts.client;
      await client.call("configure-debugger", { session, debug: 2 }).catch(() => undefined);
      if (held && this.#levels.heldOf(held.work) === held)
        await this.#continue(held, "abort-level", {}, signal);
      await this.#perform(evaluated, signal);
    });
  }

  async #continue({ level, work }: Held, tool: string, args: Fields, signal: AbortSignal): Promise<void> {
    const { session } = work.evaluated;
    work.entry.hold(null);
    this.#heldMark.clear();
    const call: Call = (client, watch) => client.goOn(session, tool, { ...args, level }, watch);
    await this.#conclude(work, await this.#outcome(work, signal, call));
  }

  /** Works in a session until that is done; false where something else does. */
  async #atWork(session: string, work: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
    if (this.#running.has(session)) return false;
    let end = () => {};
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    const abort = new AbortController();
    this.#running.set(session, { abort, over });
    this.sessionChanged();
    try {
      await work(abort.signal);
    } finally {
      end();
      this.#running.delete(session);
      this.sessionChanged();
      this.#lookAfterLevels(session);
    }
    return true;
  }

  /** Looks whether levels are still held that nobody has called for. */
  #lookAfterLevels(session: string): void {
    clearTimeout(this.#lookingAfter);
    if (this.#levels.of(session).length === 0) return;
    this.#lookingAfter = setTimeout(async () => {
      const level = await this.#levelNow(session);
      for (const held of this.#levels.endAbove(session, level))
        this.#leave(held.work, held, "Nothing was called for so long that the server has ended it.");
      this.sessionChanged();
      this.#lookAfterLevels(session);
    }, LEVELS_MS);
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
    const { session, holder, code } = evaluated;
    holder.mark(null);
    this.#eventMark.forget();
    this.#definitions.note(session, code);
    if (evaluated.way === "record") this.#recordings.begin(session, evaluated);
    if (!evaluated.isEntered) clearAnnotations(editor, evaluated);
    const packageOf = this.#packages.get(session) ?? USER_PACKAGE;
    const entry = this.#begin(evaluated, packageOf);
    const started = performance.now();
    const work: Work = {
      entry,
      evaluated,
      packageOf,
      started,
      stdout: "",
      stderr: "",
      warnings: [],
      forget: () => {},
    };
    const call: Call = (client, watch) => client.run(evaluated, watch, asksOnError());
    await this.#conclude(work, await this.#outcome(work, signal, call));
  }

  /** Calls the server about an evaluation, and follows it until there is an answer. Never rejects. */
  async #outcome({ entry, evaluated }: Work, signal: AbortSignal, call: Call): Promise<Outcome> {
    const { session, code, origin } = evaluated;
    const { client, editor, abilities } = this.#parts;
    const input = new InputLine();
    const packageOf = this.#packages.get(session) ?? USER_PACKAGE;
    const live = this.#answers.actions(evaluated, new LineIndex(code), packageOf, undefined);
    try {
      const answer = await call(await client, {
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

  /** Shows an answer as that of the evaluation whose it is, and what has ended besides. Never rejects. */
  async #conclude(work: Work, outcome: Outcome): Promise<void> {
    const { session } = work.evaluated;
    const report = outcome.answer && readEvaluation(outcome.answer.data);
    const at = report?.status === "held" ? (report.level ?? null) : null;
    const before = this.#levels.heldOf(work);
    const hadLevels = this.#levels.of(session).length > 0;
    const innermost = hadLevels ? await this.#levelNow(session) : (at ?? 0);
    const { owner, gone } = this.#levels.settle(work, at, innermost);
    for (const held of gone) if (held.work !== owner) this.#leave(held.work, held, LEFT_BELOW);
    if (owner !== work) this.#leave(work, before, LEFT_BELOW);
    const stays = this.#levels.heldOf(owner);
    if (at !== null && report && outcome.answer)
      this.#hold({ level: at, work: owner, answer: outcome.answer, report });
    else if (stays) this.#hold(stays, outcome.answer?.text ?? outcome.message);
    else await this.#finish(owner, outcome);
  }

  /** How many evaluations are held in a session. */
  async #levelNow(session: string): Promise<number> {
    const answer = await (await this.#parts.client).listSessions().catch(() => null);
    return readSessions(answer?.data)?.find((each) => each.session === session)?.level ?? 0;
  }

  async #finish(work: Work, outcome: Outcome): Promise<void> {
    const { entry, evaluated, packageOf } = work;
    const { session, holder: _, ...excerpt } = evaluated;
    const tookMs = performance.now() - work.started;
    const finished = { excerpt: { ...excerpt, session }, packageOf, tookMs, ...withOutput(outcome, work) };
    work.forget();
    const shown = this.#answers.show(entry, evaluated, finished, this.#parts.values(session));
    if (shown) {
      if (shown.evaluation.package !== "") this.#packages.set(session, shown.evaluation.package);
      this.#answers.annotate(shown, evaluated);
    }
    if (outcome.state === "cancelled" && (await this.#isCut(entry, session))) entry.add(noteParts(CUT));
    this.#heldMark.show(this.#levels.innermost(session));
    this.#parts.onFinished?.(finished);
  }

  /** Shows the error that an evaluation is held at; `problem` says why it did not go on. */
  #hold(held: Held, problem?: string): void {
    const { level, work, answer, report } = held;
    const { entry, evaluated, packageOf } = work;
    if (!report.error) return;
    const error = problem === undefined ? report.error : { ...report.error, restartProblem: problem };
    const isNew = this.#levels.heldOf(work)?.answer !== answer;
    this.#levels.add(held);
    if (report.package !== "") this.#packages.set(evaluated.session, report.package);
    if (isNew) {
      work.stdout += report.stdout;
      work.stderr += report.stderr;
      const { session, holder: _, ...excerpt } = evaluated;
      const tookMs = performance.now() - work.started;
      work.warnings = [...work.warnings, ...report.warnings];
      const outcome: Outcome = { state: "answered", answer, message: "" };
      work.forget();
      const finished = { excerpt: { ...excerpt, session }, packageOf, tookMs, ...outcome };
      work.forget = this.#parts.onHeld?.(finished) ?? work.forget;
    }
    entry.hold(this.#heldParts(held, error, level), answer.text);
    this.#heldMark.show(this.#levels.innermost(evaluated.session));
  }

  #heldParts(held: Held, error: ErrorReport, level: number): HTMLElement[] {
    const { evaluated } = held.work;
    const { session, code } = evaluated;
    const packageOf = this.#packages.get(session) ?? USER_PACKAGE;
    const take = ({ restart, values }: RestartChoice) =>
      void this.#goOn(held, "invoke-restart", { restart, ...(values ? { values } : {}) });
    const actions = {
      ...this.#answers.actions(evaluated, new LineIndex(code), packageOf, error),
      ...this.#parts.values(session),
      ...this.#frames(evaluated, error, held),
      restarts: { isHeld: true, take },
    };
    const step = stepParts(error, level, actions);
    if (step) return step;
    const parts = levelParts(error, level, actions, {
      goOn: () => void this.#goOn(held, "continue"),
      abort: () => void this.#goOn(held, "abort-level"),
    });
    return [...warningRows({ warnings: [...held.work.warnings], error }, actions), ...parts];
  }

  /** What the calls of an error can be asked, and for. */
  #frames(evaluated: Evaluated, error: ErrorReport, held: Held | null): Pick<AnswerActions, "unfoldFrame"> {
    const { client, values } = this.#parts;
    const { session } = evaluated;
    return framesOf({
      call: async (name, args, signal) => (await client).call(name, { session, ...args }, signal),
      lastError: async () => (await client).describeLastError(session),
      values: values(session),
      again: () => void this.#againDebugged(evaluated, held),
      error,
      held: held && {
        level: held.level,
        atWork: (work) => this.#atWork(session, work),
        goOn: (tool, args) => void this.#goOn(held, tool, args),
      },
    });
  }

  /** Shows that an evaluation is over which did not answer for itself. */
  #leave(work: Work, held: Held | null, reason: string): void {
    const { entry, evaluated } = work;
    work.forget();
    const tookMs = performance.now() - work.started;
    const { report } = held ?? {};
    if (!report) return entry.finish("left", [...entry.written, ...leftParts(reason)], tookMs);
    const index = new LineIndex(evaluated.code);
    const actions = this.#answers.actions(evaluated, index, report.package, report.error);
    const { stdout, stderr, warnings } = work;
    const whole = { ...report, stdout, stderr, warnings: [...warnings] };
    const parts = [...evaluationParts(whole, actions), ...leftParts(reason)];
    entry.finish("left", parts, tookMs, held?.answer.text);
  }

  /** Whether a stopped evaluation wrote more than the session's limit lets it show. */
  async #isCut(entry: Entry, session: string): Promise<boolean> {
    if (entry.writtenCharacters === 0) return false;
    const limits = await (await this.#parts.client).limits(session).catch(() => null);
    const most = readLimits(limits?.data)?.maxOutput;
    return most !== undefined && entry.writtenCharacters >= most;
  }
}

/** Puts the code of an entry back to where it was entered. */
function enterAgain(holder: CodeHolder): null {
  holder.goTo(BEGINNING);
  return null;
}

/** An outcome with what the evaluation wrote, and was warned of, before it was held. */
function withOutput(outcome: Outcome, before: Pick<Work, "stdout" | "stderr" | "warnings">): Outcome {
  const { stdout, stderr, warnings } = before;
  const { answer } = outcome;
  const report = answer && readEvaluation(answer.data);
  if (!answer || !report || (stdout + stderr === "" && warnings.length === 0)) return outcome;
  const data = {
    ...report,
    stdout: stdout + report.stdout,
    stderr: stderr + report.stderr,
    warnings: [...warnings, ...report.warnings],
  };
  return { ...outcome, answer: { ...answer, data } };
}
