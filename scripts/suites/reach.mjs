/**
 * What a change reaches, for `npm test -- --changed`: which suites, and of large ones which files.
 * CONTRIBUTING has this table for people; `npm run generate` writes it there.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { at, ROOT } from "../lib/paths.mjs";
import { Problem } from "../lib/report.mjs";
import { RULES, suites } from "./suites.mjs";

/** Tests of whole subjects over a booted image that take long: only the whole runs all of them. */
export const SLOW = [
  ...["runtime/numbers/long-integers", "runtime/objects/heap", "node/file-store", "node/file-lock"],
  ...["derive/derive", "derive/snapshot/snapshot-image"],
]
  .map((name) => `jscl-bridge/${name}.test.ts`)
  .concat(
    [
      ...["systems-cache", "systems", "garbage", "sbcl", "report-budgets", "runaways"],
      ...["property-names", "cancellation", "timeouts", "expansions"],
      ...["weak-references", "function-table", "places", "recording", "integer-operators", "sound-types"],
    ].map((name) => `tests/bridge/${name}.test.ts`),
  );

/** The parts of the program that every page loads: what shows first that one of them is broken. */
const SMOKE = {
  e2e: ["tests/e2e/evaluation.spec.ts", "tests/e2e/playground.spec.ts", "tests/e2e/cell.spec.ts"],
};

/** What runs Lisp: the bridge's tests but the slow ones. */
const LISP = { bridge: ["jscl-bridge/", "tests/bridge/"], house: true };

/**
 * A row: what is changed, as a pattern over paths, and what of the suites it reaches: `true` for a whole
 * suite, or files and folders of tests.
 * @typedef {{ what: string, paths: RegExp, run: Record<string, true | string[]> }} Row
 * @type {Row[]}
 */
