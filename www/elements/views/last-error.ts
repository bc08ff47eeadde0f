import type { ErrorReport, FrameReport } from "jscl-mcp";
import type { Answer } from "../answer.js";
import { readLastError } from "../results.js";
import type { ReportActions } from "./report-view.js";

/** What a session says of the error it saw last. */
interface LastErrorSource {
  backtrace(maxFrames: number): Promise<Answer>;
  describeLastError(): Promise<Answer>;
}

export const MOVED_ON =
  "The server no longer remembers this error: it keeps the last one only, until an evaluation succeeds.";

/**
 * What a report asks the server for. The server keeps the last error only, and a report that is still shown
 * may be about an earlier one.
 */
export function askAbout(
  shown: ErrorReport | undefined,
  source: LastErrorSource,
): Pick<ReportActions, "moreFrames" | "describe"> {
  const isThisError = (error: ErrorReport | null): error is ErrorReport =>
    error !== null && error.timestamp === shown?.timestamp;
  return {
    moreFrames: async (count): Promise<readonly FrameReport[] | null> => {
      const error = readLastError((await source.backtrace(count)).data);
      return isThisError(error) ? error.frames : null;
    },
    describe: async () => {
      const answer = await source.describeLastError();
      return isThisError(readLastError(answer.data)) ? answer.text : MOVED_ON;
    },
  };
}
