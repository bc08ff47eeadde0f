// The program, run with the permissions that it needs and no others.
import { realpathSync, statSync } from "node:fs";
import type { Restored } from "../contract/results.js";
import { LispServer } from "./index.js";
import { LocalClient } from "./local-client.js";
import { type ProgramOptions, UsageError } from "./options.js";
import { Refusal } from "./refusal.js";
import { ENDING_SIGNALS, starterGone } from "./restart.js";
import { runCode } from "./run-code.js";
import { StandardInput } from "./standard-input.js";
import { keepForMessages } from "./standard-output.js";
import { serveStreams } from "./stdio.js";
import { folderOfSystems } from "./systems/folder.js";
import { FAILED, OK, say } from "./telling.js";

/** How long what was asked before the input ended may still take, in milliseconds… */
const GRACE_MS = 5_000;
/** …and how long a client that said its last word may take to read the answers, */
const READING_MS = 30_000;
/** or when the program was told to stop. */
const STOPPED_MS = 500;

const { stdin, stdout, stderr } = process;

/**
 * Characters of an answer in all, where a client on standard input has set nothing else: what an agent reads
 * it pays for.
 */
const MAX_ANSWER = 12_000;

/** Evaluates or serves, and resolves to the status that the program ends with. */
export async function main(options: ProgramOptions): Promise<number> {
  keepForMessages();
  const { journal, tools, files, systems, systemsCache } = options;
  const server = await LispServer.start({
    tools,
    ...(isForCode(options) ? {} : { maxAnswer: MAX_ANSWER }),
    ...(files === null ? {} : { grants: { files: grantedDirectory(files) } }),
    ...(systems === null ? {} : { systems: folderFor(systems), systemsCache: systemsCache ?? false }),
    ...(journal === null ? {} : { journal: { name: journal, onProblem: journalProblem } }),
  });
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ENDING_SIGNALS) process.on(signal, () => resolve());
    void starterGone().then(resolve);
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

function folderFor(systems: string): URL {
  try {
    return folderOfSystems(systems);
  } catch (problem) {
    throw new Refusal((problem as Error).message);
  }
}

/** The path of a directory as it is without links; one that is none is refused before anything runs. */
function grantedDirectory(path: string): string {
  try {
    const real = realpathSync.native(path);
    if (statSync(real).isDirectory()) return real;
  } catch (error) {
    throw new Refusal(`${path} cannot be granted: ${error instanceof Error ? error.message : String(error)}`);
  }
  throw new Refusal(`${path} cannot be granted: it is no directory.`);
}

async function work(server: LispServer, options: ProgramOptions): Promise<number> {
  const client = new LocalClient(server);
  await limit(client, options);
  await openJournal(server, options);
  const isOutput = isForCode(options);
  const succeeded = await runCode(client, options.code, {
    stdout: isOutput ? stdout : stderr,
    stderr,
    // Where messages are to come on it, it is nothing that code may read.
    stdin: isOutput ? new StandardInput(stdin) : null,
  });
  // The next run is to find compiled what this one has loaded.
  if (isOutput && succeeded) await server.systemsCached();
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

async function limit(client: LocalClient, { timeout, maxOutput, maxAnswer }: ProgramOptions): Promise<void> {
  const limits = {
    ...(timeout === null ? {} : { timeout }),
    ...(maxOutput === null ? {} : { max_output: maxOutput }),
    ...(maxAnswer === null ? {} : { max_answer: maxAnswer }),
  };
  if (Object.keys(limits).length === 0) return;
  const { isError, text } = await client.call("configure-limits", limits);
  if (isError) throw new UsageError(text);
}

/**
 * What is wrong with the journal from the beginning is a reason not to begin; what comes later, somebody is
 * to know.
 */
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
