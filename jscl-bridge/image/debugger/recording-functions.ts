/** What the overlay calls of recordings (`lisp/environment/recording.lisp`). */

import type { FunctionTable } from "../../runtime/function-table.js";
import { fixedArguments, truth } from "../../runtime/library/fixed.js";
import type { LispValue } from "../../runtime/objects/marshal.js";
import { functionNameSymbol } from "../../runtime/objects/setf-names.js";
import { makeString } from "../../runtime/objects/vectors.js";
import { elementsOf, isCons, isSymbol, keyword, list, nil, sym } from "../../runtime/signals.js";
import { isIndex, wrongType } from "../../runtime/streams/stream-arguments.js";
import type { Image } from "../image.js";
import { beginRecording, endRecording, filterOf, mostEvents } from "./recording.js";
import { queryRecording } from "./recording-queries.js";

const DIRECTIONS = ["forward", "back", "inside"] as const;

/** Characters of an answer, at most. */
const MOST_BUDGET = 1_000_000;

/** The number that an argument is, or undefined where it is NIL. */
function index(x: LispValue, most: number): number | undefined {
  if (x === nil()) return undefined;
  return isIndex(x) && Number(x) <= most ? Number(x) : wrongType(x, list(sym("INTEGER"), 0, most));
}

function directionOf(x: LispValue): (typeof DIRECTIONS)[number] | undefined {
  if (x === nil()) return undefined;
  const found = DIRECTIONS.find((name) => isSymbol(x) && x === keyword(name.toUpperCase()));
  const names = DIRECTIONS.map((name) => keyword(name.toUpperCase()));
  return found ?? wrongType(x, list(sym("MEMBER"), ...names));
}

function queried(
  image: Image,
  [traced, fn, value, event, direction, count, budget]: readonly LispValue[],
): LispValue {
  if (fn !== nil() && functionNameSymbol(fn) === null && !isCons(fn)) return wrongType(fn, sym("SYMBOL"));
  const { text } = queryRecording(image, {
    traced: traced !== nil(),
    function: fn === nil() ? undefined : fn,
    value: value === nil() ? undefined : { value: elementsOf(value)[0] },
    event: index(event, Number.MAX_SAFE_INTEGER),
    direction: directionOf(direction),
    count: index(count, 10_000),
    budget: index(budget, MOST_BUDGET) ?? 4000,
  });
  return makeString(text);
}

export function recordingFunctions(image: Image): FunctionTable {
  return {
    "JSCL-MCP::BEGIN-RECORDING": fixedArguments(2, 2, (functions, most) => {
      if (image.recording !== null) return nil();
      beginRecording(image, filterOf(image, functions), mostEvents(most));
      return truth(true);
    }),
    "JSCL-MCP::END-RECORDING": fixedArguments(0, 0, () => {
      endRecording(image);
      return nil();
    }),
    "JSCL-MCP::RECORDING-ANSWER": fixedArguments(7, 7, (...given) => queried(image, given)),
  };
}
