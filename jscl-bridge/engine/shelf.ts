/** Reads what the host keeps of compiled code, in the middle of a form and when the realm is locked. */

import type { KeptCode } from "../image/kept-code.js";
import type { Shelf } from "./compiled-notes.js";
import { lateFiles } from "./late-file.js";

/** A module of Node's, by a name that bundlers for browsers do not look for. */
const FILES = "node:fs";

type ReaderOfBlobs = new () => { readAsText(blob: Blob): string };

/** Called before the realm is locked, which has none of this then. */
export async function openShelf(shelf: Shelf): Promise<KeptCode> {
  const read = "blobs" in shelf ? blobReader(shelf.blobs) : await fileReader(shelf.folder);
  return {
    read(key) {
      try {
        return read(key);
      } catch {
        // What cannot be read is compiled again.
        return null;
      }
    },
  };
}

function blobReader(blobs: ReadonlyMap<string, Blob>): KeptCode["read"] {
  const { FileReaderSync } = globalThis as { FileReaderSync?: ReaderOfBlobs };
  const textOf = FileReaderSync === undefined ? addressedText() : readerText(new FileReaderSync());
  return (key) => {
    const blob = blobs.get(key);
    return blob === undefined ? null : textOf(blob);
  };
}

const readerText = (reader: InstanceType<ReaderOfBlobs>) => (blob: Blob) => reader.readAsText(blob);

/** On the page's thread. */
function addressedText(): (blob: Blob) => string {
  const { URL: Address } = globalThis;
  const textOf = lateFiles();
  return (blob) => {
    const address = Address.createObjectURL(blob);
    try {
      return textOf(address);
    } finally {
      Address.revokeObjectURL(address);
    }
  };
}

async function fileReader(folder: string): Promise<KeptCode["read"]> {
  const { existsSync, readFileSync } = (await import(/* @vite-ignore */ FILES)) as {
    existsSync: (path: string) => boolean;
    readFileSync: (path: string, encoding: "utf8") => string;
  };
  return (key) => {
    const path = `${folder}/${key}`;
    return existsSync(path) ? readFileSync(path, "utf8") : null;
  };
}
