// The program `jscl-mcp`.
import { Console } from "node:console";
import { version } from "../../package.json";
import type { Restored } from "../engine/results.js";
import { LispServer } from "./index.js";
import { LocalClient } from "./local-client.js";
import { HELP, type ProgramOptions, readOptions, UsageError } from "./options.js";
import { Refusal } from "./refusal.js";
import { runCode } from "./run-code.js";
import { serveStreams } from "./stdio.js";

/** How long what was asked before the input ended may still take, in milliseconds… */
const GRACE_MS = 5_000;
/** …and how long a client that said its last word may take to read the answers, */
const READING_MS = 30_000;
/** or when the program was told to stop. */
const STOPPED_MS = 500;

const [OK, FAILED, WRONG_USE] = [0, 1, 2];

const { stdin, stdout, stderr } = process;

async function main(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if (options.show !== null) {
    stdout.write(options.show === "help" ? HELP : `${version}\n`);
    return OK;
  }
  keepForMessages();
  const { journal } = options;
  const server = await LispServer.start(
    journal === null ? {} : { journal: { name: journal, onProblem: journalProblem } },
  );
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => resolve());
  });
  try {
    return await Promise.race([work(server, options), stopped.then(() => OK)]);
  } finally {
    await server.close();
    const { problem } = server.savedDefinitions();
    if (problem !== null) say(`Not all that was defined could be kept: ${problem}`);
    await Promise.race([
      Promise.all([written(stdout), written(stderr)]),
      stopped.then(() => sleep(STOPPED_MS)),
      // What code has written is waited for as long as its reader likes.
      ...(isForCode(options) ? [] : [sleep(READING_MS)]),
    ]);
  }
}

/** Standard output is for what was asked for; what anything else writes to it goes to standard error. */
function keepForMessages(): void {
  Object.defineProperty(process, "stdout", { value: stderr, configurable: true });
  globalThis.console = new Console(stderr, stderr);
  // Who reads no more of it has no need of it.
  stderr.on("error", () => {});
}

async function work(server: LispServer, options: ProgramOptions): Promise<number> {
  const client = new LocalClient(server);
  await limit(client, options);
  await openJournal(server, options);
  const isOutput = isForCode(options);
  const succeeded = await runCode(client, options.code, { stdout: isOutput ? stdout : stderr, stderr });
  if (isOutput || !succeeded) return succeeded ? OK : FAILED;
  const { ended, answered } = serveStreams(server, stdin, stdout);
  await ended;
  await Promise.race([answered, sleep(GRACE_MS)]);
  return OK;
}

/** Whether the program evaluates code and ends. */
function isForCode({ code }: ProgramOptions): boolean {
  return code.some(({ kind }) => kind === "eval");
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Resolves when all that was written to a stream has left this process, or never will. */
function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.once("error", () => resolve());
    stream.write("", () => resolve());
  });
}

async function limit(client: LocalClient, { timeout, maxOutput }: ProgramOptions): Promise<void> {
  const limits = {
    ...(timeout === null ? {} : { timeout }),
    ...(maxOutput === null ? {} : { "max-output": maxOutput }),
  };
  if (Object.keys(limits).length === 0) return;
  const { isError, text } = await client.call("configure-limits", limits);
  if (isError) throw new UsageError(text);
}

/** What is wrong with the journal from the beginning is a reason not to begin; what comes later, somebody is to know. */
let journalIsOpen = false;

function journalProblem(problem: string | null): void {
  if (!journalIsOpen) return;
  say(problem === null ? "All that is defined is kept again." : `What is defined is not kept: ${problem}`);
}

async function openJournal(server: LispServer, { journal, restore }: ProgramOptions): Promise<void> {
  if (journal === null) return;
  const { problem, count } = server.savedDefinitions();
  if (problem !== null) throw new Refusal(`The journal cannot be kept: ${problem}`);
  journalIsOpen = true;
  if (restore) say(restoredText(await server.restoreDefinitions()));
  else if (count > 0) say(`${journal} holds ${forms(count)} of an earlier run, which --restore evaluates.`);
}

function restoredText({ count, failed }: Restored): string {
  const failures = failed.map(({ names, reason }) => `\n  not restored: ${names.join(", ")}: ${reason}`);
  return `restored ${forms(count)} of an earlier run.${failures.join("")}`;
}

function forms(count: number): string {
  return count === 1 ? "1 form" : `${count} forms`;
}

function say(text: string): void {
  stderr.write(`jscl-mcp: ${text}\n`);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof UsageError) {
    say(`${error.message}\nTry jscl-mcp --help.`);
    process.exitCode = WRONG_USE;
  } else {
    say(
      error instanceof Refusal
        ? error.message
        : error instanceof Error
          ? (error.stack ?? error.message)
          : String(error),
    );
    process.exitCode = FAILED;
  }
}
// Standard input may be open, and images that were being started may still come to life.
process.exit();
