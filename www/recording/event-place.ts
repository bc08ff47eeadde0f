import type { Elsewhere, Position } from "jscl-mcp";
import type { EvaluatedDefinitions } from "../debugger/evaluated-definitions.js";
import { LineIndex } from "../elements/line-index.js";
import type { Asked } from "../finished.js";
import { fromOrigin } from "../places-of-excerpts.js";

/**
 * Where an event of a recorded evaluation stands in a text now; null where the text does not have it as it
 * was, or it came from a file.
 */
export function placeOfEvent(
  event: Elsewhere,
  text: string,
  { code, origin, session, isEntered }: Pick<Asked, "code" | "origin" | "session" | "isEntered">,
  definitions: Pick<EvaluatedDefinitions, "placeIn">,
): Position | null {
  if (event.file !== null || event.in === null) return null;
  const inDefinition = definitions.placeIn(text, session, event.in, event);
  if (inDefinition !== null || /^\(\S*def/i.test(event.in)) return inDefinition;
  // What is no definition runs as a part of the recorded text alone.
  const isThere = !isEntered && text.startsWith(code, new LineIndex(text).offsetOf(origin));
  return isThere ? fromOrigin(origin, event) : null;
}
