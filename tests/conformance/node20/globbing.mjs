/** What `fs` exports here, and the one function that the conformance suite imports beside that, though no server scenario calls it. */
export * from "node:fs";

export function globSync() {
  throw new Error("fs.globSync is not part of this Node; it came with Node 22.");
}
