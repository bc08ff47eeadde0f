/**
 * The shipped server in a page of Chromium, its images in Workers; and in the same page cells, with a server
 * of their own, and frames that come and go.
 */
import { chromium } from "@playwright/test";
import { findChromium } from "../../../../scripts/lib/browser.mjs";
import { DIST } from "../../../../scripts/lib/paths.mjs";
import { Problem } from "../../../../scripts/lib/report.mjs";
import { listen, wantedPort } from "../../../../scripts/lib/site.mjs";
import { CLIENTS } from "../diet.mjs";
import { createEater } from "../eater.mjs";
import { inspectWorkers } from "../inspector.mjs";
import { createCells } from "./cells.mjs";
import { watchMemories } from "./memories.mjs";
import { countObjects } from "./objects.mjs";
import { plantLeak } from "./plant.mjs";
import { TOOLS } from "./tools.mjs";
import { createVisitor } from "./visitor.mjs";

/** The folder of the site that has the index of systems. */
const SYSTEMS = "/systems/";

export async function soakInChromium({ systems, leak }) {
  const executablePath = await findChromium();
  if (!executablePath) throw new Problem("No Chromium was found: install one, or set CHROMIUM to its path.");
  const site = await listen({ "/": DIST, [SYSTEMS]: systems }, wantedPort("0"), { fetched: [SYSTEMS] });
  const browser = await chromium.launch({ executablePath });
  const page = await browser.newPage();
  await page.addInitScript(watchMemories);
  const session = await page.context().newCDPSession(page);
  const workers = await inspectWorkers(session);
  await page.goto(`${site.url}LICENSE.txt`);
  await page.evaluate(
    async ([sources, clients, tools, systems, bytes]) => {
      const [createEater, createVisitor, createCells, plantLeak] = sources.map((source) =>
        new Function(`return ${source}`)(),
      );
      const { LispServer } = await import("/jscl-mcp.js");
      const options = { tools, systems, systemsCache: true, journal: { name: "soak" } };
      const server = await LispServer.start(options);
      const eater = createEater(Array.from({ length: clients }, () => server.connect()));
      await eater.open();
      const leaks = plantLeak(bytes);
      globalThis.soak = {
        ...eater,
        ...createVisitor(() => server.connect()),
        ...createCells(),
        request(asked) {
          leaks.grow();
          return eater.request(asked);
        },
      };
    },
    [[createEater, createVisitor, createCells, plantLeak].map(String), CLIENTS, TOOLS, SYSTEMS, leak],
  );
  const ask = (name, argument) =>
    page.evaluate(([does, given]) => globalThis.soak[does](given), [name, argument]);
  return {
    title: "Chromium",
    granted: null,
    eat: (meals) => ask("eatAll", meals),
    request: (asked) => ask("request", asked),
    notified: () => ask("notified"),
    visit: (code) => ask("visit", code),
    cell: (lisp) => ask("cell", lisp),
    frame: (address) => ask("frame", address),
    async objects() {
      const counter = countObjects();
      const feed = ({ chunk }) => counter.feed(chunk);
      session.on("HeapProfiler.addHeapSnapshotChunk", feed);
      await session.send("HeapProfiler.takeHeapSnapshot");
      session.off("HeapProfiler.addHeapSnapshotChunk", feed);
      const [lisp, cells] = await workers.objects();
      return { hostObjects: counter.bytes, lispObjects: lisp, cellsObjects: cells };
    },
    async memory() {
      await session.send("HeapProfiler.collectGarbage");
      const { usedSize } = await session.send("Runtime.getHeapUsage");
      const heaps = await workers.heaps();
      const { documents, nodes } = await session.send("Memory.getDOMCounters");
      return {
        host: usedSize,
        lisp: heaps[0],
        cells: heaps[1],
        wasm: await page.evaluate(() => globalThis.soakedMemories()),
        images: heaps.length,
        documents,
        nodes,
      };
    },
    async close() {
      await browser.close();
      await site.close();
    },
  };
}
