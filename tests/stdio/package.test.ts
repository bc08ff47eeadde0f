/** The package as npm makes it, where there is no network. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { version } from "../../package.json";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "jscl-mcp-"));
const inside = join(folder, "node_modules", "jscl-mcp");

function npm(cwd: string, ...args: string[]): string {
  return execFileSync("npm", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

beforeAll(() => {
  // The tests use dist/ as it is, so it is not built again.
  npm(root, "pack", "--ignore-scripts", "--pack-destination", folder);
  npm(folder, "install", "--offline", "--no-audit", "--no-fund", `./jscl-mcp-${version}.tgz`);
});
afterAll(() => rmSync(folder, { recursive: true }));

test("is installed with no other package", () => {
  expect(readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith("."))).toEqual([
    "jscl-mcp",
  ]);
});

test("has the program, which works", () => {
  const program = join(folder, "node_modules", ".bin", "jscl-mcp");
  expect(execFileSync(program, ["--version"], { encoding: "utf8" })).toBe(`${version}\n`);
  expect(execFileSync(program, ["--eval", "(princ (+ 1 2))"], { encoding: "utf8", stdio: "pipe" })).toBe("3");
});

test("has the server for programs", () => {
  const script = `import { LispServer } from "jscl-mcp"; const server = await LispServer.start(); const { lisp } = await server.ready; await server.close(); console.log(lisp)`;
  expect(
    execFileSync(process.execPath, ["--input-type=module", "--eval", script], {
      cwd: folder,
      encoding: "utf8",
    }),
  ).toContain("JSCL");
});

test("says whose work is in it and under which licences", () => {
  expect(JSON.parse(readFileSync(join(inside, "package.json"), "utf8")).license).toBe("GPL-3.0-or-later");
  expect(readFileSync(join(inside, "dist", "LICENSE.txt"), "utf8")).toContain("GNU GENERAL PUBLIC LICENSE");
  const others = readFileSync(join(inside, "dist", "THIRD-PARTY.txt"), "utf8");
  for (const name of ["jscl ", "sync-message ", "serde-wasm-bindgen "]) expect(others).toContain(name);
});
