import { Compartment, type Extension } from "@codemirror/state";
import { type Command, keymap } from "@codemirror/view";

const place = new Compartment();

/**
 * Opens the search, which is loaded the first time. What could not be loaded is tried again by the
 * next key.
 */
export const openFind: Command = (view) => {
  import("./search.js").then(
    ({ openSearchPanel, searching }) => {
      view.dispatch({ effects: place.reconfigure(searching) });
      openSearchPanel(view);
    },
    () => undefined,
  );
  return true;
};

/** Finding in the text, by the key that browsers have for it. */
export const find: Extension = [place.of([]), keymap.of([{ key: "Mod-f", run: openFind }])];
