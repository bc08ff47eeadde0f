/**
 * How an image's thread asks for files of the directory that was granted: it posts what it wants, and waits
 * in shared memory until the server's thread has done it. The thread itself may not touch them.
 */
import { MessageChannel, type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import type { Done, GrantedDirectory } from "../contract/granted-directory.js";

/** What a thread is given to ask. */
export interface DirectoryChannel {
  readonly root: string;
  readonly port: MessagePort;
  /** 1 as soon as there is an answer. */
  readonly signal: Int32Array;
}

type Operation = Exclude<keyof GrantedDirectory, "root">;
type Asked = readonly [operation: Operation, ...given: readonly (string | Uint8Array)[]];

/** How many paths each operation takes. */
const PATHS: ReadonlyMap<unknown, number> = new Map<Operation, number>([
  ["look", 1],
  ["read", 1],
  ["write", 1],
  ["remove", 1],
  ["rename", 2],
  ["makeDirectory", 1],
  ["removeDirectory", 1],
  ["list", 1],
]);

/** Serves a thread's requests, one after the other, until the port is closed. */
export function serveDirectory(directory: GrantedDirectory): {
  readonly channel: DirectoryChannel;
  readonly close: () => void;
} {
  const { port1: own, port2: port } = new MessageChannel();
  const signal = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  own.on("message", (asked: unknown) => {
    own.postMessage(answerTo(directory, asked));
    Atomics.store(signal, 0, 1);
    Atomics.notify(signal, 0);
  });
  // A thread that asks is a reason for the process to go on because the server has something to do.
  own.unref();
  return { channel: { root: directory.root, port, signal }, close: () => own.close() };
}

/** A thread may have been taken over by what runs in it, so it may ask for anything. */
function answerTo(directory: GrantedDirectory, asked: unknown): Done<unknown> {
  try {
    if (!isAsked(asked)) return { problem: "Invalid request" };
    const [operation, ...given] = asked;
    const work = directory[operation] as (...given: readonly unknown[]) => Done<unknown>;
    return work(...given);
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

function isAsked(asked: unknown): asked is Asked {
  if (!Array.isArray(asked)) return false;
  const [operation, ...given] = asked as readonly unknown[];
  const count = PATHS.get(operation);
  if (count === undefined) return false;
  const [paths, others] = [given.slice(0, count), given.slice(count)];
  if (paths.length < count || !paths.every((path) => typeof path === "string")) return false;
  return operation === "write" ? others.length === 1 && others[0] instanceof Uint8Array : others.length === 0;
}

/** The directory as an image's thread has it. It holds what it uses when the realm is locked. */
export function askedDirectory({ root, port, signal }: DirectoryChannel): GrantedDirectory {
  const post = port.postMessage.bind(port);
  const { store, wait } = Atomics;
  const receive = receiveMessageOnPort;
  const ask = <T>(...asked: Asked): Done<T> => {
    store(signal, 0, 0);
    post(asked);
    for (;;) {
      const received = receive(port) as { readonly message: Done<T> } | undefined;
      if (received !== undefined) return received.message;
      wait(signal, 0, 0);
    }
  };
  return {
    root,
    look: (path) => ask("look", path),
    read: (path) => ask("read", path),
    write: (path, content) => ask("write", path, content),
    remove: (path) => ask("remove", path),
    rename: (from, to) => ask("rename", from, to),
    makeDirectory: (path) => ask("makeDirectory", path),
    removeDirectory: (path) => ask("removeDirectory", path),
    list: (path) => ask("list", path),
  };
}
