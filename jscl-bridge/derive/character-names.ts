/**
 * Writes the file of characters' names: each by what it has in common with the one before.
 * `runtime/library/unicode-names.ts` reads it.
 */

import { writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { FIRST_STEP, MOST_KEPT_BEHIND, NEXT, wordAfter } from "../runtime/library/unicode-names.js";

/** Code points with the names that Unicode lists, in order. */
type Listed = readonly (readonly [code: number, name: string])[];

/** Names that are made of the code point, or of letters, need no list; neither do control characters. */
function listed(all: ReadonlyMap<number, string>): Listed {
  return (
    [...all]
      .filter(
        ([, name]) =>
          name === name.toUpperCase() && !/^(CJK COMPATIBILITY IDEOGRAPH|NUSHU CHARACTER)-/.test(name),
      )
      // `#\Page` is another character.
      .map(([code, name]): [number, string] => [code, name === "PAGE" ? "UNICODE PAGE" : name])
      .sort(([a], [b]) => a - b)
  );
}

function runsOf(names: Listed): string {
  const runs: string[] = [];
  let end = 0;
  for (let i = 0; i < names.length; ) {
    const start = (names[i] as Listed[number])[0];
    let length = 0;
    while (i < names.length && (names[i] as Listed[number])[0] === start + length) {
      length++;
      i++;
    }
    runs.push(`${(start - end).toString(36)},${length.toString(36)}`);
    end = start + length;
  }
  return runs.join(" ");
}

function countWhile(limit: number, holds: (index: number) => boolean): number {
  let count = 0;
  while (count < limit && holds(count)) count++;
  return count;
}

function encoded(all: ReadonlyMap<number, string>): string {
  const names = listed(all);
  let steps = "";
  const between: string[] = [];
  let last: string[] = [];
  for (const [, name] of names) {
    const words = name.split(" ");
    const next = wordAfter(last.at(-1) ?? "");
    if (next !== null && [...last.slice(0, -1), next].join(" ") === name) steps += NEXT;
    else {
      const most = Math.min(words.length, last.length);
      const front = countWhile(most, (i) => words[i] === last[i]);
      const behind = countWhile(
        Math.min(most - front, MOST_KEPT_BEHIND),
        (i) => words.at(-1 - i) === last.at(-1 - i),
      );
      steps += String.fromCharCode(FIRST_STEP + front * (MOST_KEPT_BEHIND + 1) + behind);
      between.push(
        words
          .slice(front, words.length - behind)
          .join(" ")
          .toLowerCase(),
      );
    }
    last = words;
  }
  return JSON.stringify([runsOf(names), steps, between.join(",")]);
}

const [source, output] = process.argv.slice(2);
if (source === undefined || output === undefined)
  throw new Error("usage: character-names <names.mjs> <out-file>");
const { default: names } = (await import(pathToFileURL(source).href)) as { default: Map<number, string> };
await writeFile(output, encoded(names));
