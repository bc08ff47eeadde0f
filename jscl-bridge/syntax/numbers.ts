import { decimal } from "./parser.terms.js";

const DECIMAL = /^[-+]?(?:\d+(?:\/\d+)?\.?|\d*\.\d+(?:[esfdl][-+]?\d+)?|\d+(?:\.\d*)?[esfdl][-+]?\d+)$/i;

/** Tells a number from a symbol, as the reader does once it has the whole token. */
export function numberOrSymbol(token: string, _stack: unknown): number {
  return DECIMAL.test(token) ? decimal : -1;
}
