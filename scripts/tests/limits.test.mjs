import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
const read = (path) => readFileSync(new URL(path, root), "utf8");

const UNITS = { KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30, s: 1000 };

/** The rows of the tables of limits: what they say, and the constant that says it. */
const rows = [
  ...read("docs/security.md").matchAll(/^\| .+ \| ([\d,]+)(?: (\w+))? \| `(\w+)` in `([^`]+)` \|$/gm),
].map(([, digits, unit, name, path]) => ({
  name,
  path,
  said: Number(digits.replaceAll(",", "")) * (UNITS[unit] ?? 1),
}));

/** The value of a constant that is a product of numbers. */
function valueIn(path, name) {
  const [, product = ""] = new RegExp(`const ${name}(?:: \\w+)? = ([\\d_* ]+);`).exec(read(path)) ?? [];
  return product.split(/\*+/).map((factor) => Number(factor.replaceAll("_", "")));
}

test("the limits that are written down are those that hold", () => {
  expect(rows.length).toBeGreaterThan(60);
  for (const { name, path, said } of rows) {
    const factors = valueIn(path, name);
    const value =
      name === "HEAP_LIMIT" ? factors[0] ** factors[1] : factors.reduce((product, each) => product * each, 1);
    expect([name, value]).toEqual([name, said]);
  }
});

test("the limits that hold are written down", () => {
  const listed = execFileSync("git", ["grep", "-hoE", "^pub const (MAX|MOST)_[A-Z_]+", "--", "src"], {
    cwd: root,
    encoding: "utf8",
  });
  const names = [...listed.matchAll(/const (\w+)/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(15);
  const known = new Set(rows.map(({ name }) => name));
  expect(names.filter((name) => !known.has(name))).toEqual([]);
});
