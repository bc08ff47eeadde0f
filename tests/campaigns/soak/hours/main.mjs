/** The soak by the clock: Node and Chromium at the same time, with every surface in the diet. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { at } from "../../../../scripts/lib/paths.mjs";
import { writeDocument } from "./document.mjs";
import { CURVES, judge } from "./flat.mjs";
import { eatForMinutes } from "./hour.mjs";
import { soakInChromium } from "./in-chromium.mjs";
import { soakInNode } from "./in-node.mjs";
import { indexOfSystems } from "./systems.mjs";

/** Where the samples are left, for a closer look. */
const SAMPLES = at("build", "soak");

/** Which servers there are, by the option that chooses one. */
const SERVERS = { node: soakInNode, chromium: soakInChromium };

/** A run that is shorter says nothing that the documents should have. */
const DOCUMENTED_MINUTES = 60;

/** Resolves to whether all was flat and answered as it should be. */
export async function soakForMinutes({ minutes, seed, only }) {
  const folder = mkdtempSync(join(tmpdir(), "soak-"));
  const leak = Number(process.env.JSCL_MCP_SOAK_LEAK ?? 0);
  mkdirSync(SAMPLES, { recursive: true });
  try {
    const systems = await indexOfSystems(folder);
    const names = Object.keys(SERVERS).filter((name) => only.length === 0 || only.includes(name));
    const servers = await Promise.all(
      names.map(async (name) => {
        const server = await SERVERS[name]({ folder, systems, leak });
        try {
          const samples = await eatForMinutes(server, {
            minutes,
            seed,
            onSample: (each) => tell(server, each),
          });
          writeFileSync(join(SAMPLES, `${name}.json`), JSON.stringify(samples));
          return { title: server.title, samples };
        } finally {
          await server.close();
        }
      }),
    );
    if (minutes >= DOCUMENTED_MINUTES && names.length === Object.keys(SERVERS).length && leak === 0)
      writeDocument(servers);
    return verdict(servers);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function tell({ title }, { minute, requests, problems, cpuMs, resident, ...memory }) {
  const curves = CURVES.filter(([key]) => memory[key] !== undefined).map(
    ([key, , unit]) => `${key} ${unit === "MB" ? `${(memory[key] / 2 ** 20).toFixed(3)} MB` : memory[key]}`,
  );
  if (resident !== undefined) curves.push(`resident ${(resident / 2 ** 20).toFixed(0)} MB`);
  if (cpuMs !== undefined) curves.push(`cpu ${(cpuMs / 1000).toFixed(0)} s`);
  console.log(
    `${title.padEnd(8)} ${minute.toFixed(1).padStart(5)} min ${String(requests).padStart(6)} requests   ${curves.join("   ")}   ${problems.length} problems`,
  );
  for (const problem of problems.slice(0, 20)) console.log(`    ${problem}`);
}

function verdict(servers) {
  let isSound = true;
  const judged = (text, isFine) => {
    console.log(`${isFine ? "✓" : "✗"} ${text}`);
    isSound &&= isFine;
  };
  for (const { title, samples } of servers) {
    for (const { title: curve, anHour, most, isFlat } of judge(samples))
      judged(`${title}, ${curve}: ${Math.round(anHour)} more an hour (at most ${most})`, isFlat);
    const wrong = samples.reduce((sum, { problems }) => sum + problems.length, 0);
    judged(
      `${title}: ${samples.at(-1).requests} requests, ${wrong} not answered as they should be`,
      wrong === 0,
    );
  }
  return isSound;
}
