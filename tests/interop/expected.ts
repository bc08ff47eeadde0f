// What a walk finds, by what a protocol version has.
import { type Kind, versionOf } from "./clients.js";
import type { Findings } from "./walk.js";

const TOOLS = [
  "close-session",
  "configure-limits",
  "create-session",
  "describe-last-error",
  "evaluate-lisp",
  "get-backtrace",
  "list-sessions",
  "reset-session",
];

/** What clients that could be asked find where nothing can be held. */
const CANNOT_WAIT =
  "Nobody was asked which restart to take: this Lisp cannot wait for an answer, because its page is not cross-origin isolated, or runs it on its own thread.";
const NO_CAPABILITY =
  "Nobody was asked which restart to take: the client did not declare the capability elicitation.";

/** What a walk finds; `holds` where an evaluation can wait for answers, for which threads must share memory. */
export function expected(kind: Kind, holds = true): Findings {
  const version = versionOf(kind);
  const hasData = version >= "2025-06-18";
  return {
    server: { name: "jscl-mcp", capabilities: ["logging", "tools"], version, hasInstructions: true },
    tools: { names: TOOLS, again: true },
    call: { text: "=> 3", values: hasData ? ["3"] : undefined, isError: false },
    error: {
      text: "[ERROR] DIVISION-BY-ZERO",
      type: hasData ? "DIVISION-BY-ZERO" : undefined,
      isError: true,
    },
    otherTools: { lastError: true, backtrace: true, limits: false },
    wrongCalls: { unknown: "-32602", isError: true },
    progress: { some: true, grows: true },
    cancel: { ended: "ended", kept: "=> 42" },
    asking:
      hasData && holds
        ? {
            value: "=> (42 42)",
            asked: ["The variable NOTHING-HERE is unbound.", "The variable NOTHING-THERE is unbound."],
            declined: true,
            why: "The client declined to choose a restart.",
          }
        : { value: "(no frames)", asked: [], declined: true, why: hasData ? CANNOT_WAIT : NO_CAPABILITY },
    large: "=> 200000",
    atOnce: Array.from({ length: 20 }, (_, number) => `=> ${number * number}`),
    logging: { levels: ["debug", "info", "warning"], quiet: true },
    reconnected: "=> 42",
  };
}
