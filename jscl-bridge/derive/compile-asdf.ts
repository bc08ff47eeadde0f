/** Compiles ASDF ahead of time, in an image as users have it, for the file that REQUIRE loads. */

import { readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { type ImageParts, makeImage } from "../engine/boot.js";
import { createEngine } from "../engine/engine.js";
import { evaluateCommand } from "../engine/evaluate-command.js";
import { LispImage } from "../engine/lisp-image.js";
import { rareSource, useRareEngine } from "../engine/rare-functions.js";
import type { Fasl } from "../image/fasl/steps.js";
import { PackageRecorder } from "./package-recorder.js";

const [jscl, rare, source, output] = process.argv.slice(2);
if (jscl === undefined || rare === undefined || source === undefined || output === undefined)
  throw new Error("usage: compile-asdf <jscl.js> <jscl-rare.js> <asdf.lisp> <out-file>");

/** Enough for a busy machine. */
const LIMIT_MS = 300_000;
const LIMIT_CHARS = 100_000_000;

const modules = (await import(pathToFileURL(jscl).href)) as Pick<ImageParts, "createJscl" | "overlay">;
const parts = {
  ...modules,
  rare: await rareSource(pathToFileURL(rare).href),
  asdf: () => "",
  names: () => "",
};
useRareEngine(parts.rare);
const image = makeImage(parts, () => {}, true);
const recorder = new PackageRecorder(image);
image.formWatch = recorder;
let problem = "nothing was compiled";
let compiled = "";
const { handle } = createEngine(new LispImage(image), (event) => {
  if (event.kind === "completed") problem = event.outcome.condition?.message ?? "";
  if (event.kind === "found" && event.report !== null) compiled = JSON.parse(event.report).content ?? "";
});
const content = await readFile(source, "utf8");
handle({ kind: "file", id: 1, path: "/asdf.lisp", action: { kind: "write", content } });
// A name of SB-EXT makes the image load the extensions, of which the second form is.
const code = '(find-package "SB-EXT") (jscl-mcp::compile-asdf #p"/asdf.lisp")';
handle({ kind: "evaluate", ...evaluateCommand(2, code, { deadlineMs: LIMIT_MS }) });
handle({ kind: "file", id: 3, path: "/asdf.fasl", action: { kind: "read", start: 0, limit: LIMIT_CHARS } });
/** The content follows three lines. */
const [, , , fasl] = compiled.split("\n");
if (problem !== "" || fasl === undefined) throw new Error(`ASDF could not be compiled: ${problem}`);
const file: Fasl = { ...(JSON.parse(fasl) as Fasl), packages: recorder.ready() };
await writeFile(output, JSON.stringify(file));
