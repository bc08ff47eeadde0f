// What has to hold of the table of clients before any of them is installed.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { at } from "../../../scripts/lib/paths.mjs";
import { toolSets } from "../../../scripts/lib/status.mjs";
import { CLIENTS } from "./clients.mjs";
import { versionIn } from "./environments.mjs";

const HERE = "tests/campaigns/clients";
const data = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));

test("the calls that every client makes call every tool, and no other", () => {
  const called = new Set(data("calls.json").map(({ tool }) => tool));
  const all = new Set(Object.values(toolSets()).flat());
  expect([...called].toSorted()).toEqual([...all].toSorted());
});

test("each client has a script, a page and packages of exact versions", () => {
  const names = CLIENTS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { name, script, page, environment, packages } of CLIENTS) {
    expect(existsSync(at(HERE, script)), script).toBe(true);
    expect(readFileSync(at("docs", "clients", page), "utf8"), name).toContain(
      name === "js-inspector" ? "Inspector" : `${HERE}/${script}`,
    );
    for (const each of packages) expect(versionIn(environment, each), each).toMatch(/^\d+\.\d+\.\d+$/);
  }
  const drivers = ["python", "javascript"].flatMap((folder) =>
    readdirSync(at(HERE, folder))
      .map((name) => `${folder}/${name}`)
      .filter((name) => /\.(py|mjs)$/.test(name) && !/common|stub/.test(name)),
  );
  drivers.push("rust/src/main.rs");
  expect(CLIENTS.map(({ script }) => script).toSorted()).toEqual(drivers.toSorted());
});

test("what a client lacks or fails is a check, with a reason", () => {
  const checks = data("checks.json");
  for (const { name, lacks, fails } of CLIENTS)
    for (const [check, why] of Object.entries({ ...lacks, ...fails })) {
      expect(checks, `${name}: ${check}`).toContain(check);
      expect(why.length, `${name}: ${check}`).toBeGreaterThan(10);
    }
});

test("Python's environments are pinned in every line", () => {
  for (const name of ["mcp1", "mcp2"]) {
    const lines = readFileSync(at(HERE, "python", `${name}.txt`), "utf8")
      .trimEnd()
      .split("\n");
    expect(lines.filter((line) => !/^[\w.-]+==[\w.!+]+$/.test(line))).toEqual([]);
  }
});

test("Rust's crates are pinned, and in a workspace of their own", () => {
  const manifest = readFileSync(at(HERE, "rust", "Cargo.toml"), "utf8");
  expect(manifest).toMatch(/^\[workspace\]$/m);
  const dependencies = manifest.split("[dependencies]\n")[1].trimEnd().split("\n");
  expect(dependencies.filter((line) => !/"=\d+\.\d+\.\d+"/.test(line))).toEqual([]);
});
