import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** What the file hears from its browser, and answers. */
class Scope extends EventTarget {
  readonly location = new URL("https://site.example/lisp/jscl-wait.js");
  readonly registration = { scope: "https://site.example/lisp/jscl-worker.js" };
  readonly clients = { claim: vi.fn(async () => {}) };

  say(data: unknown): void {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }

  /** What it answers a request; null where it leaves that to others. */
  fetch(url: string): Promise<Response> | null {
    let answer: Promise<Response> | null = null;
    const respondWith = (given: Response | Promise<Response>) => {
      answer = Promise.resolve(given);
    };
    const event = new Event("fetch", { cancelable: true });
    this.dispatchEvent(Object.assign(event, { request: { url }, respondWith }));
    return answer;
  }

  ask(inbox: string, after = 0, ms = 0): Promise<Response> {
    const answer = this.fetch(`https://site.example/lisp/jscl-wait/${inbox}?after=${after}&ms=${ms}`);
    if (answer === null) throw new Error("it is not answered");
    return answer;
  }
}

let scope: Scope;

// Other files of this process are not to find them.
afterEach(() => vi.unstubAllGlobals());

beforeEach(async () => {
  scope = new Scope();
  vi.stubGlobal("self", scope);
  vi.resetModules();
  await import("./service-worker.js");
});

const deliver = (inbox: string, ...messages: unknown[]) => scope.say({ kind: "jscl-inbox", inbox, messages });

test("a request waits until there is something for it", async () => {
  const answer = scope.ask("a", 0, 60_000);
  deliver("b", [1, "other"]);
  deliver("a", [1, "one"]);
  expect(await (await answer).json()).toEqual([[1, "one"]]);
});

test("one that waits for nothing, or for too long, is answered that there is nothing", async () => {
  vi.useFakeTimers();
  try {
    expect((await scope.ask("a")).status).toBe(204);
    const long = scope.ask("a", 0, Number.MAX_SAFE_INTEGER);
    await vi.advanceTimersByTimeAsync(20_000);
    expect((await long).status).toBe(204);
  } finally {
    vi.useRealTimers();
  }
});

test("what was sent again, or is had already, comes once", async () => {
  deliver("a", [1, "one"], [2, "two"]);
  deliver("a", [1, "one"], [2, "two"], [3, "three"]);
  expect(await (await scope.ask("a")).json()).toEqual([
    [1, "one"],
    [2, "two"],
    [3, "three"],
  ]);
  expect(await (await scope.ask("a", 2)).json()).toEqual([[3, "three"]]);
  expect((await scope.ask("a", 3)).status).toBe(204);
});

test("a request that was given up makes room for the next one", async () => {
  const lost = scope.ask("a", 0, 60_000);
  const next = scope.ask("a", 0, 60_000);
  expect((await lost).status).toBe(204);
  deliver("a", [1, "one"]);
  expect((await next).status).toBe(200);
});

test("the end of an inbox answers what waits, and forgets what was there", async () => {
  deliver("a", [1, "one"]);
  scope.say({ kind: "jscl-inbox-end", inbox: "a" });
  expect((await scope.ask("a")).status).toBe(204);
  const waits = scope.ask("a", 0, 60_000);
  scope.say({ kind: "jscl-inbox-end", inbox: "a" });
  expect((await waits).status).toBe(204);
});

test.each([
  null,
  7,
  "jscl-inbox",
  { kind: "jscl-inbox" },
  { kind: "jscl-inbox", inbox: "a", messages: "one" },
  { kind: "jscl-inbox", inbox: "a", messages: [["1", "one"]] },
  { kind: "jscl-inbox", inbox: "a", messages: [[1, { toJSON: 1 }]] },
  { kind: "jscl-inbox", inbox: { toString: 1 }, messages: [] },
  { kind: "jscl-inbox-end", inbox: 5 },
])("what is no message changes nothing: %j", async (data) => {
  scope.say(data);
  expect((await scope.ask("a")).status).toBe(204);
});

test.each(["__proto__", "constructor", "a%2Fb", "%00"])("an inbox may have any name: %s", async (name) => {
  expect((await scope.ask(name)).status).toBe(204);
  deliver(name, [1, "one"]);
  expect((await scope.ask(name)).status).toBe(200);
});

test("numbers that are none wait for nothing", async () => {
  for (const query of ["", "?after=x&ms=y", "?after=-1&ms=-1", "?ms=Infinity&after=NaN"]) {
    const answer = scope.fetch(`https://site.example/lisp/jscl-wait/a${query}`);
    deliver("a", [1, "one"]);
    expect((await answer)?.status).toBeLessThan(300);
  }
});

test.each([
  "https://site.example/lisp/jscl.js",
  "https://site.example/lisp/jscl-wait/",
  "https://site.example/lisp/jscl-wait/a/b",
  "https://site.example/lisp/?x=/jscl-wait/a",
  "https://site.example/lisp/no-jscl-wait/a",
  "https://other.example/lisp/jscl-wait/a",
])("other requests are none of its business: %s", (url) => {
  expect(scope.fetch(url)).toBeNull();
});

test("a flood of inboxes has the ones go that nobody used longest", async () => {
  deliver("old", [1, "one"]);
  for (let i = 0; i < 200; i++) deliver(`flood ${i}`, [1, "x"]);
  expect((await scope.ask("old")).status).toBe(204);
  expect((await scope.ask("flood%20199")).status).toBe(204);
  deliver("new", [1, "one"]);
  expect((await scope.ask("new")).status).toBe(200);
});

test("a site's own service worker is not asked as well, and pages are not claimed for it", async () => {
  const own = vi.fn();
  scope.addEventListener("fetch", own);
  await scope.ask("a");
  expect(own).not.toHaveBeenCalled();
  scope.fetch("https://site.example/page.html");
  expect(own).toHaveBeenCalledOnce();
  scope.dispatchEvent(new Event("activate"));
  expect(scope.clients.claim).toHaveBeenCalledOnce();
  scope.registration.scope = "https://site.example/";
  scope.dispatchEvent(new Event("activate"));
  expect(scope.clients.claim).toHaveBeenCalledOnce();
});
