/** The expansion of a form and of all forms in it, by the operators that the standard calls special. */

import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispCons, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { homeName, symbolName } from "../../runtime/objects/symbols.js";
import { table } from "../../runtime/objects/table.js";
import { isLispString } from "../../runtime/objects/vectors.js";
import { nil, sym, t } from "../../runtime/signals.js";
import { safepoint } from "../../runtime/stack/safepoints.js";
import type { CompilerHost } from "../host.js";
import { signalling } from "../macros/asked-expansion.js";
import { Environment, SPECIAL } from "../scope/environment.js";
import { car, cdr, cons, elements, functionNameSymbol, isCons, isSymbol, list, listStar } from "./forms.js";
import { macroletEnvironment, symbolMacroletEnvironment } from "./operators/bindings.js";
import { macroexpand, macroexpand1 } from "./queries.js";

/** How far a form is expanded. */
export interface HowFar {
  readonly once: boolean;
  readonly all: boolean;
}

/** A form's expansion, and whether that is another form. */
export function expansionOf(
  host: CompilerHost,
  form: LispValue,
  { once, all }: HowFar,
): [LispValue, boolean] {
  if (all) {
    const walker = new Walker(host);
    const expansion = signalling(host, () => walker.walk(form, Environment.empty));
    return [expansion, walker.expanded];
  }
  const [expansion, expanded] = once ? macroexpand1(host, form) : macroexpand(host, form, nil());
  return [expansion, expanded === t()];
}

/** The expansion of all forms in a form that stands in an environment. */
export function expansionIn(host: CompilerHost, form: LispValue, env: Environment): LispValue {
  return signalling(host, () => new Walker(host).walk(form, env));
}

type Walk = (walker: Walker, form: LispCons, env: Environment) => LispValue;

class Walker {
  /** Whether anything was expanded. */
  expanded = false;

  constructor(readonly host: CompilerHost) {}

  walk(form: LispValue, env: Environment): LispValue {
    safepoint();
    const [expansion, more] = macroexpand(this.host, form, env as LispValue);
    this.expanded ||= more !== nil();
    if (!isCons(expansion)) return expansion;
    const operator = carOf(expansion);
    if (isSymbol(operator) && env.function(operator) === undefined) {
      const walk = homeName(operator) === "COMMON-LISP" ? WALKS[symbolName(operator)] : undefined;
      if (walk !== undefined) return walk(this, expansion, env);
    }
    const called = isLambda(operator) ? this.lambda(operator, env, 1) : operator;
    return cons(called, this.each(cdrOf(expansion), env));
  }

  each(forms: LispValue, env: Environment): LispValue {
    return list(...elements(forms).map((form) => this.walk(form, env)));
  }

  /** Forms after declarations and, where there may be one, documentation. */
  body(forms: LispValue, env: Environment, documentation = false): LispValue {
    const items = elements(forms);
    return list(
      ...items.map((form, i) => {
        const isText = documentation && isLispString(form) && i < items.length - 1;
        return isText || (isCons(form) && carOf(form) === sym("DECLARE")) ? form : this.walk(form, env);
      }),
    );
  }

  /** A lambda expression, or a local function; `before` elements stand before its lambda list. */
  lambda(form: LispCons, env: Environment, before: number): LispValue {
    const items = elements(form);
    const [parameters, inner] = this.lambdaList(items[before], env);
    const body = this.body(list(...items.slice(before + 1)), inner, true);
    return listStar([...items.slice(0, before), parameters], body);
  }

  lambdaList(parameters: LispValue, env: Environment): [LispValue, Environment] {
    let inner = env;
    const walked = elements(parameters).map((parameter) => {
      const name = isCons(parameter) ? carOf(parameter) : parameter;
      const variable = isCons(name) ? car(cdr(name)) : name;
      const init = isCons(parameter) ? cdrOf(parameter) : nil();
      const shown = isCons(init) ? listStar([name, this.walk(carOf(init), inner)], cdrOf(init)) : parameter;
      if (isSymbol(variable)) inner = inner.withVariable(variable, SPECIAL);
      return shown;
    });
    return [list(...walked), inner];
  }

  functions(definitions: LispValue, env: Environment): Environment {
    return elements(definitions).reduce<Environment>((inner, definition) => {
      const name = functionNameSymbol(car(definition));
      return name === null ? inner : inner.withFunction(name, { kind: "unknown" });
    }, env);
  }
}

function isLambda(x: LispValue): x is LispCons {
  return isCons(x) && carOf(x) === sym("LAMBDA");
}

const asItIs: Walk = (_walker, form) => form;

/** Forms after so many operands that are none. */
function formsAfter(count: number): Walk {
  return (walker, form, env) => {
    const items = elements(form);
    return listStar(items.slice(0, count + 1), walker.each(list(...items.slice(count + 1)), env));
  };
}

function binding(isSequential: boolean): Walk {
  return (walker, form, env) => {
    const [operator, bindings, ...body] = elements(form);
    let inner = env;
    const walked = elements(bindings).map((each) => {
      const from = isSequential ? inner : env;
      const variable = isCons(each) ? carOf(each) : each;
      const shown = isCons(each) ? cons(variable, walker.each(cdrOf(each), from)) : each;
      if (isSymbol(variable)) inner = inner.withVariable(variable as LispSymbol, SPECIAL);
      return shown;
    });
    return listStar([operator, list(...walked)], walker.body(list(...body), inner));
  };
}

function localFunctions(areKnown: boolean): Walk {
  return (walker, form, env) => {
    const [operator, definitions, ...body] = elements(form);
    const inner = walker.functions(definitions, env);
    const walked = elements(definitions).map((each) =>
      isCons(each) ? walker.lambda(each, areKnown ? inner : env, 1) : each,
    );
    return listStar([operator, list(...walked)], walker.body(list(...body), inner));
  };
}

function localMacros(
  environment: (host: CompilerHost, form: LispCons, env: Environment) => Environment,
): Walk {
  return (walker, form, env) => {
    const [operator, definitions, ...body] = elements(form);
    return listStar([operator, definitions], walker.body(list(...body), environment(walker.host, form, env)));
  };
}

const functionForm: Walk = (walker, form, env) => {
  const [operator, named] = elements(form);
  if (isLambda(named)) return list(operator, walker.lambda(named, env, 1));
  const isNamedLambda =
    isCons(named) && isSymbol(carOf(named)) && symbolName(carOf(named) as LispSymbol) === "NAMED-LAMBDA";
  return isNamedLambda ? list(operator, walker.lambda(named, env, 2)) : form;
};

const tagbody: Walk = (walker, form, env) => {
  const [operator, ...items] = elements(form);
  return list(operator, ...items.map((item) => (isCons(item) ? walker.walk(item, env) : item)));
};

const locally: Walk = (walker, form, env) => cons(carOf(form), walker.body(cdrOf(form), env));

const WALKS = table<Walk | undefined>({
  QUOTE: asItIs,
  GO: asItIs,
  DECLARE: asItIs,
  FUNCTION: functionForm,
  LET: binding(false),
  "LET*": binding(true),
  FLET: localFunctions(false),
  LABELS: localFunctions(true),
  MACROLET: localMacros(macroletEnvironment),
  "SYMBOL-MACROLET": localMacros(symbolMacroletEnvironment),
  LOCALLY: locally,
  TAGBODY: tagbody,
  BLOCK: formsAfter(1),
  "RETURN-FROM": formsAfter(1),
  THE: formsAfter(1),
  "EVAL-WHEN": formsAfter(1),
});
