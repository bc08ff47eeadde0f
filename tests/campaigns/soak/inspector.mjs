/** Speaks the DevTools protocol to the Workers of a page, through the page's session. */
export async function inspectWorkers(session) {
  const targets = [];
  const waiting = new Map();
  let lastId = 0;
  session.on("Target.attachedToTarget", ({ sessionId, targetInfo }) => {
    if (targetInfo.type === "worker") targets.push(sessionId);
  });
  session.on("Target.detachedFromTarget", ({ sessionId }) => {
    targets.splice(targets.indexOf(sessionId), 1);
  });
  session.on("Target.receivedMessageFromTarget", ({ message }) => {
    const { id, result } = JSON.parse(message);
    waiting.get(id)?.(result);
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
      waiting.set(id, resolve);
      session.send("Target.sendMessageToTarget", { sessionId, message: JSON.stringify({ id, method }) });
    });
  return {
    /** Bytes in use in all Workers together, after a collection. */
    async heap() {
      let sum = 0;
      for (const sessionId of targets) {
        await ask(sessionId, "HeapProfiler.collectGarbage");
        sum += (await ask(sessionId, "Runtime.getHeapUsage")).usedSize;
      }
      return sum;
    },
  };
}
