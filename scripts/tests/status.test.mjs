import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { at } from "../lib/paths.mjs";
import { CONTRIBUTING, contributingPage, WHILE_WORKING } from "../lib/reach-table.mjs";
import {
  fidelityNumbers,
  libraryNumbers,
  mcpVersions,
  STATUS,
  statusPage,
  symbolNumbers,
  toolSets,
} from "../lib/status.mjs";
import { ROWS } from "../suites/reach.mjs";

const page = readFileSync(STATUS, "utf8");
const json = (path) => JSON.parse(readFileSync(at(path), "utf8"));

test("docs/status.md is current: `npm run generate` writes its numbers", () => {
  expect(statusPage(page)).toBe(page);
});

test("a number that is wrong is written anew, and nothing else", () => {
  expect(statusPage(page.replace(/all \d+;/, "all 1;"))).toBe(page);
  const changed = page.replace(/^# .*$/m, "# Another title");
  expect(statusPage(changed)).toBe(changed);
});

test("a page without its marks, or a source of another form, is refused by name", () => {
  expect(() => statusPage("# Status\n")).toThrow(
    "docs/status.md: the marks around what is generated are gone",
  );
  expect(() => symbolNumbers("nothing")).toThrow("docs/symbols.md has nothing like");
  expect(() => fidelityNumbers("nothing")).toThrow("docs/fidelity.md has nothing like");
  expect(() => libraryNumbers("nothing")).toThrow("docs/libraries.md has nothing like");
  expect(() => toolSets("nothing")).toThrow("docs/tools.md has nothing like");
});

test("the numbers are those of their sources", () => {
  expect(symbolNumbers("exports the 7 symbols …\n…: 3 symbols have one.")).toEqual({
    symbols: 7,
    different: 3,
  });
  const fidelity = [
    "what SBCL 1.2.3 answered",
    "| category | programs | type | frames, to the letter |",
    "| all of these | 8 | 99 | 7 |",
    "| flagged rows | 2 | 50 |  |",
  ].join("\n");
  expect(fidelityNumbers(fidelity)).toEqual({
    version: "1.2.3",
    programs: 10,
    flagged: 2,
    shares: { type: 99, "frames, to the letter": 7 },
  });
  const libraries = [
    "Of 3 systems 2 load, and 1 pass their tests as in SBCL.",
    "| a | yes | 1 of 1 | 1 of 1 | yes |",
    "| b | yes | error | 2 of 3 |  |",
    "| c | no |  | error |  |",
  ].join("\n");
  expect(libraryNumbers(libraries)).toEqual({ systems: 3, load: 2, pass: 1, counted: 2 });
});

test("the shares are not below the floors that `npm run corpus` holds", () => {
  const { shares } = fidelityNumbers();
  const below = Object.entries(json("tests/campaigns/corpus/floors.json")).filter(
    ([name, floor]) => !(shares[name] >= floor),
  );
  expect(below).toEqual([]);
});

test("the tools are those of the contract, and of core", () => {
  const { core, ...others } = toolSets();
  expect(core).toContain("evaluate-lisp");
  const described = Object.keys(json("jscl-bridge/contract/tools.json").tools);
  const named = new Set(Object.values(others).flat());
  expect([...named].filter((name) => !core.includes(name) && !described.includes(name))).toEqual([]);
  expect(described.filter((name) => !named.has(name) && !core.includes(name))).toEqual([]);
});

test("the versions are dates, the newest first", () => {
  const versions = mcpVersions();
  expect(versions.length).toBeGreaterThan(1);
  expect(versions.filter((version) => !/^\d{4}-\d\d-\d\d$/.test(version))).toEqual([]);
  expect(versions).toEqual(versions.toSorted().toReversed());
});

test("CONTRIBUTING says what a change reaches, and what to run meanwhile", () => {
  const contributing = readFileSync(CONTRIBUTING, "utf8");
  expect(contributingPage(contributing)).toBe(contributing);
  expect(Object.keys(WHILE_WORKING)).toEqual(ROWS.map(({ what }) => what));
});
