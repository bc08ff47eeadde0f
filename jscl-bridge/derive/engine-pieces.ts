/**
 * Finds the pieces of the engine's bundle that can be taken out of it: functions of its modules, functions
 * that stand in their tables, methods, classes, and data. The bundle is the one that esbuild writes without
 * minifying: there no variable within a function has the name of one of a module.
 */

import type { Class, Function as FunctionNode, Node, Program, VariableDeclarator } from "acorn";
import { loadsModules } from "../runtime/code.js";
import { boundIn, isFunction, ShapeError, visit } from "./ast.js";
import { analyseCaptures } from "./scopes.js";

/** Where a variable of a module is named. */
export interface Mention {
  readonly name: string;
  readonly node: Node;
  readonly isCalled: boolean;
  /** As `{ name }`, where the property has to be written out when the variable gets another name. */
  readonly isShorthand: boolean;
}

export interface Piece {
  /** What is taken out: a declaration, or a function that stands in an expression. */
  readonly node: Node;
  /** The function; null for data and classes. */
  readonly made: FunctionNode | null;
  /** The variable that it is declared as; null for a function that stands in an expression or a class. */
  readonly name: string | null;
  /** Whether it is a class's method: its text begins with the parameters, and it has `this`. */
  readonly isMethod: boolean;
  /** The variables of functions around it that it names, which nothing assigns. */
  readonly captures: readonly string[];
  readonly mentions: readonly Mention[];
}

interface Pieces {
  readonly found: readonly Piece[];
  /** The variables of the modules; true for those that something assigns after their declaration. */
  readonly variables: ReadonlyMap<string, boolean>;
  /** Every mention of a variable, declarations left out. */
  readonly mentions: readonly Mention[];
}

/** Finds all pieces of `text` that `mayMove` does not keep. */
export function piecesOf(text: string, program: Program, mayMove: (made: Node) => boolean): Pieces {
  const variables = variablesOf(program);
  const mentions = mentionsIn(program, variables);
  for (const name of assignedIn(program)) if (variables.has(name)) variables.set(name, true);
  const found: Piece[] = [];
  const within = ({ start, end }: Node) =>
    mentions.filter(({ node }) => node.start >= start && node.end <= end);
  const textOf = ({ start, end }: Node) => text.slice(start, end);
  const isMovable = (made: FunctionNode, ran: Node = made, methodOf: string | null = null) =>
    mayMove(ran) && isLoose(made, methodOf) && !loadsModules(textOf(made));
  const captured = analyseCaptures(program.body);
  const add = (
    node: Node,
    made: FunctionNode | null,
    name: string | null,
    { isMethod = false, captures = [] as string[] } = {},
  ) => found.push({ node, made, name, isMethod, captures, mentions: within(made ?? node) });
  /** Functions inside of one that stays. */
  const insideOf = (outer: Node) => {
    const assigned = assignedIn(outer);
    visit(outer, (node) => {
      if (node.type.startsWith("Class") || isMethodOfObject(node) || isFinalization(node)) return false;
      if (node === outer || !isFunction(node) || node.type === "FunctionDeclaration") return undefined;
      if (!isMovable(node as FunctionNode)) return undefined;
      const captures = (captured.get(node)?.names ?? []).map(({ name }) => name);
      if (captures.some((name) => assigned.has(name))) return undefined;
      add(node, node as FunctionNode, null, { captures });
      return false;
    });
  };
  const methodsOf = ({ id, body }: Class) => {
    for (const each of body.body) {
      if (each.type !== "MethodDefinition" || each.kind === "constructor" || each.computed) continue;
      // V8 counts a method from its name on.
      const ran = { ...each, start: each.key.start } as Node;
      if (isMovable(each.value, ran, id?.name ?? "")) add(each.value, each.value, null, { isMethod: true });
    }
    return false;
  };

  const functionsIn = (part: Node) =>
    visit(part, (node) => {
      if (node.type.startsWith("Class")) return methodsOf(node as Class);
      if (isMethodOfObject(node) || isFinalization(node)) return false;
      if (!isFunction(node)) return undefined;
      if (isMovable(node as FunctionNode)) add(node, node as FunctionNode, null);
      else insideOf(node);
      return false;
    });
  for (const statement of program.body) {
    if (statement.type === "FunctionDeclaration") {
      if (isMovable(statement)) add(statement, statement, statement.id.name);
      else insideOf(statement);
      continue;
    }
    const only = onlyDeclarator(statement);
    if (only === null || only.id.type !== "Identifier") {
      functionsIn(statement);
      continue;
    }
    const { name } = only.id;
    const init = only.init ?? null;
    if (init !== null && isFunction(init)) {
      const made = init as FunctionNode;
      if (isMovable(made) && !variables.get(name)) add(statement, made, name);
      else insideOf(made);
    } else if ((init === null || isData(init)) && !loadsModules(textOf(statement)))
      add(statement, null, name);
    else {
      functionsIn(statement);
      if (init !== null && isClassAlone(init) && !variables.get(name) && !loadsModules(textOf(statement)))
        add(statement, null, name);
    }
  }
  return { found, variables, mentions };
}

