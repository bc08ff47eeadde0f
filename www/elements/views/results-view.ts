import type { EvaluationReport, Position } from "jscl-mcp";
import { element } from "../dom.js";
import { highlightLisp, MOST_COLOURED } from "../highlight.js";
import type { LineIndex } from "../line-index.js";
import { type PlaceActions, placeButton } from "./places.js";
import { row } from "./row.js";

export type Result = EvaluationReport["results"][number];

/** Rows of earlier values that are shown before a reader asks for all. */
export const ROWS_AT_FIRST = 10;

/** What a defining form returns: the name of what it defines, or the object. */
const NAME = /^[^\s()"#]+$/;

/** What can be done with the values that are shown. */
export interface ValueActions {
  /**
   * Puts beside a value what opens it: that of the handle, or a part of it by the indexes of `path`. Without
   * it values cannot be opened.
   */
  readonly openable?: (shown: HTMLElement, handle: number, path?: readonly number[]) => HTMLElement;
}

/** The code whose results are shown, and whether its definitions are shown as well. */
export interface ResultsOf extends PlaceActions, ValueActions {
  readonly index: LineIndex;
  readonly showsDefinitions: boolean;
}

/** Whether a form defines something and returned but its name. */
export function isDefinition(text: string, { values }: Pick<Result, "values">): boolean {
  return values.length === 1 && /^\(\s*(?:[^\s():]+::?)?def/i.test(text) && isName(values[0] ?? "");
}

/** Whether a result is that of a definition. */
export function defines(result: Result, { index }: ResultsOf): boolean {
  return isDefinition(index.textAt(result.position), result);
}

function isName(value: string): boolean {
  return (
    NAME.test(value) || /^#<(?:STANDARD-METHOD|STANDARD-CLASS|STANDARD-GENERIC-FUNCTION|PACKAGE)/.test(value)
  );
}

/** The values of the forms before the last one that returned; where an error came, of all that returned. */
export function earlierResults(evaluation: EvaluationReport, of: ResultsOf): HTMLElement[] {
  const { results, status, forms } = evaluation;
  const earlier = status === "ok" ? results.filter(({ form }) => form < forms - 1) : results;
  return earlier.length === 0 ? [] : folded(resultRows(earlier, of), evaluation.truncated.results);
}

/** A row for each result, definitions that follow one another in one. */
export function resultRows(results: readonly Result[], of: ResultsOf): HTMLElement[] {
  const rows: HTMLElement[] = [];
  let definitions: Result[] = [];
  let colour = MOST_COLOURED;
  const flush = () => {
    if (definitions.length > 0 && of.showsDefinitions) rows.push(definitionRow(definitions, of));
    definitions = [];
  };
  for (const result of results) {
    if (defines(result, of)) definitions.push(result);
    else {
      flush();
      rows.push(valueRow(result, of, colour));
      colour = Math.max(0, colour - result.values.join().length);
    }
  }
  flush();
  return rows;
}

function folded(rows: HTMLElement[], left: number): HTMLElement[] {
  const dropped =
    left > 0 &&
    element("p", { class: "dropped" }, `Values of ${left.toLocaleString("en")} more forms left out`);
  const rest = dropped ? [dropped] : [];
  if (rows.length <= ROWS_AT_FIRST + 1) return [...rows, ...rest];
  const hidden = rows.slice(0, -ROWS_AT_FIRST);
  const button = element(
    "button",
    { type: "button", class: "more" },
    `Values of ${hidden.length.toLocaleString("en")} earlier forms`,
  );
  button.addEventListener("click", () => {
    const [first] = hidden;
    button.replaceWith(...hidden);
    first?.querySelector("button")?.focus();
  });
  return [button, ...rows.slice(-ROWS_AT_FIRST), ...rest];
}

function lineLink(position: Position, of: ResultsOf): HTMLElement {
  const { line } = of.locate(position);
  return placeButton(position, of, { text: String(line), name: `Line ${line}`, kind: "form-line" });
}

function valueRow(result: Result, of: ResultsOf, colour: number): HTMLElement {
  const { values, position } = result;
  const shown =
    values.length === 0
      ? [element("p", { class: "no-values" }, "no values")]
      : values.map((value, index) => shownValue(value, colour, result.handles?.[index], of));
  return row("form", lineLink(position, of), element("div", {}, ...shown));
}

/** A value as it prints, of which so many characters are coloured, with what can be done with it. */
export function shownValue(
  value: string,
  colour: number,
  handle: number | undefined,
  { openable }: ValueActions,
): HTMLElement {
  const shown = element("pre", {}, element("code", {}, highlightLisp(value, colour)));
  return handle === undefined || !openable ? shown : openable(shown, handle);
}

/** The names of what forms defined: each leads to its form. */
export function definedNames(results: readonly Result[], of: ResultsOf): HTMLElement[] {
  return results.map((result) => {
    const text = definedName(of.index.textAt(result.position), result.values[0] ?? "");
    const name = placeButton(result.position, of, { text, kind: "defined" });
    const [handle] = result.handles ?? [];
    return handle === undefined || !of.openable ? name : of.openable(name, handle);
  });
}

/** Definitions one after the other in one row. */
function definitionRow(results: readonly Result[], of: ResultsOf): HTMLElement {
  const [first] = results;
  return row(
    "form",
    first ? lineLink(first.position, of) : "",
    element("div", { class: "definitions" }, ...definedNames(results, of)),
  );
}

/** The name that a form defines; for a method as the form has it. */
export function definedName(text: string, value: string): string {
  if (NAME.test(value)) return value;
  const [, name] = /^\(\s*\S+\s+([^\s()]+|\([^()]*\))/.exec(text) ?? [];
  return name?.toUpperCase() ?? value;
}
