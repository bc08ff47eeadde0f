import type { EvaluationReport, WarningReport } from "jscl-mcp";
import { expect, test } from "vitest";
import { LineIndex } from "./line-index.js";
import { Redefinitions } from "./redefinitions.js";

function redefining(name: string, line: number): WarningReport {
  const message = `redefining COMMON-LISP-USER::${name} in DEFUN`;
  const type = "REDEFINITION-WITH-DEFUN";
  return {
    type,
    package: "JSCL-MCP",
    message,
    severity: "style",
    position: { line, column: 0 },
    where: null,
  };
}

/** An evaluation of one form a line, each of which returned. */
function evaluation(lines: number, warnings: readonly WarningReport[] = []): EvaluationReport {
  const results = Array.from({ length: lines }, (_, form) => ({
    form,
    values: ["F"],
    position: { line: form + 1, column: 0 },
  }));
  return { results, warnings } as unknown as EvaluationReport;
}

test("the same text again is no news; another one is, once", () => {
  const session = new Redefinitions();
  const warned = (code: string, ...warnings: WarningReport[]) =>
    session.withoutRepeated(new LineIndex(code), evaluation(code.split("\n").length, warnings)).warnings;
  const both = "(defun f () 1)\n(defun g () 2)";
  expect(warned(both)).toEqual([]);
  expect(warned(both, redefining("F", 1), redefining("G", 2))).toEqual([]);
  const other = "(defun f () 3)\n(defun g () 2)";
  const [f, g] = [redefining("F", 1), redefining("G", 2)];
  expect(warned(other, f, g)).toEqual([f]);
  expect(warned(other, f, g)).toEqual([]);
  expect(warned(both, f, g)).toEqual([f]);
  const style = { ...f, type: "SIMPLE-STYLE-WARNING" };
  expect(warned(both, style)).toEqual([style]);
});

test("a form that failed has been evaluated too", () => {
  const session = new Redefinitions();
  const code = '(progn (defun f () 1) (error "x"))';
  const failed = { ...evaluation(0), error: { position: { line: 1, column: 0 } } } as EvaluationReport;
  session.withoutRepeated(new LineIndex(code), failed);
  const again = { ...failed, warnings: [redefining("F", 1)] } as EvaluationReport;
  expect(session.withoutRepeated(new LineIndex(code), again).warnings).toEqual([]);
});
