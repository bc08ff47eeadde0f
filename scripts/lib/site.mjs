/** A static file server with the headers that give a page cross-origin isolation. */
import { createReadStream, existsSync, realpathSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { basename, extname, join, sep } from "node:path";
import { pipeline } from "node:stream";
import { EMBEDDABLE, ISOLATION, PAGE_POLICIES, workerPolicy } from "./policy.mjs";
import { Problem } from "./report.mjs";

const DEFAULT_PORT = 8080;
/** Loopback only. HOST shows the site to a network. */
const HOST = process.env.HOST || "127.0.0.1";
/** The number of ports after the default that are tried when PORT names none. */
const TRIES = 20;

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".lisp": "text/plain; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".md": "text/plain; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
};

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
 * Serves the folders of `mounts` (URL prefix ending in "/" → folder), and the files (URL → file).
 * Resolves to { url, port, close }.
 */
export async function listen(mounts, { port, fixed }) {
  const server = createServer((request, response) => answer(mounts, request, response));
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

function answer(mounts, request, response) {
  if (request.method !== "GET" && request.method !== "HEAD") {
    return refuse(response, 405, "Only GET and HEAD are answered here.", { Allow: "GET, HEAD" });
  }
  const path = decodedPath(request.url ?? "/");
  if (path === undefined) return refuse(response, 400, "That address cannot be read.");
  const found = locate(mounts, path);
  if (!found) return refuse(response, 404, `Nothing is at ${path}.`);
  if (found.redirect) return refuse(response, 308, "", { Location: found.redirect });
  send(found.file, request, response);
}

/** The percent-decoded path without its query, or undefined when it is malformed. */
function decodedPath(url) {
  try {
    const path = decodeURIComponent(url.replace(/[?#].*$/s, ""));
    return path.startsWith("/") && !path.includes("\0") ? path : undefined;
  } catch {
    return undefined;
  }
}

/** The file behind a path; undefined when there is none or when it would leave its mount's folder. */
function locate(mounts, path) {
  const prefix = Object.keys(mounts)
    .filter((candidate) => (candidate.endsWith("/") ? path.startsWith(candidate) : path === candidate))
    .sort((a, b) => b.length - a.length)[0];
  if (prefix === undefined) return undefined;
  if (!prefix.endsWith("/"))
    return existsSync(mounts[prefix]) ? { file: realpathSync(mounts[prefix]) } : undefined;
  const folder = realpathSync(mounts[prefix]);
  let file = join(folder, path.slice(prefix.length));
  if (!existsSync(file)) return undefined;
  if (statSync(file).isDirectory()) {
    // Relative addresses in the page need the slash.
    if (!path.endsWith("/")) return { redirect: `${encodeURI(path).replace(/^\/+/, "/")}/` };
    file = join(file, "index.html");
    if (!existsSync(file)) return undefined;
  }
  const real = realpathSync(file);
  return real.startsWith(folder + sep) && statSync(real).isFile() ? { file: real } : undefined;
}

function send(file, request, response) {
  const { file: chosen, encoding } = preferCompressed(file, request.headers["accept-encoding"] ?? "");
  const stats = statSync(chosen);
  const etag = `"${stats.size.toString(36)}-${Math.round(stats.mtimeMs).toString(36)}${encoding ? `-${encoding}` : ""}"`;
  const headers = {
    ...(basename(file) === "frame.html" ? EMBEDDABLE : ISOLATION),
    ...policyOf(file, request),
    "Content-Type": TYPES[extname(file)] ?? "application/octet-stream",
    "X-Content-Type-Options": "nosniff",
    // Names in dist/ carry no hash, so a browser may keep a file but has to ask whether it is still the one.
    "Cache-Control": "no-cache",
    ETag: etag,
    Vary: "Accept-Encoding",
    ...(encoding ? { "Content-Encoding": encoding } : {}),
  };
  if (request.headers["if-none-match"]?.split(/\s*,\s*/).includes(etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  response.writeHead(200, { ...headers, "Content-Length": stats.size });
  if (request.method === "HEAD") {
    response.end();
    return;
  }
  pipeline(createReadStream(chosen), response, () => {
    // A browser that went away is no error, and pipeline has closed both ends.
  });
}

/** The policy of the page, or of the Lisp's Worker, which names the one script that the Worker may load. */
function policyOf(file, request) {
  const policy = PAGE_POLICIES[basename(file)];
  if (policy) return { "Content-Security-Policy": policy };
  if (basename(file) !== "jscl-worker.js") return {};
  const host = request.headers.host ?? "";
  const folder = decodedPath(request.url ?? "/").replace(/[^/]*$/, "");
  const isNameable = /^[\w.:-]+$/.test(host) && /^[\w./~-]+$/.test(folder);
  return { "Content-Security-Policy": workerPolicy(isNameable ? `${host}${folder}jscl.js` : undefined) };
}

/**
 * The compressed sibling that the client accepts and that is not older than the file, else the file itself.
 */
function preferCompressed(file, accepted) {
  for (const [encoding, extension] of [
    ["br", ".br"],
    ["gzip", ".gz"],
  ]) {
    const sibling = file + extension;
    if (new RegExp(`(^|[,\\s])${encoding}([\\s,;]|$)`).test(accepted) && existsSync(sibling)) {
      if (statSync(sibling).mtimeMs >= statSync(file).mtimeMs) return { file: sibling, encoding };
    }
  }
  return { file, encoding: undefined };
}

function refuse(response, status, text, headers = {}) {
  response
    .writeHead(status, { ...ISOLATION, "Content-Type": "text/plain; charset=utf-8", ...headers })
    .end(text && `${text}\n`);
}
