/** Runs programs through a server, each in an image of its own. */
import { allWrong, compare } from "./compare.mjs";

/** Seconds for a program that SBCL did not end either: it is recorded as such after as long a wait. */
const ENDLESS_S = 2;

/** Seconds for a program that SBCL ended. A busy machine may stall for seconds: that is no difference. */
const TIMEOUT_S = 10;

/** Milliseconds after which a server that does not answer hangs. */
const HANGS_MS = 20_000;

/**
 * Yields for each row `{ row, answer, ms, usable, equal }`. A program that the server does not survive, or
 * after which the session cannot add two numbers, is wrong in each column.
 */
export async function* runRows(rows, server) {
  for (const row of rows) {
    const outcome = await within(HANGS_MS, ask(row, server));
    if (outcome?.usable) yield { row, ...outcome, equal: compare(row, outcome.answer) };
    else {
      const answer = outcome?.answer ?? { status: "hangs", values: [], stdout: "", warnings: [] };
      yield { row, answer, ms: outcome?.ms ?? HANGS_MS, usable: false, equal: allWrong(row) };
      await server.restart();
    }
  }
}

async function ask(row, { call }) {
  await call("reset-session");
  await call("configure-limits", { timeout: row.expected.status === "timeout" ? ENDLESS_S : TIMEOUT_S });
  const began = performance.now();
  const { warnings, ...rest } = await call("evaluate-lisp", { code: row.code });
  // Of what the compiler catches, SBCL signals no warning for the errors.
  const answer = { ...rest, warnings: (warnings ?? []).filter(({ severity }) => severity !== "error") };
  const ms = performance.now() - began;
  const after = await call("evaluate-lisp", { code: "(cl:+ 1 2)" });
  return { answer, ms, usable: after.values?.[0] === "3" };
}

/** The promise's value, or undefined when it takes longer. */
function within(ms, promise) {
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
