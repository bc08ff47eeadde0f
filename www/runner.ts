import type { ErrorReport, EvaluationReport, Position } from "jscl-mcp";
import { asksOnError } from "./ask-on-error.js";
import type { Answer, FormAtWork, LispClient, RestartAnswer } from "./client/client.js";
import { readEvaluation, readLastError } from "./client/results.js";
import { byId } from "./dom.js";
import type { Editor, Excerpt } from "./editor/editor.js";
import type { Sessions } from "./sessions.js";
import {
  evaluationParts,
  failureParts,
  heldParts,
  noteParts,
  plainParts,
  stoppedParts,
} from "./transcript/entry-view.js";
import { errorPlace, type ReportActions } from "./transcript/report-view.js";
import type { RestartChoice } from "./transcript/restarts-view.js";
import type { Entry, Transcript } from "./transcript/transcript.js";

interface RunnerParts {
  readonly client: Promise<LispClient>;
  readonly editor: Editor;
  readonly transcript: Transcript;
  readonly sessions: Sessions;
}

/** Code as it was evaluated, in which session, and the restarts that were to be taken. */
type Evaluated = Excerpt & { readonly restarts: readonly RestartChoice[]; readonly session: string };

/** A cancelled request has no answer, so what became of it is what this page knows of its own. */
const STOPPED = globalThis.crossOriginIsolated
  ? "What was defined before stays."
  : "Unless Lisp ends by itself within two seconds, a fresh one takes its place and is given its definitions.";

const MOVED_ON =
  "The server no longer remembers this error: it keeps the last one only, until an evaluation succeeds.";

const APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The package that a fresh Lisp is in. */
const FIRST_PACKAGE = "COMMON-LISP-USER";

/**
 * Sends code to the server and puts the answers into the transcript, in each session one evaluation at a
 * time.
 */
export class Runner {
  readonly #parts: RunnerParts;
  readonly #run = byId("run", HTMLButtonElement);
  readonly #runForm = byId("run-form", HTMLButtonElement);
  readonly #label = byId("run-label", HTMLElement);
  readonly #reset = byId("reset", HTMLButtonElement);
  /** By session, as the rest. */
  readonly #packages = new Map<string, string>();
  readonly #running = new Map<string, AbortController>();

  constructor(parts: RunnerParts) {
    this.#parts = parts;
    if (APPLE) for (const key of document.querySelectorAll(".run-key")) key.textContent = "⌘ ↵";
    this.#run.addEventListener("click", () => (this.#isRunning() ? this.stop() : this.runAll()));
    this.#runForm.addEventListener("click", () => this.runAtCursor());
    this.#reset.addEventListener("click", () => void this.reset());
  }

  runAll(): void {
    void this.#evaluate(this.#parts.editor.all());
  }

  runAtCursor(): void {
    const excerpt = this.#parts.editor.atCursor();
    if (excerpt) void this.#evaluate(excerpt);
  }

  /** Cancels the running evaluation of the current session. */
  stop(): void {
    this.#running.get(this.#session)?.abort();
  }

  /** Shows what can be done in the session that is current now. */
  sessionChanged(): void {
    const running = this.#isRunning();
    this.#run.classList.toggle("stop", running);
    this.#label.textContent = running ? "Stop" : "Run";
    this.#runForm.disabled = running;
  }

