/** Forms evaluated in the lexical environment of a running call. */

import { Environment } from "../../compiler/scope/environment.js";
import { fixedArguments } from "../../runtime/library/fixed.js";
import { type LiveFunction, lexicalOf, liveFunctions } from "../../runtime/live-variables.js";
import type { LispFunction, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { functionNameSymbol } from "../../runtime/objects/setf-names.js";
import type { Signalled } from "../../runtime/reports/library-calls.js";
import { INTERNAL_PACKAGE, list, listOf, simpleError, sym, uninterned } from "../../runtime/signals.js";
import type { Frame } from "../../runtime/stack/callstack.js";
import type { Image } from "../image.js";
import { quoted, withExits } from "./exits.js";
import { type FrameVariable, frameAt, refuse, setFrameVariable, variablesOf } from "./frames.js";

/** A form as it is evaluated for one in a frame, and where. */
export type FormInFrame = readonly [form: LispValue, environment: Environment];

/** Evaluates a form in the frame of that number; all its values. Errors leave by non-local exits. */
export function evaluateInFrame(...given: Parameters<typeof formInFrame>): LispValue[] {
  const [image] = given;
  return image.evaluateIn(...formInFrame(...given));
}

/** What is evaluated for a form in the frame of that number. Signals an error where that cannot be. */
export function formInFrame(
  image: Image,
  sp: number,
  index: LispValue,
  form: LispValue,
  signalled: Signalled | null = null,
): FormInFrame {
  const frame = frameAt(image, sp, index, signalled);
  const environment = environmentOf(image, frame, sp);
  // Inside of the binding the name may be a macro's.
  const isSeen = ({ name }: LiveFunction) => environment.function(functionNameSymbol(name)) === undefined;
  const called = withFunctions(liveFunctions(image.stack, frame, sp).filter(isSeen), form);
  return [withExits(image, frame, sp, called), environment];
}

/** What names mean in a frame: its variables are symbol macros that reach them. */
function environmentOf(image: Image, frame: Frame, sp: number): Environment {
  const lexical = lexicalOf(image.stack, frame, sp);
  const environment = lexical instanceof Environment ? lexical : Environment.empty;
  const reached = variablesOf(image, frame, sp).filter(({ symbol, state }) => {
    // Inside of the binding the name is a symbol macro's, or declared special.
    if (state === "special" || environment.variable(symbol) !== undefined) return false;
    return image.compiler.proclaimed(symbol) === null;
  });
  return amongVariables(
    environment,
    reached.map((variable) => [variable.symbol, accessTo(frame, variable)]),
  );
}

/** An environment in which variables of running code are symbol macros, each with what reads and sets it. */
export function amongVariables(
  lexical: Environment,
  accesses: readonly (readonly [LispSymbol, LispFunction])[],
): Environment {
  return accesses.reduce((environment, [symbol, access]) => {
    const expansion = list(sym("VARIABLE-IN-FRAME", INTERNAL_PACKAGE), access);
    return environment.withVariable(symbol, { kind: "symbol-macro", expansion });
  }, lexical);
}

/** A function that reads a variable, or sets it to its argument. */
function accessTo(frame: Frame, variable: FrameVariable): LispFunction {
  const { symbol, state } = variable;
  return fixedArguments(0, 1, (...given) => {
    if (given.length > 0) return setFrameVariable(frame, variable, given[0]);
    if (state === "dropped") return refuse(frame, "The variable ~S of this frame was not kept.", symbol);
    return variable.read() ?? simpleError("The variable ~S of this frame has no value yet.", symbol);
  });
}

/** The form with local functions of running code around it. */
export function withFunctions(functions: readonly LiveFunction[], form: LispValue): LispValue {
  if (functions.length === 0) return form;
  const rest = uninterned("ARGUMENTS");
  const definitions = functions.map(({ name, fn }) =>
    list(name, list(sym("&REST"), rest), list(sym("APPLY"), quoted(fn), rest)),
  );
  const named = functions.map(({ name }) => list(sym("FUNCTION"), name));
  const declaration = list(sym("DECLARE"), listOf([sym("IGNORABLE"), ...named]));
  return list(sym("FLET"), listOf(definitions), declaration, form);
}
