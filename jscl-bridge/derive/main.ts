import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { transform } from "esbuild";
import { deriveJscl } from "./derive.js";

const [output, input = createRequire(import.meta.url).resolve("jscl")] = process.argv.slice(2);
if (output === undefined) throw new Error("usage: derive <out-file> [<jscl.js>]");
const { code, report } = deriveJscl(await readFile(input, "utf8"));
const { code: minified } = await transform(code, { minify: true, format: "esm", legalComments: "none" });
await mkdir(dirname(output), { recursive: true });
await writeFile(output, minified);
process.stdout.write(`${JSON.stringify({ ...report, bytes: Buffer.byteLength(minified) })}\n`);
