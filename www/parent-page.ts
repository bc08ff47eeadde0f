/** The channel of all window messages between a frame of this site and the page around it. */
const CHANNEL = "jscl-mcp";

/** What a frame says to the page around it, beside `channel: "jscl-mcp"`. */
export type FrameMessage =
  /** It listens: a cell may be given code. */
  | { readonly type: "embed-ready" }
  /** It would like to be so high, in CSS pixels. */
  | { readonly type: "embed-size"; readonly height: number }
  /** What went wrong, in a sentence that it shows as well. Said to admitted origins alone. */
  | { readonly type: "frame-error"; readonly message: string };

/** A message of the page around a frame. */
export interface ParentMessage {
  /** Whether it may be heard; otherwise `origin` is a stranger's. */
  readonly isAdmitted: boolean;
  readonly origin: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly event: MessageEvent;
}

/** The page around this one. */
export class ParentPage {
  readonly #window: Window | null = window.parent === window ? null : window.parent;
  readonly #admitted: readonly string[];

  constructor(admitted: readonly string[]) {
    this.#admitted = admitted;
  }

  /** Says something to it, whoever it is. */
  tellAnybody(message: FrameMessage): void {
    this.#window?.postMessage({ channel: CHANNEL, ...message }, "*");
  }

  /** Says something to it if it is admitted. */
  tell(message: FrameMessage): void {
    const origin = this.#origin();
    const targets = origin === null ? this.#admitted : this.#admitted.filter((each) => each === origin);
    for (const target of targets) this.#window?.postMessage({ channel: CHANNEL, ...message }, target);
  }

  /** Hears what it says on our channel; `listener` comes before those that are added later. */
  listen(listener: (message: ParentMessage) => void): void {
    window.addEventListener("message", (event) => {
      if (!event.isTrusted || event.source === null || event.source !== this.#window) return;
      const data: unknown = event.data;
      if (typeof data !== "object" || data === null || Reflect.get(data, "channel") !== CHANNEL) return;
      const { origin } = event;
      const isAdmitted = this.#admitted.includes(origin);
      listener({ isAdmitted, origin, data: data as Readonly<Record<string, unknown>>, event });
    });
  }

  /**
   * Why it is not admitted, in a sentence; null where it is, where there is none, or where nobody knows.
   */
  refusal(): string | null {
    if (this.#window === null) return null;
    const origin = this.#origin();
    if (origin !== null) return this.#admitted.includes(origin) ? null : refusalOf(origin);
    // Of a window of another origin a script cannot tell which, where the browser does not.
    return this.#admitted.length > 1
      ? null
      : "Nobody is admitted: the address of this frame has to name the origin of the page around it, as in ?origin=https://my.example.";
  }

  /** Its origin; null where the browser does not say. */
  #origin(): string | null {
    const [origin] = location.ancestorOrigins ?? [];
    if (origin !== undefined) return origin;
    try {
      return this.#window?.location.origin ?? null;
    } catch {
      return null;
    }
  }
}

/** Why an origin is not admitted, in a sentence that says what to do. */
export function refusalOf(origin: string): string {
  return `The page around this frame, of ${origin}, is not admitted: add origin=${origin} to the address of this frame.`;
}
