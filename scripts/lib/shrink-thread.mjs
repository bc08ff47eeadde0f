/** The thread that `shrink.mjs` runs terser in. */
import { parentPort, workerData } from "node:worker_threads";
import { minify } from "terser";

const { text, options } = workerData;
parentPort.postMessage((await minify(text, options)).code);
