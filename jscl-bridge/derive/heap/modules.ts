/** Modules of TypeScript that get twins: their declarations, and what they import from each other. */

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type {
  Class,
  Function as FunctionNode,
  ImportDeclaration,
  Node,
  Program,
  Statement,
  VariableDeclaration,
} from "acorn";
import { parse } from "acorn";
import { transformSync } from "esbuild";
import { boundIn, isFunction } from "../ast.js";

/** Where a name comes from that a module imports. */
interface Imported {
  readonly file: string;
  /** The name there; `*` for all of the module. */
  readonly name: string;
}

/** What a module declares under a name. */
interface Declared {
  readonly statement: Statement;
  /** The function; null for anything else. */
  readonly fn: FunctionNode | null;
  readonly isExported: boolean;
}

export interface Module {
  readonly file: string;
  readonly program: Program;
  readonly imports: ReadonlyMap<string, Imported>;
  readonly declared: ReadonlyMap<string, Declared>;
  readonly classes: readonly Class[];
}

/** The module of a file. */
export function readModule(file: string): Module {
  const text = readFileSync(file, "utf8");
  const { code } = transformSync(text, { loader: "ts", target: "es2022" });
  return moduleOf(code, file);
}

/** The module of a text in JavaScript, as if it were that of a file. */
export function moduleOf(code: string, file: string): Module {
  const program = parse(code, { ecmaVersion: 2022, sourceType: "module" });
  const imports = new Map<string, Imported>();
  const declared = new Map<string, Declared>();
  const classes: Class[] = [];
  const exported = new Set<string>();
  for (const node of program.body)
    if (node.type === "ExportNamedDeclaration" && node.source == null)
      for (const { local } of node.specifiers) if (local.type === "Identifier") exported.add(local.name);
  for (const node of program.body) {
    if (node.type === "ImportDeclaration") importsOf(node, file, imports);
    const statement = declarationIn(node);
    if (statement === null) continue;
    const isExported = (name: string) => statement !== (node as Node) || exported.has(name);
    const add = (name: string, fn: FunctionNode | null) =>
      declared.set(name, { statement, fn, isExported: isExported(name) });
    if (statement.type === "FunctionDeclaration") add(statement.id.name, statement);
    else if (statement.type === "ClassDeclaration") {
      classes.push(statement);
      add(statement.id.name, null);
    } else
      for (const { id, init } of (statement as VariableDeclaration).declarations) {
        const isKnown = statement.kind === "const" && init != null && isFunction(init);
        for (const name of boundIn(id)) add(name, isKnown ? (init as FunctionNode) : null);
      }
  }
  return { file, program, imports, declared, classes };
}

type DeclarationStatement = Statement & {
  type: "FunctionDeclaration" | "ClassDeclaration" | "VariableDeclaration";
};

/** The declaration that a statement of a module is, or exports. */
export function declarationIn(node: Node): (DeclarationStatement & { readonly id: { name: string } }) | null {
  const inner =
    node.type === "ExportNamedDeclaration"
      ? (node as unknown as { declaration: Node | null }).declaration
      : node;
  const isDeclaration = ["FunctionDeclaration", "ClassDeclaration", "VariableDeclaration"].includes(
    inner?.type ?? "",
  );
  return isDeclaration ? (inner as never) : null;
}

function importsOf(node: ImportDeclaration, file: string, imports: Map<string, Imported>): void {
  const source = sourceFile(String(node.source.value), file);
  for (const each of node.specifiers) {
    const isNamed = each.type === "ImportSpecifier" && each.imported.type === "Identifier";
    const name = isNamed ? (each.imported as { name: string }).name : "*";
    imports.set(each.local.name, { file: source, name });
  }
}

/** The file that a module names by a path; the name of a package as it is. */
function sourceFile(source: string, file: string): string {
  return source.startsWith(".") ? join(dirname(file), source).replace(/\.js$/, ".ts") : source;
}
