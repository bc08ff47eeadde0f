/** The standard macros as source transformations. JSCL defines the rest. */

import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispCons, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { stockSymbol } from "../../runtime/objects/stock-symbols.js";
import { homeName, symbolName } from "../../runtime/objects/symbols.js";
import { nil, sym, t } from "../../runtime/signals.js";
import { next } from "../../runtime/stack/safepoints.js";
import type { CompilerHost } from "../host.js";
import { placeDefinitions } from "../places/place-definitions.js";
import { placeMacros } from "../places/setf-forms.js";
import type { Environment } from "../scope/environment.js";
import { constantForm } from "../syntax/constant-forms.js";
import { parseBody, passedOn } from "../syntax/declarations.js";
import {
  car,
  cdr,
  cons,
  elements,
  form,
  isCons,
  isSymbol,
  list,
  listStar,
  operands,
  quoted,
} from "../syntax/forms.js";
import { runtimeForm } from "../syntax/operators/runtime-verbs.js";
import {
  ClauseOrderError,
  FormTypeError,
  MacroCallError,
  OperandError,
  ProgramError,
} from "../syntax/program-error.js";
import { definingMacros } from "./defining-macros.js";
import { loopMacros } from "./loop/loop.js";
import { destructuringBind } from "./macro-lambda.js";

/** The expansion of a form in a lexical environment. */
export type NativeMacro = (host: CompilerHost, form: LispCons, env: Environment) => LispValue;

function fresh(host: CompilerHost, name: string): LispSymbol {
  return new host.internals.Symbol(name);
}

function progn(forms: LispValue): LispValue {
  if (forms === nil()) return nil();
  return isCons(forms) && cdrOf(forms) === nil() ? carOf(forms) : cons(sym("PROGN"), forms);
}

const conditionals: Record<string, NativeMacro> = {
  WHEN: (_, f) => {
    operands(f, 1);
    return form("IF", car(cdrOf(f)), progn(cdr(cdrOf(f))));
  },
  UNLESS: (_, f) => {
    operands(f, 1);
    return form("IF", car(cdrOf(f)), nil(), progn(cdr(cdrOf(f))));
  },
  AND: (_, f) => {
    const forms = operands(f, 0);
    if (forms.length === 0) return t();
    return forms.reduceRight((rest, each) => form("IF", each, rest));
  },
  OR: (host, f) => {
    const forms = operands(f, 0);
    if (forms.length === 0) return nil();
    return forms.reduceRight((rest, each) => {
      const value = fresh(host, "OR");
      return form("LET", list(list(value, each)), form("IF", value, value, rest));
    });
  },
  COND: (host, f) =>
    elements(cdrOf(f)).reduceRight((rest, clause) => {
      if (!isCons(clause)) throw new FormTypeError(clause, "CONS", "COND clause is not a CONS: ~S");
      const test = carOf(clause);
      if (test === t()) return cdrOf(clause) === nil() ? t() : progn(cdrOf(clause));
      if (cdrOf(clause) === nil()) return form("OR", test, rest);
      return form("IF", test, progn(cdrOf(clause)), rest);
    }, host.nil as LispValue),
  CASE: (host, f) => {
    const [key, ...clauses] = operands(f, 1);
    const value = fresh(host, "KEY");
    return form("LET", list(list(value, key)), caseClauses(value, clauses));
  },
};

function caseClauses(value: LispSymbol, clauses: readonly LispValue[]): LispValue {
  const last = clauses.length - 1;
  checkCaseClauses(clauses);
  return clauses.reduceRight((rest, clause, i) => {
    const keys = car(clause);
    if (!isCons(clause)) return rest;
    if (i === last && (keys === t() || keys === sym("OTHERWISE"))) return progn(cdrOf(clause));
    const list_ = isCons(keys) || keys === nil() ? elements(keys) : [keys];
    const tests = list_.map((k) => form("EQL", value, quoted(k)));
    return form("IF", tests.length === 1 ? tests[0] : form("OR", ...tests), progn(cdrOf(clause)), rest);
  }, nil() as LispValue);
}

function checkCaseClauses(clauses: readonly LispValue[]): void {
  clauses.forEach((clause, i) => {
    if (!isCons(clause)) throw new MacroCallError("~S -- bad clause in ~S", clause, sym("CASE"));
    const keys = carOf(clause);
    if (i < clauses.length - 1 && (keys === t() || keys === sym("OTHERWISE"))) {
      throw new ClauseOrderError(sym("CASE"), clause);
    }
  });
}

/** Splits the body of a loop into declarations and the tagbody. */
function loopBody(body: LispValue): { declarations: LispValue[]; statements: LispValue } {
  const statements = parseBody(body, false, passedOn).body;
  const declarations: LispValue[] = [];
  for (let rest = body; rest !== statements; rest = cdr(rest)) declarations.push(car(rest));
  return { declarations, statements };
}

