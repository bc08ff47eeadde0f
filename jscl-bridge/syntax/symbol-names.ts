/** A symbol's name without the prefix of its package; a keyword is its own name. */
export function withoutPackage(symbol: string): string {
  return symbol.replace(/^[^:|]+::?(?=[^:])/, "");
}
