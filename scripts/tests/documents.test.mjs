import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { buildSteps, compressed, packageSteps } from "../lib/build-steps.mjs";
import { COLUMNS } from "../lib/columns.mjs";
import { codeSpans, lostPaths, namedScripts, trackedNames } from "../lib/document-names.mjs";
import { at } from "../lib/paths.mjs";
import { toolSets } from "../lib/status.mjs";

const DECISIONS = "docs/decisions";
const read = (path) => readFileSync(at(path), "utf8");
const decisions = readdirSync(at(DECISIONS)).filter((name) => name !== "README.md");
const tracked = trackedNames();
/** Every document that git knows, but those that came with the sources of others. */
const documents = [...tracked].filter((name) => name.endsWith(".md") && !name.includes("third-party/"));

/** Names of no file of ours: what was, what a command writes, and folders of a reader's own. */
const NOT_THERE = [
  ["docs/decisions/0008-one-reader.md", "src/syntax/"],
  ["docs/decisions/0011-rooms-are-acyclic.md", "runtime/image.ts"],
  ["docs/embedding.md", "src/lisp/"],
  ["docs/repair.md", "program.lisp"],
];

test("decisions are numbered without a gap, short, and in the index by their titles", () => {
  const entries = decisions.toSorted().map((name, index) => {
    const text = read(`${DECISIONS}/${name}`);
    const title = /^# (.*)\n/.exec(text)?.[1] ?? "";
    expect([name, Number(name.slice(0, 4)), Number.parseInt(title, 10)]).toEqual([
      name,
      index + 1,
      index + 1,
    ]);
    expect([name, text.split("\n").length <= 41]).toEqual([name, true]);
    return `- [${title}](${name})`;
  });
  expect(entries.length).toBeGreaterThan(20);
  const index = read(`${DECISIONS}/README.md`);
  expect(index.split("\n").filter((line) => line.startsWith("- ["))).toEqual(entries);
});

test("links of documents lead to files and headings that there are", () => {
  const anchor = (heading) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, "")
      .replace(/\s/g, "-");
  const broken = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)]
      .filter(([, path, heading]) => {
        const target = path === "" ? document : join(dirname(document), path);
        if (!existsSync(at(target))) return true;
        const headings = [...read(target.endsWith(".md") ? target : document).matchAll(/^#+ (.*)$/gm)];
        return heading !== undefined && !headings.some(([, text]) => anchor(text) === heading);
      })
      .map(([link]) => `${document}: ${link}`),
  );
  expect(broken).toEqual([]);
});

test("paths in documents lead to files and folders that there are", () => {
  // The times of test files tell of some that are gone.
  const present = documents.filter((name) => name !== "docs/test-times.md");
  const lost = present.flatMap((name) => lostPaths(name, read(name), tracked).map((path) => [name, path]));
  expect(lost).toEqual(NOT_THERE);
});

test("a path that leads nowhere is found, however it is written", () => {
  const names = new Set(["src", "src/server", "src/server/mod.rs", "jscl-bridge", "jscl-bridge/image"]);
  const lost = (text) => lostPaths("docs/a.md", text, names);
  const there = "`src/server/` `server/mod.rs` `src/**` `mod.rs` `src/{server,*}/mod.rs` `*.rs`";
  expect(lost(there)).toEqual([]);
  expect(lost("`tools/list` `image/png` `dist/app.js` `build/stamps/` `=> 1/2` `jscl-mcp/cell`")).toEqual([]);
  expect(lost("```\n`src/gone/`\n```\n")).toEqual([]);
  const gone = ["src/gone/", "src/gone", "server/gone.rs", "gone.rs", "bench/gone/", "jscl-bridge/*.ts"];
  expect(lost(gone.map((path) => `\`${path}\``).join("\n"))).toEqual(gone);
});

test("CONTRIBUTING names every npm script", () => {
  const { scripts } = JSON.parse(read("package.json"));
  const text = read("CONTRIBUTING.md");
  const named = new Set([
    ...namedScripts(text),
    ...(/\bnpm (start|test)\b/.test(text) ? ["start", "test"] : []),
  ]);
  // npm runs it by itself before it packs.
  const others = ["prepack"];
  expect(Object.keys(scripts).filter((script) => !others.includes(script) && !named.has(script))).toEqual([]);
});

test("CONTRIBUTING has every step of the build", () => {
  const section = /^## How it is built$([\s\S]*?)^## /m.exec(read("CONTRIBUTING.md"))?.[1] ?? "";
  const rows = [...section.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, steps]) => codeSpans(steps));
  const steps = [...buildSteps, compressed, ...packageSteps].map(({ name }) => name);
  expect(rows.toSorted()).toEqual(steps.toSorted());
});

test("what a newcomer reads first is short", () => {
  expect(read("README.md").trimEnd().split("\n").length).toBeLessThanOrEqual(120);
  for (const name of ["README.md", "CONTRIBUTING.md", "docs/status.md", "docs/mcp.md"]) {
    const rows = read(name)
      .split("\n")
      .filter((line) => line.startsWith("|"));
    expect(
      rows.flatMap((row) => row.split("|")).filter((cell) => [...cell].length > 200),
      name,
    ).toEqual([]);
  }
});

test("README and docs/mcp.md name the sets of tools, and only tools that there are", () => {
  const sets = toolSets();
  const inReadme = [...read("README.md").matchAll(/^- `([\w-]+)`: (.*)$/gm)];
  expect(inReadme.map(([, set]) => set).toSorted()).toEqual(Object.keys(sets).toSorted());
  const strange = inReadme.flatMap(([line, set]) =>
    codeSpans(line).filter((name) => name !== set && name !== "main" && !sets[set].includes(name)),
  );
  expect(strange).toEqual([]);
});

test("CHANGELOG has weeks that begin on a Monday, newest first, with entries of two lines at most", () => {
  const lines = read("CHANGELOG.md").split("\n");
  const weeks = lines.filter((line) => line.startsWith("## "));
  const days = weeks.map((line) => /^## Week of (\d{4}-\d\d-\d\d)$/.exec(line)?.[1]);
  expect(days.map((day) => new Date(`${day}T00:00Z`).getUTCDay())).toEqual(days.map(() => 1));
  expect(days).toEqual(days.toSorted().toReversed());
  const body = lines.slice(lines.indexOf(weeks[0]));
  const entries = body.flatMap((line, index) => (line.startsWith("- ") ? [index] : []));
  expect(entries.length).toBeGreaterThan(100);
  // An entry is a line with a dash and perhaps one more; nothing else is there but headings and blank lines.
  const strange = body.filter((line, index) => {
    if (line === "" || line.startsWith("- ") || /^##[#]? /.test(line)) return false;
    return !line.startsWith("  ") || !body[index - 1].startsWith("- ");
  });
  expect(strange).toEqual([]);
  expect(body.filter((line) => [...line].length > COLUMNS)).toEqual([]);
});
