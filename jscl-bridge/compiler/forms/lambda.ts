/** Lambda expressions to JavaScript functions. */

import type { FrameKind } from "../../contract/engine.js";
import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { functionText, homeName, symbolName } from "../../runtime/objects/symbols.js";
import { keyword, nil, sym } from "../../runtime/signals.js";
import type { FrameInfo } from "../../runtime/stack/callstack.js";
import { next } from "../../runtime/stack/safepoints.js";
import type { Place } from "../../runtime/stack/sources.js";
import { FunctionContext } from "../emit/context.js";
import { RETURN } from "../emit/destination.js";
import { declaredType, type ParameterTypes, parameterTypes, typeCheck } from "../emit/type-checks.js";
import type { Unit } from "../emit/unit.js";
import { isConstantForm } from "../places/place-expansion.js";
import { type ArgumentSlots, argumentSlots, type Parameter } from "../scope/argument-slots.js";
import {
  checkVariables,
  isSpecial,
  lexicalBinding,
  SequentialBindings,
  specialBinding,
  withSpecials,
} from "../scope/bindings.js";
import type { Environment, VariableBinding } from "../scope/environment.js";
import { type Declarations, parseBody } from "../syntax/declarations.js";
import { car, cdr, cons, isCons, isSymbol, list, listStar } from "../syntax/forms.js";
import {
  boundOnce,
  type LambdaList,
  type OptionalParameter,
  parseLambdaList,
  variablesOf,
} from "../syntax/lambda-list.js";
import { ProgramError } from "../syntax/program-error.js";
import { muffledTypes } from "../warnings/declared.js";
import { noteBinding } from "../warnings/initial.js";
import { typeOf } from "../warnings/types.js";
import { warnAsterisks, warnUnused } from "../warnings/unused.js";

const REST_TYPE = typeOf("LIST");

/** What SBCL's messages call the lambda list of a function. */
export const ORDINARY = "an ordinary lambda list";

interface FunctionName {
  kind: FrameKind;
  name: LispValue;
  /** The block around the body, if any. */
  block: LispSymbol | null;
}

/** The JavaScript function expression for `(lambda-list . body)`. */
export function compileLambda(
  unit: Unit,
  lambda: LispValue,
  env: Environment,
  named: FunctionName | null,
): string {
  const source = car(lambda);
  if (!isCons(lambda) || (!isCons(source) && source !== nil())) {
    const body = named?.block ? list(cons(sym("BLOCK"), cons(named.block, cdr(lambda)))) : cdr(lambda);
    const expression = isCons(lambda) ? listStar([sym("LAMBDA"), source], body) : list(sym("LAMBDA"));
    throw new ProgramError("The lambda expression has a missing or non-list lambda list:~%  ~S", expression);
  }
  const parameters = parseLambdaList(source);
  checkVariables(unit, boundOnce(parameters), ORDINARY, "lambda list");
  const declarations = parseBody(cdr(lambda), true);
  const name = named?.name ?? lambdaName(unit, source);
  const compiler = new LambdaCompiler(unit, parameters, declarations, source, env);
  return unit.host.warnings.muffling(muffledTypes(declarations), () => {
    let text = "";
    unit.flow.inFunction(() => {
      text = compiler.compile(named, name, lambda);
    });
    return text;
  });
}

/** (LAMBDA (X) :IN F), as SBCL names anonymous functions. */
function lambdaName(unit: Unit, lambdaList: LispValue): LispValue {
  return within(unit, [sym("LAMBDA"), lambdaList]);
}

/** A function name with the named function around it, if there is one. */
export function within(unit: Unit, name: readonly LispValue[]): LispValue {
  const outer = unit.enclosing[unit.enclosing.length - 1];
  if (outer === undefined) return list(...name);
  // Of a method or a macro function, SBCL writes just whose it is.
  const named = isCons(outer) && carOf(outer) !== sym("SETF") ? car(cdrOf(outer)) : outer;
  return list(...name, sym("IN", "KEYWORD"), named);
}

/** The JavaScript names of parameters; `spread` is the array of all arguments after the optional ones. */
interface ParameterNames {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  readonly spread: string | null;
  readonly rest: string | null;
  readonly keys: readonly string[];
}

