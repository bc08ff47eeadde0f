/**
 * The steps from the sources to dist/, each after those that it needs. Each runs only when what it reads has
 * changed: what a program of ours does is all in the file that it is bundled to.
 */
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import {
  bundledPackages,
  bundleEngine,
  bundleOffline,
  bundlePackage,
  bundlePackageWith,
  bundlePages,
} from "./bundle.mjs";
import { compressFolder } from "./compress.mjs";
import { filesBehind } from "./imports.mjs";
import { writeLicences } from "./licences.mjs";
import { at, DIST, FIXTURES, MEASURED, WASM_TARGET } from "./paths.mjs";
import { headersFile, PAGE_POLICIES, withPolicy } from "./policy.mjs";
import { bundlePrograms, programFile, programFiles, runProgram } from "./programs.mjs";
import { thousands } from "./report.mjs";
import { mustRun } from "./run.mjs";
import { splitEngine, USUAL } from "./split-engine.mjs";
import { filesUnder } from "./stamps.mjs";
import { isUpToDate } from "./steps.mjs";
import { emitTypes, TYPE_ENTRIES, TYPES } from "./types.mjs";

const crate = ["Cargo.toml", "Cargo.lock", ".cargo", "src"].map((path) => at(path));
const target = () => process.env.CARGO_TARGET_DIR ?? at("target");
const rawWasm = () => join(target(), WASM_TARGET, "release", "jscl_mcp.wasm");
const bridge = (...path) => at("jscl-bridge", ...path);
const wasmFolder = at("build", "wasm");
const asdf = at("build", "asdf", "jscl-asdf.json");
const characters = at("build", "characters", "jscl-names.json");
/** Generated from the tools of the server; in dist/ without its blanks. */
const toolWords = bridge("contract", "tools.json");
const wasm = at("build", "wasm", "jscl_mcp_bg.wasm");
const stockJscl = at("node_modules", "jscl", "dist", "jscl.js");
const derivedJscl = at("build", "jscl", "jscl.js");
const imageFolder = at("build", "image");
const snapshotFolder = at("build", "snapshot");
const engineBundle = at("build", "engine", "bundle.js");
const workerFolder = at("build", "worker");
const pagesFolder = at("build", "pages");
const packageFolder = at("build", "package");
/** It names the version of each npm package. */
const lock = at("package-lock.json");

/** The scripts that a step is made of. */
const scripts = (...names) => [
  ...new Set(
    names
      .flatMap((name) => filesBehind(at("scripts", "lib"), name))
      .map((name) => at("scripts", "lib", name)),
  ),
];
const itself = at("scripts", "lib", "build-steps.mjs");
const running = [itself, ...["programs.mjs", "note-reads.mjs"].map((name) => at("scripts", "lib", name))];
const bundling = [
  itself,
  ...scripts("bundle.mjs"),
  at("scripts", "lib", "shrink-thread.mjs"),
  // Where imports of a name lead.
  ...["tsconfig.json", "package.json"].map((file) => at(file)),
  lock,
];

/**
 * The setting that keeps the path of this machine's crates out of the module, where its panics would name it.
 */
function shortPaths() {
  const crates = join(process.env.CARGO_HOME ?? join(homedir(), ".cargo"), "registry", "src");
  return `target.${WASM_TARGET}.rustflags=[${JSON.stringify(`--remap-path-prefix=${crates}=crates`)}]`;
}

const isSource = (file) => !/\.test\.ts$/.test(file);
/** What bundles are made of: neither tests nor Lisp. */
const isBundled = (file) => isSource(file) && !/\.lisp$/.test(file);
const isOfOverlay = (file) => !file.startsWith(bridge("lisp", "tests"));
const size = (file) => `${thousands(statSync(file).size)} bytes`;

const server = {
  name: "server",
  title: "Compiling the server to WebAssembly",
  needs: ["wasm-target"],
  inputs: crate,
  outputs: [rawWasm()],
  run: () =>
    mustRun("cargo", ["build", "--release", "--lib", "--target", WASM_TARGET, "--config", shortPaths()]).then(
      () => undefined,
    ),
};

/** Beside the server: together they keep two cores busy, of which what links the server takes one. */
const generator = {
  name: "generator",
  title: "Compiling what generates its JavaScript bindings",
  needs: ["tools"],
  inputs: [at("scripts", "xtask"), at("Cargo.lock")],
  outputs: [join(target(), "debug", process.platform === "win32" ? "xtask.exe" : "xtask")],
  run: () => mustRun("cargo", ["build", "--package", "xtask"]).then(() => undefined),
};

