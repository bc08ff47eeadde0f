/** Writes what an hour has measured into docs/. */
import { readFileSync, writeFileSync } from "node:fs";
import { at } from "../../../../scripts/lib/paths.mjs";
import { Problem, thousands } from "../../../../scripts/lib/report.mjs";
import { judge, WARM_UP_MINUTES } from "./flat.mjs";
import { picture } from "./picture.mjs";

const PAGE = at("docs", "soak.md");
const BEGIN = "<!-- Measured; written by `npm run soak -- --minutes 60`. -->";
const END = "<!-- End of what was measured. -->";

const shown = (unit, number) =>
  unit === "MB" ? `${(number / 2 ** 20).toFixed(2)} MB` : String(Math.round(number));
const change = (unit, number) =>
  unit === "MB"
    ? `${number < 0 ? "−" : "+"}${(Math.abs(number) / 2 ** 10).toFixed(0)} KB`
    : number.toFixed(1);

/** The rows of a table of `[{ title, samples }]`. */
export function tableOf(servers) {
  return [
    `| | after ${WARM_UP_MINUTES} minutes | at the end | slope of an hour | allowed |`,
    "|---|---|---|---|---|",
    ...servers.flatMap(({ title, samples }) =>
      judge(samples).map(
        ({ title: curve, unit, first, last, anHour, most }) =>
          `| ${title}: ${curve} | ${shown(unit, first)} | ${shown(unit, last)} | ${change(unit, anHour)} | ${change(unit, most)} |`,
      ),
    ),
  ];
}

/** The page with the table and a line about the run in the place of those before. */
export function pageWith(page, servers) {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined) throw new Problem("docs/soak.md has no place for what was measured.");
  const runs = servers.map(({ title, samples }) => {
    const { minute, requests } = samples.at(-1);
    const wrong = samples.reduce((sum, { problems }) => sum + problems.length, 0);
    return `${title}: ${thousands(requests)} requests in ${Math.round(minute)} minutes, ${wrong} answered wrongly.`;
  });
  return `${before}${BEGIN}\n\n${tableOf(servers).join("\n")}\n\n${runs.join("\n\n")}\n\n${END}${after}`;
}

export function writeDocument(servers) {
  writeFileSync(PAGE, pageWith(readFileSync(PAGE, "utf8"), servers));
  writeFileSync(at("docs", "soak.svg"), picture(servers));
}
