/**
 * Streams of a program on the heap: an evaluation can be left in their methods, where functions that read and
 * write call them.
 */

import type { BaseImage } from "../base-image.js";
import { giveTwin } from "../library/argument-checks.js";
import { type LispValue, type ValuesFunction, valuesOf } from "../objects/marshal.js";
import { symbolFunction } from "../objects/symbols.js";
import { sym } from "../signals.js";
import {
  type Activation,
  type HeapFunction,
  type Steps,
  withHeap,
  withoutHeap,
} from "../stack/heap-calls.js";
import { findTwinsBy, isGenerator, lispCall } from "../twin-calls.js";
import { designated } from "./awaited-input.js";
import { isEnd, lineOf } from "./gray-streams.js";
import { grayInput, grayOutput } from "./gray-streams.js?heap";
import { endOfFile } from "./input-functions.js";
import { inputFunctions } from "./input-functions.js?heap";
import { outputFunctions } from "./output-functions.js?heap";
import { isGray, isStream, type Line, portsOf } from "./shape.js";

type Direction = "input" | "output";

/** Functions by the number of the argument that is their stream. */
const STREAMS: Readonly<Record<Direction, readonly (readonly string[])[]>> = {
  input: [
    "READ-CHAR READ-CHAR-NO-HANG READ-LINE LISTEN CLEAR-INPUT READ-BYTE".split(" "),
    "PEEK-CHAR UNREAD-CHAR READ-SEQUENCE".split(" "),
  ],
  output: [
    "TERPRI FRESH-LINE FINISH-OUTPUT FORCE-OUTPUT CLEAR-OUTPUT".split(" "),
    "WRITE-CHAR WRITE-STRING WRITE-LINE WRITE-SEQUENCE WRITE-BYTE".split(" "),
  ],
};

const BYTES = {
  *"READ-BYTE"(values: ValuesFunction, stream: LispValue, ...atEnd: LispValue[]): Activation {
    const byte = yield* lispCall("STREAM-READ-BYTE", "SB-GRAY", stream);
    return values(isEnd(byte) ? endOfFile(stream, atEnd[0], atEnd[1]) : byte);
  },
  *"WRITE-BYTE"(values: ValuesFunction, byte: LispValue, stream: LispValue): Activation {
    yield* lispCall("STREAM-WRITE-BYTE", "SB-GRAY", stream, byte);
    return values(byte);
  },
};

/** Gives the functions that read and write their twins for such streams. */
export function giveGrayTwins(image: BaseImage): void {
  const twins = new WeakMap<object, object>();
  findTwinsBy((port) => {
    const { stream } = port as { stream?: LispValue };
    if (!isGray(stream)) return undefined;
    const twin = twins.get(port) ?? ("write" in port ? grayOutput(stream) : inputTwin(image, stream));
    twins.set(port, twin);
    return twin;
  });
  const tables = new Map<string, unknown>(
    Object.entries({ ...inputFunctions(), ...outputFunctions(), ...BYTES }),
  );
  for (const direction of ["input", "output"] as const)
    for (const [at, names] of STREAMS[direction].entries())
      for (const name of names) {
        const twin = tables.get(name);
        if (typeof twin === "function" && isGenerator(twin as never))
          ofProgram(image, name, twin as never, (args) => isOfProgram(args[at], direction));
      }
}

function inputTwin({ internals }: BaseImage, stream: LispValue): object {
  const read = symbolFunction(sym("STREAM-READ-LINE", "SB-GRAY"));
  return {
    ...grayInput(stream),
    *readLine(): Steps<Line | null> {
      return lineOf(valuesOf(yield [read, internals.mv, stream]));
    },
  };
}

/** Whether a designator stands for a stream whose methods are a program's. */
function isOfProgram(designator: LispValue, direction: Direction): boolean {
  const stream = designated(designator, direction === "input" ? "*STANDARD-INPUT*" : "*STANDARD-OUTPUT*");
  return isStream(stream) && portsOf(stream)[direction]?.stream !== undefined;
}

/** Has a function run as this twin for streams of a program, and else as before. */
function ofProgram(
  image: BaseImage,
  name: string,
  twin: (...args: never[]) => Activation,
  isIts: (args: readonly LispValue[]) => boolean,
): void {
  const fn = symbolFunction(sym(name));
  const { heap: before } = fn as HeapFunction;
  const plain = withoutHeap(fn);
  giveTwin(image, name, twin);
  const own = (fn as HeapFunction).heap as typeof twin;
  withHeap(fn, function* (values, ...args): Activation {
    if (isIts(args)) return yield* own(...([values, ...args] as never[]));
    if (before !== undefined) return yield* before(...([values, ...args] as never[]));
    return yield [plain, values, ...args];
  });
}
