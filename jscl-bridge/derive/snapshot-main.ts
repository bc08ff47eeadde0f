import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { privilegedForms } from "../compiler/forms/privileged-forms.js";
import { Image } from "../image/image.js";
import { CallStack } from "../runtime/stack/callstack.js";
import { minifyDerived } from "./minify.js";
import { type MakeImage, snapshotImage } from "./snapshot/snapshot-image.js";

const [overlay, output, jscl = createRequire(import.meta.url).resolve("jscl")] = process.argv.slice(2);
if (overlay === undefined || output === undefined) {
  throw new Error("usage: snapshot <overlay.js> <out-dir> [<jscl.js of npm>]");
}
const makeImage = ((createJscl: never) =>
  new Image(createJscl, new CallStack(), privilegedForms)) as unknown as MakeImage;
// This very bundle holds the runtime's code.
const hostText = await readFile(fileURLToPath(import.meta.url), "utf8");
const { code, report } = snapshotImage(
  await readFile(jscl, "utf8"),
  await readFile(overlay, "utf8"),
  makeImage,
  hostText,
);
const minified = await minifyDerived(code);
await mkdir(output, { recursive: true });
await writeFile(join(output, "jscl.js"), minified);
process.stdout.write(`${JSON.stringify({ ...report, bytes: Buffer.byteLength(minified) })}\n`);
