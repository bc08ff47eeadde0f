import type { Elsewhere } from "jscl-mcp";
import type { EvaluatedDefinitions } from "../debugger/evaluated-definitions.js";
import type { Editor } from "../elements/editor/editor.js";
import type { Evaluated } from "../evaluated.js";
import { placeOfEvent } from "./event-place.js";

/** Shows where an event of a recording stands; null takes that away. */
export type MarkEvent = (place: Elsewhere | null) => void;

/** Marks in the editor where the event of a recording stands that is looked at. */
export class EventMark {
  readonly #editor: Editor;
  readonly #definitions: EvaluatedDefinitions;
  /** Marks what was marked before, if it is still there. */
  readonly #restore: () => void;
  /** The recorded evaluation whose event is marked. */
  #marked: Evaluated | null = null;

  constructor(editor: Editor, definitions: EvaluatedDefinitions, restore: () => void) {
    this.#editor = editor;
    this.#definitions = definitions;
    this.#restore = restore;
  }

  /** Marks events of a recorded evaluation. */
  of(evaluated: Evaluated): MarkEvent {
    return (event) => {
      const place = event && placeOfEvent(event, this.#editor.all().code, evaluated, this.#definitions);
      if (place === null) {
        if (this.#marked === evaluated) this.clear();
        return;
      }
      this.#editor.mark(place, "step");
      this.#marked = evaluated;
    };
  }

  clear(): void {
    if (this.#marked === null) return;
    this.#marked = null;
    this.#editor.mark(null);
    this.#restore();
  }

  /** Others mark the editor now. */
  forget(): void {
    this.#marked = null;
  }
}
