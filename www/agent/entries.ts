import type { ErrorReport, EvaluationReport } from "jscl-mcp";
import { editAgain } from "../edit-again.js";
import type { Answer } from "../elements/answer.js";
import type { Editor } from "../elements/editor/editor.js";
import { LineIndex } from "../elements/line-index.js";
import type { McpClient } from "../elements/page/mcp-client.js";
import { readEvaluation, readLastError } from "../elements/results.js";
import { USER_PACKAGE } from "../elements/run/prompt.js";
import {
  type AnswerActions,
  evaluationParts,
  failureParts,
  noteParts,
  plainParts,
  stoppedParts,
} from "../elements/views/entry-view.js";
import { askAbout } from "../elements/views/last-error.js";
import type { RestartChoice } from "../elements/views/restarts-view.js";
import type { ValueActions } from "../elements/views/results-view.js";
import { row } from "../elements/views/row.js";
import type { Finished } from "../finished.js";
import type { OthersAtWork } from "../others-at-work.js";
import { BEGINNING, whereabouts } from "../places-of-excerpts.js";
import { MAIN } from "../sessions.js";
import type { Entry, Transcript } from "../transcript/transcript.js";
import { sectionsOf } from "./sections.js";
import type { EvaluationCall, Follower } from "./watch.js";

/** Milliseconds to wait for the data of an error, of which the client was told in brief. */
const ERROR_MS = 1_000;

const LEFT = "The agent did not wait for its answer.";
const STOPPED = "You ended it, and whoever asked for it was told so.";
const ELSEWHERE = "The editor does not have this code: press Edit in the agent's entry to put it there.";

export interface AgentEntriesParts {
  readonly transcript: Transcript;
  readonly editor: Editor;
  /** The page's own client, which asks for what the agent was not told. */
  readonly backstage: Promise<McpClient>;
  readonly say: (text: string) => void;
  /** Evaluates the agent's code again, taking a restart, as the person's own. */
  readonly take: (code: string, session: string, choice: RestartChoice) => void;
  readonly others: OthersAtWork;
  /** What can be done with the values of a session. */
  readonly values: (session: string) => ValueActions;
  /** Keeps an entry for when the page is loaded again. */
  readonly keep: (finished: Finished) => void;
  /** Called when what the Lisp knows may have changed. */
  readonly onEvaluated: () => void;
}

/** Shows what an agent evaluates among what the person does, by the same views. */
export class AgentEntries {
  readonly #parts: AgentEntriesParts;

  constructor(parts: AgentEntriesParts) {
    this.#parts = parts;
  }

