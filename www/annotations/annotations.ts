import type { Extension } from "@codemirror/state";
import type { EvaluationReport, Position } from "jscl-mcp";
import type { Editor, Excerpt } from "../elements/editor/editor.js";
import type { LineIndex } from "../elements/line-index.js";
import { isRedefinition } from "../elements/redefinitions.js";
import { definedName, isDefinition, type Result } from "../elements/views/results-view.js";
import { inOwnWords } from "../elements/views/words.js";
import { formValues, type ShownValue, showValues } from "./values.js";
import { showWarnings, warningMarks } from "./warnings.js";

/** What the editor shows of answers: values beside forms, warnings in the margin. */
export const annotations: Extension = [formValues, warningMarks];

/** Takes away what the editor shows of an excerpt that is evaluated again. */
export function clearAnnotations(editor: Editor, { code, origin }: Excerpt): void {
  const from = editor.offsetOf(origin);
  editor.apply([showValues({ from, to: from + code.length + 1 }, []), showWarnings([])]);
}

/** Shows the values of forms while others of the same code run. */
export function annotateValues(
  editor: Editor,
  origin: Position,
  index: LineIndex,
  results: readonly Result[],
): void {
  const start = editor.offsetOf(origin);
  const values = valuesIn(editor.all().code, start, index, results);
  editor.apply([showValues({ from: start, to: start }, values)]);
}

function valuesIn(text: string, start: number, index: LineIndex, results: readonly Result[]): ShownValue[] {
  return results.flatMap((result): ShownValue[] => {
    const form = index.formAt(result.position);
    if (!form) return [];
    const [from, to] = [start + form.from, start + form.to];
    const formText = index.text.slice(form.from, form.to);
    if (text.slice(from, to) !== formText) return [];
    const isNamed = isDefinition(formText, result);
    return [{ from, to, values: isNamed ? [definedName(formText, result.values[0] ?? "")] : result.values }];
  });
}

/** Shows an evaluation of the code that began there in the editor, where that still has it. */
export function annotate(
  editor: Editor,
  origin: Position,
  index: LineIndex,
  evaluation: EvaluationReport,
): void {
  const text = editor.all().code;
  const start = editor.offsetOf(origin);
  const code = index.text;
  const values = valuesIn(text, start, index, evaluation.results);
  // Text that was edited while it ran no longer has the places that warnings speak of.
  const isSame = text.slice(start, start + code.length) === code;
  const warnings = evaluation.warnings.flatMap((warning) =>
    warning.position && isSame && !isRedefinition(warning)
      ? [
          {
            at: start + index.offsetOf(warning.position),
            message: `${warning.severity === "error" ? "Does not compile" : warning.type}: ${inOwnWords(warning.message)}`,
            isError: warning.severity === "error",
          },
        ]
      : [],
  );
  editor.apply([showValues({ from: start, to: start }, values), showWarnings(warnings)]);
}
