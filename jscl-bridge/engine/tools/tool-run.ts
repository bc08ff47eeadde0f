import type { Position, Warning } from "../../contract/engine.js";
import type { Image } from "../../image/image.js";
import type { SourceForm } from "../engine-image.js";

/** What an evaluation does for a tool that it runs. */
export interface EvaluationOfTool {
  /** Reads the forms of the text one after the other, and gives each away. */
  readonly eachForm: (use: (form: SourceForm) => void) => void;
  /** Evaluates all forms of the text as a command does; the printed values of the last. */
  readonly evaluateAll: () => readonly string[];
  /** Has `sample` called at each look at the clock, from now on; null for no more. */
  readonly sampleBy: (sample: (() => void) | null) => void;
  /** What was warned of so far, as many as are kept, and how many others there were. */
  readonly warnings: () => { readonly kept: readonly Warning[]; readonly dropped: number };
}

/** A call of a tool. */
export interface ToolRun extends EvaluationOfTool {
  readonly image: Image;
  /** Its arguments, which the server has checked. */
  readonly args: Readonly<Record<string, string | number | boolean>>;
  /** Characters that the report may have, about. */
  readonly chars: number;
}

/** A text that is cut into lists of that many entries. */
export const MOST_LISTED = 200;

/** As a person says where something is. */
export function placeText(position: Position | null, file: string | null = null): string {
  const where = position === null ? "" : `line ${position.line}, column ${position.column}`;
  if (file === null) return where;
  return where === "" ? file : `${file}, ${where}`;
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
