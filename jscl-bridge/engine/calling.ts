import type { Image } from "../image/image.js";
import type { LispValue } from "../runtime/objects/marshal.js";
import { runAtToplevel } from "../runtime/reports/boundary.js";

/** How a call beside the evaluations has ended. */
export type Called = ReturnType<typeof runAtToplevel>;

/** Calls what may run printers of the program's, until that time, which is so many milliseconds away. */
export function calling(image: Image, until: number, ms: number, call: () => LispValue): Called {
  return runAtToplevel(image, () => [call()], {
    deadline: until,
    seconds: ms / 1000,
    limits: { messageChars: 1000, argumentChars: 100, formChars: 0, maxFrames: 0 },
    onWarning: () => {},
  });
}
