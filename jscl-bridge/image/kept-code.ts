/**
 * The compiled code of a system as a host keeps it between visits: one text, which begins with the digest of
 * the rest. The digest tells a text that was damaged where it lay; it is no seal.
 */

import { sha256Text } from "../runtime/sealing.js";

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

export interface KeptSystem {
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
  return `${sha256Text(rest)}\n${rest}`;
}

/** What a text holds that {@link keptText} has made; null for any other. */
export function readKept(text: string): KeptSystem | null {
  const begin = text.indexOf("\n") + 1;
  const rest = text.slice(begin);
  if (begin === 0 || sha256Text(rest) !== text.slice(0, begin - 1)) return null;
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
