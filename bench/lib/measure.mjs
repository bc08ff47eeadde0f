/**
 * Measures a program in several Lisps (`lisps.mjs`), which take turns, so that other load of the machine
 * affects all alike. Lisps come as pairs of a name and a Lisp; measures are objects by these names, of
 * `{ ms, least, samples, loadMs, value }` for doing the thing once, or of `{ problem }`.
 */
import { at } from "../../scripts/lib/paths.mjs";
import { median } from "./stats.mjs";

const ROUNDS = 11;
const WARM_UP_ROUNDS = 2;
/** A timed run takes at least this many milliseconds, where a program can be repeated. */
const SHORTEST = 20;
const MOST_TIMES = 2 ** 24;
const FORMS = 40;
const WARM_UP_FORMS = 20;

let lastForm = 0;

const entryOf = (name) => `RUN-${name.toUpperCase()}`;

/** Each Lisp's measure of a program. */
export function measure(program, lisps) {
  return program.text === undefined ? measureRuns(program, lisps) : measureForms(program, lisps);
}

async function measureRuns({ name, file }, lisps) {
  const entry = entryOf(name);
  const result = {};
  const able = [];
  for (const [key, lisp] of lisps) {
    await lisp.refresh();
    const start = await prepare(lisp, file, entry);
    if (start.problem === undefined) able.push({ key, lisp, samples: [], ...start });
    else result[key] = start;
  }
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    for (const { lisp, times, samples } of able) {
      const { ms } = await lisp.run(entry, times);
      if (round >= 0) samples.push(ms / times);
    }
  }
  for (const { key, samples, loadMs, value } of able)
    result[key] = { ms: median(samples), least: Math.min(...samples), samples, loadMs, value };
  return result;
}

async function prepare(lisp, file, entry) {
  const loaded = await lisp.load(at("bench", "lisp", `${file}.lisp`));
  if (loaded.problem !== undefined) return loaded;
  const { text, problem } = (await lisp.value?.(entry)) ?? {};
  if (problem !== undefined) return { problem };
  return { loadMs: loaded.ms, value: text, ...(await calibrate(lisp, entry)) };
}

/** The repetitions in one run, found by runs that also warm the code up. */
async function calibrate(lisp, entry) {
  for (let times = 1; ; times *= 2) {
    const { ms, problem } = await lisp.run(entry, times);
    if (problem !== undefined) return { problem };
    if (ms >= SHORTEST || times >= MOST_TIMES) return { times };
  }
}

async function measureForms({ text }, lisps) {
  const result = {};
  const able = lisps.map(([key, lisp]) => ({ key, lisp, samples: [] }));
  for (const [, lisp] of lisps) await lisp.refresh();
  for (let round = -WARM_UP_FORMS; round < FORMS; round++) {
    const form = text.replaceAll("$", String(++lastForm));
    for (const { key, lisp, samples } of able) {
      if (result[key] !== undefined) continue;
      const { ms, problem } = await lisp.evaluate(form);
      if (problem !== undefined) result[key] = { problem };
      else if (round >= 0) samples.push(ms);
    }
  }
  for (const { key, samples } of able)
    result[key] ??= { ms: median(samples), least: Math.min(...samples), samples };
  return result;
}
