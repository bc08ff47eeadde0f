/**
 * Which functions of some modules may come to a call of a function of a program, so that their twins are
 * generators, and which only make or name such functions.
 */

import type { CallExpression, Class, Function as FunctionNode, MemberExpression, Node } from "acorn";
import { boundIn, isFunction, visit } from "../ast.js";
import { declarationIn, type Module } from "./modules.js";

/** How a call is made in a twin. */
export type Manner =
  /** As it is. */
  | "plain"
  /** By the twin of its function, which is known. */
  | "delegated"
  /** By whatever function a variable has. */
  | "dynamic"
  /** By the twin of a method, where its object has one. */
  | "method"
  /** As a request to the loop: it is a function of Lisp's. */
  | "request"
  /** The same, by the names of a symbol and its package. */
  | "lisp"
  /** As a call of its argument. */
  | "through";

/** What a Lisp function gets first, by which its calls are known. */
const VALUES: ReadonlySet<string> = new Set(["pv", "mv", "primary", "values"]);

/** Imported functions that call those of Lisp. */
const CALLING: ReadonlyMap<string, Manner> = new Map<string, Manner>([
  ["applied", "request"],
  ["callLisp", "lisp"],
  ["apart", "through"],
]);

/** The functions that are declared inside of a function by their names; null for anything else. */
type Scope = ReadonlyMap<string, FunctionNode | null>;

/** Where a node stands. */
export interface Place {
  readonly module: Module;
  readonly scopes: readonly Scope[];
}

export class Colours {
  readonly #modules: ReadonlyMap<string, Module>;
  /** Methods of objects that have twins which are written by hand. */
  readonly #others: ReadonlySet<string>;
  readonly #yielding = new Set<FunctionNode>();
  readonly #different = new Set<Node>();
  readonly #methods = new Set<string>();

  constructor(modules: ReadonlyMap<string, Module>, others: ReadonlySet<string>) {
    this.#modules = modules;
    this.#others = others;
    let before = -1;
    const size = () => this.#yielding.size + this.#different.size + this.#methods.size;
    while (size() > before) {
      before = size();
      for (const module of modules.values()) for (const node of module.program.body) this.#look(node, module);
    }
  }

  /** Whether the twin of a function is a generator. */
  isYielding(fn: FunctionNode): boolean {
    return this.#yielding.has(fn);
  }

  /** Whether the twin of a function, or of a declaration, is another one. */
  isDifferent(node: Node): boolean {
    return this.#different.has(node);
  }

  /** Whether a module's name stands for something whose twin is another one. */
  isDifferentName(module: Module, name: string): boolean {
    const declared = module.declared.get(name);
    if (declared !== undefined) {
      const { fn, statement } = declared;
      // A class stays, and is given twins of its methods.
      return statement.type !== "ClassDeclaration" && this.#different.has(fn ?? statement);
    }
    const imported = module.imports.get(name);
    const from = imported && this.#modules.get(imported.file);
    if (imported === undefined || from === undefined) return false;
    if (imported.name !== "*") return this.isDifferentName(from, imported.name);
    return [...from.declared.keys()].some((each) => this.isDifferentName(from, each));
  }

  /** Whether it stands for a constant, no function, whose twin is another one. */
  isLate(module: Module, name: string): boolean {
    const declared = module.declared.get(name);
    if (declared !== undefined) return declared.fn === null && this.isDifferentName(module, name);
    const imported = module.imports.get(name);
    const from = imported && this.#modules.get(imported.file);
    return from !== undefined && imported?.name !== "*" && this.isLate(from, imported?.name as string);
  }

  /** The methods of a class that have twins. */
  methodsOf({ body }: Class): { name: string; fn: FunctionNode }[] {
    return body.body.flatMap((each) => {
      if (each.type !== "MethodDefinition" || each.key.type !== "Identifier") return [];
      if (!this.#yielding.has(each.value)) return [];
      if (each.kind !== "method") throw new Error(`${each.kind} ${each.key.name} calls what may be left`);
      return [{ name: each.key.name, fn: each.value }];
    });
  }

  mannerOf(call: CallExpression, { module, scopes }: Place): Manner {
    const { callee } = call;
    const [first] = call.arguments;
    if (callee.type === "Identifier") {
      const { name } = callee;
      const scope = scopes.findLast((each) => each.has(name));
      if (scope === undefined) return this.#mannerOfName(module, name);
      const fn = scope.get(name) ?? null;
      if (fn !== null) return this.#yielding.has(fn) ? "delegated" : "plain";
      if (VALUES.has(name)) return "plain";
      return isValues(first) ? "request" : "dynamic";
    }
    if (callee.type !== "MemberExpression") return isValues(first) ? "request" : "plain";
    const { object, property, computed } = callee as MemberExpression;
    if (computed) return isValues(first) ? "request" : "dynamic";
    const name = property.type === "Identifier" ? property.name : "";
    const namespace = object.type === "Identifier" ? module.imports.get(object.name) : undefined;
    const from = namespace?.name === "*" ? this.#modules.get(namespace.file) : undefined;
    if (from !== undefined) return this.#mannerOfName(from, name);
    return this.#methods.has(name) || this.#others.has(name) ? "method" : "plain";
  }

  #mannerOfName(module: Module, name: string): Manner {
    const declared = module.declared.get(name);
    if (declared !== undefined) {
      if (declared.fn !== null) return this.#yielding.has(declared.fn) ? "delegated" : "plain";
      return this.#different.has(declared.statement) ? "dynamic" : "plain";
    }
    const imported = module.imports.get(name);
    if (imported === undefined) return "plain";
    const from = this.#modules.get(imported.file);
    return from === undefined
      ? (CALLING.get(imported.name) ?? "plain")
      : this.#mannerOfName(from, imported.name);
  }

