/**
 * The numbers of `docs/status.md`, read off committed files that are generated or compiled: nobody writes one
 * of them a second time.
 */
import { readFileSync } from "node:fs";
import { at } from "./paths.mjs";
import { Problem } from "./report.mjs";

export const STATUS = at("docs", "status.md");

/** What stands before and after the numbers in the page. */
const BEGIN = "<!-- Numbers, written by `npm run generate`. -->\n";
const END = "<!-- End of the numbers. -->\n";

const read = (path) => readFileSync(at(path), "utf8");

/** The match of a pattern in a file. A file that has changed its form is named. */
function find(path, text, pattern) {
  const match = pattern.exec(text);
  if (match === null) throw new Problem(`docs/status.md: ${path} has nothing like ${pattern}.`);
  return match;
}

const cellsOf = (row) =>
  row
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());

/** How many symbols COMMON-LISP exports, and how many of them differ from SBCL's. */
export function symbolNumbers(text = read("docs/symbols.md")) {
  const path = "docs/symbols.md";
  return {
    symbols: Number(find(path, text, /exports the (\d+) symbols/)[1]),
    different: Number(find(path, text, /(\d+) symbols have one\./)[1]),
  };
}

/**
 * How many programs are compared with SBCL, how many of them are flagged, and the shares that agree, in
 * Node.
 */
export function fidelityNumbers(text = read("docs/fidelity.md")) {
  const path = "docs/fidelity.md";
  const names = cellsOf(find(path, text, /^\| category \|.*$/m)[0]).slice(2);
  const [, count, ...shares] = cellsOf(find(path, text, /^\| all of these \|.*$/m)[0]);
  const [, flagged] = cellsOf(find(path, text, /^\| flagged rows \|.*$/m)[0]);
  return {
    version: find(path, text, /what SBCL ([\d.]+) answered/)[1],
    programs: Number(count) + Number(flagged),
    flagged: Number(flagged),
    shares: Object.fromEntries(names.map((name, index) => [name, Number(shares[index])])),
  };
}

/** How many public systems were tried, load, and pass their tests as in SBCL, of those that SBCL counts. */
export function libraryNumbers(text = read("docs/libraries.md")) {
  const path = "docs/libraries.md";
  const pattern = /Of (\d+) systems (\d+) load, and (\d+) pass their tests as in SBCL/;
  const [systems, load, pass] = find(path, text, pattern).slice(1).map(Number);
  const counted = [...text.matchAll(/^\|.*$/gm)].filter(([row]) => /^\d+ of \d+$/.test(cellsOf(row)[3]));
  return { systems, load, pass, counted: counted.length };
}

/** The names of the tools of each set. */
export function toolSets(text = read("docs/tools.md")) {
  find("docs/tools.md", text, /^\| set \| tools \|$/m);
  const rows = [...text.matchAll(/^\| `([\w-]+)` \| (\[`.*) \|$/gm)];
  return Object.fromEntries(
    rows.map(([, set, tools]) => [set, [...tools.matchAll(/\[`([\w-]+)`\]/g)].map(([, name]) => name)]),
  );
}

/** The versions of MCP that the server speaks, newest first. */
export function mcpVersions() {
  const modern = "src/protocol/modern.rs";
  const legacy = "src/protocol/legacy.rs";
  const newest = find(modern, read(modern), /MODERN_VERSION: &str = "([\d-]+)"/)[1];
  const older = [...read(legacy).matchAll(/Self::V\w+ => "([\d-]+)"/g)].map(([, version]) => version);
  if (older.length === 0) throw new Problem(`docs/status.md: ${legacy} names no version.`);
  return [newest, ...older.toSorted().toReversed()];
}

/** The limits of a server that the page names. */
function limitNumbers() {
  const number = (path, name) => Number(find(path, read(path), new RegExp(`${name}: \\w+ = (\\d+);`))[1]);
  return {
    sessions: number("src/server/lisps/mod.rs", "MAX_SESSIONS"),
    levels: number("src/tools/debugger.rs", "MAX_LEVELS"),
  };
}

const list = (names) => `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/** The table of numbers. */
function numbers() {
  const { symbols, different } = symbolNumbers();
  const { version, programs, flagged, shares } = fidelityNumbers();
  const { systems, load, pass, counted } = libraryNumbers();
  const sets = toolSets();
  const { sessions, levels } = limitNumbers();
  const tools = new Set(Object.values(sets).flat()).size;
  const { message, type, restarts, frames, values, stdout, warnings } = shares;
  return [
    "| what | how much |",
    "|---|---|",
    `| [symbols of COMMON-LISP](symbols.md) | all ${symbols}; ${different} differ from SBCL in something |`,
    `| [programs compared with SBCL ${version}](fidelity.md) | ${programs}, of which ${flagged} vary in SBCL |`,
    `| the others' errors agree in | type ${type} %, message ${message} %, restarts ${restarts} % |`,
    `| their backtraces agree in | the first three calls ${frames} % |`,
    `| all else agrees in | values ${values} %, output ${stdout} %, warnings ${warnings} % |`,
    `| [public systems](libraries.md) that load unchanged | ${load} of ${systems} |`,
    `| those that pass their own tests as in SBCL | ${pass} of the ${counted} whose tests SBCL counts |`,
    `| [tools](tools.md) | ${tools}, in ${Object.keys(sets).length} sets |`,
    `| [versions of MCP](mcp.md) | ${list(mcpVersions())} |`,
    `| Lisps of one server at once | ${sessions} |`,
    `| evaluations of a Lisp held at errors at once | ${levels} |`,
    "",
  ].join("\n");
}

/** A page with another text between two marks that it has. */
export function between(page, name, [begin, end], text) {
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from === -1 || to < from) throw new Problem(`${name}: the marks around what is generated are gone.`);
  return `${page.slice(0, from + begin.length)}\n${text}\n${page.slice(to)}`;
}

/** `docs/status.md` with the present numbers; the rest of the page stays as it is. */
export function statusPage(page = readFileSync(STATUS, "utf8")) {
  return between(page, "docs/status.md", [BEGIN, END], numbers());
}
