import { type Extension, RangeSetBuilder } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";
import { type Scan, tokens } from "../highlight.js";

/** Characters of a text that is coloured: it is read from its beginning after each change. */
const MOST_COLOURED = 300_000;

const marks = new Map<string, Decoration>();

function markOf(kind: string): Decoration {
  const mark = marks.get(kind) ?? Decoration.mark({ class: `tok-${kind}` });
  marks.set(kind, mark);
  return mark;
}

function decorations(view: EditorView, scan: Scan): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const { from: first, to: last } = view.viewport;
  if (last > MOST_COLOURED) return Decoration.none;
  scan(view.state.sliceDoc(0, last), (kind, from, to) => {
    if (kind !== null && to > first) builder.add(from, to, markOf(kind));
  });
  return builder.finish();
}

/** Colours the text as outside the editor, so that nothing changes when an editor takes the place of code. */
export function lispColours(scan: Scan = tokens): Extension {
  return ViewPlugin.define(
    (view) => {
      const plugin = {
        decorations: decorations(view, scan),
        update(update: ViewUpdate): void {
          if (update.docChanged || update.viewportChanged)
            plugin.decorations = decorations(update.view, scan);
        },
      };
      return plugin;
    },
    { decorations: (plugin) => plugin.decorations },
  );
}
