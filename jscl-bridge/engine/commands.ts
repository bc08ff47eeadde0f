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
