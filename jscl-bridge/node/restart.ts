import { spawn } from "node:child_process";
import { Socket } from "node:net";
import { constants } from "node:os";
import { createInterface } from "node:readline";
import { keepForMessages } from "./standard-output.js";

/** The signals that end the program. */
export const ENDING_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Names the descriptor of a pipe to the process that has started this one, which is open as long as that
 * lives.
 */
const LIFELINE = "JSCL_MCP_LIFELINE";
const LIFELINE_FD = 3;

/**
 * What a process needs of its environment: to be loaded by the system, and to know its language and its
 * clock.
 */
const NEEDED = /^(TZ|LANG|LANGUAGE|LC_\w+|LD_\w+|DYLD_\w+|NODE_ICU_DATA|SystemRoot)$/i;

/**
 * Runs a file of this program in a process of its own, which has this one's standard streams and is started
 * with options of Node's. Resolves to its status when it has ended, and sends on what this process is told to
 * end by. `told` gets each line by which that one asks for what it may not do itself.
 */
export function runIn(
  options: readonly string[],
  file: string,
  args: readonly string[],
  told: (line: string) => void,
): Promise<number> {
  return new Promise((resolve, reject) => {
    keepForMessages();
    const child = spawn(process.execPath, [...process.execArgv, ...options, file, ...args], {
      stdio: ["inherit", "inherit", "inherit", "pipe"],
      env: { ...neededEnvironment(), [LIFELINE]: String(LIFELINE_FD) },
      windowsHide: true,
    });
    const lifeline = child.stdio[LIFELINE_FD] as Socket | undefined;
    lifeline?.on("error", () => {});
    if (lifeline) createInterface({ input: lifeline }).on("line", told);
    for (const signal of ENDING_SIGNALS) process.on(signal, () => void child.kill(signal));
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve(code ?? endBy(signal)));
  });
}

function neededEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => NEEDED.test(name)));
}

/**
 * Ends this process as the other one was ended; where that cannot be, answers the status that shells give to
 * it.
 */
function endBy(signal: NodeJS.Signals | null): number {
  if (signal === null) return 1;
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  return 128 + constants.signals[signal];
}

/** Whether this process is one that {@link runIn} has started. */
export function isRestarted(): boolean {
  return process.env[LIFELINE] !== undefined;
}

let openLifeline: Socket | null = null;

function lifeline(): Socket {
  if (openLifeline) return openLifeline;
  openLifeline = new Socket({ fd: LIFELINE_FD }).unref();
  openLifeline.on("error", () => {});
  return openLifeline;
}

/** Resolves when the process that has started this one is gone; never where nobody has. */
export function starterGone(): Promise<void> {
  return new Promise((resolve) => {
    if (!isRestarted()) return;
    lifeline().once("close", () => resolve());
    lifeline().resume();
  });
}

/** Sends one line to the process that has started this one. */
export function tellStarter(line: string): void {
  lifeline().write(`${line}\n`);
}
