/** The build's own programs, in TypeScript: bundled for Node. */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { build, record } from "./esbuild.mjs";
import { at } from "./paths.mjs";
import { mustRun } from "./run.mjs";

const FOLDER = at("build", "tools");

/** The programs that make what the site has of Lisp, each by the module that begins it. */
const PROGRAMS = {
  "derive-jscl": "main",
  "build-image": "build-image",
  snapshot: "snapshot-main",
  "compile-asdf": "compile-asdf",
  "character-names": "character-names",
  "engine-split": "engine-split-main",
};

/** The file of one of them. It says all that the program does, but for the npm packages that it imports. */
export const programFile = (name) => `${FOLDER}/${name}.mjs`;

export const programFiles = Object.keys(PROGRAMS).map(programFile);

const forTools = {
  absWorkingDir: at(),
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  packages: "external",
  logLevel: "warning",
  metafile: true,
};

export async function bundlePrograms() {
  const result = await build({
    ...forTools,
    entryPoints: Object.fromEntries(
      Object.entries(PROGRAMS).map(([name, module]) => [name, `jscl-bridge/derive/${module}.ts`]),
    ),
    outdir: FOLDER,
    outExtension: { ".js": ".mjs" },
    plugins: [await heapModules()],
  });
  record("programs", [result]);
}

const noteReads = pathToFileURL(at("scripts", "lib", "note-reads.mjs")).href;

/** The file with the names of all that one of them has read. */
export const readsFile = (name) => at("build", "bundled", `${name}.reads.json`);

/**
 * Runs one of them. They make far more objects than they keep: with less room they would collect for long.
 */
export const runProgram = (name, args) =>
  mustRun(process.execPath, ["--max-semi-space-size=64", "--import", noteReads, programFile(name), ...args], {
    env: { NOTE_READS: readsFile(name) },
  });

/** Bundles another program for Node and resolves to its file; npm packages stay imports. */
export async function bundleTool(entry, name) {
  const outfile = at("build", "tools", name);
  await build({
    ...forTools,
    entryPoints: [entry],
    outfile,
    sourcemap: "inline",
    // What makes twins has none.
    plugins: /[\\/]heap-\w+\.ts$/.test(entry) ? [] : [await heapModules()],
  });
  return outfile;
}

/** Gives functions of the library that call a program's their twins, as the tests' configuration does. */
export async function heapForms() {
  const tool = await bundleTool(at("jscl-bridge", "derive", "heap-forms.ts"), "heap-forms.mjs");
  const { heapForms } = await import(pathToFileURL(tool).href);
  const { transform } = await import("esbuild");
  const forms = heapForms(at("jscl-bridge", "runtime"));
  return {
    name: "heap-forms",
    setup(bundling) {
      bundling.onLoad({ filter: /[\\/]library[\\/][\w-]+\.ts$/ }, async ({ path }) => {
        const { code } = await transform(readFileSync(path, "utf8"), { loader: "ts", target: "es2022" });
        const contents = forms.transform(code, path);
        return contents === null ? undefined : { contents, loader: "js" };
      });
    },
  };
}

let modulesWithTwins;

/** Makes the twins of whole modules, as the tests' configuration does. */
export function heapModules() {
  modulesWithTwins ??= makeHeapModules();
  return modulesWithTwins;
}

async function makeHeapModules() {
  const tool = await bundleTool(at("jscl-bridge", "derive", "heap-modules.ts"), "heap-modules.mjs");
  const modules = (await import(pathToFileURL(tool).href)).heapModules(at("jscl-bridge"));
  return {
    name: "heap-modules",
    setup(bundling) {
      bundling.onResolve({ filter: /\?heap$/ }, ({ path, resolveDir }) => ({
        path: modules.resolve(path, resolveDir),
        suffix: "?heap",
      }));
      bundling.onLoad({ filter: /\.ts$/ }, ({ path, suffix }) => {
        if (suffix === "?heap") return { contents: modules.load(path), loader: "js" };
        const contents = modules.transform(readFileSync(path, "utf8"), path);
        return contents === null ? undefined : { contents, loader: "ts" };
      });
    },
  };
}
