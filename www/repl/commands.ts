import type { Answer } from "../../jscl-bridge/element/answer.js";
import type { Fields } from "../../jscl-bridge/element/fields.js";
import { readLimits } from "../../jscl-bridge/element/results.js";
import type { LispClient } from "../client/client.js";

/** What a command says in the transcript: a text, or rows of a name and what it means. */
export type Said =
  | { readonly kind: "note" | "problem" | "text"; readonly text: string }
  | { readonly kind: "rows"; readonly rows: readonly (readonly [name: string, meaning: string])[] };

/** What commands of the prompt act on. */
export interface Desk {
  readonly client: Promise<LispClient>;
  readonly session: () => string;
  readonly package: () => string;
  /** Evaluates code as if it were entered. */
  readonly evaluate: (code: string) => void;
  /** Has the innermost evaluation that is held go on by a tool; false where none is. */
  readonly goOn: (tool: string, args: Fields) => boolean;
  readonly reset: () => Promise<void>;
  readonly clear: () => void;
  readonly showKeys: () => void;
  readonly searchHistory: (text: string) => void;
}

interface Command {
  readonly name: string;
  /** What is written behind the name, as the help shows it. */
  readonly argument: string;
  readonly does: string;
  /** Answers what is said, if anything. */
  readonly run: (argument: string, desk: Desk) => Promise<Said | null>;
}

const problem = (text: string): Said => ({ text, kind: "problem" });

function saidBy(answer: Answer): Said {
  return { text: answer.text, kind: answer.isError ? "problem" : "note" };
}

async function goOn(desk: Desk, tool: string, args: Fields): Promise<Said | null> {
  return desk.goOn(tool, args) ? null : problem("No program waits at an error here.");
}

/** The commands of the prompt, which begin with a comma, by name. */
export const COMMANDS: readonly Command[] = [
  {
    name: "abort",
    argument: "",
    does: "Ends the innermost program that waits at an error",
    run: (_, desk) => goOn(desk, "abort-level", {}),
  },
  {
    name: "clear",
    argument: "",
    does: "Empties the transcript; definitions stay",
    run: async (_, desk) => {
      desk.clear();
      return null;
    },
  },
  {
    name: "continue",
    argument: "",
    does: "Has the innermost program that waits go on",
    run: (_, desk) => goOn(desk, "continue", {}),
  },
  {
    name: "describe",
    argument: "NAME",
    does: "Shows the source of a definition, or what the Lisp says of a name",
    run: describe,
  },
  {
    name: "expand",
    argument: "FORM",
    does: "Expands a macro form by one step",
    run: async (form, desk) => {
      if (form === "") return problem("Which form? Write it behind the command: ,expand (when a b)");
      const { expansion, expanded } = await (await desk.client).expandOnce(
        desk.session(),
        form,
        desk.package(),
      );
      return expanded
        ? { text: expansion, kind: "text" }
        : { text: "This form is no macro call.", kind: "note" };
    },
  },
  {
    name: "help",
    argument: "",
    does: "Lists these commands",
    run: async () => ({
      kind: "rows",
      rows: COMMANDS.map(({ name, argument, does }) => [`,${name} ${argument}`.trimEnd(), does]),
    }),
  },
  {
    name: "history",
    argument: "TEXT",
    does: "Searches what was entered before, as Ctrl-R does",
    run: async (text, desk) => {
      desk.searchHistory(text);
      return null;
    },
  },
  {
    name: "keys",
    argument: "",
    does: "Shows the keys of this page",
    run: async (_, desk) => {
      desk.showKeys();
      return null;
    },
  },
  {
    name: "limits",
    argument: "SECONDS CHARACTERS",
    does: "Shows the limits of time and output, or sets them",
    run: limits,
  },
  {
    name: "package",
    argument: "NAME",
    does: "Enters a package",
    run: async (name, desk) => {
      if (name === "") return { text: `The package is ${desk.package()}.`, kind: "note" };
      desk.evaluate(`(cl:in-package ${/^[:#"|]/.test(name) ? name : `:${name}`})`);
      return null;
    },
  },
  {
    name: "restart",
    argument: "NUMBER",
    does: "Has it take a restart, by number or name",
    run: async (restart, desk) =>
      restart === ""
        ? problem("Which restart? Write its number or name behind the command: ,restart 1")
        : goOn(desk, "invoke-restart", { restart }),
  },
  {
    name: "step",
    argument: "FORM",
    does: "Steps through a form, call by call",
    run: async (form, desk) => {
      if (form === "") return problem("Step through what? Write it behind the command: ,step (f 1)");
      desk.evaluate(`(cl:step ${form}\n)`);
      return null;
    },
  },
  {
    name: "reset",
    argument: "",
    does: "Forgets every definition and starts a fresh Lisp",
    run: async (_, desk) => {
      await desk.reset();
      return null;
    },
  },
];

/** Whether an entered line is meant as a command. */
export function isCommand(line: string): boolean {
  return line.trimStart().startsWith(",");
}

/** The commands whose names begin with a text. */
export function commandsLike(prefix: string): readonly string[] {
  const start = prefix.toLowerCase();
  return COMMANDS.map(({ name }) => name).filter((name) => name.startsWith(start));
}

/** Runs the command that a line is; a name may be cut short where one command alone begins so. */
export async function runCommand(line: string, desk: Desk): Promise<Said | null> {
  const call = line.trim().slice(1).trimStart();
  const given = /^\S*/.exec(call)?.[0] ?? "";
  const argument = call.slice(given.length).trim();
  const names = commandsLike(given);
  const name = names.includes(given.toLowerCase()) ? given.toLowerCase() : names[0];
  const isOne = names.length === 1 || name === given.toLowerCase();
  const command = isOne ? COMMANDS.find((each) => each.name === name) : undefined;
  if (command) return command.run(argument, desk);
  if (given !== "" && names.length > 1)
    return problem(`,${given} may be ${names.map((each) => `,${each}`).join(" or ")}.`);
  return problem(`There is no command ,${given}. The commands are ${list(commandsLike(""))}.`);
}

function list(names: readonly string[]): string {
  const all = names.map((name) => `,${name}`);
  return `${all.slice(0, -1).join(" ")} and ${all.at(-1)}`;
}

async function describe(name: string, desk: Desk): Promise<Said> {
  if (name === "") return problem("Which name? Write it behind the command: ,describe mapcar");
  const text = await (await desk.client).describe(desk.session(), name).catch(() => null);
  if (text !== null) return { text: text.trimEnd(), kind: "text" };
  return problem(`There is nothing to say of ${name}: the Lisp does not know it, or is at work.`);
}

async function limits(argument: string, desk: Desk): Promise<Said> {
  const client = await desk.client;
  const now = await client.limits(desk.session());
  const known = readLimits(now.data);
  if (argument === "" || known === null) return saidBy(now);
  const [timeout = Number.NaN, maxOutput = known.maxOutput, ...more] = argument.split(/\s+/).map(Number);
  if (more.length > 0 || Number.isNaN(timeout) || Number.isNaN(maxOutput))
    return problem("Limits are one or two numbers, seconds and characters: ,limits 30 100000");
  return saidBy(await client.configureLimits(desk.session(), { timeout, maxOutput }));
}
