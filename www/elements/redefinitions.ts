import type { EvaluationReport, WarningReport } from "jscl-mcp";
import type { LineIndex } from "./line-index.js";

/** Forms whose text is kept, and characters of the longest one. */
const MOST_FORMS = 5_000;
const LONGEST_FORM = 50_000;

/** What the warnings of SBCL say that a definition replaces another. */
const REDEFINITION = /^REDEFINITION-WITH-/;

/** Whether a warning is about a definition that replaces another one. */
export function isRedefinition({ type }: WarningReport): boolean {
  return REDEFINITION.test(type);
}

/**
 * The texts of the definitions that a page has evaluated in a session. The image warns of each definition
 * that replaces another, as SBCL does; a person who evaluates the same text again loses nothing by it.
 */
export class Redefinitions {
  /** Forms that were evaluated, the latest at the end. */
  readonly #forms = new Set<string>();
  /** The form that made a definition last, by the warning that named it. */
  readonly #latest = new Map<string, string>();

  /** The evaluation of a text without the warnings of definitions that replace the same text. */
  withoutRepeated(index: LineIndex, evaluation: EvaluationReport): EvaluationReport {
    const warnings = evaluation.warnings.filter((warning) => {
      if (!isRedefinition(warning) || warning.position === null) return true;
      const text = index.textAt(warning.position);
      const before = this.#latest.get(warning.message) ?? (this.#forms.has(text) ? text : null);
      this.#latest.set(warning.message, text);
      return before !== text;
    });
    this.#remember(index, evaluation);
    return warnings.length === evaluation.warnings.length ? evaluation : { ...evaluation, warnings };
  }

  #remember(index: LineIndex, { results, error }: EvaluationReport): void {
    const places = results.map(({ position }) => position);
    // A form that failed may have defined something before.
    if (error?.position) places.push(error.position);
    for (const place of places) {
      const text = index.textAt(place);
      if (text.length > LONGEST_FORM) continue;
      this.#forms.delete(text);
      this.#forms.add(text);
    }
    for (const text of this.#forms) {
      if (this.#forms.size <= MOST_FORMS) break;
      this.#forms.delete(text);
    }
  }
}
