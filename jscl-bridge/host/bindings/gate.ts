import { Windows } from "#wasm";
import type { LineName } from "./claims.js";
import type { BindingProblem, Bindings } from "./options.js";
import type { Head, WindowName } from "./window-message.js";

/** What is to be done about a window message. */
export type Step =
  | {
      readonly kind: "post";
      readonly to: WindowName;
      readonly origin: string;
      readonly message: unknown;
    }
  | {
      readonly kind: "hear";
      readonly from: WindowName;
      readonly channel: string | null;
      /** Where answers go. */
      readonly origin: string;
    }
  | { readonly kind: "gone"; readonly from: WindowName; readonly channel: string | null }
  | { readonly kind: "wait"; readonly milliseconds: number }
  | { readonly kind: "problem"; readonly problem: BindingProblem };

/** Decides about window messages. The server's WebAssembly has to be loaded before one is made. */
export class Gate {
  readonly #windows: Windows;

  /** Throws an Error for bindings that are not understood. */
  constructor(bindings: Bindings, origins: readonly string[], own: string) {
    this.#windows = new Windows(JSON.stringify({ bindings, origins, own }));
  }

  /** All that is listened to. */
  lines(): readonly LineName[] {
    return JSON.parse(this.#windows.lines());
  }

  /** `parent` is the origin of the page around this one, "" where that is not known, null where there is none. */
  opened(parent: string | null): readonly Step[] {
    return JSON.parse(this.#windows.opened(parent));
  }

  message(head: Head & { readonly busy: boolean; readonly repeated: boolean }): readonly Step[] {
    return JSON.parse(this.#windows.message(JSON.stringify(head)));
  }

  waited(): readonly Step[] {
    return JSON.parse(this.#windows.waited());
  }

  closed(): readonly Step[] {
    return JSON.parse(this.#windows.closed());
  }
}
