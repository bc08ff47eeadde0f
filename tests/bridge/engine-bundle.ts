/**
 * Gives tests one bundle of the engine in the place of `engine.ts`, and holds that the Lisp which they boot
 * was made of the sources that are there.
 */
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import type { Plugin } from "vite";
import { at } from "../../scripts/lib/paths.mjs";
import { filesUnder, hashOf, isFresh, stamp, unstamp } from "../../scripts/lib/stamps.mjs";

const ENTRY = fileURLToPath(new URL("engine.ts", import.meta.url));
const BUNDLE = at("build", "tests", "engine.js");
const NAME = "tested-engine";

/** The build's steps that make what an image is booted from, each with what it makes. */
const MADE = {
  snapshot: "build/snapshot/",
  asdf: "build/asdf/",
  characters: "build/characters/",
};

/** Says which command makes what an image is booted from, where that is missing or older than its sources. */
async function checkLisp(): Promise<void> {
  const { isStale } = (await import(pathToFileURL(at("scripts", "lib", "build-steps.mjs")).href)) as {
    isStale: (name: string, known: Map<string, boolean>) => boolean;
  };
  const known = new Map<string, boolean>();
  for (const [step, made] of Object.entries(MADE))
    if (isStale(step, known))
      throw new Error(`${made} is missing or older than its sources: run \`npm test -- bridge\`.`);
}

const isSource = (file: string): boolean => file.endsWith(".ts") && !file.endsWith(".test.ts");
const sources = (): string[] => filesUnder(at("jscl-bridge")).filter(isSource);

/** Bundles the engine, if it has changed since that was done last. */
async function bundleEngine(): Promise<void> {
  const inputs = [ENTRY, fileURLToPath(import.meta.url), at("package-lock.json"), at("jscl-bridge")];
  const hash = hashOf(inputs, (file) => isSource(file) || file.endsWith("package-lock.json"));
  if (isFresh(NAME, hash, [BUNDLE])) return;
  unstamp(NAME);
  await build({
    absWorkingDir: at(),
    entryPoints: [ENTRY],
    outfile: BUNDLE,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    alias: { "sync-message": at("node_modules", "sync-message", "lib", "index.ts") },
    sourcemap: "linked",
    logLevel: "warning",
  });
  stamp(NAME, hash);
}

/** Without `isBundled` the engine is read from its modules, where a test replaces some of them. */
export function testedEngine(isBundled: boolean): Plugin {
  return {
    name: "tested-engine",
    enforce: "pre",
    async load(id) {
      if (id !== ENTRY) return null;
      await checkLisp();
      if (!isBundled) return null;
      await bundleEngine();
      for (const file of sources()) this.addWatchFile(file);
      return `export * from ${JSON.stringify(BUNDLE)};`;
    },
    configureVitest({ experimental_defineCacheKeyGenerator: define }) {
      // What it stands for may have changed where its own text has not.
      define(({ id }) => (id === ENTRY ? false : undefined));
    },
  };
}

/** Files that Node itself loads: they are JavaScript already, and large. */
export const BUILT = [dirname(BUNDLE), at("build", "snapshot")].map(
  (folder) => new RegExp(`^(?:file://)?${join(folder, "/").replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`),
);