function whileForm(test: LispValue, ...body: LispValue[]): LispValue {
  return listStar([stockSymbol("%WHILE"), test], list(...body));
}

function doLoop(binder: "LET" | "LET*", setter: "PSETQ" | "SETQ"): NativeMacro {
  return (_, f) => {
    const [variables, end] = operands(f, 2);
    const { declarations, statements } = loopBody(cdr(cdr(cdrOf(f))));
    if (!isCons(variables) && variables !== nil())
      throw new MacroCallError("Ill-formed ~S variable list -- possibly illegal old style DO?", carOf(f));
    const specs = elements(variables).map((v) => doSpecification(v, carOf(f)));
    const steps = specs.filter((spec) => spec.length > 2).flatMap((spec) => [spec[0], spec[2]]);
    const bindings = specs.map((spec) => list(spec[0], spec.length > 1 ? spec[1] : nil()));
    if (!isCons(end)) {
      throw new MacroCallError("Ill-formed ~S end test list -- possibly illegal old style DO?", carOf(f));
    }
    const loop = whileForm(
      form("NOT", carOf(end)),
      cons(sym("TAGBODY"), statements),
      ...(steps.length === 0 ? [] : [form(setter, ...steps)]),
    );
    return form("BLOCK", nil(), form(binder, list(...bindings), ...declarations, loop, progn(cdrOf(end))));
  };
}

function doSpecification(source: LispValue, operator: LispValue): LispValue[] {
  if (isSymbol(source)) return [source];
  const parts = isCons(source) ? elements(source) : [];
  if (parts.length < 1 || parts.length > 3) {
    throw new MacroCallError("~S is an illegal form for a ~S varlist.", source, operator);
  }
  if (!isSymbol(parts[0]))
    throw new MacroCallError("~S step variable is not a symbol: ~S", operator, parts[0]);
  return parts;
}

function progLoop(binder: "LET" | "LET*"): NativeMacro {
  return (_, f) => {
    operands(f, 1);
    const { declarations, statements } = loopBody(cdr(cdrOf(f)));
    return form(
      "BLOCK",
      nil(),
      form(binder, car(cdrOf(f)), ...declarations, cons(sym("TAGBODY"), statements)),
    );
  };
}

/** The parts of (variable source result). */
function loopSpec(spec: LispValue, f: LispCons): LispValue[] {
  const parts: LispValue[] = [];
  let rest = spec;
  for (; isCons(rest); rest = next(rest)) parts.push(carOf(rest));
  if (parts.length < 2 || parts.length > 3 || rest !== nil()) throw new OperandError(f);
  return parts;
}

/** What a declaration says of special variables: it holds for a loop's result too, where no type does. */
function specialDeclarations(declaration: LispValue): LispValue[] {
  const specials = elements(cdrOf(declaration as LispCons)).filter((x) => car(x) === sym("SPECIAL"));
  return specials.length === 0 ? [] : [form("DECLARE", ...specials)];
}

/** How many conses of a constant DOLIST looks at, as in SBCL: a list may be long, or have no end. */
const CONSES_LOOKED_AT = 21;

/** Refuses a constant that DOLIST cannot go along, and warns of one whose end is no end. */
function checkConstantList(host: CompilerHost, constant: LispValue, f: LispCons): void {
  let rest = constant;
  for (let i = 0; i < CONSES_LOOKED_AT && isCons(rest); i++) rest = cdrOf(rest);
  if (isCons(rest) || rest === nil()) return;
  if (rest === constant) throw new FormTypeError(constant, "LIST");
  host.warnings.warn("SIMPLE-STYLE-WARNING", `Dotted list ${host.print(constant)} in DOLIST.`, f);
}

