/** Numbers in English words and in Roman numerals, as `~R` writes them. */
import { table } from "../objects/table.js";

const SMALL = (
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen " +
  "eighteen nineteen"
).split(" ");
const TENS = " ten twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const PERIODS = (
  " thousand million billion trillion quadrillion quintillion sextillion septillion octillion nonillion decillion " +
  "undecillion duodecillion tredecillion quattuordecillion quindecillion sexdecillion septendecillion " +
  "octodecillion novemdecillion vigintillion"
).split(" ");

const IRREGULAR: Readonly<Record<string, string>> = table({
  one: "first",
  two: "second",
  three: "third",
  five: "fifth",
  eight: "eighth",
  nine: "ninth",
  twelve: "twelfth",
});

function belowThousand(n: number): string[] {
  const words: string[] = [];
  if (n >= 100) words.push(SMALL[Math.floor(n / 100)] as string, "hundred");
  const rest = n % 100;
  if (rest >= 20) {
    const tens = TENS[Math.floor(rest / 10)] as string;
    words.push(rest % 10 === 0 ? tens : `${tens}-${SMALL[rest % 10]}`);
  } else if (rest > 0) words.push(SMALL[rest] as string);
  return words;
}

/** "one hundred twenty-three"; undefined from 10^66 on, for which there are no names here. */
export function cardinal(n: bigint): string | undefined {
  if (n === 0n) return "zero";
  const words: string[] = [];
  let rest = n < 0n ? -n : n;
  for (let period = 0; rest > 0n; period++) {
    const name = PERIODS[period];
    if (name === undefined) return undefined;
    const group = Number(rest % 1000n);
    if (group > 0) words.unshift(...belowThousand(group), ...(name === "" ? [] : [name]));
    rest /= 1000n;
  }
  if (n < 0n) words.unshift("negative");
  return words.join(" ");
}

/** "one hundred twenty-third". */
export function ordinal(n: bigint): string | undefined {
  const words = cardinal(n);
  if (words === undefined) return undefined;
  const cut = Math.max(words.lastIndexOf(" "), words.lastIndexOf("-")) + 1;
  const last = words.slice(cut);
  const irregular = IRREGULAR[last];
  if (irregular !== undefined) return words.slice(0, cut) + irregular;
  return words.slice(0, cut) + (last.endsWith("y") ? `${last.slice(0, -1)}ieth` : `${last}th`);
}

const ROMAN: readonly [number, string][] = [
  [1000, "M"],
  [900, "CM"],
  [500, "D"],
  [400, "CD"],
  [100, "C"],
  [90, "XC"],
  [50, "L"],
  [40, "XL"],
  [10, "X"],
  [9, "IX"],
  [5, "V"],
  [4, "IV"],
  [1, "I"],
];

/** Roman numerals: 1 to 3999, or to 4999 in the old style without subtraction; undefined beyond. */
export function roman(n: number, oldStyle: boolean): string | undefined {
  if (n < 1 || n > (oldStyle ? 4999 : 3999)) return undefined;
  let rest = n;
  let text = "";
  for (const [value, letters] of ROMAN) {
    if (oldStyle && letters.length === 2) continue;
    while (rest >= value) {
      text += letters;
      rest -= value;
    }
  }
  return text;
}
