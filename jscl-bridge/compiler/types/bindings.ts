/** What bindings, assignments and declarations make known of variables. */

import { standardFunction } from "../syntax/standard-functions.js";
import type {
  AssignNode,
  DefaultNode,
  FunctionNode,
  LetNode,
  Node,
  ReceiveNode,
  TheNode,
  Variable,
} from "../syntax/tree.js";
import type { Analysis } from "./analysis.js";
import {
  bindingConflict,
  checkedType,
  defaultConflict,
  handlerConflicts,
  readerConflict,
} from "./conflicts.js";
import { typeOfConstant } from "./constants.js";
import { plainTest } from "./control.js";
import { disjoint, type LispType } from "./lattice.js";
import { FUNCTION_TYPE, typeOf } from "./specifiers.js";
import { valuesOf } from "./values.js";

const BOOLEAN = typeOf("BOOLEAN");

/** LET: the values are computed one after the other, then the variables are bound. */
export function letType(a: Analysis, node: LetNode): LispType | null {
  const { flow } = a;
  const values = node.bindings.map(({ variable, symbol, init }) => {
    const since = flow.now;
    if (variable !== null && isCalledOnce(variable, init)) {
      a.called.set(variable, init);
      return { type: FUNCTION_TYPE, since, test: null };
    }
    const type = variable === null ? a.visit(init) : a.visitFor(variable, init);
    if (variable === null && !flow.dead) handlerConflicts(a, symbol, init);
    return { type, since, test: plainTest(a, init) };
  });
  if (flow.dead) return null;
  readerConflict(a, node, values[0]?.type ?? null);
  const variables: Variable[] = [];
  for (const [i, { variable, init, declared: specifier }] of node.bindings.entries()) {
    const { type, since, test } = values[i] as (typeof values)[number];
    const declared = flow.dead ? null : a.declaredType(specifier);
    if (variable === null && declared !== null) bindingConflict(a, node, i, type, declared);
    if (variable === null || flow.dead) continue;
    const alias = init.kind === "read" && !flow.assigns(since, init.variable) ? init.variable : null;
    const lasting = test !== null && !flow.assigns(since, test.variable) ? test : null;
    if (declared !== null) bindingConflict(a, node, i, type, declared);
    flow.bind(variable, a.checked(type, declared), alias, lasting);
    variables.push(variable);
  }
  const type = a.visit(node.body);
  flow.release(variables);
  return type;
}

/** MULTIPLE-VALUE-BIND. */
export function receiveType(a: Analysis, node: ReceiveNode): LispType | null {
  const { flow } = a;
  a.visit(node.producer);
  if (flow.dead) return null;
  const values = valuesOf(a, node.producer);
  const variables: Variable[] = [];
  for (const [i, { variable, declared }] of node.bindings.entries()) {
    if (variable === null) continue;
    const missing = values?.exact === true ? typeOfConstant(a.host, a.host.nil) : null;
    const type = values !== null && i < values.types.length ? (values.types[i] ?? null) : missing;
    flow.bind(variable, a.checked(type, a.declaredType(declared)));
    variables.push(variable);
  }
  const type = a.visit(node.body);
  flow.release(variables);
  return type;
}

/** SETQ. */
export function assignType(a: Analysis, node: AssignNode): LispType | null {
  const { flow } = a;
  const value = a.visit(node.value);
  if (flow.dead) return null;
  const declared = a.declaredType(node.variable.declared);
  const type =
    declared === null ? value : checkedType(a, node, node.value, value, declared, node.variable.declared);
  if (!flow.dead) flow.assign(node.variable, type);
  return type;
}

/** THE, whose value is of the type behind it. */
export function theType(a: Analysis, node: TheNode): LispType | null {
  const { flow } = a;
  const since = flow.now;
  const value = a.visit(node.value);
  if (flow.dead) return null;
  const declared = a.declaredType(node.declared);
  if (declared === null) return value;
  const type = checkedType(a, node, node.value, value, declared, node.declared);
  if (node.value.kind === "read" && !flow.assigns(since, node.value.variable) && type !== null && !flow.dead)
    if (value === null || !disjoint(value, declared)) flow.assume(node.value.variable, type);
  return type;
}

/** The default of a parameter, which it may get. */
export function defaultType(a: Analysis, node: DefaultNode): LispType | null {
  const { flow } = a;
  if (node.supplied !== null) flow.bind(node.supplied, BOOLEAN);
  const given = flow.fork();
  defaultConflict(a, node, a.visit(node.init));
  flow.join(given);
  return null;
}

/** Whether a variable is bound to a function that is used once, to be called. */
function isCalledOnce(variable: Variable, init: Node): init is FunctionNode {
  if (init.kind !== "function" || variable.assigned) return false;
  return init.inlined && variable.reads === 1 && variable.calls === 1;
}

/** Whether evaluating a node does nothing but make its value. */
export function isFlushable(node: Node): boolean {
  switch (node.kind) {
    case "constant":
    case "read":
    case "function":
    case "local-function":
    case "global-function":
      return true;
    case "call":
      return (
        standardFunction(node.name)?.attributes.has("flushable") === true && node.args.every(isFlushable)
      );
    default:
      return false;
  }
}
