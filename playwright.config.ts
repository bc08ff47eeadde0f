import { defineConfig } from "@playwright/test";
import { findHeadless } from "./scripts/lib/browser.mjs";

const port = process.env["E2E_PORT"] ?? "4173";
const browser = await findHeadless();

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "build/test-results/e2e",
  fullyParallel: true,
  forbidOnly: Boolean(process.env["CI"]),
  // A test that passes only at a second try is a bug to be found, not to be hidden.
  retries: 0,
  // A test waits for a page as often as the page works: one more than a small machine has cores keeps those
  // busy.
  workers: 3,
  // What is tested is whether it comes, not how fast this machine is.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: "list",
  use: {
    baseURL: `http://localhost:${port}/`,
    browserName: "chromium",
    launchOptions: {
      ...(browser ? { executablePath: browser } : {}),
      // A Lisp that starts makes more than V8 has room for among what is new, and would have it gone through
      // again and again.
      args: ["--js-flags=--min-semi-space-size=16"],
    },
    // What records traces takes a third of the time: `--trace retain-on-failure` asks for them. A test that
    // fails leaves the page's text and a picture.
    trace: "off",
    screenshot: "only-on-failure",
    // Without a GPU, drawing what moves takes a quarter of the processors' time.
    contextOptions: { reducedMotion: "reduce" },
    // Every test is a first visit; the tests of later ones (offline.spec.ts) let it be kept.
    serviceWorkers: "block",
  },
  webServer: {
    command: `node tests/e2e/site/serve.mjs --port ${port}`,
    url: `http://localhost:${port}/`,
    reuseExistingServer: false,
    stdout: "ignore",
  },
});
