/** A symbol of JSCL's, as the snapshot sees it. */
export interface LispSymbol {
  name: string;
  package: object | undefined;
  value: unknown;
  fvalue: object;
  stack: unknown[];
}

const longArray = 100_000;
export const symbolFields = new Set<string | symbol>(["name", "package", "value", "fvalue", "stack"]);
export const consFields = new Set<string | symbol>(["$$jscl_car", "$$jscl_cdr"]);

export function isUnbound(made: object): boolean {
  return Object.getOwnPropertySymbols(made).length > 0;
}

/** An array that is better made when it is first asked for. */
export function isLongArray(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > longArray;
}

/** The names of an array's properties but its elements, of which there may be a million. */
export function keysBesideElements(array: unknown[]): (string | symbol)[] {
  const keys = Reflect.ownKeys(array);
  const last = array.length - 1;
  // Elements come first and in order.
  if (last < 0 || keys[last] === String(last)) return keys.slice(last + 1);
  return keys.filter((key) => typeof key === "symbol" || !/^\d+$/.test(key));
}

/** A Lisp string whose text says all about its characters. */
export function isString(array: unknown[] & { stringp?: number }): boolean {
  if (array.stringp !== 1 || array.some((item) => typeof item !== "string")) return false;
  const characters = [...array.join("")];
  return (
    characters.length === array.length && characters.every((character, index) => character === array[index])
  );
}

export function stringFields(string: unknown[]): Set<string> {
  return new Set(["length", "stringp", ...string.keys()].map(String));
}
