import { Session } from "node:inspector";
import { expect, test } from "vitest";
import { countObjects } from "./objects.mjs";

const SNAPSHOT = JSON.stringify({
  snapshot: {
    meta: {
      node_fields: ["type", "name", "id", "self_size", "edge_count"],
      node_types: [["hidden", "array", "object", "code", "string"], "string", "number", "number", "number"],
    },
    node_count: 5,
  },
  nodes: [0, 1, 1, 1000, 0, 2, 1, 2, 16, 1, 3, 1, 3, 2000, 0, 4, 1, 4, 32, 0, 1, 1, 5, 64, 0],
  edges: [2, 1, 1, 5000],
});

test("objects, arrays and strings are counted, code is not, however the text is cut", () => {
  for (const length of [1, 2, 7, 64, SNAPSHOT.length]) {
    const counter = countObjects();
    for (let i = 0; i < SNAPSHOT.length; i += length) counter.feed(SNAPSHOT.slice(i, i + length));
    expect(counter.bytes).toBe(112);
  }
  const cut = countObjects();
  cut.feed(SNAPSHOT.slice(0, SNAPSHOT.indexOf("2000")));
  expect(cut.bytes).toBeUndefined();
});

test("objects of a real heap that are made and kept are seen", async () => {
  const session = new Session();
  session.connect();
  const count = () =>
    new Promise((resolve, reject) => {
      const counter = countObjects();
      const feed = ({ params }) => counter.feed(params.chunk);
      session.on("HeapProfiler.addHeapSnapshotChunk", feed);
      session.post("HeapProfiler.takeHeapSnapshot", (error) => {
        session.off("HeapProfiler.addHeapSnapshotChunk", feed);
        if (error) reject(error);
        else resolve(counter.bytes);
      });
    });
  const before = await count();
  const kept = Array.from({ length: 100_000 }, (_, i) => ({ i, next: { i } }));
  const added = (await count()) - before;
  session.disconnect();
  expect(added).toBeGreaterThan(kept.length * 40);
}, 60_000);
