/** Boots an image on a thread, and serves the host that started one. */

import type { Event } from "../contract/engine.js";
import type { GrantedDirectory } from "../contract/granted-directory.js";
import { makeCode } from "../runtime/code.js";
import { now } from "../runtime/platform.js";
import { nativeStack } from "../runtime/stack/native-stack.js";
import { readAnswers } from "./answers.js";
import { fetchImageParts, holderOfPolicy } from "./assets.js";
import { bootImage } from "./boot.js";
import { BOOT_STEPS, type BootOptions, FIRST_STEP, isBootMessage } from "./boot-options.js";
import { compileSystems } from "./compile-systems.js";
import { type CompilerNote, isShelfMessage, MOST_WANTED, type Shelf } from "./compiled-notes.js";
import { createEngine, type Engine } from "./engine.js";
import { Inbox } from "./inbox.js";
import { type InboxNote, isInboxClosed, isInboxTrial } from "./inbox-messages.js";
import { type IsInterrupted, readInterrupts } from "./interrupts.js";
import { type LifeSign, takeLife } from "./life.js";
import type { LispImage } from "./lisp-image.js";
import { explainGrants, grantedBridge } from "./power/bridge.js";
import { type Capabilities, capabilities } from "./power/capabilities.js";
import { lockDown } from "./power/lockdown.js";
import { useRareEngine } from "./rare-functions.js";
import { openShelf } from "./shelf.js";
import { type Waits, waitingBy } from "./waits.js";

/** The bridge that grants make; tests have a wider one. */
export type BridgeOf = typeof grantedBridge;

/** How an image and its host speak of compiled code that is kept. */
interface Keeping {
  readonly shelf: Promise<Shelf | null>;
  readonly tell: (note: CompilerNote) => void;
}

/**
 * Boots an image on this thread; rejects with an Error that says what is missing or broken. `confine` is
 * called when the image has all it needs, before any code of a program runs, with what programs are to keep.
 */
export async function bootEngine(
  options: BootOptions,
  post: (event: Event) => void,
  confine: (granted: Capabilities) => void = () => {},
  bridgeOf: BridgeOf = grantedBridge,
  openDirectory?: ThreadScope["openDirectory"],
  keeping: Keeping | null = null,
  inbox: Inbox | null = null,
): Promise<Engine> {
  const began = now();
  let done = 1;
  const progress = (step: string) => post({ kind: "booting", step, done: done++, total: BOOT_STEPS });
  post(FIRST_STEP);
  requireCode();
  const { lisp, rare, asdf, names, systems, compiles } = options;
  const [fetched, shelf] = await Promise.all([
    fetchImageParts(lisp, rare, asdf, names, systems),
    options.hasShelf === true ? keeping?.shelf : null,
  ]);
  const kept = shelf ? await openShelf(shelf) : null;
  const parts = { ...fetched, kept, isCompiler: compiles !== undefined };
  useRareEngine(parts.rare);
  const { files } = options.grants;
  const directory = files === undefined ? undefined : openDirectory?.(files);
  const image = bootImage(parts, progress, false, directory);
  const { isInterrupted, waits } = reachedBy(options, inbox);
  const fetchedWaits: Waits =
    typeof waits === "string"
      ? waits
      : {
          ...waits,
          await(wait) {
            // What comes in the background stands still while the thread waits.
            parts.rare.fetchNow();
            return waits.await(wait);
          },
        };
  const send = kept === null || keeping === null ? post : tellingWants(image, post, keeping.tell);
  const engine = createEngine(image, send, isInterrupted, fetchedWaits);
  const { grants } = options;
  const granted = capabilities(grants);
  confine(granted);
  image.useBridge(bridgeOf(grants, granted), (name) => explainGrants(grants, name));
  post({
    kind: "ready",
    lisp: image.lisp,
    version: image.version,
    bootMs: now() - began,
  });
  if (compiles !== undefined) compileSystems(image, compiles, keeping?.tell ?? (() => {}));
  const handle = (command: unknown) => {
    engine.handle(command);
    parts.rare.prefetch();
  };
  return { handle };
}

/** How the host reaches this thread while it runs Lisp. */
interface Reached {
  readonly isInterrupted: IsInterrupted;
  readonly waits: Waits;
}

function reachedBy({ interrupts, answers }: BootOptions, inbox: Inbox | null): Reached {
  const isInterrupted = readInterrupts(interrupts);
  if (answers !== null) return { isInterrupted, waits: waitingBy(readAnswers(answers)) };
  if (inbox !== null) return inbox.reached();
  const problem =
    typeof document === "undefined"
      ? "Lisp waits by shared memory or a service worker, and this page has neither"
      : "Lisp that runs on the page's own thread cannot wait";
  return { isInterrupted, waits: problem };
}

