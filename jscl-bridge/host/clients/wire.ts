// What the wasm server asks the host to do. The commands it sends on to an image are the engine's contract.
import type { Answer, Command } from "../../engine/contract.js";
import type { Restored } from "../../engine/results.js";

/** One thing the server wants done; the boundary hands them over as a JSON array, in the order they must happen. */
export type Action =
  /** With `hasText` the text of the result's first content is to be taken from the server and put into it. */
  | {
      readonly kind: "send";
      readonly client: number;
      readonly message: object;
      readonly hasText?: boolean;
      /** The text of the message, where it repeats a number that is another one after it was read. */
      readonly json?: string;
    }
  | { readonly kind: "command"; readonly image: number; readonly command: Command }
  | { readonly kind: "interrupt"; readonly image: number; readonly evaluation: number }
  | { readonly kind: "answer"; readonly image: number; readonly answer: Answer }
  | { readonly kind: "start-image"; readonly image: number }
  | { readonly kind: "stop-image"; readonly image: number; readonly reason: string }
  | { readonly kind: "replace-image"; readonly image: number; readonly reason: string }
  | { readonly kind: "keep-definitions" }
  | { readonly kind: "try-saved"; readonly form: string }
  | { readonly kind: "restored-saved"; readonly restored: Restored }
  /** On the clock that turns are told the time of. */
  | { readonly kind: "arm-timer"; readonly atMs: number };

/**
 * The JSON text of a structured-cloned message, or "" for what JSON has no text for (a cycle, a BigInt, `undefined`).
 * The empty text is no JSON either, so the server answers it as the parse error it is.
 */
export function toJsonText(data: unknown): string {
  try {
    return JSON.stringify(data) ?? "";
  } catch {
    return "";
  }
}
