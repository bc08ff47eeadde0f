/** The built site over HTTP: each file with its type, its compressed sibling and the site's headers. */
import { createReadStream, existsSync, realpathSync, statSync } from "node:fs";
import { basename, extname, join, sep } from "node:path";
import { pipeline } from "node:stream";
import { headersOf, ISOLATION, SHARED, workerPolicy } from "./policy.mjs";

const POLICY = "Content-Security-Policy";

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
 * Answers a request for a file of `mounts` (URL prefix ending in "/" → folder, or URL → file). With `isPlain`
 * it sends no headers of its own, as the simplest of hosts. The Lisp's Worker may fetch what is below the
 * prefixes of `fetched`, too.
 */
export function answerFile(mounts, isPlain, request, response, fetched = []) {
  if (request.method !== "GET" && request.method !== "HEAD") {
    return refuse(response, 405, "Only GET and HEAD are answered here.", { Allow: "GET, HEAD" });
  }
  const path = decodedPath(request.url ?? "/");
  if (path === undefined) return refuse(response, 400, "That address cannot be read.");
  const found = locate(mounts, path);
  if (!found) return refuse(response, 404, `Nothing is at ${path}.`);
  if (found.redirect) return refuse(response, 308, "", { Location: found.redirect });
  send(found.file, isPlain ? {} : ownHeaders(found, path, request, fetched), request, response);
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

/**
 * The file behind a path, and whether it is one of the site's; undefined when there is none or when it would
 * leave its mount's folder.
 */
function locate(mounts, path) {
  const prefix = Object.keys(mounts)
    .filter((candidate) => (candidate.endsWith("/") ? path.startsWith(candidate) : path === candidate))
    .sort((a, b) => b.length - a.length)[0];
  if (prefix === undefined) return undefined;
  if (!prefix.endsWith("/"))
    return existsSync(mounts[prefix]) ? { file: realpathSync(mounts[prefix]), isOfSite: false } : undefined;
  const folder = realpathSync(mounts[prefix]);
  // A process that may read the folder's files alone may not ask for the folder.
  const file = join(folder, path.slice(prefix.length), path.endsWith("/") ? "index.html" : "");
  if (!file.startsWith(folder + sep) || !existsSync(file)) return undefined;
  // Relative addresses in the page need the slash.
  if (statSync(file).isDirectory()) return { redirect: `${encodeURI(path).replace(/^\/+/, "/")}/` };
  const real = realpathSync(file);
  return real.startsWith(folder + sep) && statSync(real).isFile()
    ? { file: real, isOfSite: prefix === "/" }
    : undefined;
}

/** What the browser is told of a file beyond its content: isolation and policies. */
function ownHeaders({ isOfSite }, path, request, fetched) {
  return {
    // What a benchmark or a test puts beside the site is isolated, too.
    ...(isOfSite ? {} : ISOLATION),
    ...headersOf(path),
    ...policyOf(path, request, fetched),
  };
}

function send(file, own, request, response) {
  const { file: chosen, encoding } = preferCompressed(file, request.headers["accept-encoding"] ?? "");
  const stats = statSync(chosen);
  const etag = `"${stats.size.toString(36)}-${Math.round(stats.mtimeMs).toString(36)}${encoding ? `-${encoding}` : ""}"`;
  const headers = {
    // Most names in dist/ carry no hash: a browser may keep a file but asks whether it is still the one.
    "Cache-Control": "no-cache",
    ...own,
    "Content-Type": TYPES[extname(file)] ?? "application/octet-stream",
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

/** What the Worker fetches when it is needed. */
const LATE = ["jscl-rare.js", "jscl-asdf.json", "jscl-names.json"];

/** The policy of the Lisp's Worker, which here names the files that the Worker may load. */
function policyOf(path, request, fetched) {
  if (basename(path) !== "jscl-worker.js") return {};
  const host = request.headers.host ?? "";
  const folder = path.replace(/[^/]*$/, "");
  const isNameable = /^[\w.:-]+$/.test(host) && /^[\w./~-]+$/.test(folder);
  const sources = (...paths) => (isNameable ? paths.map((each) => `${host}${each}`).join(" ") : undefined);
  const late = LATE.map((name) => `${folder}${name}`);
  return {
    [POLICY]: workerPolicy(sources(`${folder}jscl.js`), sources(...late, ...fetched)),
  };
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
    .writeHead(status, { ...SHARED, "Content-Type": "text/plain; charset=utf-8", ...headers })
    .end(text && `${text}\n`);
}
