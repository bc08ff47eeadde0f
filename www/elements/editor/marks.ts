import { type Extension, type Range, StateEffect, StateField, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";

/** What a place is marked as: that of an error, or of the call that a program has stopped before. */
export type MarkKind = "error" | "step";

const place = StateEffect.define<{ readonly offset: number; readonly kind: MarkKind } | null>();

const lines = {
  error: Decoration.line({ class: "cm-error-line" }),
  step: Decoration.line({ class: "cm-step-line" }),
};
const spots = {
  error: Decoration.mark({ class: "cm-error-spot" }),
  step: Decoration.mark({ class: "cm-step-spot" }),
};

/** Matches the text to underline: a bracket with the operator behind it, or an atom. */
const TOKEN = /^\(?[^\s()"';`,]+/;

/** The underlined text at an offset; none at the end of a line, where there is nothing to underline. */
export function spotAt(doc: Text, offset: number, kind: MarkKind = "error"): readonly Range<Decoration>[] {
  const line = doc.lineAt(offset);
  const rest = line.text.slice(offset - line.from);
  if (rest.length === 0) return [];
  return [spots[kind].range(offset, offset + (TOKEN.exec(rest)?.[0].length ?? 1))];
}

function decorate({ doc }: { doc: Text }, offset: number, kind: MarkKind): DecorationSet {
  return Decoration.set([lines[kind].range(doc.lineAt(offset).from), ...spotAt(doc, offset, kind)]);
}

const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(current, transaction) {
    // A mark is about the text that was evaluated; after an edit it would point at something else.
    const kept = transaction.docChanged ? Decoration.none : current;
    const effect = transaction.effects.find((each) => each.is(place));
    if (!effect) return kept;
    const marked: { offset: number; kind: MarkKind } | null = effect.value;
    return marked === null ? Decoration.none : decorate(transaction.state, marked.offset, marked.kind);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** The extension that shows where an error was reported. */
export function errorMarks(): Extension {
  return marks;
}

/** Marks the error at this offset and scrolls to it, or takes the mark away when given `null`. */
export function markError(view: EditorView, offset: number | null, kind: MarkKind = "error"): void {
  const effects: StateEffect<unknown>[] = [place.of(offset === null ? null : { offset, kind })];
  if (offset !== null) effects.push(EditorView.scrollIntoView(offset, { y: "nearest", yMargin: 48 }));
  view.dispatch({ effects });
}
