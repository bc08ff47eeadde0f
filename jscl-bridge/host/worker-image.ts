import type { BootMessage, BootOptions } from "../engine/boot-options.js";
import type { Event } from "../engine/contract.js";
import { Answers } from "./answers.js";
import { type ImageHandle, isEvent } from "./image.js";
import { clearInterrupt, interrupt } from "./interrupts.js";

/** Starts an image in a Worker of its own. A Worker that fails is reported as one `died` event. */
export function startWorkerImage(
  assets: URL,
  options: BootOptions,
  onEvent: (event: Event) => void,
): ImageHandle {
  const worker = makeWorker(new URL("./jscl-worker.js", assets));
  const answers = new Answers(options.answers);
  let held: { id: number; question: number } | null = null;
  let live = true;
  const die = (reason: string) => {
    if (!live) return;
    live = false;
    answers.drop();
    worker.terminate();
    onEvent({ kind: "died", reason });
  };
  worker.addEventListener("message", (message) => {
    if (!live || !isEvent(message.data)) return;
    const event = message.data;
    if (event.kind === "asking") held = event;
    else if (event.kind === "completed") {
      held = null;
      answers.drop();
    }
    onEvent(event);
  });
  worker.addEventListener("error", (error) => {
    error.preventDefault();
    die(error.message || "The Worker of the Lisp image could not be loaded.");
  });
  worker.addEventListener("messageerror", () => die("An event of the Lisp image could not be read."));
  const boot: BootMessage = { kind: "boot", options };
  worker.postMessage(boot);
  return {
    post(command) {
      clearInterrupt(options.interrupts);
      // A server that was started anew knows nothing of what an evaluation waits for.
      if (held !== null) answers.write({ id: held.id, question: held.question, restart: null, values: null });
      worker.postMessage(command);
    },
    interrupt(evaluation) {
      interrupt(options.interrupts, evaluation);
      answers.wake();
    },
    answer(answer) {
      held = null;
      answers.write(answer);
    },
    stop() {
      live = false;
      answers.drop();
      worker.terminate();
    },
  };
}

// A Worker's own script must come from the page's origin, but what it imports need not: a package served from
// elsewhere is therefore entered through a script of one line.
function makeWorker(script: URL): Worker {
  const options: WorkerOptions = { type: "module", name: "jscl-mcp" };
  if (script.origin === globalThis.location?.origin) return new Worker(script, options);
  const source = `import ${JSON.stringify(script.href)};`;
  const entry = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const worker = new Worker(entry, options);
  worker.addEventListener("message", () => URL.revokeObjectURL(entry), { once: true });
  worker.addEventListener("error", () => URL.revokeObjectURL(entry), { once: true });
  return worker;
}
