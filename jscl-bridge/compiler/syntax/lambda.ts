/** Lambda expressions to functions of the tree. */

import type { FrameKind } from "../../contract/engine.js";
import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { homeName, symbolName } from "../../runtime/objects/symbols.js";
import { keyword, nil, sym } from "../../runtime/signals.js";
import { next } from "../../runtime/stack/safepoints.js";
import type { Place } from "../../runtime/stack/sources.js";
import { isConstantForm } from "../places/place-expansion.js";
import { checkVariables, isSpecial, lexicalVariable, withPolicy, withSpecials } from "../scope/bindings.js";
import { type Environment, SPECIAL } from "../scope/environment.js";
import { muffledTypes } from "../warnings/declared.js";
import { warnProclaimedList } from "../warnings/proclaimed-lists.js";
import { signatureOf } from "../warnings/signature.js";
import { warnSuspicious } from "../warnings/suspicious.js";
import { warnAsterisks, warnUnused } from "../warnings/unused.js";
import type { Builder } from "./builder.js";
import { type Declarations, ofWrongType, parseBody } from "./declarations.js";
import {
  declaredType,
  ofBinding,
  type ParameterTypes,
  parameterTypes,
  resultType,
} from "./declared-types.js";
import { car, cdr, cons, isCons, isSymbol, list, listStar } from "./forms.js";
import {
  boundOnce,
  type LambdaList,
  lambdaListName,
  type OptionalParameter as OptionalSource,
  parseLambdaList,
  variablesOf,
} from "./lambda-list.js";
import { parameterVariables, suppliedVariables } from "./parameters.js";
import { ProgramError } from "./program-error.js";
import type { FunctionNode, Node, Variable } from "./tree.js";

/** What SBCL's messages call the lambda list of a function. */
export const ORDINARY = "an ordinary lambda list";

interface FunctionName {
  kind: FrameKind;
  name: LispValue;
  /** The block around the body, if any. */
  block: LispSymbol | null;
  isHandler?: boolean;
}

/** The function `(lambda-list . body)`. */
export function lambdaNode(
  b: Builder,
  lambda: LispValue,
  env: Environment,
  named: FunctionName | null,
): FunctionNode {
  const source = car(lambda);
  if (!isCons(lambda) || (!isCons(source) && source !== nil())) {
    const body = named?.block ? list(cons(sym("BLOCK"), cons(named.block, cdr(lambda)))) : cdr(lambda);
    const expression = isCons(lambda) ? listStar([sym("LAMBDA"), source], body) : list(sym("LAMBDA"));
    throw new ProgramError("The lambda expression has a missing or non-list lambda list:~%  ~S", expression);
  }
  const parameters = parseLambdaList(source);
  checkVariables(b, boundOnce(parameters), ORDINARY, "lambda list");
  if (named?.kind !== "method") warnSuspicious(b.host, source);
  const isDefined = named !== null && named.kind !== "local";
  const declarations = parseBody(cdr(lambda), true, isDefined ? ofWrongType : undefined);
  const name = named?.name ?? within(b, [sym("LAMBDA"), lambdaListName(parameters)]);
  const reader = new LambdaReader(b, parameters, declarations, source, env);
  return b.host.warnings.muffling(muffledTypes(declarations), () => reader.read(named, name, lambda));
}

/** A function name with the named function around it, if there is one. */
export function within(b: Builder, name: readonly LispValue[]): LispValue {
  const outer = b.enclosing[b.enclosing.length - 1];
  if (outer === undefined) return list(...name);
  // Of a method or a macro function, SBCL writes just whose it is.
  const named = isCons(outer) && carOf(outer) !== sym("SETF") ? car(cdrOf(outer)) : outer;
  return list(...name, sym("IN", "KEYWORD"), named);
}

/** A node at the head of a function's body, or a binding around all that follows. */
type Step = Node | { readonly kind: "bind"; readonly around: (rest: Node) => Node };

class LambdaReader {
  private readonly bound: Variable[] = [];
  private readonly steps: Step[] = [];
  /** Checks of declared types that are still to be made. */
  private checks: Node[] = [];
  private proclaimed: ParameterTypes | null = null;

  constructor(
    private readonly b: Builder,
    private readonly parameters: LambdaList,
    private readonly declarations: Declarations,
    private readonly source: LispValue,
    private env: Environment,
  ) {}

