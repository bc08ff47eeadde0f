import type { LineBreakpoint } from "./debugger/breakpoint-marks.js";
import type { Answer } from "./elements/answer.js";
import type { Excerpt } from "./elements/editor/editor.js";
import type { RestartChoice } from "./elements/views/restarts-view.js";

/** How code is evaluated: stepped through, recorded or profiled. */
export type Way = "step" | "record" | "profile";

/** Code as it was evaluated, in which session, and the restarts that were to be taken. */
export interface Asked extends Excerpt {
  readonly restarts: readonly RestartChoice[];
  readonly session: string;
  /** Whether it was entered at the prompt, and so has no place in the editor. */
  readonly isEntered: boolean;
  /** Absent where it is just evaluated. */
  readonly way?: Way;
  /** Those on lines of it. */
  readonly breakpoints?: readonly LineBreakpoint[];
}

/** An evaluation that has come to its end, as data. */
export interface Finished {
  readonly excerpt: Asked;
  /** The package that it began in. */
  readonly packageOf: string;
  readonly state: "answered" | "cancelled" | "failed";
  /** Null for one that was stopped or that failed, of which `message` says why. */
  readonly answer: Answer | null;
  readonly message: string;
  /** Milliseconds from when it was asked for, the server's way included. */
  readonly tookMs: number;
  /** The name of another client whose evaluation it was; absent for the person's own. */
  readonly by?: string;
}
