/**
 * Input that an evaluation on the heap is left for: the functions that read characters and lines have twins
 * that wait for as much as they need, and then read it as ever.
 */

import { argumentCounts } from "../../functions/table.js";
import type { LispValue, LispVector } from "../objects/marshal.js";
import { symbolFunction, symbolValue } from "../objects/symbols.js";
import { activeLength } from "../objects/vectors.js";
import { elementsOf, keyword, nil, sym, t } from "../signals.js";
import { type Activation, type Steps, withHeap, withoutHeap } from "../stack/heap-calls.js";
import { currentSyntax, isSought } from "./input-functions.js";
import { isReady, isStream, portsOf, type TextInput } from "./shape.js";
import { keywordArguments } from "./stream-arguments.js";

/** Leaves the running evaluation until its input has more, or its end; null where none is left for that. */
type More = (() => Steps<void>) | null;

// One image lives in one JavaScript realm.
let more: More = null;

/** Has more input come by that from now on; what it came by before. */
export function exchangeMore(next: More): More {
  const before = more;
  more = next;
  return before;
}

const primaryOf = (value?: LispValue): LispValue => value;

/** Waits until a character, or the end, can be read. */
export function* untilReady(port: Pick<TextInput, "isReady" | "stream">): Steps<void> {
  // The methods of a program's stream wait themselves.
  if (more !== null && port.stream === undefined && !isReady(port)) yield* more();
}

/** What a designator stands for, which may be no stream; `standard` is the variable for NIL. */
export function designated(designator: LispValue, standard: string): LispValue {
  const isStandard = designator === undefined || designator === nil();
  const name = isStandard ? standard : designator === t() ? "*TERMINAL-IO*" : null;
  return name === null ? designator : symbolValue(sym(name));
}

/** The port that a function reads from which has that argument; null where it will signal an error. */
function portFor(designator: LispValue): TextInput | null {
  const stream = designated(designator, "*STANDARD-INPUT*");
  return isStream(stream) ? (portsOf(stream).input ?? null) : null;
}

/** What a function waits for that has these arguments. */
type Waits = (port: TextInput, args: readonly LispValue[]) => Steps<void>;

/** Waits for a character of the kind that PEEK-CHAR is asked for, and skips those before it. */
function* untilSought(port: TextInput, type: LispValue): Steps<void> {
  const isAny = type === undefined || type === nil();
  const syntax = currentSyntax();
  for (;;) {
    yield* untilReady(port);
    const next = isAny ? null : port.peek();
    if (next === null || isSought(next, type, syntax)) return;
    port.read();
  }
}

/** Gives a function a twin that waits for what it reads, from the stream that is its argument `stream`. */
function waiting(name: string, stream: number, waits: Waits): void {
  const fn = symbolFunction(sym(name));
  const plain = withoutHeap(fn);
  const most = argumentCounts(name)?.most ?? 0;
  withHeap(fn, function* (values, ...args): Activation {
    const port = args.length <= most ? portFor(args[stream]) : null;
    if (port !== null) yield* waits(port, args);
    return yield [plain, values, ...args];
  });
}

/** Has READ-SEQUENCE read its elements one by one where each may have to be waited for. */
function waitingForElements(): void {
  const fn = symbolFunction(sym("READ-SEQUENCE"));
  const plain = withoutHeap(fn);
  withHeap(fn, function* (values, ...args): Activation {
    const [sequence, stream] = args;
    const port = portFor(stream);
    const { START: start = 0, END: end = nil() } = keywordArguments(args, 2);
    const length = Array.isArray(sequence)
      ? activeLength(sequence as LispVector)
      : elementsOf(sequence).length;
    const to = end === nil() ? length : end;
    const isPlain = port?.isReady === undefined || more === null;
    if (isPlain || typeof start !== "number" || typeof to !== "number" || to > length)
      return yield [plain, values, ...args];
    let at = start;
    for (; at < to; at++) {
      yield* untilReady(port);
      const bounds = [keyword("START"), at, keyword("END"), at + 1];
      if ((yield [plain, primaryOf, sequence, stream, ...bounds]) === at) break;
    }
    return values(at);
  });
}

/** Gives the functions that read characters and lines their twins. */
export function giveReadingTwins(): void {
  waiting("READ-CHAR", 0, untilReady);
  waiting("READ-LINE", 0, untilReady);
  waiting("PEEK-CHAR", 1, (port, [type]) => untilSought(port, type));
  waitingForElements();
}
