/** esbuild as this project runs it, and what its bundles were made of. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { at } from "./paths.mjs";
import { Problem } from "./report.mjs";

/** Runs esbuild, which prints its own messages; resolves to its result. */
export async function build(options) {
  const { build } = await import("esbuild");
  return build(options).catch(() => {
    const entries = Object.values(options.entryPoints).join(" and ");
    throw new Problem(`${entries} could not be bundled, for the reasons above.`);
  });
}

export const forBrowsers = {
  absWorkingDir: at(),
  bundle: true,
  format: "esm",
  platform: "browser",
  target: "es2022",
  charset: "utf8",
  minify: true,
  legalComments: "none",
  logLevel: "warning",
  metafile: true,
};

export const forNode = {
  ...forBrowsers,
  platform: "node",
  target: "node20",
};

const recordOf = (name) => at("build", "bundled", `${name}.json`);

/**
 * Writes down which files a step's bundles were made of, and of which npm packages; a step whose inputs leave
 * one out would be taken for done when that has changed, which a test looks for.
 */
export function record(name, results) {
  const files = results.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  // Constants that are given to a bundle stand there, too.
  const named = files.filter((file) => !file.startsWith("<define:"));
  const inputs = [...new Set(named)].sort();
  const packages = inputs.map(packageOf).filter((each) => each !== undefined);
  mkdirSync(dirname(recordOf(name)), { recursive: true });
  writeFileSync(recordOf(name), JSON.stringify({ inputs, packages: [...new Set(packages)] }));
}

/** What was written down for a step: { inputs, packages }. */
export const recorded = (name) => JSON.parse(readFileSync(recordOf(name), "utf8"));

const packageOf = (file) => /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(file)?.[1];
