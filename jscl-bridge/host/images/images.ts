import type { Answer, Command, Event } from "../../contract/engine.js";
import type { BootOptions } from "../../engine/boot-options.js";
import type { Grants } from "../../engine/power/grants.js";
import type { PackageFiles } from "../files/package-files.js";
import type { Platform } from "../platform.js";
import type { Clock } from "../time/clock.js";
import { makeAnswerChannel } from "./answers.js";
import { failedImage } from "./failed-image.js";
import type { ImageHandle, ImageMode } from "./image-handle.js";
import { ImageStart } from "./image-start.js";
import { makeInterrupts } from "./interrupts.js";
import { startPageImage } from "./page-image.js";
import type { Keeping, StartCompiling, SystemCompiler } from "./system-compiler.js";
import { startThreadImage } from "./thread-image.js";

/** The image of session "main", which is started with the server; the server names all others itself. */
export const MAIN_IMAGE = 0;

type Slot = { start: ImageStart; handle: ImageHandle };

/** The Lisp images that run for one server, each under the number that the server knows it by. */
export class Images {
  readonly #platform: Platform;
  readonly #clock: Clock;
  readonly #files: PackageFiles;
  readonly #mode: ImageMode;
  readonly #grants: Grants;
  readonly #onEvent: (image: number, event: Event) => void;
  /** Null where compiled systems are not kept; resolves to null where that cannot be. */
  readonly #compiler: Promise<SystemCompiler | null> | null;
  readonly #slots = new Map<number, Slot>();
  #mainStart = new ImageStart();

  constructor(
    platform: Platform,
    clock: Clock,
    files: PackageFiles,
    mode: ImageMode,
    grants: Grants,
    onEvent: (image: number, event: Event) => void,
    keepsSystems = false,
  ) {
    this.#platform = platform;
    this.#clock = clock;
    this.#files = files;
    this.#mode = mode;
    this.#grants = grants;
    this.#onEvent = onEvent;
    const compile: StartCompiling = (names, keeping, onEnd) => this.#startCompiling(names, keeping, onEnd);
    const isLoading = keepsSystems ? platform.openCompiler(files, clock, compile) : null;
    this.#compiler = isLoading?.catch(() => null) ?? null;
  }

  /** Resolves when no system is being compiled for later visits. */
  async compiled(): Promise<void> {
    await (await this.#compiler)?.settled();
  }

  /** The latest start of session "main". */
  get main(): ImageStart {
    return this.#mainStart;
  }

  /** Whether an image is being started. */
  get areStarting(): boolean {
    for (const { start } of this.#slots.values()) if (start.isPending) return true;
    return false;
  }

  /** Whether the image of session "main" shares memory with this thread. */
  get sharesMemory(): boolean {
    return this.#slots.get(MAIN_IMAGE)?.handle.sharesMemory ?? false;
  }

  /**
   * Starts an image, in place of the one of that number if there is one. Promises that wait for the old one's
   * start are rejected with the reason.
   */
  start(image: number, reason = "It was replaced."): void {
    const start = new ImageStart();
    this.stop(image, reason);
    // The runtime keeps its state in modules, so the page's thread has room for one image: all others run in
    // Workers.
    const isOnThisThread = this.#mode === "page" && image === MAIN_IMAGE;
    const { sharesMemory } = this.#platform;
    const keeping = this.#keeping();
    const options: BootOptions = {
      interrupts: sharesMemory ? makeInterrupts() : null,
      answers: sharesMemory && !isOnThisThread ? makeAnswerChannel() : null,
      grants: this.#grants,
      ...this.#addresses(),
      hasShelf: keeping !== null,
    };
    if (image === MAIN_IMAGE) this.#mainStart = start;
    const hear = (event: Event) => {
      // Who neither waits for the Lisp nor evaluates anything looks here.
      if (event.kind === "died" && start.isPending) console.error(event.reason);
      start.note(event);
      this.#onEvent(image, event);
    };
    let handle: ImageHandle;
    try {
      handle = isOnThisThread
        ? startPageImage(this.#clock, this.#files, options, hear, keeping)
        : startThreadImage(this.#platform, this.#clock, this.#files, options, hear, keeping);
    } catch (error) {
      handle = failedImage(error, hear);
    }
    this.#slots.set(image, { start, handle });
  }

  #keeping(): Keeping | null {
    const keeping = this.#compiler?.then((compiler) => compiler?.keeping());
    if (keeping === undefined) return null;
    return {
      shelf: keeping.then((kept) => kept?.shelf ?? null),
      onNote: (note) => void keeping.then((kept) => kept?.onNote(note)),
    };
  }

  #addresses(): Pick<BootOptions, "lisp" | "rare" | "asdf" | "names" | "systems"> {
    const { lisp, rare, asdf, names, systems } = this.#files;
    return {
      lisp: lisp.href,
      rare: rare.href,
      asdf: asdf.href,
      names: names.href,
      systems: systems?.href,
    };
  }

  /** Starts an image that the server knows nothing of. It has no grants. */
  #startCompiling(names: readonly string[], keeping: Keeping, onEnd: () => void): ImageHandle {
    const nothing = { interrupts: null, answers: null, grants: {} };
    const options: BootOptions = { ...nothing, ...this.#addresses(), hasShelf: true, compiles: names };
    const hear = (event: Event) => {
      if (event.kind === "died") onEnd();
    };
    return startThreadImage(this.#platform, this.#clock, this.#files, options, hear, keeping);
  }

  /** Hands a command to an image; one that is gone gets nothing. */
  post(image: number, command: Command): void {
    this.#slots.get(image)?.handle.post(command);
  }

  /** Ends an evaluation that an image works on, where that can be done. */
  interrupt(image: number, evaluation: number): void {
    this.#slots.get(image)?.handle.interrupt(evaluation);
  }

  /** Answers a question of an image's. */
  answer(image: number, answer: Answer): void {
    this.#slots.get(image)?.handle.answer(answer);
  }

  stop(image: number, reason: string): void {
    const slot = this.#slots.get(image);
    this.#slots.delete(image);
    slot?.handle.stop();
    slot?.start.fail(reason);
  }

  stopAll(reason: string): void {
    void this.#compiler?.then((compiler) => compiler?.close());
    for (const image of [...this.#slots.keys()]) this.stop(image, reason);
  }

  /** Stops all but main's. */
  stopOthers(reason: string): void {
    for (const image of [...this.#slots.keys()]) if (image !== MAIN_IMAGE) this.stop(image, reason);
  }
}
