/** The reader on the heap: macro functions of a program, `#.`, missing packages, and input that is typed. */

import { readerLibrary } from "../reader/library.js?heap";
import { standardReadtable } from "../reader/macros.js";
import { standardReadtable as standardTwin } from "../reader/macros.js?heap";
import type { Reader } from "../reader/reader.js";
import { giveMethodsTwins } from "../reader/reader.js?heap";
import type { PackageProblem } from "../reader/reader-image.js";
import type { ReaderMacro } from "../reader/readtable.js";
import { END, StreamSource } from "../reader/source.js";
import { giveTwin } from "../runtime/library/argument-checks.js";
import { internOnHeap } from "../runtime/library/packages-on-heap.js";
import { type LispFunction, type LispPackage, type LispValue, valuesOf } from "../runtime/objects/marshal.js";
import { setSymbolValue } from "../runtime/objects/symbols.js";
import { lispRequest, sym } from "../runtime/signals.js";
import { called, type Steps } from "../runtime/stack/heap-calls.js";
import { bound, unbound } from "../runtime/stack/held-bindings.js";
import { untilReady } from "../runtime/streams/awaited-input.js";
import { calledMethod, isGenerator } from "../runtime/twin-calls.js";
import { evaluateOnHeap } from "./heap-evaluation.js";
import type { Image } from "./image.js";
import { packageProblemArguments } from "./reading.js";

const READING = ["READ", "READ-PRESERVING-WHITESPACE", "READ-DELIMITED-LIST", "READ-FROM-STRING"];

/** Gives the reader and its functions their twins. */
export function giveReaderTwins(image: Image): void {
  giveMethodsTwins();
  giveMacrosTwins();
  const library = readerLibrary(image.readerImage);
  for (const name of READING) giveTwin(image, name, library[name] as never);
  Object.assign(image.readerImage, imageTwins(image));
  Object.assign(StreamSource.prototype, {
    *peek$(self: StreamSource): Steps<number> {
      const { port } = self;
      yield* untilReady(port);
      if (port.stream === undefined) return self.peek();
      const character = yield* calledMethod<string | null>(port, "peek", "peek$");
      return character?.codePointAt(0) ?? END;
    },
    *next$(self: StreamSource): Steps<number> {
      const { port } = self;
      yield* untilReady(port);
      if (port.stream === undefined) return self.next();
      return self.taken(yield* calledMethod<string | null>(port, "read", "read$"));
    },
  });
}

/** The next toplevel object of a reader, as `read` of it. */
export function readOnHeap(reader: Reader): Steps<ReturnType<Reader["read"]>> {
  return (reader as unknown as { read$(self: Reader): Steps<ReturnType<Reader["read"]>> }).read$(reader);
}

/** Gives the standard macros their twins, which stand at the same places of another readtable. */
function giveMacrosTwins(): void {
  const plain = standardReadtable();
  const twins = standardTwin();
  const give = (macro: ReaderMacro | undefined, twin: ReaderMacro | undefined) => {
    const heap = twin?.standard;
    if (macro?.standard !== undefined && heap !== undefined && isGenerator(heap))
      Object.assign(macro.standard, { heap });
  };
  for (const code of plain.macroCodes()) {
    give(plain.macro(code), twins.macro(code));
    for (const [sub, macro] of plain.dispatchMacros(code) ?? []) give(macro, twins.dispatchMacro(code, sub));
  }
}

/** What the reader asks of an image, by requests. */
function imageTwins(image: Image) {
  const { stack, internals } = image;
  /** Lisp functions leave their frames to their caller to take down. */
  function* keepingFrames<T>(body: () => Steps<T>): Steps<T> {
    const { sp } = stack;
    const result = yield* body();
    stack.sp = sp;
    return result;
  }
  const problem = (name: string) =>
    function* (_self: unknown, given: PackageProblem): Steps<LispValue> {
      return yield* keepingFrames(function* () {
        return yield lispRequest(name, ...packageProblemArguments(given));
      });
    };
  return {
    *evaluate$(_self: unknown, form: LispValue): Steps<LispValue[]> {
      return yield* keepingFrames(() => evaluateOnHeap(image, form));
    },
    *callMacro$(_self: unknown, fn: LispFunction, ...args: LispValue[]): Steps<LispValue[]> {
      return yield* keepingFrames(function* () {
        return valuesOf(yield [fn, internals.mv, ...args]);
      });
    },
    *binding$<T>(_self: unknown, name: string, value: LispValue, body: () => T): Steps<T> {
      const variable = sym(name);
      const outer = bound(variable);
      setSymbolValue(variable, value);
      try {
        return yield* called(body);
      } finally {
        unbound(outer);
      }
    },
    *intern$(_self: unknown, name: string, pkg: LispPackage): Steps<LispValue> {
      return yield* keepingFrames(() => internOnHeap(image, name, pkg));
    },
    missingPackage$: problem("READ-MISSING-PACKAGE"),
    inaccessibleSymbol$: problem("READ-INACCESSIBLE-SYMBOL"),
  };
}
