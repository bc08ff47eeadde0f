import { type Expression, literal } from "./script.js";

/** Where the value of a form goes. */
export type Destination =
  /** Returned from the JavaScript function, all values as its caller asked. */
  | { readonly to: "return"; readonly values: "values" }
  /** Thrown away. */
  | { readonly to: "effect"; readonly values: "pv" }
  /** Assigned to a JavaScript variable; `values` says which of them. */
  | { readonly to: "variable"; readonly name: string; readonly values: ValuesMode }
  /** Assigned to JavaScript variables, a value to each; those that are missing are NIL. */
  | { readonly to: "several"; readonly names: readonly string[]; readonly values: "rv" };

/** The JavaScript expression passed as a call's first argument: how many values are wanted. */
export type ValuesMode = "pv" | "mv" | "rv" | "values";

export const RETURN: Destination = { to: "return", values: "values" };
export const EFFECT: Destination = { to: "effect", values: "pv" };

export const VALUES: Readonly<Record<ValuesMode, Expression>> = {
  pv: literal("pv"),
  mv: literal("mv"),
  rv: literal("rv"),
  values: literal("values"),
};
