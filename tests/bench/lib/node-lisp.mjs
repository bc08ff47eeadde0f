/** A Lisp in Node, from dist/, in which programs of the bench are timed. */

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { DIST } from "../../../scripts/lib/paths.mjs";
import { Problem } from "../../../scripts/lib/report.mjs";
import { connect } from "./client.mjs";

/** A timed run takes at least this many milliseconds. */
const SHORTEST = 20;
const MOST_TIMES = 2 ** 20;

/** `dist` is the folder of a build; that of this one where none is given. */
export async function startLisp(dist = DIST) {
  const { LispServer } = await import(pathToFileURL(join(dist, "jscl-mcp-node.js")).href);
  const server = await LispServer.start();
  const { call, initialized } = connect(server.connect());
  await initialized;
  const evaluate = async (code, record = false) => {
    const { status, error, values } = await call("evaluate-lisp", { code, record });
    if (status !== "ok") throw new Problem(`${code.slice(0, 60)}: ${error?.message ?? status}`);
    return values.at(-1);
  };
  const time = async (form, record = false) => Number(await evaluate(timed(form), record));
  return { evaluate, time, refresh: () => call("reset-session"), close: () => server.close() };
}

/** A form that returns milliseconds: without what begins a recording, and sums it up. */
const timed = (form) => `(let ((start (get-internal-real-time)))
  ${form}
  (coerce (/ (- (get-internal-real-time) start) (/ internal-time-units-per-second 1000)) 'single-float))`;

/** How many repetitions take long enough, when the program is hot. */
export async function timesToMeasure(run) {
  let times = 1;
  // What is recorded is compiled in the first run.
  await run(times);
  while ((await run(times)) < SHORTEST && times < MOST_TIMES) times *= 2;
  // Now it is hot, and may be faster.
  while ((await run(times)) < SHORTEST && times < MOST_TIMES) times *= 2;
  return times;
}
