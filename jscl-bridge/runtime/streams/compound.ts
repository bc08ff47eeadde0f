/** Streams made of other streams (CLHS 21.1.3). */

import type { LispSymbol, LispValue } from "../objects/marshal.js";
import { symbolValue } from "../objects/symbols.js";
import { list } from "../signals.js";
import { safepoint } from "../stack/safepoints.js";
import { inputPort, outputPort } from "./designators.js";
import { isReady, isStream, LispStream, portsOf, type TextInput, type TextOutput } from "./shape.js";

function forwardOutput(target: () => TextOutput): TextOutput {
  return {
    write: (text) => target().write(text),
    column: () => target().column(),
    finish: () => target().finish?.(),
    clear: () => target().clear?.(),
  };
}

function forwardInput(target: () => TextInput): TextInput {
  return {
    read: () => target().read(),
    peek: () => target().peek(),
    unread: (character) => target().unread(character),
    isReady: () => isReady(target()),
    clear: () => target().clear?.(),
  };
}

export function makeBroadcastStream(streams: LispValue[]): LispStream {
  const ports = streams.map((stream) => outputPort(stream));
  return new LispStream({
    kind: "BROADCAST-STREAM",
    output: {
      write(text) {
        for (const port of ports) port.write(text);
      },
      column: () => (ports.length === 0 ? 0 : (ports[ports.length - 1] as TextOutput).column()),
      finish() {
        for (const port of ports) port.finish?.();
      },
    },
    parts: [["STREAMS", list(...streams)]],
  });
}

export function makeTwoWayStream(input: LispValue, output: LispValue): LispStream {
  return new LispStream({
    kind: "TWO-WAY-STREAM",
    input: inputPort(input),
    output: outputPort(output),
    parts: [
      ["INPUT-STREAM", input],
      ["OUTPUT-STREAM", output],
    ],
  });
}

/** An echo stream writes what it reads; a character that was put back is not written again. */
export function makeEchoStream(inputStream: LispValue, outputStream: LispValue): LispStream {
  const input = inputPort(inputStream);
  const output = outputPort(outputStream);
  let putBack = 0;
  return new LispStream({
    kind: "ECHO-STREAM",
    output,
    input: {
      read() {
        const character = input.read();
        if (putBack > 0) putBack--;
        else if (character !== null) output.write(character);
        return character;
      },
      peek: () => input.peek(),
      isReady: () => isReady(input),
      unread(character) {
        putBack++;
        input.unread(character);
      },
    },
    parts: [
      ["INPUT-STREAM", inputStream],
      ["OUTPUT-STREAM", outputStream],
    ],
  });
}

export function makeConcatenatedStream(streams: LispValue[]): LispStream {
  const ports = streams.map((stream) => inputPort(stream));
  let at = 0;
  const left: [string, LispValue] = ["STREAMS", list(...streams)];
  const current = () => {
    for (; at < ports.length && ports[at]?.peek() === null; at++) {
      safepoint();
      left[1] = list(...streams.slice(at + 1));
    }
    return ports[at];
  };
  let last: TextInput | undefined;
  return new LispStream({
    kind: "CONCATENATED-STREAM",
    input: {
      read() {
        last = current();
        return last?.read() ?? null;
      },
      peek: () => current()?.peek() ?? null,
      isReady() {
        // Those before the first that has something are at their ends.
        const first = ports.slice(at).find((port) => !isReady(port) || port.peek() !== null);
        return first === undefined || isReady(first);
      },
      unread(character) {
        if (last !== undefined) {
          at = ports.indexOf(last);
          last.unread(character);
        }
      },
    },
    parts: [left],
  });
}

/** A synonym stream reads and writes the stream that is the symbol's value at that moment. */
export function makeSynonymStream(symbol: LispSymbol): LispStream {
  const value = symbolValue(symbol);
  const ports = isStream(value) ? portsOf(value) : undefined;
  return new LispStream({
    kind: "SYNONYM-STREAM",
    ...(ports === undefined || ports.output !== undefined
      ? { output: forwardOutput(() => outputPort(symbolValue(symbol))) }
      : {}),
    ...(ports === undefined || ports.input !== undefined
      ? { input: forwardInput(() => inputPort(symbolValue(symbol))) }
      : {}),
    parts: [["SYMBOL", symbol]],
  });
}
