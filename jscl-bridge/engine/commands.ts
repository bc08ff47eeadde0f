/** What a message of the host is: commands of an engine. */
import type { Evaluate, FileRequest, Query } from "../contract/engine.js";

type Members = Record<string, unknown>;

export function isEvaluate(data: unknown): data is Evaluate {
  if (typeof data !== "object" || data === null) return false;
  const { kind, id, code, limits } = data as Members;
  return (
    kind === "evaluate" &&
    typeof id === "number" &&
    typeof code === "string" &&
    typeof limits === "object" &&
    limits !== null
  );
}

export function isQuery(data: unknown): data is Query {
  if (typeof data !== "object" || data === null) return false;
  const { kind, id, text, limit } = data as Members;
  return kind === "query" && typeof id === "number" && typeof text === "string" && typeof limit === "number";
}

export function isFileRequest(data: unknown): data is FileRequest {
  if (typeof data !== "object" || data === null) return false;
  const { kind, id, path, action } = data as Members;
  return (
    kind === "file" &&
    typeof id === "number" &&
    typeof path === "string" &&
    typeof action === "object" &&
    action !== null
  );
}

/** A call, or a mention, of a function that reads. */
const READS = /[('](read|y(es)?-or-n)/i;

/** Whether an evaluation may wait for input: its client can be asked, and its text seems to read. */
export function mayRead({ input, code }: Evaluate): boolean {
  return input.askMs > 0 && READS.test(code);
}

/** Whether an evaluation may be held: where an error is not handled, or where it reads. */
export function mayAsk(command: Evaluate): boolean {
  const { askMs, look } = command;
  return (askMs > 0 || mayRead(command)) && look === null;
}
