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
 * How high the Lisp stack gets by calls in tail position that follow on each other: as in SBCL they go on
 * without end, but the last of them leave frames, which a reader of a report wants.
 */
const TAIL_CALLS_SPAN = 300;

/** Statements that start a copy over with other parameters; `size` is that of a frame. */
export function goRound(label: string, size: number): string {
  const passed = Math.floor(TAIL_CALLS_SPAN / size);
  return `p=q;if(p>b+${TAIL_CALLS_SPAN}){p=b;if((S.fuel-=${passed})<0){S.sp=q;S.tick();}}continue ${label};`;
}

/**
 * The text between the parts of a function that is written as copies: the check of its arguments, the call
 * that goes on as its twin, and the copies. `target` is where callers find it; with `round`, the copies start
 * over.
 */
export function directCopies(label: string, head: string, target: string, deepAt: number, round: boolean) {
  const [a, b, t] = [`A${label}`, `B${label}`, `T${label}`];
  const [begin, end] = round ? [`const b=p;${label}:for(;;){`, "}"] : ["", ""];
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
