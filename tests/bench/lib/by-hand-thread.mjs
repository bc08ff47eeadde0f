/** JavaScript that a person wrote in a thread of Node; says once that it is there. */
import { parentPort } from "node:worker_threads";
import { byHandTask } from "../lisp/by-hand/task.js";

parentPort.on("message", (task) => parentPort.postMessage(byHandTask(task)));
parentPort.postMessage({ ms: 0 });
