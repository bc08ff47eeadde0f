/**
 * Special forms that bind variables: LET, LET*, MULTIPLE-VALUE-BIND, PROGV, LOCALLY, SYMBOL-MACROLET,
 * MACROLET.
 */
import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispCons, LispFunction, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { homeName } from "../../runtime/objects/symbols.js";
import { nil, sym } from "../../runtime/signals.js";
import type { Destination } from "../emit/destination.js";
import { declaredType, typeCheck } from "../emit/type-checks.js";
import type { Unit } from "../emit/unit.js";
import type { CompilerHost } from "../host.js";
import { macroLambda } from "../macros/macro-lambda.js";
import {
  checkVariables,
  isSpecial,
  lexicalBinding,
  specialBinding,
  withDynamicBindings,
  withSpecials,
} from "../scope/bindings.js";
import type { Environment, VariableBinding } from "../scope/environment.js";
import { type Readable, readable } from "../scope/reads.js";
import { type Declarations, parseBody } from "../syntax/declarations.js";
import {
  car,
  cdr,
  elements,
  form,
  isCons,
  list,
  listStar,
  operands,
  symbolOperand,
} from "../syntax/forms.js";
import { repeated } from "../syntax/lambda-list-check.js";
import { ExpansionError, ProgramError } from "../syntax/program-error.js";
import { symbolList } from "../syntax/symbol-list.js";
import { muffledTypes } from "../warnings/declared.js";
import { type Initial, initialOf, noteBinding } from "../warnings/initial.js";
import { warnAsterisks, warnUnused } from "../warnings/unused.js";
import { ORDINARY } from "./lambda.js";
import type { SpecialForms } from "./special-forms.js";

interface BindingSpec {
  symbol: LispSymbol;
  init: LispValue;
}

function bindingSpecs(unit: Unit, list: LispValue, operator: "LET" | "LET*"): BindingSpec[] {
  if (!isCons(list) && list !== nil()) throw new ProgramError(`Malformed ${operator} bindings: ~S.`, list);
  const specs = elements(list).map((item) => {
    if (!isCons(item)) return { symbol: item as LispSymbol, init: nil() };
    const rest = cdrOf(item);
    if (rest === nil()) return { symbol: carOf(item) as LispSymbol, init: nil() };
    if (!isCons(rest) || cdrOf(rest) !== nil()) {
      throw new ProgramError(`The ${operator} binding spec ~S is malformed.`, item);
    }
    return { symbol: carOf(item) as LispSymbol, init: carOf(rest) };
  });
  const names = specs.map((spec) => spec.symbol);
  checkVariables(unit, names, operator);
  return specs;
}

/**
 * Statements in a block of their own when they declare anything, so that closures in loops get fresh
 * variables.
 */
function scoped(unit: Unit, destination: Destination, body: () => void): void {
  const code = unit.buffered(body);
  unit.emit(destination.to === "return" ? code : `{${code}}`);
}

function compileLet(unit: Unit, source: LispCons, env: Environment, destination: Destination): void {
  operands(source, 1);
  const specs = bindingSpecs(unit, car(cdr(source)), "LET");
  const declarations = parseBody(cdr(cdr(source)));
  const consumers = specs.map(({ symbol }) =>
    isSpecial(unit, symbol, declarations) ? undefined : readable(),
  );
  const inits = specs.map((spec) => spec.init);
  const initials: (Initial | null)[] = [];
  const values = unit.expressions(inits, env, consumers, (i) => {
    initials[i] = initialOf(unit, inits[i], env);
  });
  const bound = specs.map(({ symbol, init }, i) => ({
    symbol,
    init,
    consumer: consumers[i],
    initial: initials[i] ?? null,
  }));
  bindAll(unit, bound, values, declarations, env, destination, car(cdr(source)), true);
}

interface BoundSpec {
  symbol: LispSymbol;
  init?: LispValue;
  /** What reads the value of `init`. */
  consumer?: Readable | undefined;
  initial?: Initial | null;
}

/**
 * Binds variables to JavaScript expressions, in parallel, around a body. `context` has type errors name the
 * variable.
 */
function bindAll(
  unit: Unit,
  specs: readonly BoundSpec[],
  values: readonly string[],
  declarations: Declarations,
  env: Environment,
  destination: Destination,
  source: LispValue,
  context: boolean,
): void {
  unit.host.warnings.muffling(muffledTypes(declarations), () =>
    bindInParallel(unit, specs, values, declarations, env, destination, source, context),
  );
}

