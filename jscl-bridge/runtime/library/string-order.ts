/** The order of strings, by the codes of their characters. */
import type { LispVector } from "../objects/marshal.js";
import { activeLength } from "../objects/vectors.js";
import { spendOnElements } from "../stack/safepoints.js";

/** Negative, zero or positive as the first string comes before, equals or comes after the second. */
export function compareStrings(a: LispVector, b: LispVector): number {
  const lengthA = activeLength(a);
  const lengthB = activeLength(b);
  const at = firstDifference(a, 0, lengthA, b, 0, lengthB, null);
  return at === lengthA || at === lengthB ? lengthA - lengthB : characterOrder(a[at], b[at], null);
}

/** What makes characters of both cases one; null where they differ. */
export type Fold = ((character: string) => string) | null;

/** Where two parts differ, counted in the first: where the shorter one ends, if they do not before. */
export function firstDifference(
  a: LispVector,
  from: number,
  to: number,
  b: LispVector,
  from2: number,
  to2: number,
  fold: Fold,
): number {
  const end = Math.min(to, from + to2 - from2);
  const shift = from2 - from;
  spendOnElements(end - from);
  for (let i = from; i < end; i++) {
    const x = a[i];
    const y = b[i + shift];
    if (x !== y && (fold === null || fold(x as string) !== fold(y as string))) return i;
  }
  return Math.max(from, end);
}

/** How two characters that differ are ordered. */
export function characterOrder(a: unknown, b: unknown, fold: Fold): number {
  const code = (x: unknown) => (fold === null ? (x as string) : fold(x as string)).codePointAt(0) as number;
  return code(a) - code(b);
}
