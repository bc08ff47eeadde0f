/**
 * The cost of asking: `(+ 1 2)` with `on-error: "ask"` against without; and the time from a client's answer
 * to the end of the program that continues, against the same evaluation without an error.
 */
import { chromium } from "@playwright/test";
import { pageScript } from "./lib/client.mjs";
import { median, printRatio, spread } from "./lib/stats.mjs";

const PAGES = 3;
const WARM_UP = 200;
const CALLS = 1000;
const HOLDS = 200;
const AIM = 1.1;

export async function ask({ url, executablePath }) {
  const browser = await chromium.launch({ executablePath });
  const all = { asking: [], plain: [], answered: [], asked: [] };
  try {
    for (let round = 0; round < PAGES; round++) {
      const page = await browser.newPage();
      await page.goto(url);
      await page.evaluate(pageScript);
      const given = { warmUp: WARM_UP, calls: CALLS, holds: HOLDS };
      const times = await page.evaluate(measure, given);
      for (const [name, list] of Object.entries(times)) all[name].push(...list);
      await page.close();
    }
  } finally {
    await browser.close();
  }
  console.log(`(+ 1 2), may ask:        ${spread(all.asking, 3)}`);
  console.log(`(+ 1 2):                 ${spread(all.plain, 3)}`);
  printRatio("may ask / may not", all.asking, all.plain, AIM);
  console.log(`from call to question:   ${spread(all.asked, 3)}`);
  console.log(`from answer to result:   ${spread(all.answered, 3)}`);
  console.log(`of which waking it took: about ${(median(all.answered) - median(all.plain)).toFixed(3)} ms`);
}

/** Runs in the page. The alternatives take turns, so that other load of the machine affects all alike. */
async function measure({ warmUp, calls, holds }) {
  const { initialized, request } = globalThis.lispClient();
  await initialized;
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": { elicitation: {} },
  };
  const call = async (args, more = {}) => {
    const params = { name: "evaluate-lisp", arguments: args, _meta: meta, ...more };
    const { result, error } = await request("tools/call", params);
    if (error) throw new Error(error.message);
    return result;
  };
  const timed = async (work) => {
    const start = performance.now();
    const result = await work();
    return [performance.now() - start, result];
  };
  const times = { asking: [], plain: [], answered: [], asked: [] };
  const ask = { "on-error": "ask" };
  for (let round = 0; round < warmUp + calls; round++) {
    const turns = [
      ["asking", () => call({ code: "(+ 1 2)", ...ask })],
      ["plain", () => call({ code: "(+ 1 2)" })],
    ];
    if (round % 2) turns.reverse();
    for (const [name, work] of turns) {
      const [ms, result] = await timed(work);
      if (result.content[0].text !== "=> 3") throw new Error(result.content[0].text);
      if (round >= warmUp) times[name].push(ms);
    }
  }
  for (let round = 0; round < holds; round++) {
    const code = { code: "(+ 1 nothing-here)", ...ask };
    const [askedMs, { requestState }] = await timed(() => call(code));
    const content = { restart: "USE-VALUE", values: "2" };
    const answer = { requestState, inputResponses: { restart: { action: "accept", content } } };
    const [answeredMs, result] = await timed(() => call(code, answer));
    if (!result.content[0].text.endsWith("=> 3")) throw new Error(result.content[0].text);
    if (round < 20) continue;
    times.asked.push(askedMs);
    times.answered.push(answeredMs);
  }
  return times;
}
