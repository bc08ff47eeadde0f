/** A static file server with the headers that give a page cross-origin isolation. */
import { createServer } from "node:http";
import { answerFile } from "./answer-file.mjs";
import { Problem } from "./report.mjs";

const DEFAULT_PORT = 8080;
/** Loopback only. HOST shows the site to a network. */
const HOST = process.env.HOST || "127.0.0.1";
/** The number of ports after the default that are tried when PORT names none. */
const TRIES = 20;

/**
 * `text` (default: PORT of the environment) as { port, fixed }; a fixed port is used or is a Problem, never
 * replaced.
 */
export function wantedPort(text = process.env.PORT) {
  if (text === undefined || text === "") return { port: DEFAULT_PORT, fixed: false };
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    throw new Problem(`PORT is "${text}", but it must be a number from 0 (any free port) to 65535.`);
  }
  return { port, fixed: true };
}

/**
 * Serves the folders of `mounts` (URL prefix ending in "/" → folder), and the files (URL → file). With
 * `isPlain` it sends no headers of its own, as the simplest of hosts; the Lisp's Worker may fetch what is
 * below the prefixes of `fetched`, too. What `first` says it answers is left to it. Resolves to
 * { url, port, close }.
 */
export async function listen(mounts, { port, fixed }, { isPlain = false, fetched = [], first } = {}) {
  const server = createServer((request, response) => {
    if (!first?.(request, response)) answerFile(mounts, isPlain, request, response, fetched);
  });
  const last = fixed ? port : port + TRIES;
  for (let candidate = port; ; candidate++) {
    const error = await tryListen(server, candidate);
    if (!error) break;
    if (error.code === "EACCES")
      throw new Problem(`Port ${candidate} may not be used by this user: set PORT to another one.`);
    if (error.code !== "EADDRINUSE") throw error;
    if (candidate >= last)
      throw new Problem(`Port ${fixed ? port : `${port} to ${last}`} is in use: set PORT to another one.`);
  }
  const bound = server.address().port;
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://localhost:${bound}/`, port: bound, close };
}

function tryListen(server, port) {
  return new Promise((resolve) => {
    const failed = (error) => resolve(error);
    server.once("error", failed);
    server.listen(port, HOST, () => {
      server.removeListener("error", failed);
      resolve(undefined);
    });
  });
}
