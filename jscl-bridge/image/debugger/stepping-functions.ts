/** What compiled code and the overlay call of stepping and breakpoints (`lisp/extensions/stepping.lisp`). */

import type { FunctionTable } from "../../runtime/function-table.js";
import { fixedArguments, truth } from "../../runtime/library/fixed.js";
import type { LispFunction, LispValue } from "../../runtime/objects/marshal.js";
import { nil, simpleError } from "../../runtime/signals.js";
import { StepSite } from "../../runtime/stack/step-sites.js";
import { isIndex } from "../../runtime/streams/stream-arguments.js";
import type { Image } from "../image.js";
import { breakpointsOf, symbolOfName } from "./breakpoints.js";
import { methodInPlace } from "./replaced-functions.js";
import { beginStepping, stepperOf } from "./stepper.js";

function siteOf(x: LispValue): StepSite {
  return (x as unknown) instanceof StepSite
    ? (x as unknown as StepSite)
    : simpleError("~S is no step of a program.", x);
}

export function steppingFunctions(image: Image): FunctionTable {
  const { stack } = image;
  const values: LispFunction = (pass, site, ...given) => {
    stepperOf(image).values(siteOf(site), given, stack.sp);
    return pass(...given);
  };
  const done = (action: () => void) => {
    action();
    return nil();
  };
  return {
    "JSCL-MCP::STEP-POINT": fixedArguments(1, Number.POSITIVE_INFINITY, (site, ...args) =>
      done(() => stepperOf(image).point(siteOf(site), args, stack.sp)),
    ),
    "JSCL-MCP::STEP-VALUES": values,
    "JSCL-MCP::STEPS-SINCE": fixedArguments(0, 0, () => stepperOf(image).given()),
    "JSCL-MCP::BEGIN-STEPPING": fixedArguments(0, 0, () => {
      const end = beginStepping(image);
      return fixedArguments(0, 0, () => done(end));
    }),
    "JSCL-MCP::METHOD-WRITTEN-P": fixedArguments(1, 1, (fn) =>
      truth(image.definitions.written.has(fn as LispFunction)),
    ),
    "JSCL-MCP::METHOD-IN-PLACE": fixedArguments(
      1,
      1,
      (fn) => methodInPlace(image, fn as LispFunction) ?? nil(),
    ),
    "JSCL-MCP::DEBUGGER-WAITS-P": fixedArguments(0, 0, () => truth(image.waitsInDebugger)),
    "JSCL-MCP::SET-LINE-BREAKPOINT": fixedArguments(3, 3, (name, line, condition) =>
      done(() => breakpointsOf(image).set(name, line, condition)),
    ),
    "JSCL-MCP::CLEAR-LINE-BREAKPOINTS": fixedArguments(2, 2, (name, line) => {
      const all = name === nil();
      if (!all) symbolOfName(name);
      return done(() => image.breakpoints?.clear(all ? null : name, isIndex(line) ? Number(line) : null));
    }),
  };
}
