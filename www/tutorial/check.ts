import type { McpClient } from "../elements/page/mcp-client.js";
import { readEvaluation } from "../elements/results.js";
import type { Finished } from "../finished.js";
import type { Check } from "./steps.js";

/** Milliseconds that a check may take: what it calls is the learner's. */
const CHECK_MS = 3000;

/**
 * The form that answers whether another is true. It returns what the session returned last, so that `*` stays
 * what the learner has seen.
 */
function asking(form: string): string {
  return `(cl:progn (cl:princ (cl:if (cl:ignore-errors ${form}) "yes" "no")) (cl:values-list cl:/))`;
}

/** What a check looks at. */
type Evaluated = { readonly excerpt: Pick<Finished["excerpt"], "session"> } & Pick<Finished, "answer">;

/** Whether an evaluation has done what a step asks for: by its data, or by what Lisp says of itself then. */
export async function passes(check: Check, finished: Evaluated, client: McpClient): Promise<boolean> {
  const evaluation = finished.answer && readEvaluation(finished.answer.data);
  if (!evaluation) return false;
  if (typeof check !== "string") return check(evaluation);
  if (evaluation.status !== "ok") return false;
  const args = { code: asking(check), session: finished.excerpt.session, detail: "full" };
  const answer = await client.callTool("evaluate-lisp", args, { signal: AbortSignal.timeout(CHECK_MS) });
  return readEvaluation(answer.data)?.stdout === "yes";
}
