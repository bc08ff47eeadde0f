import { isHighSurrogate, isLowSurrogate } from "../surrogates.js";

/** The first UTF-16 units of a text, without half of a surrogate pair at the end. */
export function firstUnits(text: string, units: number): string {
  const end = Math.max(0, units);
  const last = text.charCodeAt(end - 1);
  const isHalf = end < text.length && isHighSurrogate(last) && isLowSurrogate(text.charCodeAt(end));
  return text.slice(0, isHalf ? end - 1 : end);
}

/** A text of at most so many UTF-16 units, the last of them dots where it was longer. */
export function withDots(text: string, units: number): string {
  return text.length <= units ? text : `${firstUnits(text, units - 3)}...`;
}
