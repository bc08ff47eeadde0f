import type { BrowserContext, Page } from "@playwright/test";
import { SCENARIOS } from "../scenarios/debugging.js";
import { CLEAN_UP, problemWith } from "../scenarios/moves.js";
import { made, makePage } from "./support/made-pages.js";
import { LispSession } from "./support/session.js";
import { expect, test } from "./support/test.js";
import { foreign, frameOf, makePages, serving, shareFiles } from "./support/windows.js";

// Pages without headers of isolation: their Lisp waits by a service worker, for answers and to be stopped.

test.use({ serviceWorkers: "allow" });

const TOOLS = ["core", "sessions", "development", "debugger"] as const;
const HOLD = { "on-error": "hold" };
const UNANSWERED =
  /The evaluation was not held: .*, and without a service worker, or shared memory, Lisp cannot wait\./;

/** Opens a page with a Lisp; resolves to a session of it when the page's service worker serves. */
async function open(page: Page, name = "alone", isWaiting = true): Promise<LispSession> {
  await makePages({ [name]: serving({ origins: ["*"], tools: [...TOOLS] }) });
  await page.goto(made(name));
  return opened(page, isWaiting);
}

async function opened(page: Page, isWaiting = true): Promise<LispSession> {
  expect(await page.evaluate(() => globalThis.crossOriginIsolated)).toBe(false);
  await page.evaluate(() => (globalThis as unknown as { served: Promise<unknown> }).served);
  if (isWaiting) await expect.poll(() => waiters(page)).not.toEqual([]);
  return LispSession.open(page);
}

/** The scopes of the service workers that serve the page's site. */
function waiters(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const all = await navigator.serviceWorker.getRegistrations();
    return all
      .filter(({ active }) => active?.state === "activated")
      .map(({ scope }) => new URL(scope).pathname);
  });
}

const held = (lisp: LispSession, code: string, more = {}) =>
  lisp.tool("evaluate-lisp", { code, ...HOLD, ...more });

/** Ends the service workers of a context, as a browser does with those that nobody asks. */
async function endServiceWorkers(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send("ServiceWorker.enable");
  await session.send("ServiceWorker.stopAllWorkers");
  await session.detach();
}

test("what is seen elsewhere is seen where no memory is shared", async ({ page }) => {
  const lisp = await open(page);
  const problems: string[] = [];
  for (const { name, moves } of SCENARIOS) {
    for (const move of moves) {
      const { text } = await lisp.tool(move.tool, move.args);
      const problem = problemWith(move, text);
      if (problem === null) continue;
      problems.push(`${name}: ${problem}`);
      break;
    }
    await lisp.tool(CLEAN_UP.tool, CLEAN_UP.args);
  }
  expect(problems).toEqual([]);
});

const ENDLESS = [
  "(loop)",
  "(do () (nil))",
  "(labels ((f () (f))) (f))",
  "(sort (list 3 1 2) (lambda (a b) (loop) (< a b)))",
  "(maphash (lambda (k v) (list k v) (loop)) *table*)",
  "(mapcar (lambda (x) (loop) x) '(1))",
  "(eval '(loop))",
  "(funcall (compile nil '(lambda () (loop))))",
  '(let ((ring (list 1))) (setf (cdr ring) ring) (format nil "~{~a~}" ring))',
  "(handler-case (loop) (error () 1))",
  "(handler-bind ((error (lambda (c) (declare (ignore c)) (loop)))) (car 1))",
  "(sleep 3600)",
  "(print-object-endlessly)",
];

test("Stop ends any endless program soon, with its session intact", async ({ page }) => {
  const lisp = await open(page);
  await lisp.evaluate(`(defvar *table* (make-hash-table)) (setf (gethash 1 *table*) 2)
    (defclass endless () ()) (defmethod print-object ((x endless) s) (declare (ignore s)) (loop))
    (defun print-object-endlessly () (princ-to-string (make-instance 'endless)))
    (defvar *kept* 0)`);
  for (const [i, code] of ENDLESS.entries()) {
    const id = `endless ${i}`;
    await lisp.evaluate("(incf *kept*)");
    await lisp.post({
      ...{ jsonrpc: "2.0", id, method: "tools/call" },
      params: { name: "evaluate-lisp", arguments: { code } },
    });
    await page.waitForTimeout(600);
    const began = performance.now();
    await lisp.post({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } });
    expect((await lisp.evaluate("*kept*")).text, code).toBe(`=> ${i + 1}`);
    // A new image comes after two seconds, and has no data.
    expect(performance.now() - began, code).toBeLessThan(1500);
  }
});

