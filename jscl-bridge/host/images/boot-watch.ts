import { FIRST_STEP } from "../../engine/boot-options.js";
import { watchFile } from "../files/silence.js";
import type { Clock } from "../time/clock.js";

/** Milliseconds that a loading Worker may be silent before its script is looked at. */
const LOOK_MS = 1000;

/** An export of the engine's script, by which it is recognised even where it was changed on the way. */
const EXPORT = "bootEngine";

/** What is told of a start that is watched. */
interface Watcher {
  /** Told once, when nothing comes any more: a script that is empty, or another's, ends without a word. */
  readonly onFailure: (reason: string) => void;
  /** Told, as the image's first step, that a file of its is on its way. */
  readonly onBytes: (step: typeof FIRST_STEP) => void;
}

/** Its script, and what it fetches first: on the page's thread what few programs call, too. */
type WatchedFiles = { readonly [name in "worker" | "lisp"]: URL } & { readonly rare?: URL };

/** Looks after an image that was just made, from its script until it has all its files. */
export class BootWatch {
  readonly #files: WatchedFiles;
  readonly #clock: Clock;
  readonly #watcher: Watcher;
  #ends: readonly (() => void)[];

  constructor(files: WatchedFiles, clock: Clock, watcher: Watcher) {
    this.#files = files;
    this.#clock = clock;
    this.#watcher = watcher;
    const { worker } = files;
    const end = watchFile(worker, clock, (reason) => this.#fail(reason), {
      lookMs: LOOK_MS,
      onBytes: () => watcher.onBytes(FIRST_STEP),
      problemOf: (text) => problemOf(worker, text),
      idle: `${worker.pathname} was loaded, but does not speak.`,
    });
    this.#ends = [end];
  }

  /** The image said something: the script is there. At its first step it fetches the Lisp. */
  heard(message: unknown): void {
    this.end();
    if (!isFirstStep(message)) return;
    const { lisp, rare } = this.#files;
    this.#watch(rare === undefined ? [] : [rare], lisp);
  }

  /** One after the other, so that a file that is there is not blamed for one that is not. */
  #watch([first, ...others]: readonly URL[], last: URL, looking: { lookMs?: number } = {}): void {
    const file = first ?? last;
    const then =
      first === undefined
        ? { idle: `${file.pathname} was loaded, but the Lisp does not start.` }
        : { onWhole: () => this.#watch(others, last, { lookMs: 0 }) };
    const onBytes = () => this.#watcher.onBytes(FIRST_STEP);
    this.#ends = [
      watchFile(file, this.#clock, (reason) => this.#fail(reason), { ...looking, onBytes, ...then }),
    ];
  }

  #fail(reason: string): void {
    this.end();
    this.#watcher.onFailure(reason);
  }

  end(): void {
    for (const end of this.#ends) end();
    this.#ends = [];
  }
}

function isFirstStep(message: unknown): boolean {
  const { kind, done } = (message ?? {}) as { kind?: unknown; done?: unknown };
  return kind === FIRST_STEP.kind && done === FIRST_STEP.done;
}

function problemOf(script: URL, text: string): string | null {
  if (text.includes(EXPORT)) return null;
  return `${script.pathname} ${text.trim() === "" ? "is empty" : "is not the file of the Lisp"}.`;
}
