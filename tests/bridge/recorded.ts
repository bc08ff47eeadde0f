/** Programs with what SBCL answered to them. */
import type { Outcome } from "../../jscl-bridge/engine/contract.js";
import type { Evaluator } from "./image.js";

/** The values of the last form, or the condition, without line breaks. */
export function answerOf({ condition, values }: Outcome): string {
  if (condition === null) return values.join(" ; ");
  return `!${condition.type}: ${condition.message.replace(/\s+/g, " ").replace(/\.?\s*$/, "")}`;
}

/** What stands for COMMON-LISP-USER, so that what a program defines does not outlive it. */
const HOME = "HOME-OF-PROGRAM";

/** The answer to a program as it is in an image where nothing else was defined. */
export function answerAlone(evaluate: Evaluator, program: string): string {
  evaluate(`(ignore-errors (delete-package "${HOME}"))`);
  evaluate(`(defpackage "${HOME}" (:use "COMMON-LISP"))`);
  return answerOf(evaluate(program, { package: HOME }).outcome).replaceAll(HOME, "COMMON-LISP-USER");
}
