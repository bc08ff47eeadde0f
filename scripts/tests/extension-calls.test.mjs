/**
 * The Lisp of the extensions is there when a program has named one of SBCL's packages, or when TypeScript has
 * asked for it. So TypeScript of the base names none of its functions, but where they are there for certain.
 */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { at } from "../lib/paths.mjs";

const read = (path) => readFileSync(at("jscl-bridge", path), "utf8");

/** The functions that the files of an order define, by their names without a package. */
const functionsOf = (folder) =>
  read(`${folder}/order.txt`)
    .split("\n")
    .filter((name) => name.trim() !== "")
    .flatMap((name) => [...read(`${folder}/${name}`).matchAll(/^\((?:defun|defgeneric)\s+([^\s()]+)/gm)])
    .map(([, name]) => name.replace(/^.*:/, "").toUpperCase());

const ofTheBase = new Set(functionsOf("lisp"));
/** COMMON-LISP has functions of the same names: sequences of programs, for one, define their own LENGTH. */
const ofTheStandard = new Set(
  readdirSync(at("jscl-bridge", "functions"))
    .filter((name) => name.endsWith(".ts"))
    .flatMap((name) => [...read(`functions/${name}`).matchAll(/[^\s"`(){},]+/g)])
    .map(([name]) => name.toUpperCase()),
);
const ofExtensions = new Set(
  functionsOf("lisp/extensions").filter((name) => !ofTheBase.has(name) && !ofTheStandard.has(name)),
);

/** Why the extensions are there when these files call their functions. */
const ALLOWED = {
  "engine/lisp-image.ts": "a step is asked about where something is stepped",
  "engine/looks.ts": "engine/lisp-image.ts has them loaded before it asks for a value",
  "engine/tools/cross-reference.ts": "image/cross-reference.ts has them loaded, whose answers these are",
  "engine/tools/lisp-reports.ts": "loads them before each call",
  "image/cross-reference.ts": "loads them first",
  "image/debugger/method-breakpoints.ts": "breakpoints load them when one is set",
  "image/debugger/replaced-functions.ts": "loads them first",
  "image/debugger/stepper.ts": "stepping loads them, and breakpoints do when one is set",
  "image/file-compilation.ts": "ASDF comes by REQUIRE, of which the rest is theirs",
  "image/octet-functions.ts": "they install these functions themselves",
  "runtime/printer/readable-tables.ts": "a symbol that is printed; nothing is called",
  "runtime/streams/external-formats.ts": "looks for one of SBCL's packages first, which loads them",
  "runtime/streams/gray-streams.ts": "a Gray stream is of a class of theirs",
};

test("TypeScript of the base calls no Lisp function that only the extensions define", () => {
  expect(ofExtensions.size).toBeGreaterThan(300);
  expect(ofExtensions.has("%FUN-NAME")).toBe(true);
  const named = readdirSync(at("jscl-bridge"), { recursive: true })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .flatMap((file) =>
      [...read(file).matchAll(/"([^"\s]+)"/g)]
        .filter(([, name]) => ofExtensions.has(name))
        .map(([, name]) => ({ file, name })),
    );
  expect(named.filter(({ file }) => !(file in ALLOWED))).toEqual([]);
  const files = new Set(named.map(({ file }) => file));
  expect(Object.keys(ALLOWED).filter((file) => !files.has(file))).toEqual([]);
});
