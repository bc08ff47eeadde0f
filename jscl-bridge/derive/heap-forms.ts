/**
 * Twins of library functions that are written in TypeScript and call functions of a program. They are made of
 * the functions' own text when that is bundled, or run by a test: each function that may come to such a call
 * gets a second form, a generator that yields it (`runtime/stack/deep-calls.ts`). Nothing is written twice.
 */

import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import {
  type ArrowFunctionExpression,
  type CallExpression,
  type Function as FunctionNode,
  type Identifier,
  type ImportDeclaration,
  type Node,
  type Program,
  parse,
} from "acorn";
import { transformSync } from "esbuild";
import { boundIn, isFunction, visit } from "./ast.js";

/** The modules with such functions, in the folder of the library. */
const MODULES = "matching lists sequences sequence-search sorting list-sets hash-tables".split(" ");

/** Functions of `callees.ts` that call, whose twins are written there. */
const CALLING: ReadonlySet<string> = new Set("call0 call1 call2 callMany functionOf repeatedOf".split(" "));

/** What a Lisp function gets first, by which its calls are known. */
const VALUES: ReadonlySet<string> = new Set(["pv", "primary"]);

/** Added to the name of a function for that of its twin. */
const SUFFIX = "OnHeap";

/**
 * What a function comes to: a call (its twin is a generator), or functions that do (its twin makes
 * generators), or nothing of the kind.
 */
type Kind = "calls" | "makes" | null;

interface Module {
  readonly text: string;
  readonly program: Program;
  readonly functions: Map<string, FunctionNode>;
  /** Functions that are declared inside of others, by their names. */
  readonly inner: Map<string, FunctionNode>;
  /** Imported names that are functions of these modules. */
  readonly imported: ReadonlySet<string>;
}

interface HeapForms {
  /** The module's JavaScript with the twins; null for a module that has none. */
  transform(code: string, file: string): string | null;
}

/** Reads the modules below `runtime`, the folder of that name. */
export function heapForms(runtime: string): HeapForms {
  const files = new Map(MODULES.map((name) => [join(runtime, "library", `${name}.ts`), name]));
  const modules = [...files.keys()].map((file) => {
    const { code } = transformSync(readFileSync(file, "utf8"), { loader: "ts", target: "es2022" });
    return moduleOf(code);
  });
  const kinds = kindsOf(modules);
  const initial = initialFunctions(modules);
  return {
    transform(code, file) {
      if (!files.has(file)) return null;
      const path = relative(dirname(file), join(runtime, "stack", "heap-calls.js")).replaceAll("\\", "/");
      return new Writer(moduleOf(code), kinds, initial).written(path);
    },
  };
}

