/** Runs generated programs through a server and judges each answer and the session after it. */
import { CANARY, judge, judgeCanary } from "./judge.mjs";

/** Seconds a program may take. */
const DEADLINE_S = 0.2;
/** Milliseconds after which a server that does not answer hangs. */
const HANGS_MS = 30_000;
/** Programs share a session for so long, so that what one leaves behind meets the next. */
const SESSION = 100;

/**
 * Tries `programs`, an iterable of `{ text }`; yields each with `{ status, problem, answer, ms, isFirst }`,
 * first in its session.
 */
export async function* runPrograms(programs, server, session = SESSION) {
  let left = 0;
  for (const program of programs) {
    const isFirst = left === 0;
    if (isFirst) {
      await fresh(server);
      left = session;
    }
    left--;
    const began = performance.now();
    const outcome = await within(HANGS_MS, tryProgram(program.text, server));
    const result = outcome ?? { status: "hangs", problem: "hangs" };
    if (result.problem !== null) left = 0;
    if (outcome === undefined) await server.restart();
    yield { ...program, ms: performance.now() - began, isFirst, ...result };
  }
}

async function fresh({ call }) {
  await call("reset-session");
  await call("configure-limits", { timeout: DEADLINE_S, "max-output": 20_000 });
}

/** Seconds for the check of a session that seemed late: on a busy machine a program's own are too few. */
const PATIENCE_S = 5;

async function tryProgram(code, { call }) {
  const answer = await call("evaluate-lisp", { code });
  const problem = judge(answer) ?? (await problemOfSession(call));
  return { status: answer.status, problem, answer };
}

async function problemOfSession(call) {
  const first = await call("evaluate-lisp", CANARY);
  if (first.status !== "timeout") return judgeCanary(first);
  await call("configure-limits", { timeout: PATIENCE_S });
  const second = await call("evaluate-lisp", CANARY);
  await call("configure-limits", { timeout: DEADLINE_S });
  return judgeCanary(second);
}

/** The promise's value, or undefined when it takes longer. */
export function within(ms, promise) {
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Names by which a program may rightly make the session unable to read what follows. */
const BREAKING = ["make-dispatch-macro-character", "set-macro-character", "set-syntax-from-char"];

/** Names of the library, as the image itself lists them: `{ functions, macros }`, sorted. */
export async function libraryNames({ call }) {
  const code = `(let (functions macros)
    (do-external-symbols (s :common-lisp)
      (cond ((or (special-operator-p s) (macro-function s)) (push s macros))
            ((fboundp s) (push s functions))))
    (format nil "~(~{~a~^ ~}|~{~a~^ ~}~)" functions macros))`;
  const { values } = await call("evaluate-lisp", { code });
  const [functions, macros] = JSON.parse(values[0].replaceAll("\n", " "))
    .split("|")
    .map((names) => names.split(" ").sort());
  return { functions: functions.filter((name) => !BREAKING.includes(name)), macros };
}
