/**
 * For quick looks: the server in page mode in this process. There is one heap, so the page's column is all
 * there is.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { startServer } from "../corpus/node-files.mjs";
import { CLIENTS } from "./diet.mjs";
import { createEater } from "./eater.mjs";

export async function startInNode() {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  const server = await startServer();
  const eater = createEater(Array.from({ length: CLIENTS }, () => server.connect()));
  await eater.open();
  return {
    eat: (meals) => eater.eatAll(meals),
    async memory() {
      for (let i = 0; i < 3; i++) {
        collect();
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return { lisp: process.memoryUsage().heapUsed };
    },
    close: () => server.close(),
  };
}
