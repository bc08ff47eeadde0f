/** What a page with a Lisp does in every engine, with the headers that isolate it and without any. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Abilities, EvaluationReport, LispServer, LispServerOptions } from "../../jscl-bridge/index.js";
import { at, DIST } from "../../scripts/lib/paths.mjs";
import { listen } from "../../scripts/lib/site.mjs";
import { programFragment } from "../../www/share/link.js";
import type { Browser, Engine } from "./engines/engine.js";
import { Playground } from "./playground.js";

type Result = { readonly structuredContent: Record<string, unknown>; readonly isError?: boolean };

declare global {
  /** `site/page.js` defines both. */
  var openServer: (
    options?: LispServerOptions,
  ) => Promise<{ readonly abilities: Abilities; readonly isIsolated: boolean }>;
  var lisp: {
    readonly server: LispServer;
    call(name: string, args: Record<string, unknown>): Promise<Result>;
    evaluate(code: string, more?: Record<string, unknown>): Promise<EvaluationReport>;
    start(code: string, more?: Record<string, unknown>): number;
    cancel(id: number): void;
  };
}

/** Words of JavaScript's, which no report may have. */
const JAVASCRIPT =
  /JavaScript|InternalError|RangeError|TypeError:|ReferenceError|too much recursion|Maximum call stack|undefined is not|\[native code\]|SharedArrayBuffer/;

const PAGES = at("tests", "browsers", "site");
const MOUNTS = {
  "/": DIST,
  "/page.html": `${PAGES}/page.html`,
  "/page.js": `${PAGES}/page.js`,
  "/cells.html": `${PAGES}/cells.html`,
};

/** How pages are served. */
type Served = "cross-origin isolated" | "without headers";

/** Runs all scenarios in an engine, in pages that are served in each of these ways. */
export function scenarios(engine: Engine, ways: readonly Served[]): void {
  describe.skipIf(engine.open === null)(engine.name, () => {
    let browser: Browser;

    beforeAll(async () => {
      if (engine.open !== null) browser = await engine.open();
    });
    afterAll(() => browser?.close());

    for (const way of ways) servedIn(engine, way, () => browser);
  });
}

