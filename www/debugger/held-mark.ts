import type { Editor } from "../elements/editor/editor.js";
import { errorPlace } from "../elements/views/report-view.js";
import type { CodeHolder } from "../evaluated.js";
import { fromOrigin } from "../places-of-excerpts.js";
import type { EvaluatedDefinitions } from "./evaluated-definitions.js";
import type { Held } from "./levels.js";
import { isStep } from "./steps.js";

/** Marks the place where a program waits: in the editor or at the prompt, wherever its text is. */
export class HeldMark {
  readonly #editor: Editor;
  readonly #definitions: EvaluatedDefinitions;
  #marked: CodeHolder | null = null;

  constructor(editor: Editor, definitions: EvaluatedDefinitions) {
    this.#editor = editor;
    this.#definitions = definitions;
  }

  /** Shows where this one waits, unless its text has changed meanwhile. */
  show(held: Held | null): void {
    const error = held?.report.error;
    if (!held || !error) return;
    const { code, origin, isEntered, holder, session } = held.work.evaluated;
    const kind = isStep(held) ? "step" : "error";
    const text = this.#editor.all().code;
    const { where } = error;
    const inEarlier =
      where?.evaluation && where.definition !== null
        ? this.#definitions.placeIn(text, session, where.definition, where)
        : null;
    if (inEarlier) {
      this.#editor.mark(inEarlier, kind);
      this.#marked = this.#editor;
      return;
    }
    const place = errorPlace(error);
    if (!place || !(isEntered || text.includes(code))) return;
    holder.mark(fromOrigin(origin, place), kind);
    this.#marked = holder;
  }

  clear(): void {
    this.#marked?.mark(null);
    this.#marked = null;
  }
}
