/** Functions that were defined inside of other forms, compiled again among what is around them. */

import type { Surroundings } from "../../compiler/syntax/kept-definitions.js";
import { closureOf, noteClosure } from "../../runtime/closures.js";
import { fixedArguments } from "../../runtime/library/fixed.js";
import { functionsOfScope, type LiveVariable, variablesOfScope } from "../../runtime/live-variables.js";
import type { LispFunction, LispValue } from "../../runtime/objects/marshal.js";
import { functionNameSymbol } from "../../runtime/objects/setf-names.js";
import { simpleError } from "../../runtime/signals.js";
import type { Image } from "../image.js";
import { amongVariables, withFunctions } from "./evaluation.js";
import { setLive } from "./frames.js";

/** Reads a variable, or sets it to its argument. */
function accessTo(variable: LiveVariable): LispFunction {
  return fixedArguments(0, 1, (...given) =>
    given.length > 0 ? setLive(variable, given[0]) : (variable.read() as LispValue),
  );
}

/** Compiles the definition of a function where it stood; undefined for one that stood at toplevel. */
export function compiledInPlace(
  image: Image,
  fn: LispFunction,
  definition: LispValue,
): LispFunction | undefined {
  const { compiler, internals, stack } = image;
  const closure = closureOf(fn);
  if (closure === undefined) return undefined;
  const { lexical, variables, functions } = closure.surroundings as Surroundings;
  const { scope } = closure;
  // One that was not kept may have the name of one further out that was.
  const reached = variablesOfScope(stack, scope).filter(({ symbol }) => variables.get(symbol)?.kept === true);
  const called = functionsOfScope(stack, scope).filter(({ name }) => {
    const symbol = functionNameSymbol(name);
    return symbol !== null && functions.get(symbol)?.kept === true;
  });
  const environment = amongVariables(
    lexical,
    reached.map((variable) => [variable.symbol, accessTo(variable)]),
  );
  const { warnings } = compiler;
  const errors = warnings.errors;
  const form = withFunctions(called, definition);
  const made = compiler.run(form, environment)(internals.pv) as LispFunction;
  if (warnings.errors > errors) return simpleError("What is around ~S was not kept.", fn);
  noteClosure(made, closure);
  const info = stack.infoOf(made as { name: string });
  if (info !== undefined && scope !== undefined) info.around = scope;
  return made;
}
