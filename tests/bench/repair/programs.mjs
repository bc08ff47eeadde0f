/**
 * The programs of LispRepair, and their answers as SBCL printed them (`record.mjs`). A program's last form is
 * the call whose answer is known.
 */
import { readdirSync, readFileSync } from "node:fs";

const folder = new URL("programs/", import.meta.url);
const HEAD = /^;;;; (\S+)\n/m;

/** Each as `{ name, subject, code }`. */
export function programs() {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".lisp"))
    .sort()
    .flatMap((file) => {
      const parts = readFileSync(new URL(file, folder), "utf8").split(HEAD).slice(1);
      const subject = file.slice(0, -".lisp".length);
      return Array.from({ length: parts.length / 2 }, (_, i) => ({
        name: parts[2 * i],
        subject,
        code: `${parts[2 * i + 1].trim()}\n`,
      }));
    });
}

export const ANSWERS = new URL("answers.json", import.meta.url);

/** Printed values by the names of programs. */
export function answers() {
  return JSON.parse(readFileSync(ANSWERS, "utf8"));
}
