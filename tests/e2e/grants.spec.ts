import type { LispServerOptions, LispServer as Server } from "../../jscl-bridge/index.js";
import { ESCAPES } from "./support/escapes.js";
import { openBlank } from "./support/made-pages.js";
import { expect, test } from "./support/test.js";

type Answer = { readonly text: string; readonly values: readonly string[] };

declare global {
  /** Put into the page by the tests below. */
  var startLisp: (options: LispServerOptions) => Promise<(code: string) => Promise<Answer>>;
}

test.beforeEach(async ({ page }) => {
  await openBlank(page);
  await page.evaluate(async () => {
    const address = new URL("/jscl-mcp.js", location.href).href;
    const { LispServer } = (await import(address)) as { LispServer: typeof Server };
    globalThis.startLisp = async (options) => {
      const port = (await LispServer.start(options)).connect();
      const waiting = new Map<number, (answer: Answer) => void>();
      let id = 0;
      port.onmessage = ({ data }) =>
        waiting.get(data.id)?.({
          text: data.result.content[0].text,
          values: data.result.structuredContent.values,
        });
      return (code) =>
        new Promise((resolve) => {
          waiting.set(++id, resolve);
          const params = { name: "evaluate-lisp", arguments: { code, detail: "full" } };
          port.postMessage({ jsonrpc: "2.0", id, method: "tools/call", params });
        });
    };
  });
});

test("on the page's thread without the grant dom no program escapes, and the session goes on", async ({
  page,
}) => {
  const { escaped, kept } = await page.evaluate(async (escapes) => {
    const evaluate = await globalThis.startLisp({ mode: "page" });
    await evaluate("(defvar *kept* 42)");
    const escaped: string[] = [];
    for (const [name, code] of escapes) {
      const { values, text } = await evaluate(code);
      if (values.join().includes("ESCAPED")) escaped.push(`${name}: ${text}`);
    }
    if ("arrived" in globalThis) escaped.push("a module arrived");
    return { escaped, kept: (await evaluate("*kept*")).values };
  }, ESCAPES);
  expect(escaped).toEqual([]);
  expect(kept).toEqual(["42"]);
});

test("a grant that does not exist, or that its mode cannot give, is an error at the start", async ({
  page,
}) => {
  const failures = await page.evaluate(async () => {
    const tried: LispServerOptions[] = [
      { grants: { dom: true } },
      { grants: { folders: true } } as never,
      { grants: { files: true } } as never,
      { grants: { files: "/tmp" } },
      { grants: { fetch: ["api.example"] } },
      { grants: { fetch: ["https://api.example/path"] } },
      { grants: { timers: "yes" } } as never,
    ];
    return Promise.all(
      tried.map((options) =>
        globalThis.startLisp(options).then(
          () => "started",
          (error) => String(error),
        ),
      ),
    );
  });
  expect(failures).toEqual([
    'Error: Grant "dom" needs mode "page": a Worker has no document.',
    'Error: Unknown grant "folders": there are fetch, files, javascript, dom, timers, console.',
    'Error: Grant "files" must be the path of a directory.',
    'Error: Grant "files" cannot be given here.',
    'Error: Grant "fetch": "api.example" is no origin; one is written like "https://api.example".',
    'Error: Grant "fetch": "https://api.example/path" is no origin; one is written like "https://api.example".',
    'Error: Grant "timers" must be true or false.',
  ]);
});

for (const mode of ["worker", "page"] as const) {
  test(`in a ${mode} fetch reaches the origins that are granted and no other, if the policy lets it`, async ({
    page,
  }) => {
    // The site's own policy for the Worker knows of no grant.
    await page.route("**/jscl-worker.js", async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers(), "content-security-policy": "" };
      await route.fulfill({ response, headers });
    });
    const { body, refused, redirected } = await page.evaluate(async (mode) => {
      const evaluate = await globalThis.startLisp({
        mode,
        grants: { fetch: [location.origin], timers: true },
      });
      const get = async (address: string) => {
        await evaluate(`(defvar *got*) (setf *got* nil)
          (flet ((note (x) (setf *got* x)))
            ((jscl::oget ((jscl::oget (#j:fetch "${address}") "then") (lambda (r) ((jscl::oget r "text")))) "then")
             #'note (lambda (e) (note (jscl::oget e "message")))))`);
        for (let tries = 0; tries < 50; tries++) {
          const { values } = await evaluate("*got*");
          if (values[0] !== "NIL") return values[0];
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
        return "nothing came";
      };
      return {
        body: await get(`${location.origin}/favicon.svg`),
        refused: await get("http://127.0.0.1:9/"),
        redirected: await get(`${location.origin}//sub`),
      };
    }, mode);
    expect(body).toContain("<svg");
    expect(refused).toContain("fetch is granted for http://localhost:");
    expect(redirected).not.toContain("<svg");
  });
}
