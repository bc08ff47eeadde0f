/**
 * The runaways in tests/bench/runaways: a file for each kind, in it programs, each under a line `;;; its
 * title`.
 */
import { readdirSync, readFileSync } from "node:fs";
import { at } from "../../../scripts/lib/paths.mjs";

const HEADING = /^;;; (.*)\n/m;

/** All programs as `{ kind, title, code }`. */
export function runaways() {
  const folder = at("tests", "bench", "runaways");
  return readdirSync(folder)
    .filter((name) => name.endsWith(".lisp"))
    .flatMap((name) => programsOf(name.slice(0, -".lisp".length), readFileSync(`${folder}/${name}`, "utf8")));
}

function programsOf(kind, text) {
  const [, ...parts] = text.split(HEADING);
  const programs = [];
  for (let i = 0; i < parts.length; i += 2)
    programs.push({ kind, title: parts[i], code: parts[i + 1].trim() });
  return programs;
}
