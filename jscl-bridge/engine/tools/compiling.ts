import type { Position, Severity } from "../../contract/engine.js";
import type { CompileReport, Notice, NoticeSeverity, Structured } from "../../contract/results.js";
import { CheckedText } from "../../image/checking.js";
import type { LispValue } from "../../runtime/objects/marshal.js";
import { conditionText } from "../../runtime/reports/boundary.js";
import { counted, placeText, type ToolRun } from "./tool-run.js";

/** Characters of a message. */
const MESSAGE = 1000;

/** What the compiler says of a text that it does not run. */
export function compileReport({ image, eachForm, warnings }: ToolRun): Structured<CompileReport> {
  const errors: { after: number; notice: Notice }[] = [];
  let forms = 0;
  let here: Position | null = null;
  const note = (
    type: string,
    message: string,
    position: Position | null,
    severity: NoticeSeverity = "error",
  ) => {
    const notice: Notice = { severity, type, message, position };
    errors.push({ after: warnings().kept.length, notice });
  };
  const placeOf = (form: LispValue) => image.sources.placeOf(form)?.position ?? here;
  const text = new CheckedText(image, (form) =>
    note("SB-EXT:CODE-DELETION-NOTE", "deleting unreachable code", placeOf(form), "note"),
  );
  text.check(() =>
    eachForm(({ form, position }) => {
      forms += 1;
      here = position;
      image.catchingErrors(
        () => text.add(form),
        (condition) => {
          const { label, message } = conditionText(image, condition, MESSAGE);
          note(label, message, position);
        },
      );
    }),
  );
  const { kept, dropped } = warnings();
  const notices: Notice[] = [];
  kept.forEach(({ severity, type, label, message, position }, i) => {
    notices.push(...errors.filter(({ after }) => after === i).map(({ notice }) => notice));
    const isError = severity === "error";
    notices.push({ severity: SEVERITIES[severity], type: isError ? type : label, message, position });
  });
  notices.push(...errors.filter(({ after }) => after >= kept.length).map(({ notice }) => notice));
  const report: CompileReport = {
    forms,
    warnings: notices,
    warningsTotal: notices.length + dropped,
    failed: notices.some(({ severity }) => severity === "error" || severity === "warning"),
  };
  return { text: compileText(report), ...report };
}

/** How a notice names what an evaluation's report says in other words. */
const SEVERITIES: Readonly<Record<Severity, NoticeSeverity>> = {
  error: "error",
  warning: "warning",
  style: "style-warning",
};

function compileText({ forms, warnings, warningsTotal }: CompileReport): string {
  const compiled = `${counted(forms, "form")} compiled, nothing was run`;
  if (warningsTotal === 0) return `${compiled}: no warnings.`;
  const lines = warnings.map(({ severity, type, message, position }) => {
    const where = placeText(position);
    return `${severity === "error" ? "ERROR " : ""}${type}${where === "" ? "" : ` at ${where}`}: ${message}`;
  });
  if (warningsTotal > warnings.length) lines.push(`… ${warningsTotal - warnings.length} more`);
  const notes = warnings.filter(({ severity }) => severity === "note").length;
  const counts = [counted(warningsTotal - notes, "warning"), ...(notes > 0 ? [counted(notes, "note")] : [])];
  return `${compiled}. ${counts.join(", ")}:\n${lines.join("\n")}`;
}
