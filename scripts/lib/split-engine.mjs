/** Takes out of the engine's file what few programs run of it, and puts it into the Lisp's rare functions. */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { leaveImports } from "./bundle.mjs";
import { at } from "./paths.mjs";
import { runProgram } from "./programs.mjs";
import { minified } from "./shrink.mjs";

const FOLDER = at("build", "engine");
/** What the minifier makes of a module that exports one constant. */
const ONE_CONSTANT = /^const ([\w$]+)=\{id:"(\w+)",make:(function\(.*\})\};export\{\1 as engine\};\s*$/s;

/** Stands for the build's name in `jscl-bridge/image/build-name.ts`. */
const NO_NAME = "build-of-this-image";

/** Lists of programs; what does not run in them is rare. */
export const USUAL = ["usual.lisp", "usual-of-engine.lisp"].map((name) => at("jscl-bridge", "derive", name));

/**
 * Writes `jscl-worker.js` and `jscl-rare.js` into `outdir`, from the engine's bundle, which
 * is whole and not minified, the Lisp in `lispFolder` and the compiled ASDF.
 */
export async function splitEngine(bundle, lispFolder, asdf, outdir) {
  for (const folder of [FOLDER, outdir]) mkdirSync(folder, { recursive: true });
  const text = readFileSync(bundle, "utf8");
  const whole = join(FOLDER, "whole.js");
  writeFileSync(whole, byOuterNames(text));
  await runProgram("engine-split", [whole, lispFolder, FOLDER, ...USUAL]);
  const part = (name) => minified(readFileSync(join(FOLDER, name), "utf8"));
  const minimal = await Promise.all(["first.js", "rare.js"].map(part));
  // Put in last: what is minified stays as it was when only the Lisp has changed.
  const [first, rare] = named(minimal, nameOf(text, lispFolder, asdf));
  writeFileSync(join(outdir, "jscl-worker.js"), first);
  leaveImports(join(outdir, "jscl-worker.js"));
  const [, , id, make] = ONE_CONSTANT.exec(rare) ?? [];
  if (make === undefined) throw new Error("What is rare of the engine is not one constant.");
  // In parentheses, which the minifier takes away: see COMPILED_AT_ONCE in jscl-bridge/runtime/code.ts.
  const ofLisp = readFileSync(join(lispFolder, "jscl-rare.js"), "utf8").replace(/;\s*$/, "");
  writeFileSync(join(outdir, "jscl-rare.js"), `${ofLisp},engine={id:"${id}",make:(${make})};\n`);
}

/** The name of this build: what is compiled follows from the engine, the Lisp and ASDF. */
function nameOf(text, lispFolder, asdf) {
  const hash = createHash("sha256").update(text);
  const lisp = ["jscl.js", "jscl-rare.js"].map((name) => join(lispFolder, name));
  for (const file of [...lisp, asdf]) hash.update(readFileSync(file));
  return hash.digest("hex");
}

/** The parts of the engine with its name, which one of them has. */
function named(parts, name) {
  const places = parts.join("\n").split(NO_NAME).length - 1;
  if (places !== 1) throw new Error(`The engine has ${places} places for its name.`);
  return parts.map((part) => part.replace(NO_NAME, name));
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