class LambdaCompiler {
  private readonly bound: { symbol: LispSymbol; binding: VariableBinding }[] = [];
  /** Emit the checks of declared types that are still to be made. */
  private checks: (() => void)[] = [];
  private proclaimed: ParameterTypes | null = null;
  private readonly dynamic: SequentialBindings;

  constructor(
    private readonly unit: Unit,
    private readonly parameters: LambdaList,
    private readonly declarations: Declarations,
    private readonly source: LispValue,
    private env: Environment,
  ) {
    this.dynamic = new SequentialBindings(unit);
  }

  compile(named: FunctionName | null, name: LispValue, lambda: LispValue): string {
    const { unit, parameters } = this;
    const outer = unit.context;
    const saved = unit.out;
    const names = this.names();
    const { required, optional, spread } = names;
    const all = this.frameParameters(names);
    const internal = unit.host.internalCode && !isPublic(named?.name);
    const slots = argumentSlots(all);
    const description = this.description(named, name, lambda, slots);
    const info = internal ? null : unit.literals.info(description);
    unit.inlined.described(lambda, description);
    const context = new FunctionContext(outer, info, slots.variables, outer.mark);
    if (info !== null && !unit.host.internalCode && (named?.kind === "function" || named?.kind === "setf"))
      unit.host.noteSignature(info, name, parameters);
    warnOptionalAndKey(unit, parameters, this.source, named);
    unit.context = context;
    unit.out = [];
    const nested = named !== null && named.kind !== "local";
    if (nested) unit.enclosing.push(named.name);
    try {
      const check =
        unit.literals.keep + this.argumentCheck(required.length, optional.length, spread !== null, info);
      this.declareMore(names, info);
      if (named?.kind === "function" && isSymbol(name) && this.mayBeDirect(name)) {
        const target = functionText(unit.literals.reference(name));
        context.self = { name, target, parameters: required };
      }
      unit.reads.inFunction(() => this.compileBody(named, names));
      warnUnused(unit, this.bound, this.source);
      const whole = unit.host.internalCode || (named?.kind === "method" && callsNextMethod(lambda));
      if (!whole) this.keepWhatIsRead(all, context, description);
      const head = ["values", ...required, ...optional, ...(spread === null ? [] : [`...${spread}`])].join(
        ",",
      );
      // A closure's name tells its description, at no cost to those who make it.
      const label = info !== null && /^\d+$/.test(info) ? `L${info}` : "";
      const twin = !unit.host.internalCode;
      const start = outer.mark("function") + check;
      const direct = context.finishDirect(unit.out.join(""), label, head, start);
      const body = () => context.finishFunction(unit.out.join(""), label, head, twin);
      // What comes after the function is a part of the form around it again.
      return (direct ?? `function ${label}(${head}){${start}${body()}}`) + outer.mark();
    } finally {
      if (nested) unit.enclosing.pop();
      unit.context = outer;
      unit.out = saved;
    }
  }

  private names(): ParameterNames {
    const { unit, parameters } = this;
    return {
      required: parameters.required.map(() => unit.fresh("v")),
      optional: parameters.optional.map(() => unit.fresh("v")),
      spread: parameters.rest !== null || parameters.hasKey ? unit.fresh("v") : null,
      rest: parameters.rest === null ? null : unit.fresh("v"),
      keys: parameters.keys.map(() => unit.fresh("v")),
    };
  }

  private description(
    named: FunctionName | null,
    name: LispValue,
    lambda: LispValue,
    slots: ArgumentSlots,
  ): FrameInfo {
    const { unit } = this;
    return {
      kind: unit.host.internalCode ? "library" : (named?.kind ?? "lambda"),
      name,
      slots: slots.variables.length,
      spread: slots.spread,
      layout: slots.layout,
      // A part of the function around it, to SBCL.
      internal: unit.inlined.has(lambda),
      place: this.place(),
    };
  }

  /**
   * Declares what holds &REST and the keyword arguments: a frame may be pushed, with all of them, before the
   * defaults are made.
   */
  private declareMore({ required, optional, spread, rest, keys }: ParameterNames, info: string | null): void {
    const { unit, parameters } = this;
    if (rest !== null) unit.emit(`let ${rest}=R.listFromArray(${spread});`);
    if (keys.length > 0) unit.emit(`let ${keys.join(",")};`);
    if (parameters.hasKey) this.keywordCheck([...required, ...optional], spread as string, info);
  }

