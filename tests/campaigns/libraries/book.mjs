/**
 * `npm run book`: the programs of Norvig's "Paradigms of Artificial Intelligence Programming", as they were
 * published: each file loaded, and the examples of each chapter, in an image of their own; what comes of them
 * is compared with SBCL's. Fetched with the libraries (`npm run libraries -- --fetch`). Needs dist/.
 *
 *   npm run book                what differs from SBCL, and how many do not
 *   npm run book -- --ask-sbcl  asks SBCL, and records its answers in book.json
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { Problem, runMain } from "../../../scripts/lib/report.mjs";
import { each } from "./at-once.mjs";
import { filesOf } from "./checkouts.mjs";
import { DRIVER, evaluateHere, evaluateInSbcl, lispString } from "./run.mjs";

const BOOK = { repository: "paip-lisp" };
const RECORD = new URL("book.json", import.meta.url);
const CHAPTERS = 23;

/** What one file needs that it does not name itself. */
const NEEDS = { compopt: ["compile3"], "edge-tab": ["waltz"], othello2: ["othello"], syntax2: ["syntax1"] };

const sources = () => filesOf(BOOK.repository).filter(({ path }) => /\/lisp\/[^/]+\.lisp$/.test(path));

/** `{ name, form }` of each trial; the forms answer a number or a keyword, or signal. */
function trials() {
  const names = sources().map(({ path }) => basename(path, ".lisp"));
  const files = names.map((name) => {
    const wanted = [...(NEEDS[name] ?? []), name].filter((each) => each !== "auxfns");
    return { name, form: `(progn ${wanted.map((each) => `(requires "${each}")`).join(" ")} :loaded)` };
  });
  const chapters = Array.from({ length: CHAPTERS }, (_, at) => ({
    name: `chapter ${at + 1}`,
    form: `(progn (requires "examples") (do-chapter ${at + 1} *standard-output*))`,
  }));
  return [...files, ...chapters];
}

/** The book's first file opens the locks of packages where it finds SBCL, as which ASDF has it take us. */
const programOf = (form, folder) =>
  [
    "(require :asdf)",
    DRIVER,
    "(in-package :cl-user)",
    `(handler-bind ((warning #'muffle-warning)) (load ${lispString(`${folder}auxfns.lisp`)}))`,
    `(libraries:mark "OUTCOME 0 ~A" (handler-case (handler-bind ((warning #'muffle-warning)) ${form})
       (error (condition) (type-of condition))))`,
  ].join("\n");

/** How a trial ended: how many examples came out otherwise than the book says, LOADED, or an error's type. */
function outcomeIn({ output, isLate }) {
  if (isLate) return "too late";
  return output.match(/\fOUTCOME 0 (.*)/)?.[1].replace(/^.*:/, "") ?? "ended before";
}

/** What the book says, or what SBCL makes of it. */
const isRight = (here, sbcl) => here === "LOADED" || here === "0" || here === sbcl;

await runMain(async () => {
  const { values: options } = parseArgs({
    options: { "ask-sbcl": { type: "boolean" }, jobs: { type: "string", default: "1" } },
  });
  const [first] = sources();
  if (first === undefined)
    throw new Problem("The book is not here: run `npm run libraries -- --fetch` first.");
  const folderOf = (path) => path.slice(0, path.lastIndexOf("/") + 1);
  const recorded = existsSync(RECORD) ? JSON.parse(readFileSync(RECORD, "utf8")) : {};
  let right = 0;
  const all = trials();
  await each(all, Number(options.jobs), async ({ name, form }) => {
    if (options["ask-sbcl"]) {
      recorded[name] = outcomeIn(await evaluateInSbcl(programOf(form, folderOf(first.file))));
      return;
    }
    const here = outcomeIn(await evaluateHere(BOOK, programOf(form, folderOf(first.path))));
    if (isRight(here, recorded[name])) right += 1;
    else console.log(`${name}: ${here}, in SBCL ${recorded[name]}`);
  });
  if (options["ask-sbcl"]) writeFileSync(RECORD, `${JSON.stringify(recorded, null, 2)}\n`);
  else console.log(`${right} of ${all.length} files and chapters as in SBCL or as the book says`);
});
