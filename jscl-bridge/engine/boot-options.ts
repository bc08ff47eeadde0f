import type { AnswerChannel } from "./answers.js";
import type { Grants } from "./power/grants.js";

/** What a host settles for an image before it boots. */
export type BootOptions = {
  /** Where the host names the evaluation it wants ended; null where threads share no memory. */
  readonly interrupts: SharedArrayBuffer | null;
  /**
   * Where the host answers an evaluation that is held; null where threads share no memory, or Lisp has none
   * of its own.
   */
  readonly answers: AnswerChannel;
  readonly grants: Grants;
  /** The address of the Lisp's own file. Default: beside the engine's. */
  readonly lisp?: string;
  /** The address of the functions that few programs call. Default: beside the engine's. */
  readonly rare?: string;
  /** The address of the text of ASDF. Default: beside the engine's. */
  readonly asdf?: string;
  /** The address of the names of characters and of the standard. Default: beside the engine's. */
  readonly names?: string;
  /** The address of a folder with an index of systems. Default: there is none. */
  readonly systems?: string | undefined;
  /** Whether a message with the shelf of compiled code follows, which the image waits for. */
  readonly hasShelf?: boolean;
  /** The systems that the image is to compile for others; it runs no program then. */
  readonly compiles?: readonly string[];
};

/** How many steps a boot reports, and the first of them, in which it fetches its files. */
export const BOOT_STEPS = 3;
export const FIRST_STEP = { kind: "booting", step: "Fetching the Lisp", done: 0, total: BOOT_STEPS } as const;

/** The first message to a Worker; no image boots there before it. */
export type BootMessage = { readonly kind: "boot"; readonly options: BootOptions };

/** Whether a message is the one that has an image boot. */
export function isBootMessage(data: unknown): data is BootMessage {
  if (typeof data !== "object" || data === null) return false;
  const { kind, options } = data as Record<string, unknown>;
  return kind === "boot" && typeof options === "object" && options !== null;
}
