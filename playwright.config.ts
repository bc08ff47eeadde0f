import { defineConfig } from "@playwright/test";
import { findChromium } from "./scripts/lib/browser.mjs";

const port = process.env["E2E_PORT"] ?? "4173";
const chromium = await findChromium();

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "build/test-results/e2e",
  fullyParallel: true,
  forbidOnly: Boolean(process.env["CI"]),
  // A test that passes only at a second try is a bug to be found, not to be hidden.
  retries: 0,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: "list",
  use: {
    baseURL: `http://localhost:${port}/`,
    browserName: "chromium",
    launchOptions: chromium ? { executablePath: chromium } : {},
    trace: "retain-on-failure",
  },
  webServer: {
    command: `node tests/e2e/site/serve.mjs --port ${port}`,
    url: `http://localhost:${port}/`,
    reuseExistingServer: false,
    stdout: "ignore",
  },
});
