/** Takes out of the engine's file what few programs run of it, and puts it into the Lisp's rare functions. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { at } from "./paths.mjs";
import { mustRun } from "./run.mjs";
import { minified } from "./shrink.mjs";

const FOLDER = at("build", "engine");
/** What the minifier makes of a module that exports one constant. */
const ONE_CONSTANT = /^const ([\w$]+)=(.*);export\{\1 as engine\};\s*$/s;

/**
 * Writes `jscl-worker.js`, `jscl-rare.js` and `jscl-twins.js` into `outdir`, from the engine's bundle, which
 * is whole and not minified, and the Lisp in `lispFolder`. `tool` is `derive/engine-split-main.ts`, bundled.
 */
export async function splitEngine(bundle, lispFolder, tool, outdir) {
  mkdirSync(FOLDER, { recursive: true });
  const whole = join(FOLDER, "whole.js");
  writeFileSync(whole, byOuterNames(bundle));
  const lists = ["usual.lisp", "usual-of-engine.lisp"].map((name) => at("jscl-bridge", "derive", name));
  await mustRun(process.execPath, [tool, whole, lispFolder, FOLDER, ...lists]);
  const part = (name) => minified(readFileSync(join(FOLDER, name), "utf8"));
  const [first, rare, twins] = await Promise.all(["first.js", "rare.js", "twins.js"].map(part));
  writeFileSync(join(outdir, "jscl-worker.js"), first);
  const together = (name, text) => {
    const made = ONE_CONSTANT.exec(text)?.[2];
    if (made === undefined) throw new Error(`What the engine has in ${name} is not one constant.`);
    const ofLisp = readFileSync(join(lispFolder, name), "utf8").replace(/;\s*$/, "");
    writeFileSync(join(outdir, name), `${ofLisp},engine=${made};\n`);
  };
  together("jscl-rare.js", rare);
  together("jscl-twins.js", twins);
}

/**
 * Has the methods of classes name these by the variables of their modules: esbuild gives a class that names
 * itself a name of its own, which no method could take with it. What is made with the class itself comes
 * before the variable has it.
 */
function byOuterNames(bundle) {
  const outer = new Map(
    [...bundle.matchAll(/^var (\w+) = class (_\w+)\b/gm)].map(([, name, own]) => [own, name]),
  );
  const isKept = (line) => /^(?:var \w+ = class| {2}static \w+ =) /.test(line);
  const renamed = (line) => line.replace(/(?<![\w$.])_\w+/g, (own) => outer.get(own) ?? own);
  return bundle
    .split("\n")
    .map((line) => (isKept(line) ? line : renamed(line)))
    .join("\n");
}
