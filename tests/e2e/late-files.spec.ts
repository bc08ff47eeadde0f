import type { Page } from "@playwright/test";
import { type StallingServer, startStalling } from "./support/stalling.js";
import { expect, test } from "./support/test.js";
import { another, enter, lisp, start } from "./support/visit.js";

test.use({ cold: true });

// Files that come in the middle of a form, of which headers and a half come, and then nothing.

/** Has a file come from that server, as if it were the site's. */
const from = (page: Page, { url }: StallingServer, file: string) =>
  page.route(`**/${file}`, (route) => route.continue({ url: `${url}${file}` }));

/** What needs each of them, and what the program is told. */
const LATE = [
  {
    file: "jscl-rare.js",
    code: '(format nil "~@(~a~)" "rare")',
    says: /A part of the Lisp could not be loaded: nothing, or not all, came of http:\S+\/jscl-rare\.js for 18 seconds\./,
    afterwards: '=> "Rare"',
  },
  {
    file: "jscl-asdf.json",
    code: "(progn (require :asdf) (find-package :asdf))",
    says: /nothing, or not all, came of http:\S+\/jscl-asdf\.json for 18 seconds/,
    afterwards: '=> #<PACKAGE "ASDF/INTERFACE">',
  },
  {
    file: "jscl-names.json",
    code: "(char-name (code-char #x2603))",
    says: /=> "U2603"/,
    afterwards: '=> "SNOWMAN"',
  },
];

test("an answer that stops half-way ends in words within 20 seconds, in a Worker", async ({ page }) => {
  const server = await startStalling();
  await enter(page);
  const tries = LATE.map(async ({ file, code, says, afterwards }) => {
    const own = await another(page);
    await enter(own);
    await from(own, server, file);
    await start(own, {});
    // What is asked for while nobody waits is asked for before.
    expect(await lisp(own, "(+ 1 2)")).toBe("=> 3");
    const began = performance.now();
    expect(await lisp(own, code)).toMatch(says);
    expect(performance.now() - began).toBeLessThan(20_000);
    await own.unroute(`**/${file}`);
    await expect.poll(() => lisp(own, code)).toContain(afterwards);
  });
  await Promise.all(tries);
  await server.close();
});

test("a file that comes slowly is waited for, part by part", async ({ page }) => {
  const server = await startStalling({ givesParts: true });
  await enter(page);
  await from(page, server, "jscl-rare.js");
  await start(page, {});
  const [{ code, afterwards }] = LATE as [(typeof LATE)[0]];
  expect(await lisp(page, code)).toBe(afterwards);
  await server.close();
});