  /** Looks through one statement of a module. */
  #look(node: Node, module: Module): void {
    const statement = declarationIn(node);
    if (statement === null) return;
    const place = { module, scopes: [] };
    const isAlone = statement.type === "FunctionDeclaration";
    this.#lookIn(statement, isAlone ? inside(statement as unknown as FunctionNode, place) : place, statement);
    if (statement.type !== "ClassDeclaration") return;
    for (const { name } of this.methodsOf(statement as unknown as Class)) this.#methods.add(name);
  }

  #lookIn(node: Node, place: Place, owner: Node): void {
    // Generators are for something else.
    if (isFunction(owner) && (owner as FunctionNode).generator === true) return;
    visit(node, (each) => {
      if (isFunction(each) && each !== owner) {
        const fn = each as FunctionNode;
        this.#lookIn(fn, inside(fn, place), fn);
        if (this.#different.has(fn)) this.#different.add(owner);
        return false;
      }
      if (each.type === "CallExpression" && isFunction(owner)) {
        if (this.mannerOf(each as CallExpression, place) !== "plain") {
          this.#yielding.add(owner as FunctionNode);
          this.#different.add(owner);
        }
      }
      for (const { name } of namesIn(each, place))
        if (this.isDifferentName(place.module, name)) this.#different.add(owner);
      return undefined;
    });
  }
}

/** The place inside of a function. */
export function inside(fn: FunctionNode, { module, scopes }: Place): Place {
  return { module, scopes: [...scopes, scopeOf(fn)] };
}

function scopeOf(fn: FunctionNode): Scope {
  const found = new Map<string, FunctionNode | null>();
  const add = (name: string, value: FunctionNode | null) => found.set(name, found.has(name) ? null : value);
  for (const parameter of fn.params) for (const name of boundIn(parameter)) add(name, null);
  visit(fn.body, (node) => {
    const { param } = node as unknown as { param?: Node | null };
    if (node.type === "FunctionDeclaration")
      add((node as unknown as { id: { name: string } }).id.name, node as FunctionNode);
    if (node.type === "CatchClause") for (const name of boundIn(param ?? null)) add(name, null);
    if (node.type === "VariableDeclaration") {
      const { kind, declarations } = node as unknown as {
        kind: string;
        declarations: { id: Node; init: Node | null }[];
      };
      for (const each of declarations) {
        const isKnown = kind === "const" && each.init !== null && isFunction(each.init);
        for (const name of boundIn(each.id)) add(name, isKnown ? (each.init as FunctionNode) : null);
      }
    }
    return isFunction(node) && node !== fn ? false : undefined;
  });
  return found;
}

/** Where a node names a variable of a module itself, not in its parts. */
interface Naming {
  readonly name: string;
  readonly key: string;
  /** Which of several parts of that key; null where there is one. */
  readonly index: number | null;
}

const NAMES_OF_OTHERS = ["property", "key", "id", "label", "param", "params"];

export function* namesIn(node: Node, { scopes }: Place): Generator<Naming> {
  const fields = node as unknown as Record<string, unknown>;
  const nameOf = (value: unknown): string | null => {
    const { type, name } = (value ?? {}) as { type?: string; name?: string };
    return type === "Identifier" && !scopes.some((scope) => scope.has(name as string))
      ? (name as string)
      : null;
  };
  for (const [key, value] of Object.entries(fields)) {
    if (NAMES_OF_OTHERS.includes(key) && fields["computed"] !== true) continue;
    for (const [index, each] of (Array.isArray(value) ? value : [value]).entries()) {
      const name = nameOf(each);
      if (name !== null) yield { name, key, index: Array.isArray(value) ? index : null };
    }
  }
}

function isValues(node: Node | undefined): boolean {
  if (node?.type === "Identifier") return VALUES.has((node as unknown as { name: string }).name);
  if (node?.type !== "MemberExpression") return false;
  const { property, computed } = node as unknown as MemberExpression;
  return !computed && property.type === "Identifier" && VALUES.has(property.name);
}
