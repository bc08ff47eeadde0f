/** The environment of a form: frames, each linked to the one outside it. */
import { Cons, symbol } from "./data.mjs";

export class Frame {
  /**
   * @param kind variable, special, function, block, tag, or boundary where a function's body begins.
   * @param what The name that it gives a meaning; its meaning.
   */
  constructor(kind, name, meaning, outside) {
    this.kind = kind;
    this.name = name;
    this.meaning = meaning;
    this.outside = outside;
  }
}

/** The nearest frame of a kind that has the name, and whether a function's boundary lies between. */
export function find(env, kind, name) {
  let isOutside = false;
  for (let frame = env; frame !== null; frame = frame.outside) {
    if (frame.kind === "boundary") isOutside = true;
    else if (frame.kind === kind && frame.name === name) return { meaning: frame.meaning, isOutside };
  }
  return null;
}

/** The value of a lexical variable, and the type that is declared of it. */
export class Variable {
  constructor(value, type) {
    this.value = value;
    this.type = type;
  }
}

/** The name is special here. */
export class SpecialName {}

/** The name stands for a form. */
export class SymbolMacro {
  constructor(expansion) {
    this.expansion = expansion;
  }
}

/** The function of the forms that its calls stand for. */
export class Macro {
  constructor(expand) {
    this.expand = expand;
  }
}

/** Where an exit leads. */
export class Point {
  isLive = true;
}

/** A non-local exit on its way to a point. */
export class Exit {
  constructor(point, payload) {
    this.point = point;
    this.payload = payload;
  }
}

/** The end of a program by an error that nothing handled, on its way out. */
export class Unhandled {}

/** The symbol that a function's name is kept under; of (SETF name) one that no program can write. */
export function functionKey(name) {
  return name instanceof Cons ? symbol(`(SETF ${name.cdr.car.name})`) : name;
}
