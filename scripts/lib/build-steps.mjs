/** The steps from the sources to dist/, in order. Each runs only when what it reads has changed. */
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import { bundleOffline, bundlePackageWith, bundleSite, bundleTool } from "./bundle.mjs";
import { compressFolder } from "./compress.mjs";
import { writeLicences } from "./licences.mjs";
import { at, DIST, FIXTURES, WASM_TARGET } from "./paths.mjs";
import { thousands } from "./report.mjs";
import { mustRun } from "./run.mjs";
import { filesUnder } from "./stamps.mjs";
import { emitTypes, TYPE_ENTRIES, TYPES } from "./types.mjs";

const crate = ["Cargo.toml", "Cargo.lock", ".cargo", "src"].map((path) => at(path));
const rawWasm = () => `${process.env.CARGO_TARGET_DIR ?? at("target")}/${WASM_TARGET}/release/jscl_mcp.wasm`;
const wasmFolder = at("build", "wasm");
const asdf = at("build", "asdf", "jscl-asdf.json");
const characters = at("build", "characters", "jscl-names.json");
/** Generated from the tools of the server; in dist/ without its blanks. */
const toolWords = at("jscl-bridge", "contract", "tools.json");
const wasm = at("build", "wasm", "jscl_mcp_bg.wasm");
const stockJscl = at("node_modules", "jscl", "dist", "jscl.js");
const derivedJscl = at("build", "jscl", "jscl.js");
const imageFolder = at("build", "image");
const snapshotFolder = at("build", "snapshot");
const lock = at("package-lock.json");
const machinery = at("scripts", "lib");

/**
 * The setting that keeps the path of this machine's crates out of the module, where its panics would name it.
 */
function shortPaths() {
  const crates = join(process.env.CARGO_HOME ?? join(homedir(), ".cargo"), "registry", "src");
  return `target.${WASM_TARGET}.rustflags=[${JSON.stringify(`--remap-path-prefix=${crates}=crates`)}]`;
}

const isSource = (file) => !/\.test\.ts$/.test(file);
const size = (file) => `${thousands(statSync(file).size)} bytes`;

const server = {
  name: "server",
  title: "Compiling the server to WebAssembly",
  inputs: crate,
  outputs: [rawWasm()],
  run: () =>
    mustRun("cargo", ["build", "--release", "--lib", "--target", WASM_TARGET, "--config", shortPaths()]).then(
      () => undefined,
    ),
};

const bindings = {
  name: "bindings",
  title: "Generating its JavaScript bindings",
  get inputs() {
    return [rawWasm(), at("scripts", "xtask"), at("Cargo.lock")];
  },
  outputs: [wasm],
  async run() {
    await mustRun("cargo", ["run", "--package", "xtask", "--", "bindgen", rawWasm(), wasmFolder]);
    return size(wasm);
  },
};

const fixtureTarget = at("target", "fixtures");
const rawFixtureWasm = join(fixtureTarget, WASM_TARGET, "release", "jscl_mcp.wasm");

/** The server with the tools that tests and measurements need beside its own; never a part of dist/. */
const fixtureServer = {
  name: "fixture-server",
  title: "Compiling the server with its fixtures",
  inputs: crate,
  outputs: [rawFixtureWasm],
  run: () =>
    mustRun("cargo", [
      "build",
      "--release",
      "--lib",
      ...["--target", WASM_TARGET, "--target-dir", fixtureTarget],
      ...["--features", "fixtures", "--config", shortPaths()],
    ]).then(() => undefined),
};

const fixtureBindings = {
  name: "fixture-bindings",
  title: "Generating its JavaScript bindings",
  get inputs() {
    return [rawFixtureWasm, at("scripts", "xtask"), at("Cargo.lock")];
  },
  outputs: [join(FIXTURES, "jscl_mcp_bg.wasm")],
  run: () =>
    mustRun("cargo", ["run", "--package", "xtask", "--", "bindgen", rawFixtureWasm, FIXTURES]).then(
      () => undefined,
    ),
};

const jscl = {
  name: "jscl",
  title: "Deriving our JSCL from npm's",
  inputs: [at("jscl-bridge", "derive"), stockJscl, lock, machinery],
  outputs: [derivedJscl],
  keep: isSource,
  async run() {
    mkdirSync(dirname(derivedJscl), { recursive: true });
    const tool = await bundleTool(at("jscl-bridge", "derive", "main.ts"), "derive.mjs");
    await mustRun(process.execPath, [tool, derivedJscl]);
    return size(derivedJscl);
  },
};

const image = {
  name: "image",
  title: "Compiling the Lisp overlay",
  get inputs() {
    return [at("jscl-bridge"), derivedJscl, lock, machinery];
  },
  outputs: ["overlay.js", "extensions.js"].map((name) => at("build", "image", name)),
  keep: isSource,
  async run() {
    rmSync(imageFolder, { recursive: true, force: true });
    mkdirSync(imageFolder, { recursive: true });
    const tool = await bundleTool(at("jscl-bridge", "derive", "build-image.ts"), "build-image.mjs");
    await mustRun(process.execPath, [tool, derivedJscl, imageFolder]);
    return undefined;
  },
};

const snapshot = {
  name: "snapshot",
  title: "Taking a snapshot of the booted image",
  get inputs() {
    return [at("jscl-bridge"), imageFolder, stockJscl, lock, machinery];
  },
  outputs: ["jscl.js", "jscl-rare.js", "jscl-twins.js"].map((name) => at("build", "snapshot", name)),
  keep: isSource,
  async run() {
    const tool = await bundleTool(at("jscl-bridge", "derive", "snapshot-main.ts"), "snapshot.mjs");
    const usual = at("jscl-bridge", "derive", "usual.lisp");
    await mustRun(process.execPath, [tool, imageFolder, snapshotFolder, usual]);
    return size(at("build", "snapshot", "jscl.js"));
  },
};

