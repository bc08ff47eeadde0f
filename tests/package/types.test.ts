/** The package's declarations, checked with the strictest settings of projects that use it. */
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, inject, test } from "vitest";

const modules = fileURLToPath(new URL("../../node_modules/", import.meta.url));
const project = inject("project");

const PAGE = `
import { type LispInfo, LispServer, type LispServerOptions, type Structured, type EvaluationReport } from "jscl-mcp";
const options: LispServerOptions = { assets: new URL("./lisp/", location.href), tools: ["core", "sessions"] };
const server: LispServer = await LispServer.start(options);
const { lisp }: LispInfo = await server.ready;
const port: MessagePort = server.connect();
port.postMessage(lisp);
const results: Structured<EvaluationReport>[] = [];
console.log(results);
// @ts-expect-error: there is no such tool set.
await LispServer.start({ tools: ["other"] });
// @ts-expect-error: the platform is the package's own.
await LispServer.start({}, {});
await server.close();
`;

const CELLS = `
import { LispCell } from "jscl-mcp/cell";
const cell: LispCell = document.createElement("lisp-cell");
cell.code = "(+ 1 2)";
const state: "idle" | "loading" | "running" | "held" | "done" | "error" = cell.state;
console.log(state, await cell.run());
document.querySelector("lisp-repl")?.isConnected;
// @ts-expect-error: its state is its own.
cell.state = "done";
`;

const PROGRAM = `
import { type LispInfo, LispServer } from "jscl-mcp";
const server: LispServer = await LispServer.start({ journal: { name: "./lisp.journal" } });
const { lisp }: LispInfo = await server.ready;
const port = server.connect();
port.on("message", (message) => console.log(message, lisp));
port.postMessage({});
port.close();
await server.close();
`;

/** What tsc says of a file of a project of its own, beside the installed package; "" for nothing. */
function check(name: string, source: string, options: object, types: readonly string[] = []): string {
  const folder = join(project, "types", name);
  mkdirSync(folder, { recursive: true });
  for (const each of types) {
    const link = join(folder, "node_modules", each);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(modules, each), link);
  }
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  writeFileSync(join(folder, "main.ts"), source);
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    noEmit: true,
    target: "es2022",
    types: types.map((each) => each.replace("@types/", "")),
    ...options,
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["main.ts"] }));
  try {
    execFileSync(process.execPath, [join(modules, "typescript", "bin", "tsc"), "--project", folder], {
      encoding: "utf8",
    });
    return "";
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

const bundler = { module: "esnext", moduleResolution: "bundler" };
const nodenext = { module: "nodenext", moduleResolution: "nodenext" };
const dom = { lib: ["es2022", "dom"] };
const nodeTypes = ["@types/node", "undici-types"];

test.each([
  ["a page, as bundlers resolve", PAGE, { ...bundler, ...dom }, []],
  ["a page, as Node resolves", PAGE, { ...nodenext, ...dom, customConditions: ["browser"] }, []],
  ["cells, as bundlers resolve", CELLS, { ...bundler, ...dom }, []],
  ["cells, as Node resolves", CELLS, { ...nodenext, ...dom }, []],
  ["a program, as Node resolves", PROGRAM, { ...nodenext, lib: ["es2022"] }, nodeTypes],
  [
    "a program, as bundlers resolve",
    PROGRAM,
    { ...bundler, lib: ["es2022"], customConditions: ["node"] },
    nodeTypes,
  ],
] as const)("%s", (name, source, options, types) => {
  expect(check(name.replaceAll(/\W+/g, "-"), source, options, types)).toBe("");
});

test("a page that does not name its conditions still has types, as Node resolves", () => {
  const source =
    'import { LispServer } from "jscl-mcp";\nconst server = await LispServer.start();\nawait server.ready;\n';
  expect(check("unnamed", source, { ...nodenext, ...dom })).toBe("");
});

test("the check finds what is wrong", () => {
  const source =
    'import { LispServer } from "jscl-mcp";\nconst port: string = (await LispServer.start()).connect();\n';
  expect(check("wrong", source, { ...bundler, ...dom })).toContain("TS2322");
});
