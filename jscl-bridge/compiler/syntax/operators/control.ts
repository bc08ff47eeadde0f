/** Special forms of control: PROGN, IF, SETQ, loops. */
import { cdrOf } from "../../../runtime/objects/conses.js";
import type { LispCons, LispSymbol, LispValue } from "../../../runtime/objects/marshal.js";
import { stockSymbol } from "../../../runtime/objects/stock-symbols.js";
import { homeName, isHomeLocked } from "../../../runtime/objects/symbols.js";
import { nil, sym, t } from "../../../runtime/signals.js";
import type { Environment } from "../../scope/environment.js";
import { markUsed, warnSetIgnored } from "../../warnings/unused.js";
import type { Builder } from "../builder.js";
import { bodyForms, car, cdr, elements, list, form as makeForm, operands, symbolOperand } from "../forms.js";
import { STEPS } from "../policy.js";
import { ODD_SETQ, ProgramError } from "../program-error.js";
import type { Node } from "../tree.js";
import type { SpecialOperator, SpecialOperators } from "./table.js";

const progn: SpecialOperator = (b, form, env) => {
  const { forEffect } = b;
  bodyForms(form);
  return b.body(cdrOf(form), env, forEffect, form);
};

const ifForm: SpecialOperator = (b, form, env) => {
  const { forEffect } = b;
  const [condition, thenForm, otherwiseForm = nil()] = operands(form, 2, 3);
  const test = b.test(condition, env);
  const known = b.knownTest(test);
  // A check tells of code that control never comes to, which has to be in the tree for that.
  if (known !== null && (b.host.assumedSpecials === null || test.kind !== "constant")) {
    markUsed(known ? otherwiseForm : thenForm, env);
    return b.node(known ? thenForm : otherwiseForm, env, forEffect);
  }
  const base = b.base(form);
  const then = b.node(thenForm, env, forEffect);
  const otherwise = b.node(otherwiseForm, env, forEffect);
  return { kind: "if", ...base, test, then, otherwise };
};

const whileForm: SpecialOperator = (b, form, env) => {
  const test = b.test(car(cdrOf(form)), env);
  return { kind: "while", ...b.base(form), test, body: b.body(cdr(cdrOf(form)), env, true) };
};

/**
 * (%COUNT-UP variable limit . body), what DOTIMES comes to: the body for each value of the variable from 0,
 * to which it is set, up to the integer `limit`, a number or a variable.
 */
const countUp: SpecialOperator = (b, form, env) => {
  const [name, limit, ...body] = elements(cdrOf(form));
  const binding = env.variable(name as LispSymbol);
  if (binding?.kind !== "lexical") return b.node(withWhile(name, limit, body), env);
  const { variable } = binding;
  const bound = b.node(limit, env);
  variable.used = true;
  variable.assigned = false;
  const base = b.base(form);
  const node = b.noted([variable], b.body(list(...body), env, true));
  const again = variable.assigned;
  variable.assigned = true;
  return { kind: "count", ...base, variable, limit: bound, body: node, assigned: again };
};

function withWhile(variable: LispValue, limit: LispValue, body: readonly LispValue[]): LispValue {
  const step = makeForm("SETQ", variable, makeForm("1+", variable));
  return makeForm(stockSymbol("%WHILE"), makeForm("<", variable, limit), ...body, step);
}

/** (STEPPED-CODE . body), the body of STEP. */
const steppedCode: SpecialOperator = (b, form, env) => b.body(cdrOf(form), env.withDebug(STEPS));

/** (SETQ variable value …). */
const setq: SpecialOperator = (b, form, env) => {
  const { forEffect } = b;
  const pairs = operands(form, 0);
  if (pairs.length % 2 === 1) throw new ProgramError(ODD_SETQ, form);
  const nodes: Node[] = [];
  for (let i = 0; i < pairs.length; i += 2) {
    const symbol = symbolOperand(pairs[i], "Variable name is not a symbol: ~S.");
    const node = assignment(b, symbol, pairs[i + 1], form, env);
    // The value of the form is read from the variable.
    if (node.kind === "assign" && !forEffect && i + 2 >= pairs.length) node.variable.used = true;
    nodes.push(noted(b, node));
  }
  return b.sequence(nodes, form);
};

function assignment(
  b: Builder,
  symbol: LispSymbol,
  value: LispValue,
  form: LispCons,
  env: Environment,
): Node {
  const { host } = b;
  const binding = env.variable(symbol);
  if (binding?.kind === "lexical") {
    const { variable } = binding;
    if (variable.declaredIgnore) warnSetIgnored(b, symbol);
    const { asserted } = binding;
    const node = b.node(asserted === undefined ? value : makeForm("THE", asserted, value), env);
    variable.assigned = true;
    if (variable.owner !== b.fn) {
      variable.captured = true;
      variable.assignedInside = true;
    }
    return { kind: "assign", ...b.base(form), variable, value: node, conflict: null };
  }
  const macro = binding === undefined ? host.symbolMacro(symbol) : binding;
  if (macro !== null && "expansion" in macro) {
    return b.node(list(sym("SETF"), macro.expansion, value), env);
  }
  const proclaimed = host.proclaimed(symbol);
  if (proclaimed === "constant" || homeName(symbol) === "KEYWORD" || symbol === nil() || symbol === t()) {
    throw new ProgramError("~S is a constant and thus can't be set.", symbol);
  }
  if (binding === undefined && proclaimed === null) {
    if (!host.internalCode && isHomeLocked(symbol) && !env.isUnlocked(symbol))
      host.warnings.assignsLocked(symbol, form);
    host.noteUndefinedVariable(symbol, env);
    // SET checks the lock, and the type, when the form runs.
    if (!host.internalCode && (isHomeLocked(symbol) || host.declaredType(symbol) !== null))
      return b.node(makeForm("SET", makeForm("QUOTE", symbol), value), env);
  }
  const declared = host.declaredType(symbol);
  const node = b.node(declared === null || host.internalCode ? value : makeForm("THE", declared, value), env);
  return { kind: "assign-global", ...b.base(form), symbol, value: node };
}

/** An assignment, which says what the variable has become where that is recorded. */
function noted(b: Builder, node: Node): Node {
  if (!b.fn.recorded || (node.kind !== "assign" && node.kind !== "assign-global")) return node;
  const [note] = b.note(node.kind === "assign" ? node.variable : node.symbol);
  if (note === undefined || note.kind !== "runtime") return node;
  return b.sequence([node, { ...note, name: "noteAssignment" }], node.form);
}

/**
 * (%RUNTIME-GUARD . body): a JavaScript exception in the body becomes a Lisp error while its handlers are
 * active.
 */
const guard: SpecialOperator = (b, form, env) => ({
  kind: "guard",
  ...b.base(form),
  body: b.body(cdrOf(form), env, b.forEffect),
});

export const controlOperators: SpecialOperators = {
  PROGN: progn,
  IF: ifForm,
  "%WHILE": whileForm,
  "%COUNT-UP": countUp,
  SETQ: setq,
  "%RUNTIME-GUARD": guard,
  "STEPPED-CODE": steppedCode,
};
