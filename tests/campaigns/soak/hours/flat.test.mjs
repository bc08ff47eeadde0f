import { expect, test } from "vitest";
import { pageWith, tableOf } from "./document.mjs";
import { judge } from "./flat.mjs";
import { picture } from "./picture.mjs";
import { plantLeak } from "./plant.mjs";

const MB = 2 ** 20;

/** Samples of an hour: `objects` tells their bytes at a minute. They are counted each five minutes. */
const hour = (objects, more = () => ({})) =>
  Array.from({ length: 61 }, (_, minute) => ({
    minute,
    requests: minute * 250,
    problems: [],
    ...(minute % 5 === 0 ? { hostObjects: objects(minute) } : {}),
    host: objects(minute) + 10 * MB,
    ...more(minute),
  }));

/** What a collection leaves by chance: up to 100 KB. */
const noise = (minute) => ((minute * 7919) % 11) * 10_000;

const isFlat = (samples) => judge(samples).every((curve) => curve.isFlat);

test("what is noisy, or grows in the warm-up alone, is flat", () => {
  expect(isFlat(hour((minute) => 20 * MB + noise(minute)))).toBe(true);
  expect(isFlat(hour((minute) => 10 * MB + Math.min(minute, 9) * MB + noise(minute)))).toBe(true);
});

test("a leak of 50 bytes for each of 250 requests a minute is found in the noise", () => {
  expect(isFlat(hour((minute) => 20 * MB + noise(minute) + minute * 250 * 50))).toBe(false);
});

test("machine code that is made for an hour is no leak; a heap that grows by more is one", () => {
  const heap = (anHour) =>
    hour(
      () => MB,
      (minute) => ({ host: 30 * MB + (minute / 60) * anHour }),
    );
  expect(isFlat(heap(4 * MB))).toBe(true);
  expect(isFlat(heap(20 * MB))).toBe(false);
});

test("one document or thread that stays now and then is found", () => {
  const documents = (minute) => ({ documents: 3 + Math.floor(minute / 2) });
  expect(isFlat(hour(() => MB, documents))).toBe(false);
  expect(
    isFlat(
      hour(
        () => MB,
        () => ({ images: 2 }),
      ),
    ),
  ).toBe(true);
  expect(
    isFlat(
      hour(
        () => MB,
        (minute) => ({ images: 2 + Math.floor(minute / 20) }),
      ),
    ),
  ).toBe(false);
});

test("a run that ends in the warm-up is not said to be flat", () => {
  expect(isFlat(hour(() => MB).slice(0, 9))).toBe(false);
});

test("the leak that can be planted loses what it says", () => {
  const before = process.memoryUsage().heapUsed;
  const leak = plantLeak(40_000);
  for (let i = 0; i < 2000; i++) leak.grow();
  expect(process.memoryUsage().heapUsed - before).toBeGreaterThan(40e6);
  expect(plantLeak(0).grow()).toBe(false);
});

test("the table and the picture have each server's curves", () => {
  const servers = ["Node", "Chromium"].map((title) => ({
    title,
    samples: hour((minute) => (20 + minute) * MB),
  }));
  expect(tableOf(servers)).toContain(
    "| Chromium: objects of the server's thread | 30.00 MB | 80.00 MB | +61440 KB | +128 KB |",
  );
  const drawn = picture(servers);
  // A heap and its objects, of both.
  expect(drawn.match(/<polyline/g)).toHaveLength(4);
  expect(drawn).toContain("prefers-color-scheme: dark");
  const page = `# A\n<!-- Measured; written by \`npm run soak -- --minutes 60\`. -->\nold\n<!-- End of what was measured. -->\nz`;
  const written = pageWith(page, servers);
  expect(written).not.toContain("old");
  expect(written).toContain("Node: 15,000 requests in 60 minutes, 0 answered wrongly.");
  expect(written.endsWith("\nz")).toBe(true);
  expect(pageWith(written, servers)).toBe(written);
});
