import type { ValueReport } from "jscl-mcp";
import { problemIn } from "../client/said.js";
import type { Answer } from "../elements/answer.js";

/** A value as `inspect-value` tells it, one page of its parts. */
export type Value = Omit<ValueReport, "text">;

/** Which value is asked for: by its handle, or a part of that by the index, from which part on. */
export interface Which {
  readonly handle: number;
  readonly path?: readonly number[];
  readonly start?: number;
}

/** The label of the facts of a class that tell its own slots, one each, with their readers. */
export const DIRECT_SLOT = "direct slot";

function isValue(data: unknown): data is Value {
  if (typeof data !== "object" || data === null) return false;
  const { handle, kind, type, printed, facts, parts, partsTotal } = data as Partial<Value>;
  return (
    [handle, partsTotal].every((each) => typeof each === "number") &&
    [kind, type, printed].every((each) => typeof each === "string") &&
    [facts, parts].every((each) => Array.isArray(each))
  );
}

/** The value in the answer of `inspect-value`. Throws an Error whose sentence says why there is none. */
export function readValue({ data, text, isError }: Answer): Value {
  if (!isError && isValue(data)) return data;
  throw new Error(problemIn(text));
}

/** Characters of a value that is inserted as it prints. */
const SHORT = 60;

/** What gives the value where it is evaluated: the value itself if it is but a number, else a reference. */
export function expressionFor({ kind, printed, handle }: Value): string {
  const isItself = (kind === "number" || kind === "character") && printed.length <= SHORT;
  return isItself ? printed : `(jscl-mcp:kept-value ${handle})`;
}
