/** The build's own programs, in TypeScript: bundled for Node. */
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
  });
  return outfile;
}
