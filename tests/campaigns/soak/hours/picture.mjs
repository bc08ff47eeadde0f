/**
 * Draws samples as an SVG: a panel for each server and heap, its curve by the minute. Colours follow the
 * reader's, light or dark, also where a page shows the file as an image.
 */
import { CURVES, WARM_UP_MINUTES } from "./flat.mjs";

const [PANEL_WIDTH, PANEL_HEIGHT] = [340, 150];
const [LEFT, RIGHT, TOP, BOTTOM] = [52, 14, 34, 30];
const GAP = 12;

const STYLE = `
  .ground { fill: #ffffff }
  text { fill: #24292f; font: 11px system-ui, sans-serif }
  .title { font-weight: 600; font-size: 12px }
  .grid { stroke: #d0d7de; stroke-width: 1 }
  .warm { fill: #eaeef2 }
  .curve { fill: none; stroke: #0a5fb4; stroke-width: 1.8; stroke-linejoin: round }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #0d1117 }
    text { fill: #e6edf3 }
    .grid { stroke: #3d444d }
    .warm { fill: #1c2430 }
    .curve { stroke: #6cb6ff }
  }`;

const MB = 2 ** 20;

/** The text of the picture of `[{ title, samples }]`. */
export function picture(servers) {
  const rows = CURVES.filter(([, , unit]) => unit === "MB").map(([key, title]) =>
    servers
      .filter(({ samples }) => samples[0]?.[key] !== undefined)
      .map((server) => ({ key, title, server })),
  );
  const columns = Math.max(...rows.map((row) => row.length));
  const width = GAP + columns * (PANEL_WIDTH + GAP);
  const height = GAP + rows.length * (PANEL_HEIGHT + GAP);
  const panels = rows.flatMap((row, y) =>
    row.map(({ key, title, server }, x) => {
      const points = server.samples.map((sample) => [sample.minute, sample[key] / MB]);
      const at = `translate(${GAP + x * (PANEL_WIDTH + GAP)} ${GAP + y * (PANEL_HEIGHT + GAP)})`;
      return `<g transform="${at}">${panel(`${server.title}: ${title}`, points)}</g>`;
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

function panel(title, points) {
  const lastMinute = Math.max(...points.map(([minute]) => minute));
  const most = niceAbove(Math.max(...points.map(([, megabytes]) => megabytes)));
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
    `<polyline class="curve" points="${points.map(([minute, each]) => `${x(minute)},${y(each)}`).join(" ")}"/>`,
  ].join("\n");
}

const round = (number) => Math.round(number * 10) / 10;

/** The next of 1, 2, 4, 6 and 10, times a power of ten. */
function niceAbove(number) {
  const power = 10 ** Math.floor(Math.log10(number));
  return power * [1, 2, 4, 6, 8, 10].find((each) => each * power >= number);
}
