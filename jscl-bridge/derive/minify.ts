import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Node, parse } from "acorn";
import { transform } from "esbuild";
import { minify } from "terser";
import { ecmaVersion, visit } from "./ast.js";

const head = /^(let [\w$]+;(?:function [\w$]+\([^{}]*\)\{[^{}]*\})?const [\w$]+=)function\(/;
const tail = /\}(;export\{[^{}]* as createJscl[^{}]*\};\s*)$/;
/** The statement of emitProgram that declares what functions name of the heap. */
const declaration = /\nvar ((?:[\w$]+ = next_z\(\),\n)+[\w$]+ = next_z\(\));\n/;
/** A statement that stands in its place and that the minifier joins to no other. */
const placeholder = "debugger;";
/** What reads the next value, declared with the variables. */
const next = "next_z";

/** Shortens a module further, but for the names that it is given. */
type Mangle = (text: string, reserved: string[]) => Promise<string>;

/**
 * Shortens the derived module; property names, and with them the names of Lisp functions, stay.
 * @throws Error when the minifier's output has not the form that the eager compilation of `createJscl` is
 *   added to.
 */
export async function minifyDerived(code: string, mangle: Mangle = async (text) => text): Promise<string> {
  const variables = declaration.exec(code)?.[1]?.match(/[\w$]+(?= = )/g) ?? [];
  // Names that nothing declares are left as they are.
  const undeclared = code
    .replace(declaration, () => `\n${placeholder}\n`)
    .replace(`const ${next} =`, `${next} =`);
  const { code: minified } = await transform(undeclared, {
    minify: true,
    format: "esm",
    legalComments: "none",
    charset: "utf8",
    target: "es2022",
  });
  const { text, names } = nameInOrder(minified, variables.length > 0 ? [next, ...variables] : []);
  const mangled = await mangle(text, names);
  if (!head.test(mangled) || !tail.test(mangled))
    throw new Error("the minified module has an unexpected form");
  // V8 compiles a parenthesised function with the module, instead of reading all of it twice.
  return mangled.replace(head, "$1(function(").replace(tail, "})$1");
}

/** Shortens the text of a function that names nothing but its parameters. */
export async function minifyFunction(text: string): Promise<string> {
  // The minifier drops a function that nothing takes.
  const { code } = await transform(`made=${text}`, { minify: true, charset: "utf8", target: "es2022" });
  return code.trim().slice("made=".length, -1);
}

/**
 * Terser names variables by how often they are used, and its names compress better than esbuild's. It takes
 * some twenty seconds for an image, so what it has made is kept in `folder`, by content.
 */
export function mangleOnce(folder: string): Mangle {
  return async (text, reserved) => {
    const hash = createHash("sha256").update(JSON.stringify(reserved)).update(text).digest("hex");
    const kept = join(folder, `${hash}.js`);
    if (existsSync(kept)) return readFileSync(kept, "utf8");
    const { code = "" } = await minify(text, { module: true, compress: false, mangle: { reserved } });
    mkdirSync(folder, { recursive: true });
    writeFileSync(kept, code);
    return code;
  };
}

/**
 * Names the variables one after the other, in the order in which functions name them first: their neighbours
 * in the text then have similar names, and compressed their names take half the room of names by frequency.
 */
function nameInOrder(minified: string, variables: string[]): { text: string; names: string[] } {
  const replaced: { node: Node; text: () => string }[] = [];
  const taken = new Set<string>();
  const wanted = new Set(variables);
  const short = new Map<string, string>();
  const program = parse(minified, { ecmaVersion, sourceType: "module" });
  visitNames(program, (node, name, isShorthand) => {
    taken.add(name);
    if (wanted.has(name))
      replaced.push({ node, text: () => `${isShorthand ? `${name}:` : ""}${short.get(name)}` });
  });
  const names = shortNames(taken);
  for (const variable of variables) short.set(variable, names.next().value as string);
  visit(program, (node) => {
    if (node.type === "DebuggerStatement")
      replaced.push({ node, text: () => declarations([...short.values()]) });
    return undefined;
  });
  const parts: string[] = [];
  let end = 0;
  for (const { node, text } of replaced.sort((a, b) => a.node.start - b.node.start)) {
    parts.push(minified.slice(end, node.start), text());
    ({ end } = node);
  }
  return { text: [...parts, minified.slice(end)].join(""), names: [...short.values()] };
}

function declarations([read, ...variables]: string[]): string {
  return `var ${[read, ...variables.map((name) => `${name}=${read}()`)].join(",")};`;
}

/** Calls `found` for each identifier that is the name of a variable. */
function visitNames(root: Node, found: (node: Node, name: string, isShorthand: boolean) => void): void {
  const others = new Set<unknown>();
  visit(root, (node) => {
    const fields = node as unknown as Record<string, unknown>;
    if (node.type === "MemberExpression" && fields["computed"] === false) others.add(fields["property"]);
    const isProperty = ["Property", "MethodDefinition", "PropertyDefinition"].includes(node.type);
    if (isProperty && fields["computed"] === false && fields["shorthand"] !== true) others.add(fields["key"]);
    if (node.type === "Identifier" && !others.has(node)) found(node, fields["name"] as string, false);
    if (isProperty && fields["shorthand"] === true) {
      const { value } = fields as { value: Node & { name?: string } };
      if (value.type === "Identifier") found(value, value.name as string, true);
      return false;
    }
    return undefined;
  });
}

const first = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ$_";
const further = `${first}0123456789`;
const reserved = new Set(["do", "if", "in", "as", "is", "of", "for", "new", "try", "var", "let"]);

/** Names of two letters and then of three that are not taken, those that begin alike after each other. */
function* shortNames(taken: Set<string>): Generator<string, never> {
  for (let beginnings = [...first]; ; ) {
    const names = beginnings.flatMap((start) => [...further].map((letter) => start + letter));
    for (const name of names) if (!taken.has(name) && !reserved.has(name)) yield name;
    beginnings = names;
  }
}
