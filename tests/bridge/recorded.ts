/** Programs with what SBCL answered to them. */
import type { Outcome } from "../../jscl-bridge/contract/engine.js";
import type { Evaluator } from "./image.js";

/** A message without line breaks and without a full stop. */
function oneLine(message: string): string {
  return message.replace(/\s+/g, " ").replace(/\.?\s*$/, "");
}

/** The values of the last form, or the condition. */
export function answerOf({ condition, values }: Outcome): string {
  return condition === null ? values.join(" ; ") : `!${condition.type}: ${oneLine(condition.message)}`;
}

/** The package in place of COMMON-LISP-USER, so that a program's definitions do not outlive it. */
const HOME = "HOME-OF-PROGRAM";

/** The answer to a program, and its warnings, as they are in an image where nothing else was defined. */
export function evaluateAlone(
  evaluate: Evaluator,
  program: string,
): { answer: string; warnings: readonly string[] } {
  evaluate(`(ignore-errors (delete-package "${HOME}"))`);
  evaluate(`(defpackage "${HOME}" (:use "COMMON-LISP"))`);
  const { outcome } = evaluate(program, { package: HOME });
  const asInUser = (text: string): string => text.replaceAll(HOME, "COMMON-LISP-USER");
  const warnings = outcome.warnings.map(({ type, message }) => asInUser(`${type}: ${oneLine(message)}`));
  return { answer: asInUser(answerOf(outcome)), warnings: warnings.sort() };
}
