import type { Editor } from "./elements/editor/editor.js";
import type { Asked } from "./finished.js";

/** What holds the code that is evaluated, and leads to places in it. */
export type CodeHolder = Pick<Editor, "mark" | "goTo">;

/** Code that is evaluated, and what holds it. */
export interface Evaluated extends Asked {
  readonly holder: CodeHolder;
}
