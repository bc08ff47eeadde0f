/**
 * The names of files that documents write between backquotes, held against what there is: a folder that is
 * moved leaves no dead name behind.
 */
import { execFileSync } from "node:child_process";
import { posix } from "node:path";
import { ROOT } from "./paths.mjs";

/** What builds, installations and test runs make: git does not know it. */
const MADE = /^(?:build|dist|node_modules|target|public|_static)(?:\/|$)/;

/** Folders whose name documents leave out: `emit/frame-exits.ts`, `server/asking/`. */
const BASES = ["jscl-bridge", "jscl-bridge/compiler", "jscl-bridge/runtime", "src", "tests", "scripts"];

/** What ends so is a source, wherever it lies. */
const SOURCE = /\.(?:ts|mjs|rs|lisp|grammar|jsonl)$/;

/** Everything that git knows: files, and the folders above them. */
export function trackedNames() {
  const files = execFileSync("git", ["ls-files", "-z"], { cwd: ROOT, encoding: "utf8" }).split("\0");
  const names = new Set();
  for (const file of files)
    for (let name = file; name !== "." && name !== ""; name = posix.dirname(name)) names.add(name);
  return names;
}

/** A document without its blocks of code, which are others' files as often as ours. */
const prose = (text) => text.replace(/^([ \t]*)(```+|~~~+)[\s\S]*?^\1\2$/gm, "");

/** The spans of code in a document's prose, each in one line. */
export function codeSpans(text) {
  return [...prose(text).matchAll(/(`+)([\s\S]*?[^`])\1(?!`)/g)].map(([, , span]) =>
    span.replace(/\s+/g, " "),
  );
}

/** `a/{b,c}/` as `a/b/` and `a/c/`. */
const alternatives = (path) => {
  const [, before, choice, after] = /^(.*?)\{([^}]*)\}(.*)$/.exec(path) ?? [];
  if (choice === undefined) return [path];
  return choice.split(",").flatMap((each) => alternatives(`${before}${each}${after}`));
};

/** Whether there is a name; `*` stands for any part of one, `**` for any number of folders. */
function isThere(path, names) {
  if (!path.includes("*")) return names.has(path);
  const parts = path.split(/(\*\*\/?|\*)/).map((part) => {
    if (part.startsWith("**")) return "(?:.*)";
    return part === "*" ? "[^/]*" : part.replace(/[.+?^$()[\]{}|\\]/g, "\\$&");
  });
  const pattern = new RegExp(`^${parts.join("")}$`);
  return [...names].some((name) => pattern.test(name));
}

/** A span that may be a path: words between slashes, with `*` and `{a,b}`. */
const PATH = /^[\w.@*{},-]+(?:\/[\w.@*{},-]+)*\/?$/;

/** A path is looked for from the top, from the folder of its document, and from each of BASES. */
const isFound = (path, document, names) =>
  ["", posix.dirname(document), ...BASES].some((base) => isThere(posix.join(base, path), names));

/**
 * The paths in a document's prose that look like the repository's and lead nowhere. What looks so begins with
 * a name of the top level, ends as a source or as a folder does.
 */
export function lostPaths(document, text, names) {
  const looksOurs = (span) => {
    if (!PATH.test(span) || MADE.test(span)) return false;
    if (!span.includes("/")) return SOURCE.test(span) && !span.startsWith(".");
    return names.has(span.split("/")[0]) || SOURCE.test(span) || /\/.+\/$/.test(span);
  };
  const basenames = new Set([...names].map((name) => posix.basename(name)));
  return codeSpans(text)
    .filter(looksOurs)
    .flatMap(alternatives)
    .filter((span) => {
      const path = span.replace(/\/$/, "");
      return !(path.includes("/") ? isFound(path, document, names) : isThere(path, basenames));
    });
}

/** The npm scripts that a document names, blocks of code included. */
export function namedScripts(text) {
  const named = [...text.matchAll(/\bnpm run(?: --silent)? ([a-z][\w:-]*)/g)].map(([, name]) => name);
  return [...new Set(named)];
}
