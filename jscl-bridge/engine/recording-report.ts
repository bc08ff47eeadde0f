import type { AskRecording } from "../contract/engine.js";
import type { RecordingReport, Structured } from "../contract/results.js";
import { functionNamed } from "../image/debugger/recording.js";
import { queryRecording } from "../image/debugger/recording-queries.js";
import type { Image } from "../image/image.js";
import type { LispValue } from "../runtime/objects/marshal.js";
import { nil } from "../runtime/signals.js";

/** What the last recording says to a question; `value` is that of the form that was sent. */
export function recordingReport(
  image: Image,
  { traced, function: name, ofValue, event, direction, count, budget }: AskRecording,
  value: LispValue,
): Structured<RecordingReport> {
  const answer = queryRecording(image, {
    traced,
    function: name === null ? undefined : functionNamed(image, name),
    value: ofValue ? { value: value ?? nil() } : undefined,
    event: event ?? undefined,
    direction,
    count,
    budget,
  });
  const { functions, calls, steps, path, variables } = answer;
  return {
    ...answer,
    functions: [...functions],
    calls: calls.map((call) => ({ ...call, values: [...call.values] })),
    steps: [...steps],
    path: [...path],
    variables: [...variables],
  };
}
