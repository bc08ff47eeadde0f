/** Binding and assigning variables: lexical ones are JavaScript's, special ones are set and put back. */

import type { LispSymbol } from "../../runtime/objects/marshal.js";
import { homeName, VALUE } from "../../runtime/objects/symbols.js";
import { INTERNAL_PACKAGE } from "../../runtime/signals.js";
import type {
  AssignGlobalNode,
  AssignNode,
  Binding,
  LetNode,
  Node,
  ProgvNode,
  ReceiveNode,
  Variable,
} from "../syntax/tree.js";
import type { Destination, ValuesMode } from "./destination.js";
import type { Generator } from "./generator.js";
import { mixedFloat } from "./mixed-floats.js";
import { boxed, type Format, formatOf, formatOfVariable, raw, unboxed } from "./raw.js";
import {
  assign as assignment,
  call,
  comma,
  constant,
  declare,
  type Expression,
  isConstant,
  member,
  name,
  run,
  runtime,
  type Statement,
} from "./script.js";
import { keepSizes } from "./shapes.js";
import { typeCheck, typeConflict } from "./type-checks.js";

/**
 * Statements in a block of their own when they declare anything, so that closures in loops get fresh
 * variables.
 */
function scoped(g: Generator, destination: Destination, body: () => void): void {
  const code = g.buffered(body);
  if (destination.to === "return") g.emit(...code);
  else g.emit({ kind: "block", label: null, body: code });
}

export function letForm(g: Generator, node: LetNode, destination: Destination): void {
  const inits = initialValues(g, node.bindings);
  scoped(g, destination, () => {
    const dynamic = bindAll(g, node, node.bindings, inits, true);
    withDynamicBindings(g, dynamic, node.body, destination);
  });
}

/** LET where its value is used: the variables belong to the code around. */
export function letExpression(g: Generator, node: LetNode, mode: ValuesMode): Expression {
  if (node.bindings.some(({ variable }) => variable === null)) {
    const result = g.fresh("r");
    g.emit(declare(result, null));
    letForm(g, node, { to: "variable", name: result, values: mode });
    return name(result, true);
  }
  const inits = initialValues(g, node.bindings);
  bindAll(g, node, node.bindings, inits, true);
  return g.expression(node.body, mode);
}

/** LET where its value is used as a raw float; null where it binds special variables. */
export function letRaw(g: Generator, node: LetNode): Expression | null {
  if (node.bindings.some(({ variable }) => variable === null)) return null;
  const inits = initialValues(g, node.bindings);
  bindAll(g, node, node.bindings, inits, true);
  return raw(g, node.body);
}

/** The format of the raw floats that a variable's initial value is computed as, or null. */
function rawFormat({ variable, init }: Binding): Format | null {
  const format = variable === null ? null : formatOfVariable(variable);
  return format !== null && formatOf(init) === format ? format : null;
}

function initialValues(g: Generator, bindings: readonly Binding[]): Expression[] {
  return g.expressionsBy(bindings, (binding) => {
    const format = rawFormat(binding);
    return format === null ? g.expression(binding.init) : raw(g, binding.init);
  });
}

interface DynamicBinding {
  readonly symbol: LispSymbol;
  readonly value: Expression;
}

/**
 * Declares lexical variables with their values, and answers the special ones; `named` has type errors name
 * the variable.
 */
function bindAll(
  g: Generator,
  node: Node,
  bindings: readonly Binding[],
  values: readonly Expression[],
  named: boolean,
): DynamicBinding[] {
  const dynamic: DynamicBinding[] = [];
  const checks: (() => void)[] = [];
  bindings.forEach((binding, i) => {
    const { symbol, variable, declared, conflict } = binding;
    const value = values[i] as Expression;
    const format = named ? rawFormat(binding) : null;
    let bound: Expression;
    if (variable !== null && format !== null) {
      const text = g.unit.declareRaw(variable, format);
      g.variables++;
      g.emit(variable.assigned ? declare(text, value) : constant(text, value));
      return;
    }
    if (variable === null) {
      bound = g.stable(value);
      dynamic.push({ symbol, value: bound });
    } else {
      const isFixed = !variable.assigned && isConstant(value);
      if (isFixed) g.unit.alias(variable, value);
      else {
        const text = g.unit.declare(variable);
        g.variables++;
        g.emit(variable.assigned ? declare(text, value) : constant(text, value));
      }
      bound = g.unit.variable(variable);
    }
    if (declared !== null || conflict !== undefined) checks.push(() => check(g, node, binding, bound, named));
  });
  for (const check of checks) check();
  for (const { variable } of bindings) if (variable !== null) keepSizes(g, variable);
  return dynamic;
}

/** Checks the value of a variable; one that is a float for sure then is kept raw. */
function check(g: Generator, node: Node, binding: Binding, bound: Expression, named: boolean): void {
  const { symbol, variable, declared, conflict } = binding;
  if (conflict !== undefined) g.emit(typeConflict(g, node, conflict, bound));
  if (declared === null) return;
  g.emit(...typeCheck(g, node, bound, declared, named ? symbol : null, named ? binding.init.type : null));
  if (variable !== null) keepRaw(g, variable);
}

