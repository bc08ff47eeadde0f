/**
 * Compiles the overlay ahead of time: `build-image <jscl.js> <out-dir>` writes `overlay.js`, a module that
 * exports `overlay`, and `extensions.js`, the function of what an image loads when a program needs it. The
 * Lisp files are those of lisp/order.txt and lisp/extensions/order.txt, evaluated here as they are compiled.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { privilegedForms } from "../compiler/syntax/operators/privileged.js";
import { installExtensionFunctions } from "../image/extension-functions.js";
import { Image } from "../image/image.js";
import { compileFiles } from "../image/overlay.js";
import { CallStack } from "../runtime/stack/callstack.js";

const [jscl, output, lisp = join(process.cwd(), "jscl-bridge", "lisp")] = process.argv.slice(2);
if (jscl === undefined || output === undefined)
  throw new Error("usage: build-image <jscl.js> <out-dir> [<lisp-dir>]");
const { createJscl } = (await import(pathToFileURL(resolve(jscl)).href)) as { createJscl: never };
const image = new Image(createJscl, new CallStack(), privilegedForms);
/** The files that a folder's `order.txt` names, in that order. */
async function sourcesIn(folder: string): Promise<{ name: string; text: string }[]> {
  const order = (await readFile(join(folder, "order.txt"), "utf8")).split("\n").map((line) => line.trim());
  const names = order.filter((line) => line !== "");
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(join(folder, name), "utf8") })));
}

const sources = await sourcesIn(lisp);
const code = `export ${compileFiles(image, sources, "overlay")}`;
installExtensionFunctions(image);
const extensions = compileFiles(image, await sourcesIn(join(lisp, "extensions")), "extensions");
await mkdir(output, { recursive: true });
await writeFile(join(output, "overlay.js"), code);
await writeFile(join(output, "extensions.js"), extensions);
process.stdout.write(
  `${JSON.stringify({ files: sources.length, bytes: Buffer.byteLength(code), extensions: Buffer.byteLength(extensions) })}\n`,
);
