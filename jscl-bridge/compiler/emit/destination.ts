/** Where the value of a form goes. */
export type Destination =
  /** Returned from the JavaScript function, all values as its caller asked. */
  | { to: "return"; values: "values" }
  /** Thrown away. */
  | { to: "effect"; values: "pv" }
  /** Assigned to a JavaScript variable; `values` says which of them. */
  | { to: "variable"; name: string; values: ValuesMode };

/** The JavaScript expression passed as a call's first argument: how many values are wanted. */
export type ValuesMode = "pv" | "mv" | "values";

export const RETURN: Destination = { to: "return", values: "values" };
export const EFFECT: Destination = { to: "effect", values: "pv" };
