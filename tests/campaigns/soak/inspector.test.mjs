import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { inspectWorkers } from "./inspector.mjs";

test("a Worker that ends while it is asked keeps nobody waiting, and does not count", async () => {
  const session = new EventEmitter();
  session.send = async (method, { sessionId, message } = {}) => {
    if (method !== "Target.sendMessageToTarget") return;
    const { id, method: asked } = JSON.parse(message);
    if (sessionId === "ends") return session.emit("Target.detachedFromTarget", { sessionId });
    const result = asked === "Runtime.getHeapUsage" ? { usedSize: 5 } : {};
    session.emit("Target.receivedMessageFromTarget", { message: JSON.stringify({ id, result }) });
  };
  const workers = await inspectWorkers(session);
  for (const sessionId of ["stays", "ends", "stays, too"])
    session.emit("Target.attachedToTarget", { sessionId, targetInfo: { type: "worker" } });
  expect(await workers.heaps()).toEqual([5, 5]);
  expect(await workers.heap()).toBe(10);
});
