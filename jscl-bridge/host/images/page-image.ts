import type { Command, Event } from "../../contract/engine.js";
import type { BootOptions } from "../../engine/boot-options.js";
import type { PackageFiles } from "../files/package-files.js";
import type { Clock } from "../time/clock.js";
import { BootWatch } from "./boot-watch.js";
import { EventReader } from "./heard-events.js";
import type { ImageHandle, OnEvent } from "./image-handle.js";
import { clearInterrupt, interrupt } from "./interrupts.js";
import type { Keeping } from "./system-compiler.js";
import { problemOfWorker } from "./worker-problems.js";

type EngineModule = typeof import("../../engine/worker.js");

/**
 * Starts an image on this thread, from the very file a Worker would load. Lisp then blocks the page while it
 * runs, and only deadlines end a loop.
 */
export function startPageImage(
  clock: Clock,
  files: PackageFiles,
  options: BootOptions,
  onEvent: OnEvent,
  keeping: Keeping | null = null,
): ImageHandle {
  let live = true;
  const reader = new EventReader();
  const post = (event: Event) => {
    if (!live) return;
    watch.heard(event);
    const heard = reader.readUncloned(event);
    if (!("problem" in heard)) return onEvent(heard.event);
    die(heard.problem);
  };
  const die = (reason: string) => {
    if (!live) return;
    live = false;
    watch.end();
    onEvent({ kind: "died", reason });
  };
  const watch = new BootWatch(files, clock, {
    onFailure: die,
    onBytes: (step) => void (live && onEvent(step)),
  });
  const script = files.worker.href;
  let hasBegun = false;
  const boot = ({ bootEngine }: EngineModule) => {
    hasBegun = true;
    const kept = keeping && { shelf: keeping.shelf, tell: keeping.onNote };
    return bootEngine(options, post, undefined, undefined, undefined, kept);
  };
  const engine = (import(script) as Promise<EngineModule>).then(boot);
  engine.catch(async (error: unknown) => {
    const said = error instanceof Error ? error.message : String(error);
    watch.end();
    post({ kind: "died", reason: await problemOfWorker(files, said, hasBegun) });
  });
  const handle = async (command: Command) => {
    const booted = await engine.catch(() => null);
    if (live) booted?.handle(command);
  };
  const run = async (command: Command) => {
    await engine.catch(() => null);
    // A task of its own, so that the page can paint and the server finish its turn before Lisp takes the
    // thread; and in it a promise's job: in a timer's own call V8 prepares a message for each exception,
    // caught ones too.
    setTimeout(() => void handle(command));
  };
  return {
    // This thread could not reach it while it runs.
    sharesMemory: false,
    post(command) {
      clearInterrupt(options.interrupts);
      void run(command);
    },
    interrupt: (evaluation) => interrupt(options.interrupts, evaluation),
    // Nothing waits for one.
    answer() {},
    stop() {
      live = false;
      watch.end();
    },
  };
}
