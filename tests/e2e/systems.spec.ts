import { createHash } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "./support/test.js";
import { enter, lisp, start } from "./support/visit.js";

// An index of systems beside the page.

const BUNDLES = {
  "base.json": {
    "base.asd": '(defsystem "base" :components ((:file "base")))',
    "base.lisp": "(defun twice (x) (* 2 x))",
  },
  "upper.json": {
    "upper.asd": '(defsystem "upper" :depends-on ("base") :components ((:file "upper")))',
    "upper.lisp": "(defun four () (twice 2))",
  },
};

const text = (bundle: keyof typeof BUNDLES) => JSON.stringify(BUNDLES[bundle]);

const project = (name: "base" | "upper") => ({
  name,
  bundle: `${name}.json`,
  sha256: createHash("sha256")
    .update(text(`${name}.json`))
    .digest("hex"),
  length: text(`${name}.json`).length,
});

const INDEX = JSON.stringify({
  format: "jscl-mcp systems 1",
  projects: [project("base"), project("upper")],
  systems: [
    { name: "base", project: "base", file: "base.asd", dependsOn: [] },
    { name: "upper", project: "upper", file: "upper.asd", dependsOn: ["base"] },
  ],
});

const LOAD = '(require :asdf) (jscl-mcp:load-systems "upper")';

/** Serves the index, to a Worker whose policy is as a host's is that has one; answers what is asked of it. */
async function serve(page: Page, files: Record<string, string> = {}): Promise<string[]> {
  const asked: string[] = [];
  const served: Record<string, string> = {
    "systems.json": INDEX,
    "base.json": text("base.json"),
    "upper.json": text("upper.json"),
    ...files,
  };
  await page.context().route("**/libraries/*", (route) => {
    const name = new URL(route.request().url()).pathname.split("/").at(-1) as string;
    asked.push(name);
    const body = served[name];
    return route.fulfill(body === undefined ? { status: 404 } : { body, contentType: "application/json" });
  });
  await page.context().route("**/jscl-worker.js", async (route) => {
    const response = await route.fetch();
    const policy = "default-src 'none'; script-src 'self' 'unsafe-eval'; connect-src 'self'; base-uri 'none'";
    await route.fulfill({ response, headers: { ...response.headers(), "content-security-policy": policy } });
  });
  await enter(page);
  return asked;
}

for (const mode of ["worker", "page"] as const)
  test(`ASDF finds systems in the index, from a ${mode}'s image`, async ({ page }) => {
    const asked = await serve(page);
    await start(page, { mode, systems: "/libraries" });
    expect(await lisp(page, "(+ 1 2)")).toBe("=> 3");
    expect(asked).toEqual([]);
    expect(await lisp(page, LOAD)).toBe('=> ("upper")');
    expect(asked).toEqual(["systems.json", "base.json", "upper.json"]);
    expect(await lisp(page, "(four)")).toBe("=> 4");
    expect(await lisp(page, '(jscl-mcp:load-systems "uper")')).toContain(
      "Near it: upper. There are base, upper.",
    );
  });

test("a bundle that was changed on the way is refused, and the session is as it was", async ({ page }) => {
  await serve(page, { "base.json": text("base.json").replace("(* 2 x)", "(* 3 x)") });
  await start(page, { systems: "/libraries/" });
  await lisp(page, "(defvar *mine* 1)");
  expect(await lisp(page, LOAD)).toContain(
    "base.json is not the bundle that the index names: its hash is another.",
  );
  expect(await lisp(page, '(list *mine* (probe-file "/systems/base/base.asd"))')).toBe("=> (1 NIL)");
});

test("what is not there is said, and an address that is none refuses the server", async ({ page }) => {
  await serve(page);
  await start(page, { systems: "/nowhere/" });
  expect(await lisp(page, LOAD)).toContain(
    "The index of systems cannot be used: the server answered 404 for http",
  );
  await expect(start(page, { systems: "http://" })).rejects.toThrow(
    'The option systems is "http://", which is no address of a folder.',
  );
});

test("the cells of a page have the index that its script names", async ({ page }) => {
  await serve(page);
  await page.route("**/cells", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<script type="module" src="/lisp-cell.js" data-systems="/libraries/"></script><lisp-cell>${LOAD} (four)</lisp-cell>`,
    }),
  );
  await page.goto("/cells");
  await page.evaluate(() => customElements.whenDefined("lisp-cell"));
  await page.evaluate(() =>
    (document.querySelector("lisp-cell") as unknown as { run(): Promise<void> }).run(),
  );
  await expect(page.locator("lisp-cell")).toContainText("4");
});
