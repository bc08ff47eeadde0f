/**
 * The process of the soak in Node: a server whose images run in threads, driven by messages of its parent. It
 * has the heaps of its own thread and of the others told by V8's inspector.
 */
import { Session } from "node:inspector";
import { pathToFileURL } from "node:url";
import { at } from "../../../../scripts/lib/paths.mjs";
import { createEater } from "../eater.mjs";
import { watchMemories } from "./memories.mjs";
import { countObjects } from "./objects.mjs";
import { plantLeak } from "./plant.mjs";
import { createVisitor } from "./visitor.mjs";

const [files, systems, systemsCache, journal, clients, tools, leak] = JSON.parse(process.argv[2]);

const inspector = new Session();
inspector.connect();
const post = (method, params) =>
  new Promise((resolve, reject) =>
    inspector.post(method, params, (error, result) => (error ? reject(error) : resolve(result))),
  );
const threads = [];
const waiting = new Map();
let lastId = 0;
/** Of the snapshot that is being taken. */
let counter = null;
inspector.on("HeapProfiler.addHeapSnapshotChunk", ({ params }) => counter?.feed(params.chunk));
inspector.on("NodeWorker.attachedToWorker", ({ params }) => threads.push(params.sessionId));
inspector.on("NodeWorker.detachedFromWorker", ({ params }) => {
  threads.splice(threads.indexOf(params.sessionId), 1);
  for (const { sessionId, resolve } of waiting.values())
    if (sessionId === params.sessionId) resolve(undefined);
});
inspector.on("NodeWorker.receivedMessageFromWorker", ({ params }) => {
  const { id, result, method, params: more } = JSON.parse(params.message);
  if (method === "HeapProfiler.addHeapSnapshotChunk") counter?.feed(more.chunk);
  waiting.get(id)?.resolve(result);
  waiting.delete(id);
});
await post("NodeWorker.enable", { waitForDebuggerOnStart: false });
const askThread = (sessionId, method) =>
  new Promise((resolve) => {
    const id = ++lastId;
    waiting.set(id, { sessionId, resolve });
    post("NodeWorker.sendMessageToWorker", { sessionId, message: JSON.stringify({ id, method }) }).catch(() =>
      resolve(undefined),
    );
  });

// Threads under Node's permission model have no inspector, which tells how large their heaps are.
Object.defineProperty(process, "allowedNodeEnvironmentFlags", { value: new Set() });

watchMemories();
const { LispServer } = await import(new URL("jscl-mcp-node.js", pathToFileURL(at("dist/"))).href);
const server = await LispServer.start({
  ...{ tools, systems, systemsCache },
  grants: { files },
  journal: { name: journal },
});
const eater = createEater(Array.from({ length: clients }, () => server.connect()));
await eater.open();
const visitor = createVisitor(() => server.connect());
const leaks = plantLeak(leak);

const memory = async () => {
  await post("HeapProfiler.collectGarbage");
  const { usedSize } = await post("Runtime.getHeapUsage");
  const heaps = [];
  for (const sessionId of [...threads]) {
    await askThread(sessionId, "HeapProfiler.collectGarbage");
    const usage = await askThread(sessionId, "Runtime.getHeapUsage");
    if (usage) heaps.push(usage.usedSize);
  }
  return {
    host: usedSize,
    lisp: heaps[0],
    wasm: globalThis.soakedMemories(),
    resident: process.memoryUsage.rss(),
    images: heaps.length,
    cpuMs: Object.values(process.cpuUsage()).reduce((sum, us) => sum + us / 1000, 0),
  };
};

const counted = async (takeSnapshot) => {
  counter = countObjects();
  await takeSnapshot();
  const { bytes } = counter;
  counter = null;
  return bytes;
};

const objects = async () => ({
  hostObjects: await counted(() => post("HeapProfiler.takeHeapSnapshot")),
  lispObjects: await counted(() => askThread(threads[0], "HeapProfiler.takeHeapSnapshot")),
});

const DOES = {
  eat: (meals) => eater.eatAll(meals),
  request: (asked) => {
    leaks.grow();
    return eater.request(asked);
  },
  notified: () => eater.notified(),
  visit: (code) => visitor.visit(code),
  memory,
  objects,
  close: () => server.close(),
};
process.on("message", async ({ id, name, argument }) => {
  try {
    process.send({ id, value: await DOES[name](argument) });
  } catch (error) {
    process.send({ id, problem: String(error?.stack ?? error) });
  }
  if (name === "close") process.disconnect();
});
// Whoever asks may have been ended.
process.on("disconnect", () => process.exit());
process.send({ id: 0 });
