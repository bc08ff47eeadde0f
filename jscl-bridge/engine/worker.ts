// The Lisp image's own file. Loaded in a Worker it boots an image and talks to the host by messages; loaded by a page it only
// offers to boot one there.
import { fetchImageParts } from "./assets.js";
import { bootImage } from "./boot.js";
import { type BootOptions, isBootMessage } from "./boot-options.js";
import type { Event } from "./contract.js";
import { createEngine, type Engine } from "./engine.js";
import { readInterrupts } from "./interrupts.js";

/** How many steps a boot reports. */
const BOOT_STEPS = 3;

/** Boots an image on this thread; rejects with an Error that says what is missing or broken. */
export async function bootEngine(options: BootOptions, post: (event: Event) => void): Promise<Engine> {
  const began = performance.now();
  let done = 0;
  const progress = (step: string) => post({ kind: "booting", step, done: done++, total: BOOT_STEPS });
  progress("Fetching the Lisp");
  const image = bootImage(await fetchImageParts(), progress);
  const engine = createEngine(image, post, readInterrupts(options.interrupts));
  post({ kind: "ready", lisp: image.lisp, version: image.version, bootMs: performance.now() - began });
  return engine;
}

interface WorkerScope {
  postMessage(event: Event): void;
  addEventListener(type: string, listener: (event: MessageEvent) => void): void;
}

function serveAsWorker(scope: WorkerScope): void {
  let engine: Promise<Engine> | null = null;
  const boot = (options: BootOptions) => {
    const booting = bootEngine(options, (event) => scope.postMessage(event));
    booting.then(
      // What Lisp left running behind an evaluation, a timer say, may fail without ending the image.
      () => scope.addEventListener("error", (error) => error.preventDefault()),
      (error: unknown) => reportError(error),
    );
    return booting;
  };
  scope.addEventListener("message", ({ data }) => {
    if (engine !== null) void engine.then(({ handle }) => handle(data));
    else if (isBootMessage(data)) engine = boot(data.options);
  });
}

const inWorker = typeof document === "undefined" && "postMessage" in globalThis;
if (inWorker) serveAsWorker(globalThis as unknown as WorkerScope);
