/** The macros that define functions, macros, types and variables (CLHS chapters 3 to 5), but not places. */

import { isSpecialOperator } from "../../runtime/definitions/special-operators.js";
import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispCons, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { stockSymbol } from "../../runtime/objects/stock-symbols.js";
import { isLispString } from "../../runtime/objects/vectors.js";
import { callLisp, nil, sym } from "../../runtime/signals.js";
import { ofWrongType, parseBody } from "../syntax/declarations.js";
import { definingAssignment } from "../syntax/defining-assignments.js";
import { documentationForms } from "../syntax/documentation-forms.js";
import {
  atEveryTime,
  car,
  cdr,
  cons,
  elements,
  form,
  functionNameSymbol,
  isSymbol,
  list,
  listStar,
  operands,
  quoted,
} from "../syntax/forms.js";
import { runtimeForm } from "../syntax/operators/runtime-verbs.js";
import { MacroCallError, SpecialNameError } from "../syntax/program-error.js";
import { macroLambda } from "./macro-lambda.js";
import type { NativeMacro } from "./macros.js";

function ours(name: string): LispSymbol {
  return sym(name, "JSCL-MCP");
}

/** The symbol that a defining form defines. */
export function definedName(name: LispValue, f: LispCons): LispSymbol {
  if (!isSymbol(name))
    throw new MacroCallError("The NAME argument to ~S, ~S, is not a symbol.", carOf(f), name);
  return name;
}

function checkFunctionName(name: LispValue, f: LispCons): void {
  if (functionNameSymbol(name) !== null) return;
  throw new MacroCallError("The NAME argument to ~S, ~S, is not a function name.", carOf(f), name);
}

export const definingMacros: Record<string, NativeMacro> = {
  DEFUN: (_, f) => {
    operands(f, 2);
    const name = car(cdrOf(f));
    checkFunctionName(name, f);
    if (isSymbol(name) && isSpecialOperator(name)) throw new SpecialNameError(name);
    const lambda = form("FUNCTION", cons(stockSymbol("NAMED-LAMBDA"), cdrOf(f)));
    return form(ours("%SET-FUNCTION"), name, lambda);
  },
  DEFMACRO: (host, f) => {
    const [name, lambdaList] = operands(f, 2);
    const symbol = definedName(name, f);
    if (isSpecialOperator(symbol)) {
      throw new MacroCallError("The special operator ~S can't be redefined as a macro.", symbol);
    }
    const body = cdr(cdr(cdrOf(f)));
    const lambda = macroLambda(host, symbol, lambdaList, body, "DEFMACRO");
    const macroFunction = list(sym("MACRO-FUNCTION"), symbol);
    const named = listStar([stockSymbol("NAMED-LAMBDA"), macroFunction], cdr(lambda));
    let expander = form("FUNCTION", named);
    if (!host.internalCode) {
      const documentation = parseBody(body, true, ofWrongType).documentation ?? nil();
      expander = runtimeForm("describeFunction", expander, quoted(lambdaList), quoted(documentation));
    }
    return atEveryTime(runtimeForm("defineMacro", quoted(symbol), expander));
  },
  "DEFINE-COMPILER-MACRO": (host, f) => {
    const [name, lambdaList] = operands(f, 2);
    checkFunctionName(name, f);
    const lambda = macroLambda(host, name, lambdaList, cdr(cdr(cdrOf(f))), "DEFINE-COMPILER-MACRO");
    const { documentation: text } = parseBody(cdr(cdr(cdrOf(f))), true);
    return form(
      "PROGN",
      atEveryTime(runtimeForm("defineCompilerMacro", quoted(name), form("FUNCTION", lambda))),
      ...documentationForms(host, text, name, "COMPILER-MACRO"),
      quoted(name),
    );
  },
  DEFTYPE: (host, f) => {
    const [name, lambdaList] = operands(f, 2);
    const symbol = definedName(name, f);
    const body = cdr(cdr(cdrOf(f)));
    const expander = form("FUNCTION", macroLambda(host, symbol, lambdaList, body, "DEFTYPE"));
    const { documentation: text } = parseBody(body, true, ofWrongType);
    return form(
      "PROGN",
      atEveryTime(form(ours("DEFINE-TYPE"), quoted(symbol), expander)),
      ...documentationForms(host, text, symbol, "TYPE"),
      quoted(symbol),
    );
  },
  "DEFINE-SYMBOL-MACRO": (_, f) => {
    const [name, expansion] = operands(f, 2, 2);
    return atEveryTime(runtimeForm("defineSymbolMacro", quoted(name), quoted(expansion)));
  },
  DEFVAR: (_, f) => {
    const [name, value] = operands(f, 1, 3);
    const symbol = definedName(name, f);
    const proclaim = atEveryTime(runtimeForm("proclaimSpecial", quoted(symbol)));
    if (value === undefined) return form("PROGN", proclaim, quoted(symbol));
    const set = form("IF", form("BOUNDP", quoted(symbol)), nil(), definingAssignment(symbol, value));
    return form("PROGN", proclaim, set, ...documentation(symbol, f), quoted(symbol));
  },
  DEFPARAMETER: (_, f) => {
    const [name, value] = operands(f, 2, 3);
    const symbol = definedName(name, f);
    const proclaim = atEveryTime(runtimeForm("proclaimSpecial", quoted(symbol)));
    const set = definingAssignment(symbol, value);
    return form("PROGN", proclaim, set, ...documentation(symbol, f), quoted(symbol));
  },
  DEFCONSTANT: (_, f) => {
    const [name, value] = operands(f, 2, 3);
    const symbol = definedName(name, f);
    const define = atEveryTime(runtimeForm("defineConstant", quoted(symbol), value));
    return form("PROGN", define, ...documentation(symbol, f), quoted(symbol));
  },
  DECLAIM: (_, f) =>
    atEveryTime(...operands(f, 0).map((declaration) => runtimeForm("proclaim", quoted(declaration))), nil()),
  "IN-PACKAGE": (_, f) => {
    const [name] = operands(f, 1, 1);
    return atEveryTime(runtimeForm("inPackage", quoted(callLisp("STRING", "COMMON-LISP", name))));
  },
};

function documentation(symbol: LispSymbol, f: LispCons): LispValue[] {
  const text = elements(cdrOf(f))[2];
  return isLispString(text) ? [runtimeForm("setVariableDocumentation", quoted(symbol), text)] : [];
}
