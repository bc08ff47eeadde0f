import type { ErrorReport, FrameReport } from "jscl-mcp";
import type { Answer } from "../elements/answer.js";
import type { Fields } from "../elements/fields.js";
import { messageOf } from "../elements/message-of.js";
import { readLastError } from "../elements/results.js";
import { MOVED_ON } from "../elements/views/last-error.js";
import type { ReportActions } from "../elements/views/report-view.js";
import type { ValueActions } from "../elements/views/results-view.js";

interface Source {
  readonly call: (tool: string, args: Fields, signal?: AbortSignal) => Promise<Answer>;
  readonly lastError: () => Promise<Answer>;
  readonly values: ValueActions;
  /** Has all code keep its variables, and evaluates it again. */
  readonly again: () => void;
  /** Whose calls they are. */
  readonly error: ErrorReport;
  /** The level where the evaluation is held; null for one that is over. */
  readonly held: {
    readonly level: number;
    /** Works in the session; false where something else is at work there. */
    readonly atWork: (work: (signal: AbortSignal) => Promise<void>) => Promise<boolean>;
    /** Has the evaluation go on by a tool. */
    readonly goOn: (tool: string, args: Fields) => void;
  } | null;
}

const STOPPED = "It was stopped.";
const AT_WORK = "Lisp is at work; this can be done when it has finished.";

/** Has the calls of an error unfold. What they show is loaded with the first. */
export function framesOf(source: Source): Pick<ReportActions, "unfoldFrame"> {
  return {
    unfoldFrame: async (frame, box) => {
      const { FramePanel } = await import("../elements/views/frame-view.js");
      await new FramePanel(box, frame, deedsOf(source, frame), source.values).show();
    },
  };
}

function deedsOf({ call, lastError, error, held, again }: Source, { index: frame }: FrameReport) {
  if (held === null) {
    const isThis = async () => readLastError((await lastError()).data)?.timestamp === error.timestamp;
    const movedOn: Answer = { text: MOVED_ON, data: null, isError: true };
    return {
      again,
      inspect: async () => ((await isThis()) ? call("inspect-frame", { frame }) : movedOn),
      held: null,
    };
  }
  const { level, atWork, goOn } = held;
  return {
    again,
    inspect: () => call("inspect-frame", { frame, level }),
    held: {
      evaluate: async (code: string): Promise<Answer> => {
        let answer: Answer = { text: AT_WORK, data: null, isError: true };
        await atWork(async (signal) => {
          answer = await call("eval-in-frame", { frame, level, code }, signal).catch((error: unknown) => ({
            text: signal.aborted ? STOPPED : messageOf(error),
            data: null,
            isError: true,
          }));
        });
        return answer;
      },
      returnFrom: (values: string) => goOn("return-from-frame", { frame, values }),
      restart: () => goOn("restart-frame", { frame }),
    },
  };
}
