/** The command line of the program `jscl-mcp`. */

import { parseArgs } from "node:util";
import { TOOL_SETS, type ToolSet } from "../contract/results.js";

/** Something that is evaluated before the program does anything else. */
export type Code =
  | { readonly kind: "eval"; readonly text: string }
  | { readonly kind: "load"; readonly path: string };

/** What the command line asks for. */
export type ProgramOptions = {
  readonly show: "help" | "version" | null;
  /** In the order in which they were given. */
  readonly code: readonly Code[];
  /** Seconds, as text; null where it is not given. */
  readonly timeout: number | null;
  readonly maxOutput: number | null;
  readonly maxAnswer: number | null;
  /** The sets of tools that clients see. */
  readonly tools: readonly ToolSet[];
  readonly journal: string | null;
  readonly restore: boolean;
  /** The folder of an index of systems. */
  readonly systems: string | null;
  /** The folder for compiled systems; true for the user's own, null for none. */
  readonly systemsCache: string | true | null;
  /** The directory that Lisp may read and write. */
  readonly files: string | null;
  /** Set where the program serves the playground and no Lisp of its own. */
  readonly page: PageOptions | null;
};

/** How the playground is served. */
export type PageOptions = {
  /** Null for the default one, or the next that is free. */
  readonly port: number | null;
  /** Whether the page is opened in the person's browser. */
  readonly open: boolean;
};

export const HELP = `Usage: jscl-mcp [options]

A Common Lisp that is spoken to over MCP. Without --eval it serves one client on standard input and
output, a line of JSON for each message, until its input ends.

  --eval CODE         evaluate CODE and end; may be given more than once, and stops at the first error.
                      What the code writes goes to standard output and standard error; the values or
                      the report of an error follow on standard error. It reads standard input.
                      The status is 0, or 1 after an error.
  --load FILE         evaluate the forms of a file before that, or before serving; may be given more than
                      once. --eval and --load are done in the order in which they are given.
  --timeout SECONDS   how long an evaluation may run (30; 0 for no limit)
  --max-output N      how many characters of output, and of values, a report has (100000)
  --max-answer N      how many characters an answer has in all (12000 where a client is served, without
                      --max-output; 0 for no limit)
  --tools SETS        the sets of tools that the client sees (core), with commas: ${TOOL_SETS.join(", ")}
  --journal FILE      keep what is defined in FILE
  --restore           begin with evaluating what FILE holds of an earlier run
  --systems DIR       let ASDF find systems in DIR, which has an index of them
  --systems-cache DIR keep compiled code of these systems in DIR (in the user's folder for caches)
  --no-systems-cache  keep none
  --files DIR         let Lisp read and write what is in the directory DIR, in which it begins
  --page              serve the playground on this machine, and let the client into the Lisp of that page
  --port N            with --page: the port (4157, or the next that is free; 0 for any)
  --open              with --page: open it in the browser
  --version           print the version
  --help              print this

jscl-mcp systems build DIR --out OUT makes an index of systems: DIR has a folder for each project, as
Quicklisp and OCICL keep them; OUT is then what --systems, or a page, takes.
`;

/** An error in how the program was called. */
export class UsageError extends Error {}

/**
 * Reads a command line.
 * @throws UsageError that says what is wrong.
 */
export function readOptions(args: readonly string[]): ProgramOptions {
  const { values, tokens } = parse(args);
  const page = pageOptions(values);
  const code = tokens.flatMap((token): Code[] => {
    if (token.kind !== "option" || token.value === undefined) return [];
    if (token.name === "eval") return [{ kind: "eval", text: token.value }];
    return token.name === "load" ? [{ kind: "load", path: token.value }] : [];
  });
  if (values.restore && values.journal === undefined) throw new UsageError("--restore needs --journal FILE.");
  return {
    tools: toolSets(values.tools),
    show: values.help ? "help" : values.version ? "version" : null,
    code,
    timeout: number("timeout", values.timeout),
    maxOutput: number("max-output", values["max-output"]),
    maxAnswer: number("max-answer", values["max-answer"]),
    journal: values.journal ?? null,
    restore: values.restore ?? false,
    systems: values.systems ?? null,
    systemsCache: cacheOf(values),
    files: values.files ?? null,
    page,
  };
}

/** What concerns a Lisp of the program's own, which there is none of beside a page. */
const OF_OWN_LISP = [
  "eval",
  "load",
  "timeout",
  "max-output",
  "max-answer",
  "tools",
  "journal",
  "restore",
  "systems",
  "systems-cache",
  "no-systems-cache",
  "files",
] as const;

function cacheOf(values: ReturnType<typeof parse>["values"]): string | true | null {
  const { systems, "systems-cache": folder, "no-systems-cache": hasNone } = values;
  if (folder !== undefined && systems === undefined)
    throw new UsageError("--systems-cache needs --systems DIR.");
  if (folder !== undefined && hasNone)
    throw new UsageError("--systems-cache and --no-systems-cache cannot both be given.");
  return systems === undefined || hasNone ? null : (folder ?? true);
}

function pageOptions(values: ReturnType<typeof parse>["values"]): PageOptions | null {
  if (!values.page) {
    const strange = (["port", "open"] as const).find((name) => values[name] !== undefined);
    if (strange !== undefined) throw new UsageError(`--${strange} needs --page.`);
    return null;
  }
  const strange = OF_OWN_LISP.find((name) => values[name] !== undefined);
  if (strange !== undefined)
    throw new UsageError(`--page serves the Lisp of a page, for which --${strange} does nothing.`);
  return { port: portOf(values.port), open: values.open ?? false };
}

function portOf(text: string | undefined): number | null {
  const port = number("port", text);
  if (port !== null && (!Number.isInteger(port) || port > 65_535))
    throw new UsageError(`--port needs a whole number of at most 65535, not "${text}".`);
  return port;
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      tokens: true,
      options: {
        eval: { type: "string", multiple: true },
        load: { type: "string", multiple: true },
        timeout: { type: "string" },
        "max-output": { type: "string" },
        "max-answer": { type: "string" },
        tools: { type: "string" },
        journal: { type: "string" },
        restore: { type: "boolean" },
        systems: { type: "string" },
        "systems-cache": { type: "string" },
        "no-systems-cache": { type: "boolean" },
        files: { type: "string" },
        page: { type: "boolean" },
        port: { type: "string" },
        open: { type: "boolean" },
        version: { type: "boolean", short: "V" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function toolSets(text = "core"): readonly ToolSet[] {
  return text.split(",").map((each) => {
    const set = TOOL_SETS.find((known) => known === each.trim());
    if (set === undefined)
      throw new UsageError(`--tools knows no set "${each.trim()}"; there are ${TOOL_SETS.join(", ")}.`);
    return set;
  });
}

function number(name: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value) || value < 0)
    throw new UsageError(`--${name} needs a number that is not negative, not "${text}".`);
  return value;
}
