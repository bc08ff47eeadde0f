/** The measure: mutants of each kind whose answer is another, and the scores of their reports. */
import { ARMS } from "./arms.mjs";
import { mutants } from "./mutate.mjs";
import { answers, programs } from "./programs.mjs";
import { valuesOf } from "./run.mjs";
import { scoreOf } from "./score.mjs";

/** Mutants of a kind in one run. */
const OF_A_KIND = 10;

/** The first mutants of a kind that do not give the known answer, with what they gave. */
export async function tasksOf(kind, seed, runner) {
  const known = answers();
  const tasks = [];
  for (const mutant of mutants(programs(), kind, seed)) {
    const answer = await runner.answer(mutant.code, known[mutant.program]);
    if (valuesOf(answer) === known[mutant.program]) continue;
    tasks.push({
      id: `${kind}-${tasks.length + 1}`,
      seed,
      ...mutant,
      expected: known[mutant.program],
      answer,
    });
    if (tasks.length === OF_A_KIND) break;
  }
  return tasks;
}

/** How each arm's report of a task scores; absent for an arm that has none. */
function scoresOf(task) {
  const { error } = task.answer.full;
  return Object.fromEntries(
    Object.entries(ARMS).flatMap(([arm, { report }]) => {
      const told = report(task.answer);
      return told === null ? [] : [[arm, scoreOf(told, task, error)]];
    }),
  );
}

const BUDGET = 250;
const share = (items, is) => (items.length === 0 ? null : items.filter(is).length / items.length);
const mean = (numbers) => (numbers.length === 0 ? null : numbers.reduce((a, b) => a + b, 0) / numbers.length);

/** Sums up the scores of an arm. */
function summaryOf(scores) {
  const some = scores.filter((score) => score !== undefined);
  if (some.length === 0) return null;
  return {
    tasks: some.length,
    found: share(some, ({ isFound }) => isFound),
    foundWithinBudget: share(some, ({ isFound, tokens }) => isFound && tokens <= BUDGET),
    shown: share(some, ({ isShown }) => isShown === true),
    tokens: mean(some.map(({ tokens }) => tokens)),
    most: Math.max(...some.map(({ tokens }) => tokens)),
  };
}

const arms = (scored) =>
  Object.fromEntries(
    Object.keys(ARMS).map((arm) => [arm, summaryOf(scored.map(({ scores }) => scores[arm]))]),
  );

/** The table of a run: in all, by kind, and of the silent ones apart. */
export function tableOf(tasks) {
  const scored = tasks.map((task) => ({ ...task, scores: scoresOf(task) }));
  const isError = ({ answer }) => answer.full.error !== undefined;
  const [loud, silent] = [scored.filter(isError), scored.filter((task) => !isError(task))];
  const kinds = [...new Set(tasks.map(({ kind }) => kind))];
  return {
    tasks: tasks.length,
    errors: { count: loud.length, arms: arms(loud) },
    silent: { count: silent.length, arms: arms(silent) },
    kinds: kinds.map((kind) => {
      const own = loud.filter((task) => task.kind === kind);
      const all = tasks.filter((task) => task.kind === kind).length;
      return { kind, tasks: all, silent: all - own.length, arms: arms(own) };
    }),
    missed: loud.filter(({ scores }) => !scores.brief.isFound).map(({ id, program }) => `${id} (${program})`),
  };
}
