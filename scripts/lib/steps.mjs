/**
 * Runs numbered steps, saying what each does, how far along it is and how long it took. Steps that need
 * nothing of each other run side by side, as many as there are cores.
 */
import { availableParallelism } from "node:os";
import { bold, dim, duration, Problem, red } from "./report.mjs";
import { hashOf, isFresh, stamp, unstamp } from "./stamps.mjs";
import { labelled } from "./step-output.mjs";

/**
 * @typedef {object} Step
 * @property {string} name      of its stamp
 * @property {string} title     what it does, in a few words
 * @property {() => unknown | Promise<unknown>} run   may return a short remark to print
 * @property {string[]} [needs]    names of the steps that have to be done before it: those that are not run
 *   with it are; without this, all that stand before it
 * @property {string[]} [inputs]   files and folders: it runs when they changed; without them always
 * @property {string[]} [outputs]  files it makes; a missing one makes it run
 * @property {(file: string) => boolean} [keep]  which files under the inputs count
 */

/** Whether what the step made is there and was made from its present inputs. */
export function isUpToDate(step) {
  return step.inputs !== undefined && isFresh(step.name, hashOf(step.inputs, step.keep), step.outputs ?? []);
}

/**
 * Runs the steps as `[first/total] title`, each as soon as those that it needs are done. When one fails, no
 * other begins; throws what it threw when those that run have ended.
 */
export async function runSteps(
  steps,
  { first = 1, total = first + steps.length - 1, atOnce = availableParallelism() } = {},
) {
  const waiting = steps.map((step, index) => ({
    step,
    label: `[${first + index}/${total}]`,
    needs: neededBy(steps, index),
  }));
  const done = new Set();
  const running = new Map();
  const failures = [];
  const isReady = ({ needs }) => needs.every((name) => done.has(name));
  const begin = (entry) => {
    waiting.splice(waiting.indexOf(entry), 1);
    const { step, label } = entry;
    const ended = labelled(dim(label), () => runStep(step, bold(label)))
      .then(
        () => done.add(step.name),
        (error) => {
          console.error(red(`${label} ${step.title}: failed`));
          failures.push(named(error, step));
        },
      )
      .then(() => running.delete(step));
    running.set(step, ended);
  };
  while (waiting.length > 0 || running.size > 0) {
    for (
      let next = waiting.find(isReady);
      next && running.size < atOnce && failures.length === 0;
      next = waiting.find(isReady)
    )
      begin(next);
    if (running.size === 0) break;
    await Promise.race(running.values());
  }
  if (failures.length > 0) throw failures[0];
}

/** The names of the steps here that have to be done before the one of that index. */
function neededBy(steps, index) {
  const before = steps.slice(0, index).map(({ name }) => name);
  const { name, needs = before } = steps[index];
  const late = steps.slice(index).find((each) => needs.includes(each.name));
  if (late) throw new Error(`The step ${name} needs ${late.name}, which does not stand before it.`);
  return needs.filter((each) => before.includes(each));
}

/** A Problem says of which step it is: others may have printed since. */
const named = (error, { title }) =>
  error instanceof Problem ? new Problem(`${title}: ${error.message}`, { cause: error }) : error;

async function runStep(step, label) {
  const hash = step.inputs && hashOf(step.inputs, step.keep);
  if (hash && isFresh(step.name, hash, step.outputs ?? [])) {
    console.log(`${label} ${step.title}: ${dim("up to date")}`);
    return;
  }
  console.log(`${label} ${step.title} …`);
  if (hash) unstamp(step.name);
  const start = performance.now();
  const remark = await step.run();
  if (hash) stamp(step.name, hash);
  const time = duration(performance.now() - start);
  console.log(`${label} ${dim(`${step.title}: ${remark ? `${remark}, ` : ""}${time}`)}`);
}
