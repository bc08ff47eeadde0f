/** The variables of running frames, and functions compiled anew so that their frames keep them. */

import { isQuality, KEEPS_VARIABLES, MOST } from "../compiler/syntax/policy.js";
import type { FunctionTable } from "../runtime/function-table.js";
import { fixedArguments } from "../runtime/library/fixed.js";
import { type LiveVariable, liveVariables } from "../runtime/live-variables.js";
import { describeAs } from "../runtime/objects/functions.js";
import type { LispFunction, LispValue } from "../runtime/objects/marshal.js";
import { functionNameSymbol } from "../runtime/objects/setf-names.js";
import { symbolFunction } from "../runtime/objects/symbols.js";
import { FrameFilter } from "../runtime/reports/visible-frames.js";
import { callLisp, isCons, isSymbol, list, listOf, nil, simpleError, sym } from "../runtime/signals.js";
import type { Frame } from "../runtime/stack/callstack.js";
import { indexType, isIndex, wrongType } from "../runtime/streams/stream-arguments.js";
import type { Image } from "./image.js";

/** The visible frame of that number, as a backtrace made now counts them. */
function frameAt(image: Image, index: LispValue): Frame {
  if (!isIndex(index)) return wrongType(index, indexType());
  const { stack } = image;
  const filter = new FrameFilter(stack, null);
  let left = Number(index);
  for (let frame = stack.innermost(); frame !== null; frame = stack.callerOf(frame)) {
    left -= filter.judge(frame).length;
    if (left < 0) return frame;
  }
  return simpleError("There is no frame ~D.", index);
}

function variablesAt(image: Image, index: LispValue): LiveVariable[] {
  const variables = liveVariables(image.stack, frameAt(image, index));
  const why = "Frame ~D keeps no variables: its code has a debug quality below ~D.";
  return variables ?? simpleError(why, index, KEEPS_VARIABLES);
}

function listed(image: Image, index: LispValue): LispValue {
  const known = variablesAt(image, index).filter(({ value }) => value !== undefined);
  return listOf(known.map(({ symbol, value }) => list(symbol, value)));
}

function setVariable(image: Image, index: LispValue, symbol: LispValue, value: LispValue): LispValue {
  if (!isSymbol(symbol)) return wrongType(symbol, sym("SYMBOL"));
  const variable = variablesAt(image, index).find((each) => each.symbol === symbol);
  if (variable === undefined) return simpleError("Frame ~D has no variable ~S.", index, symbol);
  if (callLisp("TYPEP", "COMMON-LISP", value, variable.type) === nil())
    return wrongType(value, variable.type);
  variable.set(value);
  return value;
}

/** Compiles the definition of a function once more, as it was written, under another debug quality. */
function recompile(image: Image, name: LispValue, debug: LispValue): LispValue {
  const symbol = functionNameSymbol(name);
  if (symbol === null)
    return isCons(name) ? simpleError("~S is no name of a function.", name) : wrongType(name, sym("SYMBOL"));
  if (!isQuality(debug)) return wrongType(debug, list(sym("INTEGER"), 0, MOST));
  const { definitions, compiler } = image;
  const fn = image.internals.fboundp(symbol) ? symbolFunction(symbol) : undefined;
  const definition = fn && definitions.written.get(fn);
  if (fn === undefined || definition === undefined)
    return simpleError("The definition of ~S was not kept: DEFUN at toplevel keeps it.", name);
  definitions.checkLock(symbol, "setting fdefinition of ~S");
  const proclaimed = definitions.debug;
  definitions.debug = debug;
  let made: LispFunction;
  try {
    made = compiler.evaluate(definition) as LispFunction;
  } finally {
    definitions.debug = proclaimed;
  }
  describeAs(made, fn);
  definitions.written.set(made, definition);
  definitions.setFunction(symbol, name, made);
  return name;
}

export function frameVariableFunctions(image: Image): FunctionTable {
  return {
    "JSCL-MCP::LIVE-VARIABLES": fixedArguments(1, 1, (index) => listed(image, index)),
    "JSCL-MCP::SET-LIVE-VARIABLE": fixedArguments(3, 3, (index, symbol, value) =>
      setVariable(image, index, symbol, value),
    ),
    "JSCL-MCP::RECOMPILED": fixedArguments(2, 2, (name, debug) => recompile(image, name, debug)),
  };
}