const compiledAsdf = {
  name: "asdf",
  title: "Compiling ASDF",
  get inputs() {
    return [at("jscl-bridge"), snapshotFolder, lock, machinery];
  },
  outputs: [asdf],
  keep: isSource,
  async run() {
    mkdirSync(dirname(asdf), { recursive: true });
    const tool = await bundleTool(at("jscl-bridge", "derive", "compile-asdf.ts"), "compile-asdf.mjs");
    const lisp = ["jscl.js", "jscl-rare.js"].map((name) => join(snapshotFolder, name));
    await mustRun(process.execPath, [
      tool,
      ...lisp,
      at("jscl-bridge", "third-party", "asdf", "asdf.lisp"),
      asdf,
    ]);
    return size(asdf);
  },
};

const characterNames = {
  name: "characters",
  title: "Writing the file of names",
  inputs: [
    at("jscl-bridge", "derive"),
    at("jscl-bridge", "functions"),
    at("jscl-bridge", "runtime", "library"),
    lock,
    machinery,
  ],
  outputs: [characters],
  keep: isSource,
  async run() {
    mkdirSync(dirname(characters), { recursive: true });
    const tool = await bundleTool(at("jscl-bridge", "derive", "character-names.ts"), "character-names.mjs");
    const names = at("node_modules", "@unicode", "unicode-10.0.0", "Names", "index.mjs");
    const words = at("jscl-bridge", "functions", "words-of-functions.txt");
    await mustRun(process.execPath, [tool, names, words, characters]);
    return size(characters);
  },
};

const site = {
  name: "site",
  title: "Bundling the site into dist/",
  get inputs() {
    return [
      at("jscl-bridge"),
      at("www"),
      wasmFolder,
      snapshotFolder,
      at("LICENSE"),
      asdf,
      characters,
      at("tsconfig.json"),
      lock,
      machinery,
    ];
  },
  outputs: [
    "index.html",
    "frame.html",
    "embed.html",
    "embed.js",
    "guide/index.html",
    "app.js",
    "jscl-mcp.js",
    "lisp-cell.js",
    "jscl-worker.js",
    "jscl.js",
    "jscl-rare.js",
    "jscl-twins.js",
    "jscl_mcp_bg.wasm",
    "jscl-asdf.json",
    "jscl-names.json",
    "jscl-tools.json",
  ].map((name) => at("dist", name)),
  keep: isSource,
  async run() {
    rmSync(DIST, { recursive: true, force: true });
    mkdirSync(DIST, { recursive: true });
    const packages = await bundleSite(DIST, snapshotFolder);
    const lisp = join(snapshotFolder, "jscl.js");
    for (const file of [wasm, lisp, asdf, characters]) copyFileSync(file, at("dist", basename(file)));
    writeFileSync(at("dist", "jscl-tools.json"), JSON.stringify(JSON.parse(readFileSync(toolWords, "utf8"))));
    writeLicences(DIST, [...new Set([...packages, ...(await bundleOffline(DIST))])].sort());
    const files = filesUnder(DIST);
    return `${files.length} files`;
  },
};

const compressed = {
  name: "compressed",
  title: "Compressing dist/ with gzip and brotli",
  get inputs() {
    return [DIST, machinery];
  },
  keep: (file) => !/\.(br|gz)$/.test(file),
  outputs: [at("dist", "jscl.js.br"), at("dist", "jscl.js.gz")],
  run: () => compressFolder(DIST).then(() => undefined),
};

/** What the package has beside dist/. */
const types = {
  name: "types",
  title: "Writing the package's declarations",
  get inputs() {
    return [
      at("jscl-bridge"),
      at("www", "elements"),
      wasmFolder,
      at("tsconfig.json"),
      at("scripts", "tsconfig.types.json"),
      lock,
      machinery,
    ];
  },
  outputs: TYPE_ENTRIES.map((entry) => join(TYPES, entry)),
  keep: isSource,
  run: () => emitTypes().then((count) => `${count} files`),
};

export const packageSteps = [types];

export const buildSteps = [
  server,
  bindings,
  jscl,
  image,
  snapshot,
  compiledAsdf,
  characterNames,
  site,
  compressed,
];

const fixtureSiteFolder = join(FIXTURES, "site");

/** dist/ with that server in the place of its own, and a page for the conformance suite. */
const fixtureSite = {
  name: "fixture-site",
  title: "Bundling a page with that server",
  get inputs() {
    return [
      DIST,
      at("jscl-bridge"),
      join(FIXTURES, "jscl_mcp_bg.wasm"),
      at("tests", "conformance", "page"),
      lock,
      machinery,
    ];
  },
  outputs: ["page.html", "page.js", "jscl-mcp.js", "jscl_mcp_bg.wasm"].map((name) =>
    join(fixtureSiteFolder, name),
  ),
  keep: (file) => isSource(file) && !/\.(br|gz)$/.test(file),
  async run() {
    rmSync(fixtureSiteFolder, { recursive: true, force: true });
    cpSync(DIST, fixtureSiteFolder, { recursive: true, filter: this.keep });
    await bundlePackageWith(FIXTURES, fixtureSiteFolder);
    copyFileSync(join(FIXTURES, "jscl_mcp_bg.wasm"), join(fixtureSiteFolder, "jscl_mcp_bg.wasm"));
    cpSync(at("tests", "conformance", "page"), fixtureSiteFolder, { recursive: true });
  },
};

/** The server that measurements put in the place of the one in dist/. */
export const fixtureSteps = [fixtureServer, fixtureBindings];

/** Files that the conformance suite needs beside dist/. */
export const conformanceSteps = [...fixtureSteps, fixtureSite];
