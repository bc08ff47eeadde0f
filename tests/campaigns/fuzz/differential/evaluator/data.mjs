/**
 * Lisp's objects as the evaluator has them: an integer is a BigInt, anything else an instance of one of
 * these classes.
 */

export class LispSymbol {
  constructor(name) {
    this.name = name;
  }
}

const symbols = new Map();

/** The symbol of a name; a keyword's begins with a colon. */
export function symbol(name) {
  let found = symbols.get(name);
  if (found === undefined) {
    found = new LispSymbol(name);
    symbols.set(name, found);
  }
  return found;
}

export const NIL = symbol("NIL");
export const T = symbol("T");
export const isKeyword = (value) => value instanceof LispSymbol && value.name.startsWith(":");
export const truth = (condition) => (condition ? T : NIL);

export class Cons {
  constructor(car, cdr) {
    this.car = car;
    this.cdr = cdr;
  }
}

export class Ratio {
  constructor(numerator, denominator) {
    this.numerator = numerator;
    this.denominator = denominator;
  }
}

export class Float {
  constructor(value, isDouble) {
    this.value = value;
    this.isDouble = isDouble;
  }
}

export class Character {
  constructor(text) {
    this.text = text;
  }
}

/** A vector; a string is one of characters. */
export class Vector {
  constructor(items, isString = false) {
    this.items = items;
    this.isString = isString;
  }
}

export const string = (text) =>
  new Vector(
    Array.from(text, (c) => new Character(c)),
    true,
  );
export const textOf = (value) => value.items.map(({ text }) => text).join("");
export const isString = (value) => value instanceof Vector && value.isString;

export class Table {
  constructor(same) {
    this.same = same;
    /** Lists of a key and its value. */
    this.entries = [];
  }
}

/** A function: `call` takes an array of arguments and returns an array of values. */
export class LispFunction {
  constructor(name, call) {
    this.name = name;
    this.call = call;
  }
}

/** A byte specifier. */
export class ByteSpecifier {
  constructor(size, position) {
    this.size = size;
    this.position = position;
  }
}

/** A condition; what its standard readers read is in `slots`. */
export class Condition {
  constructor(type, slots = {}) {
    this.type = type;
    this.slots = slots;
  }
}

export class Restart {
  constructor(name, invoke) {
    this.name = name;
    this.invoke = invoke;
  }
}

/** An error that a function has found; the function's caller signals it. */
export class Trouble {
  constructor(type, slots) {
    this.condition = new Condition(type, slots);
  }
}

export const typeError = (datum, expected) => new Trouble("TYPE-ERROR", { datum, expected });
export const programError = () => new Trouble("PROGRAM-ERROR");

/** The text is no program of the evaluator's language: a fault of the generator. */
export class Malformed extends Error {}

/** A program that takes too long, or makes something too large. */
export class TooMuch extends Error {}

/** The array of a list's items; TYPE-ERROR for what is no proper list. */
export function items(value) {
  const found = [];
  let rest = value;
  for (; rest instanceof Cons; rest = rest.cdr) {
    found.push(rest.car);
    if (found.length > 10_000) throw new TooMuch("a list");
  }
  if (rest !== NIL) throw typeError(rest, "LIST");
  return found;
}

export function list(values, tail = NIL) {
  return values.reduceRight((rest, value) => new Cons(value, rest), tail);
}

/** A form: texts are names of symbols, arrays lists. */
export function form(...parts) {
  return list(parts.map(datum));
}

function datum(part) {
  if (typeof part === "string") return symbol(part);
  return Array.isArray(part) ? form(...part) : part;
}

/** A symbol that no program can name. */
export const fresh = (name = "G") => new LispSymbol(name);
