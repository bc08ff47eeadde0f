import { Compartment, type Extension } from "@codemirror/state";
import { ViewPlugin } from "@codemirror/view";
import type { Names } from "./completion.js";

/**
 * Closing of brackets and suggestions of names. They are loaded once the editor is there: a click in a page's
 * code waits for less. What could not be loaded is missing, and one can still type.
 */
export function whileTyping(names: Names): Extension {
  const place = new Compartment();
  const load = ViewPlugin.define((view) => {
    let isGone = false;
    import("./completion.js").then(
      ({ bracketClosing, symbolCompletion }) => {
        if (isGone) return;
        view.dispatch({ effects: place.reconfigure([bracketClosing, symbolCompletion(names)]) });
      },
      () => undefined,
    );
    return {
      destroy: () => {
        isGone = true;
      },
    };
  });
  return [place.of([]), load];
}
