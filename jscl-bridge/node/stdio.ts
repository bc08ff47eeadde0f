import type { Readable, Writable } from "node:stream";
import { MAX_MESSAGE } from "../engine/message-limit.js";
import type { Inlet } from "../host/clients/connection.js";
import type { LispServer } from "../host/lisp-server.js";
import { lineOf, messageOf } from "./ids.js";
import { Lines } from "./lines.js";

/** When so many bytes wait for a client to read them, nothing more is read of it. */
const MAX_UNREAD = 8 * 1024 * 1024;

/** A client at the other side of two streams. */
type StreamClient = {
  /** Resolves when it says no more: its stream has ended or failed, or it does not take what is written. */
  readonly ended: Promise<void>;
  /** Resolves when all that it asked before its end is answered, or nobody reads it any more. */
  readonly answered: Promise<void>;
};

/** Makes the other side of two streams a client of the server: a message is a line of JSON. */
export function serveStreams(server: LispServer, input: Readable, output: Writable): StreamClient {
  const ended = settler();
  const answered = settler();
  let hasEnded = false;
  const inlet = server.attach({
    send(message) {
      if (!output.writable) return;
      output.write(`${lineOf(message)}\n`);
      if (hasEnded) finishIfAnswered();
      else if (output.writableLength > MAX_UNREAD && !input.isPaused()) {
        input.pause();
        output.once("drain", () => input.resume());
      }
    },
    close: () => {},
  });
  const finishIfAnswered = () => {
    if (!inlet.outstanding.isOwedAnswer) answered.resolve();
  };
  const gone = () => {
    inlet.gone();
    ended.resolve();
    answered.resolve();
  };
  const lines = new Lines(
    {
      onLine: (line) => hear(inlet, line),
      onGarbage: () => inlet.heardUnreadable("it is no UTF-8"),
      onLong: (id) => inlet.heardLong(idOf(id)),
    },
    MAX_MESSAGE,
  );
  input.on("data", (chunk: Buffer) => lines.push(chunk));
  input.once("end", () => {
    lines.end();
    hasEnded = true;
    ended.resolve();
    finishIfAnswered();
  });
  input.once("error", gone);
  // A client that reads no more has gone, and needs no answer.
  output.once("error", gone);
  output.once("close", gone);
  return { ended: ended.promise, answered: answered.promise };
}

function hear(inlet: Inlet, line: string): void {
  let message: unknown;
  try {
    message = messageOf(line);
  } catch (error) {
    return inlet.heardUnreadable((error as Error).message);
  }
  inlet.heard(message);
}

/** The id that some JSON is; undefined for none. */
function idOf(json: string): string | number | undefined {
  return json === "" ? undefined : (messageOf(`{"id":${json}}`) as { id: string | number }).id;
}

function settler(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
