/** Macro and destructuring lambda lists (CLHS 3.4.4, 3.4.5) to ordinary LET* forms. */
import type { LispSymbol, LispValue } from "../runtime/marshal.js";
import { next } from "../runtime/safepoints.js";
import { INTERNAL_PACKAGE, keyword, nil, sym, t } from "../runtime/signals.js";
import { parseBody } from "./declarations.js";
import { car, cdr, cons, form, isCons, isSymbol, list, quoted } from "./forms.js";
import type { CompilerHost } from "./host.js";
import { checkLambdaList } from "./lambda-list-check.js";
import { ProgramError } from "./program-error.js";

/** What defines the macro, for its messages. */
export type MacroKind = "DEFMACRO" | "MACROLET" | "DEFINE-COMPILER-MACRO" | "DEFINE-SETF-EXPANDER";

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
  ) {}

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
    if (isCons(rest) && isMarker(rest.$$jscl_car, "&WHOLE")) {
      const variable = car(rest.$$jscl_cdr);
      rest = cdr(rest.$$jscl_cdr);
      this.bind(whole, init);
      this.pattern(variable, whole);
    } else this.bind(whole, init);
    const counts = countParameters(rest);
    this.bind(
      whole,
      form(
        ours("%RUNTIME"),
        this.text("checkDestructuring"),
        whole,
        counts.required,
        counts.most ?? nil(),
        quoted(this.symbolOf(this.context.kind)),
        quoted(this.context.name),
        quoted(rest),
      ),
    );
    let section = "";
    let restBound = false;
    const advance = (): LispValue => form(ours("%UNSAFE-CAR"), whole);
    while (rest !== nil()) {
      if (!isCons(rest)) {
        this.bind(rest, whole);
        return;
      }
      const item = rest.$$jscl_car;
      rest = next(rest);
      if (isSymbol(item) && item.name.startsWith("&") && item.package?.packageName === "COMMON-LISP") {
        section = item.name;
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
        this.bind(next, form(ours("%UNSAFE-CDR"), whole));
        whole = next;
      } else if (section === "&OPTIONAL") {
        const [variable, init2, supplied] = parameter(item);
        const next = this.temporary();
        if (supplied !== null) this.bind(supplied, form("IF", whole, t(), nil()));
        this.pattern(variable, form("IF", whole, advance(), init2));
        this.bind(next, form("IF", whole, form(ours("%UNSAFE-CDR"), whole), nil()));
        whole = next;
      } else if (section === "&KEY") {
        this.key(item, whole);
      } else if (section === "&AUX") {
        const [variable, init2] = parameter(item);
        this.bind(variable, init2);
      } else if (!restBound)
        throw new ProgramError("expected lambda list keyword at ~S in: ~S", item, source);
    }
  }

  private key(item: LispValue, whole: LispSymbol): void {
    const spec = isCons(item) ? item.$$jscl_car : item;
    const [, init, supplied] = parameter(item);
    const variable = isCons(spec) ? car(cdr(spec)) : spec;
    const name = isCons(spec) ? car(spec) : keyword((spec as LispSymbol).name);
    const tail = this.temporary();
    this.bind(tail, form(ours("%RUNTIME"), this.text("findKeyword"), whole, quoted(name)));
    if (supplied !== null) this.bind(supplied, form("IF", tail, t(), nil()));
    this.pattern(
      variable,
      form("IF", tail, form(ours("%UNSAFE-CAR"), form(ours("%UNSAFE-CDR"), tail)), init),
    );
  }

  private checkKeywords(parameters: LispValue, whole: LispSymbol): void {
    const names: LispValue[] = [];
    let allow: LispValue = nil();
    for (let rest = parameters; isCons(rest); rest = next(rest)) {
      const item = rest.$$jscl_car;
      if (isMarker(item, "&ALLOW-OTHER-KEYS")) allow = t();
      if (isSymbol(item) && item.name.startsWith("&")) break;
      const spec = isCons(item) ? item.$$jscl_car : item;
      names.push(isCons(spec) ? car(spec) : keyword((spec as LispSymbol).name));
    }
    const { kind, name } = this.context;
    const check = form(
      ours("%RUNTIME"),
      this.text("checkKeywordList"),
      whole,
      quoted(list(...names)),
      allow,
      quoted(this.symbolOf(kind)),
      quoted(name),
    );
    this.bind(this.temporary(), check);
  }

  private text(name: string): LispValue {
    return this.host.internals.make_lisp_string(name);
  }

  private symbolOf(name: string): LispSymbol {
    return this.host.internals.intern(name);
  }
}

