/** The expansion of a form and of all forms in it, by the operators that the standard calls special. */

import { isSpecialOperator } from "../../runtime/definitions/special-operators.js";
import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispCons, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { homeName, symbolName } from "../../runtime/objects/symbols.js";
import { table } from "../../runtime/objects/table.js";
import { isLispString } from "../../runtime/objects/vectors.js";
import { nil, sym, t } from "../../runtime/signals.js";
import { safepoint } from "../../runtime/stack/safepoints.js";
import type { CompilerHost } from "../host.js";
import { signalling } from "../macros/asked-expansion.js";
import { symbolMacroOf } from "../places/places.js";
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

/** Notifications of what a form uses while it is walked. */
export interface UseObserver {
  /** A form is walked, inside of those that were begun before and not ended. */
  begin(form: LispValue): void;
  end(): void;
  /** A use of a global function, macro or variable. */
  use(kind: UseKind, name: LispSymbol): void;
}

export type UseKind = "call" | "function" | "read" | "set" | "bind" | "expand";

/** Walks a lambda expression, without LAMBDA, for its uses. */
export function observeLambda(host: CompilerHost, lambda: LispCons, observer: UseObserver): void {
  signalling(host, () => new Walker(host, observer).lambda(lambda, Environment.empty, 0));
}

type Walk = (walker: Walker, form: LispCons, env: Environment) => LispValue;

class Walker {
  /** Whether anything was expanded. */
  expanded = false;

  constructor(
    readonly host: CompilerHost,
    readonly observer: UseObserver | null = null,
  ) {}

  walk(form: LispValue, env: Environment): LispValue {
    const { observer } = this;
    if (observer === null) return this.#walk(form, env);
    observer.begin(form);
    const walked = this.#walk(form, env);
    observer.end();
    return walked;
  }

