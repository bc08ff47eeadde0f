/** Forms evaluated in the lexical environment of a running call. */

import { Environment } from "../../compiler/scope/environment.js";
import { fixedArguments } from "../../runtime/library/fixed.js";
import { lexicalOf, liveFunctions } from "../../runtime/live-variables.js";
import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispFunction, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { symbolName } from "../../runtime/objects/symbols.js";
import type { Signalled } from "../../runtime/reports/library-calls.js";
import {
  elementsOf,
  INTERNAL_PACKAGE,
  isCons,
  isSymbol,
  list,
  listOf,
  simpleError,
  sym,
  uninterned,
} from "../../runtime/signals.js";
import type { Frame } from "../../runtime/stack/callstack.js";
import type { Image } from "../image.js";
import {
  type FrameVariable,
  frameAt,
  keepsVariables,
  leaveFrame,
  refuse,
  setFrameVariable,
  variablesOf,
} from "./frames.js";

/** Evaluates a form in the frame of that number; all its values. Errors leave by non-local exits. */
export function evaluateInFrame(
  image: Image,
  sp: number,
  index: LispValue,
  form: LispValue,
  signalled: Signalled | null = null,
): LispValue[] {
  const frame = frameAt(image, sp, index, signalled);
  const environment = environmentOf(image, frame, sp);
  return image.evaluateIn(inBlock(image, frame, withFunctions(image, frame, sp, form)), environment);
}

/** What names mean in a frame: its variables are symbol macros that reach them. */
function environmentOf(image: Image, frame: Frame, sp: number): Environment {
  const lexical = lexicalOf(image.stack, frame, sp);
  let environment = lexical instanceof Environment ? lexical : Environment.empty;
  for (const variable of variablesOf(image, frame, sp)) {
    const { symbol, state } = variable;
    // Inside of the binding the name is a symbol macro's, or declared special.
    if (state === "special" || environment.variable(symbol) !== undefined) continue;
    if (image.compiler.proclaimed(symbol) !== null) continue;
    const expansion = list(sym("VARIABLE-IN-FRAME", INTERNAL_PACKAGE), accessTo(frame, variable));
    environment = environment.withVariable(symbol, { kind: "symbol-macro", expansion });
  }
  return environment;
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

/** The form with the frame's local functions around it. */
function withFunctions({ stack }: Image, frame: Frame, sp: number, form: LispValue): LispValue {
  const functions = liveFunctions(stack, frame, sp);
  if (functions.length === 0) return form;
  const rest = uninterned("ARGUMENTS");
  const definitions = functions.map(({ name, fn }) =>
    list(name, list(sym("&REST"), rest), list(sym("APPLY"), quoted(fn), rest)),
  );
  const named = functions.map(({ name }) => list(sym("FUNCTION"), name));
  const declaration = list(sym("DECLARE"), listOf([sym("IGNORABLE"), ...named]));
  return list(sym("FLET"), listOf(definitions), declaration, form);
}

/** The form in the block around the function's body: RETURN-FROM leaves the frame. */
function inBlock(image: Image, frame: Frame, form: LispValue): LispValue {
  const name = blockOf(frame);
  if (name === null || !keepsVariables(frame)) return form;
  const done = uninterned("DONE");
  const leave = fixedArguments(1, 1, (values) => leaveFrame(image, frame, elementsOf(values)));
  const block = sym("BLOCK");
  const evaluated = list(block, name, list(sym("RETURN-FROM"), done, form));
  const left = list(sym("MULTIPLE-VALUE-LIST"), evaluated);
  return list(block, done, list(sym("FUNCALL"), quoted(leave), left));
}

const quoted = (x: unknown): LispValue => list(sym("QUOTE"), x as LispValue);

/** The name of the block around the body of a frame's function. */
function blockOf({ info: { name } }: Frame): LispSymbol | null {
  if (isSymbol(name)) return name;
  const rest = isCons(name) ? cdrOf(name) : null;
  if (!isCons(name) || !isCons(rest)) return null;
  const kind = carOf(name);
  const named = carOf(rest);
  const isNamed = isSymbol(kind) && /^(SETF|FLET|LABELS|METHOD)$/.test(symbolName(kind));
  const target = isCons(named) && isCons(cdrOf(named)) ? carOf(cdrOf(named) as typeof named) : named;
  return isNamed && isSymbol(target) ? target : null;
}