function bindInParallel(
  unit: Unit,
  specs: readonly BoundSpec[],
  values: readonly string[],
  declarations: Declarations,
  env: Environment,
  destination: Destination,
  source: LispValue,
  context: boolean,
): void {
  let inner = env;
  const bound: { symbol: LispSymbol; binding: VariableBinding; init?: LispValue }[] = [];
  const dynamic: { symbol: LispSymbol; value: string }[] = [];
  const seen = new Set<LispSymbol>();
  const checks: (() => void)[] = [];
  scoped(unit, destination, () => {
    specs.forEach(({ symbol, init, consumer, initial }, i) => {
      seen.add(symbol);
      const value = values[i] as string;
      const special = isSpecial(unit, symbol, declarations);
      const type = declaredType(unit, symbol, declarations, special);
      const check = (js: string): void => {
        if (type !== null) checks.push(() => unit.emit(typeCheck(unit, js, type, context ? symbol : null)));
      };
      if (special) {
        const name = unit.fresh("d");
        unit.emit(`const ${name}=${value};`);
        check(name);
        dynamic.push({ symbol, value: name });
        inner = inner.withVariable(symbol, specialBinding());
      } else {
        const binding = lexicalBinding(unit, symbol, declarations);
        if (consumer !== undefined) binding.waiting.push(consumer);
        warnAsterisks(unit, symbol, source);
        noteBinding(unit, symbol, binding, initial ?? null, declarations);
        unit.emit(`let ${binding.js}=${value};`);
        check(binding.js);
        bound.push({ symbol, binding, init });
        inner = inner.withVariable(symbol, binding);
      }
    });
    for (const check of checks) check();
    inner = withSpecials(unit.host, declarations, seen, inner);
    withDynamicBindings(unit, dynamic, () => unit.body(declarations.body, inner, destination));
  });
  for (const { binding, init } of bound) unit.inlined.bound(binding, init);
  warnUnused(unit, bound, source);
}

function compileLetStar(unit: Unit, source: LispCons, env: Environment, destination: Destination): void {
  operands(source, 1);
  const specs = bindingSpecs(unit, car(cdr(source)), "LET*");
  const declarations = parseBody(cdr(cdr(source)));
  const bound: { symbol: LispSymbol; binding: VariableBinding }[] = [];
  const names = new Set(specs.map((spec) => spec.symbol));
  const step = (i: number, inner: Environment): void => {
    const spec = specs[i];
    if (spec === undefined) {
      unit.body(declarations.body, withSpecials(unit.host, declarations, names, inner), destination);
      return;
    }
    const consumer = readable();
    const special = isSpecial(unit, spec.symbol, declarations);
    const compile = (): string => unit.expression(spec.init, inner);
    const value = special ? compile() : unit.reads.onlyFor(consumer, spec.init, inner, compile);
    const initial = initialOf(unit, spec.init, inner);
    const type = declaredType(unit, spec.symbol, declarations, special);
    if (special) {
      const name = unit.fresh("d");
      unit.emit(`const ${name}=${value};`);
      if (type !== null) unit.emit(typeCheck(unit, name, type, spec.symbol));
      withDynamicBindings(unit, [{ symbol: spec.symbol, value: name }], () =>
        step(i + 1, inner.withVariable(spec.symbol, specialBinding())),
      );
      return;
    }
    const binding = lexicalBinding(unit, spec.symbol, declarations);
    binding.waiting.push(consumer);
    warnAsterisks(unit, spec.symbol, car(cdr(source)));
    noteBinding(unit, spec.symbol, binding, initial, declarations);
    unit.emit(`let ${binding.js}=${value};`);
    if (type !== null) unit.emit(typeCheck(unit, binding.js, type, spec.symbol));
    bound.push({ symbol: spec.symbol, binding });
    step(i + 1, inner.withVariable(spec.symbol, binding));
  };
  unit.host.warnings.muffling(muffledTypes(declarations), () => {
    scoped(unit, destination, () => step(0, env));
    warnUnused(unit, bound, car(cdr(source)));
  });
}

/** What the macro of that name refuses. */
export function checkMultipleValueBind(source: LispCons): void {
  operands(source, 2);
  symbolList(car(cdr(source)));
}

function compileMultipleValueBind(
  unit: Unit,
  source: LispCons,
  env: Environment,
  destination: Destination,
): void {
  try {
    checkMultipleValueBind(source);
  } catch (error) {
    throw error instanceof ProgramError ? new ExpansionError(source, error.condition()) : error;
  }
  const names = elements(car(cdr(source))) as LispSymbol[];
  if (names.length === 1) {
    const body = cdr(cdr(cdr(source)));
    const bindings = list(list(names[0], car(cdr(cdr(source)))));
    unit.statement(listStar([sym("LET"), bindings], body), env, destination);
    return;
  }
  checkVariables(unit, names, ORDINARY, "lambda list");
  const specs = names.map((symbol) => ({ symbol }));
  const declarations = parseBody(cdr(cdr(cdr(source))));
  const producer = unit.expression(car(cdr(cdr(source))), env, "mv");
  const all = unit.fresh("m");
  unit.emit(`const ${all}=R.valuesArray(${producer});`);
  const values = specs.map((_, i) => `(${all}.length>${i}?${all}[${i}]:nil)`);
  bindAll(unit, specs, values, declarations, env, destination, car(cdr(source)), false);
}

