/**
 * The target `programs`: generated Lisp programs must all end in a value, a report or a timeout, and leave a
 * sound session.
 */
import { startInNode } from "../../corpus/node-server.mjs";
import { kindOf } from "./judge.mjs";
import { program, textOf } from "./program.mjs";
import { libraryNames, runPrograms } from "./run.mjs";
import { shrink, shrinkList } from "./shrink.mjs";

/** The number of problems of one kind that are shown. */
const SHOWN = 2;
/** Characters of a program that are shown. */
const LENGTH = 2000;

/** Tries programs from number `from` on until there were `count` of them or `seconds` have passed. */
export async function programs({ seed, from, count, seconds }) {
  const server = await startInNode();
  try {
    const names = await libraryNames(server);
    const until = performance.now() + seconds * 1000;
    const made = (function* () {
      for (let number = from; number < from + count && performance.now() < until; number++)
        yield { number, ...program(seed, number, names) };
    })();
    return await search(made, server, count === 1);
  } finally {
    await server.close();
  }
}

async function search(made, server, inFull) {
  const statuses = {};
  const kinds = new Map();
  let session = [];
  let tried = 0;
  for await (const result of runPrograms(made, server)) {
    tried++;
    statuses[result.status] = (statuses[result.status] ?? 0) + 1;
    if (inFull) console.log(`${result.text}\n${JSON.stringify(result.answer, null, 1)}`);
    if (result.isFirst) session = [];
    session.push(result);
    if (result.problem === null) continue;
    const kind = kindOf(result.problem);
    const seen = (kinds.get(kind) ?? 0) + 1;
    kinds.set(kind, seen);
    if (seen <= SHOWN) await show(result, session, server);
  }
  const problems = [...kinds.values()].reduce((a, b) => a + b, 0);
  for (const [kind, times] of kinds) console.log(`${times} times: ${kind}`);
  const ends = Object.entries(statuses).map(([status, times]) => `${status} ${times}`);
  return { tried: `${tried} programs (${ends.join(", ")})`, problems };
}

/**
 * Prints a program with a problem, and the least that shows the same problem: the program alone, or with some
 * before it.
 */
async function show(result, session, server) {
  const { number, text, problem, status } = result;
  console.log(`#${number}: ${problem}\n${indented(text.slice(0, LENGTH))}`);
  if (status === "hangs") return;
  const kind = kindOf(problem).slice(0, 40);
  const fails = async (list) => {
    let last;
    for await (last of runPrograms(list, server, list.length));
    return last.problem !== null && kindOf(last.problem).startsWith(kind);
  };
  let list = (await fails([result])) ? [result] : session;
  if (list === session && !(await fails(list))) {
    console.log("  It does not happen again.\n");
    return;
  }
  list = await shrinkList(list, fails);
  for (const [i, { forms }] of list.entries()) {
    if (forms === null) continue;
    const small = await shrink(forms, (forms) => fails(list.with(i, { text: textOf(forms) })));
    list = list.with(i, { text: textOf(small) });
  }
  console.log(`  The least that does it:\n${list.map(({ text }) => indented(text)).join("\n  then\n")}\n`);
}

const indented = (text) => text.replace(/^/gm, "    ");
