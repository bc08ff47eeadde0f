/**
 * Compiles the overlay ahead of time: `build-image <jscl.js> <out-dir>` writes `overlay.js`, a module that
 * exports `overlay`. The Lisp files are those of lisp/order.txt, evaluated here as they are compiled.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { privilegedForms } from "../compiler/syntax/operators/privileged.js";
import { Image } from "../image/image.js";
import { compileOverlay } from "../image/overlay.js";
import { CallStack } from "../runtime/stack/callstack.js";

const [jscl, output, lisp = join(process.cwd(), "jscl-bridge", "lisp")] = process.argv.slice(2);
if (jscl === undefined || output === undefined)
  throw new Error("usage: build-image <jscl.js> <out-dir> [<lisp-dir>]");
const { createJscl } = (await import(pathToFileURL(resolve(jscl)).href)) as { createJscl: never };
const image = new Image(createJscl, new CallStack(), privilegedForms);
const order = (await readFile(join(lisp, "order.txt"), "utf8"))
  .split("\n")
  .filter((line) => line.trim() !== "");
const sources = await Promise.all(
  order.map(async (name) => ({ name, text: await readFile(join(lisp, name.trim()), "utf8") })),
);
const code = compileOverlay(image, sources);
await mkdir(output, { recursive: true });
const file = join(output, "overlay.js");
await writeFile(file, code);
process.stdout.write(`${JSON.stringify({ files: sources.length, bytes: Buffer.byteLength(code) })}\n`);
