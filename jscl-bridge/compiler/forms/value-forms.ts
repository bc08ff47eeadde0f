/**
 * Special forms about values: QUOTE, VALUES, MULTIPLE-VALUE-CALL and its family, THE, LOAD-TIME-VALUE,
 * EVAL-WHEN.
 */
import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispCons, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { symbolName } from "../../runtime/objects/symbols.js";
import { nil, sym } from "../../runtime/signals.js";
import { next } from "../../runtime/stack/safepoints.js";
import { type Destination, EFFECT, type ValuesMode } from "../emit/destination.js";
import { typeCheck } from "../emit/type-checks.js";
import type { Unit } from "../emit/unit.js";
import type { Environment } from "../scope/environment.js";
import { car, cdr, isCons, isSymbol, list, operands } from "../syntax/forms.js";
import { ProgramError } from "../syntax/program-error.js";
import { checkThe } from "../warnings/conflicts.js";
import { warnUndefinedTypes } from "../warnings/type-names.js";
import { valuesAs } from "./control-forms.js";
import type { SpecialForms } from "./special-forms.js";

function compileQuote(unit: Unit, form: LispCons): string {
  const [value] = operands(form, 1, 1);
  return unit.constant(value);
}

function compileValues(unit: Unit, form: LispCons, env: Environment, values: ValuesMode): string {
  const forms = operands(form, 0);
  const [only] = forms;
  if (forms.length === 1) return primary(unit, only, env);
  const texts = unit.expressions(forms, env);
  if (values !== "pv") return `${values}(${texts.join(",")})`;
  if (texts.length === 0) return "nil";
  const first = unit.stable(texts[0] as string);
  for (const text of texts.slice(1)) unit.deliver(EFFECT, text);
  return first;
}

/** An expression for exactly one value. */
function primary(unit: Unit, form: LispValue, env: Environment): string {
  return unit.expression(form, env, "pv");
}

function compileMultipleValueCall(unit: Unit, form: LispCons, env: Environment, values: ValuesMode): string {
  const [fn, ...forms] = operands(form, 1);
  unit.inlined.callee(fn);
  const target = unit.stable(unit.expression(fn, env));
  const all = unit.fresh("m");
  unit.emit(`const ${all}=[${values}];`);
  for (const f of forms) unit.emit(`R.appendValues(${all},${unit.expression(f, env, "mv")});`);
  unit.emit(unit.context.pushHere());
  unit.context.callsOther();
  return `(S.sp=q,${unit.context.mark()}R.applied(R.callable(${target}),${all}))`;
}

function compileMultipleValueList(unit: Unit, form: LispCons, env: Environment): string {
  const [f] = operands(form, 1, 1);
  return `R.listFromArray(R.valuesArray(${unit.expression(f, env, "mv")}))`;
}

function compileMultipleValueProg1(
  unit: Unit,
  form: LispCons,
  env: Environment,
  destination: Destination,
): void {
  operands(form, 1);
  const name = unit.fresh("m");
  const mode: ValuesMode = destination.values === "pv" ? "pv" : "mv";
  unit.emit(`const ${name}=${unit.expression(car(cdrOf(form)), env, mode)};`);
  unit.body(cdr(cdrOf(form)), env, EFFECT);
  unit.deliver(destination, mode === "pv" ? name : valuesAs(name, destination.values));
}

function compileThe(unit: Unit, form: LispCons, env: Environment, destination: Destination): void {
  const [type, value] = operands(form, 2, 2);
  if (isUnchecked(unit, type)) unit.statement(value, env, destination);
  else unit.deliver(destination, checkedValue(unit, form, env, destination.values));
}

/** THE in the image's own code is a promise; T promises nothing. */
function isUnchecked(unit: Unit, type: LispValue): boolean {
  return unit.host.internalCode || type === unit.host.t;
}

/** Code that checks each value by the types in (VALUES type …); its keywords end them. */
function valuesChecks(unit: Unit, all: string, type: LispValue): string {
  let text = "";
  let i = 0;
  for (let rest = cdr(type); isCons(rest); rest = next(rest), i++) {
    const item = carOf(rest);
    if (isSymbol(item) && symbolName(item).startsWith("&")) break;
    const value = unit.fresh("t");
    text += `const ${value}=${all}[${i}]??nil;${typeCheck(unit, value, item, null)}`;
  }
  return text;
}

function checkedValue(unit: Unit, form: LispCons, env: Environment, values: ValuesMode): string {
  const [type, value] = operands(form, 2, 2);
  if (isUnchecked(unit, type)) return unit.expression(value, env, values);
  warnUndefinedTypes(unit.host, type);
  if (!isCons(type) && !isSymbol(type)) {
    unit.emit(unit.context.pushHere());
    const checked = unit.expression(value, env);
    return `(S.sp=q,${unit.context.mark()}R.checkType(${checked},${unit.literals.reference(type)},nil))`;
  }
  const several = isSymbol(car(type)) && car(type) === sym("VALUES");
  if (values === "pv") {
    const name = unit.stable(unit.expression(value, env));
    unit.emit(checkThe(unit, form, env, name));
    unit.emit(
      several
        ? valuesChecks(unit, `[${name}]`, list(sym("VALUES"), car(cdr(type))))
        : typeCheck(unit, name, type, null),
    );
    return name;
  }
  const name = unit.stable(unit.expression(value, env, "mv"));
  const all = unit.fresh("m");
  unit.emit(`const ${all}=R.valuesArray(${name});`);
  unit.emit(checkThe(unit, form, env, `(${all}[0]??nil)`));
  unit.emit(valuesChecks(unit, all, several ? type : list(sym("VALUES"), type)));
  return values === "mv" ? name : valuesAs(name, values);
}

function compileLoadTimeValue(unit: Unit, form: LispCons): string {
  const [value] = operands(form, 1, 2);
  return unit.literals.loadTimeValue(value);
}

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

function compileEvalWhen(unit: Unit, form: LispCons, env: Environment, destination: Destination): void {
  operands(form, 1);
  if (isExecuted(form)) unit.body(cdr(cdrOf(form)), env, destination);
  else unit.deliver(destination, unit.constant(nil()));
}

export const valueForms: SpecialForms = {
  QUOTE: { expression: compileQuote },
  VALUES: { expression: compileValues },
  "MULTIPLE-VALUE-CALL": { expression: compileMultipleValueCall },
  "MULTIPLE-VALUE-LIST": { expression: compileMultipleValueList },
  "MULTIPLE-VALUE-PROG1": { statement: compileMultipleValueProg1 },
  THE: { statement: compileThe, expression: checkedValue },
  "LOAD-TIME-VALUE": { expression: compileLoadTimeValue },
  "EVAL-WHEN": { statement: compileEvalWhen },
};
