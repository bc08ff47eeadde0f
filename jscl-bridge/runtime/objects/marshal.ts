/**
 * The shapes of JSCL's objects. This file alone knows them; everything else asks here.
 * Source: the prelude and the library of the pinned JSCL build.
 */

import { allocated, spend } from "../stack/safepoints.js";
import { ELEMENT_BYTES } from "./heap.js";

/** As many characters are copied in the time of a loop's turn. */
const CHARACTERS_A_TURN = 4;

/** A Lisp value as JSCL represents it. Opaque outside this file and the runtime. */
export type LispValue = unknown;

/** The first argument of every Lisp function: `mv` keeps all values, `pv` the primary one. */
export type ValuesFunction = (...values: LispValue[]) => LispValue;

export type LispFunction = ((values: ValuesFunction, ...args: LispValue[]) => LispValue) & {
  fname?: unknown;
  docstring?: unknown;
  lambdaList?: LispValue;
};

export interface LispPackage {
  /** NIL once the package is deleted. */
  packageName: string;
  symbols: Record<string, LispSymbol | boolean>;
  exports: Record<string, LispSymbol | boolean>;
  /** A list of packages. */
  use: LispValue;
  /** A list of strings. */
  nicknames?: LispValue;
  /** The list of shadowing symbols. */
  shadows?: LispValue;
  /** Whether its symbols are not to be changed by a program. */
  locked?: boolean;
  /** What names mean where this is the current package. */
  localNicknames?: Map<string, LispPackage>;
}

export interface LispSymbol {
  name: string;
  package: LispPackage | undefined;
  value: LispValue;
  fvalue: LispFunction;
  stack: LispValue[];
  plist?: LispValue;
}

export interface LispCons {
  $$jscl_car: LispValue;
  $$jscl_cdr: LispValue;
}

export type LispVector = LispValue[] & {
  stringp?: number;
  /** Whether an array that is specialized, to other than CHARACTER, is so to BIT. */
  bits?: boolean;
  /** What it is specialized to when that is neither CHARACTER nor BIT, as `library/element-types.ts` names it. */
  elementType?: string;
  adjustable?: boolean;
  fillpointer?: number | LispValue;
  dimensions?: LispValue;
};

/** JSCL's runtime object. Members are the ones we call or replace. */
export interface Internals {
  Symbol: new (name: string, pkg?: LispPackage) => LispSymbol;
  Cons: new (car: LispValue, cdr: LispValue) => LispCons;
  BlockNLX: new (id: unknown, values: LispValue, name?: string) => NonLocalExit;
  CatchNLX: new (id: unknown, values: LispValue) => NonLocalExit;
  TagNLX: new (id: unknown, label: number) => NonLocalExit;
  isNLX(x: unknown): boolean;
  mv: ValuesFunction;
  pv: ValuesFunction;
  forcemv(x: LispValue): LispValue[];
  intern(name: string, packageName?: string): LispSymbol;
  make_lisp_string(text: string): LispVector;
  xstring(x: LispValue): string;
  lisp_to_js(x: LispValue): unknown;
  js_to_lisp(x: unknown): LispValue;
  makeUnboundFunction(symbol: LispSymbol): LispFunction;
  fboundp(symbol: LispSymbol): boolean;
  error(...args: LispValue[]): void;
  typeError(datum: LispValue, expected: LispValue): void;
  safepoint: { fuel: number; tick(): void; room: number };
  [name: string]: unknown;
}

/** What a non-local exit throws. `isNLX` holds for it, so JSCL's own catch clauses let it pass. */
interface NonLocalExit {
  id: unknown;
  values: LispValue;
  name?: string;
  label?: number;
}

/** What `createJscl` of the derived file returns. */
export interface Jscl {
  internals: Internals;
  packages: Record<string, LispPackage>;
}

/** True for a multiple-values object; a single value is itself. */
export function isMultiple(x: LispValue): x is LispValue[] {
  return typeof x === "object" && x !== null && (x as Record<string, unknown>)["multiple-value"] === true;
}

/** All values of a result, as an array of zero or more. */
export function valuesOf(x: LispValue): LispValue[] {
  return isMultiple(x) ? [...x] : [x];
}

export function isLispString(x: LispValue): x is LispVector {
  return Array.isArray(x) && (x as LispVector).stringp === 1;
}

/** The characters of a Lisp string up to its fill pointer, as JavaScript text. */
export function stringText(x: LispVector): string {
  spend(x.length / CHARACTERS_A_TURN);
  return typeof x.fillpointer === "number" ? x.slice(0, x.fillpointer).join("") : x.join("");
}

/** A fresh Lisp string: one element per code point. */
export function makeString(text: string): LispVector {
  spend(text.length / CHARACTERS_A_TURN);
  const vector: LispVector = Array.from(text);
  allocated(vector.length * ELEMENT_BYTES, vector);
  vector.stringp = 1;
  return vector;
}