/** Has the host hear, before an evaluation is completed that succeeded, which systems it has compiled. */
export function tellingWants(
  image: LispImage,
  post: (event: Event) => void,
  tell: (note: CompilerNote) => void,
): (event: Event) => void {
  return (event) => {
    if (event.kind === "completed" && event.outcome.condition === null) {
      const names = image.compiledSystems?.takeWanted(MOST_WANTED) ?? [];
      if (names.length > 0) tell({ kind: "compiled-wants", names });
    }
    post(event);
  };
}

/** Compiled Lisp is code that is made of text, which a policy may forbid. */
function requireCode(): void {
  try {
    makeCode([], "");
  } catch (cause) {
    const problem = `The Content-Security-Policy of ${holderOfPolicy()} forbids eval, which the Lisp's compiler needs: add 'unsafe-eval' to its script-src.`;
    throw new Error(problem, { cause });
  }
}

/**
 * What a thread of its own has of its host. All of it is held when the realm is locked, for the realm loses
 * it.
 */
export interface ThreadScope {
  readonly post: (event: Event | CompilerNote | InboxNote) => void;
  readonly listen: (listener: (message: unknown) => void) => void;
  /** Notifies the host and ends the thread. */
  readonly fail: (error: unknown) => void;
  /** What fails from now on outside of all that the engine does ends nothing. */
  readonly ignoreFaults: () => void;
  /** The size of JavaScript's stack in bytes; undefined where nobody knows it. */
  readonly stackBytes?: number | undefined;
  /** Opens a directory of the machine. */
  readonly openDirectory?: (path: string) => GrantedDirectory;
  /** Objects of the platform that are still used when the realm is locked. */
  readonly inUse: readonly object[];
}

/** Serves the host that started this thread: boots an image in it, and locks it. */
export function serveHost(
  { post, listen, fail, ignoreFaults, stackBytes, openDirectory, inUse }: ThreadScope,
  bridgeOf: BridgeOf = grantedBridge,
): void {
  if (stackBytes !== undefined) nativeStack.bytes = stackBytes / 2;
  let engine: Promise<Engine> | null = null;
  let inbox: Inbox | null = null;
  let takeShelf = (_shelf: Shelf | null): void => {};
  const shelf = new Promise<Shelf | null>((resolve) => {
    takeShelf = resolve;
  });
  const boot = async (options: BootOptions) => {
    const lock = ({ globals }: Capabilities) => lockDown(globalThis, [...inUse, ...Object.values(globals)]);
    // Made before the realm is locked, which has no more requests then.
    inbox = options.inbox === null ? null : new Inbox(options.inbox, post);
    const keeping = { shelf, tell: post };
    const booted = await bootEngine(options, post, lock, bridgeOf, openDirectory, keeping, inbox);
    // What Lisp left running behind an evaluation, a timer say, may fail without ending the image.
    ignoreFaults();
    return booted;
  };
  listen((message) => {
    // As a promise's job, not the listener's: there V8 prepares a message for each exception, caught ones
    // too.
    if (isShelfMessage(message)) takeShelf(message.shelf);
    else if (isInboxTrial(message)) inbox?.tryNow();
    else if (isInboxClosed(message)) inbox?.close(message.problem);
    else if (engine !== null) void engine.then(({ handle }) => handle(message));
    else if (isBootMessage(message)) {
      engine = boot(message.options);
      engine.catch(fail);
    }
  });
}

interface WorkerScope {
  postMessage(event: Event | CompilerNote | InboxNote | LifeSign): void;
  addEventListener(type: string, listener: (event: MessageEvent) => void, options?: { once: true }): void;
  reportError(error: unknown): void;
}

function scopeOfWorker(scope: WorkerScope): ThreadScope {
  const listen = scope.addEventListener.bind(scope);
  return {
    post: scope.postMessage.bind(scope),
    listen: (listener) => listen("message", ({ data }) => listener(data)),
    fail: scope.reportError.bind(scope),
    ignoreFaults() {
      for (const kind of ["error", "unhandledrejection"]) listen(kind, (event) => event.preventDefault());
    },
    inUse: [MessageEvent.prototype],
  };
}

/** Serves the page that started this Worker; does nothing elsewhere. */
export function serveInWorker(bridgeOf?: BridgeOf): void {
  if (typeof document !== "undefined" || !("postMessage" in globalThis)) return;
  const scope = globalThis as unknown as WorkerScope;
  const first = ({ data }: MessageEvent) => takeLife(data, scope.postMessage.bind(scope));
  scope.addEventListener("message", first, { once: true });
  serveHost(scopeOfWorker(scope), bridgeOf);
}
