/** What an encoding is: how characters become bytes, and bytes characters. */

/** The code of the character at an index, and how many bytes it has; -1 where so many are no character. */
export interface Decoded {
  readonly code: number;
  readonly size: number;
  /** Whether the bytes end before the character does. */
  readonly isCut?: boolean;
}

export interface Encoding {
  /** Its names in SBCL; the first is the one that STREAM-EXTERNAL-FORMAT answers. */
  readonly names: readonly string[];
  /** What finds a character that has no bytes; null where each has some. */
  readonly unencodable: RegExp | null;
  /** The bytes of a text without such characters. */
  encode(text: string): Uint8Array;
  /** How many bytes a text takes, as FILE-STRING-LENGTH counts them. */
  lengthOf(text: string): number;
  decode(bytes: Uint8Array, at: number, end: number): Decoded;
}

export const wrong = (size: number): Decoded => ({ code: -1, size });

/** What is left where a character of `size` bytes would go on behind the end; null where it does not. */
export function cut(at: number, size: number, end: number): Decoded | null {
  return at + size > end ? { code: -1, size: end - at, isCut: true } : null;
}

export function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xe000;
}

export const SURROGATES = /\p{Surrogate}/u;
