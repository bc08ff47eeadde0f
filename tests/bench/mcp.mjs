/**
 * `tools/call` of ours against the official TypeScript servers (SDK 2 with the packages of today, and SDK 1)
 * with the same tool, an echo, behind MessagePorts in the same page: round trips, calls a second, bytes to
 * download and bytes a client. The echo is a tool of the build for tests, not of the one we ship; all else is
 * the same.
 */
import { cpSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { build } from "esbuild";
import { measuredSteps } from "../../scripts/lib/build-steps.mjs";
import { bundlePackageWith } from "../../scripts/lib/bundle.mjs";
import { brotliSize } from "../../scripts/lib/compress.mjs";
import { at, BENCH, DIST, MEASURED } from "../../scripts/lib/paths.mjs";
import { thousands } from "../../scripts/lib/report.mjs";
import { runSteps } from "../../scripts/lib/steps.mjs";
import { median, percentile } from "./lib/stats.mjs";

const NAMES = ["ours", "sdk2", "sdk1"];
const KB = 1000;
const MB = 1000 * KB;
const AIM = 1;

/**
 * The number of calls of each size: enough for a steady median, and never more in flight than a page can
 * hold.
 */
const SIZES = [
  { title: "1 KB", size: KB, warmUp: 200, calls: 400, pipelined: 3000, window: 200, rounds: 3 },
  { title: "100 KB", size: 100 * KB, warmUp: 10, calls: 60, pipelined: 200, window: 40, rounds: 3 },
  { title: "10 MB", size: 10 * MB, warmUp: 1, calls: 4, pipelined: 8, window: 4, rounds: 2 },
];
const CLIENTS = [1, 10, 100];

export async function mcp({ url, executablePath }) {
  await runSteps(measuredSteps);
  await makeSite();
  await printDownloads();
  const browser = await chromium.launch({ executablePath });
  try {
    for (const era of ["legacy", "modern"]) {
      console.log(
        `\n${era} era${" ".repeat(14)}round trip, ms: median (95th percentile)${" ".repeat(24)}calls a second`,
      );
      printLine(["", ...NAMES, "ratio", "", ...NAMES, "ratio"]);
      for (const clients of CLIENTS)
        for (const size of SIZES) await compare(browser, url, era, clients, size);
    }
    await compareLisp(browser, url);
    await compareMemory(browser, url);
  } finally {
    await browser.close();
  }
}

/** dist/ with the server that has an echo, and the official servers bundled beside it. */
async function makeSite() {
  rmSync(BENCH, { recursive: true, force: true });
  mkdirSync(BENCH, { recursive: true });
  const site = join(BENCH, "site");
  cpSync(DIST, site, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) });
  cpSync(join(MEASURED, "jscl_mcp_bg.wasm"), join(site, "jscl_mcp_bg.wasm"));
  await bundlePackageWith(MEASURED, site);
  await bundled({
    entryPoints: [at("tests", "bench", "lib", "official-servers.mjs")],
    outfile: join(BENCH, "official-servers.js"),
  });
}

async function bundled(options) {
  const { outputFiles } = await build({
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    legalComments: "none",
    logLevel: "error",
    ...options,
  });
  return outputFiles?.[0].contents;
}

const ALONE = {
  sdk2: `import { McpServer } from "@modelcontextprotocol/server"; import { z } from "zod";`,
  sdk1: `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js"; import { z } from "zod";`,
};

/** The bytes that a page downloads of each, as a host sends them: minified, with brotli. */
async function printDownloads() {
  const weigh = brotliSize;
  const ours =
    (await weigh(readFileSync(join(DIST, "jscl_mcp_bg.wasm")))) +
    (await weigh(readFileSync(join(DIST, "jscl-mcp.js"))));
  const parts = [`ours (the server, without the Lisp) ${thousands(ours)}`];
  for (const [name, head] of Object.entries(ALONE)) {
    const contents = `${head} const server = new McpServer({ name: "echo", version: "1" });
      server.registerTool("echo", { inputSchema: ${name === "sdk2" ? "z.object" : ""}({ text: z.string() }) },
        async ({ text }) => ({ content: [{ type: "text", text }] }));
      export { server };`;
    const stdin = { contents, resolveDir: at() };
    parts.push(`${name} with one tool ${thousands(await weigh(await bundled({ stdin, write: false })))}`);
  }
  console.log(`download, bytes after brotli: ${parts.join("; ")}`);
}

async function openPage(browser, url) {
  const page = await browser.newPage();
  await page.goto(`${url}bench/mcp.html`);
  await page.waitForFunction(() => globalThis.servers !== undefined, undefined, { polling: 50 });
  return page;
}

async function compare(browser, url, era, clients, { title, ...plan }) {
  const page = await openPage(browser, url);
  const { times, rates } = await page.evaluate((given) => globalThis.bench.measure(given), {
    ...plan,
    names: NAMES,
    era,
    clients,
  });
  const time = (name) => `${digits(median(times[name]))} (${digits(percentile(times[name], 95))})`;
  const best = (of, choose) => choose(...["sdk2", "sdk1"].map((name) => median(of[name])));
  const latency = median(times.ours) / best(times, Math.min);
  const rate = median(rates.ours) / best(rates, Math.max);
  printLine([
    `${clients} × ${title}`,
    ...NAMES.map(time),
    `${latency.toFixed(2)} ${latency <= AIM ? "✓" : "✗"}`,
    "",
    ...NAMES.map((name) => digits(median(rates[name]))),
    `${rate.toFixed(2)} ${rate >= AIM ? "✓" : "✗"}`,
  ]);
  await page.close();
}

async function compareLisp(browser, url) {
  const page = await openPage(browser, url);
  const plan = { names: NAMES, era: "legacy", warmUp: 200, calls: 500 };
  const times = await page.evaluate((given) => globalThis.bench.measureLisp(given), plan);
  const text = (name) => `${digits(median(times[name]))} ms (${digits(percentile(times[name], 95))})`;
  console.log(
    `\nevaluate-lisp "1", through a Worker and back: ${text("ours")}; an echo without one: sdk2 ${text("sdk2")}, sdk1 ${text("sdk1")}`,
  );
  await page.close();
}

/** The part of the page's heap that a connected client takes after one call. */
async function compareMemory(browser, url) {
  const count = 100;
  const perClient = [];
  for (const name of NAMES) {
    const page = await openPage(browser, url);
    const session = await page.context().newCDPSession(page);
    const used = async () => {
      await session.send("HeapProfiler.collectGarbage");
      const { usedSize, embedderHeapUsedSize, backingStorageSize } =
        await session.send("Runtime.getHeapUsage");
      return usedSize + embedderHeapUsedSize + backingStorageSize;
    };
    const connect = (given) => page.evaluate((plan) => globalThis.bench.keep(plan), given);
    await connect({ name, era: "legacy", count: 10 });
    const before = await used();
    await connect({ name, era: "legacy", count });
    perClient.push(`${name} ${thousands(Math.round(((await used()) - before) / count))}`);
    await page.close();
  }
  console.log(`memory, bytes a client (its own end of the port included): ${perClient.join("; ")}`);
}

function digits(number) {
  if (number >= 100) return number.toFixed(0);
  return number.toPrecision(3);
}

const WIDTHS = [14, 17, 17, 17, 10, 3, 9, 9, 9, 10];
function printLine(cells) {
  console.log(cells.map((cell, i) => (i === 0 ? cell.padEnd(WIDTHS[i]) : cell.padStart(WIDTHS[i]))).join(""));
}
