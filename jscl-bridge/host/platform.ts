import type { Grants } from "../engine/power/grants.js";
import type { PackageFiles } from "./files/package-files.js";
import type { StartCompiling, SystemCompiler } from "./images/system-compiler.js";
import type { Waiting } from "./images/waiting.js";
import type { DefinitionKeeper, Kept } from "./storage/definition-keeper.js";
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

/** What lets a process end that has nothing to do but to wait for a server's clients. */
export type Liveness = {
  /** Takes note, at the end of each turn, of whether the server has something to do. */
  note(isBusy: boolean): void;
  /** A client's port and the server's own: neither is a reason for the process to go on. */
  lend(own: MessagePort, lent: MessagePort): void;
  /** The server is closed. */
  end(): void;
};

/** The part of a platform that the host uses and that differs between a page and Node. */
export type Platform = {
  /** Whether memory can be shared with threads. */
  readonly sharesMemory: boolean;
  /** The grants that can be given here. */
  readonly grants: readonly (keyof Grants)[];
  /** Starts a thread on the package's files, which may do what it needs for the grants. */
  startThread(files: PackageFiles, listener: ThreadListener, clock: Clock, grants: Grants): Thread;
  /**
   * How threads that share no memory wait for the host; null where they cannot, none where they all share it.
   */
  readonly waiting?: (files: PackageFiles) => Waiting | null;
  /**
   * Gets a file of WebAssembly. Rejects with an Error that says in one sentence what is wrong with it, also
   * when nothing comes of it.
   */
  wasm(file: URL, clock: Clock): Promise<WebAssembly.Module | Uint8Array<ArrayBuffer>>;
  /** Gets a file of JSON, and rejects likewise. */
  json(file: URL, clock: Clock): Promise<unknown>;
  /** PNGs in base64 of texts of SVG; null for what cannot be drawn. Never rejects. */
  draw(files: PackageFiles, pictures: readonly string[], clock: Clock): Promise<(string | null)[]>;
  /** What keeps definitions from visit to visit, under a name. Rejects where its file cannot be loaded. */
  openKeeper(
    files: PackageFiles,
    name: string,
    kept: Kept,
    isOn: boolean,
    clock: Clock,
  ): Promise<DefinitionKeeper>;
  /** What compiles systems for later visits; `start` starts an image that does. */
  openCompiler(files: PackageFiles, clock: Clock, start: StartCompiling): Promise<SystemCompiler>;
  /** Decides, for one server, how long the process lives; none where there is no process to end. */
  readonly openLiveness?: () => Liveness;
};

/** Why an image fails whose event the platform could not copy. */
export const UNREADABLE_EVENT = "An event of the Lisp image could not be read.";
