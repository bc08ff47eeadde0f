import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { deriveJscl } from "./derive.js";
import { minifyDerived } from "./minify.js";

const [output, input = createRequire(import.meta.url).resolve("jscl")] = process.argv.slice(2);
if (output === undefined) throw new Error("usage: derive <out-file> [<jscl.js>]");
const { code, report } = deriveJscl(await readFile(input, "utf8"));
const minified = await minifyDerived(code);
await mkdir(dirname(output), { recursive: true });
await writeFile(output, minified);
process.stdout.write(`${JSON.stringify({ ...report, bytes: Buffer.byteLength(minified) })}\n`);
