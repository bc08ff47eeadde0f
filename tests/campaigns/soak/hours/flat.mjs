import { slope } from "../fit.mjs";

/** Minutes of the warm-up: tables reach their size, code is optimised. */
export const WARM_UP_MINUTES = 10;

const KIB = 1024;

/**
 * What a heap may grow in an hour, as the slope of its samples after the warm-up says. A request that lost an
 * object of 40 bytes would show: there are some 15,000 in an hour.
 */
const BYTES_AN_HOUR = 512 * KIB;

/** WebAssembly grows by pages of 64 KiB, and never shrinks. */
const WASM_BYTES_AN_HOUR = 128 * KIB;

/** What is sampled: `[key, title, unit, the most that an hour may add]`. */
export const CURVES = [
  ["host", "the heap of the server's thread", "MB", BYTES_AN_HOUR],
  ["lisp", "the heap of Lisp's thread", "MB", BYTES_AN_HOUR],
  ["cells", "the heap of the cells' Lisp", "MB", BYTES_AN_HOUR],
  ["wasm", "WebAssembly's memory", "MB", WASM_BYTES_AN_HOUR],
  ["images", "threads with an image", "", 0],
  ["documents", "documents", "", 0],
  ["nodes", "nodes of documents", "", 500],
];

/**
 * What the samples of a server come to, curve by curve: `[{ key, title, unit, most, first, last, anHour,
 * isFlat }]`, of those that it has.
 */
export function judge(samples) {
  const counted = samples.filter(({ minute }) => minute >= WARM_UP_MINUTES);
  return CURVES.filter(([key]) => samples[0]?.[key] !== undefined).map(([key, title, unit, most]) => {
    const anHour = slope(counted.map((sample) => [sample.minute / 60, sample[key]]));
    const isFlat = counted.length > 2 && anHour <= most;
    return { key, title, unit, most, first: counted[0]?.[key], last: counted.at(-1)?.[key], anHour, isFlat };
  });
}