const iteration: Record<string, NativeMacro> = {
  DOLIST: (host, f) => {
    const [spec] = operands(f, 1);
    const [variable, source, result] = loopSpec(spec, f);
    const isWritten = !isCons(source) || carOf(source) === sym("QUOTE");
    const constant = isWritten ? constantForm(host, source, null) : undefined;
    if (constant !== undefined) checkConstantList(host, constant.value, f);
    const { declarations, statements } = loopBody(cdr(cdrOf(f)));
    const ignorable = form("DECLARE", form("IGNORABLE", variable));
    const rest = fresh(host, "REST");
    const loop = whileForm(
      form("NOT", form("ENDP", rest)),
      form(
        "LET",
        list(list(variable, form("CAR", rest))),
        ignorable,
        ...declarations,
        form("SETQ", rest, form("CDR", rest)),
        cons(sym("TAGBODY"), statements),
      ),
    );
    const specials = declarations.flatMap(specialDeclarations);
    const after =
      result === undefined ? [] : [form("LET", list(list(variable, nil())), ignorable, ...specials, result)];
    return form("BLOCK", nil(), form("LET", list(list(rest, source)), loop, ...after));
  },
  DOTIMES: (host, f) => {
    const [spec] = operands(f, 1);
    const [variable, count, result] = loopSpec(spec, f);
    if (!isSymbol(variable)) throw new MacroCallError("DO step variable is not a symbol: ~S", variable);
    const { declarations, statements } = loopBody(cdr(cdrOf(f)));
    const limit = fresh(host, "COUNT");
    const constant = Number.isInteger(count);
    const loop = form(
      stockSymbol("%COUNT-UP"),
      variable,
      constant ? count : limit,
      cons(sym("TAGBODY"), statements),
    );
    const limits = constant ? [] : [list(limit, runtimeForm("checkInteger", count))];
    return form(
      "BLOCK",
      nil(),
      form(
        "LET",
        list(...limits, list(variable, 0)),
        form("DECLARE", form("IGNORABLE", variable)),
        ...declarations,
        loop,
        ...(result === undefined ? [] : [result]),
      ),
    );
  },
  DO: doLoop("LET", "PSETQ"),
  "DO*": doLoop("LET*", "SETQ"),
  PROG: progLoop("LET"),
  "PROG*": progLoop("LET*"),
};

/** NTH-VALUE binds so many values at most. */
const MOST_BOUND = 8;

const sequencing: Record<string, NativeMacro> = {
  PROG1: (host, f) => {
    const [first] = operands(f, 1);
    const value = fresh(host, "VALUE");
    return listStar([sym("LET"), list(list(value, first))], append(cdr(cdrOf(f)), value));
  },
  PROG2: (_, f) => {
    const [first] = operands(f, 2);
    return form("PROGN", first, cons(sym("PROG1"), cdr(cdrOf(f))));
  },
  RETURN: (_, f) => form("RETURN-FROM", nil(), operands(f, 0, 1)[0] ?? nil()),
  "NTH-VALUE": (host, f) => {
    const [n, source] = operands(f, 2, 2);
    if (n === 0) return form("VALUES", source);
    if (typeof n === "number" && Number.isInteger(n) && n > 0 && n < MOST_BOUND) {
      const values = Array.from({ length: n + 1 }, () => fresh(host, "VALUE"));
      return form("MULTIPLE-VALUE-BIND", list(...values), source, values[n]);
    }
    const index = fresh(host, "N");
    return form("LET", list(list(index, n)), form("NTH", index, form("MULTIPLE-VALUE-LIST", source)));
  },
  LAMBDA: (_, f) => {
    if (!isCons(cdrOf(f))) throw new OperandError(f);
    return form("FUNCTION", f);
  },
  "DESTRUCTURING-BIND": (host, f) => {
    operands(f, 2);
    return destructuringBind(host, f);
  },
};

function append(items: LispValue, last: LispValue): LispValue {
  return listStar(elements(items), list(last));
}

const table = new Map<string, NativeMacro>(
  [conditionals, iteration, sequencing, loopMacros, definingMacros, placeDefinitions, placeMacros].flatMap(
    (macros) => Object.entries(macros),
  ),
);

/** Symbols of the standard macros that are expanded here. */
export function nativeMacroSymbols(): LispSymbol[] {
  return Array.from(table.keys(), (name) => sym(name));
}

/**
 * The expansion of a call of a native macro. Mistakes of the call as a whole are reported before those of its
 * parts.
 */
export function expandNative(
  macro: NativeMacro,
  host: CompilerHost,
  form: LispCons,
  env: Environment,
): LispValue {
  return ofMacro(form, () => {
    try {
      return macro(host, form, env);
    } catch (error) {
      throw error instanceof FormTypeError && host.isMalformedCall(form) ? new OperandError(form) : error;
    }
  });
}

/** What `look` finds wrong with a call of a macro is told with that call. */
export function ofMacro<T>(form: LispCons, look: () => T): T {
  try {
    return look();
  } catch (error) {
    if (error instanceof ProgramError) error.macroCall ??= form;
    throw error;
  }
}

/** OR where its value is only tested, and so need not be kept. */
const testedOr: NativeMacro = (_, f) =>
  operands(f, 0).reduceRight((rest, each) => form("IF", each, t(), rest), nil() as LispValue);

/** The transformation of a standard macro whose value is only tested; null as for `nativeMacro`. */
export function nativeTestMacro(symbol: LispSymbol): NativeMacro | null {
  const macro = nativeMacro(symbol);
  return macro === conditionals["OR"] ? testedOr : macro;
}

/** The transformation of a standard macro, or null when JSCL or the overlay defines it. */
export function nativeMacro(symbol: LispSymbol): NativeMacro | null {
  return homeName(symbol) === "COMMON-LISP" ? (table.get(symbolName(symbol)) ?? null) : null;
}