const bindings = {
  name: "bindings",
  title: "Generating its JavaScript bindings",
  needs: ["server", "generator"],
  get inputs() {
    return [rawWasm(), at("scripts", "xtask"), at("Cargo.lock")];
  },
  outputs: [wasm],
  async run() {
    await mustRun("cargo", ["run", "--package", "xtask", "--", "bindgen", rawWasm(), wasmFolder]);
    return size(wasm);
  },
};

const rawFixtureWasm = at("build", "fixtures", "jscl_mcp.wasm");
/** Made as the tests of the WebAssembly are: they compile the same crates, and no macro a second time. */
const QUICK = ["opt-level=1", "debug=false"].flatMap((setting) => [
  "--config",
  `profile.dev.package.jscl-mcp.${setting}`,
]);

/** The server with the tools that tests need beside its own; never a part of dist/. */
const fixtureServer = {
  name: "fixture-server",
  title: "Compiling the server with its fixtures",
  needs: ["wasm-target"],
  inputs: crate,
  outputs: [rawFixtureWasm],
  async run() {
    // With the tests, or crates would be compiled once more without the features that those want of them.
    const parts = ["--lib", "--test", "wasm", "--features", "fixtures"];
    await mustRun("cargo", ["build", ...parts, "--target", WASM_TARGET, ...QUICK]);
    // The next build of the crate, by its tests, writes to the same place.
    mkdirSync(dirname(rawFixtureWasm), { recursive: true });
    copyFileSync(join(target(), WASM_TARGET, "debug", "jscl_mcp.wasm"), rawFixtureWasm);
  },
};

const fixtureBindings = {
  name: "fixture-bindings",
  title: "Generating its JavaScript bindings",
  needs: ["fixture-server", "generator"],
  get inputs() {
    return [rawFixtureWasm, at("scripts", "xtask"), at("Cargo.lock")];
  },
  outputs: [join(FIXTURES, "jscl_mcp_bg.wasm")],
  run: () =>
    mustRun("cargo", ["run", "--package", "xtask", "--", "bindgen", rawFixtureWasm, FIXTURES]).then(
      () => undefined,
    ),
};

const rawMeasuredWasm = () => join(target(), "measured", WASM_TARGET, "release", "jscl_mcp.wasm");

/** The same, compiled as what is shipped: for measurements. */
const measuredServer = {
  name: "measured-server",
  title: "Compiling the server with its fixtures, as it is shipped",
  needs: ["wasm-target"],
  inputs: crate,
  get outputs() {
    return [rawMeasuredWasm()];
  },
  run: () =>
    mustRun("cargo", [
      ...["build", "--release", "--lib", "--target", WASM_TARGET, "--target-dir", join(target(), "measured")],
      ...["--features", "fixtures", "--config", shortPaths()],
    ]).then(() => undefined),
};

const measuredBindings = {
  name: "measured-bindings",
  title: "Generating its JavaScript bindings",
  needs: ["measured-server", "generator"],
  get inputs() {
    return [rawMeasuredWasm(), at("scripts", "xtask"), at("Cargo.lock")];
  },
  outputs: [join(MEASURED, "jscl_mcp_bg.wasm")],
  run: () =>
    mustRun("cargo", ["run", "--package", "xtask", "--", "bindgen", rawMeasuredWasm(), MEASURED]).then(
      () => undefined,
    ),
};

const programs = {
  name: "programs",
  title: "Bundling the build's own programs",
  needs: ["packages"],
  inputs: [bridge(), ...bundling],
  outputs: programFiles,
  keep: isBundled,
  run: bundlePrograms,
};

const jscl = {
  name: "jscl",
  title: "Deriving our JSCL from npm's",
  needs: ["programs"],
  inputs: [programFile("derive-jscl"), stockJscl, lock, ...running],
  outputs: [derivedJscl],
  async run() {
    mkdirSync(dirname(derivedJscl), { recursive: true });
    await runProgram("derive-jscl", [derivedJscl]);
    return size(derivedJscl);
  },
};

const image = {
  name: "image",
  title: "Compiling the Lisp overlay",
  needs: ["jscl"],
  inputs: [programFile("build-image"), derivedJscl, bridge("lisp"), lock, ...running],
  outputs: ["overlay.js", "extensions.js"].map((name) => join(imageFolder, name)),
  keep: isOfOverlay,
  async run() {
    rmSync(imageFolder, { recursive: true, force: true });
    mkdirSync(imageFolder, { recursive: true });
    await runProgram("build-image", [derivedJscl, imageFolder, bridge("lisp")]);
  },
};

