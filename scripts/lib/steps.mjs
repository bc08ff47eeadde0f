/** Runs numbered steps, saying what each does, how far along it is and how long it took. */
import { bold, dim, duration } from "./report.mjs";
import { hashOf, isFresh, stamp, unstamp } from "./stamps.mjs";

/**
 * @typedef {object} Step
 * @property {string} name      of its stamp
 * @property {string} title     what it does, in a few words
 * @property {() => unknown | Promise<unknown>} run   may return a short remark to print
 * @property {string[]} [inputs]   files and folders: it runs when they changed; without them always
 * @property {string[]} [outputs]  files it makes; a missing one makes it run
 * @property {(file: string) => boolean} [keep]  which files under the inputs count
 */

/** Runs the steps in order as `[first/total] title`; throws what a step throws. */
export async function runSteps(steps, { first = 1, total = first + steps.length - 1 } = {}) {
  for (const [index, step] of steps.entries()) {
    const label = bold(`[${first + index}/${total}]`);
    const hash = step.inputs && hashOf(step.inputs, step.keep);
    if (hash && isFresh(step.name, hash, step.outputs ?? [])) {
      console.log(`${label} ${step.title}: ${dim("up to date")}`);
      continue;
    }
    console.log(`${label} ${step.title} …`);
    if (hash) unstamp(step.name);
    const start = performance.now();
    const remark = await step.run();
    if (hash) stamp(step.name, hash);
    console.log(dim(`      ${remark ? `${remark}, ` : ""}${duration(performance.now() - start)}`));
  }
}
