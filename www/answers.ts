import type { ErrorReport, EvaluationReport } from "jscl-mcp";
import { annotate } from "./annotations/annotations.js";
import type { LispClient } from "./client/client.js";
import type { Editor } from "./elements/editor/editor.js";
import { LineIndex } from "./elements/line-index.js";
import { Redefinitions } from "./elements/redefinitions.js";
import { readEvaluation } from "./elements/results.js";
import {
  type AnswerActions,
  evaluationParts,
  failureParts,
  plainParts,
  stoppedParts,
} from "./elements/views/entry-view.js";
import { askAbout } from "./elements/views/last-error.js";
import { leftParts } from "./elements/views/level-view.js";
import { errorPlace, markedPlaces } from "./elements/views/report-view.js";
import type { ValueActions } from "./elements/views/results-view.js";
import type { Evaluated } from "./evaluated.js";
import type { Finished } from "./finished.js";
import { fromOrigin } from "./places-of-excerpts.js";
import { readProfile } from "./profile/profile.js";
import { profileParts } from "./profile/profile-view.js";
import type { EventMark } from "./recording/event-mark.js";
import { recordingRow } from "./recording/recording-row.js";
import type { Recordings } from "./recording/recordings.js";
import type { Entry } from "./transcript/transcript.js";

interface AnswersParts {
  readonly client: Promise<LispClient>;
  readonly editor: Editor;
  readonly recordings: Recordings;
  readonly eventMark: EventMark;
  /** What the calls of an error can be asked that is over. */
  readonly frames: (evaluated: Evaluated, error: ErrorReport) => Pick<AnswerActions, "unfoldFrame">;
  /** Evaluates code. */
  readonly evaluate: (evaluated: Evaluated) => void;
}

/** An evaluation as it is shown, and what can be done with it. */
interface Shown {
  readonly evaluation: EvaluationReport;
  readonly actions: AnswerActions;
}

/** Why an evaluation is over that waited. */
const LEFT_RELOAD = "It waited at this error when the page was loaded again, and ended with its Lisp.";

/** Shows the answers of evaluations that are over: in the transcript, and in the editor. */
export class Answers {
  readonly #parts: AnswersParts;
  /** By session. */
  readonly #defined = new Map<string, Redefinitions>();

  constructor(parts: AnswersParts) {
    this.#parts = parts;
  }

  /** Forgets what a session has defined. */
  forget(session: string): void {
    this.#defined.delete(session);
  }

  /** Shows what came of an evaluation, and gives what of it is shown. */
  show(entry: Entry, evaluated: Evaluated, finished: Finished, values: ValueActions): Shown | null {
    const { state, answer, message, tookMs } = finished;
    if (!answer) {
      const parts = state === "cancelled" ? stoppedParts(entry.written, message) : failureParts(message);
      entry.finish(state, parts, tookMs);
      return null;
    }
    const read = readEvaluation(answer.data);
    if (!read) {
      const profile = evaluated.way === "profile" && !answer.isError ? readProfile(answer.data) : null;
      const shown = profile ? profileParts(profile) : plainParts(answer);
      entry.finish(answer.isError ? "error" : "ok", shown, tookMs, answer.text);
      return null;
    }
    const index = new LineIndex(evaluated.code);
    const evaluation = this.#definedIn(evaluated.session).withoutRepeated(index, read);
    const actions = this.actions(evaluated, index, evaluation.package, evaluation.error);
    const frames = evaluation.error && this.#parts.frames(evaluated, evaluation.error);
    const isFromBefore = evaluation.status === "held";
    const isLive = values.openable !== undefined;
    const parts = [
      ...evaluationParts(evaluation, { ...actions, ...values, ...(isLive ? frames : {}) }),
      ...(isFromBefore ? leftParts(LEFT_RELOAD) : []),
      ...this.#recording(evaluation, evaluated, isLive),
    ];
    entry.finish(
      isFromBefore ? "left" : evaluation.status,
      parts,
      evaluation.timing?.realMs ?? tookMs,
      answer.text,
    );
    return { evaluation, actions };
  }

  #recording({ recording }: EvaluationReport, evaluated: Evaluated, isLive: boolean): HTMLElement[] {
    if (recording === undefined) return [];
    const ask = this.#parts.recordings.of(evaluated.session, evaluated);
    return [recordingRow(recording, isLive ? { ask, mark: this.#parts.eventMark.of(evaluated) } : null)];
  }

  /** Shows in the code what came of an evaluation. */
  annotate({ evaluation, actions }: Shown, { code, origin, isEntered, holder }: Evaluated): void {
    const { editor } = this.#parts;
    if (!isEntered) annotate(editor, origin, actions.index, evaluation);
    // Forms that do not compile are underlined in the editor already.
    const [first = null] = markedPlaces(evaluation);
    const place = isEntered ? first : evaluation.error && errorPlace(evaluation.error);
    // Text that was edited while it ran no longer has the place the report speaks of.
    const unchanged = isEntered || editor.all().code.includes(code);
    if (place && unchanged) holder.mark(actions.locate(place));
  }

  #definedIn(session: string): Redefinitions {
    const known = this.#defined.get(session) ?? new Redefinitions();
    this.#defined.set(session, known);
    return known;
  }

  /** What can be done with an answer; `shown` is the error that it shows. */
  actions(
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
        take: (choice) => this.#parts.evaluate({ ...evaluated, restarts: [...restarts, choice] }),
      },
    };
  }
}