test("what runs pays little for being stoppable", async ({ page }) => {
  const lisp = await open(page);
  await lisp.evaluate("(defun fib (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))");
  const looks: number[] = [];
  page.on("request", (request) => void (request.url().includes("/jscl-wait/") && looks.push(1)));
  const began = performance.now();
  await lisp.evaluate("(dotimes (i 40) (fib 30))");
  // One for each quarter of a second, and none for those that come after one another.
  expect(looks.length).toBeLessThanOrEqual((performance.now() - began) / 250);
  looks.length = 0;
  for (let i = 0; i < 20; i++) await lisp.evaluate("(+ 1 2)");
  expect(looks).toHaveLength(0);
});

test("errors wait inside of anything that calls the program", async ({ page }) => {
  const lisp = await open(page);
  for (const code of [
    '(sort (list 3 1 2) (lambda (a b) (cl:restart-case (error "in SORT") (use-it (x) x)) (< a b)))',
    `(with-open-file (s "/held.lisp" :direction :output :if-exists :supersede)
       (print '(eval-when (:compile-toplevel) (restart-case (error "while compiling") (use-it (x) x))) s))
     (compile-file "/held.lisp")`,
    '(defmacro expanding (x) (break "while expanding") x) (defun f () (expanding 5)) (f)',
    '(defun deep (n) (if (= n 0) (restart-case (error "deep") (use-it (x) x 0)) (1+ (deep (1- n))))) (deep 30000)',
    '(print-unreadable-object (*standard-output* *standard-output*) (restart-case (error "in it") (use-it (x) x)))',
    '(maphash (lambda (k v) (list k v) (restart-case (error "in MAPHASH") (use-it (x) x))) (let ((h (make-hash-table))) (setf (gethash 1 h) 2) h))',
    '(read-from-string "#.(restart-case (error \\"while reading\\") (use-it (x) x))")',
  ]) {
    const first = await held(lisp, code);
    expect(first.structuredContent?.["status"], first.text).toBe("held");
    let { text } = first;
    for (let i = 0; i < 5; i++) {
      const restart = text.includes("[CONTINUE]")
        ? { restart: "CONTINUE" }
        : { restart: "USE-IT", values: ["t"] };
      const next = await lisp.tool("invoke-restart", restart);
      text = next.text;
      if (next.structuredContent?.["status"] !== "held") break;
    }
    expect(text).toContain("=>");
  }
});

test("input is waited for, as long as it takes", async ({ page }) => {
  const lisp = await open(page);
  const asked = await lisp.post({
    ...{ jsonrpc: "2.0", id: "asks", method: "tools/call" },
    params: { name: "evaluate-lisp", arguments: { code: "(list (car 1))", ...HOLD } },
  });
  expect(asked).not.toBeNull();
  // Longer than one request waits.
  await page.waitForTimeout(12_000);
  const { text } = await lisp.tool("invoke-restart", { restart: "ABORT" });
  expect(text).toContain("ABORT taken");
});

test("a service worker that the browser has ended is asked again", async ({ page, context }) => {
  const lisp = await open(page);
  expect((await held(lisp, "(list (car 1))")).structuredContent?.["status"]).toBe("held");
  await endServiceWorkers(context, page);
  expect((await lisp.evaluate("(+ 1 2)")).text).toBe("=> 3");
  await endServiceWorkers(context, page);
  expect((await lisp.tool("invoke-restart", { restart: "ABORT" })).text).toContain("ABORT taken");
  await endServiceWorkers(context, page);
  expect((await held(lisp, "(list (car 2))")).structuredContent?.["status"]).toBe("held");
});

test("two tabs wait apart, and a reload leaves nobody waiting", async ({ page, context }) => {
  const first = await open(page);
  const other = await context.newPage();
  const second = await open(other);
  expect((await held(first, "(list (car 1))")).structuredContent?.["status"]).toBe("held");
  expect((await held(second, "(list (car 2))")).structuredContent?.["status"]).toBe("held");
  expect((await second.tool("invoke-restart", { restart: "ABORT" })).text).toContain("The value 2");
  await page.reload();
  const again = await opened(page);
  expect((await held(again, "(list (car 3))")).structuredContent?.["status"]).toBe("held");
  expect((await again.tool("invoke-restart", { restart: "ABORT" })).text).toContain("The value 3");
  await other.close();
  // One registration serves all of them.
  expect(await waiters(page)).toEqual(["/jscl-worker.js"]);
});

test("what earlier builds registered beside it is taken back, and nothing else", async ({ page }) => {
  await makePages({ first: "" });
  await page.goto(made("first"));
  const others = [
    "/jscl-worker-4f2a.js",
    "/jscl-worker.0c1d.js",
    "/guide/jscl-worker-4f2a.js",
    "/worker.js",
    "/jscl-workers.js",
    "/jscl-worker-4f2a.js/deeper",
  ];
  await page.evaluate(async (scopes) => {
    for (const scope of scopes) await navigator.serviceWorker.register("/jscl-wait.js", { scope });
  }, others);
  const lisp = await open(page, "later", false);
  expect((await held(lisp, "(list (car 1))")).structuredContent?.["status"]).toBe("held");
  await expect
    .poll(async () => (await waiters(page)).sort())
    .toEqual([...others.slice(2), "/jscl-worker.js"].sort());
});

