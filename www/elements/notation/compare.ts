import type { EvaluationReport } from "jscl-mcp";
import { topLevelForms } from "../forms.js";
import { type Expected, NO_VALUE, type Recorded, type RecordedForm } from "./notation.js";
import { type Outcome, placeOutput } from "./output.js";
import { pictureLine, withoutPictures } from "./pictures.js";

/** What was recorded of a form, and what came instead; `form` is its index in the transcript. */
export interface Mismatch {
  readonly form: number;
  readonly expected: readonly Expected[];
  readonly came: readonly Expected[];
}

const NOTHING: readonly Expected[] = [{ kind: "value", text: NO_VALUE }];

/**
 * Holds a transcript against the report, of full detail, of an evaluation of its code that was not stopped.
 * Only what was recorded is compared: values where values were, output where output was, pictures by their
 * titles where pictures were. Values have to be as printed, but a value recorded over several lines may be
 * laid out otherwise; unreadable ones may differ in their addresses, and output in blanks at the ends of
 * lines.
 */
export function compare(recorded: Recorded, evaluation: EvaluationReport): Mismatch[] {
  const indexes = indexesOf(recorded.code, evaluation);
  const returned = valuesByForm(indexes, evaluation);
  const last = Math.max(-1, ...returned.keys());
  const shown = picturesByForm(indexes, last + 1, evaluation);
  const forms = recorded.forms.map((form, index) => comparable(form, shown.get(index) ?? []));
  const written = placeOutput(
    forms.map(({ form }) => form),
    evaluation,
    evaluation.error ? last + 1 : -1,
  );
  return forms.flatMap(({ form, pictures }, index) => {
    const { expected } = recorded.forms[index] ?? form;
    const values = returned.get(index) ?? (evaluation.truncated.results > 0 ? null : []);
    const output = written[index] ?? { fits: true, text: "" };
    const isCut = (evaluation.truncated.display ?? 0) > 0;
    return mismatch({ ...form, expected }, index, values, withPictures(output, pictures, isCut));
  });
}

/** The pictures that were recorded of a form and those that came, by their lines. */
interface Pictures {
  readonly recorded: readonly string[];
  readonly came: readonly string[];
}

/**
 * A form without the records of its pictures, and these apart. Of a form that showed none such lines are
 * output as any other: a program may write them.
 */
function comparable(form: RecordedForm, came: readonly string[]): { form: RecordedForm; pictures: Pictures } {
  if (came.length === 0) return { form, pictures: { recorded: [], came } };
  const { others, pictures } = withoutPictures(form.expected);
  return { form: { ...form, expected: others }, pictures: { recorded: pictures, came } };
}

/** Holds the pictures of a form against what was recorded, as far as the report has them. */
function withPictures({ fits, text }: Outcome, { recorded, came }: Pictures, isCut: boolean): Outcome {
  if (recorded.length === 0) return { fits, text };
  const isWhole = isCut ? came.length <= recorded.length : came.length === recorded.length;
  const isSame = isWhole && came.every((line, index) => line === recorded[index]);
  return { fits: fits && isSame, text: [text, ...came].filter((part) => part !== "").join("\n") };
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

/** Each form that returned, by the number of the server, and its index in the code: `#-` is not counted. */
function indexesOf(code: string, { results }: EvaluationReport): Map<number, number> {
  const forms = topLevelForms(code);
  const starts = [0];
  for (let at = code.indexOf("\n"); at >= 0; at = code.indexOf("\n", at + 1)) starts.push(at + 1);
  return new Map(
    results.map(({ form, position: { line, column } }) => {
      const at = (starts[line - 1] ?? code.length) + column;
      return [form, forms.findIndex(({ from, to }) => from <= at && at < to)];
    }),
  );
}

function valuesByForm(
  indexes: ReadonlyMap<number, number>,
  { results }: EvaluationReport,
): Map<number, readonly Expected[]> {
  return new Map(
    results.map(({ form, values }) => [
      indexes.get(form) ?? -1,
      values.length === 0 ? NOTHING : values.map(toExpected),
    ]),
  );
}

/** The lines of the pictures that each form showed; a form that did not return is the one after the last. */
function picturesByForm(
  indexes: ReadonlyMap<number, number>,
  next: number,
  { display = [] }: EvaluationReport,
): Map<number, string[]> {
  const lines = new Map<number, string[]>();
  for (const { form, title } of display) {
    const index = indexes.get(form) ?? next;
    lines.set(index, [...(lines.get(index) ?? []), pictureLine(title)]);
  }
  return lines;
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