  get #session(): string {
    return this.#parts.sessions.current;
  }

  #isRunning(): boolean {
    return this.#running.has(this.#session);
  }

  /** Replaces the Lisp image of the current session. */
  async reset(): Promise<void> {
    const session = this.#session;
    this.#reset.disabled = true;
    this.stop();
    try {
      const answer = await (await this.#parts.client).resetSession(session);
      this.#packages.delete(session);
      this.#parts.transcript.note(answer.isError ? plainParts(answer) : noteParts(answer.text));
      this.#parts.editor.mark(null);
    } catch (error) {
      this.#parts.transcript.note(failureParts(messageOf(error)));
    } finally {
      this.#reset.disabled = false;
    }
  }

  async #evaluate(
    excerpt: Excerpt,
    restarts: readonly RestartChoice[] = [],
    session = this.#session,
  ): Promise<void> {
    if (this.#running.has(session) || excerpt.code.trim() === "") return;
    const { client, editor, transcript } = this.#parts;
    const abort = new AbortController();
    this.#running.set(session, abort);
    this.sessionChanged();
    editor.mark(null);
    const evaluated = { ...excerpt, restarts, session };
    const entry = transcript.begin(excerpt.code, this.#packages.get(session) ?? FIRST_PACKAGE, session);
    try {
      const answer = await (await client).evaluate(session, excerpt.code, restarts, {
        signal: abort.signal,
        onOutput: (stream, text) => {
          if (!abort.signal.aborted) entry.write(stream, text);
        },
        onForm: (at) => {
          if (!abort.signal.aborted) entry.locate(whereabouts(at, excerpt.origin));
        },
        ...(asksOnError() ? { onHeld: () => this.#choose(entry, evaluated, abort.signal) } : {}),
      });
      this.#finish(entry, evaluated, answer);
    } catch (error) {
      if (abort.signal.aborted) entry.finish("cancelled", stoppedParts(entry.written, STOPPED), null);
      else entry.finish("failed", failureParts(messageOf(error)), null);
    } finally {
      this.#running.delete(session);
      this.sessionChanged();
    }
  }

  /** Shows the error that an evaluation waits at, until a restart is chosen or the evaluation is stopped. */
  async #choose(entry: Entry, evaluated: Evaluated, stopped: AbortSignal): Promise<RestartAnswer> {
    const { client, editor } = this.#parts;
    const error = readLastError((await (await client).describeLastError(evaluated.session)).data);
    if (error === null || stopped.aborted) return null;
    const answer = await new Promise<RestartAnswer>((resolve) => {
      stopped.addEventListener("abort", () => resolve(null), { once: true });
      const take = ({ restart, values = [] }: RestartChoice) =>
        resolve({ restart, values: values.join(" ") });
      const actions = this.#actions(evaluated, this.#packages.get(evaluated.session) ?? FIRST_PACKAGE, error);
      entry.hold(heldParts(error, { ...actions, restarts: { isHeld: true, take } }));
      const place = errorPlace(error);
      if (place) editor.mark(actions.locate(place));
    });
    entry.hold(null);
    editor.mark(null);
    return answer;
  }

  #finish(entry: Entry, excerpt: Evaluated, answer: Answer): void {
    const evaluation = readEvaluation(answer.data);
    if (!evaluation) {
      entry.finish(answer.isError ? "error" : "ok", plainParts(answer), null);
      return;
    }
    if (evaluation.package !== "") this.#packages.set(excerpt.session, evaluation.package);
    const actions = this.#actions(excerpt, evaluation.package, evaluation.error);
    entry.finish(evaluation.status, evaluationParts(evaluation, actions), evaluation.timing?.realMs ?? null);
    this.#mark(evaluation, excerpt, actions);
  }

  #mark(evaluation: EvaluationReport, excerpt: Excerpt, actions: ReportActions): void {
    const place = evaluation.error && errorPlace(evaluation.error);
    // Text that was edited while it ran no longer has the place the report speaks of.
    const unchanged = this.#parts.editor.all().code.includes(excerpt.code);
    if (place && unchanged) this.#parts.editor.mark(actions.locate(place));
  }

  #actions(excerpt: Evaluated, packageOf: string, shown: ErrorReport | undefined): ReportActions {
    const { client, editor } = this.#parts;
    // The server keeps the last error only, and a report further up in the transcript is about an earlier
    // one.
    const isThisError = (error: ErrorReport | null): error is ErrorReport =>
      error !== null && error.timestamp === shown?.timestamp;
    return {
      package: packageOf,
      locate: (position) => fromOrigin(excerpt.origin, position),
      goTo: (position) => editor.goTo(position),
      moreFrames: async (count) => {
        const error = readLastError((await (await client).backtrace(excerpt.session, count)).data);
        return isThisError(error) ? error.frames : null;
      },
      describe: async () => {
        const answer = await (await client).describeLastError(excerpt.session);
        return isThisError(readLastError(answer.data)) ? answer.text : MOVED_ON;
      },
      restarts: {
        isHeld: false,
        take: (choice) => void this.#evaluate(excerpt, [...excerpt.restarts, choice], excerpt.session),
      },
    };
  }
}

/** The progress of an evaluation, in words. */
function whereabouts({ form, line, column, file, doneInFile }: FormAtWork, origin: Position): string {
  const at = `form ${form}, line ${fromOrigin(origin, { line, column }).line}`;
  return file === undefined ? at : `${at}: ${doneInFile} of ${file}`;
}

/** A position in an excerpt as a position in the whole text. */
function fromOrigin(origin: Position, position: Position): Position {
  return {
    line: origin.line + position.line - 1,
    column: position.line === 1 ? origin.column + position.column : position.column,
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
