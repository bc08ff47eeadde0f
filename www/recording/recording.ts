import type { RecordingReport } from "jscl-mcp";
import { problemIn } from "../client/said.js";
import type { Answer } from "../elements/answer.js";
import type { Fields } from "../elements/fields.js";

/** What a recording answers to a question. */
export type Recording = Omit<RecordingReport, "text">;

/** An event, with the number of the calls that it is in. */
export type Step = Recording["steps"][number];

/** Asks the recording; rejects with a sentence where it cannot be asked. */
export type AskRecording = (args: Fields) => Promise<Recording>;

function isRecording(data: unknown): data is Recording {
  if (typeof data !== "object" || data === null) return false;
  const { events, dropped, functions, calls, steps, path, variables } = data as Partial<Recording>;
  return (
    [events, dropped].every((each) => typeof each === "number") &&
    [functions, calls, steps, path, variables].every((each) => Array.isArray(each))
  );
}

/** The data of `query-recording`. Throws an Error whose sentence says why there are none. */
export function readRecording({ data, text, isError }: Answer): Recording {
  if (!isError && isRecording(data)) return data;
  throw new Error(problemIn(text));
}
