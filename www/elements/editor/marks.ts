import { type Extension, type Range, StateEffect, StateField, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";

/** What a place is marked as: that of an error, or of the call that a program has stopped before. */
export type MarkKind = "error" | "step";

interface Marked {
  /** Offsets in the text, the one first that is scrolled to. */
  readonly offsets: readonly number[];
  readonly kind: MarkKind;
}

const place = StateEffect.define<Marked | null>();

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

function decorate({ doc }: { doc: Text }, { offsets, kind }: Marked): DecorationSet {
  const starts = new Set(offsets.map((offset) => doc.lineAt(offset).from));
  const marked = [...starts].map((from) => lines[kind].range(from));
  return Decoration.set([...marked, ...offsets.flatMap((offset) => spotAt(doc, offset, kind))], true);
}

const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(current, transaction) {
    // A mark is about the text that was evaluated; after an edit it would point at something else.
    const kept = transaction.docChanged ? Decoration.none : current;
    const effect = transaction.effects.find((each) => each.is(place));
    if (!effect) return kept;
    const marked: Marked | null = effect.value;
    return marked === null ? Decoration.none : decorate(transaction.state, marked);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** The extension that shows where an error was reported. */
export function errorMarks(): Extension {
  return marks;
}

/**
 * Marks what is wrong at these offsets and scrolls to the first, or takes the marks away where there are
 * none.
 */
export function markPlaces(view: EditorView, offsets: readonly number[], kind: MarkKind = "error"): void {
  const [first] = offsets;
  const effects: StateEffect<unknown>[] = [place.of(first === undefined ? null : { offsets, kind })];
  if (first !== undefined) effects.push(EditorView.scrollIntoView(first, { y: "nearest", yMargin: 48 }));
  view.dispatch({ effects });
}
