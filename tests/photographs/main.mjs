/**
 * `npm run photographs`: photographs every state of the playground, in light, dark and forced colours, wide
 * and narrow, into build/photographs/now/, and lists what differs from the time before, which is kept beside
 * it. `-- firefox` and `-- webkit` take other browsers, `-- phone dark` some looks, `-- held error` some
 * states. Needs dist/.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { at, DIST } from "../../scripts/lib/paths.mjs";
import { Problem, runMain } from "../../scripts/lib/report.mjs";
import { listen, wantedPort } from "../../scripts/lib/site.mjs";
import { BROWSERS, canLook, LOOKS } from "./browsers.mjs";
import { differences } from "./compare.mjs";
import { Desk } from "./desk.mjs";
import { STATES } from "./states.mjs";

const NOW = at("build", "photographs", "now");
const BEFORE = at("build", "photographs", "before");
const DIFFERENCES = at("build", "photographs", "differences");

/** Of some things those that the command line names; all where it names none. */
function asked(all, words) {
  const some = all.filter((each) => words.includes(each));
  return some.length > 0 ? some : all;
}

async function takeAll(browserName, look, states, url) {
  const { browser, page } = await BROWSERS[browserName](look);
  try {
    const desk = new Desk(page);
    await desk.open(url);
    for (const state of STATES) {
      await state.enter(desk);
      await desk.settle();
      if (states.includes(state.name))
        await desk.photograph(join(NOW, `${browserName}-${look.name}-${state.name}.png`));
      await state.leave?.(desk);
    }
  } finally {
    await browser.close();
  }
}

await runMain(async () => {
  if (!existsSync(DIST)) throw new Problem("There is no dist/ yet: run `npm run build` first.");
  const words = process.argv.slice(2);
  const states = STATES.map(({ name }) => name);
  const looks = LOOKS.map(({ name }) => name);
  const unknown = words.find((word) => ![...states, ...looks, ...Object.keys(BROWSERS)].includes(word));
  if (unknown) throw new Problem(`There is no browser, look or state "${unknown}".`);
  mkdirSync(NOW, { recursive: true });
  mkdirSync(BEFORE, { recursive: true });
  const browsers = Object.keys(BROWSERS).filter((name) => words.includes(name));
  const server = await listen({ "/": DIST }, wantedPort("0"));
  const isTaken = (name) => readdirSync(NOW).includes(name);
  try {
    for (const browser of browsers.length > 0 ? browsers : ["chromium"])
      for (const look of LOOKS.filter(({ name }) => asked(looks, words).includes(name))) {
        if (!canLook(browser, look)) continue;
        const chosen = asked(states, words);
        for (const name of chosen.map((state) => `${browser}-${look.name}-${state}.png`))
          if (isTaken(name)) renameSync(join(NOW, name), join(BEFORE, name));
        console.log(`${browser}, ${look.name} …`);
        await takeAll(browser, look, chosen, server.url);
      }
  } finally {
    await server.close();
  }
  rmSync(DIFFERENCES, { recursive: true, force: true });
  for (const each of differences(BEFORE, NOW, DIFFERENCES)) console.log(each);
});
