/** The macros that define places and macros of places (CLHS 5.1.1, 5.1.2). */
import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispCons, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { isLispString } from "../../runtime/objects/vectors.js";
import { INTERNAL_PACKAGE, nil, sym } from "../../runtime/signals.js";
import type { CompilerHost } from "../host.js";
import { definedName } from "../macros/defining-macros.js";
import { macroLambda, splitBody, splitEnvironment } from "../macros/macro-lambda.js";
import type { NativeMacro } from "../macros/macros.js";
import { ofWrongType, parseBody } from "../syntax/declarations.js";
import { documentationForms } from "../syntax/documentation-forms.js";
import {
  atEveryTime,
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
import { checkLambdaList, lambdaListKeyword, repeated } from "../syntax/lambda-list-check.js";
import { runtimeForm } from "../syntax/operators/runtime-verbs.js";
import { FormTypeError, MacroCallError, ProgramError } from "../syntax/program-error.js";
import { fresh } from "./place-expansion.js";

/** The symbol whose places a form defines. */
function accessFunction(name: LispValue, form: LispCons): LispSymbol {
  if (isSymbol(name)) return name;
  throw new MacroCallError("The access-function argument to ~S, ~S, is not a symbol.", carOf(form), name);
}

/** The form that defines places, with what documents them. */
function definition(host: CompilerHost, name: LispSymbol, define: LispValue, text: LispValue): LispValue {
  return form("PROGN", atEveryTime(define), ...documentationForms(host, text, name, "SETF"), quoted(name));
}

const defineSetfExpander: NativeMacro = (host, f) => {
  const [name, lambdaList] = operands(f, 2);
  const symbol = accessFunction(name, f);
  const body = cdr(cdr(cdrOf(f)));
  const lambda = macroLambda(host, symbol, lambdaList, body, "DEFINE-SETF-EXPANDER");
  const define = runtimeForm("defineSetfExpander", quoted(symbol), form("FUNCTION", lambda));
  return definition(host, symbol, define, parseBody(body, true, ofWrongType).documentation ?? null);
};

const defsetf: NativeMacro = (host, f) => {
  const [name, second, third, ...more] = operands(f, 1);
  const symbol = accessFunction(name, f);
  if (
    isSymbol(second) &&
    second !== nil() &&
    (third === undefined || isLispString(third)) &&
    more.length === 0
  ) {
    const define = runtimeForm("defineSetfFunction", quoted(symbol), quoted(second));
    return definition(host, symbol, define, third);
  }
  if (!isList(second) || !isList(third)) throw new MacroCallError("Ill-formed DEFSETF for ~S", symbol);
  const body = cdr(cdr(cdr(cdrOf(f))));
  const expander = form("FUNCTION", writerExpander(host, symbol, second, third, body));
  const define = runtimeForm("defineSetfWriter", quoted(symbol), expander, elements(third).length);
  return definition(host, symbol, define, parseBody(body, true, ofWrongType).documentation ?? null);
};

function isList(x: LispValue): boolean {
  return isCons(x) || x === nil();
}

/**
 * The function of an environment and the store variables to the function of the operands that makes the
 * writer.
 */
function writerExpander(
  host: CompilerHost,
  name: LispSymbol,
  lambdaList: LispValue,
  stores: LispValue,
  body: LispValue,
): LispValue {
  const variables = elements(stores) as LispSymbol[];
  checkLambdaList(lambdaList, "defsetf");
  checkLambdaList(stores, "defsetf");
  const twice = repeated(variables);
  if (twice !== undefined) {
    throw new ProgramError("The variable ~S occurs more than once in the lambda list.", twice);
  }
  const { rest: parameters, variable } = splitEnvironment(lambdaList);
  const environment = variable ?? fresh(host, "ENV");
  const given = variables.map(() => fresh(host, "STORE"));
  // Declarations in the body are about the parameters and about the stores.
  const bound = variables.map((store, i) => list(store, given[i]));
  const { forms, declarations } = splitBody(body);
  const writer = form(
    "LAMBDA",
    listStar(elements(parameters), list(sym("&AUX"), ...bound)),
    ...declarations,
    cons(sym("BLOCK"), cons(name, forms)),
  );
  return form("LAMBDA", list(environment, ...given), form("FUNCTION", writer));
}

function defineModifyMacro(host: CompilerHost, f: LispCons): LispValue {
  const [written, lambdaList, fn, text] = operands(f, 3, 4);
  const name = definedName(written, f);
  checkLambdaList(lambdaList, "modify-macro");
  if (text !== undefined && text !== nil() && !isLispString(text)) throw new FormTypeError(text, "STRING");
  const place = sym("PLACE", INTERNAL_PACKAGE);
  const environment = fresh(host, "ENV");
  const { arguments: args, rest } = modifyArguments(lambdaList);
  return form(
    "DEFMACRO",
    name,
    listStar([place, ...elements(lambdaList)], list(sym("&ENVIRONMENT"), environment)),
    ...(isLispString(text) ? [text] : []),
    form(
      sym("MODIFY-FORM", INTERNAL_PACKAGE),
      quoted(fn),
      place,
      form("LIST*", ...args, rest ?? nil()),
      environment,
    ),
  );
}

/** The variables of a lambda list with &OPTIONAL and &REST alone, and the one after &REST. */
function modifyArguments(lambdaList: LispValue): { arguments: LispValue[]; rest: LispValue } {
  const items = elements(lambdaList);
  const at = items.findIndex((item) => lambdaListKeyword(item) === "&REST");
  const before = at < 0 ? items : items.slice(0, at);
  const parameters = before.filter((item) => lambdaListKeyword(item) === null);
  const args = parameters.map((item) => (isCons(item) ? carOf(item) : item));
  return { arguments: args, rest: at < 0 ? null : items[at + 1] };
}

export const placeDefinitions: Record<string, NativeMacro> = {
  "DEFINE-SETF-EXPANDER": defineSetfExpander,
  DEFSETF: defsetf,
  "DEFINE-MODIFY-MACRO": defineModifyMacro,
};
