/** Macro and destructuring lambda lists (CLHS 3.4.4, 3.4.5) to ordinary LET* forms. */
import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { homeName, symbolName } from "../../runtime/objects/symbols.js";
import { INTERNAL_PACKAGE, keyword, nil, sym, t } from "../../runtime/signals.js";
import { next } from "../../runtime/stack/safepoints.js";
import type { CompilerHost } from "../host.js";
import { ofWrongType, parseBody } from "../syntax/declarations.js";
import { car, cdr, cons, form, isCons, isSymbol, list, quoted } from "../syntax/forms.js";
import { checkLambdaList, lambdaListKeyword } from "../syntax/lambda-list-check.js";
import { runtimeForm } from "../syntax/operators/runtime-verbs.js";
import { misplacedParameter, ProgramError } from "../syntax/program-error.js";
import { warnSuspicious } from "../warnings/suspicious.js";

/** What defines the macro, for its messages. */
export type MacroKind =
  | "DEFMACRO"
  | "MACROLET"
  | "DEFINE-COMPILER-MACRO"
  | "DEFINE-SETF-EXPANDER"
  | "DEFTYPE";

/** What a list is matched against, for the error when it does not fit. */
interface Context {
  kind: MacroKind | "DESTRUCTURING-BIND";
  name: LispValue;
}

class Destructurer {
  readonly bindings: LispValue[] = [];
  readonly temporaries: LispSymbol[] = [];

  constructor(
    private readonly host: CompilerHost,
    private readonly context: Context,
    /** The default of parameters that have none. */
    private readonly missing: LispValue,
  ) {}

  /** CAR or CDR of a list that was looked through; the overlay's own need no second look. */
  private half(name: "CAR" | "CDR", of: LispValue): LispValue {
    return form(this.host.privilegedForms === null ? name : sym(`%UNSAFE-${name}`, INTERNAL_PACKAGE), of);
  }

  private temporary(): LispSymbol {
    const symbol = new this.host.internals.Symbol("ARGS");
    this.temporaries.push(symbol);
    return symbol;
  }

  private bind(variable: LispValue, init: LispValue): void {
    this.bindings.push(list(variable, init));
  }

  /** Binds a pattern, a symbol or a nested lambda list, to a form. */
  private pattern(pattern: LispValue, init: LispValue): void {
    if (pattern === nil()) this.lambdaList(pattern, init);
    else if (isSymbol(pattern)) this.bind(pattern, init);
    else if (isCons(pattern)) this.lambdaList(pattern, init);
    else throw new ProgramError("Required argument is not a symbol or list: ~S", pattern);
  }

  lambdaList(source: LispValue, init: LispValue): void {
    let whole = this.temporary();
    let rest: LispValue = source;
    this.bind(whole, init);
    let all: LispValue = null;
    if (isCons(rest) && isMarker(carOf(rest), "&WHOLE")) {
      all = car(cdrOf(rest));
      rest = cdr(cdrOf(rest));
    }
    this.bind(whole, this.checked(whole, rest, source));
    if (all !== null) this.pattern(all, whole);
    let section = "";
    let restBound = false;
    const advance = (): LispValue => this.half("CAR", whole);
    while (rest !== nil()) {
      if (!isCons(rest)) {
        this.bind(rest, whole);
        return;
      }
      const item = carOf(rest);
      rest = next(rest);
      if (isSymbol(item) && symbolName(item).startsWith("&") && homeName(item) === "COMMON-LISP") {
        section = symbolName(item);
        if (section === "&REST" || section === "&BODY") {
          this.pattern(car(rest), whole);
          rest = cdr(rest);
          restBound = true;
        } else if (section === "&ENVIRONMENT") rest = cdr(rest);
        else if (section === "&KEY") this.checkKeywords(rest, whole);
        continue;
      }
      if (section === "") {
        const next = this.temporary();
        this.pattern(item, advance());
        this.bind(next, this.half("CDR", whole));
        whole = next;
      } else if (section === "&OPTIONAL") {
        const [variable, init2, supplied] = parameter(item, this.missing);
        const next = this.temporary();
        if (supplied !== null) this.bind(supplied, form("IF", whole, t(), nil()));
        this.pattern(variable, form("IF", whole, advance(), init2));
        this.bind(next, form("IF", whole, this.half("CDR", whole), nil()));
        whole = next;
      } else if (section === "&KEY") {
        this.key(item, whole);
      } else if (section === "&AUX") {
        const [variable, init2] = parameter(item, nil());
        this.bind(variable, init2);
      } else if (!restBound) throw misplacedParameter(item, source);
    }
  }

