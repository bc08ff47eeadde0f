/**
 * Draws samples as an SVG: a panel for each server and heap, by the minute. Colours follow the reader's,
 * light or dark, also where a page shows the file as an image.
 */
import { WARM_UP_MINUTES } from "./flat.mjs";

const [PANEL_WIDTH, PANEL_HEIGHT] = [360, 170];
const [LEFT, RIGHT, TOP, BOTTOM] = [52, 84, 34, 30];
const GAP = 16;

/** What stands together: `[title, [key, label]...]`; the first of them is the highest curve. */
const PANELS = [
  ["the server's thread", ["host", "heap"], ["hostObjects", "objects"]],
  ["Lisp's thread", ["lisp", "heap"], ["lispObjects", "objects"]],
  ["the Lisp of the cells", ["cells", "heap"], ["cellsObjects", "objects"]],
  ["WebAssembly", ["wasm", "memory"]],
];

const STYLE = `
  .ground { fill: #ffffff }
  text { fill: #24292f; font: 11px system-ui, sans-serif }
  .title { font-weight: 600; font-size: 12px }
  .grid { stroke: #d0d7de; stroke-width: 1 }
  .warm { fill: #eaeef2 }
  .curve { fill: none; stroke: #0a5fb4; stroke-width: 1.8; stroke-linejoin: round }
  .second { stroke: #b35900 }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #0d1117 }
    text { fill: #e6edf3 }
    .grid { stroke: #3d444d }
    .warm { fill: #1c2430 }
    .curve { stroke: #6cb6ff }
    .second { stroke: #f0a35e }
  }`;

const MB = 2 ** 20;

/** The text of the picture of `[{ title, samples }]`. */
export function picture(servers) {
  const rows = PANELS.map(([title, ...curves]) =>
    servers
      .map((server) => ({ title: `${server.title}: ${title}`, curves: curvesOf(server, curves) }))
      .filter((each) => each.curves.length > 0),
  ).filter((row) => row.length > 0);
  const columns = Math.max(...rows.map((row) => row.length));
  const width = GAP + columns * (PANEL_WIDTH + GAP);
  const height = GAP + rows.length * (PANEL_HEIGHT + GAP);
  const panels = rows.flatMap((row, y) =>
    row.map(({ title, curves }, x) => {
      const at = `translate(${GAP + x * (PANEL_WIDTH + GAP)} ${GAP + y * (PANEL_HEIGHT + GAP)})`;
      return `<g transform="${at}">${panel(title, curves)}</g>`;
    }),
  );
  const label = "Memory in use, minute by minute, of the server in Node and in Chromium";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${label}">
<style>${STYLE}
</style>
<rect class="ground" width="${width}" height="${height}"/>
${panels.join("\n")}
</svg>
`;
}

/** `[{ label, points }]` of the keys that a server has samples of; points are minutes and megabytes. */
function curvesOf({ samples }, curves) {
  return curves
    .map(([key, label]) => {
      const sampled = samples.filter((sample) => sample[key] !== undefined);
      return { label, points: sampled.map((sample) => [sample.minute, sample[key] / MB]) };
    })
    .filter(({ points }) => points.length > 0);
}

function panel(title, curves) {
  const all = curves.flatMap(({ points }) => points);
  const lastMinute = Math.max(...all.map(([minute]) => minute));
  const most = niceAbove(Math.max(...all.map(([, megabytes]) => megabytes)));
  const x = (minute) => round(LEFT + (minute / lastMinute) * (PANEL_WIDTH - LEFT - RIGHT));
  const y = (megabytes) => round(PANEL_HEIGHT - BOTTOM - (megabytes / most) * (PANEL_HEIGHT - TOP - BOTTOM));
  const warm = Math.min(WARM_UP_MINUTES, lastMinute);
  const heights = [0, most / 2, most];
  const minutes = [0, 0.25, 0.5, 0.75, 1].map((share) => Math.round(share * lastMinute));
  return [
    `<text class="title" x="0" y="14">${title}</text>`,
    `<rect class="warm" x="${x(0)}" y="${TOP}" width="${round(x(warm) - x(0))}" height="${y(0) - TOP}"/>`,
    ...heights.map(
      (each) =>
        `<line class="grid" x1="${LEFT}" x2="${PANEL_WIDTH - RIGHT}" y1="${y(each)}" y2="${y(each)}"/><text x="${LEFT - 6}" y="${y(each) + 4}" text-anchor="end">${Number(each.toPrecision(3))} MB</text>`,
    ),
    ...minutes.map(
      (each) =>
        `<text x="${x(each)}" y="${PANEL_HEIGHT - BOTTOM + 16}" text-anchor="middle">${each} min</text>`,
    ),
    ...curves.map(({ label, points }, i) => {
      const [, last] = points.at(-1);
      const line = points.map(([minute, each]) => `${x(minute)},${y(each)}`).join(" ");
      return `<polyline class="curve${i > 0 ? " second" : ""}" points="${line}"/><text x="${PANEL_WIDTH - RIGHT + 6}" y="${y(last) + 4}">${label} ${last.toFixed(1)} MB</text>`;
    }),
  ].join("\n");
}

const round = (number) => Math.round(number * 10) / 10;

/** The next of 1, 2, 4, 6, 8 and 10, times a power of ten. */
function niceAbove(number) {
  const power = 10 ** Math.floor(Math.log10(number));
  return power * [1, 2, 4, 6, 8, 10].find((each) => each * power >= number);
}
