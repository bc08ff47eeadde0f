/** Writes the twin of a module: what of it may come to a call of a function of a program, as generators. */

import { relative } from "node:path";
import type {
  CallExpression,
  Class,
  Function as FunctionNode,
  MemberExpression,
  Node,
  Statement,
  VariableDeclaration,
} from "acorn";
import { generate } from "astring";
import { isFunction, visit } from "../ast.js";
import { type Colours, inside, type Manner, namesIn, type Place } from "./colours.js";
import type { Module } from "./modules.js";

/** Said behind the name of a module for its twin. */
export const TWIN = "?heap";

/** Added to the name of a method for that of its twin. */
const SUFFIX = "$";

/** What `this` is in the twin of a method. */
const SELF = "self$";

/** The files of the functions by which twins call. */
interface Calls {
  readonly heapCalls: string;
  readonly twinCalls: string;
}

/** The text of the twin of a module. */
export function twinOfModule(
  module: Module,
  colours: Colours,
  modules: ReadonlyMap<string, Module>,
  { heapCalls, twinCalls }: Calls,
): string {
  const path = (file: string) =>
    modules.has(file) || file.endsWith(".ts") ? specifier(file, module.file) : file;
  const parts = [
    `import{called as called$}from${JSON.stringify(path(heapCalls))};`,
    `import{calledMethod as method$,lispCall as lisp$}from${JSON.stringify(path(twinCalls))};`,
  ];
  const isOther = (name: string) => colours.isDifferentName(module, name);
  const needed = neededIn(module, colours);
  for (const [local, { file, name }] of module.imports) {
    if (!needed.has(local)) continue;
    const from = JSON.stringify(path(file) + (isOther(local) ? TWIN : ""));
    parts.push(name === "*" ? `import*as ${local} from${from};` : `import{${name} as ${local}}from${from};`);
  }
  const own = JSON.stringify(path(module.file));
  const writer = new Writer(colours);
  const place = { module, scopes: [] };
  const methods: string[] = [];
  for (const statement of new Set([...module.declared.values()].map((each) => each.statement))) {
    const names = [...module.declared].filter(([, each]) => each.statement === statement);
    const [name = "", { fn = null } = {}] = names[0] ?? [];
    for (const each of statement.type === "ClassDeclaration" ? colours.methodsOf(statement as Class) : [])
      methods.push(`${name}.prototype.${each.name}${SUFFIX}=${writer.method(each.fn, place)};`);
    if (isOther(name)) {
      const exported = names.filter(([, each]) => each.isExported).map(([each]) => `export{${each}};`);
      parts.push(fn === null ? writer.late(statement, place) : writer.written(statement, place), ...exported);
      continue;
    }
    for (const [each, { isExported }] of names) {
      if (isExported) parts.push(`import{${each}}from${own};export{${each}};`);
      else if (needed.has(each))
        parts.push(isCopied(statement) ? generate(statement) : `import{${each}}from${own};`);
    }
  }
  if (methods.length > 0) parts.push(`export function giveMethodsTwins(){${methods.join("")}}`);
  return `${parts.join("\n")}\n`;
}

/** The names that a module does not export, and its twin needs of it. */
export function namesToExport(module: Module, colours: Colours): string[] {
  const needed = neededIn(module, colours);
  return [...module.declared].flatMap(([name, { statement, isExported }]) =>
    isExported || !needed.has(name) || colours.isDifferentName(module, name) || isCopied(statement)
      ? []
      : [name],
  );
}

/** Whether the twin has a declaration of a module anew: it is the same wherever it is made. */
function isCopied(statement: Statement): boolean {
  if (statement.type === "FunctionDeclaration") return true;
  if (statement.type !== "VariableDeclaration" || statement.kind !== "const") return false;
  return statement.declarations.every(({ init }) => isPlain(init));
}

const PLAIN = "Literal TemplateLiteral UnaryExpression BinaryExpression ArrayExpression ObjectExpression";

/** Whether an expression makes the same wherever it is evaluated. What is empty is there to be filled. */
function isPlain(init: Node | null | undefined): boolean {
  if (init == null || isFunction(init)) return init != null;
  const { elements, properties, arguments: given } = init as unknown as Record<string, unknown[] | undefined>;
  if ((elements ?? properties ?? given)?.length === 0) return false;
  let all = PLAIN.split(" ").includes(init.type) || init.type === "NewExpression";
  visit(init, (node) => {
    if (node.type === "CallExpression") all = false;
    if (node.type !== "NewExpression") return undefined;
    const { callee } = node as unknown as { callee: { name?: string } };
    all &&= callee.name === "Set" || callee.name === "Map";
    return undefined;
  });
  return all;
}

/** The names of a module that its twin names: what is different, and what that leads to. */
function neededIn(module: Module, colours: Colours): ReadonlySet<string> {
  const needed = new Set<string>();
  const look = (node: Node) =>
    visit(node, (each) => {
      if (each.type !== "Identifier") return undefined;
      const { name } = each as unknown as { name: string };
      if (needed.has(name) || !(module.declared.has(name) || module.imports.has(name))) return undefined;
      needed.add(name);
      const declared = module.declared.get(name);
      if (declared !== undefined && !declared.isExported) look(declared.statement);
      return undefined;
    });
  for (const [name, { statement }] of module.declared)
    if (colours.isDifferentName(module, name)) look(statement);
  for (const each of module.classes) for (const { fn } of colours.methodsOf(each)) look(fn);
  return needed;
}

/** How a module names the file of another one. */
function specifier(file: string, from: string): string {
  const path = relative(from.replace(/[^/\\]+$/, ""), file).replaceAll("\\", "/");
  return path.startsWith(".") ? path : `./${path}`;
}

