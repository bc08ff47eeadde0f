/** What can be done with an evaluation while it runs. */

/** What can be done with a running evaluation of session "main". */
export type Abilities = {
  /**
   * Whether a cancelled evaluation ends within a third of a second, its image intact. Elsewhere it has two
   * seconds to end by itself; then its image is replaced.
   */
  readonly cancelsAtOnce: boolean;
  /** Whether an evaluation can be held at an error until a client chooses a restart (`on-error: "ask"`). */
  readonly holds: boolean;
};

/**
 * Whether this page has memory that may be shared. Asks for what is used: a page can be cross-origin isolated
 * and have none (WebKitGTK). Whether a Worker takes it is seen when one is given it.
 */
export function hasSharedMemory(): boolean {
  return typeof SharedArrayBuffer !== "undefined" && typeof Atomics !== "undefined";
}
