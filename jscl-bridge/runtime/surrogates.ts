/** UTF-16 units that are halves of a character: the first 6 bits say which half. */

export function isHighSurrogate(unit: number): boolean {
  return unit >> 10 === 0xd800 >> 10;
}

export function isLowSurrogate(unit: number): boolean {
  return unit >> 10 === 0xdc00 >> 10;
}

/**
 * How many characters there are up to an index. Without a regular expression: on an exhausted stack V8 ends
 * the process over one.
 */
export function characterCount(text: string, end = text.length): number {
  let count = end;
  for (let i = 1; i < end; i++)
    if (isHighSurrogate(text.charCodeAt(i - 1)) && isLowSurrogate(text.charCodeAt(i))) count--;
  return count;
}
