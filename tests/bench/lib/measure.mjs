/**
 * Measures a program in several Lisps (`lisps.mjs`), which take turns, so that other load of the machine
 * affects all alike. Lisps come as pairs of a name and a Lisp; measures are objects by these names, of
 * `{ ms, samples, loadMs, value }` for doing the thing once, or of `{ problem }`. `ms` is the shortest time
 * of all rounds: what else the machine does is often more than the difference, and it only adds.
 */
import { at } from "../../../scripts/lib/paths.mjs";

/** V8 takes some tenths of a second to compile a program as well as it can, on a busy machine more. */
const ROUNDS = 24;
/** There are more rounds, up to so many, until each Lisp has come as near to its shortest time twice. */
const MOST_ROUNDS = 60;
const NEAR = 1.03;
/** A timed run takes at least this many milliseconds, where a program can be repeated. */
const SHORTEST = 10;
/** A Lisp that has run for so many milliseconds takes no part in further rounds. */
const LONGEST = 3000;
const MOST_TIMES = 2 ** 24;
const FORMS = 40;
const WARM_UP_FORMS = 20;

let lastForm = 0;

const entryOf = (name) => `RUN-${name.toUpperCase()}`;

/** Each Lisp's measure of a program. */
export function measure(program, lisps) {
  const able = lisps.filter(([, { has }]) => has?.(program.name) ?? true);
  return program.text === undefined ? measureRuns(program, able) : measureForms(program, able);
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
  for (let round = 0; round < ROUNDS || (round < MOST_ROUNDS && !able.every(settled)); round++) {
    for (const each of inTurn(able, round))
      if (!exhausted(each) || each.samples.length === 0) await sample(each, entry);
  }
  for (const { key, samples, loadMs, value } of able)
    result[key] = { ms: Math.min(...samples), samples, loadMs, value };
  return result;
}

async function sample(each, entry) {
  const { ms } = await each.lisp.run(entry, each.times);
  each.spentMs += ms;
  each.samples.push(ms / each.times);
  // It has become faster meanwhile, and what surrounds a run is not to be measured.
  if (ms < SHORTEST / 2 && each.times < MOST_TIMES) each.times *= 2;
}

const exhausted = ({ spentMs }) => spentMs > LONGEST;

function settled(each) {
  const [first, second] = [...each.samples].sort((a, b) => a - b);
  return exhausted(each) || second <= first * NEAR;
}

/** The last becomes the first from round to round, so that none always comes after the same. */
const inTurn = (lisps, round) => (round % 2 === 0 ? lisps : [...lisps].reverse());

async function prepare(lisp, file, entry) {
  const loaded = await lisp.load(at("tests", "bench", "lisp", `${file}.lisp`));
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
    if (ms >= SHORTEST || times >= MOST_TIMES) return { times, spentMs: ms };
  }
}

async function measureForms({ text }, lisps) {
  const result = {};
  const able = lisps.map(([key, lisp]) => ({ key, lisp, samples: [] }));
  for (const [, lisp] of lisps) await lisp.refresh();
  for (let round = -WARM_UP_FORMS; round < FORMS; round++) {
    const form = text.replaceAll("$", String(++lastForm));
    for (const { key, lisp, samples } of inTurn(able, round)) {
      if (result[key] !== undefined) continue;
      const { ms, problem } = await lisp.evaluate(form);
      if (problem !== undefined) result[key] = { problem };
      else if (round >= 0) samples.push(ms);
    }
  }
  for (const { key, samples } of able) result[key] ??= { ms: Math.min(...samples), samples };
  return result;
}
