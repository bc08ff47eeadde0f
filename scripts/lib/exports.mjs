/**
 * Finds exports that nothing imports: names that need no `export`, and of the product's code those that tests
 * alone keep alive.
 */
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, extname, relative, resolve } from "node:path";
import { at, ROOT } from "./paths.mjs";
import { filesUnder } from "./stamps.mjs";

const FOLDERS = ["jscl-bridge", "www", "scripts", "tests"];

/** What the package offers, and what is generated whole. */
const PUBLIC = [
  ...["jscl-bridge/index.ts", "jscl-bridge/node/index.ts", "www/elements/lisp-cell.ts"],
  ...["jscl-bridge/contract/engine.ts", "jscl-bridge/contract/results.ts", "jscl-bridge/contract/host.ts"],
  "jscl-bridge/syntax/parser.terms.ts",
  "jscl-bridge/runtime/platform.ts",
];

/** Measurements and campaigns use the product as programs do. */
const isTest = (file) => /\.(test|spec)\.m?[jt]s$|^tests\/(?!bench\/|campaigns\/)/.test(file);
const isProduct = (file) => /^(jscl-bridge|www)\//.test(file);

/** Names between braces: of `a as b`, what it is called in the other file and in this one. */
function bracedNames(text) {
  return text
    .split(",")
    .map((part) => part.trim().replace(/^type /, ""))
    .filter((part) => part !== "")
    .map((part) => part.split(/ as |: /))
    .map(([there, here = there]) => ({ there, here }));
}

/**
 * The names that a file exports, by a declaration or a list. The formatter puts each at the beginning of a
 * line.
 */
export function exportsOf(source) {
  const declared =
    /^export (?:declare |abstract |async )*(?:function\*?|class|const|let|type|interface) (\w+)/gm;
  const listed = /^export (?:type )?\{([^}]*)\}/gm;
  return [
    ...[...source.matchAll(declared)].map(([, name]) => name),
    ...[...source.matchAll(listed)].flatMap(([, names]) => bracedNames(names).map(({ here }) => here)),
  ];
}

/** What a file imports: names by the path they are imported from, `*` for all. */
export function importedNames(source) {
  const found = [];
  const add = (from, names) => found.push({ from, names });
  const listed = /(?:^|\n)(?:import|export) (?:type )?(?:\w+, )?\{([^}]*)\} from "([^"]+)"/g;
  for (const [, names, from] of source.matchAll(listed))
    add(
      from,
      bracedNames(names).map(({ there }) => there),
    );
  for (const [, , name, from] of source.matchAll(/(?:^|\n)import (type )?\* as (\w+) from "([^"]+)"/g)) {
    const used = [...source.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, "g"))].map(([, member]) => member);
    const isPassedOn = new RegExp(`\\b${name}\\b(?!\\.| from)`).test(source.replace(/\* as \w+/g, ""));
    add(from, isPassedOn ? ["*"] : used);
  }
  for (const [, from] of source.matchAll(/(?:^|\n)export \* from "([^"]+)"/g)) add(from, ["*"]);
  // An import that is written as a call: of some names, of a type, or of all.
  for (const { 1: names, 2: from } of source.matchAll(/\{([^{}]*)\} = (?:await )?import\("([^"]+)"\)/g))
    add(
      from,
      bracedNames(names).map(({ there }) => there),
    );
  for (const { 1: from, 2: member } of source.matchAll(
    /(?<!\} = (?:await )?)import\("([^"]+)"\)(?:\.(\w+))?/g,
  ))
    add(from, [member === undefined || member === "then" ? "*" : member]);
  return found;
}

/** The sources of this project by their paths in it. */
function sources() {
  const settings = readdirSync(ROOT).map((name) => at(name));
  const files = [...FOLDERS.flatMap((folder) => filesUnder(at(folder))), ...settings].filter((file) =>
    /\.m?[jt]s$/.test(file),
  );
  return new Map(files.map((file) => [relative(ROOT, file), readFileSync(file, "utf8")]));
}

/** The names of files that are loaded by their names: by a bundler, a Worker or `register`. */
function namesInStrings(files) {
  const mention = /(?<!from |import\()"(?:[^"\n]*\/)?([\w.-]+\.m?[jt]s)"/g;
  return new Set(
    [...files.values()].flatMap((source) => [...source.matchAll(mention)].map(([, name]) => name)),
  );
}

/** The importers of each name of each file, and of all its names under `*`. */
function importers(files) {
  const uses = new Map([...files.keys()].map((file) => [file, []]));
  for (const [file, source] of files) {
    for (const { from, names } of importedNames(source)) {
      if (!from.startsWith(".")) continue;
      const path = relative(ROOT, resolve(ROOT, dirname(file), from));
      const target = files.has(path) ? path : path.slice(0, -extname(path).length).concat(".ts");
      for (const name of names) uses.get(target)?.push({ name, file });
    }
  }
  return uses;
}

/** Exports that nothing imports, as `file: name`. */
export function unusedExports(files = sources()) {
  const unused = [];
  const loadedByName = namesInStrings(files);
  for (const [file, uses] of importers(files)) {
    const names = exportsOf(files.get(file));
    if (names.length === 0 || PUBLIC.includes(file) || (!isProduct(file) && loadedByName.has(basename(file))))
      continue;
    // A file of the product that tests alone import supports them.
    const counts =
      !isProduct(file) || uses.every((use) => isTest(use.file)) ? () => true : (use) => !isTest(use.file);
    for (const name of names) {
      const all = uses.filter((use) => use.name === name || use.name === "*");
      const isOwn = (files.get(file).match(new RegExp(`\\b${name}\\b`, "g")) ?? []).length > 1;
      if (!all.some((use) => counts(use) || isOwn)) unused.push(`${file}: ${name}`);
    }
  }
  return unused;
}