  read(named: FunctionName | null, name: LispValue, lambda: LispValue): FunctionNode {
    const { b, parameters, source } = this;
    const { host } = b;
    const outer = b.fn;
    const defined = named?.kind === "function" && isSymbol(name) ? name : null;
    const isNamed = named?.kind === "function" || named?.kind === "setf";
    const signature = !host.internalCode && isNamed ? signatureOf(parameters) : null;
    const fn: FunctionNode = {
      kind: "function",
      ...b.base(list(sym("LAMBDA"))),
      outer,
      frame: host.internalCode ? "library" : (named?.kind ?? "lambda"),
      name,
      hidden: host.internalCode && !isPublic(named?.name),
      lambda,
      required: [],
      optional: [],
      rest: null,
      keys: [],
      hasKey: parameters.hasKey,
      allowOtherKeys: parameters.allowOtherKeys,
      body: b.nil(),
      place: this.place(),
      self: defined !== null && this.mayBeDirect(defined) ? defined : null,
      callsNext: named?.kind === "method" && callsNextMethod(lambda),
      signature,
      inlined: false,
      keepsVariables: false,
      recorded: outer.recorded || (named !== null && named.kind !== "local" && host.records(name)),
      isHandler: named?.isHandler === true,
      result: defined === null || host.internalCode ? null : resultType(host.functionType(defined)),
      inner: [],
    };
    outer.inner.push(fn);
    if (signature !== null && isSymbol(name)) {
      host.warnings.defined(name, signature);
      warnProclaimedList(host.warnings, name, signature);
    }
    warnOptionalAndKey(b, parameters, source, named);
    b.fn = fn;
    const nested = named !== null && named.kind !== "local";
    if (nested) b.enclosing.push(named.name);
    try {
      this.proclaimed = defined === null ? null : parameterTypes(host.functionType(defined));
      this.bindParameters(fn);
      fn.body = this.body(named);
      warnUnused(b, this.bound, source);
      return fn;
    } finally {
      if (nested) b.enclosing.pop();
      b.fn = outer;
    }
  }

  /** The body with what its parameters need before it. */
  private body(named: FunctionName | null): Node {
    const { b, declarations } = this;
    const inner = withSpecials(b.host, declarations, new Set(variablesOf(this.parameters)), this.env);
    const block = named?.block ?? null;
    const body =
      block === null ? declarations.body : list(cons(sym("BLOCK"), cons(block, declarations.body)));
    const form = declarations.body;
    b.fn.keepsVariables = b.keepsVariables(inner);
    const isBound = (variable: Variable): boolean => this.bound.includes(variable);
    // Whether something was supplied is known after all defaults are made.
    let nodes: Node[] = [b.scope(suppliedVariables(b.fn).filter(isBound), b.body(body, inner), inner)];
    for (const step of this.steps.reverse()) {
      if (step.kind !== "bind") nodes.unshift(step);
      else nodes = [step.around(b.sequence(nodes, form))];
    }
    return b.scope(parameterVariables(b.fn).filter(isBound), b.sequence(nodes, form), inner);
  }

  /** Whether calls of the function `name` in its own body may be direct (`emit/self-calls.ts`). */
  private mayBeDirect(name: LispSymbol): boolean {
    const { parameters, b } = this;
    const plain = parameters.optional.length === 0 && parameters.rest === null && !parameters.hasKey;
    return plain && !b.host.internalCode && !b.host.isNotInline(name);
  }

  private bindParameters(fn: FunctionNode): void {
    const { b, parameters } = this;
    for (const [i, symbol] of parameters.required.entries())
      fn.required.push(this.bind(symbol, this.proclaimed?.required[i] ?? null));
    // A frame may be pushed, with all of them, before the defaults are made.
    const rest = parameters.rest;
    for (const [i, parameter] of parameters.optional.entries())
      fn.optional.push(this.optional(parameter, this.proclaimed?.optional[i] ?? null, null));
    if (rest !== null) fn.rest = this.bind(rest);
    for (const key of parameters.keys) {
      const type = this.proclaimed?.keys.get(key.keyword) ?? null;
      fn.keys.push({ ...this.optional(key, type, key.keyword), keyword: key.keyword });
    }
    for (const { variable, init } of parameters.aux) {
      if (!isConstantForm(b.host, init)) this.check();
      this.auxiliary(variable, b.node(init, this.env));
    }
    this.check();
  }

  /** Makes the checks of the declared types of the parameters bound since the last time. */
  private check(): void {
    this.steps.push(...this.checks);
    this.checks = [];
  }

  /** Binds an argument to `symbol` from here on; the variable that holds it. */
  private bind(symbol: LispSymbol, proclaimed: LispValue = null): Variable {
    const { b, declarations } = this;
    const special = isSpecial(b, symbol, declarations);
    const variable = this.bindingVariable(symbol, special);
    for (const declared of [
      ofBinding(b.host, proclaimed),
      declaredType(b.host, symbol, declarations, special),
    ]) {
      if (declared !== null) this.checks.push(this.checkOf(symbol, variable, declared));
    }
    this.makeVisible(symbol, variable, special);
    return variable;
  }

  /** An argument of a wrong type is a matter of the call, so the check has no place. */
  private checkOf(symbol: LispSymbol, variable: Variable, declared: LispValue): Node {
    const base = this.b.host.warnings.nowhere(() => this.b.base(symbol));
    return { kind: "check", ...base, variable, symbol, declared };
  }

  private bindingVariable(symbol: LispSymbol, special: boolean): Variable {
    const variable = lexicalVariable(this.b, symbol, this.declarations);
    if (special) variable.used = true;
    else {
      warnAsterisks(this.b, symbol, this.source);
      this.bound.push(variable);
    }
    return variable;
  }

