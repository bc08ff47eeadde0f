/** How the runner of a suite is started, and where its report is read. */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { at } from "../lib/paths.mjs";
import { freePort } from "../lib/ports.mjs";
import { run } from "../lib/run.mjs";
import { countLibtest, countPlaywright, countVitest, NOTHING } from "./counts.mjs";

/** A file for a report. */
export const reportFile = (name) => at("build", "test-results", name);

const node = (program, ...args) => [process.execPath, [at("node_modules", ...program.split("/")), ...args]];

/** Runs `start`, and counts what it has written into the file. */
export async function withReport(file, count, start) {
  mkdirSync(at("build", "test-results"), { recursive: true });
  rmSync(file, { force: true });
  const { status } = await start();
  const counts = existsSync(file) ? count(JSON.parse(readFileSync(file, "utf8"))) : {};
  return { status, ...NOTHING, ...counts };
}

export async function cargoTest(args, env = {}) {
  const { status, output } = await run("cargo", ["test", "--no-fail-fast", ...args], {
    capture: true,
    env: { INSTA_UPDATE: "no", ...env },
  });
  return { status, ...countLibtest(output) };
}

/** Runs Vitest with a configuration; `only` are files or folders, all where it is undefined. */
export function vitest(report, { config, only = [], env = {} } = {}) {
  const file = reportFile(report);
  const reports = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const options = config === undefined ? [] : ["--config", config];
  const [command, args] = node("vitest/vitest.mjs", "run", ...options, ...reports, ...only);
  return withReport(file, countVitest, () => run(command, args, { env }));
}

/** Runs Playwright with a configuration; `only` are files or folders, all where it is undefined. */
export async function playwright(report, browser, { config, only = [] } = {}) {
  const file = reportFile(report);
  const options = config === undefined ? [] : ["--config", config];
  const [command, args] = node(
    "@playwright/test/cli.js",
    "test",
    "--reporter=list,json",
    ...options,
    ...only,
  );
  const env = {
    CHROMIUM: browser,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    E2E_PORT: String(await freePort()),
  };
  return withReport(file, countPlaywright, () => run(command, args, { env }));
}
