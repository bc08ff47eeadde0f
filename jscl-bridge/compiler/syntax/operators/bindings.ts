/**
 * Special forms that bind variables: LET, LET*, MULTIPLE-VALUE-BIND, PROGV, LOCALLY, SYMBOL-MACROLET,
 * MACROLET.
 */
import { carOf, cdrOf } from "../../../runtime/objects/conses.js";
import type { LispCons, LispFunction, LispSymbol, LispValue } from "../../../runtime/objects/marshal.js";
import { homeName, symbolPackage } from "../../../runtime/objects/symbols.js";
import { nil, sym } from "../../../runtime/signals.js";
import type { CompilerHost } from "../../host.js";
import { macroLambda } from "../../macros/macro-lambda.js";
import {
  checkVariables,
  isSpecial,
  lexicalVariable,
  withPolicy,
  withSpecials,
} from "../../scope/bindings.js";
import { type Environment, SPECIAL } from "../../scope/environment.js";
import { muffledTypes } from "../../warnings/declared.js";
import { warnAsterisks, warnUnused } from "../../warnings/unused.js";
import type { Builder } from "../builder.js";
import { type Declarations, parseBody } from "../declarations.js";
import { declaredType } from "../declared-types.js";
import {
  car,
  cdr,
  elements,
  isCons,
  list,
  listStar,
  form as makeForm,
  operands,
  symbolOperand,
} from "../forms.js";
import { ORDINARY } from "../lambda.js";
import { repeated } from "../lambda-list-check.js";
import { checkLocalName } from "../locked-names.js";
import { ExpansionError, ProgramError } from "../program-error.js";
import { symbolList } from "../symbol-list.js";
import type { Binding, Node, Variable } from "../tree.js";
import type { SpecialOperator, SpecialOperators } from "./table.js";

interface BindingSpec {
  symbol: LispSymbol;
  init: LispValue;
}

function bindingSpecs(b: Builder, list: LispValue, operator: "LET" | "LET*"): BindingSpec[] {
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
  checkVariables(b, names, operator);
  return specs;
}

/** The binding of a symbol to the value of a node. */
function bindingOf(
  b: Builder,
  symbol: LispSymbol,
  init: Node,
  declarations: Declarations,
  source: LispValue,
): Binding {
  const special = isSpecial(b, symbol, declarations);
  const declared = declaredType(b.host, symbol, declarations, special);
  if (special) return { symbol, variable: null, init, declared };
  const variable = lexicalVariable(b, symbol, declarations);
  // In messages, what the program wrote stands for a variable that a macro made.
  if (symbolPackage(symbol) === undefined && (init.kind === "read" || init.kind === "call"))
    variable.written = init.form;
  warnAsterisks(b, symbol, source);
  return { symbol, variable, init, declared };
}

function visible(env: Environment, { symbol, variable }: Binding): Environment {
  return env.withVariable(symbol, variable === null ? SPECIAL : { kind: "lexical", variable });
}

function variablesOf(bindings: readonly Binding[]): Variable[] {
  return bindings.flatMap(({ variable }) => (variable === null ? [] : [variable]));
}

/** What a binding binds: a lexical variable, or a symbol for its duration. */
function boundBy({ variable, symbol }: Binding): Variable | LispSymbol {
  return variable ?? symbol;
}

const let_: SpecialOperator = (b, form, env) => {
  const { forEffect } = b;
  operands(form, 1);
  const source = car(cdr(form));
  const specs = bindingSpecs(b, source, "LET");
  const declarations = parseBody(cdr(cdr(form)));
  const inits = specs.map(({ init }) => b.node(init, env));
  return b.host.warnings.muffling(muffledTypes(declarations), () =>
    bound(
      b,
      form,
      specs.map(({ symbol }) => symbol),
      inits,
      declarations,
      env,
      null,
      forEffect,
    ),
  );
};

/** Bindings made together around a body; with a producer, of its values. */
function bound(
  b: Builder,
  form: LispCons,
  symbols: readonly LispSymbol[],
  inits: readonly Node[],
  declarations: Declarations,
  env: Environment,
  producer: Node | null,
  effect: boolean,
): Node {
  const source = car(cdr(form));
  const bindings = symbols.map((symbol, i) => bindingOf(b, symbol, inits[i] as Node, declarations, source));
  const base = b.base(form);
  const inner = withSpecials(b.host, declarations, new Set(symbols), bindings.reduce(visible, env));
  const specials = bindings.flatMap(({ symbol, variable }) => (variable === null ? [symbol] : []));
  const made = b.noted(bindings.map(boundBy), b.body(declarations.body, inner, effect), source);
  const body = b.scope(variablesOf(bindings), made, inner, specials, isForMacros(declarations));
  noteCalled(bindings);
  warnUnused(b, variablesOf(bindings), source);
  if (producer !== null) return { kind: "receive", ...base, bindings, producer, body };
  return bindings.length === 0 ? body : { kind: "let", ...base, bindings, body };
}

/** Whether variables are there for symbol macros around all of the body, as those that WITH-SLOTS makes. */
function isForMacros({ body }: Declarations): boolean {
  return car(car(body)) === sym("SYMBOL-MACROLET") && cdr(body) === nil();
}

