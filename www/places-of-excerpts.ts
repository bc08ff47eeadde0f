import type { Position } from "jscl-mcp";
import type { FormAtWork } from "./client/client.js";

/** Where code begins that has no other text before it. */
export const BEGINNING: Position = { line: 1, column: 0 };

/** The position of an offset in a text. */
export function positionAt(text: string, offset: number): Position {
  const lines = text.slice(0, offset).split("\n");
  return { line: lines.length, column: lines.at(-1)?.length ?? 0 };
}

/** A position in an excerpt as a position in the whole text. */
export function fromOrigin(origin: Position, position: Position): Position {
  return {
    line: origin.line + position.line - 1,
    column: position.line === 1 ? origin.column + position.column : position.column,
  };
}

/** The progress of an evaluation, in words. */
export function whereabouts(at: FormAtWork, origin: Position): string {
  const { form, line, column, file, doneInFile } = at;
  const place = `form ${form}, line ${fromOrigin(origin, { line, column }).line}`;
  return file === undefined ? place : `${place}: ${doneInFile} of ${file}`;
}
