/** Special forms that bind variables: LET, LET*, MULTIPLE-VALUE-BIND, PROGV, LOCALLY, SYMBOL-MACROLET, MACROLET. */
import type { LispCons, LispFunction, LispSymbol, LispValue } from "../runtime/marshal.js";
import { nil } from "../runtime/signals.js";
import {
  isSpecial,
  lexicalBinding,
  noteUnused,
  specialBinding,
  withDynamicBindings,
  withSpecials,
} from "./bindings.js";
import { type Declarations, parseBody } from "./declarations.js";
import type { Destination } from "./destination.js";
import type { Environment, VariableBinding } from "./environment.js";
import { car, cdr, elements, form, isCons, operands, symbolOperand } from "./forms.js";
import { ProgramError } from "./host.js";
import { macroLambda } from "./macro-lambda.js";
import { type Readable, readable } from "./reads.js";
import type { SpecialForms } from "./special-forms.js";
import type { Unit } from "./unit.js";

interface BindingSpec {
  symbol: LispSymbol;
  init: LispValue;
}

function bindingSpecs(list: LispValue, operator: string): BindingSpec[] {
  return elements(list, `the bindings of ${operator}`).map((item) => {
    if (!isCons(item)) return { symbol: symbolOperand(item, "a variable"), init: nil() };
    const [symbol, init = nil(), extra] = elements(item, `a binding of ${operator}`);
    if (extra !== undefined) throw new ProgramError(`The ${operator} binding spec is malformed`);
    return { symbol: symbolOperand(symbol, "a variable"), init };
  });
}

/** Statements in a block of their own when they declare anything, so that closures in loops get fresh variables. */
function scoped(unit: Unit, destination: Destination, body: () => void): void {
  const code = unit.buffered(body);
  unit.emit(destination.to === "return" ? code : `{${code}}`);
}

function compileLet(unit: Unit, source: LispCons, env: Environment, destination: Destination): void {
  operands(source, 1);
  const specs = bindingSpecs(car(cdr(source)), "LET");
  const declarations = parseBody(cdr(cdr(source)));
  const consumers = specs.map(({ symbol }) =>
    isSpecial(unit, symbol, declarations) ? undefined : readable(),
  );
  const values = unit.expressions(
    specs.map((spec) => spec.init),
    env,
    consumers,
  );
  const bound = specs.map(({ symbol }, i) => ({ symbol, consumer: consumers[i] }));
  bindAll(unit, bound, values, declarations, env, destination, car(cdr(source)));
}

/** Binds variables to JavaScript expressions, in parallel, around a body. */
function bindAll(
  unit: Unit,
  specs: readonly { symbol: LispSymbol; consumer?: Readable | undefined }[],
  values: readonly string[],
  declarations: Declarations,
  env: Environment,
  destination: Destination,
  source: LispValue,
): void {
  let inner = env;
  const bound: { symbol: LispSymbol; binding: VariableBinding }[] = [];
  const dynamic: { symbol: LispSymbol; value: string }[] = [];
  const seen = new Set<LispSymbol>();
  scoped(unit, destination, () => {
    specs.forEach(({ symbol, consumer }, i) => {
      if (seen.has(symbol))
        throw new ProgramError(`The variable ${symbol.name} occurs more than once in the LET.`);
      seen.add(symbol);
      const value = values[i] as string;
      if (isSpecial(unit, symbol, declarations)) {
        const name = unit.fresh("d");
        unit.emit(`const ${name}=${value};`);
        dynamic.push({ symbol, value: name });
        inner = inner.withVariable(symbol, specialBinding());
      } else {
        const binding = lexicalBinding(unit, symbol, declarations);
        if (consumer !== undefined) binding.waiting.push(consumer);
        unit.emit(`let ${binding.js}=${value};`);
        bound.push({ symbol, binding });
        inner = inner.withVariable(symbol, binding);
      }
    });
    inner = withSpecials(declarations, seen, inner);
    withDynamicBindings(unit, dynamic, () => unit.body(declarations.body, inner, destination));
  });
  noteUnused(unit, bound, source);
}