class Writer {
  constructor(private readonly colours: Colours) {}

  /** The twin of a method, as text: its object is the first argument. */
  method(fn: FunctionNode, place: Place): string {
    const twin = this.#function(fn, place, true);
    const params = [{ type: "Identifier", name: SELF }, ...twin.params];
    return generate({ ...twin, params, type: "FunctionExpression", generator: true, id: null } as never);
  }

  /** A declaration in which functions are their twins. */
  written(statement: Node, place: Place): string {
    return generate(this.#copy(statement, place, false, false) as never);
  }

  /**
   * A constant as a function that makes it once: what is called when a module is made would have to be there
   * from the start.
   */
  late(statement: Statement, place: Place): string {
    const { declarations, kind } = statement as VariableDeclaration;
    const [{ id, init }, ...others] = declarations as [VariableDeclaration["declarations"][0]];
    if (kind !== "const" || others.length > 0 || id.type !== "Identifier" || init == null)
      throw new Error(`no constant: ${generate(statement)}`);
    const made = generate(this.#copy(init, place, false, false) as never);
    return `function ${id.name}(){return ${id.name}.made$??=${made}}`;
  }

  #function(fn: FunctionNode, place: Place, isOfMethod: boolean): FunctionNode {
    const within = inside(fn, place);
    const isYielding = this.colours.isYielding(fn);
    const isArrow = fn.type === "ArrowFunctionExpression";
    const { body } = fn;
    const statements =
      body.type === "BlockStatement"
        ? this.#copy(body, within, isYielding, isOfMethod)
        : {
            type: "BlockStatement",
            body: [{ type: "ReturnStatement", argument: this.#copy(body, within, isYielding, isOfMethod) }],
          };
    const params = fn.params.map((each) => this.#copy(each, within, false, isOfMethod));
    if (!isArrow || isYielding) {
      const type = fn.type === "FunctionDeclaration" ? fn.type : "FunctionExpression";
      return { ...fn, type, params, body: statements, generator: isYielding } as never;
    }
    return { ...fn, params, body: statements, expression: false } as never;
  }

  #copy(node: Node, place: Place, isYielding: boolean, isOfMethod: boolean): Node {
    const copied = (each: Node): Node => {
      if (isFunction(each) && (each as FunctionNode).generator === true) return each;
      if (isFunction(each)) {
        // A function has its own `this`, an arrow that of the method.
        const keeps = isOfMethod && each.type === "ArrowFunctionExpression";
        return this.#function(each as FunctionNode, place, keeps) as Node;
      }
      if (each.type === "ThisExpression" && isOfMethod) return { type: "Identifier", name: SELF } as never;
      const copy = withLate(each, fieldsOf(each, copied), this.colours, place);
      if (each.type !== "CallExpression") return copy;
      const manner = this.colours.mannerOf(each as CallExpression, place);
      if (manner === "plain") {
        for (const given of (each as CallExpression).arguments)
          if (isFunction(given) && this.colours.isYielding(given as unknown as FunctionNode))
            throw new Error(`a function that calls is passed to one that cannot: ${generate(each as never)}`);
        return copy;
      }
      if (!isYielding)
        throw new Error(`a call is made where nothing can be yielded: ${generate(each as never)}`);
      return yielded(copy as CallExpression, manner);
    };
    return copied(node);
  }
}

/** A node in which constants that the twin of a module makes late are asked for. */
function withLate(node: Node, copy: Node, colours: Colours, place: Place): Node {
  const fields = copy as unknown as Record<string, unknown>;
  for (const { name, key, index } of namesIn(node, place)) {
    if (!colours.isLate(place.module, name)) continue;
    const made = {
      type: "CallExpression",
      callee: { type: "Identifier", name },
      arguments: [],
      optional: false,
    };
    if (index === null) fields[key] = made;
    else (fields[key] as unknown[])[index] = made;
    if (node.type === "Property") fields["shorthand"] = false;
  }
  return copy;
}

/** A node with others in the place of its parts. */
function fieldsOf(node: Node, copied: (each: Node) => Node): Node {
  const isNode = (value: unknown): value is Node =>
    typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string";
  const of = (value: unknown) => (isNode(value) ? copied(value) : value);
  const entries = Object.entries(node).map(([key, value]) => [
    key,
    Array.isArray(value) ? value.map(of) : of(value),
  ]);
  return Object.fromEntries(entries) as Node;
}

/** What a call is in a generator. */
function yielded(call: CallExpression, manner: Manner): Node {
  const { callee, arguments: args } = call;
  // An object may lack the method that is called.
  if ((call.optional && manner !== "method") || (callee as MemberExpression).optional)
    throw new Error(`a call is made only perhaps: ${generate(call as never)}`);
  const delegated = (name: string, given: readonly unknown[]) => ({
    type: "YieldExpression",
    delegate: true,
    argument: {
      type: "CallExpression",
      callee: { type: "Identifier", name },
      arguments: given,
      optional: false,
    },
  });
  switch (manner) {
    case "delegated":
      return { type: "YieldExpression", delegate: true, argument: call } as never;
    case "dynamic":
      return delegated("called$", [callee, ...args]) as never;
    case "method": {
      const { object, property } = callee as MemberExpression;
      const { name } = property as { name: string };
      const names = [name, name + SUFFIX].map((value) => ({
        type: "Literal",
        value,
        raw: JSON.stringify(value),
      }));
      return delegated("method$", [object, ...names, ...args]) as never;
    }
    case "through":
      return delegated("called$", args) as never;
    case "lisp":
      return delegated("lisp$", args) as never;
    default: {
      const elements = [callee, ...args];
      return {
        type: "YieldExpression",
        delegate: false,
        argument: { type: "ArrayExpression", elements },
      } as never;
    }
  }
}
