/**
 * The runner that `cargo test --target wasm32-unknown-unknown` calls (.cargo/config.toml) with a binary of
 * tests, and with words of the tests' names to choose by. It runs them in a page of headless Chromium.
 *
 * `wasm-bindgen-test-runner` does the same for every browser by its driver, and takes a minute to compile.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { requireBrowser } from "./lib/browser.mjs";
import { at } from "./lib/paths.mjs";
import { Problem, runMain } from "./lib/report.mjs";
import { mustRun } from "./lib/run.mjs";

const FOLDER = at("build", "wasm-tests");
/** An address that nobody listens at: the page and its files are handed over by Playwright. */
const ORIGIN = "http://localhost:9";
const TYPES = { js: "text/javascript", wasm: "application/wasm" };

const [binary, ...words] = process.argv.slice(2);

/** The tests of a binary, by what it exports them as: `__wbgt__crate::name`. */
function testsOf(file) {
  const names = WebAssembly.Module.exports(new WebAssembly.Module(readFileSync(file))).map(
    ({ name }) => name,
  );
  const all = names.filter((name) => name.startsWith("__wbgt_"));
  const wanted = words.filter((word) => !word.startsWith("-"));
  const chosen = all.filter((name) =>
    wanted.every((word) => name.slice(name.indexOf("::") + 2).includes(word)),
  );
  return { chosen, filtered: all.length - chosen.length };
}

/** What runs in the page: tells what the tests write, then whether all have passed. */
const program = ({ chosen, filtered }) => `
import init, * as tests from "./tests.js";
const told = document.getElementById("output");
// What the code writes to the console is shown with the test that failed.
for (const method of ["debug", "log", "info", "warn", "error"])
  console[method] = (...words) => tests["__wbgtest_console_" + method](words);
window.__wbg_test_invoke = (test) => test();
new MutationObserver(() => tell(told.textContent)).observe(told, { childList: true, characterData: true, subtree: true });
const wasm = await init({ module_or_path: "./tests_bg.wasm" });
const context = new tests.WasmBindgenTestContext(false);
context.filtered_count(${filtered});
const passed = await context.run(${JSON.stringify(chosen)}.map((name) => wasm[name]));
await tell(told.textContent);
await end(passed);
`;

await runMain(async () => {
  if (binary === undefined) throw new Problem("cargo calls this: cargo test --target wasm32-unknown-unknown");
  const tests = testsOf(binary);
  if (tests.chosen.length === 0) {
    console.log("no tests to run!");
    return;
  }
  const bindgen = ["run", "--quiet", "--package", "xtask", "--", "bindgen-tests", binary, FOLDER];
  await mustRun("cargo", bindgen);
  const { headless } = await requireBrowser();
  const { chromium } = await import("@playwright/test");
  const browser = await chromium.launch({ executablePath: headless });
  try {
    const page = await browser.newPage();
    let shown = 0;
    await page.exposeFunction("tell", (text) => {
      process.stdout.write(text.slice(shown));
      shown = text.length;
    });
    let end;
    await page.exposeFunction("end", (passed) => end(passed));
    const ended = new Promise((resolve, reject) => {
      end = resolve;
      page.on("pageerror", reject);
      page.on("crash", () => reject(new Problem("The page crashed.")));
    });
    await page.route(`${ORIGIN}/**`, (route) => {
      const name = new URL(route.request().url()).pathname.slice(1);
      if (name === "")
        return route.fulfill({
          contentType: "text/html",
          body: `<!doctype html><meta charset="utf-8"><pre id="output"></pre><script type="module" src="run.js"></script>`,
        });
      if (name === "run.js") return route.fulfill({ contentType: TYPES.js, body: program(tests) });
      return route.fulfill({
        contentType: TYPES[name.split(".").at(-1)],
        body: readFileSync(join(FOLDER, name)),
      });
    });
    const [passed] = await Promise.all([ended, page.goto(`${ORIGIN}/`)]);
    if (!passed) process.exitCode = 1;
  } finally {
    await browser.close();
  }
});
