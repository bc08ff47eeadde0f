/**
 * The functions and constants of CLHS chapter 12 that are no plain arithmetic: formats, bytes, BOOLE, RANDOM.
 */

import type { BaseImage } from "../base-image.js";
import type { FunctionTable } from "../function-table.js";
import { MOST_NEGATIVE_FIXNUM, MOST_POSITIVE_FIXNUM } from "../numbers/types.js";
import * as N from "../numbers.js";
import { carOf, cdrOf } from "../objects/conses.js";
import type { LispValue } from "../objects/marshal.js";
import { setSymbolValue, symbolName, symbolValue } from "../objects/symbols.js";
import { cons, isCons, isSymbol, list, nil, sym, t } from "../signals.js";
import { next } from "../stack/safepoints.js";
import { wrongType } from "../streams/stream-arguments.js";
import { oneValue } from "./fixed.js";

/** In the order of SBCL's numbers for BOOLE-CLR and so on, 0 to 15. */
const BOOLE: ReadonlyArray<readonly [name: string, f: (a: unknown, b: unknown) => LispValue]> = [
  ["BOOLE-CLR", () => 0],
  ["BOOLE-SET", () => -1],
  ["BOOLE-1", (a) => a],
  ["BOOLE-2", (_, b) => b],
  ["BOOLE-C1", (a) => N.lognot(a)],
  ["BOOLE-C2", (_, b) => N.lognot(b)],
  ["BOOLE-AND", N.logand],
  ["BOOLE-IOR", N.logior],
  ["BOOLE-XOR", N.logxor],
  ["BOOLE-EQV", N.logeqv],
  ["BOOLE-NAND", N.lognand],
  ["BOOLE-NOR", N.lognor],
  ["BOOLE-ANDC1", N.logandc1],
  ["BOOLE-ANDC2", N.logandc2],
  ["BOOLE-ORC1", N.logorc1],
  ["BOOLE-ORC2", N.logorc2],
];

function boole(op: LispValue, a: LispValue, b: LispValue): LispValue {
  const entry = typeof op === "number" ? BOOLE[op] : undefined;
  if (entry === undefined) return wrongType(op, list(sym("UNSIGNED-BYTE"), 4));
  const x = N.isInteger(a) ? a : wrongType(a, sym("INTEGER"));
  return entry[1](x, N.isInteger(b) ? b : wrongType(b, sym("INTEGER")));
}

/** A byte specifier is (size . position), as in SBCL. */
function byteSize(spec: LispValue): LispValue {
  return isCons(spec) ? carOf(spec) : wrongType(spec, sym("CONS"));
}
function bytePosition(spec: LispValue): LispValue {
  return isCons(spec) ? cdrOf(spec) : wrongType(spec, sym("CONS"));
}

function makeByte(size: LispValue, position: LispValue): LispValue {
  for (const part of [size, position]) {
    if (!N.isInteger(part) || part < 0) wrongType(part, sym("UNSIGNED-BYTE"));
  }
  return cons(size, position);
}

function randomState(x: LispValue): N.RandomState {
  return x instanceof N.RandomState ? x : wrongType(x, sym("RANDOM-STATE"));
}

function makeRandomState(x: LispValue): N.RandomState {
  if (x === undefined || x === nil()) return randomState(symbolValue(sym("*RANDOM-STATE*"))).copy();
  if (x === t()) return N.seededRandomState(Math.floor(Math.random() * 2 ** 32));
  if (x instanceof N.RandomState) return x.copy();
  return wrongType(x, list(sym("OR"), sym("RANDOM-STATE"), sym("BOOLEAN")));
}

const LARGEST_SINGLE = (2 - 2 ** -23) * 2 ** 127;

