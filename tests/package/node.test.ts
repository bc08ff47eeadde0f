/** The installed package in Node. */
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { version } from "../../package.json";

const project = inject("project");

function node(...args: string[]): string {
  // What does not end by itself is a failure of this test.
  return execFileSync(process.execPath, args, { cwd: project, encoding: "utf8", timeout: 30_000 });
}

test("it is installed with no other package", () => {
  const names = readdirSync(join(project, "node_modules")).filter((name) => !name.startsWith("."));
  expect(names).toEqual(["jscl-mcp"]);
});

test("the program works", () => {
  const program = join(project, "node_modules", ".bin", "jscl-mcp");
  expect(execFileSync(program, ["--version"], { encoding: "utf8" })).toBe(`${version}\n`);
  expect(execFileSync(program, ["--eval", "(princ (+ 1 2))"], { encoding: "utf8", stdio: "pipe" })).toBe("3");
});

/** Asks for a value, and closes nothing. */
const ASK = `
  const server = await LispServer.start();
  const port = server.connect();
  port.onmessage = ({ data }) => console.log(data.result.content[0].text);
  const params = { name: "evaluate-lisp", arguments: { code: "(format nil \\"~r\\" 42)" } };
  port.postMessage({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
`;

test("a module imports it, and its process ends when the answer has come", () => {
  const script = `import { LispServer } from "jscl-mcp";${ASK}`;
  expect(node("--input-type=module", "--eval", script)).toBe('=> "forty-two"\n');
});

test("generators of sites may import the elements, and nothing happens", () => {
  const script = 'const { LispCell } = await import("jscl-mcp/cell"); console.log(typeof LispCell)';
  expect(node("--input-type=module", "--eval", script)).toBe("function\n");
});

test("a script requires it, and its process ends when the answer has come", () => {
  const script = `const { LispServer } = require("jscl-mcp");(async () => {${ASK}})()`;
  expect(node("--input-type=commonjs", "--eval", script)).toBe('=> "forty-two"\n');
});