function compileLetStar(unit: Unit, source: LispCons, env: Environment, destination: Destination): void {
  operands(source, 1);
  const specs = bindingSpecs(car(cdr(source)), "LET*");
  const declarations = parseBody(cdr(cdr(source)));
  const bound: { symbol: LispSymbol; binding: VariableBinding }[] = [];
  const names = new Set(specs.map((spec) => spec.symbol));
  const step = (i: number, inner: Environment): void => {
    const spec = specs[i];
    if (spec === undefined) {
      unit.body(declarations.body, withSpecials(declarations, names, inner), destination);
      return;
    }
    const consumer = readable();
    const special = isSpecial(unit, spec.symbol, declarations);
    const compile = (): string => unit.expression(spec.init, inner);
    const value = special ? compile() : unit.reads.onlyFor(consumer, spec.init, inner, compile);
    if (special) {
      const name = unit.fresh("d");
      unit.emit(`const ${name}=${value};`);
      withDynamicBindings(unit, [{ symbol: spec.symbol, value: name }], () =>
        step(i + 1, inner.withVariable(spec.symbol, specialBinding())),
      );
      return;
    }
    const binding = lexicalBinding(unit, spec.symbol, declarations);
    binding.waiting.push(consumer);
    unit.emit(`let ${binding.js}=${value};`);
    bound.push({ symbol: spec.symbol, binding });
    step(i + 1, inner.withVariable(spec.symbol, binding));
  };
  scoped(unit, destination, () => step(0, env));
  noteUnused(unit, bound, car(cdr(source)));
}

function compileMultipleValueBind(
  unit: Unit,
  source: LispCons,
  env: Environment,
  destination: Destination,
): void {
  operands(source, 2);
  const specs = elements(car(cdr(source))).map((x) => ({ symbol: symbolOperand(x, "a variable") }));
  const declarations = parseBody(cdr(cdr(cdr(source))));
  const producer = unit.expression(car(cdr(cdr(source))), env, "mv");
  const all = unit.fresh("m");
  unit.emit(`const ${all}=R.valuesArray(${producer});`);
  const values = specs.map((_, i) => `(${all}.length>${i}?${all}[${i}]:nil)`);
  bindAll(unit, specs, values, declarations, env, destination, car(cdr(source)));
}

function compileLocally(unit: Unit, source: LispCons, env: Environment, destination: Destination): void {
  const declarations = parseBody(cdr(source));
  unit.body(declarations.body, withSpecials(declarations, new Set(), env), destination);
}

function compileSymbolMacrolet(
  unit: Unit,
  source: LispCons,
  env: Environment,
  destination: Destination,
): void {
  let inner = env;
  operands(source, 1);
  for (const item of elements(car(cdr(source)), "SYMBOL-MACROLET")) {
    if (elements(item, "SYMBOL-MACROLET").length !== 2) {
      throw new ProgramError("The symbol/expansion pair of SYMBOL-MACROLET is malformed");
    }
    const symbol = symbolOperand(car(item), "a symbol macro");
    const expansion = car(cdr(item));
    inner = inner.withVariable(symbol, { ...specialBinding(), kind: "symbol-macro", expansion });
  }
  const declarations = parseBody(cdr(cdr(source)));
  unit.body(declarations.body, withSpecials(declarations, new Set(), inner), destination);
}

function compileMacrolet(unit: Unit, source: LispCons, env: Environment, destination: Destination): void {
  operands(source, 1);
  const inner = macroletEnvironment(unit, source, env);
  const declarations = parseBody(cdr(cdr(source)));
  unit.body(declarations.body, withSpecials(declarations, new Set(), inner), destination);
}

/** The environment inside a MACROLET form. */
export function macroletEnvironment(unit: Unit, source: LispValue, env: Environment): Environment {
  let inner = env;
  for (const definition of elements(car(cdr(source)), "MACROLET")) {
    if (elements(definition, "MACROLET").length < 2) {
      throw new ProgramError("The MACROLET definition spec is malformed");
    }
    const name = symbolOperand(car(definition), "a macro name");
    const lambda = macroLambda(unit.host, name, car(cdr(definition)), cdr(cdr(definition)));
    const expander = unit.host.evaluateNow(form("FUNCTION", lambda)) as LispFunction;
    inner = inner.withFunction(name, { kind: "macro", js: "", used: false, expander, ...readable() });
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
    unit.emit("try{");
    unit.body(cdr(cdr(cdr(source))), env, destination);
    unit.emit(`}finally{${undo}();}`);
  });
  unit.context.closeRegion(region, true);
  unit.emit(region.text);
  scoped(unit, destination, () => unit.emit(`const ${undo}=R.progv(${symbols},${values});${code}`));
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
