/** The package in every bundler, by the lines of docs/bundlers.md, in a real browser. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import * as esbuild from "esbuild";
import Minimizer from "minimizer-webpack-plugin";
import { rollup } from "rollup";
import { build, createServer, type InlineConfig } from "vite";
import { expect, inject, test } from "vitest";
import webpack from "webpack";
import { ISOLATION, workerPolicy } from "../../scripts/lib/policy.mjs";
import { WORKS } from "./support/expected.js";
import { open } from "./support/page.js";
import { serve } from "./support/serve.js";

const project = inject("project");
const installed = join(project, "node_modules", "jscl-mcp", "dist");
const app = join(project, "app");
cpSync(join(import.meta.dirname, "app"), app, { recursive: true });

const html = readFileSync(join(app, "index.html"), "utf8");

/** A folder of what a bundler makes, with the application's page, whose script may have attributes. */
function outputFolder(name: string, attributes = ""): string {
  const folder = join(project, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "index.html"), html.replace("<script ", `<script ${attributes} `));
  return folder;
}

/** Where the package's files are copied to, as cells are told. */
const COPIED = 'data-assets="/jscl-mcp/"';

async function openFolder(folder: string, headers?: (path: string) => Record<string, string>) {
  const site = await serve(folder, headers ? { headers } : {});
  try {
    return await open(site.url);
  } finally {
    site.close();
  }
}

const vite = (config: InlineConfig = {}): InlineConfig => ({
  root: app,
  configFile: false,
  logLevel: "error",
  cacheDir: join(project, "node_modules", ".vite"),
  ...config,
});

test("Vite builds it without a line of configuration", async () => {
  const outDir = join(project, "vite-build");
  await build(vite({ build: { outDir, emptyOutDir: true } }));
  expect(await openFolder(outDir)).toEqual({ result: WORKS, problems: [] });
  // With every header that docs/security.md names, on the names that Vite gives.
  const headers = (path: string) => ({
    ...ISOLATION,
    ...(/jscl-worker/.test(path) ? { "content-security-policy": workerPolicy() } : {}),
  });
  expect(await openFolder(outDir, headers)).toEqual({ result: WORKS, problems: [] });
});

test("Vite's dev server serves it, excluded from prebundling", async () => {
  const server = await createServer(
    vite({ server: { port: 0, host: "127.0.0.1", hmr: false }, optimizeDeps: { exclude: ["jscl-mcp"] } }),
  );
  await server.listen();
  expect(await open(server.resolvedUrls?.local[0] ?? "")).toEqual({ result: WORKS, problems: [] });
  await server.close();
});

test("Vite's dev server of version 8 serves it prebundled, too", async () => {
  const server = await createServer(vite({ server: { port: 0, host: "127.0.0.1", hmr: false } }));
  await server.listen();
  const { result } = await open(server.resolvedUrls?.local[0] ?? "");
  await server.close();
  expect(result).toEqual(WORKS);
  expect(existsSync(join(project, "node_modules", ".vite", "deps", "jscl-mcp.js"))).toBe(true);
});

test.concurrent("webpack builds it; the lines have it leave the files as they are", async () => {
  const path = outputFolder("webpack");
  const compiler = webpack({
    mode: "production",
    context: app,
    entry: "./main.js",
    output: { path, filename: "main.js", assetModuleFilename: "[name].[contenthash][ext]" },
    optimization: { minimizer: [new Minimizer({ exclude: /^jscl/ })] },
    performance: false,
  });
  const stats = await new Promise<webpack.Stats | undefined>((resolve, reject) =>
    compiler.run((error, done) => (error ? reject(error) : resolve(done))),
  );
  expect(stats?.toJson({ all: false, errors: true, warnings: true })).toMatchObject({
    errors: [],
    warnings: [],
  });
  const name = readdirSync(path).find((file) => /^jscl\.\w+\.js$/.test(file)) ?? "";
  expect(readFileSync(join(path, name)).equals(readFileSync(join(installed, "jscl.js")))).toBe(true);
  expect(await openFolder(path)).toEqual({ result: WORKS, problems: [] });
});

test.concurrent("esbuild bundles it, its files copied", async () => {
  const outdir = outputFolder("esbuild", COPIED);
  await esbuild.build({
    absWorkingDir: app,
    entryPoints: { main: "main-copied.js" },
    bundle: true,
    format: "esm",
    minify: true,
    outdir,
    logLevel: "error",
  });
  cpSync(installed, join(outdir, "jscl-mcp"), { recursive: true });
  expect(await openFolder(outdir)).toEqual({ result: WORKS, problems: [] });
});

test.concurrent("Rollup bundles it, its files copied", async () => {
  const folder = outputFolder("rollup", COPIED);
  const bundle = await rollup({
    input: join(app, "main-copied.js"),
    plugins: [nodeResolve({ browser: true })],
  });
  await bundle.write({ dir: folder, entryFileNames: "main.js", format: "es" });
  await bundle.close();
  cpSync(installed, join(folder, "jscl-mcp"), { recursive: true });
  expect(await openFolder(folder)).toEqual({ result: WORKS, problems: [] });
});

test.concurrent("esbuild's bundle whose files were not copied says where it looked for them", async () => {
  const outdir = outputFolder("esbuild-alone");
  await esbuild.build({
    absWorkingDir: app,
    entryPoints: { main: "main.js" },
    bundle: true,
    format: "esm",
    outdir,
    logLevel: "error",
  });
  const { result } = await openFolder(outdir);
  expect(result).toMatch(
    /^Error: jscl-mcp looked for its file jscl_mcp_bg\.wasm at http:\/\/127\.0\.0\.1:\d+\/jscl_mcp_bg\.wasm, but the server answered 404 Not Found: serve the files .* there, or set the option "assets" to .*\.$/,
  );
});

test.concurrent("a plain page imports it from a folder, and by an import map", async () => {
  const folder = join(project, "plain");
  mkdirSync(folder, { recursive: true });
  cpSync(app, folder, { recursive: true });
  cpSync(installed, join(folder, "lisp"), { recursive: true });
  const script = '<script type="module" src="./main.js"></script>';
  const page = (scripts: string) => writeFileSync(join(folder, "index.html"), html.replace(script, scripts));
  const main = (name: string) =>
    `<script type="module">import { LispServer } from "${name}"; import { tryLisp } from "./try-lisp.js"; tryLisp(LispServer);</script>`;
  page(`<script type="module" src="./lisp/lisp-cell.js"></script>${main("./lisp/jscl-mcp.js")}`);
  expect(await openFolder(folder)).toEqual({ result: WORKS, problems: [] });
  const map = { imports: { "jscl-mcp": "./lisp/jscl-mcp.js", "jscl-mcp/cell": "./lisp/lisp-cell.js" } };
  page(
    `<script type="importmap">${JSON.stringify(map)}</script><script type="module">import "jscl-mcp/cell";</script>${main("jscl-mcp")}`,
  );
  expect(await openFolder(folder)).toEqual({ result: WORKS, problems: [] });
});