  /** Begins an entry that says by whom it is. */
  begin({ code, session, packageOf }: EvaluationCall, by: string): Follower {
    const { transcript, editor, others } = this.#parts;
    const where = session ?? MAIN;
    const excerpt = { code, origin: BEGINNING, restarts: [], session: where, isEntered: true };
    const entered = { excerpt, packageOf: packageOf ?? USER_PACKAGE, by };
    const again = editAgain(editor, excerpt);
    const stop = () => others.stop(where);
    const entry = transcript.begin(code, entered.packageOf, where, again, by, stop);
    const started = performance.now();
    const tookMs = () => performance.now() - started;
    let isStopped = false;
    const stopped = (text: string) => {
      entry.finish("cancelled", stoppedParts(entry.written, STOPPED), tookMs(), text);
    };
    const ended = (state: Finished["state"], message: string, answer: Answer | null = null) => {
      over();
      this.#parts.keep({ ...entered, state, message, answer, tookMs: tookMs() });
    };
    // A client that carries a question of its program has no answer that would say so.
    const over = others.begin(where, () => {
      isStopped = true;
      stopped("");
      ended("cancelled", STOPPED);
    });
    return {
      write: (stream, text) => !isStopped && entry.write(stream, text),
      locate: (at) => entry.locate(whereabouts(at, BEGINNING)),
      hold: (question) => !isStopped && entry.hold(question === null ? null : heldParts(question)),
      finish: (result) => {
        const told = toldOf(result);
        if (isStopped) return stopped(told.text);
        over();
        void this.#finish(entry, entered.excerpt, told, tookMs()).then((data) =>
          ended("answered", "", { ...told, data }),
        );
      },
      fail: (message) => {
        if (isStopped) return;
        entry.finish("failed", failureParts(message), null);
        ended("failed", message);
      },
      cancelled: () => {
        if (isStopped) return;
        entry.finish("cancelled", stoppedParts(entry.written, LEFT), null);
        ended("cancelled", LEFT);
      },
    };
  }

  /** Shows an answer. Resolves to its data, in full where that is known. */
  async #finish(
    entry: Entry,
    asked: { readonly code: string; readonly session: string },
    told: Answer,
    tookMs: number,
  ): Promise<unknown> {
    const { text, data, isError } = told;
    const evaluation = readEvaluation(data) ?? (await this.#fromBrief(asked.session, told));
    if (evaluation) {
      const parts = evaluationParts(evaluation, this.#actions(asked, evaluation));
      const report = evaluation.error || evaluation.status === "ok" ? [] : [restOf(text)];
      entry.finish(evaluation.status, [...parts, ...report], evaluation.timing?.realMs ?? tookMs, text);
    } else entry.finish(isError ? "error" : "ok", plainParts(told), tookMs, text);
    this.#parts.onEvaluated();
    return evaluation ?? data;
  }

  /**
   * The report of an evaluation of which the client was told in brief: output and warnings are in the text,
   * and the session has its error in full. Null for what is no evaluation.
   */
  async #fromBrief(session: string, { text, data }: Answer): Promise<EvaluationReport | null> {
    const { status, values = [], error } = (data ?? {}) as BriefAnswer;
    if (status === undefined) return null;
    const { stdout, stderr, warnings } = sectionsOf(text);
    const full = error ? await this.#lastError(session, error.type) : null;
    return {
      status,
      values: [...values],
      results: [],
      stdout,
      stderr,
      truncated: { stdout: 0, stderr: 0, values: 0, results: 0, warnings: 0 },
      warnings: [...warnings],
      restartsTaken: [],
      ...(full ? { error: full } : {}),
      package: USER_PACKAGE,
      forms: 1,
      timing: null,
    };
  }

  /** The error that the session saw last, if it is of this type and is told soon. */
  async #lastError(session: string, type: string): Promise<ErrorReport | null> {
    const { backstage } = this.#parts;
    const signal = AbortSignal.timeout(ERROR_MS);
    const args = { session, detail: "full" };
    const answer = await backstage
      .then((client) => client.callTool("get-backtrace", args, { signal }))
      .catch(() => null);
    const error = readLastError(answer?.data);
    return error?.type === type ? error : null;
  }

  #actions(
    { code, session }: { readonly code: string; readonly session: string },
    { package: packageOf, error }: EvaluationReport,
  ): AnswerActions {
    const { backstage, editor, say, take } = this.#parts;
    const call = async (name: string, args: object) =>
      (await backstage).callTool(name, { session, detail: "full", ...args });
    return {
      package: packageOf,
      index: new LineIndex(code),
      showsDefinitions: true,
      locate: (position) => position,
      goTo: (position) => {
        const at = editor.all().code.indexOf(code);
        if (at !== 0) return say(ELSEWHERE);
        editor.goTo(position);
      },
      ...askAbout(error, {
        backtrace: (count) => call("get-backtrace", { max_frames: count }),
        describeLastError: () => call("describe-last-error", {}),
      }),
      restarts: { isHeld: false, take: (choice) => take(code, session, choice) },
      ...this.#parts.values(session),
    };
  }
}

/** What this page reads of the structured content of `evaluate-lisp` in brief. */
interface BriefAnswer {
  readonly status?: EvaluationReport["status"];
  readonly values?: readonly string[];
  readonly error?: { readonly type: string };
}

function toldOf({ content, structuredContent, isError }: Readonly<Record<string, unknown>>): Answer {
  const blocks = Array.isArray(content) ? (content as readonly { readonly text?: unknown }[]) : [];
  const text = blocks.map((block) => (typeof block.text === "string" ? block.text : "")).join("\n");
  return { text, data: structuredContent, isError: isError === true };
}

function heldParts(question: string): HTMLElement[] {
  const note = noteParts("The program waits here until the agent has answered.");
  return question === "" ? note : [...note, ...plainParts({ text: question, data: null, isError: false })];
}

/** The error's own words, where the session does not have its data any more. */
function restOf(text: string): HTMLElement {
  const words = document.createElement("pre");
  words.textContent = sectionsOf(text).rest;
  return row("failure", "error", words);
}
