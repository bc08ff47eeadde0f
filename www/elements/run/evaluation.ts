import type { ErrorReport, EvaluationReport, Position } from "jscl-mcp";
import { LineIndex } from "../line-index.js";
import { type PageSession, pageLisp, type RestartAnswer } from "../page/page-lisp.js";
import { Redefinitions } from "../redefinitions.js";
import { readEvaluation } from "../results.js";
import {
  type AnswerActions,
  evaluationParts,
  failureParts,
  heldParts,
  plainParts,
  stoppedParts,
} from "../views/entry-view.js";
import { InputLine } from "../views/input-line.js";
import { askAbout } from "../views/last-error.js";
import { LiveOutput } from "../views/live-output.js";
import { LiveResults } from "../views/live-results.js";
import { errorPlace, markedPlaces } from "../views/report-view.js";
import type { RestartChoice } from "../views/restarts-view.js";
import { afterStop } from "./after-stop.js";
import { USER_PACKAGE } from "./prompt.js";

/** What to evaluate, and how. */
interface Asked {
  readonly code: string;
  readonly restarts: readonly RestartChoice[];
  readonly timeout: number | undefined;
  /** Whether an error holds the evaluation until a restart is chosen. */
  readonly asks: boolean;
  readonly signal: AbortSignal;
}

/** The place on the page that shows an evaluation. */
export interface Place {
  readonly session: PageSession;
  /** The level of a report's heading. */
  readonly level: number;
  readonly show: (parts: readonly HTMLElement[]) => void;
  readonly setState: (state: "running" | "held") => void;
  /** The place in the shown text of a position in the evaluated code. */
  readonly locate: (position: Position) => Position;
  readonly goTo: (position: Position) => void;
  readonly mark: (positions: readonly Position[]) => void;
  /** Evaluates the same code again with these restarts. */
  readonly again: (restarts: readonly RestartChoice[]) => void;
}

/** How an evaluation ended. */
export interface Outcome {
  readonly state: "done" | "error" | "idle";
  /** The structured content of the answer; `null` where there was none. */
  readonly data: unknown;
  readonly evaluation: EvaluationReport | null;
  /** What is announced. */
  readonly words: string;
  /** Why there is no answer. */
  readonly failure: Error | null;
}

/** The definitions that were evaluated in each session, until it is reset. */
const defined = new WeakMap<PageSession, Redefinitions>();

function definedIn(session: PageSession): Redefinitions {
  const known = defined.get(session);
  if (known) return known;
  const fresh = new Redefinitions();
  defined.set(session, fresh);
  const unlisten = session.onLoss(({ reason }) => {
    if (reason !== "reset") return;
    defined.delete(session);
    unlisten();
  });
  return fresh;
}

/** Evaluates code and shows at its place what comes, from the first output to the answer. Never rejects. */
export async function evaluateAt(place: Place, asked: Asked): Promise<Outcome> {
  const live = new LiveOutput();
  const results = new LiveResults();
  const index = new LineIndex(asked.code);
  const input = new InputLine();
  let shown = 0;
  const written = () => [...live.rows, ...results.rows];
  const write = (tail: readonly HTMLElement[] = []) => place.show([...written(), ...tail]);
  try {
    const { data, ...answer } = await place.session.evaluate(asked.code, {
      timeout: asked.timeout,
      restarts: asked.restarts,
      signal: asked.signal,
      onStart: () => place.setState("running"),
      onOutput: (stream, text) => {
        live.write(stream, text);
        if (live.rows.length !== shown) write();
        shown = live.rows.length;
      },
      onResults: (returned) => {
        results.add(returned, actionsFor(place, asked, index, USER_PACKAGE, undefined));
        write();
      },
      ...(asked.asks ? { onHeld: (error: ErrorReport) => choose(place, asked, error, write) } : {}),
      onInput: async (prompt) => {
        const line = await input.ask(prompt, asked.signal, (parts) => {
          write(parts);
          place.setState("held");
        });
        if (asked.signal.aborted) return null;
        write();
        place.setState("running");
        return line;
      },
    });
    const read = readEvaluation(data);
    const evaluation = read && definedIn(place.session).withoutRepeated(index, read);
    if (!evaluation) {
      place.show(plainParts({ data, ...answer }));
      return {
        state: answer.isError ? "error" : "done",
        data,
        evaluation,
        words: answer.text,
        failure: null,
      };
    }
    const actions = actionsFor(place, asked, index, evaluation.package, evaluation.error);
    place.show(evaluationParts(evaluation, actions));
    live.handOver([]);
    const marked = markedPlaces(evaluation);
    if (marked.length > 0) place.mark(marked.map(place.locate));
    const state = evaluation.status === "ok" ? "done" : "error";
    return { state, data, evaluation, words: wordsFor(evaluation), failure: null };
  } catch (error) {
    return failed(place, asked, error, written());
  } finally {
    input.end();
  }
}

function failed(place: Place, asked: Asked, error: unknown, written: readonly HTMLElement[]): Outcome {
  const failure = error instanceof Error ? error : new Error(String(error));
  if (asked.signal.aborted) {
    place.show(stoppedParts(written, afterStop(pageLisp().abilities)));
    return { state: "idle", data: null, evaluation: null, words: "Stopped.", failure };
  }
  place.show(failureParts(failure.message));
  return { state: "error", data: null, evaluation: null, words: failure.message, failure };
}

/** Shows the error that an evaluation waits at, until a restart is chosen or the evaluation is stopped. */
async function choose(
  place: Place,
  asked: Asked,
  error: ErrorReport,
  write: (tail?: readonly HTMLElement[]) => void,
): Promise<RestartAnswer> {
  const { signal } = asked;
  const answer = await new Promise<RestartAnswer>((resolve) => {
    if (signal.aborted) return resolve(null);
    signal.addEventListener("abort", () => resolve(null), { once: true });
    const take = ({ restart, values = [] }: RestartChoice) => resolve({ restart, values: values.join(" ") });
    const actions = actionsFor(place, asked, new LineIndex(asked.code), USER_PACKAGE, error);
    write(heldParts(error, { ...actions, restarts: { isHeld: true, take } }));
    const where = errorPlace(error);
    if (where) place.mark([place.locate(where)]);
    place.setState("held");
  });
  if (signal.aborted) return null;
  place.mark([]);
  write();
  place.setState("running");
  return answer;
}

function actionsFor(
  place: Place,
  asked: Asked,
  index: LineIndex,
  packageOf: string,
  shown: ErrorReport | undefined,
): AnswerActions {
  return {
    level: place.level,
    index,
    // In a page of text a definition speaks for itself.
    showsDefinitions: false,
    package: packageOf,
    locate: place.locate,
    goTo: place.goTo,
    ...askAbout(shown, place.session),
    restarts: { isHeld: false, take: (choice) => place.again([...asked.restarts, choice]) },
  };
}

/** Characters of an answer that are announced. */
const ANNOUNCED = 200;

function wordsFor({ status, values, error, stdout, warnings }: EvaluationReport): string {
  if (error) return `Error ${error.type}: ${error.message}`.slice(0, ANNOUNCED);
  if (status !== "ok") return `Ended: ${status}.`;
  const said = [
    stdout === "" ? "" : "Output. ",
    warnings.length === 0 ? "" : `${warnings.length} ${warnings.length === 1 ? "warning" : "warnings"}. `,
    values.length === 0 ? "No values." : `Value ${values.join(", ")}`,
  ];
  return said.join("").slice(0, ANNOUNCED);
}