/** Keeps a variable raw from here on, if it holds a float and is not kept so already. */
export function keepRaw(g: Generator, variable: Variable): void {
  const format = formatOfVariable(variable);
  if (format === null || g.unit.rawVariable(variable) !== null || variable.captured) return;
  const value = unboxed(g.unit.variable(variable), format);
  const text = g.unit.declareRaw(variable, format);
  g.variables++;
  g.emit(variable.assigned || variable.defaulted ? declare(text, value) : constant(text, value));
}

/** Makes `body` with special variables bound to values for its duration. */
function withDynamicBindings(
  g: Generator,
  bindings: readonly DynamicBinding[],
  body: Node,
  destination: Destination,
): void {
  if (bindings.length === 0) {
    g.statement(body, destination);
    return;
  }
  g.pushFor(body);
  const undo: Statement[] = [];
  const outside = new Map<LispSymbol, Expression>();
  for (const { symbol, value } of bindings) {
    const variable = member(g.reference(symbol), VALUE);
    const old = g.fresh("o");
    g.emit(constant(old, variable), run(assignment(variable, value)));
    undo.unshift(run(assignment(variable, name(old))));
    outside.set(symbol, name(old));
    if (homeName(symbol) !== INTERNAL_PACKAGE) g.specials.add(symbol);
  }
  if (body.kind === "scope") g.unit.outsideValues.set(body, outside);
  g.callsOther();
  const code = g.buffered(() => g.statement(body, destination));
  g.emit({ kind: "try", body: code, caught: null, finally: undo });
}

export function receive(g: Generator, node: ReceiveNode, destination: Destination): void {
  scoped(g, destination, () => {
    const names = node.bindings.map(() => g.fresh("m"));
    for (const each of names) g.emit(declare(each, null));
    g.statement(node.producer, { to: "several", names, values: "rv" });
    const values = names.map((each) => name(each, true));
    const dynamic = bindAll(g, node, node.bindings, values, false);
    withDynamicBindings(g, dynamic, node.body, destination);
  });
}

export function progv(g: Generator, node: ProgvNode, destination: Destination): void {
  const [symbols, values] = g.expressions([node.symbols, node.values]) as [Expression, Expression];
  const bound = runtime("progv", symbols, values);
  const undo = g.fresh("u");
  const [first, second] = g.pushed ? [symbols, values] : [g.stable(symbols), g.stable(values)];
  // What cannot be bound is an error of this call.
  g.pushHere();
  const made = { ...bound, args: [first, second], at: g.at(node) } as Expression;
  g.callsOther();
  scoped(g, destination, () => {
    g.emit(constant(undo, made));
    const code = g.buffered(() => g.statement(node.body, destination));
    g.emit({ kind: "try", body: code, caught: null, finally: [run(call(name(undo)))] });
  });
}

export function assign(g: Generator, node: AssignNode): Expression {
  const { variable } = node;
  const format = g.unit.rawVariable(variable) === null ? null : formatOfVariable(variable);
  if (format !== null) return boxed(assignRaw(g, node, format), format);
  let value = g.expression(node.value);
  if (variable.declared !== null && !g.host.internalCode) {
    value = g.stable(value);
    if (node.conflict !== null) g.emit(typeConflict(g, node, node.conflict, value));
    const named = node.binds ? variable.symbol : null;
    g.emit(...typeCheck(g, node, value, variable.declared, named, node.value.type));
  }
  const target = g.unit.variable(variable);
  // A turn of a function that goes round pushes its frame anew.
  if (target.kind === "name" && node.binds === undefined && g.followsFrame(variable))
    return { kind: "assign-slot", name: target.name, value };
  return assignment(target, value);
}

/** An assignment whose value is not used. */
export function assignStatement(g: Generator, node: AssignNode): void {
  const { variable } = node;
  const format = g.unit.rawVariable(variable) === null ? null : formatOfVariable(variable);
  g.emit(run(format === null ? assign(g, node) : assignRaw(g, node, format)));
}

/** Assigns a variable that is kept as a raw float; the frame gets the object. */
function assignRaw(g: Generator, node: AssignNode, format: Format): Expression {
  const { variable } = node;
  const target = g.unit.rawVariable(variable) as Expression;
  const made = assignment(target, rawValue(g, node, format));
  if (!g.followsFrame(variable)) return made;
  const slot = g.unit.nameOf(variable);
  return comma({ kind: "assign-slot", name: slot, value: boxed(made, format) }, target);
}

/** The raw float that is assigned to a variable, checked where it was declared. */
function rawValue(g: Generator, node: AssignNode, format: Format): Expression {
  if (formatOf(node.value) === format) return raw(g, node.value);
  const { declared } = node.variable;
  const checks = (x: Expression): readonly Statement[] =>
    declared === null ? [] : typeCheck(g, node, x, declared, null, node.value.type);
  const mixed = node.conflict === null ? mixedFloat(g, node.value, format, checks) : null;
  if (mixed !== null) return mixed;
  const value = g.stable(g.expression(node.value));
  if (node.conflict !== null) g.emit(typeConflict(g, node, node.conflict, value));
  g.emit(...checks(value));
  return unboxed(value, format);
}

export function assignGlobal(g: Generator, node: AssignGlobalNode): Expression {
  return assignment(member(g.reference(node.symbol), VALUE), g.expression(node.value));
}
