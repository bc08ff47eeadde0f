/**
 * Comes before a program of the build and writes down which files that reads: what is not among the inputs of
 * its step would not have it run again, which a test looks for.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { fileURLToPath } from "node:url";

const read = new Set();

function watch(owner, name) {
  const original = owner[name];
  owner[name] = function watched(file, ...more) {
    if (typeof file === "string") read.add(file);
    else if (file instanceof URL) read.add(fileURLToPath(file));
    return original.call(this, file, ...more);
  };
}

watch(fs, "readFileSync");
watch(fs.promises, "readFile");
syncBuiltinESMExports();
process.on("exit", () => fs.writeFileSync(process.env["NOTE_READS"], JSON.stringify([...read].sort())));
