// The thread of node-server.mjs.
import { parentPort } from "node:worker_threads";
import { startServer } from "./node-files.mjs";

const server = await startServer();
const port = server.connect();
// A server keeps no thread for clients that may call one day; this one lasts until it is ended.
parentPort.on("message", () => {});
parentPort.postMessage(port, [port]);