  /** The form that checks how many elements a list has for the parameters of a lambda list. */
  private checked(whole: LispSymbol, parameters: LispValue, source: LispValue): LispValue {
    const { required, optional, open } = countParameters(parameters);
    return runtimeForm(
      "checkDestructuring",
      whole,
      required,
      optional,
      open ? t() : nil(),
      quoted(this.symbolOf(this.context.kind)),
      quoted(this.context.name),
      quoted(shownLambdaList(source)),
    );
  }

  private key(item: LispValue, whole: LispSymbol): void {
    const spec = isCons(item) ? carOf(item) : item;
    const [, init, supplied] = parameter(item, this.missing);
    const variable = isCons(spec) ? car(cdr(spec)) : spec;
    const name = isCons(spec) ? car(spec) : keyword(symbolName(spec as LispSymbol));
    const tail = this.temporary();
    this.bind(tail, runtimeForm("findKeyword", whole, quoted(name)));
    if (supplied !== null) this.bind(supplied, form("IF", tail, t(), nil()));
    this.pattern(variable, form("IF", tail, this.half("CAR", this.half("CDR", tail)), init));
  }

  private checkKeywords(parameters: LispValue, whole: LispSymbol): void {
    const names: LispValue[] = [];
    let allow: LispValue = nil();
    for (let rest = parameters; isCons(rest); rest = next(rest)) {
      const item = carOf(rest);
      if (isMarker(item, "&ALLOW-OTHER-KEYS")) allow = t();
      if (isSymbol(item) && symbolName(item).startsWith("&")) break;
      const spec = isCons(item) ? carOf(item) : item;
      names.push(isCons(spec) ? car(spec) : keyword(symbolName(spec as LispSymbol)));
    }
    const { kind, name } = this.context;
    const check = runtimeForm(
      "checkKeywordList",
      whole,
      quoted(list(...names)),
      allow,
      quoted(this.symbolOf(kind)),
      quoted(name),
    );
    this.bind(this.temporary(), check);
  }

  private symbolOf(name: string): LispSymbol {
    return this.host.internals.intern(name);
  }
}

function isMarker(x: LispValue, name: string): boolean {
  return isSymbol(x) && symbolName(x) === name;
}

/** The parts of a parameter: variable, default, and the variable that says whether it was given. */
function parameter(item: LispValue, missing: LispValue): [LispValue, LispValue, LispValue | null] {
  if (!isCons(item)) return [item, missing, null];
  const rest = cdr(item);
  const more = cdr(rest);
  return [carOf(item), isCons(rest) ? carOf(rest) : missing, isCons(more) ? carOf(more) : null];
}

/** How many required and optional elements a lambda list takes, and whether it takes more. */
function countParameters(source: LispValue): { required: number; optional: number; open: boolean } {
  let required = 0;
  let optional = 0;
  let section = "";
  let rest: LispValue = source;
  for (; isCons(rest); rest = cdr(rest)) {
    const item = carOf(rest);
    if (isSymbol(item) && symbolName(item).startsWith("&") && homeName(item) === "COMMON-LISP") {
      section = symbolName(item);
      if (section === "&REST" || section === "&BODY" || section === "&KEY")
        return { required, optional, open: true };
      if (section === "&ENVIRONMENT") rest = cdr(rest);
    } else if (section === "") required++;
    else if (section === "&OPTIONAL") optional++;
  }
  return { required, optional, open: rest !== nil() };
}

/** A lambda list as messages show it: patterns, without the defaults, and without what takes no element. */
function shownLambdaList(source: LispValue): LispValue {
  if (!isCons(source)) return source;
  const item = carOf(source);
  const rest = cdrOf(source);
  if (isMarker(item, "&AUX")) return nil();
  if (isMarker(item, "&ENVIRONMENT")) return shownLambdaList(cdr(rest));
  if (isMarker(item, "&WHOLE") && isSymbol(car(rest))) return shownLambdaList(cdr(rest));
  if (isMarker(item, "&OPTIONAL") || isMarker(item, "&KEY")) return cons(item, shownParameters(rest));
  return cons(shownLambdaList(item), shownLambdaList(rest));
}

