/**
 * Printing on the streams of a program on the heap: their methods are called when an object, or a control
 * string, is printed to its end, so that an evaluation can be left in them. Only STREAM-LINE-COLUMN is called
 * where the printer asks for it.
 */

import type { LispValue } from "../objects/marshal.js";
import { symbolFunction } from "../objects/symbols.js";
import { keyword, nil, sym, t } from "../signals.js";
import { type Activation, type HeapFunction, type Steps, withHeap } from "../stack/heap-calls.js";
import { designated } from "./awaited-input.js";
import { deferredTexts } from "./deferred-texts.js";
import { grayOutput } from "./gray-streams.js?heap";
import { isStream, portsOf } from "./shape.js";

/** The argument that says where a function prints. */
type Destination = (args: readonly LispValue[]) => LispValue;

const DESTINATIONS: ReadonlyMap<string, Destination> = new Map<string, Destination>([
  ...["PRIN1", "PRINC", "PRINT", "PPRINT"].map((name) => [name, (args) => args[1]] as [string, Destination]),
  ["WRITE", keywordStream],
  ["FORMAT", formatDestination],
]);

function keywordStream(args: readonly LispValue[]): LispValue {
  const at = args.indexOf(keyword("STREAM"), 1);
  return at < 0 ? undefined : args[at + 1];
}

/** The stream that FORMAT prints on; NIL, of which it makes a string, is none here. */
function formatDestination([destination]: readonly LispValue[]): LispValue {
  if (destination === nil()) return 0;
  return destination === t() ? undefined : destination;
}

/** Has functions that print do so for streams of a program. */
export function giveDeferringTwins(): void {
  for (const [name, destination] of DESTINATIONS) {
    const fn = symbolFunction(sym(name));
    const { heap } = fn as HeapFunction;
    if (heap === undefined) continue;
    const twin = heap as (...given: unknown[]) => Activation;
    withHeap(fn, (values, ...args) => {
      const stream = streamOfProgram(destination(args));
      const print = twin(values, ...args);
      return stream === null ? print : deferring(stream, print);
    });
  }
}

/** The program's own stream that a designator leads to; null for another. */
function streamOfProgram(designator: LispValue): object | null {
  const stream = designated(designator, "*STANDARD-OUTPUT*");
  const own = isStream(stream) ? portsOf(stream).output?.stream : undefined;
  return own === undefined || deferredTexts.has(own as object) ? null : (own as object);
}

function* deferring(stream: object, print: Activation): Activation {
  const texts: string[] = [];
  deferredTexts.set(stream, texts);
  try {
    return yield* print;
  } finally {
    deferredTexts.delete(stream);
    // What was printed before an error is written, too.
    for (const text of texts) yield* grayOutput(stream as LispValue).write(text) as unknown as Steps<void>;
  }
}
