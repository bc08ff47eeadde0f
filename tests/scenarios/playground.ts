/**
 * What a person types in the playground for each move of a scenario: lines for its prompt, or keys.
 */
import type { Move, Scenario } from "./moves.js";

/** A line for the prompt or a key, and where its outcome is shown. */
interface Typed {
  readonly line?: string;
  readonly key?: string;
  /** In a new entry, in the innermost that is held, or in the name of the prompt, which tells the level. */
  readonly shown: "new" | "held" | "prompt";
  /** Whether an error ends the evaluation: the playground holds it, and its level is ended at once. */
  readonly ends?: boolean;
}

type Args = Readonly<Record<string, unknown>>;
type Way = (args: Args) => Typed;

const entered = (line: string): Typed => ({ line, shown: "new" });
const goesOn = (line: string): Typed => ({ line, shown: "held" });
const text = (value: unknown): string =>
  value === undefined ? "" : Array.isArray(value) ? value.join(" ") : String(value);
const option = (name: string, value: unknown, quote = ""): string =>
  value === undefined ? "" : ` :${name} ${quote}${text(value)}`;

const STEP_KEYS: Args = { into: "F11", over: "F10", out: "Shift+F11", continue: "F8" };

const WAYS: Readonly<Record<string, Way>> = {
  "evaluate-lisp": ({ code, record, ...args }) =>
    record === true
      ? entered(`,record ${code}`)
      : { ...entered(text(code)), ends: args["on-error"] !== "hold" },
  "invoke-restart": ({ restart, values }) => goesOn(`,restart ${text(restart)} ${text(values)}`.trimEnd()),
  continue: () => goesOn(",continue"),
  "abort-level": () => goesOn(",abort"),
  "inspect-frame": ({ frame }) => entered(`,frame ${frame}`),
  "eval-in-frame": ({ frame, code }) => entered(`,frame ${frame} ${code}`),
  "return-from-frame": ({ frame, values }) => goesOn(`,return ${frame} ${values}`),
  "restart-frame": ({ frame }) => goesOn(`,again ${frame}`),
  step: ({ code, how }) =>
    how === undefined ? entered(`,step ${code}`) : { key: text(STEP_KEYS[text(how)]), shown: "held" },
  "set-breakpoint": ({ function: name, condition, line }) =>
    entered(
      `(jscl-mcp:set-breakpoint '${name}${condition === undefined ? "" : ` '${condition}`}${option("line", line)})`,
    ),
  "clear-breakpoint": ({ function: name }) =>
    entered(`(jscl-mcp:clear-breakpoint${name === undefined ? "" : ` '${name}`})`),
  "configure-debugger": ({ debug }) => entered(`(jscl-mcp:configure-debugger ${debug})`),
  "trace-function": ({ function: name, condition }) =>
    entered(`(trace ${name}${option("condition", condition)})`),
  "untrace-function": ({ function: name }) => entered(`(untrace ${name})`),
  "query-recording": ({ function: name, value, event, direction, count }) =>
    entered(
      `(princ (jscl-mcp:query-recording${option("function", name, "'")}${option("value", value)}` +
        `${option("event", event)}${option("direction", direction, ":")}${option("count", count)}))`,
    ),
  "list-sessions": () => ({ shown: "prompt" }),
  "reset-session": () => entered(",reset"),
  "who-calls": ({ symbol }) => entered(`,callers ${symbol}`),
  "get-source": ({ symbol }) => entered(`,describe ${symbol}`),
  "validate-syntax": ({ code }) => entered(`,check ${code}`),
  "compile-form": ({ code }) => entered(`,compile ${code}`),
};

/** What is typed for a move. */
export function typed({ tool, args }: Move): Typed {
  const way = WAYS[tool];
  if (!way) throw new Error(`Nobody has said how ${tool} is typed.`);
  return way(args);
}

const OUTER =
  "The prompt's commands act on the innermost level; outer ones go on by the buttons of their reports.";
const LAST_ERROR = "What these tools say of the last error, the report of the level shows itself.";
const NO_LINE = "The playground's report has no such line.";

/** Scenarios that are not played by keyboard, by their names, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  "the frames of level 1 are there at level 2": OUTER,
  "levels nest, and ABORT of each returns to the one below": OUTER,
  "a restart of the outer level is taken from the inner one": OUTER,
  "what is wrong with an answer is said, and the level stays": OUTER,
  "describe-last-error and get-backtrace tell of the innermost level": LAST_ERROR,
  "output before and after stays with its evaluation": "An entry keeps what was written before it was held.",
  "a report names the lambda list where the number of arguments is wrong": NO_LINE,
  "a report says which name was nearly written": NO_LINE,
  "a report says where the failing call came from": NO_LINE,
  "a text is evaluated with breakpoints on its lines, inside of a loop too":
    "Breakpoints are set in the margin, of which there are tests of its own.",
  "a program that was stopped at a step is ended, and cleans up":
    "Where no program has stopped F10 begins to step through the editor's text.",
};

/** What is played by keyboard; throws where the table names what is not there. */
export function playedByKeys(scenarios: readonly Scenario[]): readonly Scenario[] {
  const gone = Object.keys(LEFT_OUT).find((left) => !scenarios.some(({ name }) => name === left));
  if (gone !== undefined) throw new Error(`There is no scenario "${gone}".`);
  return scenarios.filter(({ name }) => !Object.hasOwn(LEFT_OUT, name));
}
