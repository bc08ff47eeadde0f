/** Special forms of control: PROGN, IF, BLOCK, RETURN-FROM, CATCH, THROW, UNWIND-PROTECT, loops. */
import { cdrOf } from "../../runtime/objects/conses.js";
import type { LispCons, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { homeName, valueText } from "../../runtime/objects/symbols.js";
import { nil, t } from "../../runtime/signals.js";
import type { Destination, ValuesMode } from "../emit/destination.js";
import { EFFECT } from "../emit/destination.js";
import { typeCheck } from "../emit/type-checks.js";
import type { Unit } from "../emit/unit.js";
import type { BlockBinding, Environment } from "../scope/environment.js";
import { bodyForms, car, cdr, isSymbol, form as makeForm, operands, symbolOperand } from "../syntax/forms.js";
import { ODD_SETQ, ProgramError } from "../syntax/program-error.js";
import { checkThe } from "../warnings/conflicts.js";
import { derive } from "../warnings/derive.js";
import { factsOf } from "../warnings/facts.js";
import type { Facts } from "../warnings/flow.js";
import { markUsed, warnSetIgnored } from "../warnings/unused.js";
import type { SpecialForms } from "./special-forms.js";

function compileProgn(unit: Unit, form: LispCons, env: Environment, destination: Destination): void {
  bodyForms(form);
  unit.body(cdrOf(form), env, destination);
}

function prognExpression(unit: Unit, form: LispCons, env: Environment, values: ValuesMode): string {
  const forms = bodyForms(form);
  for (const f of forms.slice(0, -1)) unit.statement(f, env, EFFECT);
  const last = forms[forms.length - 1];
  return last === undefined ? "nil" : unit.expression(last, env, values);
}

/**
 * Compiles the two branches of a conditional, in which the facts of its test hold. Where they meet again, the
 * frame must be pushed on both ways or on neither; if only one pushes, the push moves before the conditional.
 */
function branches(
  unit: Unit,
  facts: Facts,
  then: () => void,
  otherwise: () => void,
  meet: boolean,
): [string, string] {
  const { context, flow, reads } = unit;
  const region = context.openRegion();
  const before = context.pushed;
  const { reachable } = reads;
  const fork = flow.here();
  flow.take("holds", facts);
  const thenCode = unit.buffered(then);
  const thenEnd = flow.here();
  const afterThen = context.pushed;
  const reachesEnd = reads.reachable;
  context.pushed = before;
  reads.reachable = reachable;
  flow.resume(fork);
  flow.take("fails", facts);
  const elseCode = unit.buffered(otherwise);
  flow.resume(thenEnd, flow.here());
  reads.reachable ||= reachesEnd;
  const afterElse = context.pushed;
  context.pushed = afterThen && afterElse;
  context.closeRegion(region, meet && afterThen !== afterElse);
  unit.emit(region.text);
  return [thenCode, elseCode];
}

function compileIf(unit: Unit, form: LispCons, env: Environment, destination: Destination): void {
  const [condition, then, otherwise = nil()] = operands(form, 2, 3);
  const since = unit.flow.now;
  const test = unit.test(condition, env);
  if (test === "true" || test === "false") {
    markUsed(test === "true" ? otherwise : then, env);
    unit.statement(test === "true" ? then : otherwise, env, destination);
    return;
  }
  const [thenCode, elseCode] = branches(
    unit,
    factsOf(unit, condition, env, since),
    () => unit.statement(then, env, destination),
    () => unit.statement(otherwise, env, destination),
    destination.to !== "return",
  );
  unit.emit(elseCode === "" ? `if(${test}){${thenCode}}` : `if(${test}){${thenCode}}else{${elseCode}}`);
}

function ifExpression(unit: Unit, form: LispCons, env: Environment, values: ValuesMode): string {
  const [condition, then, otherwise = nil()] = operands(form, 2, 3);
  const since = unit.flow.now;
  const test = unit.test(condition, env);
  if (test === "true" || test === "false") {
    markUsed(test === "true" ? otherwise : then, env);
    return unit.expression(test === "true" ? then : otherwise, env, values);
  }
  let thenText = "";
  let elseText = "";
  const [thenCode, elseCode] = branches(
    unit,
    factsOf(unit, condition, env, since),
    () => {
      thenText = unit.expression(then, env, values);
    },
    () => {
      elseText = unit.expression(otherwise, env, values);
    },
    true,
  );
  if (thenCode === "" && elseCode === "") return `(${test}?${thenText}:${elseText})`;
  const name = unit.fresh("r");
  unit.assigned.add(name);
  unit.emit(`let ${name};if(${test}){${thenCode}${name}=${thenText};}else{${elseCode}${name}=${elseText};}`);
  return name;
}

function compileBlock(unit: Unit, form: LispCons, env: Environment, destination: Destination): void {
  operands(form, 1);
  const name = symbolOperand(car(cdrOf(form)), "The block name ~S is not a symbol.");
  const { context } = unit;
  const block: BlockBinding = {
    label: unit.fresh("B"),
    exit: unit.fresh("x"),
    owner: context,
    destination,
    usedLocally: false,
    usedRemotely: false,
    reached: false,
    end: unit.flow.label(),
  };
  const region = context.openRegion();
  const entry = unit.flow.here();
  const code = unit.buffered(() => unit.body(cdr(cdrOf(form)), env.withBlock(name, block), destination));
  if (block.usedRemotely) block.end.before.push(unit.flow.abrupt(entry));
  unit.flow.land(block.end);
  unit.reads.reachable ||= block.reached;
  const labelled = block.usedLocally && destination.to !== "return";
  // An early exit may skip the push that the end of the block relies on.
  context.closeRegion(region, block.usedRemotely || labelled);
  unit.emit(region.text);
  if (!block.usedRemotely) {
    unit.emit(labelled ? `${block.label}:{${code}}` : code);
    return;
  }
  const exit = block.exit;
  const caught = unit.buffered(() =>
    unit.deliver(destination, valuesAs(`${exit}.values`, destination.values)),
  );
  const text = `const ${exit}=R.blockExit(${unit.literals.reference(name)});try{${code}}catch(e){if(e!==${exit})throw e;${caught}}finally{${exit}.closed=true;}`;
  unit.emit(labelled ? `${block.label}:{${text}}` : `{${text}}`);
}

/** All values of a result, passed on as the destination wants them. */
export function valuesAs(expression: string, values: ValuesMode): string {
  if (values === "mv") return expression;
  if (values === "pv") return `R.primary(${expression})`;
  return `R.applied(values,R.valuesArray(${expression}))`;
}

function compileReturnFrom(unit: Unit, form: LispCons, env: Environment, destination: Destination): void {
  const [name, value = nil()] = operands(form, 1, 2);
  const block = isSymbol(name) ? env.block(name) : undefined;
  if (block === undefined) throw new ProgramError("return for unknown block: ~S", name);
  if (block.owner === unit.context) {
    block.usedLocally = true;
    unit.statement(value, env, block.destination);
    leaveTo(unit, block);
    if (block.destination.to !== "return") unit.emit(`break ${block.label};`);
    unit.flow.jump(block.end);
    return;
  }
  block.usedRemotely = true;
  const result = unit.expression(value, env, "mv");
  leaveTo(unit, block);
  unit.emit(`${unit.context.mark()}R.exitTo(${block.exit},${result});`);
  if (destination.to === "return") unit.emit("return nil;");
  unit.flow.stop();
}

function leaveTo({ reads }: Unit, block: BlockBinding): void {
  block.reached ||= reads.reachable;
  reads.reachable = false;
}

function compileCatch(unit: Unit, form: LispCons, env: Environment, destination: Destination): void {
  operands(form, 1);
  const tag = unit.stable(unit.expression(car(cdrOf(form)), env));
  const region = unit.context.openRegion();
  const exit = unit.fresh("x");
  const { reachable } = unit.reads;
  unit.context.callsOther();
  const entry = unit.flow.here();
  const code = unit.buffered(() => unit.body(cdr(cdrOf(form)), env, destination));
  const end = unit.flow.here();
  unit.flow.resume(end, unit.flow.abrupt(entry));
  unit.reads.reachable = reachable;
  unit.context.closeRegion(region, true);
  unit.emit(region.text);
  const caught = unit.buffered(() => unit.deliver(destination, valuesAs("e.values", destination.values)));
  unit.emit(
    `{const ${exit}=R.openCatch(${tag});try{${code}}catch(e){if(!R.isCaught(e,${exit}))throw e;${caught}}finally{R.closeCatch(${exit});}}`,
  );
}

function compileThrow(unit: Unit, form: LispCons, env: Environment, destination: Destination): void {
  const [tag, result] = operands(form, 2, 2);
  const name = unit.stable(unit.expression(tag, env));
  const value = unit.expression(result, env, "mv");
  const name2 = unit.stable(value);
  unit.emit(unit.context.pushHere());
  unit.reads.reachable = false;
  unit.flow.stop();
  unit.emit(`S.sp=q;${unit.context.mark()}R.throwTo(${name},${name2});`);
  if (destination.to === "return") unit.emit("return nil;");
}

function compileUnwindProtect(unit: Unit, form: LispCons, env: Environment, destination: Destination): void {
  operands(form, 1);
  const region = unit.context.openRegion();
  const { reads } = unit;
  const { reachable } = reads;
  unit.context.callsOther();
  let code = "";
  let cleanup = "";
  let returns = reachable;
  unit.flow.protect(
    () => {
      code = unit.buffered(() => unit.statement(car(cdrOf(form)), env, destination));
      returns = reads.reachable;
      reads.reachable = reachable;
    },
    () => {
      cleanup = unit.buffered(() => unit.body(cdr(cdrOf(form)), env, EFFECT));
    },
  );
  reads.reachable &&= returns;
  unit.context.closeRegion(region, true);
  unit.emit(region.text);
  unit.emit(`try{${code}}finally{${cleanup}}`);
}

function compileWhile(unit: Unit, form: LispCons, env: Environment, destination: Destination): void {
  const condition = car(cdrOf(form));
  const region = unit.context.openRegion();
  let test = "";
  let code = "";
  let head = "";
  let { reachable } = unit.reads;
  const { flow } = unit;
  const start = flow.label();
  flow.loop(start, () => {
    head = unit.buffered(() => {
      test = unit.test(condition, env);
    });
    ({ reachable } = unit.reads);
    const tested = flow.here();
    code = unit.buffered(() => unit.body(cdr(cdrOf(form)), env, EFFECT));
    flow.jump(start);
    if (test !== "true") flow.resume(tested);
  });
  unit.reads.reachable = reachable && test !== "true";
  unit.context.closeRegion(region, true);
  unit.emit(region.text);
  const safepoint = unit.context.slow("S.tick()");
  unit.emit(
    head === ""
      ? `while(${test}){if(--S.fuel<0)${safepoint};${code}}`
      : `for(;;){${head}if(!(${test}))break;if(--S.fuel<0)${safepoint};${code}}`,
  );
  unit.deliver(destination, "nil");
}

/** (SETQ variable value …). */
function compileSetq(unit: Unit, form: LispCons, env: Environment, values: ValuesMode): string {
  const pairs = operands(form, 0);
  if (pairs.length % 2 === 1) throw new ProgramError(ODD_SETQ, form);
  let result = "nil";
  const { forEffect } = unit;
  for (let i = 0; i < pairs.length; i += 2) {
    if (i > 0) unit.emit(`${result};`);
    const variable = symbolOperand(pairs[i], "Variable name is not a symbol: ~S.");
    result = assign(unit, variable, pairs[i + 1], env, values);
    const binding = forEffect || i + 2 < pairs.length ? undefined : env.variable(variable);
    // The value of the form is read from the variable.
    if (binding?.kind === "lexical") binding.used = true;
  }
  return result;
}

/** The code of a value that is assigned to a variable with a declared type, if any. */
function checked(unit: Unit, text: string, type: LispValue): string {
  if (type === null || unit.host.internalCode) return text;
  const value = unit.stable(text);
  unit.emit(typeCheck(unit, value, type, null));
  return value;
}

/** The same for a lexical variable, with SBCL's warning and words where the form is of another type. */
function lexicalValue(unit: Unit, form: LispValue, env: Environment, type: LispValue): string {
  const text = unit.expression(form, env);
  if (type === null || unit.host.internalCode) return text;
  const value = unit.stable(text);
  unit.emit(checkThe(unit, makeForm("THE", type, form) as LispCons, env, value));
  return checked(unit, value, type);
}

function assign(
  unit: Unit,
  symbol: LispSymbol,
  value: LispValue,
  env: Environment,
  values: ValuesMode,
): string {
  const { host } = unit;
  const binding = env.variable(symbol);
  if (binding?.kind === "lexical") {
    if (binding.declaredIgnore) warnSetIgnored(unit, symbol);
    const text = lexicalValue(unit, value, env, binding.type);
    unit.noteAssigned(binding);
    if (!host.internalCode)
      unit.flow.assign(binding, unit.context, () => derive(unit, value, env)?.type ?? null);
    return `(${unit.context.store(binding.js)}${binding.js}=${text})`;
  }
  const expansion =
    binding?.kind === "symbol-macro" ? binding : binding === undefined ? host.symbolMacro(symbol) : null;
  if (expansion !== null && expansion !== undefined) {
    const setf = host.internals.intern("SETF");
    return unit.expression(
      new host.internals.Cons(
        setf,
        new host.internals.Cons(expansion.expansion, new host.internals.Cons(value, host.nil)),
      ),
      env,
      values,
    );
  }
  const proclaimed = host.proclaimed(symbol);
  if (proclaimed === "constant" || homeName(symbol) === "KEYWORD" || symbol === nil() || symbol === t()) {
    throw new ProgramError("~S is a constant and thus can't be set.", symbol);
  }
  if (binding === undefined && proclaimed === null) host.noteUndefinedVariable(symbol);
  const text = checked(unit, unit.expression(value, env), host.declaredType(symbol));
  return `(${valueText(unit.literals.reference(symbol))}=${text})`;
}

export const controlForms: SpecialForms = {
  PROGN: { statement: compileProgn, expression: prognExpression },
  IF: { statement: compileIf, expression: ifExpression },
  BLOCK: { statement: compileBlock },
  "RETURN-FROM": { statement: compileReturnFrom },
  CATCH: { statement: compileCatch },
  THROW: { statement: compileThrow },
  "UNWIND-PROTECT": { statement: compileUnwindProtect },
  "%WHILE": { statement: compileWhile },
  SETQ: { expression: compileSetq },
};
