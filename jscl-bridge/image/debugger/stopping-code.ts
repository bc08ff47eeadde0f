/** Definitions compiled anew so that the program can stop at their calls. */

import { STEPS } from "../../compiler/syntax/policy.js";
import { describeAs, functionName, setFunctionName } from "../../runtime/objects/functions.js";
import type { LispFunction, LispValue } from "../../runtime/objects/marshal.js";
import { simpleError } from "../../runtime/signals.js";
import type { Image } from "../image.js";
import { compiledUnder } from "./debugged-functions.js";
import { LineSites } from "./line-sites.js";

/** A function with the calls that it can stop at. */
export interface Stopping {
  /** The function that runs in its place otherwise; null where it was compiled once. */
  readonly own: LispFunction | null;
  readonly made: LispFunction;
  readonly sites: LineSites;
}

/** Compiles the kept definition of a function so; null where that fails. */
export function compiledToStop(image: Image, own: LispFunction): Stopping | null {
  const { definitions } = image;
  const sites = new LineSites();
  const outer = definitions.steps;
  definitions.steps = sites;
  let made: LispFunction | null;
  try {
    made = compiledUnder(image, STEPS, own);
  } finally {
    definitions.steps = outer;
  }
  if (made === null) return null;
  describeAs(made, own);
  setFunctionName(made, functionName(own));
  definitions.written.set(made, definitions.written.get(own) ?? null);
  definitions.stopping.add(made);
  return { own, made, sites };
}

/** Signals that a definition cannot be compiled anew, and what else can be done. */
export function notKept(name: LispValue, operator: "DEFUN" | "DEFMETHOD", instead = ""): never {
  const kept = `${operator} keeps it at toplevel, and under (debug 2) inside of other forms`;
  return simpleError(
    `The definition of ~S was not kept: ${kept}, but not in compiled files.${instead}`,
    name,
  );
}

export function notStopping(name: LispValue, operator: "DEFUN" | "DEFMETHOD"): never {
  return notKept(name, operator, " Without a line a breakpoint stops at each call.");
}

export function notCompiled(name: LispValue): never {
  return simpleError("~S cannot be compiled anew.", name);
}