function onlyDeclarator(statement: Node): VariableDeclarator | null {
  if (statement.type !== "VariableDeclaration") return null;
  const { declarations } = statement as unknown as { declarations: VariableDeclarator[] };
  return declarations.length === 1 ? (declarations[0] ?? null) : null;
}

/** Those of objects are few, and no functions by their text. */
function isMethodOfObject(node: Node): boolean {
  const { kind, method } = node as unknown as { kind: string; method: boolean };
  return node.type === "Property" && (method || kind !== "init");
}

/**
 * Whether a function stands there that the platform calls when objects are gone: then nothing can wait for
 * the file, and nobody has asked for it.
 */
function isFinalization(node: Node): boolean {
  const { callee } = node as unknown as { callee?: { name?: string } };
  return node.type === "NewExpression" && callee?.name === "FinalizationRegistry";
}

const BINDING = ["Super", "MetaProperty", "AwaitExpression", "PrivateIdentifier"];

/**
 * Whether a function uses nothing of the place where it stands but variables of modules, and a method of the
 * class of that name its `this`.
 */
function isLoose(made: FunctionNode, methodOf: string | null): boolean {
  // What stands for a generator's function answers with its generator; a method's star stays in the class.
  let isBound = made.async === true || (made.generator === true && methodOf !== null);
  const look = (node: Node): boolean | undefined => {
    const fields = node as unknown as Record<string, unknown>;
    const { name } = fields;
    if (BINDING.includes(node.type) || node.type.startsWith("Class")) isBound = true;
    if (node.type === "ThisExpression" && methodOf === null) isBound = true;
    if (node.type === "Identifier" && (name === "arguments" || name === methodOf)) isBound = true;
    // The name of a property is no variable's.
    const named = node.type === "Property" ? "key" : "property";
    const { type } = (fields[named] ?? {}) as { type?: string };
    const isNamed = type === "Identifier" && fields["computed"] === false && fields["shorthand"] !== true;
    if (!isNamed) return undefined;
    visit((node.type === "Property" ? fields["value"] : fields["object"]) as Node, look);
    return false;
  };
  visit(made, look);
  return !isBound;
}

const COLLECTIONS = ["Map", "Set", "WeakMap", "WeakSet"];
const PLAIN = ["ArrayExpression", "ObjectExpression", "TemplateLiteral", "UnaryExpression"];
const PARTS = ["Literal", "TemplateElement", "BinaryExpression", "Property", "SpreadElement"];

/** Whether an expression makes the same wherever and whenever it is evaluated. */
function isData(init: Node): boolean {
  let isPlain = true;
  const look = (node: Node): boolean | undefined => {
    const fields = node as unknown as Record<string, unknown>;
    if (node.type === "Property") {
      if (fields["computed"]) look(fields["key"] as Node);
      visit(fields["value"] as Node, look);
      return false;
    }
    if (node.type === "NewExpression") {
      const { callee, arguments: given } = fields as { callee: Node & { name?: string }; arguments: Node[] };
      isPlain &&= callee.type === "Identifier" && COLLECTIONS.includes(callee.name ?? "");
      for (const each of given) visit(each, look);
      return false;
    }
    if (node.type === "Identifier" && fields["name"] === "undefined") return undefined;
    isPlain &&= PLAIN.includes(node.type) || PARTS.includes(node.type);
    return isPlain && undefined;
  };
  visit(init, look);
  return isPlain;
}

