/** Functions that call, answer values, compare, ask for types, and signal. */
import {
  Condition,
  isKeyword,
  isString,
  items,
  LispFunction,
  LispSymbol,
  NIL,
  T,
  Trouble,
  truth,
  typeError,
} from "../data.mjs";
import { restarting } from "../operators/handlers.mjs";
import { print } from "../printer.mjs";
import { isOfType } from "../types.mjs";
import { exactly, isTrue, predicate, takes } from "./define.mjs";
import { equal, same } from "./equality.mjs";

const MANY = Number.POSITIVE_INFINITY;

/**
 * The condition of a call of ERROR, SIGNAL or WARN, whose argument is a condition, the name of a type, or a
 * text.
 */
function designated(what, simple) {
  if (what instanceof Condition) return what;
  if (isString(what)) return new Condition(simple);
  return new Condition(checkSymbol(what).name);
}

function checkSymbol(value) {
  if (!(value instanceof LispSymbol)) throw typeError(value, "SYMBOL");
  return value;
}

function error(what) {
  return this.signalError(designated(what, "SIMPLE-ERROR"));
}

function cerror(_text, what) {
  const proceed = [["CONTINUE", () => [NIL]]];
  return restarting(this, proceed, () => this.signalError(designated(what, "SIMPLE-ERROR")));
}

function signal(what) {
  this.signal(designated(what, "SIMPLE-CONDITION"));
  return NIL;
}

function warn(what) {
  const warning = designated(what, "SIMPLE-WARNING");
  if (!isOfType(warning, { name: "WARNING" }, this)) throw typeError(warning, "WARNING");
  const muffle = [["MUFFLE-WARNING", () => [NIL]]];
  return restarting(this, muffle, () => {
    this.signal(warning);
    return [NIL];
  });
}

function invokeRestart(name, ...args) {
  for (let active = this.restarts; active !== null; active = active.outside)
    for (const restart of active.restarts) if (nameOf(restart) === name.name) return restart.invoke(args);
  throw new Trouble("CONTROL-ERROR");
}

const nameOf = ({ name }) => (name instanceof LispSymbol ? name.name : name);

/** Functions that invoke the restart of their name if there is one. */
const invoking = (name, count) =>
  takes(count, count + 1, function (...args) {
    for (let active = this.restarts; active !== null; active = active.outside)
      for (const restart of active.restarts)
        if (nameOf(restart) === name) return restart.invoke(args.slice(0, count));
    if (name === "MUFFLE-WARNING") throw new Trouble("CONTROL-ERROR");
    return NIL;
  });

function note(key, value) {
  this.log.push(`${print(key)}:${print(value)}`);
  return value;
}

/** Predicates that are named as `type` and P, or another name. */
const TESTS = {
  NULL: "NULL",
  NOT: "NULL",
  NUMBERP: "NUMBER",
  INTEGERP: "INTEGER",
  RATIONALP: "RATIONAL",
  REALP: "REAL",
  FLOATP: "FLOAT",
  SYMBOLP: "SYMBOL",
  KEYWORDP: "KEYWORD",
  STRINGP: "STRING",
  CHARACTERP: "CHARACTER",
  VECTORP: "VECTOR",
  ARRAYP: "ARRAY",
  FUNCTIONP: "FUNCTION",
  "HASH-TABLE-P": "HASH-TABLE",
};

const tests = Object.fromEntries(
  Object.entries(TESTS).map(([name, type]) => [
    name,
    predicate(function (value) {
      return isOfType(value, { name: type }, this);
    }),
  ]),
);

export const control = {
  ...tests,
  NOTE: exactly(2, note),
  VALUES: takes(0, MANY, (...values) => values),
  "VALUES-LIST": exactly(1, (values) => items(values)),
  FUNCALL: takes(1, MANY, function (callee, ...args) {
    return this.call(callee, args);
  }),
  APPLY: takes(2, MANY, function (callee, ...args) {
    return this.call(callee, [...args.slice(0, -1), ...items(args.at(-1))]);
  }),
  IDENTITY: exactly(1, (value) => value),
  CONSTANTLY: exactly(1, (value) => new LispFunction("constantly", () => [value])),
  COMPLEMENT: exactly(1, function (test) {
    return new LispFunction("complement", (args) => [truth(!isTrue(this.call(test, args)))]);
  }),
  EQ: exactly(2, (a, b) => truth(a === b)),
  EQL: exactly(2, (a, b) => truth(same(a, b))),
  EQUAL: exactly(2, (a, b) => truth(equal(a, b))),
  TYPEP: exactly(2, function (value, type) {
    return truth(isOfType(value, type, this));
  }),
  "SYMBOL-VALUE": exactly(1, function (name) {
    return this.specialValue(checkSymbol(name));
  }),
  SET: exactly(2, function (name, value) {
    return this.setSpecial(name, value);
  }),
  BOUNDP: exactly(1, function (name) {
    checkSymbol(name);
    return truth(isKeyword(name) || name === T || name === NIL || this.values.get(name) !== undefined);
  }),
  ERROR: takes(1, MANY, error),
  CERROR: takes(2, MANY, cerror),
  SIGNAL: takes(1, MANY, signal),
  WARN: takes(1, MANY, warn),
  "MAKE-CONDITION": takes(1, MANY, (type) => new Condition(type.name)),
  "INVOKE-RESTART": takes(1, MANY, invokeRestart),
  CONTINUE: invoking("CONTINUE", 0),
  "USE-VALUE": invoking("USE-VALUE", 1),
  "STORE-VALUE": invoking("STORE-VALUE", 1),
  "MUFFLE-WARNING": invoking("MUFFLE-WARNING", 0),
  "TYPE-ERROR-DATUM": exactly(1, (condition) => {
    if (!(condition instanceof Condition)) throw typeError(condition, "TYPE-ERROR");
    return condition.slots.datum ?? NIL;
  }),
};
