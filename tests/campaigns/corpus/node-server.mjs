/** The shipped server in a thread of this process, which can be ended when it hangs. */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { connect } from "../../bench/lib/client.mjs";

/** Resolves to `{ call(tool, arguments), restart(), close() }`. */
export async function startInNode() {
  let { worker, client } = await start();
  return {
    call: (tool, given) => client.call(tool, given),
    async restart() {
      await worker.terminate();
      ({ worker, client } = await start());
    },
    close: () => worker.terminate(),
  };
}

async function start() {
  const worker = new Worker(new URL("node-worker.mjs", import.meta.url), {
    // The stack size of a browser's Worker.
    resourceLimits: { stackSizeMb: 0.6 },
  });
  const [port] = await once(worker, "message");
  return { worker, client: connect(port) };
}
