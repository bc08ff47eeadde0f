/**
 * The most that each page and the Worker may allow, written apart from the policies: what an attack would
 * need is in none of them. Each form of a policy is looked at: as it is made, as the page's own, as headers
 * of the site's server, and as the file `_headers` has it for other hosts.
 */
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { at, DIST } from "../lib/paths.mjs";
import { headersFile, headersOf, PAGE_POLICIES, workerPolicy } from "../lib/policy.mjs";

const NOTHING_ELSE = { "default-src": "'none'", "base-uri": "'none'", "form-action": "'none'" };
const SERVER = { ...NOTHING_ELSE, "connect-src": "'self'", "worker-src": "'self'" };
const LOOKS = { "font-src": "'self'", "img-src": "'self' data:" };

/**
 * Who wants more has to say here what an attacker gains by it: with `'unsafe-inline'` or a host in
 * script-src, markup that gets into the page runs, or loads, a script; with a host in connect-src or img-src
 * it sends what it reads; with object-src, frame-src or base-uri it has another's page or plugin stand in
 * ours.
 */
const MOST = {
  // Clients in the page may make code of text; the editor writes a style element.
  "index.html": {
    ...SERVER,
    ...LOOKS,
    "script-src": "'self' 'unsafe-eval' 'wasm-unsafe-eval'",
    "style-src": "'self' 'unsafe-inline'",
  },
  "frame.html": { ...SERVER, "script-src": "'self' 'wasm-unsafe-eval'" },
  "embed.html": { ...SERVER, ...LOOKS, "script-src": "'self' 'wasm-unsafe-eval'", "style-src": "'self'" },
  "guide/index.html": {
    ...SERVER,
    ...LOOKS,
    "script-src": "'self' 'wasm-unsafe-eval'",
    "style-src": "'self'",
  },
};

/** The Lisp's compiler makes functions of text, in a realm that has nothing else. */
const WORKER = {
  "default-src": "'none'",
  "base-uri": "'none'",
  "connect-src": "'self'",
  "script-src": "'self' 'unsafe-eval'",
};

/** A policy as data; two directives of one name are an error, since browsers look at the first alone. */
function directives(policy) {
  const entries = policy.split(";").map((text) => text.trim().split(/\s+/));
  expect(new Set(entries.map(([name]) => name)).size, policy).toBe(entries.length);
  return Object.fromEntries(entries.map(([name, ...sources]) => [name, sources.toSorted()]));
}

const sorted = (policy) =>
  Object.fromEntries(Object.entries(policy).map(([name, sources]) => [name, sources.split(" ").toSorted()]));

/** The addresses at which hosts serve a page. */
const ADDRESSES = {
  "index.html": ["/", "/index.html"],
  "frame.html": ["/frame.html", "/frame"],
  "embed.html": ["/embed.html", "/embed"],
  "guide/index.html": ["/guide/", "/guide/index.html"],
};

test("every page has a policy, and no page is left out here", () => {
  expect(Object.keys(PAGE_POLICIES).toSorted()).toEqual(Object.keys(MOST).toSorted());
});

test.each(Object.keys(MOST))("%s allows no more than its list, in each form of its policy", (page) => {
  if (!existsSync(at("dist", page))) throw new Error("There is no dist/ yet: run `npm run build` first.");
  const most = sorted(MOST[page]);
  expect(directives(PAGE_POLICIES[page])).toEqual(most);
  const html = readFileSync(at("dist", page), "utf8");
  const metas = [...html.matchAll(/<meta http-equiv="Content-Security-Policy" content="([^"]*)">/g)];
  expect(metas.map(([, policy]) => directives(policy))).toEqual([most]);
  // A policy holds for what comes after it.
  expect(html.indexOf("Content-Security-Policy")).toBeLessThan(html.search(/<(?:script|link|style|base)\b/));
  for (const address of ADDRESSES[page])
    expect([address, directives(headersOf(address)["Content-Security-Policy"])]).toEqual([address, most]);
});

test("nor does the Worker, and nothing but pages and the Worker has a policy", () => {
  expect(directives(workerPolicy())).toEqual(sorted(WORKER));
  expect(directives(headersOf("/jscl-worker.js")["Content-Security-Policy"])).toEqual(sorted(WORKER));
  // Where its files are named, they stand for 'self'.
  expect(directives(workerPolicy("https://a.example/jscl.js", "https://a.example/jscl-rare.js"))).toEqual({
    ...sorted(WORKER),
    "script-src": ["'unsafe-eval'", "https://a.example/jscl.js"],
    "connect-src": ["https://a.example/jscl-rare.js"],
  });
  const lines = readFileSync(`${DIST}/_headers`, "utf8");
  expect(lines).toBe(headersFile());
  const policies = [...lines.matchAll(/^(\S.*)\n(?: .*\n)*? {2}Content-Security-Policy: (.*)$/gm)];
  expect(Object.fromEntries(policies.map(([, path, policy]) => [path, directives(policy)]))).toEqual({
    ...Object.fromEntries(
      Object.entries(ADDRESSES).flatMap(([page, addresses]) =>
        addresses.map((address) => [address, sorted(MOST[page])]),
      ),
    ),
    "/jscl-worker.js": sorted(WORKER),
  });
});

test("the other headers are these, for each kind of file", () => {
  const shared = {
    "Access-Control-Allow-Origin": "*",
    "Cross-Origin-Resource-Policy": "cross-origin",
    "X-Content-Type-Options": "nosniff",
  };
  const isolated = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
  };
  const inFrame = { "Document-Isolation-Policy": "isolate-and-credentialless" };
  const kept = { "Cache-Control": "public, max-age=31536000, immutable" };
  const expected = {
    "/": isolated,
    "/index.html": isolated,
    "/guide/": isolated,
    "/guide/index.html": isolated,
    "/LICENSE.txt": isolated,
    "/THIRD-PARTY.txt": isolated,
    "/frame.html": inFrame,
    "/frame": inFrame,
    "/embed.html": inFrame,
    "/embed": inFrame,
    "/app-01234567.js": kept,
    "/lisp-cell-01234567.js": kept,
    "/jscl-worker.js": { "Cross-Origin-Embedder-Policy": "require-corp", ...inFrame },
    "/jscl-mcp.js": {},
    "/jscl_mcp_bg.wasm": {},
    "/lisp-cell.js": {},
  };
  for (const [path, own] of Object.entries(expected)) {
    const { "Content-Security-Policy": _, ...others } = headersOf(path);
    expect([path, others]).toEqual([path, { ...shared, ...own }]);
  }
});
