/**
 * What is generated and committed, in the order in which one is made from another: types and schemas from
 * Rust, the editor's tables from their grammar, the list of symbols from the image and the tests.
 *
 * To look at one costs what making it costs. So each has a stamp of what it is made from and of itself, kept
 * when it was found current: where nothing has changed since, nothing is made.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { buildSteps, isStale } from "./build-steps.mjs";
import { clientPages } from "./client-pages.mjs";
import { grammarTables } from "./grammar.mjs";
import { at, ROOT } from "./paths.mjs";
import { contributingPage } from "./reach-table.mjs";
import { Problem } from "./report.mjs";
import { mustRun, run } from "./run.mjs";
import { filesUnder, hashOf, isFresh, stamp } from "./stamps.mjs";
import { statusPage } from "./status.mjs";
import { runSteps } from "./steps.mjs";
import { symbolFacts, TESTED, tableOfSymbols } from "./symbols.mjs";

/**
 * @typedef {object} Generated
 * @property {string} name             of its stamp
 * @property {string} title            what it is, in a few words
 * @property {string[]} [inputs]       files and folders that it is made from; without them it has no stamp,
 *   and is looked at each time
 * @property {string[]} files          what it is, by paths from the root
 * @property {() => Promise<Record<string, string>>} [texts]  what belongs into each file
 * @property {(writes: boolean) => Promise<string[]>} [run]   in its place: the files that were not current
 * @property {() => string | undefined} [missing]  why it cannot be looked at now
 * @property {() => Promise<void>} [prepare]       before it is written
 */

/** The crate prints the paths of the files that it has changed, or would change. */
async function schemas(writes) {
  const args = ["run", "--quiet", "--package", "schemas", "--", writes ? "write" : "check"];
  const { output } = await mustRun("cargo", args, { quiet: true });
  return output.split("\n").filter((line) => /^[\w-]+\/\S+$/.test(line));
}

/** @type {Generated[]} */
export const generated = [
  {
    name: "types",
    title: "Types and schemas, from Rust",
    inputs: ["Cargo.toml", "Cargo.lock", "src", "tests/schemas/Cargo.toml", "tests/schemas/src"],
    files: [
      ...["engine.ts", "host.ts", "budgets.ts", "results.ts", "tools.json"].map(
        (name) => `jscl-bridge/contract/${name}`,
      ),
      "src/tools/schemas.rs",
      "docs/tools.md",
    ],
    run: schemas,
  },
  {
    name: "grammar",
    title: "The editor's tables, from its grammar",
    inputs: ["jscl-bridge/syntax/lisp.grammar", "scripts/lib/grammar.mjs", "package-lock.json"],
    files: ["jscl-bridge/syntax/parser.ts", "jscl-bridge/syntax/parser.terms.ts"],
    texts: grammarTables,
  },
  {
    name: "symbols",
    title: "The list of symbols, from the image and the tests",
    inputs: [...TESTED.map((folder) => relative(ROOT, folder)), "scripts/lib", "dist"],
    files: ["docs/symbols.md"],
    texts: async () => ({ "docs/symbols.md": tableOfSymbols(await symbolFacts()) }),
    missing: () =>
      isStale("site") ? "dist/ is not built, or older than its sources; `npm test` looks." : undefined,
    prepare: () => runSteps(buildSteps),
  },
  {
    name: "pages",
    title: "What pages say of the others",
    files: ["docs/status.md", "CONTRIBUTING.md", "docs/clients/"],
    texts: async () => ({
      ...{ "docs/status.md": statusPage(), "CONTRIBUTING.md": contributingPage() },
      ...clientPages(),
    }),
  },
];

const SNAPSHOTS = at("tests", "server", "snapshots");

/** What the tests of the server expect: written only where somebody asks for it. @type {Generated} */
export const snapshots = {
  name: "snapshots",
  title: "What the server's tests expect",
  files: [],
  async run() {
    const texts = () => new Map(filesUnder(SNAPSHOTS).map((file) => [file, readFileSync(file, "utf8")]));
    const before = texts();
    const { status, output } = await run("cargo", ["test", "--test", "server"], {
      quiet: true,
      env: { INSTA_UPDATE: "always" },
    });
    if (status !== 0) throw new Problem(`${output}\nTests fail for other reasons than snapshots.`);
    return [...texts()]
      .filter(([file, text]) => before.get(file) !== text)
      .map(([file]) => relative(ROOT, file));
  },
};

const stampOf = ({ name }) => `generated-${name}`;
const hashOfAll = ({ inputs, files }) => inputs && hashOf([...inputs, ...files].map((path) => at(path)));

const textOf = (file) => {
  try {
    return readFileSync(at(file), "utf8");
  } catch {
    return undefined;
  }
};

/** The files of one that are not what they should be; with `writes` they are, afterwards. */
async function differing(one, writes) {
  if (one.run) return one.run(writes);
  const texts = Object.entries(await one.texts()).filter(([file, text]) => textOf(file) !== text);
  if (writes) for (const [file, text] of texts) writeFileSync(at(file), text);
  return texts.map(([file]) => file);
}

/** The files that are stale, and what could not be looked at. */
export async function staleOf(all) {
  const stale = [];
  const unknown = [];
  for (const one of all) {
    const hash = hashOfAll(one);
    if (hash && isFresh(stampOf(one), hash, [])) continue;
    const why = one.missing?.();
    if (why !== undefined) {
      unknown.push({ files: one.files, why });
      continue;
    }
    const found = await differing(one, false);
    if (hash && found.length === 0) stamp(stampOf(one), hash);
    stale.push(...found);
  }
  return { stale, unknown };
}

/** Writes all, in order; the files that have changed. */
export async function writeAll(all) {
  const changed = [];
  for (const one of all) {
    console.log(`${one.title} …`);
    await one.prepare?.();
    changed.push(...(await differing(one, true)));
    if (one.inputs) stamp(stampOf(one), hashOfAll(one));
  }
  return changed;
}
