// The program `jscl-mcp`: reads its command line, and starts itself again with nothing but the permissions
// that it needs.
import { mkdirSync, realpathSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { version } from "../../package.json";
import { compiledFolder } from "./compiled-folder.js";
import { confinedTo, readToLoad } from "./confinement.js";
import { filesOfStore } from "./file-store.js";
import { HELP, type ProgramOptions, readOptions, UsageError } from "./options.js";
import { Refusal } from "./refusal.js";
import { isRestarted, runIn } from "./restart.js";
import { linkedFolders } from "./systems/linked-folders.js";
import { readBuildOptions, SYSTEMS } from "./systems/options.js";
import { FAILED, OK, say, WRONG_USE } from "./telling.js";

async function start(args: readonly string[]): Promise<number> {
  if (args[0] === SYSTEMS) return buildSystems(args);
  const options = withCache(readOptions(args));
  if (options.show !== null) {
    process.stdout.write(options.show === "help" ? HELP : `${version}\n`);
    return OK;
  }
  const file = realpathSync(fileURLToPath(import.meta.url));
  const permissions = isRestarted() || isConfined() ? [] : permissionsFor(options, dirname(file));
  if (permissions.length > 0) {
    const open = async (address: string) => (await import("./page/open-browser.js")).openBrowser(address);
    const all = [...args, ...cacheArguments(options, args)];
    return runIn([...permissions, ...withoutInspector()], file, all, (line) => void open(line));
  }
  if (options.page) {
    const { main } = await import("./page/page-main.js");
    return main(options.page);
  }
  const { main } = await import("./main.js");
  return main(options);
}

/** The options with the folder for compiled systems, which is there then. */
function withCache(options: ProgramOptions): ProgramOptions {
  const { systemsCache, files } = options;
  if (systemsCache === null || options.show !== null) return options;
  try {
    return { ...options, systemsCache: compiledFolder(systemsCache, files) };
  } catch (problem) {
    throw new Refusal((problem as Error).message);
  }
}

/** What names that folder to a process that has not the environment in which it was found. */
function cacheArguments(
  { systems, systemsCache }: ProgramOptions,
  given: readonly string[],
): readonly string[] {
  if (systems === null || given.includes(NO_CACHE)) return [];
  return typeof systemsCache === "string" ? ["--systems-cache", systemsCache] : [NO_CACHE];
}

const NO_CACHE = "--no-systems-cache";

/** Definitions of systems are programs: they run under the permissions that the program always has. */
async function buildSystems(args: readonly string[]): Promise<number> {
  const options = readBuildOptions(args.slice(1));
  if (!isRestarted() && !isConfined()) {
    const file = realpathSync(fileURLToPath(import.meta.url));
    mkdirSync(options.out, { recursive: true });
    const permissions = confinedTo({
      read: [...readToLoad(dirname(file)), options.folder, ...linkedFolders(options.folder), options.out],
      write: [options.out],
      threads: true,
    });
    if (permissions.length > 0) return runIn([...permissions, ...withoutInspector()], file, args, () => {});
  }
  const { main } = await import("./systems/build-main.js");
  return main(options);
}

/** Whether whoever started this process has settled its permissions. */
function isConfined(): boolean {
  return "permission" in process;
}

/** The package's own files, threads, and what the command line names. */
function permissionsFor(
  { code, journal, files, page, systems, systemsCache }: ProgramOptions,
  folder: string,
): readonly string[] {
  const journals = journal === null ? [] : filesOfStore(journal);
  const loaded = code.flatMap((piece) => (piece.kind === "load" ? [piece.path] : []));
  const granted = files === null ? [] : [files];
  const cache = typeof systemsCache === "string" ? [systemsCache] : [];
  const indexed = systems === null ? [] : [systems];
  return confinedTo({
    read: [...readToLoad(folder), ...loaded, ...journals, ...granted, ...indexed, ...cache],
    write: [...journals, ...granted, ...cache],
    threads: page === null,
    network: page !== null,
  });
}

const NO_INSPECTOR = "--disable-sigusr1";

function withoutInspector(): readonly string[] {
  return process.allowedNodeEnvironmentFlags.has(NO_INSPECTOR) ? [NO_INSPECTOR] : [];
}

// Without a listener it opens Node's inspector, by which anybody on this machine runs what he likes in this
// process.
process.on("SIGUSR1", () => {});
try {
  process.exitCode = await start(process.argv.slice(2));
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