/** Parameters that may have defaults, up to the next lambda list keyword. */
function shownParameters(source: LispValue): LispValue {
  const item = car(source);
  if (!isCons(source) || lambdaListKeyword(item) !== null) return shownLambdaList(source);
  return cons(isCons(item) ? list(shownLambdaList(carOf(item))) : item, shownParameters(cdrOf(source)));
}

/** Takes `&ENVIRONMENT variable` out of a macro lambda list. */
export function splitEnvironment(source: LispValue): { rest: LispValue; variable: LispValue | null } {
  if (!isCons(source)) return { rest: source, variable: null };
  if (isMarker(carOf(source), "&ENVIRONMENT")) {
    return { rest: cdr(cdrOf(source)), variable: car(cdrOf(source)) };
  }
  const { rest, variable } = splitEnvironment(cdrOf(source));
  return { rest: cons(carOf(source), rest), variable };
}

/** The lambda expression of a macro function: (form environment) to expansion. */
export function macroLambda(
  host: CompilerHost,
  name: LispValue,
  lambdaList: LispValue,
  body: LispValue,
  kind: MacroKind,
): LispValue {
  checkLambdaList(lambdaList, "macro");
  // SBCL reads the list twice: for the lambda expression, and for what describes the macro.
  for (let times = 0; times < 2; times++) warnSuspicious(host, lambdaList, true);
  const whole = new host.internals.Symbol("EXPR");
  const environment = new host.internals.Symbol("ENV");
  const { rest, variable } = splitEnvironment(lambdaList);
  const missing = kind === "DEFTYPE" ? quoted(sym("*")) : nil();
  const destructurer = new Destructurer(host, { kind, name }, missing);
  let source = rest;
  if (isCons(rest) && isMarker(carOf(rest), "&WHOLE")) {
    destructurer.bindings.push(list(car(cdrOf(rest)), whole));
    source = cdr(cdrOf(rest));
  }
  destructurer.lambdaList(source, kind === "DEFINE-COMPILER-MACRO" ? argumentsOf(whole) : form("CDR", whole));
  const { declarations, forms } = splitBody(body);
  // A function (SETF name) has the block NAME.
  const block = cons(host.internals.intern("BLOCK"), cons(isSymbol(name) ? name : car(cdr(name)), forms));
  const bindings = variable === null ? [] : [list(variable, environment)];
  const inner = letStar(host, [...bindings, ...destructurer.bindings], declarations, list(block));
  const ignore = form("DECLARE", form("IGNORABLE", whole, environment));
  return form("LAMBDA", list(whole, environment), ignore, inner);
}

/** The arguments in a form that a compiler macro gets: (name …) or (FUNCALL function …). */
function argumentsOf(whole: LispSymbol): LispValue {
  const isFuncall = form("EQ", form("CAR", whole), quoted(sym("FUNCALL")));
  return form("IF", isFuncall, form("CDDR", whole), form("CDR", whole));
}

/** (DESTRUCTURING-BIND lambda-list expression . body) as LET*. */
export function destructuringBind(host: CompilerHost, source: LispValue): LispValue {
  const lambdaList = car(cdr(source));
  checkLambdaList(lambdaList, "destructuring");
  warnSuspicious(host, lambdaList, true);
  const destructurer = new Destructurer(host, { kind: "DESTRUCTURING-BIND", name: nil() }, nil());
  destructurer.lambdaList(lambdaList, car(cdr(cdr(source))));
  const { declarations, forms } = splitBody(cdr(cdr(cdr(source))));
  return letStar(host, destructurer.bindings, declarations, forms);
}

function letStar(
  host: CompilerHost,
  bindings: readonly LispValue[],
  declarations: readonly LispValue[],
  body: LispValue,
): LispValue {
  let forms = body;
  for (const declaration of [...declarations].reverse()) forms = cons(declaration, forms);
  return cons(host.internals.intern("LET*"), cons(list(...bindings), forms));
}

export function splitBody(body: LispValue): { declarations: LispValue[]; forms: LispValue } {
  const forms = parseBody(body, true, ofWrongType).body;
  const declarations: LispValue[] = [];
  for (let rest = body; rest !== forms && isCons(rest); rest = next(rest)) {
    if (isCons(carOf(rest))) declarations.push(carOf(rest));
  }
  return { declarations, forms };
}
