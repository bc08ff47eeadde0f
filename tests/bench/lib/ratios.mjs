/** What the measures of programs (`measure.mjs`) come to: ratios, their means, and what is wrong. */
import { geometricMean, percentile } from "./stats.mjs";

/** The names, among the Lisps, of the build before and of JavaScript by hand in a place. */
export const before = (key) => `${key}-before`;
export const byHand = (key) => `${key}-by-hand`;

/** How much slower than the build before a program may be, beyond its own spread, as a ratio. */
const SLOWER = 0.05;

/** One time over another; null where one is missing. */
export const ratioOf = (one, other) =>
  one?.ms === undefined || other?.ms === undefined ? null : one.ms / other.ms;

/**
 * Ours over the build before as `{ ratio, spread, slower }`: how far the fastest quarter of its rounds lies
 * apart, as a share, and whether the ratio is more than that and 5 % over 1; null where one has no time.
 */
export function comparison(ours, old) {
  const ratio = ratioOf(ours, old);
  if (ratio === null) return null;
  const spread = Math.max(...[ours, old].map(({ ms, samples }) => percentile(samples, 25) / ms - 1));
  return { ratio, spread, slower: ratio > 1 + spread + SLOWER };
}

/** The rows that have both times, as `{ program, ratio }`. */
export function ratiosOf(rows, key, otherKey, select = (measure) => measure) {
  return rows.flatMap(({ program, measures }) => {
    const ratio = ratioOf(select(measures[key]), select(measures[otherKey]));
    return ratio === null ? [] : [{ program, ratio }];
  });
}

export const meanOf = (ratios) => geometricMean(ratios.map(({ ratio }) => ratio));

/** The same by the programs' groups, in their order, as `{ group, ratios }`. */
export function byGroup(ratios) {
  const groups = new Map();
  for (const each of ratios) {
    const { group } = each.program;
    groups.set(group, [...(groups.get(group) ?? []), each]);
  }
  return [...groups].map(([group, of]) => ({ group, ratios: of }));
}

/** What went wrong, in sentences: in which Lisp a program failed, and whose value is not SBCL's. */
export function problemsOf(measures, titles) {
  return Object.entries(measures).flatMap(([key, { problem, value }]) => {
    if (problem !== undefined) return [`${titles[key]}: ${problem.split("\n")[0]}`];
    const expected = measures.sbcl?.value;
    const differs = value !== undefined && expected !== undefined && value !== expected;
    return differs ? [`${titles[key]}: its value is ${value}, and SBCL's is ${expected}`] : [];
  });
}
