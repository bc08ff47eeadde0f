/** EVAL, COMPILE, macro expansion, and what asks about the global environment (CLHS chapter 3). */

import { environmentOf, signalling } from "../compiler/macros/asked-expansion.js";
import { Environment } from "../compiler/scope/environment.js";
import { constantForm } from "../compiler/syntax/constant-forms.js";
import {
  compilerMacroFunctionOf,
  macroexpand,
  macroexpand1,
  macroFunctionOf,
  modifyForm,
  setfExpansion,
} from "../compiler/syntax/queries.js";
import { applied } from "../runtime/applied.js";
import { isSpecialOperator } from "../runtime/definitions/special-operators.js";
import type { FunctionTable } from "../runtime/function-table.js";
import { fixedArguments, predicate, truth } from "../runtime/library/fixed.js";
import { setFunctionName } from "../runtime/objects/functions.js";
import type { LispFunction, LispSymbol, LispValue, ValuesFunction } from "../runtime/objects/marshal.js";
import { functionNameSymbol } from "../runtime/objects/setf-names.js";
import { setSymbolFunction, symbolFunction } from "../runtime/objects/symbols.js";
import { callLisp, isCons, isSymbol, keyword, list, nil, sym } from "../runtime/signals.js";
import { readingOf } from "../runtime/stack/stream-readings.js";
import { wrongType } from "../runtime/streams/stream-arguments.js";
import type { Image } from "./image.js";

/** The values of COMPILE. */
function compile(
  image: Image,
  values: ValuesFunction,
  name: LispValue,
  definition: LispValue | undefined,
): LispValue {
  const given = definition !== undefined && definition !== nil();
  if (given && !isCons(definition) && typeof definition !== "function") {
    const type = list(sym("OR"), sym("LIST"), sym("FUNCTION"));
    return wrongType(definition, type);
  }
  const source = given ? definition : callLisp("FDEFINITION", "COMMON-LISP", name);
  const { warnings } = image.compiler;
  const before = warnings.errors + image.compiler.failures;
  const fn = typeof source === "function" ? source : image.compiler.evaluate(list(sym("FUNCTION"), source));
  // Warnings that are muffled, as an evaluation's are, do not count.
  const failed = truth(warnings.errors + image.compiler.failures > before);
  if (isSymbol(name) && name !== nil()) {
    if (given) {
      image.definitions.checkLock(name, "setting fdefinition of ~A");
      image.definitions.setFunction(name, name, fn as LispFunction);
    }
    return values(name, failed, failed);
  }
  return values(fn, failed, failed);
}

function undefine({ definitions, internals }: Image, symbol: LispSymbol): void {
  definitions.checkLock(symbol, "removing the function or macro definition of ~A");
  setSymbolFunction(symbol, internals.makeUnboundFunction(symbol));
  definitions.macros.delete(symbol);
  // Nothing is to keep a name that the program has done with.
  definitions.compiled.delete(symbol);
  definitions.log.noteUndefined("FUNCTION", symbol);
}

/** The kind of operator that a symbol names, as SBCL calls it; null for a symbol that names none. */
function operatorKind({ compiler }: Image, symbol: LispSymbol): "MACRO" | "SPECIAL" | null {
  if (isSpecialOperator(symbol)) return "SPECIAL";
  return macroFunctionOf(compiler, symbol, nil()) === null ? null : "MACRO";
}

/** Stand for operators in the place of functions. */
const standIns = new WeakMap<LispSymbol, LispFunction>();

/** What SYMBOL-FUNCTION answers for an operator: a function that signals, when called, that it is none. */
function operatorStandIn(symbol: LispSymbol, kind: "MACRO" | "SPECIAL"): LispFunction {
  let made = standIns.get(symbol);
  if (made === undefined) {
    made = (...given) => applied(symbolFunction(symbol), given);
    setFunctionName(made, list(keyword(kind), symbol));
    standIns.set(symbol, made);
  }
  return made;
}

/** What a symbol names as an operator or a function; null for nothing. */
function definitionOf(image: Image, symbol: LispSymbol): LispFunction | null {
  if (image.internals.fboundp(symbol)) return symbolFunction(symbol);
  const kind = operatorKind(image, symbol);
  return kind === null ? null : operatorStandIn(symbol, kind);
}

/** What LOAD asks of the texts that it reads. */
function loadingFunctions(image: Image): FunctionTable {
  return {
    // A form of the file that LOAD reads from the stream has places in it.
    "JSCL-MCP::EVAL-LOADED-FORM": (values, form, stream) => {
      const evaluate = () => image.definitions.log.inEval(() => image.evaluate(form));
      const reading = readingOf(stream);
      reading?.begin(form);
      return values(...(reading === undefined ? evaluate() : image.sources.within(reading, evaluate)));
    },
    // Where the form begins that could not be read from a file, as (LINE COLUMN POSITION); NIL elsewhere.
    "JSCL-MCP::NOTE-UNREAD": (_values, stream) => {
      const reading = readingOf(stream);
      image.unread = reading?.unread() ?? null;
      const start = image.readFailure?.start;
      return image.unread === null || start === undefined
        ? nil()
        : list(start.line, start.column, start.offset);
    },
  };
}

export function evaluationFunctions(image: Image): FunctionTable {
  return {
    EVAL: (values, form) => values(...image.definitions.log.inEval(() => image.evaluate(form))),
    ...loadingFunctions(image),
    COMPILE: (values, name, definition) => compile(image, values, name, definition),
    MACROEXPAND: (values, form, environment) => values(...macroexpand(image.compiler, form, environment)),
    "MACROEXPAND-1": (values, form, environment) =>
      values(...macroexpand1(image.compiler, form, environment)),
    "MACRO-FUNCTION": (values, name, environment) =>
      values(macroFunctionOf(image.compiler, name, environment) ?? nil()),
    "COMPILER-MACRO-FUNCTION": (values, name, environment) =>
      values(compilerMacroFunctionOf(image.compiler, name, environment) ?? nil()),
    "SPECIAL-OPERATOR-P": (_values, name) => {
      if (!isSymbol(name)) return wrongType(name, sym("SYMBOL"));
      return truth(isSpecialOperator(name));
    },
    CONSTANTP: (values, form, environment) => {
      const { compiler } = image;
      const env = environment === undefined ? null : environmentOf(environment);
      return values(truth(signalling(compiler, () => constantForm(compiler, form, env)) !== undefined));
    },
    "JSCL-MCP::ENVIRONMENT-P": predicate((x) => x instanceof Environment),
    PROCLAIM: (values, declaration) => {
      (image.runtime["proclaim"] as (d: LispValue) => LispValue)(declaration);
      return values();
    },
    FMAKUNBOUND: (_values, name) => {
      if (isSymbol(name)) undefine(image, name);
      return name;
    },
    FBOUNDP: (_values, name) => {
      const symbol = functionNameSymbol(name);
      if (symbol === null) return wrongType(name, list(sym("OR"), sym("SYMBOL"), sym("CONS")));
      return definitionOf(image, symbol) ?? nil();
    },
    "SYMBOL-FUNCTION": (_values, name) => {
      if (!isSymbol(name)) return wrongType(name, sym("SYMBOL"));
      return definitionOf(image, name) ?? image.definitions.functionOf(name);
    },
    "GET-SETF-EXPANSION": (values, place, environment) =>
      values(...setfExpansion(image.compiler, place, environment)),
    "JSCL-MCP::MODIFY-FORM": fixedArguments(4, 4, (fn, place, args, environment) =>
      modifyForm(image.compiler, fn, place, args, environment),
    ),
  };
}
