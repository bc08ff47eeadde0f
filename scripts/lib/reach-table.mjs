/**
 * The table of CONTRIBUTING that says what a change reaches: the rows of `npm test -- --changed`, for
 * people.
 */
import { readFileSync } from "node:fs";
import { ROWS } from "../suites/reach.mjs";
import { at } from "./paths.mjs";
import { between } from "./status.mjs";

export const CONTRIBUTING = at("CONTRIBUTING.md");

const BEGIN = "<!-- What a change reaches, written by `npm run generate`. -->\n";
const END = "<!-- End of what a change reaches. -->\n";

/** What to run while one works on a row's files, its seconds on a quiet machine, and what to generate. */
export const WHILE_WORKING = {
  "a document": ["`npx vitest scripts/tests/documents`", "3"],
  "any source": ["`npx vitest scripts/tests/rooms scripts/tests/limits`", "5"],
  "`README.md`": ["`npx playwright test -c tests/docs-sites readme`", "15"],
  "`src/`, `tests/server/`": ["`cargo test <name>`", "5", "types, schemas, `docs/tools.md`"],
  "`tests/costs/`": ["`npm test -- costs`", "20"],
  "`src/web/`, `src/data/`": ["`npm test -- wasm`", "15"],
  "`compiler/`, `runtime/`, `reader/`, `image/`, `functions/`, `lisp/`, `derive/`": [
    "`npx vitest jscl-bridge/reader`, `npx vitest tests/bridge/<subject>`",
    "5",
    "`docs/symbols.md`",
  ],
  "`contract/`": ["change the Rust types, and generate", "10", "the types themselves"],
  "`engine/`, `host/`, `waiting/`, `syntax/`, `systems/`, `index.ts`": [
    "`npx vitest jscl-bridge/host`",
    "5",
    "the grammar's tables",
  ],
  "`engine/power/`": ["`npx vitest jscl-bridge/engine`", "5"],
  "`waiting/`, `host/images/`": ["`npx vitest jscl-bridge/waiting jscl-bridge/host/images`", "6"],
  "`host/storage/`": ["`npx vitest jscl-bridge/host/storage`", "3"],
  "`node/`": ["`npx vitest --config tests/stdio/vitest.config.ts command-line`", "20"],
  "`www/`": ["`npx vitest www/<folder>`, `npx playwright test <file>`", "3"],
  "`www/elements/`, `www/guide/`": ["`npx vitest www/elements`", "5"],
  "`tests/photographs/`": ["`npm run photographs -- light <state>`", "30"],
  "`www/offline/`": ["`npx playwright test offline`", "30"],
  "the pages' policies": ["`npx vitest scripts/tests/headers`", "3"],
  "`package.json`, the build": ["`npm run build`", "the step's"],
  "`scripts/`": ["`npx vitest scripts/tests/<name>`", "3"],
  "`docs/sites/`": ["`npm run docs-sites`", "30"],
  "`tests/conformance/`": ["`npm run conformance -- 2026-07-28 caching`", "20"],
  "`tests/campaigns/`, `tests/bench/`": ["`npx vitest tests/campaigns/fuzz`", "10"],
};

/** What is reached of a suite: all of it, or a part. */
const part = ([suite, what]) => (what === true ? suite : `${suite} (part)`);

function table() {
  const rows = ROWS.map(({ what, run }) => {
    const [command = "", seconds = "", generated = ""] = WHILE_WORKING[what] ?? [];
    return `| ${[what, command, seconds, Object.entries(run).map(part).join(", "), generated].join(" | ")} |`;
  });
  const head =
    "| changed | run while you work | seconds | before hand-over runs | `npm run generate` writes |";
  return [head, "|---|---|---|---|---|", ...rows, ""].join("\n");
}

/** CONTRIBUTING with the present table; the rest of the page stays as it is. */
export function contributingPage(page = readFileSync(CONTRIBUTING, "utf8")) {
  return between(page, "CONTRIBUTING.md", [BEGIN, END], table());
}
