import type { Event } from "../../contract/engine.js";
import { sizeOf } from "../clients/message-size.js";

/** Characters of JSON text that an event may have: more than the longest answer that can be asked for. */
export const MAX_EVENT = 48 * 1024 * 1024;

/** Events that an image may send at once, and again each second. */
export const EVENT_BURST = 200_000;
const EVENTS_PER_SECOND = 20_000;

/** Characters that they may have together at once, and again each second. */
const EVENT_CHARS_BURST = 4 * MAX_EVENT;
const EVENT_CHARS_PER_SECOND = MAX_EVENT;

/** The reason given for an image that is ended because of its events. */
const UNREADABLE = "it said something that could not be read";
const TOO_LONG = "it said more at once than an answer can have";
const TOO_MUCH = "it said more in a short time than could be read";

/** An event with about how many characters its JSON text has, or why what came is none. */
type Heard = { readonly event: Event; readonly size: number } | { readonly problem: string };

/**
 * Reads what one image says. Its code may be the program's, so that it may be anything, at any time and in
 * any number.
 */
export class EventReader {
  readonly #events = new Allowance(EVENT_BURST, EVENTS_PER_SECOND);
  readonly #chars = new Allowance(EVENT_CHARS_BURST, EVENT_CHARS_PER_SECOND);

  /**
   * Reads what was not cloned on its way, as on the page's own thread: to read a member may run code, and
   * fail.
   */
  readUncloned(data: unknown): Heard {
    try {
      return this.read(structuredClone(data));
    } catch {
      return { problem: UNREADABLE };
    }
  }

  read(data: unknown): Heard {
    const now = performance.now();
    if (!this.#events.take(1, now)) return { problem: TOO_MUCH };
    const heard = readEvent(data);
    if ("problem" in heard) return heard;
    return this.#chars.take(heard.size, now) ? heard : { problem: TOO_MUCH };
  }
}

/** The events allowed at once, and each second after that. */
class Allowance {
  readonly #burst: number;
  readonly #perSecond: number;
  #left: number;
  #since = 0;

  constructor(burst: number, perSecond: number) {
    this.#burst = burst;
    this.#perSecond = perSecond;
    this.#left = burst;
  }

  take(amount: number, nowMs: number): boolean {
    this.#left = Math.min(this.#burst, this.#left + ((nowMs - this.#since) / 1000) * this.#perSecond);
    this.#since = nowMs;
    this.#left -= amount;
    return this.#left >= 0;
  }
}

/** Data that was cloned on its way here: to read it runs no code. */
function readEvent(data: unknown): Heard {
  const size = sizeOf(data, MAX_EVENT);
  if (size === "long") return { problem: TOO_LONG };
  return typeof size === "number" && isEvent(data) ? { event: data, size } : { problem: UNREADABLE };
}

/** Whether a message has the members that the host itself looks at; the server looks at all others. */
function isEvent(data: unknown): data is Event {
  if (typeof data !== "object" || data === null) return false;
  const members = data as { readonly kind?: unknown } & Record<string, unknown>;
  const has = (type: "string" | "number", ...names: string[]) =>
    names.every((name) => typeof members[name] === type);
  switch (members.kind) {
    case "booting":
      return has("string", "step") && has("number", "done", "total");
    case "ready":
      return has("string", "lisp", "version") && has("number", "bootMs");
    case "asking":
      return has("number", "id", "question");
    case "needs-input":
      return has("number", "id", "question") && has("string", "prompt");
    case "died":
      return has("string", "reason");
    default:
      return typeof members.kind === "string";
  }
}
