// The thread of node-server.mjs.
import { parentPort } from "node:worker_threads";
import { startServer } from "./node-files.mjs";

const server = await startServer();
const port = server.connect();
parentPort.postMessage(port, [port]);
