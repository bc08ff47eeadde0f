/** FUNCTION, FLET, LABELS and JSCL's own forms for defining functions. */

import { isSpecialOperator } from "../../runtime/definitions/special-operators.js";
import { cdrOf } from "../../runtime/objects/conses.js";
import type { LispCons, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { stockSymbol } from "../../runtime/objects/stock-symbols.js";
import { symbolName } from "../../runtime/objects/symbols.js";
import { sym } from "../../runtime/signals.js";
import type { Destination, ValuesMode } from "../emit/destination.js";
import type { Unit } from "../emit/unit.js";
import { withSpecials } from "../scope/bindings.js";
import type { Environment, FunctionBinding } from "../scope/environment.js";
import { readable } from "../scope/reads.js";
import { parseBody } from "../syntax/declarations.js";
import {
  car,
  cdr,
  elements,
  functionNameSymbol,
  isCons,
  isSymbol,
  operands,
  setfFunctionSymbol,
} from "../syntax/forms.js";
import { parseLambdaList } from "../syntax/lambda-list.js";
import { illegalFunctionName, ProgramError, SPECIAL_NAME } from "../syntax/program-error.js";
import { type Signature, signatureOf } from "../warnings/signature.js";
import { functionReference } from "./calls.js";
import { compileLambda, within } from "./lambda.js";
import type { SpecialForms } from "./special-forms.js";

function compileFunction(unit: Unit, form: LispCons, env: Environment, _values: ValuesMode): string {
  const [name] = operands(form, 1, 1);
  const head = car(name);
  if (isCons(name) && isSymbol(head) && symbolName(head) === "NAMED-LAMBDA")
    return namedLambda(unit, name, env);
  return functionReference(unit, name, env);
}

/**
 * (NAMED-LAMBDA name lambda-list . body): `name` is a symbol, (SETF symbol), (MACRO-FUNCTION symbol), (FLET
 * string) for a function that a macro makes, or the name of a method.
 */
function namedLambda(unit: Unit, form: LispCons, env: Environment): string {
  const name = car(cdrOf(form));
  const lambda = cdr(cdrOf(form));
  if (isSymbol(name)) return compileLambda(unit, lambda, env, { kind: "function", name, block: name });
  if (car(name) === sym("MACRO-FUNCTION")) {
    return compileLambda(unit, lambda, env, { kind: "function", name, block: null });
  }
  if (car(name) === sym("FLET")) {
    const local = within(unit, [sym("FLET"), car(cdr(name))]);
    return compileLambda(unit, lambda, env, { kind: "local", name: local, block: null });
  }
  const setf = car(name) === sym("SETF") ? car(cdr(name)) : null;
  if (!isSymbol(setf)) return compileLambda(unit, lambda, env, { kind: "method", name, block: null });
  return compileLambda(unit, lambda, env, { kind: "setf", name, block: setf });
}

interface LocalDefinition {
  name: LispValue;
  /** The symbol calls use, and the block's name. */
  key: LispSymbol;
  block: LispSymbol;
  lambda: LispValue;
  binding: FunctionBinding;
}

/** What a local function takes; null where its definition is no valid one. */
function localSignature({ host }: Unit, definition: LispValue): Signature | null {
  if (host.internalCode) return null;
  try {
    return signatureOf(parseLambdaList(car(cdr(definition))));
  } catch {
    return null;
  }
}

function definitions(unit: Unit, form: LispCons, operator: string): LocalDefinition[] {
  operands(form, 1);
  const source = car(cdrOf(form));
  if (!isCons(source) && source !== unit.host.nil) {
    throw new ProgramError(`Malformed ${operator} definitions: ~S.`, source);
  }
  return elements(source).map((definition) => {
    if (!isCons(definition) || !isCons(cdrOf(definition))) {
      throw new ProgramError(`The ${operator} definition spec ~S is malformed.`, definition);
    }
    const name = car(definition);
    const plain = isSymbol(name) ? name : isCons(name) && car(name) === sym("SETF") ? car(cdr(name)) : null;
    if (!isSymbol(plain)) throw new ProgramError("Illegal function name: ~S.", name);
    if (isSymbol(name) && isSpecialOperator(name)) {
      throw new ProgramError(SPECIAL_NAME, name);
    }
    const key = isSymbol(name) ? name : setfFunctionSymbol(plain);
    return {
      name,
      key,
      block: plain,
      lambda: cdr(definition),
      binding: {
        kind: "function",
        js: unit.fresh("f"),
        used: false,
        expander: null,
        signature: localSignature(unit, definition),
        ...readable(),
        name: within(unit, [sym(operator), name]),
      },
    };
  });
}

function localFunction(unit: Unit, operator: string, definition: LocalDefinition, env: Environment): string {
  const name = within(unit, [sym(operator), definition.name]);
  return unit.reads.on(definition.binding, () =>
    compileLambda(unit, definition.lambda, env, { kind: "local", name, block: definition.block }),
  );
}

function finishBody(unit: Unit, form: LispCons, env: Environment, destination: Destination): void {
  const declarations = parseBody(cdr(cdrOf(form)));
  unit.body(declarations.body, withSpecials(unit.host, declarations, new Set(), env), destination);
}

function compileFlet(unit: Unit, form: LispCons, env: Environment, destination: Destination): void {
  const functions = definitions(unit, form, "FLET");
  let inner = env;
  for (const f of functions) inner = inner.withFunction(f.key, f.binding);
  const code = unit.buffered(() => {
    for (const f of functions) unit.emit(`const ${f.binding.js}=${localFunction(unit, "FLET", f, env)};`);
    finishBody(unit, form, inner, destination);
  });
  unit.emit(destination.to === "return" ? code : `{${code}}`);
}

function compileLabels(unit: Unit, form: LispCons, env: Environment, destination: Destination): void {
  const functions = definitions(unit, form, "LABELS");
  let inner = env;
  for (const f of functions) inner = inner.withFunction(f.key, f.binding);
  const code = unit.buffered(() => {
    for (const f of functions) unit.emit(`const ${f.binding.js}=${localFunction(unit, "LABELS", f, inner)};`);
    finishBody(unit, form, inner, destination);
  });
  unit.emit(destination.to === "return" ? code : `{${code}}`);
}

/** (%SET-FUNCTION name function): what DEFUN does at run time. `name` is a literal function name. */
function compileSetFunction(unit: Unit, form: LispCons, env: Environment): string {
  const [name, definition] = operands(form, 2, 2);
  if (functionNameSymbol(name) === null) throw illegalFunctionName(name);
  const fn = described(unit, definition, unit.expression(definition, env));
  return `${unit.context.mark()}R.defineFunction(${unit.literals.reference(name)},${fn})`;
}

/** The function with what DESCRIBE and DOCUMENTATION tell of it, if it is a program's. */
function described(unit: Unit, definition: LispValue, fn: string): string {
  const lambda = car(cdr(definition));
  if (unit.host.internalCode || car(lambda) !== stockSymbol("NAMED-LAMBDA")) return fn;
  const [lambdaList, body] = [car(cdr(cdr(lambda))), cdr(cdr(cdr(lambda)))];
  const parts = [lambdaList, parseBody(body, true).documentation ?? unit.host.nil];
  return `R.describeFunction(${[fn, ...parts.map((part) => unit.literals.reference(part))].join(",")})`;
}

export const functionForms: SpecialForms = {
  FUNCTION: { expression: compileFunction },
  FLET: { statement: compileFlet },
  LABELS: { statement: compileLabels },
  "%SET-FUNCTION": { expression: compileSetFunction },
};
