import { isNumber, printNumber } from "../runtime/numbers.js";
import {
  isLispString,
  type LispPackage,
  type LispSymbol,
  type LispValue,
  makeString,
  stringText,
} from "../runtime/objects/marshal.js";
import type { FoundSymbol } from "../runtime/objects/packages.js";
import { standardReadtable } from "./macros.js";
import type { BoundVariable, ReaderImage } from "./reader-image.js";

/** A small image for tests of the reader: symbols, conses and packages of JSCL's shapes, and a printer for what was read. */

class Cons {
  $$jscl_car: LispValue;
  $$jscl_cdr: LispValue;
  constructor(car: LispValue, cdr: LispValue) {
    this.$$jscl_car = car;
    this.$$jscl_cdr = cdr;
  }
}

class TestSymbol {
  readonly name: string;
  readonly package: LispPackage | undefined;
  value: LispValue;
  constructor(name: string, pkg?: LispPackage) {
    this.name = name;
    this.package = pkg;
  }
}

class Vector {
  readonly dimensions: number[];
  readonly elements: LispValue[];
  readonly isBits: boolean;
  constructor(dimensions: number[], elements: LispValue[], isBits = false) {
    this.dimensions = dimensions;
    this.elements = elements;
    this.isBits = isBits;
  }
}

/** What a test's lispError throws. */
export class Signalled extends Error {
  readonly type: string;
  readonly initargs: Record<string, LispValue>;
  constructor(type: string, initargs: LispValue[]) {
    super(type);
    this.type = type;
    this.initargs = {};
    for (let i = 0; i < initargs.length; i += 2) this.initargs[String(initargs[i])] = initargs[i + 1];
  }
}

function makePackage(name: string): LispPackage {
  return { packageName: name, symbols: Object.create(null), exports: Object.create(null), use: undefined };
}

export const commonLisp = makePackage("COMMON-LISP");
export const keywords = makePackage("KEYWORD");
export const user = makePackage("COMMON-LISP-USER");
export const jscl = makePackage("JSCL");
const packages: Record<string, LispPackage> = {
  "COMMON-LISP": commonLisp,
  CL: commonLisp,
  KEYWORD: keywords,
  "COMMON-LISP-USER": user,
  "CL-USER": user,
  JSCL: jscl,
};

export function intern(name: string, pkg: LispPackage): LispSymbol {
  const found = findSymbol(name, pkg);
  if (found !== undefined) return found.symbol;
  const symbol = new TestSymbol(name, pkg) as unknown as LispSymbol;
  pkg.symbols[name] = symbol;
  if (pkg === keywords || pkg === commonLisp) pkg.exports[name] = symbol;
  return symbol;
}

function findSymbol(name: string, pkg: LispPackage): FoundSymbol | undefined {
  const external = pkg.exports[name] as LispSymbol | undefined;
  if (external !== undefined) return { symbol: external, status: "external" };
  const internal = pkg.symbols[name] as LispSymbol | undefined;
  if (internal !== undefined) return { symbol: internal, status: "internal" };
  const inherited = pkg === user ? (commonLisp.exports[name] as LispSymbol | undefined) : undefined;
  return inherited && { symbol: inherited, status: "inherited" };
}

export const nil = intern("NIL", commonLisp);
const t = intern("T", commonLisp);
for (const name of "LIST LIST* CONS APPEND VECTOR APPLY QUOTE FUNCTION CAR + *".split(" "))
  intern(name, commonLisp);

export function list(...items: LispValue[]): LispValue {
  return items.reduceRight((tail, item) => new Cons(item, tail), nil as LispValue);
}

/** An image whose variables a test may override. */
export function testImage(overrides: Partial<ReaderImage> = {}): ReaderImage {
  const readtable = standardReadtable();
  const bound: Partial<Record<BoundVariable, LispValue>> = {};
  return {
    nil,
    t,
    cons: (car, cdr) => new Cons(car, cdr),
    isCons: (x): x is Cons => x instanceof Cons,
    isSymbol: (x): x is LispSymbol => x instanceof TestSymbol,
    makeVector: (elements) => elements,
    makeArray: (dimensions, elements) => new Vector(dimensions, elements),
    makeBitVector: (bits) => new Vector([bits.length], bits, true),
    currentPackage: () => (bound["*PACKAGE*"] ?? user) as LispPackage,
    findPackage: (name) => packages[name],
    findSymbol,
    intern,
    isHidden: () => false,
    foreignForm: (path) =>
      new Cons(intern("OGET", jscl), list(intern("*ROOT*", jscl), ...path.map((name) => makeString(name)))),
    makeSymbol: (name) => new TestSymbol(name) as unknown as LispSymbol,
    hasFeature: (symbol) => symbol.name === "SBCL",
    readBase: () => (bound["*READ-BASE*"] ?? 10) as number,
    defaultFloatFormat: () => "SINGLE-FLOAT",
    readEval: () => true,
    readSuppress: () => (bound["*READ-SUPPRESS*"] ?? nil) !== nil,
    readtable: () => readtable,
    binding: (variable, value, body) => {
      const outer = bound[variable];
      bound[variable] = value;
      const result = body();
      bound[variable] = outer;
      return result;
    },
    evaluate: (form) => [list(intern("EVALUATED", user), form)],
    callMacro: (fn, ...args) => fn((...values) => values, ...args) as LispValue[],
    makeStructure: (name, initargs) =>
      print(name) === "POINT" ? list(intern("POINT", user), ...initargs) : undefined,
    replaceParts: () => undefined,
    makePathname: () => undefined,
    makeCondition: (type) => type,
    failed: () => undefined,
    missingPackage: () => nil,
    inaccessibleSymbol: () => nil,
    ...overrides,
  };
}

/** PRIN1 of what a reader makes, without abbreviations. */
export function print(x: LispValue): string {
  if (isNumber(x)) return printNumber(x);
  if (typeof x === "string") return `#\\${x}`;
  if (x instanceof TestSymbol) return printSymbol(x);
  if (x instanceof Cons) return `(${printTail(x)})`;
  if (x instanceof Vector) {
    return x.isBits
      ? `#*${x.elements.join("")}`
      : `#${x.dimensions.length}A${x.dimensions}(${x.elements.map(print).join(" ")})`;
  }
  if (isLispString(x)) return JSON.stringify(stringText(x));
  if (Array.isArray(x)) return `#(${x.map(print).join(" ")})`;
  return `#<${typeof x}>`;
}

function printSymbol(symbol: TestSymbol): string {
  const name = /^[A-Z*+\-/<>=0-9.%]+$/.test(symbol.name) ? symbol.name : `|${symbol.name}|`;
  if (symbol.package === keywords) return `:${name}`;
  if (symbol.package === undefined) return `#:${name}`;
  return symbol.package === jscl ? `JSCL::${name}` : name;
}

function printTail(cons: Cons): string {
  const { $$jscl_car: car, $$jscl_cdr: cdr } = cons;
  if (cdr === nil) return print(car);
  return cdr instanceof Cons ? `${print(car)} ${printTail(cdr)}` : `${print(car)} . ${print(cdr)}`;
}