  private compileBody(named: FunctionName | null, names: ParameterNames): void {
    const { unit, parameters, declarations } = this;
    const defined = named?.kind === "function" && isSymbol(named.name) ? named.name : null;
    this.proclaimed = defined === null ? null : parameterTypes(unit.host.functionType(defined));
    this.dynamic.around(() => {
      this.bindParameters(names);
      const inner = withSpecials(unit.host, declarations, new Set(variablesOf(parameters)), this.env);
      const body = named?.block
        ? list(cons(sym("BLOCK"), cons(named.block, declarations.body)))
        : declarations.body;
      unit.body(body, inner, RETURN);
    });
  }

  /** Whether calls of the function `name` in its own body may be direct (`self-calls.ts`). */
  private mayBeDirect(name: LispSymbol): boolean {
    const { parameters, unit } = this;
    const plain = parameters.optional.length === 0 && parameters.rest === null && !parameters.hasKey;
    return plain && !unit.host.internalCode && !unit.host.isNotInline(name);
  }

  private bindParameters({ required, optional, rest, keys, spread }: ParameterNames): void {
    const { unit, parameters } = this;
    for (const [i, symbol] of parameters.required.entries())
      this.bind(symbol, required[i] as string, this.proclaimed?.required[i] ?? null);
    for (const [i, parameter] of parameters.optional.entries())
      this.optional(parameter, optional[i] as string, this.proclaimed?.optional[i] ?? null);
    if (rest !== null) this.bind(parameters.rest as LispSymbol, rest);
    this.keys(keys, spread);
    for (const { variable, init } of parameters.aux) {
      const js = unit.fresh("v");
      if (!isConstantForm(unit.host, init)) this.check();
      unit.emit(`let ${js}=${unit.expression(init, this.env)};`);
      this.bind(variable, js);
    }
    this.check();
  }

  /** Checks the declared types of the parameters bound since the last time. */
  private check(): void {
    const { unit, checks } = this;
    if (checks.length === 0) return;
    this.checks = [];
    // An argument of a wrong type is a matter of the call.
    unit.emit(unit.context.mark("function"));
    unit.host.warnings.nowhere(() => {
      for (const check of checks) check();
    });
  }

  /**
   * Where the function stands: its lambda list or, where that is (), which is no object of the text, its
   * body.
   */
  private place(): Place | null {
    const { host } = this.unit;
    let place = host.placeOf(this.source);
    for (let rest = this.declarations.body; place === null && isCons(rest); rest = next(rest))
      place = host.placeOf(carOf(rest));
    const { here } = host.warnings;
    return place && { ...place, definition: here?.definition ?? null };
  }

  private argumentCheck(required: number, optional: number, more: boolean, info: string | null): string {
    const id = info ?? "-1";
    const bad = `return R.badArgumentCount(${id},arguments);`;
    if (more) return required === 0 ? "" : `if(arguments.length<${required + 1})${bad}`;
    if (optional === 0) return `if(arguments.length!==${required + 1})${bad}`;
    const most = `arguments.length>${required + optional + 1}`;
    return required === 0 ? `if(${most})${bad}` : `if(arguments.length<${required + 1}||${most})${bad}`;
  }

  private frameParameters({ required, optional, spread, rest, keys }: ParameterNames): Parameter[] {
    const plain = { keyword: null, rest: false, read: true };
    // SBCL's sequence functions show their keyword arguments as they came.
    const { internalCode } = this.unit.host;
    const more = internalCode ? spread : rest;
    return [
      ...[...required, ...optional].map((js) => ({ ...plain, js })),
      ...(more === null ? [] : [{ ...plain, js: more, rest: true }]),
      ...(internalCode ? [] : keys).map((js, i) => ({
        ...plain,
        js,
        keyword: this.parameters.keys[i]?.keyword ?? null,
      })),
    ];
  }

  /** The frame keeps the parameters that the body was found to read. */
  private keepWhatIsRead(all: readonly Parameter[], context: FunctionContext, description: FrameInfo): void {
    const unread = new Set(
      this.bound.filter(({ binding }) => !binding.read).map(({ binding }) => binding.js),
    );
    const slots = argumentSlots(all.map((each) => ({ ...each, read: !unread.has(each.js) })));
    if (context.info !== null) context.slots = slots.variables;
    description.slots = slots.variables.length;
    description.spread = slots.spread;
    description.layout = slots.layout;
  }

