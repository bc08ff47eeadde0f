import type { ErrorReport, FrameReport, Position } from "jscl-mcp";
import { element } from "../dom.js";
import type { LineIndex } from "../line-index.js";

/** How a view leads to the places of the code that was evaluated. */
export interface PlaceActions {
  /** The place in the shown text of a position in the evaluated code. */
  readonly locate: (position: Position) => Position;
  readonly goTo: (position: Position) => void;
}

/** A link to a place of the code; without a text of its own it says which line and column. */
export function placeButton(
  position: Position,
  actions: PlaceActions,
  { text, name, kind = "place" }: { text?: string; name?: string; kind?: string } = {},
): HTMLButtonElement {
  const place = actions.locate(position);
  const words = `line ${place.line}, column ${place.column}`;
  const button = element(
    "button",
    { type: "button", class: kind, title: `Go to ${words}`, "aria-label": name },
    text ?? words,
  );
  button.addEventListener("click", () => actions.goTo(place));
  return button;
}

const PLACE = /line (\d+), column (\d+)/g;

/** The bracket, string or comment that the text ends in, where it was opened; `null` for another error. */
export function openingPlace({ phase, message }: ErrorReport): Position | null {
  const [, line, column] =
    (phase === "read" && /opened at line (\d+), column (\d+) was never closed/.exec(message)) || [];
  return line === undefined ? null : { line: Number(line), column: Number(column) };
}

/**
 * The reader's message, its places as links: it counts in the code that was read, which may be an excerpt.
 */
export function messageWithPlaces({ phase, message }: ErrorReport, actions: PlaceActions): (Node | string)[] {
  if (phase !== "read") return [message];
  const parts: (Node | string)[] = [];
  let at = 0;
  for (const match of message.matchAll(PLACE)) {
    parts.push(message.slice(at, match.index));
    parts.push(placeButton({ line: Number(match[1]), column: Number(match[2]) }, actions));
    at = match.index + match[0].length;
  }
  return [...parts, message.slice(at)];
}

/** Operators that call a function which the text does not name. */
const CALLERS = new Set(["FUNCALL", "APPLY", "MULTIPLE-VALUE-CALL"]);

/**
 * Whether the call of a frame stands where the frame says in this code. A frame does not say which text its
 * place is of: a function that another evaluation defined calls from that one's.
 */
export function standsIn(index: LineIndex, { position, function: name }: FrameReport): boolean {
  if (position === null) return false;
  const [, operator] = /^\(\s*([^\s()"';`,]+)/.exec(index.text.slice(index.offsetOf(position))) ?? [];
  if (operator === undefined) return false;
  const called = operator.toUpperCase().replace(/^.*:/, "");
  const words = name
    .toUpperCase()
    .split(/[\s()]+/)
    .map((word) => word.replace(/^.*:(?=.)/, ""));
  return words.includes(called) || CALLERS.has(called);
}
