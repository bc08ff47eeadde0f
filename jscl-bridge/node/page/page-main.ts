// The program that serves the playground, and passes an agent's messages to the Lisp of that page. It runs no
// Lisp of its own.
import { randomBytes } from "node:crypto";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { MAX_MESSAGE } from "../../engine/message-limit.js";
import { Lines } from "../lines.js";
import type { PageOptions } from "../options.js";
import { ENDING_SIGNALS, isRestarted, starterGone, tellStarter } from "../restart.js";
import { keepForMessages } from "../standard-output.js";
import { OK, say } from "../telling.js";
import { openBrowser } from "./open-browser.js";
import { servePage } from "./page-server.js";
import { Relay } from "./relay.js";

/** How long a request waits for a page, in milliseconds: less than clients wait for an answer. */
const WAIT_MS = 50_000;

/** How long what was asked before the input ended may still take, in milliseconds. */
const GRACE_MS = 5_000;

/** When so many bytes wait for the agent to read them, the page's next ones wait. */
const MAX_UNREAD = 8 * 1024 * 1024;

const { stdin, stdout } = process;

/** Serves the page, and resolves to the program's status when the agent has gone. */
export async function main({ port, open }: PageOptions): Promise<number> {
  keepForMessages();
  const token = randomBytes(32).toString("base64url");
  let url = "";
  let answered: () => void = () => undefined;
  const relay = new Relay({
    toAgent: (line) => {
      if (stdout.writable) stdout.write(`${line}\n`);
    },
    onWaiting: () => say(`The agent waits for the page: open ${url}`),
    onAnswered: () => answered(),
    waitMs: WAIT_MS,
  });
  const folder = dirname(fileURLToPath(import.meta.url));
  const server = await servePage({ folder, relay, token, port, agentReads });
  url = `${server.address}#agent=${token}`;
  say(`Open ${url} to let the agent in.`);
  if (open) (isRestarted() ? tellStarter : openBrowser)(url);
  await Promise.race([agentDone(relay), stopped()]);
  if (relay.owesAnswer) {
    const allAnswered = new Promise<void>((resolve) => {
      answered = resolve;
    });
    await Promise.race([allAnswered, stopped(), new Promise((resolve) => setTimeout(resolve, GRACE_MS))]);
  }
  relay.close();
  server.close();
  return OK;
}

/** Resolves when the agent says no more, or does not take what it is told. */
function agentDone(relay: Relay): Promise<void> {
  return new Promise((resolve) => {
    const lines = new Lines(
      {
        onLine: (line) => relay.heard(line),
        onGarbage: () => relay.heardUnreadable("it is no UTF-8"),
        onLong: (id) => relay.heardLong(id),
      },
      MAX_MESSAGE,
    );
    stdin.on("data", (chunk: Buffer) => lines.push(chunk));
    stdin.once("end", () => {
      lines.end();
      resolve();
    });
    for (const event of ["error", "close"]) stdout.on(event, () => resolve());
    stdin.once("error", () => resolve());
  });
}

function stopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ENDING_SIGNALS) process.on(signal, () => resolve());
    void starterGone().then(resolve);
  });
}

function agentReads(): Promise<void> {
  if (!stdout.writable || stdout.writableLength <= MAX_UNREAD) return Promise.resolve();
  return new Promise((resolve) => {
    for (const event of ["drain", "close", "error"]) stdout.once(event, () => resolve());
  });
}
