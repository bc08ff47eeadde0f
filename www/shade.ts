/** One of four shades, the same for each call of a function. */
export function shadeOf(name: string): string {
  let sum = 0;
  for (const character of name) sum += character.charCodeAt(0);
  return `shade-${sum % 4}`;
}