/** Whether a class does nothing when it is made but to extend another one. */
function isClassAlone(init: Node): boolean {
  if (init.type !== "ClassExpression") return false;
  const { superClass, body } = init as Class;
  return (
    (!superClass || superClass.type === "Identifier") &&
    body.body.every((each) => {
      if (each.type === "MethodDefinition") return !each.computed;
      if (each.type !== "PropertyDefinition" || each.computed) return false;
      return !each.static || !each.value || isData(each.value);
    })
  );
}

/** The variables of the modules, none of them assigned as yet. */
function variablesOf(program: Program): Map<string, boolean> {
  const names: string[] = [];
  for (const statement of program.body) {
    const { declarations, id } = statement as unknown as {
      declarations?: VariableDeclarator[];
      id?: Node & { name: string };
    };
    for (const each of declarations ?? []) names.push(...boundIn(each.id));
    if (id) names.push(id.name);
  }
  return new Map(names.map((name) => [name, false]));
}

/** What assignments, increments and loops give a value to. */
function assignedIn(program: Node): Set<string> {
  const names = new Set<string>();
  visit(program, (node) => {
    const fields = node as unknown as Record<string, unknown>;
    const target =
      node.type === "UpdateExpression"
        ? fields["argument"]
        : node.type === "AssignmentExpression" ||
            node.type === "ForOfStatement" ||
            node.type === "ForInStatement"
          ? fields["left"]
          : null;
    for (const name of boundIn(target as Node | null)) names.add(name);
    return undefined;
  });
  return names;
}

/**
 * Every mention of one of these variables.
 * @throws ShapeError when a variable within a function has one of their names.
 */
function mentionsIn(program: Program, variables: ReadonlyMap<string, unknown>): Mention[] {
  const mentions: Mention[] = [];
  let callee: Node | null = null;
  const inner = (node: Node | null) => {
    for (const name of boundIn(node))
      if (variables.has(name)) throw new ShapeError(`${name} is a variable of a module and of a function`);
  };
  const named = (node: Node, isShorthand: boolean) => {
    const { name } = node as unknown as { name: string };
    if (variables.has(name)) mentions.push({ name, node, isCalled: node === callee, isShorthand });
  };
  const look = (node: Node): boolean | undefined => {
    const fields = node as unknown as Record<string, unknown>;
    const each = (key: string) => {
      const value = fields[key];
      for (const part of Array.isArray(value) ? value : [value]) if (part) visit(part as Node, look);
    };
    switch (node.type) {
      case "Identifier":
        named(node, false);
        return undefined;
      case "CallExpression":
        callee = fields["callee"] as Node;
        return undefined;
      case "MemberExpression":
        each("object");
        if (fields["computed"]) each("property");
        return false;
      case "Property":
      case "MethodDefinition":
      case "PropertyDefinition": {
        if (fields["computed"]) each("key");
        const value = fields["value"] as Node | null;
        if (fields["shorthand"] && value?.type === "Identifier") named(value, true);
        else each("value");
        return false;
      }
      case "VariableDeclarator": {
        const { id } = fields as unknown as { id: Node };
        if (!declared.has(node)) inner(id);
        if (id.type !== "Identifier") visit(id, look);
        each("init");
        return false;
      }
      case "FunctionDeclaration":
      case "FunctionExpression":
      case "ArrowFunctionExpression":
        if (!declared.has(node)) inner(fields["id"] as Node | null);
        for (const parameter of fields["params"] as Node[]) inner(parameter);
        each("params");
        each("body");
        return false;
      case "ClassDeclaration":
      case "ClassExpression":
        each("superClass");
        each("body");
        return false;
      case "CatchClause":
        inner(fields["param"] as Node | null);
        return undefined;
      case "LabeledStatement":
        each("body");
        return false;
      case "BreakStatement":
      case "ContinueStatement":
      case "ImportDeclaration":
        return false;
      case "ExportSpecifier":
        each("local");
        return false;
      default:
        return undefined;
    }
  };
  const declared = new Set<Node>(
    program.body.flatMap((statement) => [
      statement,
      ...((statement as unknown as { declarations?: Node[] }).declarations ?? []),
    ]),
  );
  visit(program, look);
  return mentions;
}
