/**
 * The target `reader`: any text ends in forms or in a reader error whose position is within the text; what is
 * printed of what was read reads as the same.
 */
import { startInNode } from "../../corpus/node-server.mjs";
import { judge, kindOf } from "../programs/judge.mjs";
import { libraryNames } from "../programs/run.mjs";
import { shrinkText } from "../programs/shrink.mjs";
import { dataText, rawText } from "./texts.mjs";

const DEADLINE_S = 0.5;
const HANGS_MS = 10_000;
const SESSION = 200;
const SHOWN = 2;

/**
 * Tries texts from number `from` on until there were `count` of them or `seconds` have passed; calls
 * `onProblem` for each one.
 */
export async function reader({ seed, from, count, seconds }, onProblem = show) {
  // The effects of a text on its session must not change how data are read.
  const [server, other] = await Promise.all([startInNode(), startInNode()]);
  const names = await libraryNames(server);
  const until = performance.now() + seconds * 1000;
  const kinds = new Map();
  let tried = 0;
  let problems = 0;
  try {
    for (let number = from; number < from + count && performance.now() < until; number++) {
      if (tried++ % SESSION === 0) await fresh(server);
      for (const [text, check, reading] of [
        [rawText(seed, number, names), checkText, server],
        [dataText(seed, number), checkData, other],
      ]) {
        const problem = await check(text, reading);
        if (problem === null) continue;
        problems++;
        const kind = kindOf(problem);
        const seen = (kinds.get(kind) ?? 0) + 1;
        kinds.set(kind, seen);
        if (seen <= SHOWN) await onProblem({ number, text, problem, check }, reading);
        await fresh(reading);
      }
    }
  } finally {
    await Promise.all([server.close(), other.close()]);
  }
  return { tried: `${tried} texts, as many data`, problems };
}

async function fresh(server) {
  await server.call("reset-session");
  await server.call("configure-limits", { timeout: DEADLINE_S, "max-output": 20_000 });
}

async function show({ number, text, problem, check }, server) {
  const kind = kindOf(problem).slice(0, 40);
  const fails = async (smaller) => {
    await fresh(server);
    const found = await check(smaller, server);
    return found !== null && kindOf(found).startsWith(kind);
  };
  const small = problem === "hangs" || !(await fails(text)) ? text : await shrinkText(text, fails);
  console.log(`#${number}: ${problem}\n    ${JSON.stringify(small)}\n`);
}

async function ask(code, server) {
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, HANGS_MS);
  });
  const answer = await Promise.race([
    server.call("evaluate-lisp", { code, package: "COMMON-LISP-USER" }),
    late,
  ]);
  clearTimeout(timer);
  if (answer === undefined) await server.restart();
  return answer;
}

/** The problem of how a text is read, or null. */
async function checkText(text, server) {
  const answer = await ask(text, server);
  if (answer === undefined) return "hangs";
  const { error } = answer;
  return (
    judge(answer) ??
    (error?.precedence.some((name) => READING.includes(name)) && error.phase === "read"
      ? misplaced(error, text)
      : null)
  );
}

/** Errors that know where in the text they are; what `#.` evaluates may signal others. */
const READING = ["COMMON-LISP:READER-ERROR", "COMMON-LISP:END-OF-FILE"];

function misplaced({ type, position }, text) {
  if (position === null) return `a reader error without a place: ${type}`;
  const lines = text.split("\n");
  const { line, column } = position;
  const inside = line >= 1 && line <= lines.length && column >= 0 && column <= (lines[line - 1] ?? "").length;
  return inside ? null : `a place outside of the text: line ${line}, column ${column}`;
}

/** The problem of how a datum is printed and read again, or null. */
async function checkData(text, server) {
  const quoted = `"${text.replace(/[\\"]/g, "\\$&")}"`;
  const code = `(let* ((*read-default-float-format* 'single-float) (x (read-from-string ${quoted})) (text (write-to-string x :readably nil :pretty nil :circle nil :gensym nil)))
    (if (equalp-strictly x (read-from-string text)) t text))`;
  const define = `(defun equalp-strictly (a b)
    (cond ((and (symbolp a) (null (symbol-package a))) (string= a b))
          ((and (symbolp a) (symbolp b)) (eq a b))
          ((and (consp a) (consp b)) (and (equalp-strictly (car a) (car b)) (equalp-strictly (cdr a) (cdr b))))
          ((and (stringp a) (stringp b)) (string= a b))
          ((and (arrayp a) (arrayp b))
           (and (equal (array-dimensions a) (array-dimensions b))
                (dotimes (i (array-total-size a) t)
                  (unless (equalp-strictly (row-major-aref a i) (row-major-aref b i)) (return nil)))))
          ((pathnamep a) (equal a b))
          (t (eql a b))))`;
  const answer = await ask(`${define}\n${code}`, server);
  if (answer === undefined) return "hangs";
  if (answer.status === "ok" && answer.values[0] === "T") return null;
  return judge(answer) ?? `not the same when read again: ${answer.error?.message ?? answer.values[0]}`;
}
