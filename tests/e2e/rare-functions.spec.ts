import { expect, test } from "./support/test.js";
import { enter, start } from "./support/visit.js";

// Functions that few programs call are in a file of their own.

const FILE = "**/jscl-rare.js";
/** Needs some of them. */
const RARE = '(progn (defstruct point x y) (format nil "~@(~a~) ~s" "rare" (make-point :x 1)))';
const VALUE = '=> "Rare #S(POINT :X 1 :Y NIL)"';

test("they come when the Lisp has answered, and no sooner", async ({ page }) => {
  const asked: string[] = [];
  await page.context().route(FILE, (route) => {
    asked.push(route.request().url());
    return route.continue();
  });
  await enter(page);
  await start(page, {});
  expect(asked).toEqual([]);
  expect(await page.evaluate(() => globalThis.evaluateLisp("(+ 1 2)"))).toBe("=> 3");
  await expect.poll(() => asked.length).toBe(1);
  expect(await page.evaluate((code) => globalThis.evaluateLisp(code), RARE)).toBe(VALUE);
});

test("a program that calls one at once waits for it, in the middle of a form", async ({ page }) => {
  await enter(page);
  await start(page, {});
  expect(await page.evaluate((code) => globalThis.evaluateLisp(code), RARE)).toBe(VALUE);
});

test("where they cannot be had an error says so, and the next call tries again", async ({ page }) => {
  await enter(page);
  const answers = [
    { status: 404, says: /the server answered 404 for http:.*\/jscl-rare\.js\.$/m },
    { status: 200, body: "<!doctype html>", says: /jscl-rare\.js is another file\.$/m },
    { status: 200, body: 'export const id="another",make=()=>[]', says: /it is of another build\.$/m },
  ];
  for (const { says, ...answer } of answers) {
    await page.context().route(FILE, (route) => route.fulfill({ ...answer, contentType: "text/javascript" }));
    await start(page, {});
    const text = await page.evaluate((code) => globalThis.evaluateLisp(code), RARE);
    expect(text).toContain("[ERROR] SIMPLE-ERROR\nA part of the Lisp could not be loaded: ");
    expect(text).toMatch(says);
    expect(await page.evaluate(() => globalThis.evaluateLisp("(+ 1 2)"))).toBe("=> 3");
    await page.context().unroute(FILE);
    expect(await page.evaluate((code) => globalThis.evaluateLisp(code), RARE)).toBe(VALUE);
    await page.evaluate(() => globalThis.lispServer.close());
  }
});

test("on the page's own thread they are there from the start", async ({ page }) => {
  await enter(page);
  await start(page, { mode: "page" });
  await page.evaluate(() => globalThis.lispServer.ready);
  await page.context().route(FILE, (route) => route.abort());
  expect(await page.evaluate((code) => globalThis.evaluateLisp(code), RARE)).toBe(VALUE);
});

// The names of Unicode's characters are in another.

const NAMES = "**/jscl-names.json";
const SNOWMAN = '(list (char-name (code-char #x2603)) (name-char "SNOWMAN"))';

test("names of characters come when one is asked for", async ({ page }) => {
  const asked: string[] = [];
  await page.context().route(NAMES, (route) => {
    asked.push(route.request().url());
    return route.continue();
  });
  await enter(page);
  for (const mode of ["worker", "page"] as const) {
    await start(page, { mode });
    expect(await page.evaluate(() => globalThis.evaluateLisp("(list (char-name #\\a) #\\é)"))).toContain(
      "ACUTE",
    );
    expect(asked).toHaveLength(mode === "worker" ? 0 : 1);
    const text = await page.evaluate((code) => globalThis.evaluateLisp(code), SNOWMAN);
    expect(text).toBe('=> ("SNOWMAN" #\\SNOWMAN)');
    await page.evaluate(() => globalThis.lispServer.close());
  }
});

test("where they cannot be had a character is named by its number, until they can", async ({ page }) => {
  await enter(page);
  await page.context().route(NAMES, (route) => route.fulfill({ status: 404 }));
  await start(page, {});
  const ask = () => page.evaluate((code) => globalThis.evaluateLisp(code), SNOWMAN);
  expect(await ask()).toBe('=> ("U2603" NIL)');
  await page.context().unroute(NAMES);
  expect(await ask()).toBe('=> ("SNOWMAN" #\\SNOWMAN)');
});
