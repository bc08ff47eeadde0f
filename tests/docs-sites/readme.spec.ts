import { readFileSync } from "node:fs";
import { expect, test } from "../e2e/support/test.js";

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

test("the README's ten lines work on a page beside dist/", async ({ page, baseURL }) => {
  const snippet =
    readme
      .split("```")
      .find((block) => block.includes("LispServer"))
      ?.replace("html", "") ?? "";
  await page.route("**/mine.html", (route) =>
    route.fulfill({ contentType: "text/html", body: `<!doctype html><title>Mine</title>${snippet}` }),
  );
  const said = page.waitForEvent("console", (message) => message.text().startsWith("=>"));
  await page.goto(`${baseURL}plain/lisp/mine.html`);
  expect((await said).text()).toBe('=> "forty-two"');
});
