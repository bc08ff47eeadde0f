/**
 * The file `_headers`, read as hosts of static sites read it: every rule whose path matches counts, and
 * values of one header are joined. Rule: https://docs.netlify.com/routing/headers/,
 * https://developers.cloudflare.com/pages/configuration/headers/
 */
import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { at, DIST } from "../lib/paths.mjs";
import { listen } from "../lib/site.mjs";
import { filesUnder } from "../lib/stamps.mjs";

/** What each file is served with that a host adds by itself, and a file `_headers` cannot know. */
const OF_HOSTS =
  /^(?:accept-ranges|connection|content-encoding|content-length|content-type|date|etag|keep-alive|vary)$/;

function readRules(text) {
  const rules = [];
  for (const line of text.split("\n")) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    if (!/^\s/.test(line)) rules.push({ path: line.trim(), headers: [] });
    else rules.at(-1).headers.push(/^\s+([\w-]+):\s*(.+)$/.exec(line).slice(1));
  }
  return rules;
}

function appliedTo(path, rules) {
  const found = {};
  for (const rule of rules) {
    const pattern = rule.path.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*");
    if (!new RegExp(`^${pattern}$`).test(path)) continue;
    for (const [name, value] of rule.headers) {
      const key = name.toLowerCase();
      found[key] = key in found ? `${found[key]}, ${value}` : value;
    }
  }
  return found;
}

let site;
let rules;
beforeAll(async () => {
  if (!existsSync(at("dist", "_headers")))
    throw new Error("There is no dist/ yet: run `npm run build` first.");
  rules = readRules(readFileSync(at("dist", "_headers"), "utf8"));
  site = await listen({ "/": DIST }, { port: 0, fixed: true });
});
afterAll(() => site.close());

async function served(path) {
  const { headers, status } = await fetch(new URL(path, site.url), { method: "HEAD" });
  expect(status, path).toBe(200);
  // Hosts have browsers ask for a file anew unless it is said otherwise.
  const sent = [...headers].filter(([name, value]) => !OF_HOSTS.test(name) && value !== "no-cache");
  // The Worker's policy names its files, by their addresses; a file written before cannot know these.
  const its =
    /localhost:\d+\/(jscl\.js|jscl-rare\.js localhost:\d+\/jscl-wait\/ localhost:\d+\/jscl-asdf\.json localhost:\d+\/jscl-names\.json)/g;
  return Object.fromEntries(sent.map(([name, value]) => [name, value.replace(its, "'self'")]));
}

test("hosts that read it send what the site's own server sends, for every file", async () => {
  const paths = filesUnder(DIST)
    .map((file) => relative(DIST, file))
    .filter((name) => name !== "_headers" && !/\.(br|gz)$/.test(name));
  expect(paths).toEqual(expect.arrayContaining(["index.html", "embed.html", "frame.html", "jscl-worker.js"]));
  for (const path of ["/", ...paths.map((name) => `/${name}`)])
    expect(appliedTo(path, rules), path).toEqual(await served(path));
});

test("a file is kept for good if a hash of its content is in its name, and no other file", () => {
  const kept = filesUnder(DIST)
    .map((file) => relative(DIST, file))
    .filter((name) => /immutable/.test(appliedTo(`/${name}`, rules)["cache-control"] ?? ""));
  expect(kept.length).toBeGreaterThan(10);
  for (const name of kept) expect(name).toMatch(/-[0-9A-Z]{8}\.js(?:\.br|\.gz)?$/);
});

test("a frame, its Worker and every module can be used by pages of all origins", () => {
  for (const path of ["/embed.html", "/embed", "/frame.html", "/frame"]) {
    const headers = appliedTo(path, rules);
    expect(headers).toMatchObject({
      "document-isolation-policy": "isolate-and-credentialless",
      "cross-origin-resource-policy": "cross-origin",
    });
    expect(headers).not.toHaveProperty("cross-origin-opener-policy");
    expect(headers).not.toHaveProperty("cross-origin-embedder-policy");
    expect(headers["content-security-policy"]).not.toMatch(/'unsafe-(eval|inline)'/);
  }
  expect(appliedTo("/jscl-worker.js", rules)).toMatchObject({
    "document-isolation-policy": "isolate-and-credentialless",
    "cross-origin-resource-policy": "cross-origin",
  });
  for (const path of ["/jscl-mcp.js", "/lisp-cell.js", "/jscl_mcp_bg.wasm", "/any.js"])
    expect(appliedTo(path, rules)).toMatchObject({
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
    });
});

test("the playground and the guide are isolated", () => {
  for (const path of ["/", "/index.html", "/guide/", "/guide/index.html"])
    expect(appliedTo(path, rules)).toMatchObject({
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-embedder-policy": "require-corp",
    });
});

test("rules that match one path are joined, as hosts join them", () => {
  const text = "/*\n  A: 1\n  B: 2\n\n# a remark\n/x.*\n  A: 3\n";
  expect(appliedTo("/x.js", readRules(text))).toEqual({ a: "1, 3", b: "2" });
  expect(appliedTo("/y.js", readRules(text))).toEqual({ a: "1", b: "2" });
});
