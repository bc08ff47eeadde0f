import type { Expand, Inspect } from "../contract/engine.js";
import type { ExpansionReport, Structured, ValueReport } from "../contract/results.js";
import type { Image } from "../image/image.js";
import type { KeptValues } from "../runtime/kept-values.js";
import type { LispValue } from "../runtime/objects/marshal.js";
import { isLispString, makeString, stringText } from "../runtime/objects/vectors.js";
import { withDots } from "../runtime/reports/text-cuts.js";
import { callLisp, INTERNAL_PACKAGE, lispError, list, nil } from "../runtime/signals.js";
import { formLayout } from "./form-layout.js";
import { dataOf } from "./lisp-data.js";

/** Characters of a part, at most, and at least. */
const PART_CHARS = { most: 300, least: 30 };

/** Signals that something cannot be shown. */
export function fail(message: string): never {
  return lispError(
    "SIMPLE-ERROR",
    "FORMAT-CONTROL",
    makeString("~A"),
    "FORMAT-ARGUMENTS",
    list(makeString(message)),
  );
}

/** What a value consists of, within so many characters. */
export function valueReport(
  values: KeptValues,
  from: LispValue,
  { path, start, count }: Inspect,
  chars: number,
): Structured<ValueReport> {
  let value = from;
  for (const index of path) value = callLisp("VALUE-PART", INTERNAL_PACKAGE, value, index);
  const perPart = Math.max(
    PART_CHARS.least,
    Math.min(PART_CHARS.most, Math.floor(chars / Math.max(1, count))),
  );
  const told = callLisp("VALUE-REPORT", INTERNAL_PACKAGE, value, start, count, perPart);
  const report = { handle: values.add(value), ...dataOf<Omit<ValueReport, "handle">>(told) };
  return { text: valueText(report), ...report };
}

function valueText({ handle, kind, type, printed, facts, parts, partsTotal, start }: ValueReport): string {
  const lines = [printed, `  [${kind}, type ${type}, handle ${handle}]`];
  if (facts.length > 0) lines.push("", ...facts.map(({ label, text }) => `${label}: ${text}`));
  if (parts.length > 0) lines.push("");
  if (start > 0 && parts.length > 0) lines.push(`… parts 0 to ${start - 1}`);
  lines.push(
    ...parts.map(
      ({ index, label, printed: text }) => `${index}: ${label === `${index}` ? "" : `${label} = `}${text}`,
    ),
  );
  const more = partsTotal - start - parts.length;
  if (more > 0) lines.push(`… ${more} more parts`);
  return lines.join("\n");
}

/** A form's expansion, within so many characters. */
export function expansionReport(
  image: Image,
  form: LispValue,
  howFar: Expand,
  chars: number,
): Structured<ExpansionReport> {
  const [expansion, expanded] = image.expand(form, howFar);
  const text = withDots(
    formLayout(expansion, {
      atom: (x) => lispText(callLisp("SOURCE-TEXT", INTERNAL_PACKAGE, x)),
      bodyPosition: (operator) => {
        const position = callLisp("OPERATOR-BODY-POSITION", INTERNAL_PACKAGE, operator);
        return position === nil() ? null : (position as number);
      },
    }),
    chars,
  );
  return {
    text: expanded ? text : `${text}\n\nIt is no macro call: nothing was expanded.`,
    expansion: text,
    expanded,
  };
}

function lispText(x: LispValue): string {
  return isLispString(x) ? stringText(x) : "";
}
