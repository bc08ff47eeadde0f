import { slope } from "../fit.mjs";

/** Minutes of the warm-up: tables reach their size, code is optimised. */
export const WARM_UP_MINUTES = 10;

const KIB = 1024;

/**
 * What the objects of a heap may grow in an hour, as the slope of the samples after the warm-up says. A
 * request that lost an object of 20 bytes would show: there are some 30,000 in an hour.
 */
const OBJECT_BYTES_AN_HOUR = 512 * KIB;

/** The same of the server's thread, where few things are made: cells that kept their answers were 170 KB. */
const HOST_OBJECT_BYTES_AN_HOUR = 128 * KIB;

/** What a heap may grow as a whole: V8 makes machine code for functions as they become hot, for hours. */
const HEAP_BYTES_AN_HOUR = 8192 * KIB;

/** WebAssembly grows by pages of 64 KiB, and never shrinks. */
const WASM_BYTES_AN_HOUR = 128 * KIB;

/** What is sampled: `[key, title, unit, the most that an hour may add]`. */
export const CURVES = [
  ["hostObjects", "objects of the server's thread", "MB", HOST_OBJECT_BYTES_AN_HOUR],
  ["host", "the heap of the server's thread", "MB", HEAP_BYTES_AN_HOUR],
  ["lispObjects", "objects of Lisp's thread", "MB", OBJECT_BYTES_AN_HOUR],
  ["lisp", "the heap of Lisp's thread", "MB", HEAP_BYTES_AN_HOUR],
  ["cellsObjects", "objects of the cells' Lisp", "MB", OBJECT_BYTES_AN_HOUR],
  ["cells", "the heap of the cells' Lisp", "MB", HEAP_BYTES_AN_HOUR],
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
  return CURVES.filter(([key]) => samples[0]?.[key] !== undefined).map(([key, title, unit, most]) => {
    const counted = samples.filter((sample) => sample.minute >= WARM_UP_MINUTES && sample[key] !== undefined);
    const anHour = slope(counted.map((sample) => [sample.minute / 60, sample[key]]));
    const isFlat = counted.length > 2 && anHour <= most;
    return { key, title, unit, most, first: counted[0]?.[key], last: counted.at(-1)?.[key], anHour, isFlat };
  });
}
