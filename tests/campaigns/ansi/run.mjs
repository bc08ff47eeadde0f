/** Runs a chapter of the suite in an image of its own. */
import { readFileSync } from "node:fs";
import { dataFiles, filesOf } from "./suite.mjs";

const DRIVER = readFileSync(new URL("driver.lisp", import.meta.url), "utf8");

/** Seconds that the files of a chapter, and that a test may take. */
const LOAD_S = 120;
const TEST_S = 8;

/** As many tests are run by one evaluation, and one by one where one of them ends it. */
const AT_ONCE = 20;

/** Tests run without being compiled file by file, so the suite's own loader has nothing to do. */
const LOADER = "(defun cl-user::compile-and-load (file &key force) (declare (ignore force)) file)";

const lispString = (text) => `"${text.replace(/[\\"]/g, "\\$&")}"`;

/**
 * Resolves to `{ results, problems }`: `results` has a `{ name, passed, report }` for each test, `problems`
 * what could not be loaded.
 */
export async function runChapter(chapter, server) {
  const evaluate = (code, packageName) =>
    server.call("evaluate-lisp", { code, ...(packageName && { package: packageName }) });
  await server.restart();
  await server.call("configure-limits", { timeout: LOAD_S });
  await evaluate(DRIVER);
  await evaluate(LOADER);
  for (const { path, content } of dataFiles())
    await evaluate(`(ansi-driver:write-file ${lispString(path)} ${lispString(content)})`);
  const problems = [];
  for (const { name, packageName, text } of filesOf(chapter)) {
    const load = `(ansi-driver:load-text ${lispString(name)} ${lispString(text)})`;
    const { stdout, error } = await evaluate(load, packageName);
    problems.push(...stdout.split("\n").filter((line) => line !== ""));
    if (error) problems.push(`${name}: ${error.message}`);
  }
  await server.call("configure-limits", { timeout: TEST_S });
  const { values } = await evaluate("(ansi-driver:gather)");
  const [count, others] = values.map(Number);
  if (others > 0) problems.push(`${others} tests are left out, as the suite leaves them out on SBCL`);
  const results = [];
  for (let from = 0; from < count; from += AT_ONCE) {
    const to = Math.min(from + AT_ONCE, count);
    results.push(...((await runTests(from, to, evaluate)) ?? (await runEach(from, to, evaluate))));
  }
  return { results, problems };
}

/** The results of some tests; null where one of them ended the evaluation. */
async function runTests(from, to, evaluate) {
  const { stdout, error } = await evaluate(`(ansi-driver:run ${from} ${to})`, "CL-TEST");
  const parts = stdout.split("\f").slice(1);
  if (parts.length !== to - from || (error && to - from > 1)) return null;
  return parts.map((part) => {
    const [name, ...lines] = part.trimEnd().split("\n");
    const passed = !error && lines.at(-1) === "PASSED";
    const end = error ? [`${error.type}: ${error.message}`] : [];
    return { name, passed, report: [...lines, ...end].join("\n") };
  });
}

async function runEach(from, to, evaluate) {
  const results = [];
  for (let i = from; i < to; i++) {
    const found = await runTests(i, i + 1, evaluate);
    results.push(...(found ?? [{ name: `number ${i}`, passed: false, report: "It ended its evaluation." }]));
  }
  return results;
}
