// The findings of a walk, by the features of a protocol version.
import { type Kind, versionOf } from "./clients.js";
import type { Findings } from "./walk.js";

const TOOLS = [
  "close-session",
  "configure-limits",
  "create-session",
  "describe-last-error",
  "evaluate-lisp",
  "get-backtrace",
  "get-usage-guide",
  "invoke-restart",
  "list-sessions",
  "reset-session",
];

/** What the playground's server has beside those. */
const DEVELOPMENT = [
  "apropos-search",
  "class-info",
  "compile-form",
  "delete-file",
  "describe-symbol",
  "export-failure",
  "export-session",
  "find-methods",
  "format-code",
  "get-source",
  "inspect-value",
  "list-files",
  "load-file",
  "load-system",
  "macroexpand-form",
  "profile-code",
  "read-file",
  "run-tests",
  "time-execution",
  "validate-syntax",
  "who-binds",
  "who-calls",
  "who-expands",
  "who-references",
  "write-file",
];

/** The debugger's tools, which it has as well. */
const DEBUGGER = [
  "abort-level",
  "clear-breakpoint",
  "configure-debugger",
  "continue",
  "eval-in-frame",
  "inspect-frame",
  "query-recording",
  "restart-frame",
  "return-from-frame",
  "set-breakpoint",
  "step",
  "trace-function",
  "untrace-function",
];

const PROMPTS = ["debug-last-error", "explain-definition", "resume-session", "write-test"];

const NO_CAPABILITY =
  "Nobody was asked which restart to take: the client did not declare the capability elicitation.";

const NO_INPUT =
  "There is no input: evaluate-lisp takes it as its argument stdin, and asks clients that have the capability elicitation.";

/**
 * The findings of a walk with a name of its `own`; `inPlayground` where its server is the one that answers.
 */
export function expected(kind: Kind, own: string, inPlayground = false): Findings {
  const version = versionOf(kind);
  const hasData = version >= "2025-06-18";
  // In 2024-11-05 nothing declares completion.
  const completions = version > "2024-11-05" ? ["completions"] : [];
  const capabilities = [...completions, "logging", "prompts", "resources", "tools"];
  return {
    server: { name: "jscl-mcp", capabilities, version, hasInstructions: true },
    tools: { names: inPlayground ? [...TOOLS, ...DEVELOPMENT, ...DEBUGGER].sort() : TOOLS, again: true },
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
    asking: hasData
      ? {
          value: "=> (42 42)",
          asked: ["The variable NOTHING-HERE is unbound.", "The variable NOTHING-THERE is unbound."],
          declined: true,
          why: "The client declined to choose a restart.",
        }
      : { value: "(no frames)", asked: [], declined: true, why: NO_CAPABILITY },
    input: hasData
      ? {
          value: '=> ("Ada (L.)" "Ada (L.)")',
          asked: ["Name?", "The program in session main waits for input."],
          declined: true,
          why: "The client declined to give input.",
        }
      : {
          value: "0: (READ-LINE #<SB-IMPL::STRING-INPUT-STREAM {}> T NIL #<unused argument>)",
          asked: [],
          declined: true,
          why: NO_INPUT,
        },
    large: { there: "=> 200000", back: true },
    resources: {
      listed: true,
      templates: 5,
      guide: true,
      // Version 2 of the SDK gives the legacy code, -32002, as the modern one.
      unknown: kind === "sdk-1.32" ? "-32002" : "-32602",
      listChanged: true,
      updated: true,
      definition: `(defun ${own}-f (x) (* x x))\n`,
      listedNow: true,
      quiet: true,
    },
    prompts: { names: PROMPTS, hasSource: true },
    completion: [own.toUpperCase(), `${own.toUpperCase()}-F`],
    atOnce: Array.from({ length: 20 }, (_, number) => `=> ${number * number}`),
    logging: { levels: ["debug", "warning"], quiet: true },
    reconnected: "=> 42",
  };
}
