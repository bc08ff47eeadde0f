import type { ErrorReport, EvaluationReport } from "jscl-mcp";
import type { RecordedForm } from "./notation.js";

/** Whether the output recorded of a form came, and the text that came in its place. */
export interface Outcome {
  readonly fits: boolean;
  readonly text: string;
}

/** Forms that write nothing, so that no output of theirs is skipped in the search for the next. */
const SILENT = /^\((?:defun|defmacro|defmethod|defclass|defstruct|defgeneric|define-condition|in-package)\s/i;

/**
 * Finds the output recorded of each form. A report has one text for all forms: standard output, error output,
 * then the error of form `failed` as it is recorded. It is searched in the order of the forms; a form without
 * a record may have written anything. After output that did not come, nothing is compared.
 */
export function placeOutput(
  forms: readonly RecordedForm[],
  evaluation: EvaluationReport,
  failed: number,
): Outcome[] {
  const { error, truncated } = evaluation;
  const written = trimLines(evaluation.stdout + evaluation.stderr);
  const reported = error ? errorText(error) : "";
  const isCut = truncated.stdout > 0 || truncated.stderr > 0;
  const lastRecorded = forms.findLastIndex((form) => outputOf(form) !== null);
  const isOpen = forms.slice(lastRecorded + 1).some(mayWrite);
  let rest = written + (reported && written && !written.endsWith("\n") ? "\n" : "") + reported;
  let mayHaveMore = false;
  let isLost = false;
  return forms.map((form, index) => {
    const output = outputOf(form);
    if (output === null || isLost) {
      mayHaveMore ||= mayWrite(form);
      return { fits: true, text: index === failed ? reported.trimEnd() : "" };
    }
    const wanted = trimLines(output).trimEnd();
    const toEnd = index === lastRecorded && !isOpen;
    const after = afterText(rest, wanted, { skipsText: mayHaveMore, skipsBlanks: index > 0, toEnd });
    isLost = after === null;
    if (after === null)
      return isCut ? { fits: true, text: "" } : { fits: false, text: rest.replace(/^\n/, "").trimEnd() };
    rest = after;
    mayHaveMore = false;
    return { fits: true, text: wanted };
  });
}

interface Search {
  readonly skipsText: boolean;
  readonly skipsBlanks: boolean;
  readonly toEnd: boolean;
}

/** The text after `wanted`, or `null` when it is not where it has to be. */
function afterText(text: string, wanted: string, { skipsText, skipsBlanks, toEnd }: Search): string | null {
  if (skipsText && toEnd) return text.trimEnd().endsWith(wanted) ? "" : null;
  if (skipsText) {
    const at = text.indexOf(wanted);
    return at < 0 ? null : text.slice(at + wanted.length);
  }
  const starts = skipsBlanks ? [text, text.trimStart()] : [text];
  const start = starts.find((each) => each.startsWith(wanted));
  const after = start?.slice(wanted.length) ?? null;
  return toEnd && after?.trim() ? null : after;
}

function outputOf({ expected }: RecordedForm): string | null {
  return expected.find(({ kind }) => kind === "output")?.text ?? null;
}

function mayWrite(form: RecordedForm): boolean {
  return outputOf(form) === null && !SILENT.test(form.code);
}

function trimLines(text: string): string {
  return text.replace(/[ \t\r]+$/gm, "");
}

function errorText({ type, message }: ErrorReport): string {
  const lines = trimLines(message).split("\n");
  return `debugger invoked on ${type}:\n${lines.map((line) => `  ${line}`.trimEnd()).join("\n")}\n`;
}