const snapshot = {
  name: "snapshot",
  title: "Taking a snapshot of the booted image",
  needs: ["image"],
  inputs: [programFile("snapshot"), imageFolder, stockJscl, USUAL[0], lock, ...running],
  outputs: ["jscl.js", "jscl-rare.js"].map((name) => join(snapshotFolder, name)),
  async run() {
    await runProgram("snapshot", [imageFolder, snapshotFolder, USUAL[0]]);
    return size(join(snapshotFolder, "jscl.js"));
  },
};

const asdfSource = bridge("third-party", "asdf", "asdf.lisp");

const compiledAsdf = {
  name: "asdf",
  title: "Compiling ASDF",
  needs: ["snapshot"],
  inputs: [programFile("compile-asdf"), snapshotFolder, asdfSource, lock, ...running],
  outputs: [asdf],
  async run() {
    mkdirSync(dirname(asdf), { recursive: true });
    const lisp = ["jscl.js", "jscl-rare.js"].map((name) => join(snapshotFolder, name));
    await runProgram("compile-asdf", [...lisp, asdfSource, asdf]);
    return size(asdf);
  },
};

const wordsOfFunctions = bridge("functions", "words-of-functions.txt");

const characterNames = {
  name: "characters",
  title: "Writing the file of names",
  needs: ["programs"],
  inputs: [programFile("character-names"), wordsOfFunctions, lock, ...running],
  outputs: [characters],
  async run() {
    mkdirSync(dirname(characters), { recursive: true });
    const names = at("node_modules", "@unicode", "unicode-10.0.0", "Names", "index.mjs");
    await runProgram("character-names", [names, wordsOfFunctions, characters]);
    return size(characters);
  },
};

const pages = {
  name: "pages",
  title: "Bundling the playground and the elements",
  needs: ["packages"],
  inputs: [bridge(), at("www"), ...bundling],
  outputs: ["app.js", "embed.js", "frame.js", "lisp-cell.js"].map((name) => join(pagesFolder, name)),
  keep: isBundled,
  async run() {
    rmSync(pagesFolder, { recursive: true, force: true });
    await bundlePages(pagesFolder);
  },
};

const engine = {
  name: "engine",
  title: "Bundling the engine",
  needs: ["packages"],
  inputs: [bridge(), ...bundling],
  outputs: [engineBundle],
  keep: isBundled,
  run: () => bundleEngine(engineBundle),
};

const worker = {
  name: "worker",
  title: "Splitting what few programs run off the engine",
  needs: ["programs", "engine", "asdf"],
  inputs: [
    ...[programFile("engine-split"), engineBundle, snapshotFolder, asdf, ...USUAL, lock, ...running],
    ...scripts("split-engine.mjs"),
    at("scripts", "lib", "shrink-thread.mjs"),
  ],
  outputs: ["jscl-worker.js", "jscl-rare.js"].map((name) => join(workerFolder, name)),
  async run() {
    rmSync(workerFolder, { recursive: true, force: true });
    await splitEngine(engineBundle, snapshotFolder, asdf, workerFolder);
  },
};

const thePackage = {
  name: "package",
  title: "Bundling the package and its program",
  needs: ["packages", "bindings"],
  // The program serves its page as `npm start` does.
  inputs: [bridge(), join(wasmFolder, "jscl_mcp.js"), ...bundling, ...scripts("answer-file.mjs")],
  outputs: ["jscl-mcp.js", "jscl-wait.js", "jscl-mcp-node.js", "jscl-mcp-stdio.js", "jscl-mcp-draw.wasm"].map(
    (name) => join(packageFolder, name),
  ),
  keep: isBundled,
  async run() {
    rmSync(packageFolder, { recursive: true, force: true });
    await bundlePackage(packageFolder);
  },
};

const site = {
  name: "site",
  title: "Putting the site together in dist/",
  needs: ["bindings", "snapshot", "asdf", "characters", "pages", "worker", "package"],
  inputs: [
    ...[pagesFolder, workerFolder, packageFolder, wasm, join(snapshotFolder, "jscl.js"), asdf, characters],
    ...[at("www"), toolWords, bridge("third-party"), at("LICENSE"), at("Cargo.lock")],
    ...[...bundling, ...scripts("licences.mjs", "policy.mjs")],
  ],
  outputs: [
    "index.html",
    "frame.html",
    "embed.html",
    "embed.js",
    "guide/index.html",
    "app.js",
    "jscl-mcp.js",
    "jscl-wait.js",
    "lisp-cell.js",
    "jscl-worker.js",
    "jscl.js",
    "jscl-rare.js",
    "jscl_mcp_bg.wasm",
    "jscl-asdf.json",
    "jscl-names.json",
    "jscl-tools.json",
  ].map((name) => at("dist", name)),
  keep: isSource,
  async run() {
    rmSync(DIST, { recursive: true, force: true });
    mkdirSync(DIST, { recursive: true });
    for (const folder of [pagesFolder, packageFolder, workerFolder])
      cpSync(folder, DIST, { recursive: true });
    const lisp = join(snapshotFolder, "jscl.js");
    for (const file of [wasm, lisp, asdf, characters]) copyFileSync(file, at("dist", basename(file)));
    writeFileSync(at("dist", "jscl-tools.json"), JSON.stringify(JSON.parse(readFileSync(toolWords, "utf8"))));
    cpSync(at("www", "guide"), at("dist", "guide"), { recursive: true });
    for (const [page, policy] of Object.entries(PAGE_POLICIES))
      writeFileSync(at("dist", page), withPolicy(readFileSync(at("www", page), "utf8"), policy));
    writeFileSync(at("dist", "_headers"), headersFile());
    if (existsSync(at("www", "static"))) cpSync(at("www", "static"), DIST, { recursive: true });
    const bundled = [...bundledPackages(), ...(await bundleOffline(DIST))];
    writeLicences(DIST, [...new Set(bundled)].sort());
    return `${filesUnder(DIST).length} files`;
  },
};

