import type { RestartAnswer } from "./page-lisp.js";

/** A line that a program reads, or null for the end of its input. */
export type InputAnswer = string | null;

/** The name of the server's question for a line of input. */
const INPUT = "input";

/** Who answers what the server asks about an evaluation. */
interface Respondents {
  readonly restart: () => Promise<RestartAnswer>;
  /** `prompt` is what the program wrote before it began to read, or a word that stands for it. */
  readonly input: (prompt: string) => Promise<InputAnswer>;
}

/** The result of a question of the server's, by its name: of an `elicitation/create`. */
export async function respond(name: string, params: unknown, who: Respondents) {
  if (name !== INPUT) {
    const content = await who.restart();
    return content ? { action: "accept" as const, content } : { action: "cancel" as const };
  }
  const input = await who.input(promptOf(params));
  if (input === null) return { action: "cancel" as const };
  // A page shows what was typed where it was typed, as a terminal does.
  return { action: "accept" as const, content: { input }, _meta: { "jscl-mcp/echo": true } };
}

/**
 * The signal of a call that comes again with the answer to a question. One that was aborted at an error ends
 * by the answer that says so; a program that reads would go on at the end of its input, and is cancelled as
 * soon as the call is sent.
 */
export function signalOfRetry(question: string, signal: AbortSignal | undefined): AbortSignal | undefined {
  if (!signal?.aborted) return signal;
  if (question !== INPUT) return undefined;
  const late = new AbortController();
  setTimeout(() => late.abort(signal.reason));
  return late.signal;
}

type Form = { readonly requestedSchema?: { readonly properties?: { readonly input?: { title?: string } } } };

function promptOf(params: unknown): string {
  return (params as Form | undefined)?.requestedSchema?.properties?.input?.title ?? "Input";
}
