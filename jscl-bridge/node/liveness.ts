import type { Liveness } from "../host/platform.js";

/** The longest that a timer may take, in milliseconds. */
const FOREVER_MS = 2 ** 31 - 1;

/**
 * Has this process go on as long as a server has something to do, and not for its sake alone: threads and
 * ports that wait keep no process.
 */
export function openLiveness(): Liveness {
  let hold: NodeJS.Timeout | null = null;
  let turns = 0;
  let turnsBefore = -1;
  // A message that was posted last may lie unread in a port that keeps no process.
  const readLast = () => {
    if (turns === turnsBefore) return;
    turnsBefore = turns;
    setImmediate(() => setImmediate(() => {}));
  };
  process.on("beforeExit", readLast);
  const release = () => {
    if (hold !== null) clearInterval(hold);
    hold = null;
  };
  return {
    note(isBusy) {
      turns += 1;
      if (!isBusy) release();
      else hold ??= setInterval(() => {}, FOREVER_MS);
    },
    lend(own, lent) {
      (own as unknown as NodePort).unref();
      // A listener would have the port keep the process again.
      Object.defineProperty(lent, "ref", { value: () => lent, configurable: true });
    },
    end() {
      process.off("beforeExit", readLast);
      release();
    },
  };
}

type NodePort = { unref(): void };
