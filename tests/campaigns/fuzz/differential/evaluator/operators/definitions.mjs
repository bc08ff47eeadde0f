/** Operators that define: functions, macros, variables, places. */
import { Cons, form, items, list, NIL, symbol } from "../data.mjs";
import { functionKey } from "../frames.mjs";
import { makeFunction } from "../functions.mjs";
import { macro } from "./basic.mjs";

function defun(lisp, [name, lambdaList, ...body]) {
  const blockName = name instanceof Cons ? name.cdr.car : name;
  lisp.functions.set(functionKey(name), makeFunction(lisp, blockName, lambdaList, body, null));
  return [name];
}

function defmacro(lisp, definition) {
  lisp.macros.set(definition[0], macro(lisp, definition));
  return [definition[0]];
}

function defvar(lisp, [name, init], env) {
  lisp.specials.add(name);
  if (init !== undefined && lisp.values.get(name) === undefined) lisp.values.set(name, lisp.one(init, env));
  return [name];
}

function defparameter(lisp, [name, init], env) {
  lisp.specials.add(name);
  lisp.values.set(name, lisp.one(init, env));
  return [name];
}

function declaim(lisp, declarations) {
  for (const declaration of declarations)
    if (declaration.car === symbol("SPECIAL"))
      for (const name of items(declaration.cdr)) lisp.specials.add(name);
  return [NIL];
}

/**
 * The short form names a function of the arguments and the new value; the long form makes the form that
 * stores it.
 */
function defsetf(lisp, [name, ...rest]) {
  if (!(rest[0] instanceof Cons) && rest[0] !== NIL) {
    lisp.setters.set(name, (temporaries, store) => form(rest[0], ...temporaries, store));
    return [name];
  }
  const [lambdaList, stores, ...body] = rest;
  const maker = makeFunction(lisp, null, list([...items(stores), ...items(lambdaList)]), body, null);
  lisp.setters.set(name, (temporaries, store) => lisp.call(maker, [store, ...temporaries])[0]);
  return [name];
}

/**
 * The macro is (SETF place (function place arguments...)), with all of the place and then the arguments
 * evaluated first.
 */
function defineModifyMacro(lisp, [name, lambdaList, callee]) {
  const hasRest = items(lambdaList).includes(symbol("&REST"));
  lisp.macros.set(name, {
    expand: ([place, ...args]) =>
      form("%MODIFY", callee, place, ...(hasRest ? args : withDefaults(lambdaList, args))),
  });
  return [name];
}

/** The arguments, and the defaults of optional ones that are not given. */
function withDefaults(lambdaList, args) {
  const parameters = items(lambdaList).filter((parameter) => parameter !== symbol("&OPTIONAL"));
  return parameters.map((parameter, i) => args[i] ?? parameter.cdr.car);
}

export const definitions = {
  DEFUN: defun,
  DEFMACRO: defmacro,
  DEFVAR: defvar,
  DEFPARAMETER: defparameter,
  DECLAIM: declaim,
  DEFSETF: defsetf,
  "DEFINE-MODIFY-MACRO": defineModifyMacro,
};