/** For file servers that send compressed files as they are: the site is whole without it. */
export const compressed = {
  name: "compressed",
  title: "Compressing dist/ with gzip and brotli",
  needs: ["site"],
  get inputs() {
    return [DIST, ...scripts("compress.mjs")];
  },
  keep: (file) => !/\.(br|gz)$/.test(file),
  outputs: [at("dist", "jscl.js.br"), at("dist", "jscl.js.gz")],
  run: () => compressFolder(DIST).then(() => undefined),
};

/** What the package has beside dist/. */
const types = {
  name: "types",
  title: "Writing the package's declarations",
  needs: ["packages", "bindings"],
  inputs: [
    ...[
      bridge(),
      at("www", "elements"),
      wasmFolder,
      at("tsconfig.json"),
      at("scripts", "tsconfig.types.json"),
    ],
    ...[lock, itself, ...scripts("types.mjs")],
  ],
  outputs: TYPE_ENTRIES.map((entry) => join(TYPES, entry)),
  keep: isBundled,
  run: () => emitTypes().then((count) => `${count} files`),
};

export const packageSteps = [types];

/** What makes the Lisp that an image boots from, without the site: tests of the bridge need no more. */
export const imageSteps = [programs, jscl, image, snapshot, compiledAsdf, characterNames];

/** What makes dist/. */
export const buildSteps = [
  ...[server, generator, bindings, programs, jscl, image, snapshot, engine, compiledAsdf, worker, pages],
  ...[thePackage, characterNames, site],
];

const fixtureSiteFolder = join(FIXTURES, "site");

/** dist/ with that server in the place of its own, and a page for the conformance suite. */
const fixtureSite = {
  name: "fixture-site",
  title: "Bundling a page with that server",
  needs: ["site", "fixture-bindings"],
  get inputs() {
    return [
      ...[DIST, bridge(), join(FIXTURES, "jscl_mcp_bg.wasm"), at("tests", "conformance", "page")],
      ...bundling,
    ];
  },
  outputs: ["page.html", "page.js", "jscl-mcp.js", "jscl_mcp_bg.wasm"].map((name) =>
    join(fixtureSiteFolder, name),
  ),
  keep: (file) => isBundled(file) && !/\.(br|gz)$/.test(file),
  async run() {
    rmSync(fixtureSiteFolder, { recursive: true, force: true });
    cpSync(DIST, fixtureSiteFolder, { recursive: true, filter: this.keep });
    await bundlePackageWith(FIXTURES, fixtureSiteFolder);
    copyFileSync(join(FIXTURES, "jscl_mcp_bg.wasm"), join(fixtureSiteFolder, "jscl_mcp_bg.wasm"));
    cpSync(at("tests", "conformance", "page"), fixtureSiteFolder, { recursive: true });
  },
};

/** The server that measurements put in the place of the one in dist/. */
export const measuredSteps = [measuredServer, measuredBindings];

/** Files that the conformance suite needs beside dist/. */
export const conformanceSteps = [fixtureServer, fixtureBindings, fixtureSite];

const allSteps = [...buildSteps, compressed, ...packageSteps, ...conformanceSteps];

/**
 * Whether what a step has made, or what it was made from, is older than the sources, or is not there. It does
 * nothing but to read files.
 */
export function isStale(name, known = new Map()) {
  if (known.has(name)) return known.get(name);
  const step = allSteps.find((each) => each.name === name);
  // What prerequisites bring has no stamp.
  const stale = step !== undefined && (step.needs.some((each) => isStale(each, known)) || !isUpToDate(step));
  known.set(name, stale);
  return stale;
}
