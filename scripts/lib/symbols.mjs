/**
 * The table of COMMON-LISP's symbols, `docs/symbols.md`: their kinds as the image says, and the tests that
 * name them, read by the image's reader. Needs dist/.
 */
import { readFileSync } from "node:fs";
import { basename, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { parse } from "acorn";
import { simple } from "acorn-walk";
import { transformSync } from "esbuild";
import { at, ROOT } from "./paths.mjs";
import { filesUnder } from "./stamps.mjs";
import { DIFFERENT, PLACELESS } from "./symbol-states.mjs";

const bySize = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/** The forms of a file of SBCL's answers: the lines without indentation. */
const formsOfAnswers = (text) => text.split("\n").filter((line) => line !== "" && !line.startsWith("  "));

const programsOfCorpus = (text) =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line).code);

function stringsIn(value) {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** The texts that a module of tests writes down. */
function stringsOfModule(text) {
  const found = [];
  const { code } = transformSync(text, { loader: "ts" });
  simple(parse(code, { ecmaVersion: "latest", sourceType: "module" }), {
    Literal: ({ value }) => {
      if (typeof value === "string") found.push(value);
    },
    // What is put in is a name or a form: NIL keeps the form whole.
    TemplateLiteral: ({ quasis }) => found.push(quasis.map(({ value }) => value.cooked).join("nil")),
  });
  return found;
}

const READERS = [
  [/\/sbcl-answers\/[^/]+\.txt$/, formsOfAnswers],
  [/\/corpus\/open\.jsonl$/, programsOfCorpus],
  [/\.cases\.json$/, (text) => stringsIn(JSON.parse(text))],
  [/\.test\.ts$/, stringsOfModule],
];

/** The folders whose tests are read. */
export const TESTED = [at("tests", "bridge"), at("tests", "campaigns", "corpus"), at("jscl-bridge")];

/** Texts that tests evaluate, each with the name of its file. A text that is no list is a word of English. */
function tests() {
  const files = TESTED.flatMap((folder) => filesUnder(folder)).toSorted(bySize);
  return files.flatMap((file) => {
    const [, read] = READERS.find(([pattern]) => pattern.test(file)) ?? [];
    if (read === undefined) return [];
    const texts = read(readFileSync(file, "utf8"), file).filter((text) => /^['`#]?\(/.test(text));
    return texts.map((text) => ({ file: relative(ROOT, file), text }));
  });
}

const command = (id, code) => ({
  kind: "evaluate",
  id,
  code,
  package: null,
  deadlineMs: 600_000,
  maxOutput: 100_000_000,
  captureTime: false,
  look: null,
  record: null,
  input: { text: null, askMs: 0, end: "There is no input." },
  limits: {
    valueChars: 1000,
    messageChars: 1000,
    argumentChars: 300,
    formChars: 40,
    maxFrames: 10,
    maxValues: 10,
    maxWarnings: 20,
  },
  restarts: [],
  askMs: 0,
  hold: false,
  level: 0,
  tellForms: false,
  tellResults: false,
  keep: { after: 0, handles: 0, most: 0 },
  pictures: { most: 0, chars: 0 },
  debug: null,
  frame: null,
});

/** What evaluates a text in an image of its own and answers what that prints. */
async function openImage() {
  const { bootEngine } = await import(pathToFileURL(at("dist", "jscl-worker.js")).href);
  let printed = "";
  let problem = null;
  const { handle } = await bootEngine({ interrupts: null, answers: null, grants: {} }, (event) => {
    if (event.kind === "output") printed += event.text;
    if (event.kind === "completed") problem = event.outcome.condition;
  });
  let id = 0;
  return (code) => {
    printed = "";
    handle(command(++id, code));
    if (problem !== null) throw new Error(`${problem.type}: ${problem.message}`);
    return printed;
  };
}

const lispString = (text) => `"${text.replace(/[\\"]/g, "\\$&")}"`;

/** Each symbol's kinds and the tests that name it: their number, and the file to look at first. */
export async function symbolFacts() {
  const evaluate = await openImage();
  evaluate(readFileSync(at("scripts", "lib", "symbol-facts.lisp"), "utf8"));
  const facts = new Map();
  for (const line of evaluate("(symbol-facts::write-kinds)").split("\n")) {
    const [name, kinds] = line.split("\t");
    if (kinds !== undefined)
      facts.set(name, { kinds: kinds || PLACELESS.get(name) || "", tests: 0, files: new Set() });
  }
  const texts = tests();
  const printed = evaluate(
    `(mapc #'symbol-facts::write-names '(${texts.map(({ text }) => lispString(text)).join("\n")}))`,
  ).split("\n");
  for (const [index, { file }] of texts.entries()) {
    for (const name of printed[index].split(" ")) {
      const fact = facts.get(name);
      if (fact === undefined) continue;
      fact.tests++;
      fact.files.add(basename(file));
    }
  }
  return facts;
}

/** Numbers that few changes of tests change. */
const STEPS = [100, 20, 5, 2];

function counted(count) {
  const step = STEPS.find((each) => count >= each);
  return step === undefined ? `${count}` : `${step}+`;
}

/** The transcripts of the standard's chapters come first: they are there to hold each symbol. */
function placeOf(files) {
  const names = [...files].toSorted(bySize);
  return names.find((name) => name.startsWith("standard-")) ?? names[0] ?? "";
}

const cell = (text) => text.replace(/[\\|*_`]/g, "\\$&");

export function tableOfSymbols(facts) {
  const rows = [...facts]
    .toSorted(([a], [b]) => bySize(a, b))
    .map(([name, { kinds, tests, files }]) => {
      const state = DIFFERENT.get(name) ?? "works";
      return `| ${cell(name.toLowerCase())} | ${kinds} | ${state} | ${counted(tests)} | ${placeOf(files)} |`;
    });
  return `# The symbols of COMMON-LISP

The package exports the ${facts.size} symbols that the standard names, and no others. \`npm run generate\` writes
this page from the image and from the tests. *tests* is how many of them name the symbol, rounded down; *in*
is one of the files that do. A state other than *works* says what differs from SBCL: ${DIFFERENT.size} symbols have one.

| symbol | what it names | state | tests | in |
|---|---|---|---:|---|
${rows.join("\n")}
`;
}
