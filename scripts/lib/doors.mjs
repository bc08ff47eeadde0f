/**
 * Finds files that spell a property of JSCL's objects. The layout of conses, symbols, functions, packages,
 * arrays and structures is the matter of jscl-bridge/runtime/objects/ alone; TypeScript hides the rest of it
 * (`SHAPE` in marshal.ts), but not from casts and not from text that becomes code.
 */
import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { relative } from "node:path";
import { parse } from "acorn";
import { full } from "acorn-walk";
import { transformSync } from "esbuild";
import { at, ROOT } from "./paths.mjs";
import { filesUnder } from "./stamps.mjs";

/** Where programs run. What derives JSCL reads JSCL. */
const ROOMS = ["compiler", "engine", "host", "image", "node", "reader", "runtime"].map((room) =>
  at("jscl-bridge", room),
);
const DOOR = at("jscl-bridge", "runtime", "objects");

const isSource = (file) =>
  /\.ts$/.test(file) && !/(\.test|testing|test-image)\.ts$/.test(file) && !file.startsWith(`${DOOR}/`);

/** Properties that nothing else has. */
const NAMES = new Set(
  `$$jscl_car $$jscl_cdr fvalue packageName fname docstring vardoc stringp fillpointer dt_Name structDescriptors CLASS0 SLOTS1
  multiple-value`.split(/\s+/),
);

/** What generated code would say: a property of NAMES, or the value of a symbol. */
const IN_TEXT = /\$\$jscl_c|\.(fvalue|packageName|stringp|fillpointer)\b|\bdt_Name\b|\bstructDescriptors\b/;
/** The end of an expression in a template, and what it would read or store there. */
const AFTER_EXPRESSION = /^\.(value|fvalue|dimensions)(?![\w(])/;

const IN_LISP =
  /\b(SLOTS1|CLASS0|HASH2|CN3|dt_Name|structDescriptors)\b|\.(docstring|vardoc|fillpointer|stringp|fvalue|packageName|exports|bits|adjustable|lambdaList)\b|\$\$jscl_c/;

/** Lines of a TypeScript source that spell a property of JSCL's objects: number and property. */
export function spelledProperties(source) {
  const { code, map } = transformSync(source, { loader: "ts", sourcemap: "external", sourcefile: "x.ts" });
  const positions = new SourceMap(JSON.parse(map));
  const starts = [0];
  for (const { index } of code.matchAll(/\n/g)) starts.push(index + 1);
  const lineOf = (offset) => {
    const line = starts.findLastIndex((start) => start <= offset);
    return positions.findEntry(line, offset - starts[line]).originalLine + 1;
  };
  const found = [];
  const note = (node, name) => found.push({ line: lineOf(node.start), name });
  const ofText = (node, text) => {
    if (NAMES.has(text)) note(node, text);
    else if (IN_TEXT.test(text)) note(node, IN_TEXT.exec(text)[0]);
  };
  full(parse(code, { ecmaVersion: "latest", sourceType: "module" }), (node) => {
    if (node.type === "MemberExpression" && !node.computed && NAMES.has(node.property.name))
      note(node.property, node.property.name);
    if (/^Object(Expression|Pattern)$/.test(node.type))
      for (const { key, computed } of node.properties)
        if (key !== undefined && !computed && NAMES.has(key.name ?? key.value))
          note(key, key.name ?? key.value);
    if (node.type === "Literal" && typeof node.value === "string") ofText(node, node.value);
    if (node.type !== "TemplateLiteral") return;
    for (const [index, quasi] of node.quasis.entries()) {
      const text = quasi.value.cooked ?? "";
      ofText(quasi, text);
      if (index > 0 && AFTER_EXPRESSION.test(text)) note(quasi, AFTER_EXPRESSION.exec(text)[0]);
    }
  });
  return found;
}

/**
 * The same in the JavaScript of a Lisp source, where properties have names that begin with `@`
 * (objects/layout.ts).
 */
export function spelledInLisp(source) {
  return source.split("\n").flatMap((text, i) => {
    const name = IN_LISP.exec(text.replace(/^\s*;.*/, ""))?.[0];
    return name === undefined ? [] : [{ line: i + 1, name }];
  });
}

/** What is wrong, in words; nothing when the door is the only one. */
export function findSpelled() {
  return [...findInTypeScript(), ...findInLisp()];
}

function findInLisp() {
  return filesUnder(at("jscl-bridge", "lisp"))
    .filter((file) => file.endsWith(".lisp") && !file.includes("/tests/"))
    .flatMap((file) =>
      spelledInLisp(readFileSync(file, "utf8")).map(
        ({ line, name }) => `${relative(ROOT, file)}:${line}: ${name}`,
      ),
    );
}

function findInTypeScript() {
  return ROOMS.flatMap(filesUnder)
    .filter(isSource)
    .flatMap((file) =>
      spelledProperties(readFileSync(file, "utf8")).map(
        ({ line, name }) => `${relative(ROOT, file)}:${line}: ${name}`,
      ),
    );
}
