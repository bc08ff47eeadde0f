/**
 * Operators compiled in place. The common case is JavaScript; everything else, errors included, is a call
 * into the runtime with the frame on the stack.
 */

import { carOf, carText, cdrOf, cdrText } from "../../runtime/objects/conses.js";
import type { LispCons, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { homeName, symbolName } from "../../runtime/objects/symbols.js";
import { table } from "../../runtime/objects/table.js";
import { isVectorText } from "../../runtime/objects/vectors.js";
import { cons, sym } from "../../runtime/signals.js";
import { globalCall } from "../forms/calls.js";
import type { Environment } from "../scope/environment.js";
import { car, elements, isCons, isSymbol, setfFunctionSymbol } from "../syntax/forms.js";
import type { ValuesMode } from "./destination.js";
import type { Unit } from "./unit.js";

type Inline = (unit: Unit, args: readonly LispValue[], env: Environment, values: ValuesMode) => string | null;

/** An operator of fixed arity over names or constants. */
function op(arity: number, text: (unit: Unit, ...atoms: string[]) => string): Inline {
  return (unit, args, env) => (args.length === arity ? text(unit, ...unit.atoms(args, env)) : null);
}

const INTEGER_CONSTANT = /^\(?-?\d+\)?$/;

/** The number that a text stands for, or null where it is no constant. */
function constantOf(x: string): number | null {
  return INTEGER_CONSTANT.test(x) ? Number(x.replace(/[()]/g, "")) : null;
}

/** A test that never holds. */
const NEVER = "false";

/** A test that `x` is a 32-bit integer; empty for a small constant. */
function isInt32(unit: Unit, x: string): string {
  const constant = constantOf(x);
  if (constant !== null) return Math.abs(constant) < 2 ** 31 ? "" : NEVER;
  return unit.counters.test(x) ?? `typeof ${x}==="number"&&(${x}|0)===${x}`;
}

function isNumber(unit: Unit, x: string): string {
  if (/^\(?-?[\d.]+\)?$/.test(x)) return "";
  return unit.counters.test(x) ?? `typeof ${x}==="number"`;
}

function guarded(tests: readonly string[], fast: string, slow: string): string {
  if (tests.includes(NEVER)) return slow;
  const guard = tests.filter((test) => test !== "").join("&&");
  return guard === "" ? fast : `(${guard}?${fast}:${slow})`;
}

/** Sums and differences of 32-bit integers are exact; the rest is the numeric tower's. */
function arithmetic(unit: Unit, a: string, operator: string, b: string, name: string): string {
  // A constant comes second where that is the same, as it does in SBCL's frames.
  const [x, y] = operator !== "-" && INTEGER_CONSTANT.test(a) ? [b, a] : [a, b];
  const fast = operator === "*" ? product(unit, x, y) : `${x}${operator}${y}`;
  return guarded([isInt32(unit, x), isInt32(unit, y)], fast, unit.context.slow(`R.${name}(${x},${y})`));
}

/** The product of 32-bit integers; a larger one might be rounded, and `|0` makes a negative zero a zero. */
function product(unit: Unit, a: string, b: string): string {
  const name = unit.fresh("m");
  unit.emit(`let ${name};`);
  return `(((${name}=${a}*${b})|0)===${name}?${name}|0:R.smallProduct(${a},${b}))`;
}

function reduction(operator: string, name: string, unitValue: string): Inline {
  return (unit, args, env) => {
    if (args.length === 0) return unitValue;
    const atoms = unit.atoms(args, env);
    if (atoms.length === 1) {
      const x = atoms[0] as string;
      return guarded(
        [isNumber(unit, x)],
        x,
        unit.context.slow(`R.checkNumber(${JSON.stringify(operator)},${x})`),
      );
    }
    return chain(unit, atoms, operator, name);
  };
}

function chain(unit: Unit, atoms: readonly string[], operator: string, name: string): string {
  let result = atoms[0] as string;
  for (let i = 1; i < atoms.length; i++) {
    result = arithmetic(unit, result, operator, atoms[i] as string, name);
    if (i < atoms.length - 1) result = unit.stable(result);
  }
  return result;
}

const minus: Inline = (unit, args, env) => {
  if (args.length === 0) return null;
  const atoms = unit.atoms(args, env);
  return atoms.length === 1
    ? unit.context.slow(`R.negate(${atoms[0]})`)
    : chain(unit, atoms, "-", "subtract");
};

const divide: Inline = (unit, args, env) => {
  if (args.length === 0) return null;
  const atoms = unit.atoms(args, env);
  if (atoms.length === 1) return unit.context.slow(`R.reciprocal(${atoms[0]})`);
  return atoms.slice(1).reduce((result, atom, i) => {
    const quotient = unit.context.slow(`R.divide(${result},${atom})`);
    return i < atoms.length - 2 ? unit.stable(quotient) : quotient;
  }, atoms[0] as string);
};

/** LOGAND and its like: of 32-bit integers JavaScript's own. */
function bits(operator: string, name: string): Inline {
  return (unit, args, env) => {
    if (args.length < 2) return null;
    return unit.atoms(args, env).reduce((a, b, i) => {
      const left = i > 1 ? unit.stable(a) : a;
      const slow = unit.context.slow(`R.${name}(${left},${b})`);
      return guarded([isInt32(unit, left), isInt32(unit, b)], `(${left}${operator}${b})`, slow);
    });
  };
}

/** A test that `x` is as `test` says and `holds` says of a constant. */
function within(x: string, test: string, holds: (n: number) => boolean): string {
  const constant = constantOf(x);
  return constant === null ? `${x}${test}` : holds(constant) ? "" : NEVER;
}

/** A division of 32-bit integers by a positive one; `|0` makes a negative zero a zero. */
function division(name: string, fast: (unit: Unit, a: string, b: string) => string): Inline {
  return op(2, (unit, a, b) => {
    const tests = [isInt32(unit, a), isInt32(unit, b), within(b, ">0", (n) => n > 0)];
    return guarded(tests, fast(unit, a, b), unit.context.slow(`R.${name}(${a},${b})`));
  });
}

function modulus(unit: Unit, a: string, b: string): string {
  const name = unit.fresh("m");
  unit.emit(`let ${name};`);
  return `((${name}=${a}%${b}|0)<0?${name}+${b}:${name})`;
}

/** Of the two values the first, where no more is wanted. */
function quotient(name: string, fast: (ratio: string) => string): Inline {
  const inline = division(name, (_, a, b) => fast(`${a}/${b}`));
  return (unit, args, env, values) => (values === "pv" ? inline(unit, args, env, values) : null);
}

/**
 * Shifts of 32-bit integers to the right, by any number, and to the left by a constant, where no bit is lost.
 */
const shift: Inline = op(2, (unit, x, count) => {
  const slow = unit.context.slow(`R.shift(${x},${count})`);
  const places = constantOf(count);
  if (places === null) {
    const fast = `(${x}>>(${count}<-31?31:-${count}))`;
    return guarded([isInt32(unit, x), isInt32(unit, count), `${count}<=0`], fast, slow);
  }
  if (places <= 0) return guarded([isInt32(unit, x)], `(${x}>>${Math.min(-places, 31)})`, slow);
  if (places > 30) return slow;
  const left = `${x}<<${places}`;
  return guarded([isInt32(unit, x), `${left}>>${places}===${x}`], `(${left})`, slow);
});

/** (LDB (BYTE size position) x) of constants. */
const loadByte: Inline = (unit, args, env) => {
  const [byte, form] = args;
  if (args.length !== 2 || !isCons(byte) || carOf(byte) !== sym("BYTE")) return null;
  const numbers = elements(cdrOf(byte));
  if (numbers.length !== 2 || !numbers.every((n) => Number.isInteger(n) && (n as number) >= 0)) return null;
  const [size, position] = numbers as [number, number];
  const spec = unit.constant(cons(size, position));
  const [x] = unit.atoms([form], env) as [string];
  const slow = unit.context.slow(`R.loadByte(${spec},${x})`);
  if (size + position > 31) return slow;
  return guarded([isInt32(unit, x)], `(${x}>>${position}&${2 ** size - 1})`, slow);
};

const list: Inline = (unit, args, env) =>
  args.length > 24
    ? null
    : unit.expressions(args, env).reduceRight((tail, head) => `new Cons(${head},${tail})`, "nil");

/** LIST evaluates left to right, but nested `new Cons` does so as well: each head before its tail. */
const listStar: Inline = (unit, args, env) => {
  if (args.length === 0 || args.length > 24) return null;
  const texts = unit.expressions(args, env);
  return texts
    .slice(0, -1)
    .reduceRight((tail, head) => `new Cons(${head},${tail})`, texts[texts.length - 1] as string);
};

function accessor(path: string): Inline {
  return op(1, (unit, x) => {
    let object = x;
    for (let i = path.length - 1; i >= 0; i--) {
      const [name, half] =
        path[i] === "A" ? ["car", carText(`(${object})`)] : ["cdr", cdrText(`(${object})`)];
      const step = `(${object} instanceof Cons||${object}===nil?${half}:${unit.context.slow(`R.${name}Error(${object})`)})`;
      object = i > 0 ? unit.stable(step) : step;
    }
    return object;
  });
}

/**
 * Notes that the value of `form` is called: of a lambda expression, where it stands; of a variable, once
 * more.
 */
function called(unit: Unit, form: LispValue, env: Environment): void {
  unit.inlined.callee(form);
  const binding = isSymbol(form) ? env.variable(form) : undefined;
  if (binding !== undefined) binding.calls++;
}

/** The symbol whose global function the form #'name denotes, or null. */
function globalFunction(form: LispValue, env: Environment): LispSymbol | null {
  if (!isCons(form) || carOf(form) !== sym("FUNCTION")) return null;
  const name = car(cdrOf(form));
  const place = isCons(name) && carOf(name) === sym("SETF") ? car(cdrOf(name)) : null;
  const key = isSymbol(name) ? name : isSymbol(place) ? setfFunctionSymbol(place) : null;
  return key === null || env.function(key) !== undefined ? null : key;
}

const funcall: Inline = (unit, args, env, values) => {
  if (args.length === 0) return null;
  called(unit, args[0], env);
  const global = globalFunction(args[0], env);
  if (global !== null && !unit.host.internalCode) return globalCall(unit, global, args.slice(1), env, values);
  const [f, ...rest] = unit.atoms(args, env) as [string, ...string[]];
  unit.emit(unit.context.pushHere());
  unit.context.callsOther();
  const target = `(typeof ${f}==="function"?${f}:R.callable(${f}))`;
  return `(S.sp=q,${unit.context.call(target, [values, ...rest])})`;
};

const apply: Inline = (unit, args, env, values) => {
  if (args.length < 2) return null;
  called(unit, args[0], env);
  const [fn, ...rest] = unit.atoms(args, env) as [string, ...string[]];
  const last = rest.pop() as string;
  unit.emit(unit.context.pushHere());
  unit.context.callsOther();
  const given = `R.spread(${last},[${[values, ...rest].join(",")}])`;
  const call = unit.context.call("R.applied", [`R.callable(${fn})`, given]);
  return `(S.sp=q,${call})`;
};

const inlines: Record<string, Inline> = table({
  "+": reduction("+", "add", "0"),
  "*": reduction("*", "multiply", "1"),
  "-": minus,
  "/": divide,
  "1+": op(1, (unit, x) => arithmetic(unit, x, "+", "1", "add")),
  "1-": op(1, (unit, x) => arithmetic(unit, x, "-", "1", "subtract")),
  LOGAND: bits("&", "bitAnd"),
  LOGIOR: bits("|", "bitOr"),
  LOGXOR: bits("^", "bitXor"),
  LOGNOT: op(1, (unit, x) => guarded([isInt32(unit, x)], `~${x}`, unit.context.slow(`R.bitNot(${x})`))),
  ASH: shift,
  LDB: loadByte,
  MOD: division("modulus", modulus),
  REM: division("remainder", (_, a, b) => `(${a}%${b}|0)`),
  FLOOR: quotient("floor", (ratio) => `Math.floor(${ratio})`),
  TRUNCATE: quotient("truncate", (ratio) => `(${ratio}|0)`),
  CONS: (unit, args, env) => {
    if (args.length !== 2) return null;
    return `new Cons(${unit.expressions(args, env).join(",")})`;
  },
  LIST: list,
  "LIST*": listStar,
  CAR: accessor("A"),
  CDR: accessor("D"),
  FIRST: accessor("A"),
  REST: accessor("D"),
  CAAR: accessor("AA"),
  CADR: accessor("AD"),
  CDAR: accessor("DA"),
  CDDR: accessor("DD"),
  SECOND: accessor("AD"),
  CADDR: accessor("ADD"),
  CDDDR: accessor("DDD"),
  THIRD: accessor("ADD"),
  FUNCALL: funcall,
  APPLY: apply,
  IDENTITY: (unit, args, env) => (args.length === 1 ? unit.expression(args[0], env) : null),
  AREF: op(2, (unit, a, i) => element(unit, a, i)),
  SVREF: op(2, (unit, a, i) => element(unit, a, i)),
  "SYMBOL-VALUE": op(1, (unit, x) => unit.context.slow(`R.symbolValue(${x})`)),
});

/** One-dimensional access inside the bounds of a vector without fill pointer; the runtime does the rest. */
function element(unit: Unit, a: string, i: string): string {
  const fast = `Array.isArray(${a})&&${isVectorText(`(${a})`)}&&typeof ${i}==="number"&&${i}>=0&&${i}<(${a}).length&&(${i}|0)===${i}`;
  return `(${fast}?${a}[${i}]:${unit.context.slow(`R.aref(${a},${i})`)})`;
}

type Test = (unit: Unit, args: readonly LispValue[], env: Environment) => string | null;

function testOp(arity: number, text: (unit: Unit, ...atoms: string[]) => string): Test {
  return (unit, args, env) => (args.length === arity ? text(unit, ...unit.atoms(args, env)) : null);
}

function comparison(operator: string, name: string): Test {
  const two = (unit: Unit, a: string, b: string): string =>
    guarded(
      [isNumber(unit, a), isNumber(unit, b)],
      `${a}${operator}${b}`,
      unit.context.slow(`R.${name}(${a},${b})`),
    );
  return (unit, args, env) => {
    if (args.length < 2) return null;
    const atoms = unit.atoms(args, env);
    const links = atoms.slice(1).map((b, i) => two(unit, atoms[i] as string, b));
    return links.length === 1 ? (links[0] as string) : `(${links.join("&&")})`;
  };
}

function numberTest(fast: (x: string) => string, name: string): Test {
  return testOp(1, (unit, x) => guarded([isInt32(unit, x)], fast(x), unit.context.slow(`R.${name}(${x})`)));
}

/** EQL is identity but for numbers that are objects or values of several kinds. */
function eql(a: string, b: string): string {
  const identity = [a, b].some(
    (x) => INTEGER_CONSTANT.test(x) || x.startsWith('"') || x === "nil" || x === "t",
  );
  return identity ? `${a}===${b}` : `(${a}===${b}||R.eql(${a},${b}))`;
}

const tests: Record<string, Test> = table({
  NOT: (unit, args, env) => {
    const [form] = args;
    return args.length === 1 ? `!(${unit.test(form, env)})` : null;
  },
  NULL: (unit, args, env) => (args.length === 1 ? `${unit.expression(args[0], env)}===nil` : null),
  ENDP: testOp(
    1,
    (unit, x) => `(${x}===nil||!(${x} instanceof Cons)&&${unit.context.slow(`R.endpError(${x})`)})`,
  ),
  EQ: (unit, args, env) => (args.length === 2 ? unit.expressions(args, env).join("===") : null),
  EQL: (unit, args, env) => {
    if (args.length !== 2) return null;
    if (args.some((x) => isQuotedSymbol(x))) return unit.expressions(args, env).join("===");
    return eql(...(unit.atoms(args, env) as [string, string]));
  },
  CONSP: (unit, args, env) =>
    args.length === 1 ? `(${unit.expression(args[0], env)}) instanceof Cons` : null,
  ATOM: (unit, args, env) =>
    args.length === 1 ? `!((${unit.expression(args[0], env)}) instanceof Cons)` : null,
  LISTP: testOp(1, (_, x) => `(${x}===nil||${x} instanceof Cons)`),
  SYMBOLP: (unit, args, env) =>
    args.length === 1 ? `(${unit.expression(args[0], env)}) instanceof Symbol_` : null,
  FUNCTIONP: (unit, args, env) =>
    args.length === 1 ? `typeof (${unit.expression(args[0], env)})==="function"` : null,
  STRINGP: (unit, args, env) => (args.length === 1 ? `R.isString(${unit.expression(args[0], env)})` : null),
  CHARACTERP: (unit, args, env) =>
    args.length === 1 ? `typeof (${unit.expression(args[0], env)})==="string"` : null,
  NUMBERP: (unit, args, env) => (args.length === 1 ? `R.isNumber(${unit.expression(args[0], env)})` : null),
  INTEGERP: (unit, args, env) => (args.length === 1 ? `R.isInteger(${unit.expression(args[0], env)})` : null),
  "<": comparison("<", "less"),
  ">": comparison(">", "greater"),
  "<=": comparison("<=", "notGreater"),
  ">=": comparison(">=", "notLess"),
  "=": comparison("===", "equalNumbers"),
  ZEROP: numberTest((x) => `${x}===0`, "zerop"),
  PLUSP: numberTest((x) => `${x}>0`, "plusp"),
  MINUSP: numberTest((x) => `${x}<0`, "minusp"),
  LOGTEST: testOp(2, (unit, a, b) =>
    guarded(
      [isInt32(unit, a), isInt32(unit, b)],
      `(${a}&${b})!==0`,
      unit.context.slow(`R.bitTest(${a},${b})`),
    ),
  ),
  LOGBITP: testOp(2, (unit, index, x) => {
    const slow = unit.context.slow(`R.bitAt(${index},${x})`);
    const isNear = within(index, `>=0&&${index}<32`, (n) => n >= 0 && n < 32);
    return guarded([isInt32(unit, index), isInt32(unit, x), isNear], `(${x}>>${index}&1)===1`, slow);
  }),
  EVENP: numberTest((x) => `(${x}&1)===0`, "evenp"),
  ODDP: numberTest((x) => `(${x}&1)===1`, "oddp"),
});

function isQuotedSymbol(form: LispValue): boolean {
  if (!isCons(form)) return false;
  const items = elements(form);
  const [head, value] = items;
  return items.length === 2 && isSymbol(head) && symbolName(head) === "QUOTE" && isSymbol(value);
}

function inHome(symbol: LispSymbol): boolean {
  return homeName(symbol) === "COMMON-LISP";
}

/** The call of an inlined operator as an expression, or null when it is not one or has other arguments. */
export function inlineExpression(
  unit: Unit,
  head: LispSymbol,
  form: LispCons,
  env: Environment,
  values: ValuesMode,
): string | null {
  if (!inHome(head)) return null;
  const inline = Object.hasOwn(inlines, symbolName(head)) ? inlines[symbolName(head)] : undefined;
  if (inline !== undefined) return inline(unit, elements(cdrOf(form)), env, values);
  const test = inlineTest(unit, head, form, env);
  return test === null ? null : `(${test}?t:nil)`;
}

/** The call of an inlined predicate as a JavaScript boolean, or null. */
export function inlineTest(unit: Unit, head: LispSymbol, form: LispCons, env: Environment): string | null {
  if (!inHome(head) || !Object.hasOwn(tests, symbolName(head))) return null;
  return tests[symbolName(head)]?.(unit, elements(cdrOf(form)), env) ?? null;
}

/** Whether calls of this operator may be compiled to a JavaScript boolean. */
export function isInlineTest(head: LispSymbol): boolean {
  return inHome(head) && Object.hasOwn(tests, symbolName(head));
}
