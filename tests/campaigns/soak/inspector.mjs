import { countObjects } from "./hours/objects.mjs";

/**
 * Speaks the DevTools protocol to the Workers of a page, through the page's session. Workers are in the order
 * in which they began.
 */
export async function inspectWorkers(session) {
  const targets = [];
  const waiting = new Map();
  let lastId = 0;
  session.on("Target.attachedToTarget", ({ sessionId, targetInfo }) => {
    if (targetInfo.type === "worker") targets.push(sessionId);
  });
  session.on("Target.detachedFromTarget", ({ sessionId }) => {
    if (targets.includes(sessionId)) targets.splice(targets.indexOf(sessionId), 1);
    // What it was asked last it does not answer any more.
    for (const [id, asked] of waiting) {
      if (asked.sessionId !== sessionId) continue;
      waiting.delete(id);
      asked.resolve(undefined);
    }
  });
  let counter = null;
  session.on("Target.receivedMessageFromTarget", ({ message }) => {
    const { id, result, method, params } = JSON.parse(message);
    if (method === "HeapProfiler.addHeapSnapshotChunk") counter?.feed(params.chunk);
    waiting.get(id)?.resolve(result);
    waiting.delete(id);
  });
  await session.send("Target.setAutoAttach", {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false,
  });
  const ask = (sessionId, method) =>
    new Promise((resolve) => {
      const id = ++lastId;
      waiting.set(id, { sessionId, resolve });
      session
        .send("Target.sendMessageToTarget", { sessionId, message: JSON.stringify({ id, method }) })
        // It has ended meanwhile.
        .catch(() => resolve(undefined));
    });
  /** Bytes in use in each Worker, after a collection. */
  const heaps = async () => {
    const sizes = [];
    for (const sessionId of [...targets]) {
      await ask(sessionId, "HeapProfiler.collectGarbage");
      const usage = await ask(sessionId, "Runtime.getHeapUsage");
      if (usage) sizes.push(usage.usedSize);
    }
    return sizes;
  };
  return {
    heaps,
    /** Bytes of the objects in each Worker, as its heap snapshot has them. */
    async objects() {
      const sizes = [];
      for (const sessionId of [...targets]) {
        counter = countObjects();
        await ask(sessionId, "HeapProfiler.takeHeapSnapshot");
        sizes.push(counter.bytes);
      }
      counter = null;
      return sizes;
    },
    /** Bytes in use in all Workers together, after a collection. */
    heap: async () => (await heaps()).reduce((sum, size) => sum + size, 0),
  };
}
