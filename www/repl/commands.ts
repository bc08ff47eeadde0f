import type { LispClient } from "../client/client.js";
import type { Answer } from "../elements/answer.js";
import type { Fields } from "../elements/fields.js";
import { topLevelForms } from "../elements/forms.js";
import { readLimits } from "../elements/results.js";
import type { Way } from "../finished.js";

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
  readonly evaluate: (code: string, way?: Way) => void;
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
  return desk.goOn(tool, args) ? null : problem("Nothing is held: no program waits at an error here.");
}

/** The first word of an argument, and the rest. */
function cut(argument: string): readonly [word: string, rest: string] {
  const [word = ""] = /^\S*/.exec(argument) ?? [];
  return [word, argument.slice(word.length).trim()];
}

/** Does something with a call by its number in the backtrace. */
async function inFrame(
  argument: string,
  example: string,
  act: (frame: number, rest: string) => Promise<Said | null>,
): Promise<Said | null> {
  const [frame, rest] = cut(argument);
  if (/^\d{1,6}$/.test(frame)) return act(Number(frame), rest);
  return problem(`Which call? Write its number in the backtrace behind the command: ${example}`);
}

/** What a tool says; where an argument is missing an `example` has one. */
async function told(desk: Desk, tool: string, args: Fields, example = ""): Promise<Said> {
  if (Object.values(args).includes(""))
    return problem(`Something is missing behind the command, as in ${example}`);
  const { text, isError } = await (await desk.client).call(tool, { session: desk.session(), ...args });
  return { text, kind: isError ? "problem" : "text" };
}

async function evaluateBy(way: Way, code: string, desk: Desk): Promise<Said | null> {
  if (code === "") return problem(`Something is missing behind the command, as in ,${way} (f 1)`);
  desk.evaluate(code, way);
  return null;
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
    name: "again",
    argument: "FRAME",
    does: "Makes a call of the program that waits again",
    run: (argument, desk) => inFrame(argument, ",again 1", (frame) => goOn(desk, "restart-frame", { frame })),
  },
  {
    name: "callers",
    argument: "NAME",
    does: "Lists the definitions that call a function",
    run: (symbol, desk) => told(desk, "who-calls", { symbol, package: desk.package() }, ",callers average"),
  },
  {
    name: "check",
    argument: "TEXT",
    does: "Lists every mistake in the syntax of a text",
    run: (code, desk) => told(desk, "validate-syntax", { code }, ",check (list 1"),
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
    name: "compile",
    argument: "FORM",
    does: "Says what the compiler finds in a form; nothing runs",
    run: (code, desk) =>
      told(desk, "compile-form", { code, package: desk.package() }, ",compile (defun f (x) y)"),
  },
  {
    name: "continue",
    argument: "",
    does: "Has the innermost program that waits go on",
    run: (_, desk) => goOn(desk, "continue", {}),
  },
  {
    name: "debug",
    argument: "QUALITY",
    does: "Has all code keep its variables, from 2 on, or no more: 1",
    run: (quality, desk) => {
      const debug = quality === "" ? {} : { debug: Number(quality) };
      return told(desk, "configure-debugger", debug);
    },
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
    name: "frame",
    argument: "FRAME FORM",
    does: "Shows the variables of a call, or evaluates a form in it",
    run: (argument, desk) =>
      inFrame(argument, ",frame 1", (frame, code) =>
        code === "" ? told(desk, "inspect-frame", { frame }) : told(desk, "eval-in-frame", { frame, code }),
      ),
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
    name: "profile",
    argument: "FORM",
    does: "Evaluates a form, and tells where its time goes",
    run: (code, desk) => evaluateBy("profile", code, desk),
  },
  {
    name: "record",
    argument: "FORM",
    does: "Evaluates a form, and notes what it does",
    run: (code, desk) => evaluateBy("record", code, desk),
  },
  {
    name: "restart",
    argument: "NUMBER VALUES",
    does: "Has it take a restart, by number or name, with values",
    run: async (argument, desk) => {
      const [restart, text] = cut(argument);
      if (restart === "")
        return problem("Which restart? Write its number or name behind the command: ,restart 1");
      const values = topLevelForms(text).map(({ from, to }) => text.slice(from, to));
      return goOn(desk, "invoke-restart", { restart, ...(values.length > 0 ? { values } : {}) });
    },
  },
  {
    name: "return",
    argument: "FRAME VALUES",
    does: "Has a call of the program that waits return values",
    run: (argument, desk) =>
      inFrame(argument, ",return 1 nil", (frame, values) =>
        goOn(desk, "return-from-frame", { frame, ...(values === "" ? {} : { values }) }),
      ),
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
