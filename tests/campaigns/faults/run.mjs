import { Random } from "../fuzz/random.mjs";
import { createLab } from "./lab.mjs";

/** Runs a scenario in a fresh page of `browser`: `{ tried, requests, lost, problems }`. */
export async function runScenario(name, scenario, { browser, url, seed, rounds }) {
  const page = await browser.newPage();
  const faults = [];
  page.on("pageerror", (error) => faults.push(`the page: ${error.message}`));
  const enter = async () => {
    await page.goto(`${url}LICENSE.txt`);
    await page.evaluate((source) => {
      globalThis.lab = new Function(`return ${source}`)()();
    }, createLab.toString());
  };
  try {
    await enter();
    const { tried, problems } = await scenario({ page, random: new Random(seed, name), rounds, enter });
    const { requests, lost, twice, strays } = await page.evaluate(() => globalThis.lab.sum());
    if (twice > 0) problems.push(`${twice} requests with more than one answer`);
    if (strays > 0) problems.push(`${strays} answers to no request`);
    return { tried, requests, lost, problems: [...problems, ...faults] };
  } catch (error) {
    return { tried: "", requests: 0, lost: 0, problems: [`the scenario itself failed: ${error.message}`] };
  } finally {
    await page.close();
  }
}
