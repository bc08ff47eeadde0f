/**
 * Moves functions that few programs call into a file of their own, which an image fetches when the first of
 * them is called, or when it has nothing else to do.
 */

import { createHash } from "node:crypto";
import {
  type ArrayExpression,
  type Function as FunctionNode,
  type Node,
  parse,
  type VariableDeclaration,
} from "acorn";
import { COMPILED_AT_ONCE, loadsModules } from "../runtime/code.js";
import { ecmaVersion, isFunction, ShapeError, visit } from "./ast.js";

/** Shorter functions stay: what stands in their place would be as long. */
const WORTHWHILE = 160;
/** The heap's array of functions has far more than this; no other array of functions does. */
const MANY = 500;

interface Split {
  /** The module without the functions. */
  readonly first: string;
  /** The module of the functions: its `id`, and `make`, which takes the variables that they name. */
  readonly rare: string;
  readonly moved: number;
}

/**
 * Splits the minified module. `isUsual` says of a function, by where it stands in the text, whether it stays.
 * `extensions` is a function that goes with the others; what makes images gives it to its options.
 * @throws ShapeError when the module has not the form of `emitProgram`'s.
 */
export function split(
  text: string,
  isUsual: (from: number, to: number) => boolean,
  extensions: string,
): Split {
  const { array, declaration, maker } = find(parse(text, { ecmaVersion, sourceType: "module" }));
  const { reader, read } = heapVariables(maker);
  const moved = array.elements
    .filter((node) => node?.type === "FunctionExpression")
    .filter(({ start, end }) => end - start >= WORTHWHILE && !isUsual(start, end));
  const named = new Set(moved.flatMap((node) => namesIn(node)));
  const others = declaredIn(maker).filter((name) => named.has(name) && !read.includes(name));
  const made = [extensions, ...moved.map(({ start, end }) => text.slice(start, end))].join(",");
  const make = `${COMPILED_AT_ONCE}function(${[...others, ...read].join(",")}){return[${made}]})`;
  if (loadsModules(make)) throw new ShapeError("a function of the snapshot could load a module");
  const id = createHash("sha256").update(text).update(make).digest("hex").slice(0, 12);

  const parts: string[] = [text.slice(0, declaration.start)];
  parts.push(
    `let made_z,count_z=0;const load_z=()=>made_z=${optionsOf(maker)}.rare("${id}")(${others.join(",")},...${reader}.all.slice(-${read.length})),`,
    // Called once in the place of each of them, in order.
    "rare_z=()=>{const e=count_z++;return function(){return(made_z??load_z())[e].apply(null,arguments)}},",
    // The first of them, whether it is asked for or not.
    `extensions_z=rare_z();${optionsOf(maker)}.extensions?.(extensions_z);`,
  );
  let end = declaration.start;
  for (const { start, end: after } of moved) {
    parts.push(text.slice(end, start), "rare_z()");
    end = after;
  }
  parts.push(text.slice(end));
  return { first: parts.join(""), rare: `export const id="${id}",make=${make};\n`, moved: moved.length };
}

interface Found {
  array: ArrayExpression;
  /** The statement that declares the array. */
  declaration: Node;
  /** The function that makes an image. */
  maker: FunctionNode;
}

function find(program: Node): Found {
  const found: Found[] = [];
  let maker: FunctionNode | null = null;
  let declaration: Node | null = null;
  visit(program, (node) => {
    if (isFunction(node)) {
      // The module's own functions are short; the one that makes images holds everything.
      if (maker !== null && node.end < maker.end) return false;
      if ((node as FunctionNode).params.length === 1) maker = node as FunctionNode;
    }
    if (node.type === "VariableDeclaration") declaration = node;
    if (node.type !== "ArrayExpression") return undefined;
    const array = node as ArrayExpression;
    const isTheOne =
      array.elements.length > MANY && array.elements.every((each) => each?.type === "FunctionExpression");
    if (isTheOne && declaration !== null && maker !== null) found.push({ array, declaration, maker });
    return !isTheOne && undefined;
  });
  const [only, ...others] = found;
  if (only === undefined || others.length > 0)
    throw new ShapeError(`the snapshot has ${found.length} arrays of functions, not one`);
  return only;
}

/** The name of the maker's parameter, which has a default. */
function optionsOf({ params: [parameter] }: FunctionNode): string {
  if (parameter?.type !== "AssignmentPattern" || parameter.left.type !== "Identifier")
    throw new ShapeError("what makes an image takes no options");
  return parameter.left.name;
}

/**
 * What reads the heap's variables one after the other and keeps them in its `all`, and those that it reads
 * last, each in its own declaration: nothing assigns them again.
 */
function heapVariables(maker: FunctionNode): { reader: string; read: string[] } {
  let longest: { reader: string; read: string[] } = { reader: "", read: [] };
  const assigned = new Set<string>();
  visit(maker.body, (node) => {
    const { type, left, argument } = node as unknown as { type: string; left?: Node; argument?: Node };
    const target =
      type === "AssignmentExpression" ? left : type === "UpdateExpression" ? argument : undefined;
    if (target !== undefined && target.type !== "MemberExpression")
      for (const name of bound(target)) assigned.add(name);
    if (type !== "VariableDeclaration") return undefined;
    const { declarations } = node as unknown as VariableDeclaration;
    const reads = declarations.filter(
      ({ init }) => init?.type === "CallExpression" && init.arguments.length === 0,
    );
    if (reads.length > longest.read.length) {
      const [first] = reads;
      const callee = first?.init?.type === "CallExpression" ? first.init.callee : undefined;
      if (callee?.type === "Identifier")
        longest = { reader: callee.name, read: reads.flatMap(({ id }) => bound(id)) };
    }
    return undefined;
  });
  const changed = longest.read.filter((name) => assigned.has(name));
  if (longest.read.length < MANY || changed.length > 0)
    throw new ShapeError(
      `the snapshot reads ${longest.read.length} variables and assigns ${changed.length} of them`,
    );
  return longest;
}

/** The variables of a function, but not of those in it, in the order of the text. */
function declaredIn({ body }: FunctionNode): string[] {
  const names: string[] = [];
  visit(body, (node) => {
    if (node.type === "FunctionDeclaration") names.push((node as FunctionNode).id?.name ?? "");
    if (isFunction(node)) return false;
    if (node.type === "VariableDeclarator") names.push(...bound((node as unknown as { id: Node }).id));
    return undefined;
  });
  return [...new Set(names)];
}

function bound(pattern: Node): string[] {
  const names: string[] = [];
  visit(pattern, (node) => {
    if (node.type === "Identifier") names.push((node as unknown as { name: string }).name);
    return undefined;
  });
  return names;
}

/** All names in a function that may be variables; its own are among them. */
function namesIn(made: Node): string[] {
  const names = new Set<string>();
  const look = (node: Node): boolean | undefined => {
    const fields = node as unknown as Record<string, unknown>;
    if (node.type === "Identifier") names.add(fields["name"] as string);
    if (node.type !== "MemberExpression" && node.type !== "Property") return undefined;
    const [whole, part] = node.type === "Property" ? ["value", "key"] : ["object", "property"];
    visit(fields[whole as string] as Node, look);
    if (fields["computed"]) visit(fields[part as string] as Node, look);
    return false;
  };
  visit(made, look);
  return [...names];
}