function moduleOf(text: string): Module {
  const program = parse(text, { ecmaVersion: 2022, sourceType: "module" });
  const functions = new Map<string, FunctionNode>();
  const imported = new Set<string>();
  for (const statement of program.body) {
    if (statement.type === "ImportDeclaration") {
      const { source, specifiers } = statement as ImportDeclaration;
      const from = String(source.value)
        .replace(/^\.\//, "")
        .replace(/\.[jt]s$/, "");
      if (MODULES.includes(from) || from === "callees")
        for (const { local } of specifiers) imported.add(local.name);
      continue;
    }
    const declared = (statement as { declaration?: Node | null }).declaration ?? statement;
    if (declared.type === "FunctionDeclaration")
      functions.set((declared as FunctionNode).id?.name ?? "", declared as FunctionNode);
    if (declared.type !== "VariableDeclaration") continue;
    for (const { id, init } of (declared as unknown as { declarations: { id: Node; init: Node | null }[] })
      .declarations)
      if (init !== null && isFunction(init)) functions.set((id as Identifier).name, init as FunctionNode);
  }
  const inner = new Map<string, FunctionNode>();
  visit(program, (node) => {
    const { type, id, init } = node as unknown as { type: string; id: Identifier; init: Node | null };
    if (type === "VariableDeclarator" && init && isFunction(init) && !functions.has(id.name))
      inner.set(id.name, init as FunctionNode);
    return undefined;
  });
  return { text, program, functions, inner, imported };
}

/** The kinds of all functions of the modules, by their names, which are different. */
function kindsOf(modules: readonly Module[]): Map<string, Kind> {
  const kinds = new Map<string, Kind>([...CALLING].map((name) => [name, "calls"]));
  for (let isDone = false; !isDone; ) {
    isDone = true;
    for (const module of modules) {
      for (const [name, fn] of module.functions) {
        const kind = kindOf(fn, module, kinds);
        if (kind === (kinds.get(name) ?? null) || kinds.get(name) === "calls") continue;
        kinds.set(name, kind);
        isDone = false;
      }
    }
  }
  return kinds;
}

/** Functions that run when an image is made: those called outside of all others, and what they call. */
function initialFunctions(modules: readonly Module[]): ReadonlySet<string> {
  const found = new Set<string>();
  const look = (node: Node): void => {
    visit(node, (each) => {
      if (isFunction(each) && each !== node) return false;
      if (each.type !== "CallExpression") return undefined;
      const { callee } = each as CallExpression;
      if (callee.type === "Identifier") add(callee.name);
      return undefined;
    });
  };
  const add = (name: string): void => {
    if (found.has(name)) return;
    for (const module of modules) {
      const fn = module.functions.get(name);
      if (fn === undefined) continue;
      found.add(name);
      look(fn);
    }
  };
  for (const module of modules) {
    for (const statement of module.program.body) look(statement);
    for (const name of module.functions.keys()) if (name.endsWith("Functions")) add(name);
  }
  return found;
}

/** What a function comes to; `seen` are those around whose kind is looked for. */
function kindOf(
  fn: FunctionNode,
  module: Module,
  kinds: ReadonlyMap<string, Kind>,
  seen: readonly FunctionNode[] = [],
): Kind {
  if (seen.includes(fn)) return null;
  const within = [...seen, fn];
  let kind: Kind = null;
  visit(fn.body, (node) => {
    if (isFunction(node)) {
      if (kindOf(node as FunctionNode, module, kinds, within) !== null) kind ??= "makes";
      return false;
    }
    if (node.type !== "CallExpression") return undefined;
    const { callee } = node as CallExpression;
    if (callee.type !== "Identifier") return undefined;
    const { name } = callee;
    if (kinds.get(name) === "makes" && isOfModules(name, module)) kind ??= "makes";
    if (isUnknown(name, module, kinds, within) || (kinds.get(name) === "calls" && isOfModules(name, module)))
      kind = "calls";
    return undefined;
  });
  return kind;
}

function isOfModules(name: string, { functions, imported }: Module): boolean {
  return functions.has(name) || imported.has(name);
}

/** Whether a variable may hold a function that calls: one of a function, not of the module. */
function isUnknown(
  name: string,
  module: Module,
  kinds: ReadonlyMap<string, Kind>,
  seen: readonly FunctionNode[] = [],
): boolean {
  if (globalsOf(module).has(name)) return false;
  const inner = module.inner.get(name);
  return inner === undefined || kindOf(inner, module, kinds, seen) === "calls";
}

const globals = new WeakMap<Module, Set<string>>();

function globalsOf(module: Module): Set<string> {
  let found = globals.get(module);
  if (found !== undefined) return found;
  found = new Set(["Number", "String", "Boolean", "BigInt", "Symbol"]);
  globals.set(module, found);
  for (const statement of module.program.body) {
    if (statement.type === "ImportDeclaration")
      for (const { local } of (statement as ImportDeclaration).specifiers) found.add(local.name);
    const declared = (statement as { declaration?: Node | null }).declaration ?? statement;
    const { id, declarations } = declared as unknown as { id?: Node | null; declarations?: { id: Node }[] };
    for (const pattern of [id, ...(declarations ?? []).map((each) => each.id)])
      if (pattern) for (const name of boundIn(pattern)) found.add(name);
  }
  return found;
}

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Writes one module with the twins of its functions. */
class Writer {
  constructor(
    private readonly module: Module,
    private readonly kinds: ReadonlyMap<string, Kind>,
    private readonly initial: ReadonlySet<string>,
  ) {}

  written(calls: string): string {
    const { text, program, functions } = this.module;
    const edits: Edit[] = [];
    const twins: string[] = [];
    const first: string[] = [];
    for (const statement of program.body) {
      if (statement.type === "ImportDeclaration") edits.push(...this.imports(statement as ImportDeclaration));
      else this.initialClosures(statement, edits);
    }
    for (const [name, fn] of functions) {
      if (this.initial.has(name)) this.initialClosures(fn.body, edits);
      const kind = this.kinds.get(name) ?? null;
      if (kind === null) continue;
      const isExported = text.slice(0, fn.start).endsWith("export ");
      twins.push(`${isExported ? "export " : ""}${this.twin(fn, kind, name + SUFFIX)}`);
      if (kind !== "calls") continue;
      const given = `${name}.heap=${name}${SUFFIX};`;
      // Tables that are made with the module find the twins of what is declared further down.
      if (fn.type === "FunctionDeclaration") first.push(given);
      else edits.push(after(program, fn, given));
    }
    const head = `import{called as called${SUFFIX},heapCalls as heapCalls${SUFFIX},initially as with${SUFFIX}}from${JSON.stringify(calls)};`;
    return `${head}${first.join("")}${edited(text, 0, text.length, edits)}\n${twins.join("\n")}\n`;
  }

  /** The twins of what is imported. */
  private imports({ specifiers }: ImportDeclaration): Edit[] {
    const names = specifiers
      .map(({ local }) => local.name)
      .filter((name) => this.module.imported.has(name) && (this.kinds.get(name) ?? null) !== null);
    const last = specifiers.at(-1);
    if (names.length === 0 || last === undefined) return [];
    return [{ from: last.end, to: last.end, text: names.map((name) => `,${name}${SUFFIX}`).join("") }];
  }

  /** Closures that are made once, with the image: each carries its twin. */
  private initialClosures(node: Node, edits: Edit[]): void {
    visit(node, (each) => {
      if (!isFunction(each)) return undefined;
      const fn = each as FunctionNode;
      if ([...this.module.functions.values()].includes(fn)) return false;
      const kind = kindOf(fn, this.module, this.kinds);
      if (kind === "makes") this.initialClosures(fn.body, edits);
      if (kind !== "calls") return false;
      edits.push({ from: fn.start, to: fn.start, text: `with${SUFFIX}(` });
      edits.push({
        from: fn.end,
        to: fn.end,
        text: `,!heapCalls${SUFFIX}.isComplete&&(${this.twin(fn, kind, "")}))`,
      });
      return false;
    });
  }

  /** The twin of a function, under that name. */
  private twin(fn: FunctionNode, kind: Kind, name: string): string {
    const { text } = this.module;
    const edits: Edit[] = [];
    const { body, params } = fn;
    visit(body, (node) => this.change(node, edits));
    const inner = edited(text, body.start, body.end, edits);
    const isExpression = (fn as unknown as ArrowFunctionExpression).expression === true;
    const first = params[0];
    const end =
      isExpression || fn.type === "ArrowFunctionExpression" ? text.lastIndexOf("=>", body.start) : body.start;
    const head = first === undefined ? "" : text.slice(first.start, text.lastIndexOf(")", end));
    const bare = first !== undefined && text[fn.start] !== "(" && fn.type === "ArrowFunctionExpression";
    const parameters = bare ? text.slice(first.start, first.end) : head;
    return `function${kind === "calls" ? "*" : ""} ${name}(${parameters})${isExpression ? `{return (${inner});}` : inner}`;
  }

  private change(node: Node, edits: Edit[]): boolean | undefined {
    if (isFunction(node)) {
      const kind = kindOf(node as FunctionNode, this.module, this.kinds);
      if (kind !== null)
        edits.push({ from: node.start, to: node.end, text: this.twin(node as FunctionNode, kind, "") });
      return false;
    }
    if (node.type !== "CallExpression") return undefined;
    const { callee, arguments: args } = node as CallExpression;
    this.checkCallbacks(callee, args);
    if (callee.type !== "Identifier") return undefined;
    const { name } = callee;
    const kind = isOfModules(name, this.module) ? (this.kinds.get(name) ?? null) : null;
    const [first] = args;
    if (kind === "makes") edits.push({ from: callee.start, to: callee.end, text: name + SUFFIX });
    else if (kind === "calls") this.replace(node, callee, `(yield* ${name}${SUFFIX}(`, "))", edits);
    else if (!isUnknown(name, this.module, this.kinds)) return undefined;
    else if (first?.type === "Identifier" && VALUES.has(first.name))
      this.replace(node, callee, `(yield[${name},`, "])", edits);
    else
      this.replace(node, callee, `(yield* called${SUFFIX}(${name}${args.length > 0 ? "," : ""}`, "))", edits);
    return undefined;
  }

  /** Puts a call in the place of another one of the same arguments. */
  private replace(call: Node, callee: Node, open: string, close: string, edits: Edit[]): void {
    edits.push({ from: call.start, to: this.module.text.indexOf("(", callee.end) + 1, text: open });
    edits.push({ from: call.end - 1, to: call.end, text: close });
  }

  /** JavaScript's own functions cannot call a generator. */
  private checkCallbacks(callee: Node, args: readonly Node[]): void {
    if (callee.type !== "MemberExpression") return;
    for (const arg of args)
      if (isFunction(arg) && kindOf(arg as FunctionNode, this.module, this.kinds) === "calls")
        throw new Error(
          `a function that calls is passed to JavaScript: ${this.module.text.slice(arg.start, arg.end)}`,
        );
  }
}

/** Puts text behind the statement of a module in which a function stands. */
function after(program: Program, fn: Node, text: string): Edit {
  const statement = program.body.find(({ start, end }) => start <= fn.start && fn.end <= end) as Node;
  return { from: statement.end, to: statement.end, text: `;${text}` };
}

/** The text between two places with the changes made. */
function edited(text: string, start: number, end: number, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let at = start;
  const inOrder = edits
    .map((edit, i) => ({ edit, i }))
    .sort((a, b) => a.edit.from - b.edit.from || a.i - b.i);
  for (const { edit } of inOrder) {
    if (edit.from < at) throw new Error(`changes overlap at: ${text.slice(edit.from, edit.from + 80)}`);
    parts.push(text.slice(at, edit.from), edit.text);
    at = edit.to;
  }
  parts.push(text.slice(at, end));
  return parts.join("");
}
