/**
 * JSCL's objects as the rest of the runtime has them: types that show nothing of their layout. What is in an
 * object is read and written by the functions of conses.ts, symbols.ts, functions.ts, package-objects.ts,
 * vectors.ts and instances.ts; no file outside of this folder spells a property of theirs (`npm run lint`
 * looks). Source: the prelude and the library of the pinned JSCL build.
 */

/** A Lisp value as JSCL represents it. Opaque outside this file and the runtime. */
export type LispValue = unknown;

/** The first argument of every Lisp function: `mv` keeps all values, `pv` the primary one. */
export type ValuesFunction = (...values: LispValue[]) => LispValue;

/** Tells the types apart, which have no member that others may name. */
declare const SHAPE: unique symbol;

export type LispFunction = ((values: ValuesFunction, ...args: LispValue[]) => LispValue) & {
  readonly [SHAPE]?: "function";
};

export interface LispPackage {
  readonly [SHAPE]: "package";
}

export interface LispSymbol {
  readonly [SHAPE]: "symbol";
}

export interface LispCons {
  readonly [SHAPE]: "cons";
}

/** An array of any rank; the elements in row-major order. */
export type LispVector = LispValue[] & { readonly [SHAPE]?: "vector" };

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
