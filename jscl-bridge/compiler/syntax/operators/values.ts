/**
 * Special forms about values: QUOTE, VALUES, MULTIPLE-VALUE-CALL and its family, THE, LOAD-TIME-VALUE,
 * EVAL-WHEN.
 */
import { carOf, cdrOf } from "../../../runtime/objects/conses.js";
import type { LispCons, LispSymbol, LispValue } from "../../../runtime/objects/marshal.js";
import { nil, sym } from "../../../runtime/signals.js";
import { next } from "../../../runtime/stack/safepoints.js";
import { warnUndefinedTypes } from "../../warnings/type-names.js";
import { car, cdr, isCons, operands } from "../forms.js";
import { ProgramError } from "../program-error.js";
import type { SpecialOperator, SpecialOperators } from "./table.js";

const quote: SpecialOperator = (b, form) => {
  const [value] = operands(form, 1, 1);
  return b.constant(value, form);
};

const values: SpecialOperator = (b, form, env) => ({
  kind: "values",
  forms: b.nodes(operands(form, 0), env),
  ...b.base(form),
});

const multipleValueCall: SpecialOperator = (b, form, env) => {
  const [fn, ...forms] = operands(form, 1);
  const callee = b.node(fn, env);
  if (callee.kind === "function") callee.inlined = true;
  return { kind: "values-call", callee, forms: b.nodes(forms, env), ...b.base(form) };
};

const multipleValueList: SpecialOperator = (b, form, env) => {
  const [producer] = operands(form, 1, 1);
  return { kind: "values-list", producer: b.node(producer, env), ...b.base(form) };
};

const multipleValueProg1: SpecialOperator = (b, form, env) => {
  operands(form, 1);
  const first = b.node(car(cdrOf(form)), env);
  return { kind: "first", ...b.base(form), first, body: b.body(cdr(cdrOf(form)), env, true) };
};

/** THE in the image's own code is a promise; T promises nothing. */
const the: SpecialOperator = (b, form, env) => {
  const [declared, value] = operands(form, 2, 2);
  if (b.host.internalCode || declared === b.host.t) return b.node(value, env);
  warnUndefinedTypes(b.host, declared);
  return { kind: "the", declared, value: b.node(value, env), conflict: null, ...b.base(form) };
};

const loadTimeValue: SpecialOperator = (b, form) => {
  const [value] = operands(form, 1, 2);
  return { kind: "load-time", ...b.base(form), value };
};

/** Whether the situations of an EVAL-WHEN form ask for its body where it is evaluated. */
export function isExecuted(form: LispCons): boolean {
  const situations = car(cdrOf(form));
  const names: LispValue[] = [];
  let rest = situations;
  for (; isCons(rest); rest = next(rest)) names.push(carOf(rest));
  if (rest !== nil() || names.some((name) => !isSituation(name))) {
    throw new ProgramError("bad EVAL-WHEN situation list: ~S", situations);
  }
  return names.some((s) => s === sym("EXECUTE", "KEYWORD") || s === sym("EVAL"));
}

function isSituation(x: LispValue): boolean {
  const keywords = ["COMPILE-TOPLEVEL", "LOAD-TOPLEVEL", "EXECUTE"].map((name) => sym(name, "KEYWORD"));
  return [...keywords, sym("COMPILE"), sym("LOAD"), sym("EVAL")].includes(x as LispSymbol);
}

const evalWhen: SpecialOperator = (b, form, env) => {
  operands(form, 1);
  return isExecuted(form) ? b.body(cdr(cdrOf(form)), env, b.forEffect) : b.nil();
};

export const valueOperators: SpecialOperators = {
  QUOTE: quote,
  VALUES: values,
  "MULTIPLE-VALUE-CALL": multipleValueCall,
  "MULTIPLE-VALUE-LIST": multipleValueList,
  "MULTIPLE-VALUE-PROG1": multipleValueProg1,
  THE: the,
  "LOAD-TIME-VALUE": loadTimeValue,
  "EVAL-WHEN": evalWhen,
};