test("a Lisp that began before the service worker waits at the first visit", async ({ page }) => {
  const lisp = await open(page, "first", false);
  expect((await held(lisp, "(list (car 1))")).structuredContent?.["status"]).toBe("held");
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
});

test("without the file an error is reported at once, with the reason, and evaluated again by its restart", async ({
  page,
  context,
}) => {
  await context.route("**/jscl-wait.js", (route) => route.fulfill({ status: 404 }));
  const lisp = await open(page, "bare", false);
  const { text, structuredContent } = await held(lisp, "(list no-such-variable)");
  expect(structuredContent?.["status"]).toBe("error");
  expect(text).toMatch(UNANSWERED);
  const restarts = [{ restart: "USE-VALUE", values: ["7"] }];
  const again = await lisp.tool("evaluate-lisp", { code: "(list no-such-variable)", restarts });
  expect(again.text).toContain("=> (7)");
});

test("on the page's own thread an error is reported at once, with the reason", async ({ page }) => {
  await makePages({ own: serving({ origins: ["*"], mode: "page", tools: [...TOOLS] }) });
  await page.goto(made("own"));
  const lisp = await opened(page, false);
  const { text, structuredContent } = await held(lisp, "(list (car 1))");
  expect(structuredContent?.["status"]).toBe("error");
  expect(text).toContain("The evaluation was not held: Lisp that runs on the page's own thread cannot wait.");
  expect(await waiters(page)).toEqual([]);
});

test("a frame of another origin waits as well", async ({ page }) => {
  await makePages({ inner: serving({ origins: ["*"], tools: [...TOOLS] }) });
  await makePages({ outer: frameOf(foreign(made("inner"))) });
  await page.goto(made("outer"));
  const frame = page.frames().find((each) => each !== page.mainFrame());
  if (frame === undefined) throw new Error("there is no frame");
  await frame.waitForFunction(() => (globalThis as unknown as { served: Promise<unknown> }).served);
  const lisp = await LispSession.open(frame as unknown as Page);
  expect((await held(lisp, "(list (car 1))")).structuredContent?.["status"]).toBe("held");
});

test("a package of another origin waits by the page's own service worker, which takes the file in", async ({
  page,
  context,
}) => {
  await shareFiles(context);
  const assets = foreign(new URL("/", test.info().project.use.baseURL).href);
  const options = { origins: ["*"], tools: [...TOOLS], assets };
  await makePages({ elsewhere: serving(options) });
  await page.goto(made("elsewhere"));
  const without = await opened(page, false);
  const { text, structuredContent } = await held(without, "(list (car 1))");
  expect(structuredContent?.["status"]).toBe("error");
  expect(text).toMatch(UNANSWERED);

  const js = { "content-type": "text/javascript" };
  await makePage("own-sw.js", `importScripts(${JSON.stringify(`${assets}jscl-wait.js`)});`, js);
  await page.evaluate(async (script) => {
    await navigator.serviceWorker.register(script);
    await navigator.serviceWorker.ready;
  }, made("own-sw.js"));
  await page.reload();
  const lisp = await opened(page, false);
  expect((await held(lisp, "(list (car 1))")).structuredContent?.["status"]).toBe("held");
});

test("a site's own service worker stays in its place, and waits where it takes the file in", async ({
  page,
}) => {
  const js = { "content-type": "text/javascript", "service-worker-allowed": "/" };
  await makePage("plain-sw.js", `addEventListener("fetch", () => {});`, js);
  await makePage("taking-sw.js", `importScripts("/jscl-wait.js");`, js);
  await makePages({ plain: "" });
  await page.goto(made("plain"));
  const register = (script: string) =>
    page.evaluate(async (given) => {
      const { installing } = await navigator.serviceWorker.register(given, { scope: "/" });
      await new Promise<void>((resolve) => {
        installing?.addEventListener("statechange", () => installing.state === "activated" && resolve());
      });
    }, script);
  await register(made("plain-sw.js"));
  const lisp = await open(page, "with-its-own", false);
  const { text, structuredContent } = await held(lisp, "(list (car 1))");
  expect(structuredContent?.["status"]).toBe("error");
  expect(text).toMatch(UNANSWERED);
  expect(await waiters(page)).toEqual(["/"]);

  const body = serving({ origins: ["*"], tools: [...TOOLS] });
  await makePages({ naming: `<link rel="serviceworker" href="${made("taking-sw.js")}">${body}` });
  await page.goto(made("naming"));
  const again = await opened(page);
  expect((await held(again, "(list (car 1))")).structuredContent?.["status"]).toBe("held");
});
