import { RangeSetBuilder } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";

/** Characters by which the rest of a wrapped line stands further in than its beginning. */
const FURTHER = 2;

/** Deeper indentation than this would leave a narrow window no room for the text. */
const DEEPEST = 16;

function indentations(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at);
      const depth = Math.min(line.text.search(/\S|$/), DEEPEST) + FURTHER;
      const style = `text-indent: -${depth}ch; padding-left: calc(10px + ${depth}ch)`;
      builder.add(line.from, line.from, Decoration.line({ attributes: { style } }));
      at = line.to + 1;
    }
  }
  return builder.finish();
}

/**
 * Lets a line that is too long for the window continue under its own beginning, as Lisp is read by its
 * indentation.
 */
export const hangingIndents = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = indentations(view);
    }

    update(update: ViewUpdate): void {
      if (update.docChanged || update.viewportChanged) this.decorations = indentations(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);
