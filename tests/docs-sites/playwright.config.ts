import { defineConfig } from "@playwright/test";
import shared from "../../playwright.config.js";

const port = process.env["E2E_PORT"] ?? "4173";

export default defineConfig({
  ...shared,
  testDir: ".",
  outputDir: "../../build/test-results/docs-sites",
  webServer: {
    command: `node tests/docs-sites/serve.mjs --port ${port}`,
    cwd: "../..",
    url: `http://localhost:${port}/plain/`,
    stdout: "ignore",
  },
});