function compileLocally(unit: Unit, source: LispCons, env: Environment, destination: Destination): void {
  const declarations = parseBody(cdr(source));
  unit.host.warnings.muffling(muffledTypes(declarations), () =>
    unit.body(declarations.body, withSpecials(unit.host, declarations, new Set(), env), destination),
  );
}

function compileSymbolMacrolet(
  unit: Unit,
  source: LispCons,
  env: Environment,
  destination: Destination,
): void {
  operands(source, 1);
  const inner = symbolMacroletEnvironment(unit.host, source, env);
  const declarations = parseBody(cdr(cdr(source)));
  unit.body(declarations.body, withSpecials(unit.host, declarations, new Set(), inner), destination);
}

/** The environment inside a SYMBOL-MACROLET form. */
export function symbolMacroletEnvironment(
  host: CompilerHost,
  source: LispCons,
  env: Environment,
): Environment {
  let inner = env;
  const names: LispSymbol[] = [];
  const definitions = car(cdr(source));
  if (!isCons(definitions) && definitions !== nil()) {
    throw new ProgramError("Malformed SYMBOL-MACROLET definitions: ~S", definitions);
  }
  for (const item of elements(definitions)) {
    const rest = cdr(item);
    if (!isCons(item) || !isCons(rest) || cdrOf(rest) !== nil()) {
      throw new ProgramError("malformed symbol/expansion pair: ~S", item);
    }
    const symbol = symbolOperand(carOf(item), "The local symbol macro name ~S is not a symbol.");
    const kind = homeName(symbol) === "KEYWORD" ? "constant" : host.proclaimed(symbol);
    if (kind !== null) {
      throw new ProgramError(`Attempt to bind a ${kind} variable with SYMBOL-MACROLET: ~S`, symbol);
    }
    names.push(symbol);
    const expansion = carOf(rest);
    inner = inner.withVariable(symbol, { ...specialBinding(), kind: "symbol-macro", expansion });
  }
  const twice = repeated(names);
  if (twice !== undefined) {
    throw new ProgramError("The variable ~S occurs more than once in the list of definitions.", twice);
  }
  const special = [...parseBody(cdr(cdr(source))).special].find((symbol) => names.includes(symbol));
  if (special !== undefined) {
    throw new ProgramError("~S is a symbol-macro and thus can't be declared special.", special);
  }
  return inner;
}

function compileMacrolet(unit: Unit, source: LispCons, env: Environment, destination: Destination): void {
  operands(source, 1);
  const inner = macroletEnvironment(unit.host, source, env);
  const declarations = parseBody(cdr(cdr(source)));
  unit.body(declarations.body, withSpecials(unit.host, declarations, new Set(), inner), destination);
}

/** The environment inside a MACROLET form. */
export function macroletEnvironment(host: CompilerHost, source: LispValue, env: Environment): Environment {
  let inner = env;
  const definitions = car(cdr(source));
  if (!isCons(definitions) && definitions !== nil()) {
    throw new ProgramError("Malformed MACROLET definitions: ~S", definitions);
  }
  for (const definition of elements(definitions)) {
    const rest = cdr(definition);
    if (!isCons(definition) || !isCons(rest)) {
      throw new ProgramError("The list ~S is too short to be a legal local macro definition.", definition);
    }
    const name = symbolOperand(carOf(definition), "The local macro name ~S is not a symbol.");
    const lambdaList = carOf(rest);
    if (!isCons(lambdaList) && lambdaList !== nil()) {
      throw new ProgramError("The local macro argument list ~S is not a list.", lambdaList);
    }
    const lambda = macroLambda(host, name, lambdaList, cdrOf(rest), "MACROLET");
    const expander = host.evaluateNow(form("FUNCTION", lambda), env) as LispFunction;
    inner = inner.withFunction(name, {
      kind: "macro",
      js: "",
      used: false,
      expander,
      signature: null,
      ...readable(),
    });
  }
  return inner;
}

function compileProgv(unit: Unit, source: LispCons, env: Environment, destination: Destination): void {
  operands(source, 2);
  const [symbols, values] = unit.expressions([car(cdr(source)), car(cdr(cdr(source)))], env) as [
    string,
    string,
  ];
  const undo = unit.fresh("u");
  const region = unit.context.openRegion();
  const code = unit.buffered(() => {
    unit.context.callsOther();
    unit.emit("try{");
    unit.body(cdr(cdr(cdr(source))), env, destination);
    unit.emit(`}finally{${undo}();}`);
  });
  unit.context.closeRegion(region, true);
  unit.emit(region.text);
  const mark = unit.context.mark();
  scoped(unit, destination, () => unit.emit(`const ${undo}=${mark}R.progv(${symbols},${values});${code}`));
}

export const bindingForms: SpecialForms = {
  LET: { statement: compileLet },
  "LET*": { statement: compileLetStar },
  "MULTIPLE-VALUE-BIND": { statement: compileMultipleValueBind },
  LOCALLY: { statement: compileLocally },
  "SYMBOL-MACROLET": { statement: compileSymbolMacrolet },
  MACROLET: { statement: compileMacrolet },
  PROGV: { statement: compileProgv },
};
