import type { Event } from "../../contract/engine.js";
import type { ImageHandle } from "./image-handle.js";

/**
 * In place of an image that could not even be begun, in a page whose policy forbids its Worker, say: one that
 * dies at once.
 */
export function failedImage(error: unknown, onEvent: (event: Event) => void): ImageHandle {
  let live = true;
  // Later, as an image's events come: who starts an image does not expect one before it has it.
  queueMicrotask(() => {
    if (live) onEvent({ kind: "died", reason: error instanceof Error ? error.message : String(error) });
  });
  return {
    canBeReached: false,
    post() {},
    interrupt() {},
    answer() {},
    stop() {
      live = false;
    },
  };
}
