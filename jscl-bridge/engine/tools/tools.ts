/** The tools that the image carries out, by their names. */

import type { ToolCall } from "../../contract/engine.js";
import type { Image } from "../../image/image.js";
import { fail } from "../looks.js";
import { jsonOf } from "../outgoing.js";
import { compileReport } from "./compiling.js";
import { usesReport } from "./cross-reference.js";
import { aproposReport, classReport, methodsReport, testsReport } from "./lisp-reports.js";
import { profileReport, timeReport } from "./measuring.js";
import type { EvaluationOfTool, ToolRun } from "./tool-run.js";

/** The JSON text of a tool's report. */
export function toolReport(
  image: Image,
  { tool, arguments: written }: ToolCall,
  run: EvaluationOfTool,
  chars: number,
): string {
  return jsonOf(reportOf(tool, { ...run, image, chars, args: JSON.parse(written) }));
}

function reportOf(tool: string, run: ToolRun): object {
  switch (tool) {
    case "apropos-search":
      return aproposReport(run);
    case "class-info":
      return classReport(run);
    case "find-methods":
      return methodsReport(run);
    case "who-calls":
    case "who-references":
    case "who-binds":
    case "who-expands":
      return usesReport(tool, run);
    case "compile-form":
      return compileReport(run);
    case "time-execution":
      return timeReport(run);
    case "profile-code":
      return profileReport(run);
    case "run-tests":
      return testsReport(run);
    default:
      return fail(`The image has no tool ${tool}.`);
  }
}
