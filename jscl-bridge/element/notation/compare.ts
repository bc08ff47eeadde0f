import type { EvaluationReport } from "jscl-mcp";
import { topLevelForms } from "../forms.js";
import { type Expected, NO_VALUE, type Recorded, type RecordedForm } from "./notation.js";
import { type Outcome, placeOutput } from "./output.js";

/** What was recorded of a form, and what came instead; `form` is its index in the transcript. */
export interface Mismatch {
  readonly form: number;
  readonly expected: readonly Expected[];
  readonly came: readonly Expected[];
}

const NOTHING: readonly Expected[] = [{ kind: "value", text: NO_VALUE }];

/**
 * Holds a transcript against the report, of full detail, of an evaluation of its code that was not stopped.
 * Only what was recorded is compared: values where values were, output where output was. Values have to be as
 * printed, but a value recorded over several lines may be laid out otherwise; unreadable ones may differ in
 * their addresses, and output in blanks at the ends of lines.
 */
export function compare(recorded: Recorded, evaluation: EvaluationReport): Mismatch[] {
  const returned = valuesByForm(recorded.code, evaluation);
  const last = Math.max(-1, ...returned.keys());
  const output = placeOutput(recorded.forms, evaluation, evaluation.error ? last + 1 : -1);
  return recorded.forms.flatMap((form, index) => {
    const values = returned.get(index) ?? (evaluation.truncated.results > 0 ? null : []);
    return mismatch(form, index, values, output[index] ?? { fits: true, text: "" });
  });
}

/** The values of a form are `null` where the report has left them out. */
function mismatch(
  { expected }: RecordedForm,
  form: number,
  values: readonly Expected[] | null,
  output: Outcome,
): Mismatch[] {
  const wanted = expected.filter(({ kind }) => kind !== "output");
  const fits = wanted.length === 0 || values === null || sameValues(wanted, values);
  if (fits && output.fits) return [];
  const written: Expected[] = output.text === "" ? [] : [{ kind: "output", text: output.text }];
  return [{ form, expected, came: [...written, ...(wanted.length === 0 ? [] : (values ?? wanted))] }];
}

/** The values of each form that returned, by its index in the code: the server counts no forms after `#-`. */
function valuesByForm(code: string, { results }: EvaluationReport): Map<number, readonly Expected[]> {
  const forms = topLevelForms(code);
  const starts = [0];
  for (let at = code.indexOf("\n"); at >= 0; at = code.indexOf("\n", at + 1)) starts.push(at + 1);
  const indexOf = ({ line, column }: { line: number; column: number }) => {
    const at = (starts[line - 1] ?? code.length) + column;
    return forms.findIndex(({ from, to }) => from <= at && at < to);
  };
  return new Map(
    results.map(({ position, values }) => [
      indexOf(position),
      values.length === 0 ? NOTHING : values.map(toExpected),
    ]),
  );
}

function toExpected(text: string): Expected {
  return { kind: text.includes("#<") ? "unreadable" : "value", text };
}

function sameValues(recorded: readonly Expected[], came: readonly Expected[]): boolean {
  const isSame = ({ kind, text }: Expected, index: number) => {
    const other = came[index]?.text ?? "";
    if (text === other) return true;
    if (kind === "unreadable" || text.includes("#<")) return steady(text) === steady(other);
    return text.includes("\n") && onOneLine(text) === onOneLine(other);
  };
  return recorded.length === came.length && recorded.every(isSame);
}

/** Unreadable values without what differs from run to run: addresses and the numbers of fresh symbols. */
function steady(text: string): string {
  return text
    .replace(/\s*(?:\{[0-9a-f]{4,}\}|@?(?:#x|0x)[0-9a-f]{4,})/gi, "")
    .replace(/(#:[^\s()]*?)\d+/g, "$1")
    .replace(/\s+/g, " ")
    .replace(/ >/g, ">");
}

/** A value without line comments and the blanks that lay it out; strings and bar symbols stay as they are. */
function onOneLine(text: string): string {
  const parts = /"(?:\\[\s\S]|[^"\\])*"|\|(?:\\[\s\S]|[^|\\])*\||\\[\s\S]|((?:\s|;.*)+)/g;
  return text.replace(parts, (part, blank: string | undefined, at: number) => {
    if (blank === undefined) return part;
    return /[(]/.test(text[at - 1] ?? "(") || /[)]/.test(text[at + part.length] ?? ")") ? "" : " ";
  });
}
