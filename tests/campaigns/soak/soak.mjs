import { median } from "../../bench/lib/stats.mjs";
import { meal } from "./diet.mjs";
import { slope } from "./fit.mjs";

/** Meals are handed over in portions, so that no message is huge. */
const PORTION = 500;

/** The warm-up: until then code is still being optimised and tables reach their size. */
const WARM_UP = 0.2;

/** Bytes that a heap may grow for each evaluation. A leak of one object for each would be more. */
const BYTES = 16;

/** The share by which the median latency may grow over the whole run. */
const GROWTH = 0.2;

/** Eats `blocks` blocks of `size` meals; yields for each `{ evaluations, memory, probes, all, problems }`. */
export async function* soak(server, { seed, size, blocks }) {
  for (let block = 0; block < blocks; block++) {
    const sum = { probes: [], all: [], problems: [] };
    for (let done = 0; done < size; done += PORTION) {
      const meals = Array.from({ length: Math.min(PORTION, size - done) }, (_, i) =>
        meal(seed, block * size + done + i),
      );
      const { probes, all, problems, unanswered } = await server.eat(meals);
      sum.probes.push(...probes);
      sum.all.push(...all);
      sum.problems.push(...problems, ...(unanswered > 0 ? [`${unanswered} requests without an answer`] : []));
    }
    yield { evaluations: (block + 1) * size, memory: await server.memory(), ...sum };
  }
}

/** The verdict on the blocks: `{ lines, sound }`. */
export function verdict(blocks) {
  const counted = blocks.slice(Math.ceil(blocks.length * WARM_UP));
  const total = blocks.at(-1).evaluations;
  const lines = [];
  let sound = true;
  const judge = (text, fine) => {
    lines.push(`${fine ? "✓" : "✗"} ${text}`);
    sound &&= fine;
  };
  for (const [name, title] of [
    ["lisp", "Lisp's heap"],
    ["page", "the page's heap"],
  ]) {
    if (counted[0].memory[name] === undefined) continue;
    const bytes = slope(counted.map(({ evaluations, memory }) => [evaluations, memory[name]]));
    judge(`${title}: ${bytes.toFixed(1)} bytes an evaluation (at most ${BYTES})`, bytes <= BYTES);
  }
  for (const [name, title] of [
    ["probes", "(+ 1 2)"],
    ["all", "all evaluations"],
  ]) {
    const points = counted.map((block) => [block.evaluations, median(block[name]) * 1000]);
    const perThousand = slope(points) * 1000;
    const growth = (perThousand * (total / 1000)) / median(points.map(([, us]) => us));
    judge(
      `latency of ${title}: ${perThousand.toFixed(2)} µs more for 1,000 evaluations, ${(growth * 100).toFixed(0)} % over the run (at most ${GROWTH * 100} %)`,
      growth <= GROWTH,
    );
  }
  const problems = blocks.reduce((sum, block) => sum + block.problems.length, 0);
  judge(`${total} evaluations, ${problems} answers missing or not the right ones`, problems === 0);
  return { lines, sound };
}