function constants(): Record<string, LispValue> {
  const single = (value: number): LispValue => N.single(Math.fround(value));
  const double = (value: number): LispValue => N.double(value);
  const found: Record<string, LispValue> = {
    "MOST-POSITIVE-FIXNUM": MOST_POSITIVE_FIXNUM,
    "MOST-NEGATIVE-FIXNUM": MOST_NEGATIVE_FIXNUM,
    PI: double(Math.PI),
    "MOST-POSITIVE-SINGLE-FLOAT": single(LARGEST_SINGLE),
    "MOST-NEGATIVE-SINGLE-FLOAT": single(-LARGEST_SINGLE),
    "MOST-POSITIVE-DOUBLE-FLOAT": double(Number.MAX_VALUE),
    "MOST-NEGATIVE-DOUBLE-FLOAT": double(-Number.MAX_VALUE),
    "LEAST-POSITIVE-SINGLE-FLOAT": single(2 ** -149),
    "LEAST-NEGATIVE-SINGLE-FLOAT": single(-(2 ** -149)),
    "LEAST-POSITIVE-DOUBLE-FLOAT": double(Number.MIN_VALUE),
    "LEAST-NEGATIVE-DOUBLE-FLOAT": double(-Number.MIN_VALUE),
    "LEAST-POSITIVE-NORMALIZED-SINGLE-FLOAT": single(2 ** -126),
    "LEAST-NEGATIVE-NORMALIZED-SINGLE-FLOAT": single(-(2 ** -126)),
    "LEAST-POSITIVE-NORMALIZED-DOUBLE-FLOAT": double(2 ** -1022),
    "LEAST-NEGATIVE-NORMALIZED-DOUBLE-FLOAT": double(-(2 ** -1022)),
    "SINGLE-FLOAT-EPSILON": single(2 ** -24 * (1 + 2 ** -23)),
    "SINGLE-FLOAT-NEGATIVE-EPSILON": single(2 ** -25 * (1 + 2 ** -23)),
    "DOUBLE-FLOAT-EPSILON": double(2 ** -53 * (1 + 2 ** -52)),
    "DOUBLE-FLOAT-NEGATIVE-EPSILON": double(2 ** -54 * (1 + 2 ** -52)),
  };
  // A short float is a single and a long float a double here, as in SBCL.
  for (const [name, value] of Object.entries(found)) {
    const other = name.replace("SINGLE-FLOAT", "SHORT-FLOAT").replace("DOUBLE-FLOAT", "LONG-FLOAT");
    if (other !== name) found[other] = value;
  }
  BOOLE.forEach(([name], code) => {
    found[name] = code;
  });
  return found;
}

/** Installs the numeric constants and *RANDOM-STATE*. */
export function installNumberVariables(image: BaseImage): void {
  for (const [name, value] of Object.entries(constants())) {
    const symbol = sym(name);
    setSymbolValue(symbol, value);
    image.definitions.variables.set(symbol, "constant");
  }
  const state = sym("*RANDOM-STATE*");
  setSymbolValue(state, makeRandomState(t()));
  image.definitions.variables.set(state, "special");
}

/** TYPEP for a numeric type specifier, an atom or a list; undefined for any other specifier. */
function numericTypep(specifier: LispValue, object: LispValue): boolean | undefined {
  const head = isCons(specifier) ? carOf(specifier) : specifier;
  if (!isSymbol(head) || !N.isNumericType(symbolName(head))) return undefined;
  const args: LispValue[] = [];
  for (let rest = isCons(specifier) ? cdrOf(specifier) : nil(); isCons(rest); rest = next(rest)) {
    const each = carOf(rest);
    args.push(isCons(each) ? [carOf(each)] : each);
  }
  return N.isOfNumericType(object, symbolName(head), ...args);
}

export function moreNumberFunctions(): FunctionTable {
  return {
    FLOAT: oneValue(N.float),
    RATIONAL: oneValue(N.rational),
    RATIONALIZE: oneValue(N.rationalize),
    COMPLEX: oneValue((re, im = 0) => N.makeComplex(N.checkReal(re), N.checkReal(im))),
    "FLOAT-SIGN": oneValue(N.floatSign),
    LOGNAND: oneValue(N.lognand),
    LOGNOR: oneValue(N.lognor),
    LOGANDC1: oneValue(N.logandc1),
    LOGANDC2: oneValue(N.logandc2),
    LOGORC1: oneValue(N.logorc1),
    LOGORC2: oneValue(N.logorc2),
    BOOLE: oneValue(boole),
    BYTE: oneValue(makeByte),
    "BYTE-SIZE": oneValue(byteSize),
    "BYTE-POSITION": oneValue(bytePosition),
    LDB: oneValue((spec, x) => N.ldb(byteSize(spec), bytePosition(spec), x)),
    "LDB-TEST": oneValue((spec, x) => (N.ldbTest(byteSize(spec), bytePosition(spec), x) ? t() : nil())),
    "MASK-FIELD": oneValue((spec, x) => N.maskField(byteSize(spec), bytePosition(spec), x)),
    DPB: oneValue((value, spec, x) => N.dpb(value, byteSize(spec), bytePosition(spec), x)),
    "DEPOSIT-FIELD": oneValue((value, spec, x) =>
      N.depositField(value, byteSize(spec), bytePosition(spec), x),
    ),
    RANDOM: oneValue((limit, state) =>
      N.random(limit, randomState(state ?? symbolValue(sym("*RANDOM-STATE*")))),
    ),
    "MAKE-RANDOM-STATE": oneValue(makeRandomState),
    "RANDOM-STATE-P": oneValue((x) => (x instanceof N.RandomState ? t() : nil())),
    // (specifier object): whether the object is of a numeric type; no values where the specifier is no
    // numeric one.
    "JSCL-MCP::NUMERIC-TYPEP": (values, specifier, object) => {
      const answer = numericTypep(specifier, object);
      return answer === undefined ? values() : values(answer ? t() : nil());
    },
    "JSCL-MCP::FLOAT-ORDINAL": (_values, x) => N.floatOrdinal(x as N.LispFloat),
  };
}
