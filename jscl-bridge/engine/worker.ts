// The Lisp image's own file. Loaded in a Worker it boots an image and talks to the host by messages; loaded by a page it only
// offers to boot one there.
import { bootImage } from "../runtime/image.js";
import { fetchText } from "./assets.js";
import type { Event } from "./contract.js";
import { createEngine, type Engine } from "./engine.js";

/** Boots an image on this thread; rejects with an Error that says what is missing or broken. */
export async function bootEngine(post: (event: Event) => void): Promise<Engine> {
  const began = performance.now();
  const total = 4;
  let done = 0;
  const progress = (step: string) => post({ kind: "booting", step, done: done++, total });
  progress("Fetching the Lisp system");
  const [jscl, overlay] = await Promise.all([fetchText("./jscl.js"), fetchText("./overlay.js")]);
  const image = bootImage({ jscl, overlay, progress });
  const engine = createEngine(image, post);
  post({ kind: "ready", lisp: image.lisp, version: image.version, bootMs: performance.now() - began });
  return engine;
}

type WorkerScope = {
  postMessage(event: Event): void;
  addEventListener(
    type: "message" | "error" | "unhandledrejection",
    listener: (event: MessageEvent) => void,
  ): void;
};

function serveAsWorker(scope: WorkerScope): void {
  const engine = bootEngine((event) => scope.postMessage(event));
  scope.addEventListener("message", (message) => void engine.then(({ handle }) => handle(message.data)));
  engine.then(
    // What Lisp left running behind an evaluation, a timer say, may fail without ending the image.
    () => scope.addEventListener("error", (error) => error.preventDefault()),
    (error: unknown) => reportError(error),
  );
}

const inWorker =
  typeof document === "undefined" &&
  typeof (globalThis as { postMessage?: unknown }).postMessage === "function";
if (inWorker) serveAsWorker(globalThis as unknown as WorkerScope);