  /** Makes `symbol` name the JavaScript variable `js` from here on. */
  private bind(symbol: LispSymbol, js: string, proclaimed: LispValue = null): void {
    const special = isSpecial(this.unit, symbol, this.declarations);
    for (const type of [proclaimed, declaredType(this.unit, symbol, this.declarations, special)]) {
      if (type !== null) this.checks.push(() => this.unit.emit(typeCheck(this.unit, js, type, symbol)));
    }
    if (special) {
      this.dynamic.bind(symbol, js);
      this.env = this.env.withVariable(symbol, specialBinding());
      return;
    }
    const binding = { ...lexicalBinding(this.unit, symbol, this.declarations), js };
    warnAsterisks(this.unit, symbol, this.source);
    if (symbol === this.parameters.rest)
      this.unit.flow.bind(binding, () => ({ type: REST_TYPE, alias: null }));
    else noteBinding(this.unit, symbol, binding, null, this.declarations);
    this.bound.push({ symbol, binding });
    this.env = this.env.withVariable(symbol, binding);
  }

  private optional(parameter: OptionalParameter, js: string, type: LispValue): void {
    const { unit } = this;
    this.assignDefault(parameter, js);
    this.bind(parameter.variable, js, orDefault(parameter, type));
    unit.assigned.add(js);
  }

  private assignDefault(parameter: OptionalParameter, js: string): void {
    const { unit } = this;
    // A parameter is checked before a default is made that may do something; the order of others does not
    // show.
    if (!isConstantForm(unit.host, parameter.init)) this.check();
    const supplied = parameter.supplied === null ? null : unit.fresh("v");
    if (supplied !== null) unit.emit(`let ${supplied}=${js}===undefined?nil:t;`);
    const region = unit.context.openRegion();
    const given = unit.flow.here();
    const code = unit.buffered(() => {
      const value = unit.expression(parameter.init, this.env);
      unit.emit(`${unit.context.store(js)}${js}=${value};`);
    });
    unit.flow.resume(given, unit.flow.here());
    unit.context.closeRegion(region, true);
    unit.emit(region.text);
    unit.emit(`if(${js}===undefined){${code}}`);
    if (supplied !== null && parameter.supplied !== null) this.bind(parameter.supplied, supplied);
  }

  /** Keyword arguments are checked before any default is made; the error shows the call as it was made. */
  private keywordCheck(positional: readonly string[], spread: string, info: string | null): void {
    const { unit, parameters } = this;
    const table = `[${parameters.keys.map((key) => unit.literals.reference(key.keyword)).join(",")}]`;
    const args = `[${[...positional, `...${spread}`].join(",")}]`;
    unit.emit(
      `R.knownKeywords(${spread},${table},${parameters.allowOtherKeys})||R.badKeywords(${info ?? "-1"},${args},${spread},${table});`,
    );
  }

  private keys(variables: readonly string[], spread: string | null): void {
    const { unit, parameters } = this;
    parameters.keys.forEach((key, i) => {
      const js = variables[i] as string;
      unit.emit(
        `${unit.context.store(js)}${js}=R.keyword(${spread},${unit.literals.reference(key.keyword)});`,
      );
      this.assignDefault(key, js);
      this.bind(key.variable, js, orDefault(key, this.proclaimed?.keys.get(key.keyword) ?? null));
      unit.assigned.add(js);
    });
  }
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
function orDefault(parameter: OptionalParameter, type: LispValue): LispValue {
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
  { host }: Unit,
  { optional, hasKey }: LambdaList,
  source: LispValue,
  named: FunctionName | null,
): void {
  if (host.internalCode || optional.length === 0 || !hasKey || named?.kind === "method") return;
  if (isCons(named?.name) && carOf(named.name) === sym("METHOD", "KEYWORD")) return;
  const message = `&OPTIONAL and &KEY found in the same lambda list: ${host.print(source)}`;
  host.warnings.warn("&OPTIONAL-AND-&KEY-IN-LAMBDA-LIST", message, source);
}
