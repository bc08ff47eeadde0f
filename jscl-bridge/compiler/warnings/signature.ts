/** Which arguments a function takes, as far as calls of it can be checked. */

import type { LispSymbol } from "../../runtime/objects/marshal.js";
import { homeName, symbolName } from "../../runtime/objects/symbols.js";
import type { LambdaList } from "../syntax/lambda-list.js";

export interface Signature {
  required: number;
  optional: number;
  rest: boolean;
  /** The names of its keyword parameters, as `keyName` writes them; null for a function without &KEY. */
  keys: ReadonlySet<string> | null;
  allowOtherKeys: boolean;
}

export function signatureOf(parameters: LambdaList): Signature {
  return {
    required: parameters.required.length,
    optional: parameters.optional.length,
    rest: parameters.rest !== null,
    keys: parameters.hasKey ? new Set(parameters.keys.map((key) => keyName(key.keyword))) : null,
    allowOtherKeys: parameters.allowOtherKeys,
  };
}

/** The greatest number of arguments, or null for any. */
export function mostArguments({ required, optional, rest, keys }: Signature): number | null {
  return rest || keys !== null ? null : required + optional;
}

/** Whether the function takes so many arguments. */
export function takesCount(signature: Signature, count: number): boolean {
  return count >= signature.required && count <= (mostArguments(signature) ?? count);
}

/** Whether what so many arguments leave for keywords is pairs. */
export function takesPairs({ required, optional, keys }: Signature, count: number): boolean {
  return keys === null || count <= required + optional || (count - required - optional) % 2 === 0;
}

/** The name of a keyword parameter, the same in every image. */
export function keyName(symbol: LispSymbol): string {
  return `${homeName(symbol) ?? ""}:${symbolName(symbol)}`;
}