/** A function that is bound to a variable used once, to call it, is a part of the code around it. */
function noteCalled(bindings: readonly Binding[]): void {
  for (const { variable, init } of bindings) {
    if (init.kind !== "function" || variable === null || variable.assigned) continue;
    if (variable.reads === 1 && variable.calls === 1) init.inlined = true;
  }
}

const letStar: SpecialOperator = (b, form, env) => {
  const { forEffect } = b;
  operands(form, 1);
  const source = car(cdr(form));
  const specs = bindingSpecs(b, source, "LET*");
  const declarations = parseBody(cdr(cdr(form)));
  const names = new Set(specs.map(({ symbol }) => symbol));
  const variables: Variable[] = [];
  const step = (i: number, inner: Environment): Node => {
    const spec = specs[i];
    if (spec === undefined)
      return b.body(declarations.body, withSpecials(b.host, declarations, names, inner), forEffect);
    const init = b.node(spec.init, inner);
    const binding = bindingOf(b, spec.symbol, init, declarations, source);
    const own = variablesOf([binding]);
    variables.push(...own);
    const base = b.base(form);
    const specials = binding.variable === null ? [binding.symbol] : [];
    const seen = withPolicy(visible(inner, binding), declarations);
    const rest = b.noted([boundBy(binding)], step(i + 1, visible(inner, binding)), source);
    const body = b.scope(own, rest, seen, specials);
    return { kind: "let", ...base, bindings: [binding], body };
  };
  return b.host.warnings.muffling(muffledTypes(declarations), () => {
    const node = step(0, env);
    warnUnused(b, variables, source);
    return node;
  });
};

/** What the macro of that name refuses. */
export function checkMultipleValueBind(source: LispCons): void {
  operands(source, 2);
  symbolList(car(cdr(source)));
}

const multipleValueBind: SpecialOperator = (b, form, env) => {
  const { forEffect } = b;
  try {
    checkMultipleValueBind(form);
  } catch (error) {
    throw error instanceof ProgramError ? new ExpansionError(form, error.condition()) : error;
  }
  const names = elements(car(cdr(form))) as LispSymbol[];
  const body = cdr(cdr(cdr(form)));
  if (names.length === 1) {
    const bindings = list(list(names[0], car(cdr(cdr(form)))));
    return b.node(listStar([sym("LET"), bindings], body), env, forEffect);
  }
  checkVariables(b, names, ORDINARY, "lambda list");
  const declarations = parseBody(body);
  const producer = b.node(car(cdr(cdr(form))), env);
  const inits = names.map(() => b.nil());
  return b.host.warnings.muffling(muffledTypes(declarations), () =>
    bound(b, form, names, inits, declarations, env, producer, forEffect),
  );
};

/** Forms after declarations, in an environment of more macros. */
function declaredBody(b: Builder, forms: LispValue, env: Environment, effect: boolean): Node {
  const declarations = parseBody(forms);
  const inner = withSpecials(b.host, declarations, new Set(), env);
  return b.lexicalScope([], b.body(declarations.body, inner, effect), inner);
}

const locally: SpecialOperator = (b, form, env) => {
  const { forEffect } = b;
  const declarations = parseBody(cdr(form));
  return b.host.warnings.muffling(muffledTypes(declarations), () =>
    b.body(declarations.body, withSpecials(b.host, declarations, new Set(), env), forEffect),
  );
};

const symbolMacrolet: SpecialOperator = (b, form, env) => {
  const { forEffect } = b;
  operands(form, 1);
  return declaredBody(b, cdr(cdr(form)), symbolMacroletEnvironment(b.host, form, env), forEffect);
};

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
    inner = inner.withVariable(symbol, { kind: "symbol-macro", expansion });
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

const macrolet: SpecialOperator = (b, form, env) => {
  const { forEffect } = b;
  operands(form, 1);
  return declaredBody(b, cdr(cdr(form)), macroletEnvironment(b.host, form, env), forEffect);
};

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
    checkLocalName(host, name, name, "macro", env);
    const lambdaList = carOf(rest);
    if (!isCons(lambdaList) && lambdaList !== nil()) {
      throw new ProgramError("The local macro argument list ~S is not a list.", lambdaList);
    }
    const lambda = macroLambda(host, name, lambdaList, cdrOf(rest), "MACROLET");
    const expander = host.evaluateNow(makeForm("FUNCTION", lambda), env) as LispFunction;
    inner = inner.withFunction(name, { kind: "macro", expander });
  }
  return inner;
}

const progv: SpecialOperator = (b, form, env) => {
  const { forEffect } = b;
  operands(form, 2);
  const symbols = b.node(car(cdr(form)), env);
  const values = b.node(car(cdr(cdr(form))), env);
  return {
    kind: "progv",
    ...b.base(form),
    symbols,
    values,
    body: b.body(cdr(cdr(cdr(form))), env, forEffect),
  };
};

export const bindingOperators: SpecialOperators = {
  LET: let_,
  "LET*": letStar,
  "MULTIPLE-VALUE-BIND": multipleValueBind,
  LOCALLY: locally,
  "SYMBOL-MACROLET": symbolMacrolet,
  MACROLET: macrolet,
  PROGV: progv,
};
