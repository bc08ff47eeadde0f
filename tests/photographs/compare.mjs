/** Compares photographs with those of the last time. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";

/** The share of pixels that may differ: edges of letters do. */
const LEAST_SHARE = 0.0005;

const names = (folder) =>
  existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".png")) : [];

/**
 * What differs between two folders of photographs, in words, the most different first; pictures of the
 * differences go into a third one.
 */
export function differences(before, now, folder) {
  mkdirSync(folder, { recursive: true });
  const there = new Set(names(before));
  const found = [];
  for (const name of names(now)) {
    if (!there.delete(name)) found.push([1, `${name}: new`]);
    else found.push(...differenceOf(name, join(before, name), join(now, name), folder));
  }
  for (const name of there) found.push([1, `${name}: not taken this time`]);
  return found.sort(([a], [b]) => b - a).map(([, words]) => words);
}

function differenceOf(name, before, now, folder) {
  const [old, present] = [before, now].map((file) => PNG.sync.read(readFileSync(file)));
  const { width, height } = present;
  if (old.width !== width || old.height !== height) return [[1, `${name}: of another size`]];
  const picture = new PNG({ width, height });
  const count = pixelmatch(old.data, present.data, picture.data, width, height, { threshold: 0.15 });
  const share = count / (width * height);
  if (share < LEAST_SHARE) return [];
  writeFileSync(join(folder, name), PNG.sync.write(picture));
  return [[share, `${name}: ${(share * 100).toFixed(2)} % of the pixels`]];
}
