/**
 * The exports of `fs`, and the one function more that the conformance suite imports, though no server
 * scenario calls it.
 */
export * from "node:fs";

export function globSync() {
  throw new Error("fs.globSync is not part of this Node; it came with Node 22.");
}