  #walk(form: LispValue, env: Environment): LispValue {
    safepoint();
    const [expansion, more] =
      this.observer === null
        ? macroexpand(this.host, form, env as LispValue)
        : this.#expandNoting(form, env, this.observer);
    this.expanded ||= more !== nil();
    if (!isCons(expansion)) {
      if (isSymbol(expansion)) this.#noteVariable("read", expansion, env);
      return expansion;
    }
    const operator = carOf(expansion);
    if (isSymbol(operator) && env.function(operator) === undefined) {
      const walk = homeName(operator) === "COMMON-LISP" ? WALKS[symbolName(operator)] : undefined;
      if (walk !== undefined) return walk(this, expansion, env);
      if (this.observer !== null && !isSpecialOperator(operator)) this.#noteCall(operator, expansion);
    }
    const called = isLambda(operator) ? this.lambda(operator, env, 1) : operator;
    return cons(called, this.each(cdrOf(expansion), env));
  }

  /** As MACROEXPAND, step by step. */
  #expandNoting(form: LispValue, env: Environment, observer: UseObserver): LispValue[] {
    let current = form;
    let expanded: LispValue = nil();
    for (;;) {
      safepoint();
      const [next, more] = macroexpand1(this.host, current, env as LispValue);
      if (more === nil()) return [current, expanded];
      const name = isCons(current) ? carOf(current) : current;
      const isLocal = isCons(current)
        ? env.function(name as LispSymbol) !== undefined
        : env.variable(name as LispSymbol) !== undefined;
      if (!isLocal) observer.use("expand", name as LispSymbol);
      current = next;
      expanded = t();
    }
  }

  /** A call, also that of a function that FUNCALL or its like is given by its name. */
  #noteCall(operator: LispSymbol, form: LispCons): void {
    this.observer?.use("call", operator);
    const isCaller = homeName(operator) === "COMMON-LISP" && CALLERS.has(symbolName(operator));
    const first = isCaller ? car(cdrOf(form)) : null;
    const quoted =
      isCons(first) && carOf(first) === sym("QUOTE") ? functionNameSymbol(car(cdrOf(first))) : null;
    if (quoted !== null) this.observer?.use("call", quoted);
  }

  /** A variable, if it is a global one: special, constant, or bound by nothing around. */
  #noteVariable(kind: UseKind, name: LispSymbol, env: Environment): void {
    if (this.observer === null || name === nil() || name === t() || homeName(name) === "KEYWORD") return;
    const isGlobal = this.host.proclaimed(name) !== null || env.variable(name) === undefined;
    if (isGlobal) this.observer.use(kind, name);
  }

  /** The variables of a SETQ form. */
  assigned(name: LispValue, env: Environment): void {
    if (isSymbol(name)) this.#noteVariable("set", name, env);
  }

  /** A variable that is bound, which is a use if it is special. */
  bound(name: LispSymbol, declared: ReadonlySet<LispValue> = NONE): void {
    if (this.observer !== null && (this.host.proclaimed(name) === "special" || declared.has(name)))
      this.observer.use("bind", name);
  }

  /** A function that is named as an object. */
  named(name: LispValue, env: Environment): void {
    const symbol = functionNameSymbol(name);
    if (symbol !== null && env.function(symbol) === undefined) this.observer?.use("function", symbol);
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
      if (isSymbol(variable) && !isKeywordMark(variable)) {
        this.bound(variable);
        inner = inner.withVariable(variable, SPECIAL);
      }
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

const NONE: ReadonlySet<LispValue> = new Set();

/** Functions whose first argument they call. */
const CALLERS: ReadonlySet<string> = new Set(
  `FUNCALL APPLY MAPCAR MAPC MAPCAN MAPLIST MAPL MAPCON EVERY SOME NOTANY NOTEVERY REDUCE REMOVE-IF REMOVE-IF-NOT FIND-IF
  FIND-IF-NOT POSITION-IF POSITION-IF-NOT COUNT-IF COUNT-IF-NOT MAPHASH MEMBER-IF ASSOC-IF`.split(/\s+/),
);

/** Whether a name is &OPTIONAL or the like. */
function isKeywordMark(name: LispSymbol): boolean {
  return symbolName(name).startsWith("&") && homeName(name) === "COMMON-LISP";
}

/** The variables that declarations at the head of a body make special. */
function declaredSpecial(body: readonly LispValue[]): ReadonlySet<LispValue> {
  const found = new Set<LispValue>();
  for (const form of body) {
    if (!isCons(form) || carOf(form) !== sym("DECLARE")) break;
    for (const specifier of elements(cdrOf(form)))
      if (isCons(specifier) && carOf(specifier) === sym("SPECIAL"))
        for (const name of elements(cdrOf(specifier))) found.add(name);
  }
  return found;
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
    const special = declaredSpecial(body);
    const walked = elements(bindings).map((each) => {
      const from = isSequential ? inner : env;
      const variable = isCons(each) ? carOf(each) : each;
      const shown = isCons(each) ? cons(variable, walker.each(cdrOf(each), from)) : each;
      if (isSymbol(variable)) {
        walker.bound(variable, special);
        inner = inner.withVariable(variable, SPECIAL);
      }
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
  walker.named(named, env);
  const isNamedLambda =
    isCons(named) && isSymbol(carOf(named)) && symbolName(carOf(named) as LispSymbol) === "NAMED-LAMBDA";
  return isNamedLambda ? list(operator, walker.lambda(named, env, 2)) : form;
};

/** What is assigned is no form, unless it is a symbol macro. */
const setq: Walk = (walker, form, env) => {
  const [operator, ...parts] = elements(form);
  const walked = parts.map((part, i) => {
    if (i % 2 === 1 || (isSymbol(part) && symbolMacroOf(walker.host, part, env) === null)) {
      if (i % 2 === 0) walker.assigned(part, env);
      return i % 2 === 0 ? part : walker.walk(part, env);
    }
    return walker.walk(part, env);
  });
  return list(operator, ...walked);
};

const tagbody: Walk = (walker, form, env) => {
  const [operator, ...items] = elements(form);
  return list(operator, ...items.map((item) => (isCons(item) ? walker.walk(item, env) : item)));
};

const locally: Walk = (walker, form, env) => cons(carOf(form), walker.body(cdrOf(form), env));

const WALKS = table<Walk | undefined>({
  QUOTE: asItIs,
  SETQ: setq,
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
