// The Lisp image's own file. Loaded in a Worker it boots an image and talks to the host by messages; loaded by a page it only
// offers to boot one there.
import { now } from "../runtime/platform.js";
import { fetchImageParts } from "./assets.js";
import { bootImage } from "./boot.js";
import { type BootOptions, isBootMessage } from "./boot-options.js";
import type { Event } from "./contract.js";
import { createEngine, type Engine } from "./engine.js";
import { readInterrupts } from "./interrupts.js";
import { lockDown } from "./lockdown.js";

/** How many steps a boot reports. */
const BOOT_STEPS = 3;

/**
 * Boots an image on this thread; rejects with an Error that says what is missing or broken. `confine` is called when the image has all
 * it needs, before any code of a program runs.
 */
export async function bootEngine(
  options: BootOptions,
  post: (event: Event) => void,
  confine: () => void = () => {},
): Promise<Engine> {
  const began = now();
  let done = 0;
  const progress = (step: string) => post({ kind: "booting", step, done: done++, total: BOOT_STEPS });
  progress("Fetching the Lisp");
  const image = bootImage(await fetchImageParts(), progress);
  const engine = createEngine(image, post, readInterrupts(options.interrupts));
  confine();
  post({ kind: "ready", lisp: image.lisp, version: image.version, bootMs: now() - began });
  return engine;
}

interface WorkerScope {
  postMessage(event: Event): void;
  addEventListener(type: string, listener: (event: MessageEvent) => void): void;
  reportError(error: unknown): void;
}

/** Serves the host that started this Worker. What it uses of the scope it holds, for the scope loses it. */
function serveAsWorker(scope: WorkerScope): void {
  const post = scope.postMessage.bind(scope);
  const listen = scope.addEventListener.bind(scope);
  const report = scope.reportError.bind(scope);
  let engine: Engine | null = null;
  let booting = false;
  const early: unknown[] = [];
  const boot = async (options: BootOptions) => {
    engine = await bootEngine(options, post, () => lockDown(scope, {}, [MessageEvent.prototype]));
    // What Lisp left running behind an evaluation, a timer say, may fail without ending the image.
    listen("error", (error) => error.preventDefault());
    for (const command of early.splice(0)) engine.handle(command);
  };
  listen("message", ({ data }) => {
    if (engine !== null) engine.handle(data);
    else if (booting) early.push(data);
    else if (isBootMessage(data)) {
      booting = true;
      boot(data.options).catch(report);
    }
  });
}

const inWorker = typeof document === "undefined" && "postMessage" in globalThis;
if (inWorker) serveAsWorker(globalThis as unknown as WorkerScope);
