/**
 * The compiled code of a system as a host keeps it between visits: one text, which begins with a checksum of
 * the rest. That tells a text that was damaged where it lay; it is no seal.
 */

import { spendOnText } from "../runtime/stack/safepoints.js";

/** Where an image finds what its host keeps. */
export interface KeptCode {
  /** The text under a key; null where there is none, or it cannot be read. */
  read(key: string): string | null;
}

/** A compiled file without its seal. */
export interface KeptFile {
  /** The path of its source. */
  readonly source: string;
  readonly content: string;
}

interface KeptSystem {
  /** The hashes of all bundles whose code may have had a part in it, by their projects. */
  readonly bundles: ReadonlyMap<string, string>;
  /** Compiled files by their paths. */
  readonly files: ReadonlyMap<string, KeptFile>;
}

interface Head {
  readonly bundles: readonly (readonly [string, string])[];
  readonly files: readonly (readonly [path: string, source: string, length: number])[];
}

export function keptText({ bundles, files }: KeptSystem): string {
  const head: Head = {
    bundles: [...bundles],
    files: [...files].map(([path, { source, content }]) => [path, source, content.length] as const),
  };
  const rest = [JSON.stringify(head), "\n", ...[...files.values()].map(({ content }) => content)].join("");
  return `${checksum(rest)}\n${rest}`;
}

/** What a text holds that {@link keptText} has made; null for any other. */
export function readKept(text: string): KeptSystem | null {
  const begin = text.indexOf("\n") + 1;
  const rest = text.slice(begin);
  if (begin === 0 || checksum(rest) !== text.slice(0, begin - 1)) return null;
  const body = rest.indexOf("\n") + 1;
  const head = JSON.parse(rest.slice(0, body)) as Head;
  const files = new Map<string, KeptFile>();
  let at = body;
  for (const [path, source, length] of head.files) {
    files.set(path, { source, content: rest.slice(at, at + length) });
    at += length;
  }
  return { bundles: new Map(head.bundles), files };
}

/** Two hashes of 32 bits (FNV-1a, and one with another factor), as digits: SHA-256 takes long. */
function checksum(text: string): string {
  spendOnText(text.length);
  let one = 0x811c9dc5;
  let other = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    one = Math.imul(one ^ unit, 0x01000193);
    other = Math.imul(other ^ unit, 0x85ebca6b) + 1;
  }
  return [one, other].map((each) => (each >>> 0).toString(16).padStart(8, "0")).join("");
}
