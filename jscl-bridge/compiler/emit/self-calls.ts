/**
 * Global functions that call themselves. V8 does not put a function's code into its own callers, but it does
 * so with two functions that call each other: so such a function is written as two copies, each of which
 * calls the other. They pass the height of the Lisp stack on as an argument, check no argument count, and
 * only one of them has a safepoint.
 *
 * A function's calls of itself may mean itself (CLHS 3.2.2.3), but SBCL looks up the global definition at
 * each call, so that TRACE and redefinition work on recursive calls as well. A function whose symbol means
 * something else when it is called therefore goes on as its twin (`runtime/stack/deep-calls.ts`), which looks
 * it up too, and what calls code that usually defines things is not copied. A handler or a :TEST function
 * that defines it anew is noticed when the recursion has ended.
 */

import type { LispSymbol } from "../../runtime/objects/marshal.js";
import { homeName } from "../../runtime/objects/symbols.js";
import { standardFunction } from "../syntax/standard-functions.js";

/**
 * How high the Lisp stack may get by calls in tail position: they leave frames, as in SBCL with high DEBUG,
 * but use no more of JavaScript's stack. Below the end of the Lisp stack in `runtime/stack/deep-calls.ts`.
 */
const TAIL_CALLS_END = 100_000;

/** Statements that start a copy over with other parameters, at the height `p`. */
export function goRound(label: string, parameters: readonly string[]): string {
  const again = `T${label}(${["values", ...parameters].join(",")})`;
  return `if(p>${TAIL_CALLS_END}){S.sp=p;return ${again};}continue ${label};`;
}

/**
 * The text between the parts of a function that is written as copies: the check of its arguments, the call
 * that goes on as its twin, and the copies. `target` is where callers find it; with `round`, the copies start
 * over.
 */
export function directCopies(label: string, head: string, target: string, deepAt: number, round: boolean) {
  const [a, b, t] = [`A${label}`, `B${label}`, `T${label}`];
  const [begin, end] = round ? [`${label}:for(;;){`, "}"] : ["", ""];
  return {
    firstName: a,
    open: `(()=>{const ${label}=function(${head}){`,
    entry: `if(${target}!==${label})return ${t}(${head});return ${a}(S.sp,${head});},${t}=(${head})=>`,
    first: `,${a}=function(p,${head}){if(p>${deepAt}){S.sp=p;return ${t}(${head});}${begin}`,
    second: { name: b, open: `${end}},${b}=function(p,${head}){${begin}` },
    close: `${end}};return ${label};})()`,
  };
}

/** Whether a call of the global function `name` is likely to run code that redefines functions. */
export function mayDefine(name: LispSymbol): boolean {
  const entry = standardFunction(name);
  if (entry === undefined) return homeName(name) !== "COMMON-LISP";
  const { attributes, required } = entry;
  if (attributes.has("open") || attributes.has("generic")) return true;
  return required.some(({ type }) => type === "callee");
}
