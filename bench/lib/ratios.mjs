/** What the measures of programs (`measure.mjs`) come to: ratios, their means, and what is wrong. */
import { geometricMean } from "./stats.mjs";

/** One time over another; null where one is missing. */
export const ratioOf = (one, other) =>
  one?.ms === undefined || other?.ms === undefined ? null : one.ms / other.ms;

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
