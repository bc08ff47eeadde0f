import type { EvaluationReport } from "jscl-mcp";
import { element } from "../dom.js";
import { highlightLisp } from "../highlight.js";
import { compare, type Mismatch } from "../notation/compare.js";
import { type Expected, parseRecorded, type Recorded } from "../notation/notation.js";
import { row } from "../views/row.js";

/** The differences between what a text records and what came; `null` where it has nothing to compare. */
export function differences(text: string, original: string, evaluation: EvaluationReport): Mismatch[] | null {
  const recorded: Recorded = parseRecorded(text);
  if (!recorded.forms.some(({ expected }) => expected.length > 0)) return null;
  // Answers were recorded for the code as the page has it, not for what a reader has made of it.
  if (recorded.code !== parseRecorded(original).code) return null;
  return compare(recorded, evaluation);
}

/** What was recorded of each form that answered otherwise, beside what came. */
export function mismatchParts(mismatches: readonly Mismatch[], text: string): HTMLElement[] {
  const { forms } = parseRecorded(text);
  return mismatches.map(({ form, expected, came }) => {
    const list = element("dl", { class: "mismatch" });
    list.append(...side("recorded", expected), ...side("came", came));
    const code = forms[form]?.code.split("\n")[0] ?? "";
    const isCut = forms[form]?.code.includes("\n");
    const which = element("code", {}, highlightLisp(code), isCut && " …");
    const words = element("p", {}, which, " answers otherwise than recorded.");
    return row("mismatch", "≠", element("div", {}, words, list));
  });
}

const MARKS = { value: "=> ", unreadable: "==> ", output: ".. " } as const;

function side(title: string, things: readonly Expected[]): HTMLElement[] {
  const lines = things.map(({ kind, text }) => {
    const written = kind === "output" ? text.split("\n").join(`\n${MARKS.output}`) : text;
    return MARKS[kind] + written;
  });
  const shown = lines.length > 0 ? lines.join("\n") : "nothing";
  return [element("dt", {}, title), element("dd", {}, element("pre", {}, shown))];
}
