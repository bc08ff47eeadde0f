/**
 * The suites of `npm test`: what each needs, what it reads, and how it is run. A suite whose inputs have not
 * changed since it passed is up to date and is not run again.
 */
import { existsSync } from "node:fs";
import { CONFORMANCE_COUNTS, runConformance } from "../lib/conformance.mjs";
import { COSTS } from "../lib/costs.mjs";
import { SITES, siteSteps } from "../lib/docs-sites.mjs";
import { findFirefox, findWebKit, installEngines } from "../lib/engines.mjs";
import { at, WASM_TARGET } from "../lib/paths.mjs";
import { run } from "../lib/run.mjs";
import { runSteps } from "../lib/steps.mjs";
import { NOTHING } from "./counts.mjs";
import { cargoTest, playwright, reportFile, vitest, withReport } from "./runners.mjs";

/**
 * What the tests in Node share: how they are run, scenarios, and what holds their messages to the schemas.
 */
const vitestTools = [
  ...[
    "vitest.config.ts",
    "tests/projects.ts",
    "tsconfig.json",
    "package.json",
    "package-lock.json",
    "scripts/lib",
  ],
  ...["tests/wire", "tests/schemas", "tests/scenarios", "tests/interop", "tests/fixtures", "tests/names.ts"],
];
/** What the tests in pages share. */
const pageTools = ["playwright.config.ts", "tests/e2e/support", "tests/bench/lib", ...vitestTools];
const crate = ["Cargo.toml", "Cargo.lock", ".cargo", "src", "tests/server", "tests/schemas"];

/** Tests of the house that read sources alone: what is said of these, and what may stand in them. */
export const RULES = ["columns", "doors", "exports", "extension-calls", "limits", "messages", "rooms"].map(
  (name) => `scripts/tests/${name}.test.mjs`,
);

/**
 * - `needs`: what has to be made before; `image` is the Lisp without the site around it.
 * - `inputs`: what decides how it ends, as files and folders from the root: its tests, and what of the tree
 *   and of dist/ these open. `everything` stands for all files that git knows.
 * - `tests`: files of tests, as folders, where some of them can be run alone.
 * - `ready`: those of its tests that need nothing made, where only these are to run.
 * - `also`: what else decides, as a text.
 * - `run`: gets what it drives, `{ chromium, headless }`, and resolves to the runner's status
 *   and counts. `only` are files of tests, where not all are to run.
 * @typedef {"image" | "build" | "browser" | "fixtures" | "package"} Need
 * @type {{ name: string, title: string, needs: Need[], inputs: string[], everything?: boolean,
 *   tests?: string[], ready?: string[],
 *   also?: () => string, run: (browser: any, only?: string[]) =>
 *     Promise<import("./counts.mjs").Counts & { status: number }> }[]}
 */
