import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { at } from "../lib/paths.mjs";

const DECISIONS = "docs/decisions";
const read = (path) => readFileSync(at(path), "utf8");
const decisions = readdirSync(at(DECISIONS)).filter((name) => name !== "README.md");

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
  const documents = ["README.md", "CONTRIBUTING.md", ...decisions.map((name) => `${DECISIONS}/${name}`)];
  for (const name of readdirSync(at("docs"))) if (name.endsWith(".md")) documents.push(`docs/${name}`);
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