export const ROWS = [
  { what: "a document", paths: /^(docs\/(?!sites\/)|[^/]+\.md$)/, run: { house: true } },
  { what: "any source", paths: /^(src|jscl-bridge|www)\/(?!.*\.test\.ts$)/, run: { house: RULES } },
  { what: "`README.md`", paths: /^README\.md$/, run: { "docs-sites": true } },
  {
    what: "`src/`, `tests/server/`",
    paths: /^(src|tests\/(server|schemas)|Cargo\.)/,
    run: { rust: true, schemas: true, costs: true },
  },
  { what: "`tests/costs/`", paths: /^tests\/costs\//, run: { costs: true } },
  {
    what: "`src/web/`, `src/data/`",
    paths: /^(src\/(web|data)|tests\/(wasm|server\/contract)\.rs|scripts\/xtask)/,
    run: { wasm: true },
  },
  {
    what: "`compiler/`, `runtime/`, `reader/`, `image/`, `functions/`, `lisp/`, `derive/`",
    paths: /^jscl-bridge\/(compiler|runtime|reader|image|functions|lisp|derive|third-party)\//,
    run: LISP,
  },
  {
    what: "`contract/`",
    paths: /^jscl-bridge\/contract\//,
    run: { rust: true, schemas: true, bridge: ["jscl-bridge/", "tests/bridge/"], package: true },
  },
  {
    what: "`engine/`, `host/`, `waiting/`, `syntax/`, `systems/`, `index.ts`",
    paths: /^jscl-bridge\/(engine|host|waiting|syntax|systems|index)/,
    run: {
      bridge: ["jscl-bridge/engine/", "jscl-bridge/host/", "jscl-bridge/syntax/", "jscl-bridge/systems/"],
      ...SMOKE,
    },
  },
  {
    what: "`engine/power/`",
    paths: /^(jscl-bridge\/engine\/power|tests\/campaigns\/escape)\//,
    run: {
      escape: true,
      bridge: ["tests/bridge/locked-realm.test.ts"],
      e2e: ["grants", "security"].map((name) => `tests/e2e/${name}.spec.ts`),
    },
  },
  {
    what: "`waiting/`, `host/images/`",
    paths: /^jscl-bridge\/(waiting|host\/images|engine\/inbox)/,
    run: {
      e2e: ["waiting", "waiting-attacks", "cancellation"].map((name) => `tests/e2e/${name}.spec.ts`),
    },
  },
  {
    what: "`host/storage/`",
    paths: /^jscl-bridge\/host\/(storage|browser-)/,
    run: { e2e: ["tests/e2e/journal.spec.ts", "tests/e2e/storage.spec.ts"] },
  },
  { what: "`node/`", paths: /^jscl-bridge\/node\//, run: { bridge: ["jscl-bridge/node/"], stdio: true } },
  {
    what: "`www/`",
    paths: /^www\/(?!elements\/|guide\/|offline\/)/,
    run: {
      www: true,
      e2e: ["tests/e2e/looks.spec.ts", "tests/e2e/playground.spec.ts", "tests/e2e/policy.spec.ts"],
    },
  },
  {
    what: "`www/elements/`, `www/guide/`",
    paths: /^www\/(elements|guide)\//,
    run: {
      www: true,

      e2e: ["tests/e2e/looks.spec.ts", "tests/e2e/cell", "tests/e2e/guide.spec.ts"],
    },
  },
  { what: "`tests/photographs/`", paths: /^tests\/photographs\//, run: { e2e: ["tests/e2e/looks.spec.ts"] } },
  { what: "`www/offline/`", paths: /^www\/offline\//, run: { e2e: ["tests/e2e/offline.spec.ts"] } },
  {
    what: "the pages' policies",
    paths: /^scripts\/lib\/(policy|site|answer-file)\.mjs$/,
    run: { e2e: ["tests/e2e/policy.spec.ts"] },
  },
  {
    what: "`package.json`, the build",
    paths: /^(package(-lock)?\.json|scripts\/(lib\/(build-steps|bundle|types|split|shrink)|tsconfig)[^/]*)$/,
    run: { house: true, package: true },
  },
  { what: "`scripts/`", paths: /^scripts\//, run: { house: true } },
  { what: "`docs/sites/`", paths: /^docs\/sites\//, run: { "docs-sites": true } },
  { what: "`tests/conformance/`", paths: /^tests\/conformance\//, run: { conformance: true } },
  {
    what: "`tests/campaigns/`, `tests/bench/`",
    paths: /^tests\/(campaigns|bench)\//,
    run: { campaigns: true },
  },
];

const isTestFile = (file) => /\.(test|spec)\.m?ts$|\.test\.mjs$/.test(file);

/** The suite that a file of tests, or something that such files share, belongs to. */
const suiteOfTest = (file) =>
  suites.find(({ tests = [] }) => tests.some((folder) => file.startsWith(folder)));

/** Joins what two rows run of a suite. */
const joined = (a, b) => (a === true || b === true ? true : [...new Set([...(a ?? []), ...b])]);

/** What a file reaches that no row names: the suites that read it. */
const readersOf = (file) =>
  suites.filter(
    ({ inputs, everything }) =>
      everything || inputs.some((input) => file === input || file.startsWith(`${input}/`)),
  );

/** What one file reaches, by suite. A file of tests reaches itself. */
function reachOfFile(file) {
  const rows = ROWS.filter(({ paths }) => paths.test(file)).map(({ run }) => run);
  const suite = suiteOfTest(file);
  if (suite && isTestFile(file)) rows.push({ [suite.name]: existsSync(at(file)) ? [file] : [] });
  return rows.length > 0 ? rows : [Object.fromEntries(readersOf(file).map(({ name }) => [name, true]))];
}

/** What a change of these files reaches: by suite `true`, or files and folders of its tests. */
export function reachOf(files) {
  const reach = {};
  for (const run of files.flatMap(reachOfFile))
    for (const [suite, what] of Object.entries(run)) reach[suite] = joined(reach[suite], what);
  // A file of tests that is gone leaves nothing to run.
  return Object.fromEntries(Object.entries(reach).filter(([, what]) => what === true || what.length > 0));
}

/**
 * The files of tests that a reach stands for: of a folder all but the slow ones, unless they are named
 * themselves.
 * @param {string[]} what   files and folders
 */
export function filesOf(what, files = git("ls-files", "-z", "--cached", "--others", "--exclude-standard")) {
  const isMeant = (file) =>
    what.includes(file) || (!SLOW.includes(file) && what.some((path) => file.startsWith(path)));
  return files.filter((file) => isTestFile(file) && isMeant(file) && existsSync(at(file)));
}

const git = (...args) =>
  execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).split("\0").filter(Boolean);

/**
 * The files that differ from `since`, those included that git does not know yet. By default that is where
 * this branch left its upstream, or the last commit but one where there is none.
 */
export function changedFiles(since) {
  const base = since ?? upstreamBase();
  try {
    const known = git("diff", "--name-only", "-z", "--no-renames", base, "--");
    return [...new Set([...known, ...git("ls-files", "-z", "--others", "--exclude-standard")])].sort();
  } catch {
    throw new Problem(`git cannot compare with "${base}": name another commit by --since.`);
  }
}

function upstreamBase() {
  try {
    return execFileSync("git", ["merge-base", "HEAD", "@{upstream}"], {
      cwd: ROOT,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return "HEAD~1";
  }
}
