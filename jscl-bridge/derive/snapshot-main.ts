import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { privilegedForms } from "../compiler/syntax/operators/privileged.js";
import { Image } from "../image/image.js";
import { STOCK_ROOTS } from "../runtime/objects/stock-symbols.js";
import { CallStack } from "../runtime/stack/callstack.js";
import { mangleOnce, minifyDerived, minifyFunction } from "./minify.js";
import { type MakeImage, snapshotImage } from "./snapshot/snapshot-image.js";
import { split } from "./split.js";
import { usualFunctions } from "./usual-functions.js";

const [folder, output, usual, jscl = createRequire(import.meta.url).resolve("jscl")] = process.argv.slice(2);
if (folder === undefined || output === undefined || usual === undefined) {
  throw new Error("usage: snapshot <dir of build-image> <out-dir> <usual.lisp> [<jscl.js of npm>]");
}
const makeImage = ((createJscl: never) =>
  new Image(createJscl, new CallStack(), privilegedForms)) as unknown as MakeImage;
const { code, report } = snapshotImage(
  await readFile(jscl, "utf8"),
  await readFile(join(folder, "overlay.js"), "utf8"),
  makeImage,
  STOCK_ROOTS,
);
const minified = await minifyDerived(code, mangleOnce(join(output, "..", "shrunk")));
await mkdir(output, { recursive: true });
const file = join(output, "jscl.js");
await writeFile(file, minified);
const programs = (await readFile(usual, "utf8")).split(/\n{2,}/);
const extensions = await minifyFunction(await readFile(join(folder, "extensions.js"), "utf8"));
const { first, rare, moved } = split(minified, await usualFunctions(file, programs), extensions);
await writeFile(file, first);
await writeFile(join(output, "jscl-rare.js"), rare);
const bytes = Buffer.byteLength(first);
process.stdout.write(`${JSON.stringify({ ...report, moved, bytes, rare: Buffer.byteLength(rare) })}\n`);
