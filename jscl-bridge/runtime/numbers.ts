/** Lisp numbers: one import for compiled code and for the bridge. */
export * from "./numbers/arithmetic.js";
export * from "./numbers/bits.js";
export * from "./numbers/compare.js";
export { makeComplex } from "./numbers/complex.js";
export * from "./numbers/complex-parts.js";
export * from "./numbers/division.js";
export * from "./numbers/equality.js";
export * from "./numbers/float-parts.js";
export { toDoubleValue, toSingleValue } from "./numbers/floats.js";
export * from "./numbers/parse.js";
export * from "./numbers/print.js";
export * from "./numbers/random.js";
export * from "./numbers/rationals.js";
export * from "./numbers/transcendental.js";
export * from "./numbers/types.js";
export * from "./numbers/typing.js";
