/** Making streams, asking about them, closing them (CLHS 21.2). */

import type { LispFunction, LispValue } from "../objects/marshal.js";
import { activeLength, isLispString } from "../objects/vectors.js";
import { isSymbol, keyword, list, nil, simpleError, sym, t } from "../signals.js";
import { safepoint } from "../stack/safepoints.js";
import { elementTypeOfStream, partsOf } from "./byte-functions.js";
import {
  makeBroadcastStream,
  makeConcatenatedStream,
  makeEchoStream,
  makeSynonymStream,
  makeTwoWayStream,
} from "./compound.js";
import { mustBeOpen } from "./designators.js";
import { standardStreamFormat } from "./external-formats.js";
import { hasDirection } from "./gray-streams.js";
import { hasFillPointer, makeFillPointerStream, makeStringOutputStream, takeOutputString } from "./output.js";
import {
  isGray,
  isStream,
  LispStream,
  portsOf,
  type StockStream,
  type StreamKind,
  streamClassName,
} from "./shape.js";
import { bounds, wrongType } from "./stream-arguments.js";
import { makeStringInputStream, StringInput } from "./string-input.js";

function bool(value: boolean): LispValue {
  return value ? t() : nil();
}

function streamArgument(x: LispValue): LispStream | StockStream {
  return isStream(x) ? x : wrongType(x, sym("STREAM"));
}

function ofDirection(x: LispValue, direction: "input" | "output"): LispValue {
  const stream = streamArgument(x);
  if (isGray(x) ? !hasDirection(x, direction) : portsOf(stream)[direction] === undefined) {
    wrongType(x, list(sym("SATISFIES"), sym(`${direction.toUpperCase()}-STREAM-P`)));
  }
  return x;
}

function predicate(test: (stream: LispStream | StockStream) => boolean): LispFunction {
  return (values, ...args) => {
    return values(bool(test(streamArgument(args[0]))));
  };
}

/** Whether a stream takes that direction: as in SBCL, none that is closed does. */
function hasPort(stream: LispStream | StockStream, direction: "input" | "output"): boolean {
  if (stream instanceof LispStream && !stream.open) return false;
  return portsOf(stream)[direction] !== undefined;
}

function part(kind: StreamKind, label: string): LispFunction {
  return (values, ...args) => {
    const stream = args[0];
    if (!(stream instanceof LispStream) || stream.kind !== kind) return wrongType(stream, sym(kind));
    return values(stream.part(label));
  };
}

const takeString: LispFunction = (values, ...args) => {
  const stream = args[0];
  if (!(stream instanceof LispStream) || stream.kind !== "STRING-OUTPUT-STREAM") {
    return wrongType(stream, sym("STRING-OUTPUT-STREAM", "SB-IMPL"));
  }
  return values(takeOutputString(stream));
};

const fillPointerStream: LispFunction = (values, target) => {
  if (!isLispString(target) || !hasFillPointer(target)) {
    return wrongType(
      target,
      list(sym("AND"), sym("STRING"), list(sym("SATISFIES"), sym("ARRAY-HAS-FILL-POINTER-P"))),
    );
  }
  return values(makeFillPointerStream(target));
};

function externalFormat(stream: LispValue): LispValue {
  safepoint();
  if (!(stream instanceof LispStream)) return nil();
  if (stream.kind === "FD-STREAM") {
    mustBeOpen(stream);
    return stream.file?.format ?? standardStreamFormat();
  }
  const last = partsOf(stream, "output").at(-1);
  if (last !== undefined) return externalFormat(last);
  return stream.kind === "BROADCAST-STREAM" ? keyword("DEFAULT") : nil();
}

export const streamFunctions: Record<string, LispFunction> = {
  "MAKE-STRING-INPUT-STREAM": (values, ...args) => {
    const string = args[0];
    if (!isLispString(string)) return wrongType(string, sym("STRING"));
    const [from, to] = bounds(string, activeLength(string), args[1], args[2]);
    return values(makeStringInputStream(string.slice(0, to), { from }));
  },
  "MAKE-STRING-OUTPUT-STREAM": (values, ..._args) => {
    return values(makeStringOutputStream());
  },
  "GET-OUTPUT-STREAM-STRING": takeString,
  "MAKE-BROADCAST-STREAM": (values, ...args) =>
    values(makeBroadcastStream(args.map((stream) => ofDirection(stream, "output")))),
  "MAKE-CONCATENATED-STREAM": (values, ...args) =>
    values(makeConcatenatedStream(args.map((stream) => ofDirection(stream, "input")))),
  "MAKE-TWO-WAY-STREAM": (values, ...args) => {
    return values(makeTwoWayStream(ofDirection(args[0], "input"), ofDirection(args[1], "output")));
  },
  "MAKE-ECHO-STREAM": (values, ...args) => {
    return values(makeEchoStream(ofDirection(args[0], "input"), ofDirection(args[1], "output")));
  },
  "MAKE-SYNONYM-STREAM": (values, ...args) => {
    const symbol = args[0];
    return values(isSymbol(symbol) ? makeSynonymStream(symbol) : wrongType(symbol, sym("SYMBOL")));
  },
  "BROADCAST-STREAM-STREAMS": part("BROADCAST-STREAM", "STREAMS"),
  "CONCATENATED-STREAM-STREAMS": part("CONCATENATED-STREAM", "STREAMS"),
  "TWO-WAY-STREAM-INPUT-STREAM": part("TWO-WAY-STREAM", "INPUT-STREAM"),
  "TWO-WAY-STREAM-OUTPUT-STREAM": part("TWO-WAY-STREAM", "OUTPUT-STREAM"),
  "ECHO-STREAM-INPUT-STREAM": part("ECHO-STREAM", "INPUT-STREAM"),
  "ECHO-STREAM-OUTPUT-STREAM": part("ECHO-STREAM", "OUTPUT-STREAM"),
  "SYNONYM-STREAM-SYMBOL": part("SYNONYM-STREAM", "SYMBOL"),
  "JSCL-MCP::STREAM-CLASS-NAME": (_values, x) => streamClassName(streamArgument(x)),
  STREAMP: (values, ...args) => {
    return values(bool(isStream(args[0])));
  },
  "INPUT-STREAM-P": predicate((stream) => hasPort(stream, "input")),
  "OUTPUT-STREAM-P": predicate((stream) => hasPort(stream, "output")),
  "INTERACTIVE-STREAM-P": predicate(() => false),
  "OPEN-STREAM-P": predicate((stream) => !(stream instanceof LispStream) || stream.open),
  CLOSE: (values, ...args) => {
    const stream = streamArgument(args[0]);
    if (stream instanceof LispStream && stream.open) {
      stream.open = false;
      stream.file?.close((args[2] ?? nil()) !== nil());
    }
    return values(t());
  },
  "STREAM-ELEMENT-TYPE": (values, ...args) => {
    return values(elementTypeOfStream(streamArgument(args[0])));
  },
  "STREAM-EXTERNAL-FORMAT": (values, ...args) => {
    const stream = streamArgument(args[0]);
    if (isGray(stream)) return simpleError("~S is not defined for ~S", sym("STREAM-EXTERNAL-FORMAT"), stream);
    return values(externalFormat(stream));
  },
  "JSCL-MCP::STRING-INPUT-INDEX": (values, ...args) => {
    const { input } = streamArgument(args[0]) as LispStream;
    return values(input instanceof StringInput ? input.position() : nil());
  },
  "JSCL::%MAKE-FILL-POINTER-OUTPUT-STREAM": fillPointerStream,
};