function servedIn(engine: Engine, way: Served, opened: () => Browser): void {
  const isIsolated = way === "cross-origin isolated";

  describe(way, () => {
    let site: Awaited<ReturnType<typeof listen>>;
    let browser: Browser;

    beforeAll(async () => {
      site = await listen(MOUNTS, { port: 0, fixed: true }, { isPlain: !isIsolated });
      browser = opened();
    });
    afterAll(() => site?.close());

    const openServer = async (options?: LispServerOptions) => {
      await browser.open(`${site.url}page.html`);
      await expect.poll(() => browser.run(() => typeof globalThis.openServer)).toBe("function");
      return browser.run((given) => globalThis.openServer(given), options ?? {});
    };
    const evaluate = (code: string, more: Record<string, unknown> = {}) =>
      browser.run((text, args) => globalThis.lisp.evaluate(text, args), code, more);
    const call = (name: string, args: Record<string, unknown>) =>
      browser.run((tool, given) => globalThis.lisp.call(tool, given), name, args);

    test("starts, and says what it can do", async () => {
      expect(await openServer()).toEqual({
        abilities: { cancelsAtOnce: true, holds: true },
        isIsolated,
      });
    });

    test("answers values", async () => {
      const { values, stdout } = await evaluate(
        '(format t "~r, λ~%" 42) (values (expt 3 50) (/ 6 4) 1.5d0 "näh\\"" (list :a #\\b \'c))',
      );
      expect(stdout).toBe("forty-two, λ\n");
      expect(values).toEqual(["717897987691852588770249", "3/2", "1.5d0", '"näh\\""', "(:A #\\b C)"]);
    });

    test("reports an error with its frames, places and restarts", async () => {
      const { error } = await evaluate(
        "(defun average (list)\n  (/ (reduce #'+ list)\n     (length list)))\n(list (average '()))",
      );
      expect(error?.type).toBe("DIVISION-BY-ZERO");
      expect(error?.frames.map(({ text }) => text)).toEqual(["(/ 0 0)", "(AVERAGE NIL)"]);
      expect(error?.restarts.map(({ name }) => name)).toEqual(["ABORT"]);
      const place = { line: 2, column: 2 };
      expect(error?.frames[0]?.position).toEqual(engine.tellsColumns ? place : null);
      expect(error?.frames[1]?.definition).toEqual({ line: 1, column: 15 });
    });

    test("takes restarts", async () => {
      const restarts = [{ restart: "USE-VALUE", values: ["41"] }];
      expect(await evaluate("(+ 1 no-such-variable)", { restarts })).toMatchObject({ values: ["42"] });
    });

    test("ends a loop at its deadline, and keeps what there was", async () => {
      // By itself, without the limit: on a busy machine the time may be over before the loop begins.
      await evaluate("(defvar *kept* 1) (incf *kept*)");
      await call("configure-limits", { timeout: 0.3 });
      const { status, error } = await evaluate("(loop)");
      await call("configure-limits", { timeout: 30 });
      expect([status, error?.type]).toEqual(["timeout", "TIMEOUT"]);
      expect(await evaluate("*kept*")).toMatchObject({ values: ["2"] });
    });

    test("stops a loop at once, and keeps what there was", async () => {
      await evaluate("(defvar *counted* 1) (incf *counted*)");
      const next = await browser.run(async () => {
        const loop = globalThis.lisp.start("(loop)");
        const waiting = globalThis.lisp.evaluate("*counted*");
        globalThis.lisp.cancel(loop);
        return await waiting;
      });
      expect(next.values).toEqual(["2"]);
    });

    test.each([
      ["SORT's predicate", "(sort (list 2 1) (lambda (a b) (if (zerop *held*) (break) (< a b))))"],
      ["a macro that COMPILE expands", "(funcall (compile nil '(lambda () (held-in-macro 1))))"],
    ])("holds a program inside of %s", async (_, code) => {
      await evaluate("(defvar *held* 0) (defmacro held-in-macro (x) (break) x)");
      const held = await evaluate(code, { "on-error": "hold" });
      expect(held.status).toBe("held");
      // Another evaluation runs on top of it.
      expect(await evaluate("(setq *held* 1)")).toMatchObject({ values: ["1"] });
      const { structuredContent } = await call("invoke-restart", { restart: "CONTINUE" });
      expect(structuredContent["status"]).toBe("ok");
    });

    test("recurs tens of thousands deep", async () => {
      const code = "(defun deep (n) (if (= n 0) 0 (+ 1 (deep (- n 1))))) (deep 50000)";
      expect(await evaluate(code)).toMatchObject({ values: ["50000"] });
    });

    test("has places in a stack that is deeper than engines show", async () => {
      const { error } = await evaluate(
        '(defun dig (n)\n  (if (= n 0)\n      (error "rock")\n      (+ 1 (dig (- n 1)))))\n(dig 300)',
      );
      expect(error?.framesTotal).toBe(301);
      const places = error?.frames.slice(0, 3).map(({ position }) => position?.line ?? null);
      expect(places).toEqual(engine.tellsColumns ? [4, 4, 4] : [null, null, null]);
    });

    test.each([
      ["a function", "(defun sink (n) (+ 1 (sink n))) (sink 1)"],
      ["library functions", "(defun fall (n) (mapcar #'fall (list n n))) (fall 1)"],
      [
        "a report",
        '(define-condition loops (error) () (:report (lambda (c s) (format s "~a" c)))) (error \'loops)',
      ],
    ])("reports recursion without an end through %s in words of Lisp", async (_, code) => {
      const report = await evaluate(code);
      expect(report.status).toBe("error");
      expect(JSON.stringify(report)).toContain("CONTROL-STACK-EXHAUSTED");
      expect(JSON.stringify(report)).not.toMatch(JAVASCRIPT);
      expect(await evaluate("(+ 1 2)")).toMatchObject({ values: ["3"] });
    });

    test.each(["(make-array 4000000000)", "(expt 3 (expt 10 12))", "(make-string (expt 2 40))"])(
      "reports that there is no memory for %s in words of Lisp",
      async (code) => {
        const report = await evaluate(code);
        expect(report.status).toBe("error");
        expect(JSON.stringify(report)).not.toMatch(JAVASCRIPT);
      },
    );

    test("has sessions that do not wait for each other", async () => {
      await call("create-session", { session: "other" });
      const report = await browser.run(async () => {
        const loop = globalThis.lisp.start("(loop)", { session: "other" });
        const main = await globalThis.lisp.evaluate("(list :main)");
        globalThis.lisp.cancel(loop);
        const other = await globalThis.lisp.evaluate("(list :other)", { session: "other" });
        return [...main.values, ...other.values];
      });
      expect(report).toEqual(["(:MAIN)", "(:OTHER)"]);
      expect((await call("close-session", { session: "other" })).isError).not.toBe(true);
    });

    test("replaces its image", async () => {
      await call("reset-session", {});
      expect(await evaluate("(boundp '*counted*)")).toMatchObject({ values: ["NIL"] });
    });

    test("waits for functions that few programs call", async () => {
      await call("reset-session", {});
      const code = "(defun total (list) (loop for x in list sum x)) (total '(1 2 3))";
      expect(await evaluate(code)).toMatchObject({ values: ["6"] });
    });

    test("keeps definitions from visit to visit", async () => {
      const journal = { name: "scenarios" };
      await openServer({ journal });
      await evaluate("(defun kept (x) (* x x))");
      await openServer({ journal });
      const restored = await browser.run(async () => {
        const { server } = globalThis.lisp;
        const { names, problem } = server.savedDefinitions();
        const { count } = await server.restoreDefinitions();
        return { names, problem, count };
      });
      expect(restored).toEqual({ names: ["FUNCTION KEPT"], problem: null, count: 1 });
      expect(await evaluate("(kept 12)")).toMatchObject({ values: ["144"] });
    });

    test("runs on the page's thread, where nothing is cancelled and nothing waits", async () => {
      const { abilities } = await openServer({ mode: "page" });
      expect(abilities).toEqual({ cancelsAtOnce: false, holds: false });
      expect(await evaluate("(mapcar #'1+ '(1 2))")).toMatchObject({ values: ["(2 3)"] });
    });

    test("runs cells of a page of documentation", async () => {
      await browser.open(`${site.url}cells.html`);
      const cell = (id: string, selector: string) => {
        const host = document.getElementById(id) as (HTMLElement & { readonly state?: string }) | null;
        const parts = [...(host?.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? [])];
        return { state: host?.state, parts: parts.map(({ innerText }) => innerText.trim()) };
      };
      const seen = (id: string, selector: string) => browser.run(cell, id, selector);
      const press = (id: string, part: string) => {
        const host = document.getElementById(id);
        host?.shadowRoot?.querySelector<HTMLElement>(part)?.click();
      };
      await expect.poll(() => seen("values", ".run")).toMatchObject({ parts: ["Run"] });
      await browser.run(press, "values", ".run");
      await expect
        .poll(() => seen("values", "[part=value] pre"))
        .toEqual({
          state: "done",
          parts: ["(1 :TWO)"],
        });
      await browser.run(press, "error", ".run");
      await expect
        .poll(() => seen("error", ".report-type"))
        .toEqual({
          state: "error",
          parts: ["UNBOUND-VARIABLE"],
        });
      await browser.run(press, "loop", ".run");
      await expect.poll(() => seen("loop", ".run")).toMatchObject({ state: "running" });
      await browser.run(press, "loop", "[part=stop]");
      await expect.poll(async () => (await seen("loop", ".run")).state).not.toBe("running");
      await browser.run(press, "values", ".run");
      await expect.poll(() => seen("values", "[part=value] pre")).toMatchObject({ state: "done" });
    });

    test("shows the playground", async () => {
      const playground = new Playground(browser);
      await playground.open(site.url);
      await playground.evaluate('(list 1 :two "drei")');
      expect(await playground.newest(".row-value pre")).toBe('(1 :TWO "drei")');
      await playground.evaluate("(car 7)", "held");
      expect(await playground.newest(".report-type")).toBe("TYPE-ERROR");
      expect(await playground.newest(".frame")).toContain("(CAR 7)");
      expect(await playground.newest(".restarts")).toContain("ABORT");
      // An empty page is a far smaller picture.
      expect((await browser.screenshot()).length).toBeGreaterThan(20_000);
    });

    test("keeps files in the playground, as a tree and in the editor", async () => {
      const playground = new Playground(browser);
      await playground.open(site.url);
      await playground.evaluate('(with-open-file (s "/d/a.lisp" :direction :output) (princ "(list 1)" s))');
      await browser.click("#files-toggle");
      const rows = () =>
        browser.run(() => {
          const items = [...document.querySelectorAll<HTMLElement>("#files [role=treeitem]")];
          return items.map((item) => item.dataset["path"]);
        });
      await expect.poll(rows).toEqual(["/", "/d/"]);
      await browser.click('[data-path="/d/"]');
      await expect.poll(rows).toEqual(["/", "/d/", "/d/a.lisp"]);
      await browser.click('[data-path="/d/a.lisp"]');
      await browser.press("Enter");
      const bar = () => browser.run(() => document.querySelector<HTMLElement>(".file-bar")?.innerText ?? "");
      await expect.poll(bar).toMatch(/\/d\/a\.lisp\s+Saved/);
      await browser.type("#(2) ");
      await expect.poll(bar).toContain("Not saved");
      await browser.press(process.platform === "darwin" ? "Meta" : "Control", "s");
      await expect.poll(bar).toMatch(/\/d\/a\.lisp\s+Saved/);
      await browser.run(() => document.querySelector<HTMLElement>(".file-deeds button:last-child")?.click());
      await playground.evaluate('(with-open-file (s "/d/a.lisp") (read-line s))');
      expect(await playground.newest(".row-value pre")).toBe('"#(2) (list 1)"');
      await browser.click("#files-toggle");
    });

    test("stops a loop in the playground, having said how", async () => {
      const playground = new Playground(browser);
      await playground.open(site.url);
      const title = await playground.stop("(loop)");
      expect(title).toMatch(/at once/);
      expect(await playground.newest("")).toMatch(/What was defined before stays/);
      await playground.evaluate("(+ 20 22)");
      expect(await playground.newest(".row-value pre")).toBe("42");
    });

    test("holds a program at its error in the playground", async () => {
      const playground = new Playground(browser);
      await playground.open(site.url);
      await playground.evaluate("(list no-such-variable)", "held");
      expect(await playground.newest(".row-held")).toContain("The program waits here.");
      const { selector } = await playground.openMenu("#sessions", "Stop asking on error");
      await browser.click(selector);
    });

    test("opens the playground anew, where a program has been held since the first visit", async () => {
      const playground = new Playground(browser);
      const visited = await listen(MOUNTS, { port: 0, fixed: true }, { isPlain: !isIsolated });
      try {
        await playground.open(visited.url);
        await playground.evaluate("(car 7)", "held");
        const isKept = async () => (await navigator.serviceWorker.getRegistration())?.active != null;
        await expect.poll(() => browser.run(isKept)).toBe(true);
        await playground.open(visited.url);
      } finally {
        await visited.close();
      }
    });

    test("opens values in the playground, a class as a diagram", async () => {
      const playground = new Playground(browser);
      await playground.open(site.url);
      await playground.evaluate("(list 1 (list 2 :deep))");
      await playground.clickInNewest(".disclose");
      await expect.poll(() => playground.newest(".level-head")).toContain("length 2");
      await playground.clickInNewest("button.part");
      await expect.poll(() => playground.newest(".inspector .inspector")).toContain(":DEEP");
      await playground.evaluate("(find-class 'integer)");
      await playground.clickInNewest(".disclose");
      await playground.clickInNewest(".level-head [aria-pressed]");
      await expect.poll(() => playground.newest(".class-diagram")).toMatch(/rational[\s\S]*integer/);
    });

    test("gives a program input in the playground", async () => {
      const playground = new Playground(browser);
      await playground.open(site.url);
      await playground.answerInput("(read-line)", "typed");
      expect(await playground.newest(".row-value pre")).toBe('"typed"');
    });

    test("shows a picture in the playground", async () => {
      const playground = new Playground(browser);
      await playground.open(site.url);
      await playground.evaluate('(jscl-mcp:plot (list 3 1 4) :title "Three")');
      const picture = () => {
        const image = document.querySelector<HTMLImageElement>(".entry:last-child img.picture");
        return { title: image?.alt, isDrawn: (image?.naturalWidth ?? 0) > 0 };
      };
      await expect.poll(() => browser.run(picture)).toEqual({ title: "Three", isDrawn: true });
    });

    test("filters the playground's traffic", async () => {
      const playground = new Playground(browser);
      await playground.open(site.url);
      await playground.evaluate("(+ 20 22)");
      await playground.click("#traffic-toggle");
      const choose = (method: string) => {
        const select = document.querySelector<HTMLSelectElement>("#traffic-method");
        if (!select) return;
        select.value = method;
        select.dispatchEvent(new Event("input", { bubbles: true }));
      };
      const shown = () => {
        const rows = [
          ...document.querySelectorAll<HTMLElement>("#messages > li:not([hidden]) .message-name"),
        ];
        return rows.map(({ textContent }) => textContent);
      };
      await browser.run(choose, "server/discover");
      const found = await browser.run(shown);
      expect(found.length).toBe(2);
      await browser.run(choose, "");
      await playground.click("#traffic-filter");
      await browser.type("(+ 20 22)");
      await expect.poll(() => browser.run(shown)).toEqual(["evaluate-lisptools/call"]);
      await playground.click("#traffic-close");
    });

    test("opens a program of a link in the playground", async () => {
      const playground = new Playground(browser);
      const shared = { name: "Shared", text: "(list :shared λ)", asksToRun: false };
      await playground.open(`${site.url}${await programFragment(shared)}`);
      await expect.poll(() => playground.lines()).toEqual(["(list :shared λ)"]);
      const name = () => document.getElementById("program-name")?.textContent;
      await expect.poll(() => browser.run(name)).toBe("Shared");
    });

    test("has Emacs's keys in the playground, when they are wanted", async () => {
      const playground = new Playground(browser);
      await playground.open(site.url);
      await playground.write("(list 1 2)");
      const on = await playground.openMenu("#sessions", "Use Emacs keys");
      await browser.click(on.selector);
      await browser.click("#editor .cm-content");
      // The keys are loaded when they are first wanted.
      const kill = async () => {
        await browser.press("Control", "a");
        await browser.press("Control", "k");
        return playground.lines();
      };
      await expect.poll(kill).toEqual([""]);
      await browser.press("Control", "y");
      await expect.poll(() => playground.lines()).toEqual(["(list 1 2)"]);
      const off = await playground.openMenu("#sessions", "Stop using Emacs keys");
      await browser.click(off.selector);
    });
  });
}
