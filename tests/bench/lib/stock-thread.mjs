/** Stock JSCL in a thread of Node; says once that it is there. */
import { parentPort } from "node:worker_threads";
import jscl from "jscl";
import { stockTasks } from "../pages/stock-tasks.js";

const perform = stockTasks(jscl);
parentPort.on("message", (task) => parentPort.postMessage(perform(task)));
parentPort.postMessage({ ms: 0 });
