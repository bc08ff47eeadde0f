import { ALLOWED_GLOBALS } from "../fixtures/language.js";
import { SURVEY_TEXT, type Survey } from "../fixtures/survey.js";
import { ESCAPES, lispString, REQUESTED } from "./support/escapes.js";
import { openWorkers } from "./support/open-worker.js";
import { expect, test } from "./support/test.js";

// The layers that would hold a program that got out of Lisp.
test.use({ inPlayground: true });
test.beforeEach(({ context }) => openWorkers(context));

test("a Worker's global object holds the language alone, and the prototypes above it hold nothing that leads on", async ({
  freshLisp,
}) => {
  const list = async (expression: string) => {
    const { structuredContent } = await freshLisp.evaluate(`(#j:eval ${lispString(expression)})`);
    return JSON.parse(JSON.parse((structuredContent["values"] as string[])[0] ?? "")) as string[];
  };
  const own = await list("JSON.stringify(Reflect.ownKeys(globalThis).map(String))");
  expect(own.filter((name) => !ALLOWED_GLOBALS.includes(name))).toEqual([]);
  const above = await list(`JSON.stringify((() => {
    const found = [];
    for (let o = Object.getPrototypeOf(globalThis); o !== Object.prototype; o = Object.getPrototypeOf(o))
      for (const k of Reflect.ownKeys(o)) {
        const d = Object.getOwnPropertyDescriptor(o, k);
        if (d.get || d.set || Object(d.value) === d.value) found.push(String(k));
      }
    return found; })())`);
  expect(above).toEqual([]);
});

test("a Worker's realm leads to what the language has, and none of it can be changed", async ({
  freshLisp,
}) => {
  const { structuredContent, text } = await freshLisp.evaluate(
    `(#j:eval ${lispString(`JSON.stringify(${SURVEY_TEXT})`)})`,
  );
  const [value = JSON.stringify(text)] = structuredContent["values"] as string[];
  const { problems, objects, makers } = JSON.parse(JSON.parse(value)) as Survey;
  expect(problems).toEqual([]);
  expect(objects).toBeGreaterThan(600);
  expect(makers).toBe(5);
});

test("nor does JavaScript escape from a Worker, and the session goes on", async ({ freshLisp }) => {
  expect(ESCAPES.length).toBeGreaterThan(40);
  const fetched: string[] = [];
  await freshLisp.evaluate("(defvar *kept* 42)");
  // A session fetches files of its own when it is idle, and a slow machine does so while programs run.
  freshLisp.page.context().on("requestfinished", (request) => {
    if (REQUESTED.some((address) => request.url().endsWith(address))) fetched.push(request.url());
  });
  const escaped: string[] = [];
  for (const [name, code] of ESCAPES) {
    const { text } = await freshLisp.evaluate(code);
    if (!text.endsWith('=> "held"') && !text.includes("no module can be loaded"))
      escaped.push(`${name}: ${text}`);
    if (name.includes("module")) {
      await freshLisp.evaluate("(sleep 0.2)");
      if ((await freshLisp.evaluate("#j:arrived")).text.includes("ESCAPED")) escaped.push(name);
    }
  }
  expect(escaped).toEqual([]);
  expect(fetched).toEqual([]);
  expect((await freshLisp.evaluate("*kept*")).text).toBe("=> 42");
});

test("a program hears nothing of what comes in, and what it puts in the place of a platform's name is not used", async ({
  freshLisp,
}) => {
  const names =
    "performance Atomics SharedArrayBuffer setTimeout postMessage fetch console crypto structuredClone";
  await freshLisp.evaluate(
    `(#j:eval ${lispString(`
    globalThis.heard = [];
    globalThis.onmessage = () => heard.push("message");
    for (const name of ${JSON.stringify(names.split(" "))})
      Object.defineProperty(globalThis, name, { get() { heard.push(name); } });
    Object.defineProperty(Object.prototype, "then", { get() { heard.push("then"); return undefined; } });
    for (const key of ["handle", "post", "kind"])
      Object.defineProperty(Object.prototype, key, {
        set(value) { if (typeof value === "function") heard.push(key); Object.defineProperty(this, key, { value }); },
        get() { return undefined; },
      });
    for (let i = 0; i < 8; i++)
      Object.defineProperty(Array.prototype, i, {
        set(value) {
          if (typeof value === "function" && /native|completed/.test(String(value))) heard.push(String(value));
          Object.defineProperty(this, i, { value, writable: true, enumerable: true, configurable: true });
        },
      });
    1`)})`,
  );
  const { structuredContent } = await freshLisp.evaluate('(print "x") (sleep 0.02) (/ 1 0)', {
    "capture-time": true,
  });
  expect(structuredContent["status"]).toBe("error");
  expect((await freshLisp.evaluate('(#j:eval "heard.join()")')).text).toBe('=> ""');
});