function ours(name: string): LispSymbol {
  return sym(name, INTERNAL_PACKAGE);
}

function isMarker(x: LispValue, name: string): boolean {
  return isSymbol(x) && x.name === name;
}

function parameter(item: LispValue): [LispValue, LispValue, LispValue | null] {
  if (!isCons(item)) return [item, nil(), null];
  const rest = cdr(item);
  const more = cdr(rest);
  return [item.$$jscl_car, car(rest), isCons(more) ? more.$$jscl_car : null];
}

/** The fewest and most elements a lambda list takes; no `most` when it takes any number. */
function countParameters(source: LispValue): { required: number; most: number | null } {
  let required = 0;
  let optional = 0;
  let section = "";
  let rest: LispValue = source;
  for (; isCons(rest); rest = cdr(rest)) {
    const item = rest.$$jscl_car;
    if (isSymbol(item) && item.name.startsWith("&") && item.package?.packageName === "COMMON-LISP") {
      section = item.name;
      if (section === "&REST" || section === "&BODY" || section === "&KEY") return { required, most: null };
      if (section === "&ENVIRONMENT") rest = cdr(rest);
    } else if (section === "") required++;
    else if (section === "&OPTIONAL") optional++;
  }
  return { required, most: rest === nil() ? required + optional : null };
}

/** Takes `&ENVIRONMENT variable` out of a macro lambda list. */
export function splitEnvironment(source: LispValue): { rest: LispValue; variable: LispValue | null } {
  if (!isCons(source)) return { rest: source, variable: null };
  if (isMarker(source.$$jscl_car, "&ENVIRONMENT")) {
    return { rest: cdr(source.$$jscl_cdr), variable: car(source.$$jscl_cdr) };
  }
  const { rest, variable } = splitEnvironment(source.$$jscl_cdr);
  return { rest: cons(source.$$jscl_car, rest), variable };
}

/** The lambda expression of a macro function: (form environment) to expansion. */
export function macroLambda(
  host: CompilerHost,
  name: LispSymbol,
  lambdaList: LispValue,
  body: LispValue,
  kind: MacroKind,
): LispValue {
  checkLambdaList(lambdaList, "macro");
  const whole = new host.internals.Symbol("EXPR");
  const environment = new host.internals.Symbol("ENV");
  const { rest, variable } = splitEnvironment(lambdaList);
  const destructurer = new Destructurer(host, { kind, name });
  let source = rest;
  if (isCons(rest) && isMarker(rest.$$jscl_car, "&WHOLE")) {
    destructurer.bindings.push(list(car(rest.$$jscl_cdr), whole));
    source = cdr(rest.$$jscl_cdr);
  }
  destructurer.lambdaList(source, form("CDR", whole));
  const { declarations, forms } = splitBody(body);
  const block = cons(host.internals.intern("BLOCK"), cons(name, forms));
  const bindings = variable === null ? [] : [list(variable, environment)];
  const inner = letStar(host, [...bindings, ...destructurer.bindings], declarations, list(block));
  const ignore = form("DECLARE", form("IGNORABLE", whole, environment));
  return form("LAMBDA", list(whole, environment), ignore, inner);
}

/** (DESTRUCTURING-BIND lambda-list expression . body) as LET*. */
export function destructuringBind(host: CompilerHost, source: LispValue): LispValue {
  const lambdaList = car(cdr(source));
  checkLambdaList(lambdaList, "destructuring");
  const destructurer = new Destructurer(host, { kind: "DESTRUCTURING-BIND", name: nil() });
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
  const forms = parseBody(body, true).body;
  const declarations: LispValue[] = [];
  for (let rest = body; rest !== forms && isCons(rest); rest = next(rest)) {
    if (isCons(rest.$$jscl_car)) declarations.push(rest.$$jscl_car);
  }
  return { declarations, forms };
}
