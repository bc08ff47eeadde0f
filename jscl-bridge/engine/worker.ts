// The Lisp image's own file. Loaded in a Worker it boots an image and talks to the host by messages; loaded by a page it only
// offers to boot one there.
import { fetchImageParts } from "./assets.js";
import { bootImage } from "./boot.js";
import type { Event } from "./contract.js";
import { createEngine, type Engine } from "./engine.js";

/** How many steps a boot reports. */
const BOOT_STEPS = 3;

/** Boots an image on this thread; rejects with an Error that says what is missing or broken. */
export async function bootEngine(post: (event: Event) => void): Promise<Engine> {
  const began = performance.now();
  let done = 0;
  const progress = (step: string) => post({ kind: "booting", step, done: done++, total: BOOT_STEPS });
  progress("Fetching the Lisp");
  const image = bootImage(await fetchImageParts(), progress);
  const engine = createEngine(image, post);
  post({ kind: "ready", lisp: image.lisp, version: image.version, bootMs: performance.now() - began });
  return engine;
}

interface WorkerScope {
  postMessage(event: Event): void;
  addEventListener(type: string, listener: (event: MessageEvent) => void): void;
}

function serveAsWorker(scope: WorkerScope): void {
  const engine = bootEngine((event) => scope.postMessage(event));
  scope.addEventListener("message", ({ data }) => void engine.then(({ handle }) => handle(data)));
  engine.then(
    // What Lisp left running behind an evaluation, a timer say, may fail without ending the image.
    () => scope.addEventListener("error", (error) => error.preventDefault()),
    (error: unknown) => reportError(error),
  );
}

const inWorker = typeof document === "undefined" && "postMessage" in globalThis;
if (inWorker) serveAsWorker(globalThis as unknown as WorkerScope);
