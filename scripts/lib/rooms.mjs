/**
 * Holds the imports of jscl-bridge/ and www/elements/ against the table of rooms in docs/architecture.md:
 * which room may import which, types included, and that no file imports itself by way of others when it is
 * loaded.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { parse } from "acorn";
import { full } from "acorn-walk";
import { transformSync } from "esbuild";
import { at, ROOT } from "./paths.mjs";
import { filesUnder } from "./stamps.mjs";

/** The folders whose parts are rooms; `www/elements` is one itself. */
const BRIDGE = at("jscl-bridge");
const ELEMENTS = at("www", "elements");
const TABLE = at("docs", "architecture.md");

const isSource = (file) => /\.ts$/.test(file) && !/(\.test|testing|test-image)\.ts$/.test(file);

/** The table's rows of jscl-bridge/ and www/elements/: what each room may import, by its name. */
export function allowedImports(markdown = readFileSync(TABLE, "utf8")) {
  const rows = markdown.matchAll(/^\| `(?:jscl-bridge|www)\/([\w.-]+?)\/?` \|[^|]*\|([^|]*)\|$/gm);
  const names = (cell) =>
    cell.includes("nothing of ours") ? [] : cell.split(",").map((name) => name.trim());
  return new Map([...rows].map(([, room, cell]) => [room, names(cell)]));
}

/**
 * The relative imports of a TypeScript file, as it names them; `withTypes` includes imports of types alone.
 */
export function importsOf(source, withTypes) {
  const text = withTypes ? source.replace(/^(import|export) type (?=[{*]|\w+ from)/gm, "$1 ") : source;
  const tsconfigRaw = { compilerOptions: { verbatimModuleSyntax: true } };
  const { code } = transformSync(text, { loader: "ts", tsconfigRaw });
  const found = new Set();
  full(parse(code, { ecmaVersion: "latest", sourceType: "module" }), ({ type, source: from }) => {
    const isImport = /^(Import|Export(Named|All))Declaration$|^ImportExpression$/.test(type);
    if (isImport && typeof from?.value === "string" && from.value.startsWith(".")) found.add(from.value);
  });
  return [...found];
}

const inRooms = (path) => path.startsWith(BRIDGE) || path.startsWith(ELEMENTS);

/** The imports between files of rooms, each by absolute path. */
function graph(withTypes) {
  const files = [BRIDGE, ELEMENTS].flatMap(filesUnder).filter(isSource);
  const target = (file, name) => resolve(dirname(file), name.replace(/\.js$/, ".ts"));
  return new Map(
    files.map((file) => [
      file,
      importsOf(readFileSync(file, "utf8"), withTypes)
        .map((name) => target(file, name))
        .filter((path) => inRooms(path) && existsSync(path)),
    ]),
  );
}

const roomOf = (file) => relative(file.startsWith(ELEMENTS) ? at("www") : BRIDGE, file).split("/")[0];

/** Imports that the table does not allow, in words. */
export function forbiddenImports(allowed = allowedImports(), imports = graph(true)) {
  const problems = [];
  for (const [file, targets] of imports) {
    const room = roomOf(file);
    const rooms = allowed.get(room);
    if (rooms === undefined)
      problems.push(`${relative(ROOT, file)}: the table of rooms has no row for ${room}`);
    for (const target of targets) {
      const other = roomOf(target);
      if (other !== room && rooms?.includes(other) === false)
        problems.push(`${relative(ROOT, file)} imports ${relative(ROOT, target)}`);
    }
  }
  return problems;
}

/** Files that import themselves by way of others, by circle. */
export function circles(imports = graph(false)) {
  const found = [];
  const state = new Map();
  const path = [];
  const visit = (file) => {
    state.set(file, "open");
    path.push(file);
    for (const target of imports.get(file) ?? []) {
      if (state.get(target) === "open") {
        const circle = [...path.slice(path.indexOf(target)), target];
        found.push(circle.map((each) => relative(ROOT, each)).join(" → "));
      } else if (!state.has(target)) visit(target);
    }
    path.pop();
    state.set(file, "done");
  };
  for (const file of imports.keys()) if (!state.has(file)) visit(file);
  return found;
}
