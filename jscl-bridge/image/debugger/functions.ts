/** What programs ask of running frames, beneath the functions of `environment/for-programs.lisp`. */

import { isQuality, KEEPS_VARIABLES, MOST } from "../../compiler/syntax/policy.js";
import type { FunctionTable } from "../../runtime/function-table.js";
import { fixedArguments } from "../../runtime/library/fixed.js";
import type { LispFunction, LispValue } from "../../runtime/objects/marshal.js";
import { makeString } from "../../runtime/objects/vectors.js";
import { elementsOf, isSymbol, keyword, list, listOf, nil, simpleError, sym } from "../../runtime/signals.js";
import { wrongType } from "../../runtime/streams/stream-arguments.js";
import type { Image } from "../image.js";
import { evaluateInFrame } from "./evaluation.js";
import {
  adviceOn,
  type FrameVariable,
  frameAt,
  frameVariables,
  keepsVariables,
  restartFrame,
  returnFromFrame,
  setFrameVariable,
} from "./frames.js";
import { recompile, recompileAll } from "./recompiling.js";

/** The lexical variables of a frame that keeps them. */
function liveAt(image: Image, index: LispValue): FrameVariable[] {
  const { sp } = image.stack;
  const frame = frameAt(image, sp, index);
  if (keepsVariables(frame)) return frameVariables(image, sp, index).filter(({ state }) => state === "live");
  const why = "Frame ~D keeps no variables: its code has a debug quality below ~D.";
  return simpleError(why, index, KEEPS_VARIABLES);
}

function listed(image: Image, index: LispValue): LispValue {
  const known = liveAt(image, index).filter(({ value }) => value !== undefined);
  return listOf(known.map(({ symbol, value }) => list(symbol, value)));
}

function setVariable(image: Image, index: LispValue, symbol: LispValue, value: LispValue): LispValue {
  if (!isSymbol(symbol)) return wrongType(symbol, sym("SYMBOL"));
  const variable = liveAt(image, index).find((each) => each.symbol === symbol);
  if (variable === undefined) return simpleError("Frame ~D has no variable ~S.", index, symbol);
  return setFrameVariable(frameAt(image, image.stack.sp, index), variable, value);
}

/** Lists of name, state and, where there is one, value; then why others are missing, or NIL. */
function locals(image: Image, index: LispValue): LispValue {
  const { sp } = image.stack;
  const frame = frameAt(image, sp, index);
  const variables = frameVariables(image, sp, index).map(({ symbol, state, value }) =>
    list(symbol, keyword(state.toUpperCase()), ...(value === undefined ? [] : [value])),
  );
  const advice = adviceOn(image, frame);
  const missing = advice === null ? nil() : makeString(advice);
  return list(listOf(variables), missing);
}

function quality(debug: LispValue): number {
  return isQuality(debug) ? debug : wrongType(debug, list(sym("INTEGER"), 0, MOST));
}

export function frameFunctions(image: Image): FunctionTable {
  const evaluate: LispFunction = (values, index, form) =>
    values(...evaluateInFrame(image, image.stack.sp, index, form));
  return {
    "JSCL-MCP::LIVE-VARIABLES": fixedArguments(1, 1, (index) => listed(image, index)),
    "JSCL-MCP::SET-LIVE-VARIABLE": fixedArguments(3, 3, (index, symbol, value) =>
      setVariable(image, index, symbol, value),
    ),
    "JSCL-MCP::LOCALS-OF-FRAME": fixedArguments(1, 1, (index) => locals(image, index)),
    "JSCL-MCP::EVALUATED-IN-FRAME": evaluate,
    "JSCL-MCP::LEAVE-FRAME": fixedArguments(2, 2, (index, values) =>
      returnFromFrame(image, image.stack.sp, index, elementsOf(values)),
    ),
    "JSCL-MCP::FRAME-CALLED-AGAIN": fixedArguments(1, 1, (index) =>
      restartFrame(image, image.stack.sp, index),
    ),
    "JSCL-MCP::RECOMPILED": fixedArguments(2, 2, (name, debug) => recompile(image, name, quality(debug))),
    "JSCL-MCP::PROCLAIMED-DEBUG": fixedArguments(0, 0, () => image.definitions.debug),
    "JSCL-MCP::ALL-RECOMPILED": fixedArguments(1, 1, (debug) =>
      listOf(recompileAll(image, quality(debug)).names),
    ),
  };
}