  private makeVisible(symbol: LispSymbol, variable: Variable, special: boolean): void {
    const { b } = this;
    if (!special) {
      this.env = this.env.withVariable(symbol, { kind: "lexical", variable });
      return;
    }
    const init: Node = { kind: "read", ...b.base(symbol), variable };
    const base = b.base(symbol);
    const env = this.env.withVariable(symbol, SPECIAL);
    const policy = withPolicy(env, this.declarations);
    this.steps.push({
      kind: "bind",
      around: (body) => ({
        kind: "let",
        ...base,
        bindings: [{ symbol, variable: null, init, declared: null }],
        body: b.scope([], body, policy, [symbol]),
      }),
    });
    this.env = env;
  }

  private auxiliary(symbol: LispSymbol, init: Node): void {
    const { b, declarations } = this;
    const special = isSpecial(b, symbol, declarations);
    const variable = special ? null : this.bindingVariable(symbol, false);
    const declared = declaredType(b.host, symbol, declarations, special);
    const base = b.base(symbol);
    const binding = variable === null ? SPECIAL : ({ kind: "lexical", variable } as const);
    this.env = this.env.withVariable(symbol, binding);
    const policy = withPolicy(this.env, declarations);
    this.steps.push({
      kind: "bind",
      around: (rest) => {
        const inner = b.noted([variable ?? symbol], rest);
        const body =
          variable === null ? b.scope([], inner, policy, [symbol]) : b.scope([variable], inner, policy);
        return { kind: "let", ...base, bindings: [{ symbol, variable, init, declared }], body };
      },
    });
  }

  private optional(parameter: OptionalSource, type: LispValue, keyword: LispSymbol | null) {
    const { b, declarations } = this;
    // A parameter is checked before a default is made that may do something; the order of others does not
    // show.
    if (!isConstantForm(b.host, parameter.init)) this.check();
    const init = b.node(parameter.init, this.env);
    const symbol = parameter.variable;
    const special = isSpecial(b, symbol, declarations);
    const suppliedSymbol = parameter.supplied;
    const suppliedIsSpecial = suppliedSymbol !== null && isSpecial(b, suppliedSymbol, declarations);
    const supplied = suppliedSymbol === null ? null : this.bindingVariable(suppliedSymbol, suppliedIsSpecial);
    const variable = this.bindingVariable(symbol, special);
    variable.defaulted = true;
    this.steps.push({ kind: "default", ...b.base(symbol), variable, supplied, keyword, init });
    if (suppliedSymbol !== null && supplied !== null)
      this.makeVisible(suppliedSymbol, supplied, suppliedIsSpecial);
    for (const declared of [
      orDefault(parameter, type),
      declaredType(b.host, symbol, declarations, special),
    ]) {
      if (declared !== null) this.checks.push(this.checkOf(symbol, variable, declared));
    }
    this.makeVisible(symbol, variable, special);
    return { variable, supplied };
  }

  /**
   * Where the function stands: its lambda list or, where that is (), which is no object of the text, its
   * body.
   */
  private place(): Place | null {
    const { host } = this.b;
    const place = host.placeOf(this.source) ?? placeInside(host, this.declarations.body);
    const { here } = host.warnings;
    return place && { ...place, definition: here?.definition ?? null };
  }
}

/** The place of the first form in a list that has one, or in what macros have put around it. */
function placeInside(host: Builder["host"], forms: LispValue): Place | null {
  let place: Place | null = null;
  for (let rest = forms; place === null && isCons(rest); rest = next(rest)) {
    const form = carOf(rest);
    place = host.placeOf(form) ?? (isCons(form) ? placeInside(host, form) : null);
  }
  return place;
}

/** Whether the body of a method calls the next one, which takes the arguments of this one. */
function callsNextMethod(body: LispValue): boolean {
  let rest = body;
  for (; isCons(rest); rest = next(rest)) if (callsNextMethod(carOf(rest))) return true;
  return isSymbol(rest) && symbolName(rest) === "CALL-NEXT-METHOD";
}

/**
 * The proclaimed type of an argument that may be left out: then the parameter is NIL where it has no default.
 */
function orDefault(parameter: OptionalSource, type: LispValue): LispValue {
  return type === null || parameter.init !== nil() ? type : list(sym("OR"), type, sym("NULL"));
}

/**
 * Functions of COMMON-LISP that the image defines, and their methods, are shown in backtraces; its own
 * helpers are not.
 */
function isPublic(name: LispValue | undefined): boolean {
  const shown = isCons(name) && carOf(name) === keyword("METHOD") ? car(cdrOf(name)) : name;
  return isSymbol(shown) && homeName(shown) === "COMMON-LISP";
}

/** Keyword parameters after optional ones surprise callers. */
function warnOptionalAndKey(
  { host }: Builder,
  { optional, hasKey }: LambdaList,
  source: LispValue,
  named: FunctionName | null,
): void {
  if (host.internalCode || optional.length === 0 || !hasKey || named?.kind === "method") return;
  if (isCons(named?.name) && carOf(named.name) === sym("METHOD", "KEYWORD")) return;
  const message = `&OPTIONAL and &KEY found in the same lambda list: ${host.print(source)}`;
  host.warnings.warn("&OPTIONAL-AND-&KEY-IN-LAMBDA-LIST", message, source);
}
