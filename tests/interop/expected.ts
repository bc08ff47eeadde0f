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

export function expected(kind: Kind): Findings {
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
    large: "=> 200000",
    atOnce: Array.from({ length: 20 }, (_, number) => `=> ${number * number}`),
    logging: { levels: ["debug", "info", "warning"], quiet: true },
    reconnected: "=> 42",
  };
}
