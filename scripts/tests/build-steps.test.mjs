import { existsSync, readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { expect, test } from "vitest";
import {
  buildSteps,
  compressed,
  conformanceSteps,
  imageSteps,
  isStale,
  packageSteps,
} from "../lib/build-steps.mjs";
import { recorded } from "../lib/esbuild.mjs";
import { DIST, ROOT } from "../lib/paths.mjs";
import { prerequisites } from "../lib/prerequisites.mjs";
import { readsFile } from "../lib/programs.mjs";
import { filesUnder } from "../lib/stamps.mjs";

const steps = [...buildSteps, compressed, ...packageSteps, ...conformanceSteps];
const named = (name) => steps.find((step) => step.name === name);
const readBy = ({ inputs, keep = () => true }) => new Set(inputs.flatMap(filesUnder).filter(keep));

/** Steps that bundle, by the names of what they write down; npm packages are as the lock file says. */
const BUNDLING = {
  programs: "programs",
  pages: "pages",
  package: "package",
  engine: "engine",
  offline: "site",
};

/** Only the Lisp may have been built. */
const isBuilt = (name) => imageSteps.some((step) => step.name === name) || existsSync(DIST);
const built = (all) => Object.entries(all).filter(([, name]) => isBuilt(name));

test.each(built(BUNDLING))("what %s bundles is all among its step's inputs", (bundles, name) => {
  const read = readBy(named(name));
  const { inputs } = recorded(bundles);
  expect(inputs.length).toBeGreaterThan(0);
  const ours = inputs
    .map((file) => resolve(ROOT, file))
    .filter((file) => !/[\\/]node_modules[\\/]/.test(file));
  expect(ours.filter((file) => !read.has(file)).map((file) => relative(ROOT, file))).toEqual([]);
});

/** The programs that steps run, each with its step. */
const RUNNING = {
  "derive-jscl": "jscl",
  "build-image": "image",
  snapshot: "snapshot",
  "compile-asdf": "asdf",
  "character-names": "characters",
  "engine-split": "worker",
};

test.each(built(RUNNING))("what %s reads is all among the inputs of its step", (program, name) => {
  const files = JSON.parse(readFileSync(readsFile(program), "utf8")).map((file) => resolve(ROOT, file));
  const ours = files.filter((file) => file.startsWith(ROOT) && !/[\\/]node_modules[\\/]/.test(file));
  const step = named(name);
  // What the step makes itself, the engine in other words, and what is kept of the minifier's work.
  const own = /^build.(?:shrunk.|engine.whole\.js$)/;
  const others = ours.filter((file) => !step.outputs.includes(file) && !own.test(relative(ROOT, file)));
  const read = readBy(step);
  expect(others.filter((file) => !read.has(file)).map((file) => relative(ROOT, file))).toEqual([]);
});

test("steps need only what stands before them, and what they read of build/ is of a step that they need", () => {
  const before = new Set([...prerequisites].map(({ name }) => name));
  const makerOf = new Map(steps.flatMap((step) => step.outputs.map((output) => [output, step.name])));
  const reached = (name) => [name, ...(named(name)?.needs ?? []).flatMap(reached)];
  for (const step of steps) {
    for (const need of step.needs) expect(before, `${step.name} needs ${need}`).toContain(need);
    before.add(step.name);
    const isRead = (output) =>
      (step.keep?.(output) ?? true) &&
      step.inputs.some((input) => output === input || output.startsWith(`${input}/`));
    const makers = [...makerOf].filter(([output]) => isRead(output));
    for (const [output, maker] of makers)
      expect(reached(step.name), `${step.name} reads ${relative(ROOT, output)}`).toContain(maker);
  }
});

test("what makes the Lisp reads no page, nothing of Node's, and no test", () => {
  const programs = readBy(imageSteps[0]);
  expect([...programs].filter((file) => /\.test\.ts$|\.lisp$/.test(file))).toEqual([]);
  const others = imageSteps.slice(1).flatMap((step) => [...readBy(step)]);
  const sources = others
    .map((file) => relative(ROOT, file))
    .filter((file) => /^(?:jscl-bridge|www|src)/.test(file));
  const kinds = new Set(sources.map((file) => file.replace(/^(jscl-bridge\/[^/]+).*\.(\w+)$/, "$1 $2")));
  expect([...kinds].sort()).toEqual([
    "jscl-bridge/derive lisp",
    "jscl-bridge/functions txt",
    "jscl-bridge/lisp lisp",
    "jscl-bridge/lisp txt",
    "jscl-bridge/third-party lisp",
  ]);
});

test("a step is stale where one that it needs is, and nothing is known of what is no step", () => {
  expect(isStale("packages")).toBe(false);
  const known = new Map([["programs", true]]);
  expect(isStale("snapshot", known)).toBe(true);
  expect(known.get("image")).toBe(true);
});
