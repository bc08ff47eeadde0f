import { afterEach, expect, test, vi } from "vitest";
import { capabilities } from "./capabilities.js";
import type { Grants } from "./grants.js";

afterEach(() => void vi.unstubAllGlobals());

type Fetch = (address: unknown, init?: object) => Answer;
type Answer = { then: (done: (value: never) => unknown, failed?: (error: Error) => unknown) => Answer };

/** `fetch` as it is granted, over a platform's that notes what it is asked with. */
function grantedFetch(origins: readonly string[]) {
  const asked: [string, RequestInit][] = [];
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    asked.push([address, init]);
    return new Response('{"a": 1}', { headers: { "x-a": "b" } });
  });
  const { globals, harmless } = capabilities({ fetch: origins });
  const settled = (answer: Answer) =>
    new Promise<unknown>((resolve, reject) => void answer.then(resolve as never, reject as never));
  return { asked, harmless, settled, fetch: globals["fetch"] as Fetch };
}

/** All that a request can be given. */
const EVERYTHING = {
  ...{ method: "POST", headers: { "x-a": 1 }, body: "text", credentials: "include", redirect: "follow" },
  ...{ mode: "no-cors", cache: "force-cache", referrer: "/", referrerPolicy: "unsafe-url", integrity: "" },
  ...{
    keepalive: true,
    priority: "high",
    signal: null,
    window: null,
    duplex: "half",
    targetAddressSpace: "",
  },
};

test("a granted fetch asks without credentials and follows no redirect, whatever a program says", async () => {
  const { asked, fetch, settled } = grantedFetch(["https://a.example"]);
  await settled(fetch("https://a.example/x"));
  await settled(fetch("https://a.example/y", EVERYTHING));
  for (const [, init] of asked) expect(init).toMatchObject({ credentials: "omit", redirect: "error" });
  const theirs = { method: "POST", headers: [["x-a", "1"]], body: "text" };
  expect(asked).toEqual([
    ["https://a.example/x", { credentials: "omit", redirect: "error" }],
    ["https://a.example/y", { ...theirs, credentials: "omit", redirect: "error" }],
  ]);
});

test.each([
  ...["https://b.example/", "http://a.example/", "https://a.example:8443/", "https://a.example.b.example/"],
  ...["https://x@b.example/", "//a.example/", "data:text/plain,x", "/x"],
])("a granted fetch does not ask %s", async (address) => {
  const { asked, fetch, settled } = grantedFetch(["https://a.example"]);
  await expect(settled(fetch(address))).rejects.toThrow();
  expect(asked).toEqual([]);
});

/** Objects and functions that a value leads to by its own properties. */
function leadsTo(start: unknown, found = new Map<object, string>(), path = ""): Map<object, string> {
  if (Object(start) !== start || found.has(start as object)) return found;
  found.set(start as object, path);
  // What a function is made with, its name and length, is what the language gives it.
  if (typeof start !== "function")
    for (const [key, value] of Object.entries(start as object)) leadsTo(value, found, `${path}.${key}`);
  return found;
}

const ALL: Grants = { javascript: true, timers: true, console: true, fetch: ["https://a.example"] };

test("what is granted is frozen, is there by its grant alone, and may be called", async () => {
  const { fetch, harmless, settled } = grantedFetch(["https://a.example"]);
  const response = (await settled(fetch("https://a.example/"))) as { text: () => Answer };
  const all = capabilities(ALL);
  for (const [start, may] of [
    [all.globals, all.harmless],
    [{ response, promise: response.text(), fetch }, harmless],
  ] as const)
    for (const [object, path] of leadsTo(start)) {
      if (path === "") continue;
      if (typeof object === "function") expect([path, may.has(object)]).toEqual([path, true]);
      else expect([path, Object.isFrozen(object)]).toEqual([path, true]);
    }
  const names = (grants: Grants) => Object.keys(capabilities(grants).globals);
  const parts: Grants[] = [{ javascript: true }, { timers: true }, { console: true }, { fetch: [] }];
  expect(parts.flatMap(names).toSorted()).toEqual(names(ALL).toSorted());
  expect(new Set(names(ALL)).size).toBe(names(ALL).length);
  expect(names({})).toEqual([]);
});

test("none of what is granted is the platform's own, but for pure functions", () => {
  const platform = new Set<unknown>([globalThis, Math, JSON, Number, Date, console, fetch, setTimeout]);
  for (const name of ["setInterval", "clearTimeout", "clearInterval"] as const)
    platform.add(globalThis[name]);
  for (const value of [...Object.values(console), JSON.parse, JSON.stringify, Date.now, Date.parse])
    platform.add(value);
  const own = [...leadsTo(capabilities(ALL).globals)].filter(([object]) => platform.has(object));
  expect(own.map(([, path]) => path)).toEqual([]);
});
