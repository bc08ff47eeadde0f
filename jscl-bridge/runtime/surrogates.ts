/** UTF-16 units that are halves of a character: the first 6 bits say which half. */

export function isHighSurrogate(unit: number): boolean {
  return unit >> 10 === 0xd800 >> 10;
}

export function isLowSurrogate(unit: number): boolean {
  return unit >> 10 === 0xdc00 >> 10;
}