export const suites = [
  {
    name: "house",
    title: "The house: documents, rooms, sizes, scripts",
    needs: ["build"],
    inputs: ["dist"],
    everything: true,
    tests: ["scripts/tests/", "tests/samples/"],
    ready: RULES,
    run: (_, only = house) => vitest("house.json", { only }),
  },
  {
    name: "rust",
    title: "Rust, native",
    needs: [],
    inputs: [...crate, "tests/fixtures", "jscl-bridge/contract", "docs/architecture.md"],
    run: () => cargoTest([]),
  },
  {
    name: "schemas",
    title: "Rust, what is generated from its types",
    needs: [],
    // Its tests hold generated files to their sources.
    inputs: [...crate, "jscl-bridge/contract", "docs/tools.md"],
    run: () => cargoTest(["--package", "schemas"]),
  },
  {
    name: "costs",
    title: "Rust, what each input costs",
    needs: [],
    inputs: [...crate, "tests/costs", "jscl-bridge/contract", "scripts/lib/costs.mjs"],
    run: () => cargoTest(COSTS),
  },
  {
    name: "bridge",
    title: "Bridge, in Node against real JSCL",
    needs: ["image"],
    inputs: [
      ...["jscl-bridge", "tests/bridge", "tests/conformance"],
      ...[
        "tests/bench/lisp",
        "tests/bench/lib",
        "tests/bench/runaways",
        "www/debugger",
        "www/examples",
        "www/finished.ts",
      ],
      ...["src/tools", "build/snapshot", "build/asdf", "build/characters"],
      ...vitestTools,
    ],
    tests: ["jscl-bridge/", "tests/bridge/", "tests/conformance/", "tests/wire/watch.test.ts"],
    run: (_, only = bridge) => vitest("vitest.json", { only }),
  },
  {
    name: "www",
    title: "Playground, elements and guide, in Node",
    needs: ["build"],
    inputs: ["www", "tests/teaching", "tests/bench/lib", "jscl-bridge", "dist", ...vitestTools],
    tests: ["www/", "tests/teaching/", "tests/wire/node-clients.test.ts"],
    run: (_, only = www) => vitest("www.json", { only }),
  },
  {
    name: "campaigns",
    title: "Short forms of the campaigns, in Node",
    needs: ["build"],
    inputs: [
      "tests/campaigns",
      "tests/bench",
      "jscl-bridge",
      "docs/clients",
      "docs/soak.md",
      "docs/soak.svg",
      "docs/tools.md",
      "dist",
      ...vitestTools,
    ],
    tests: ["tests/campaigns/", "tests/bench/"],
    run: (_, only = campaigns) => vitest("campaigns.json", { only }),
  },
  {
    name: "stdio",
    title: "The program, over standard input and output",
    needs: ["build"],
    inputs: ["tests/stdio", "tests/e2e/support", "jscl-bridge", "dist", ...vitestTools],
    tests: ["tests/stdio/"],
    run: (_, only) => vitest("stdio.json", { config: at("tests", "stdio", "vitest.config.ts"), only }),
  },
  {
    name: "package",
    title: "The package, installed and used by every bundler",
    needs: ["browser", "build", "package"],
    inputs: ["tests/package", "dist", "build/types", ...vitestTools],
    tests: ["tests/package/"],
    run: ({ chromium }, only) => {
      const config = at("tests", "package", "vitest.config.ts");
      return vitest("package.json", { config, only, env: { CHROMIUM: chromium } });
    },
  },
  {
    name: "wasm",
    title: "Rust as WebAssembly, in headless Chromium",
    needs: ["browser"],
    inputs: [...crate, "tests/wasm.rs", "scripts/xtask", "scripts/wasm-tests.mjs"],
    async run() {
      // Their runner would build it by itself, but in silence.
      const { status } = await run("cargo", ["build", "--package", "xtask"]);
      if (status !== 0) return { ...NOTHING, status };
      return cargoTest(["--target", WASM_TARGET, "--test", "wasm"]);
    },
  },
  {
    name: "e2e",
    title: "End to end, in headless Chromium",
    needs: ["browser", "build"],
    inputs: [
      "tests/e2e",
      "tests/photographs",
      "tests/campaigns",
      "tests/stdio/support",
      "jscl-bridge",
      "www",
      "dist",
      ...pageTools,
    ],
    tests: ["tests/e2e/"],
    run: ({ headless }, only) => playwright("playwright.json", headless, { only }),
  },
  {
    name: "docs-sites",
    title: "Cells in sites of documentation, in headless Chromium",
    needs: ["browser", "build"],
    inputs: ["tests/docs-sites", "docs/sites", "README.md", "dist", ...pageTools],
    also: () => ["mdbook", "sphinx", "vitepress"].filter((site) => existsSync(`${SITES}/${site}`)).join(),
    async run({ headless }) {
      await runSteps(siteSteps());
      const config = at("tests", "docs-sites", "playwright.config.ts");
      return playwright("docs-sites.json", headless, { config });
    },
  },
  {
    name: "browsers",
    title: "Every engine: headless Chromium, Firefox and WebKitGTK",
    needs: ["browser", "build"],
    inputs: ["tests/browsers", "tests/e2e/site", "jscl-bridge", "www", "dist", ...pageTools],
    also: () => [findFirefox(), Boolean(findWebKit())].join(),
    async run({ chromium }, only) {
      await installEngines();
      const config = at("tests", "browsers", "vitest.config.ts");
      return vitest("browsers.json", { config, only, env: { CHROMIUM: chromium } });
    },
  },
  {
    name: "escape",
    title: "Attempts to get out, in the program, in Workers and in the page",
    needs: ["browser", "build"],
    inputs: ["tests/campaigns", "scripts/lib", "package-lock.json", "dist"],
    run({ chromium }) {
      const file = reportFile("escape.json");
      const args = [at("tests", "campaigns", "escape", "main.mjs"), "--short", "--report", file];
      return withReport(
        file,
        (counts) => counts,
        () => run(process.execPath, args, { env: { CHROMIUM: chromium } }),
      );
    },
  },
  {
    name: "conformance",
    title: "The official conformance suite, against a page in headless Chromium",
    needs: ["browser", "build", "fixtures"],
    inputs: ["tests/conformance", "build/conformance/site", "scripts/lib", "package-lock.json", "dist"],
    run: ({ chromium }) =>
      withReport(
        CONFORMANCE_COUNTS,
        (counts) => counts,
        () => runConformance({ chromium }),
      ),
  },
];

const testsOf = (name) => suites.find((suite) => suite.name === name).tests;
const [house, bridge, www, campaigns] = ["house", "bridge", "www", "campaigns"].map(testsOf);

/** What has to be made before a suite, or only these files of its tests, can run. */
export const needsOf = ({ needs, ready = [] }, only) =>
  only?.every((file) => ready.includes(file)) ? [] : needs;
