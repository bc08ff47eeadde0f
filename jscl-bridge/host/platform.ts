import type { Grants } from "../engine/power/grants.js";
import type { JournalStore } from "./storage/journal-store.js";
import type { Clock } from "./time/clock.js";

/** A thread of its own in which an image runs, as the host sees it. */
export type Thread = {
  post(message: unknown): void;
  /** Ends the thread. It sends no event afterwards. */
  end(): void;
};

/** Events of a thread for its host. */
export type ThreadListener = {
  onMessage(data: unknown): void;
  /** It could not be started, or has ended by itself. */
  onFailure(reason: string): void;
};

/** The part of a platform that the host uses and that differs between a page and Node. */
export type Platform = {
  /** Whether memory can be shared with threads. */
  readonly sharesMemory: boolean;
  /** The grants that can be given here. */
  readonly grants: readonly (keyof Grants)[];
  /** Starts a thread on the package's files at `assets`. */
  startThread(assets: URL, listener: ThreadListener, clock: Clock): Thread;
  /** A file of WebAssembly: its address where the platform fetches it by itself, or else what is in it. */
  wasm(file: URL): URL | Promise<Uint8Array<ArrayBuffer>>;
  /** Where definitions are kept from visit to visit, under a name. */
  openStore(name: string, clock: Clock): JournalStore;
};

/** Why an image fails whose event the platform could not copy. */
export const UNREADABLE_EVENT = "An event of the Lisp image could not be read.";
