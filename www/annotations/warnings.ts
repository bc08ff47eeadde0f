import { type Extension, type Range, RangeSet, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutter } from "@codemirror/view";
import { spotAt } from "../elements/editor/marks.js";

/** What the compiler caught: its place in the text and what it says. */
interface ShownWarning {
  readonly at: number;
  readonly message: string;
  /** Whether the form does not compile. */
  readonly isError: boolean;
}

const show = StateEffect.define<readonly ShownWarning[]>({
  map: (warnings, changes) => warnings.map((each) => ({ ...each, at: changes.mapPos(each.at) })),
});

/** The mark of a line that was warned of; the warnings themselves link to it from the transcript. */
class WarningMark extends GutterMarker {
  readonly #messages: readonly string[];
  readonly #isError: boolean;

  constructor(warnings: readonly ShownWarning[]) {
    super();
    this.#messages = warnings.map(({ message }) => message);
    this.#isError = warnings.some(({ isError }) => isError);
  }

  override eq(other: WarningMark): boolean {
    return other.#isError === this.#isError && other.#messages.join("\0") === this.#messages.join("\0");
  }

  override toDOM(): HTMLElement {
    const node = document.createElement("span");
    node.className = this.#isError ? "cm-warning-mark cm-caught-mark" : "cm-warning-mark";
    node.title = this.#messages.join("\n");
    return node;
  }
}

const field = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(current, { changes, docChanged, effects, state, startState }) {
    let marks = current;
    if (docChanged) {
      // A warning is about the text that was compiled: it goes when its line is edited.
      const kept = (from: number) => {
        const line = startState.doc.lineAt(from);
        return !changes.touchesRange(line.from, line.to);
      };
      marks = current.update({ filter: kept }).map(changes);
    }
    for (const effect of effects)
      if (effect.is(show)) marks = marksOf(effect.value, (at) => state.doc.lineAt(at).from);
    return marks;
  },
  provide: (self) => gutter({ class: "cm-warnings", markers: (view) => view.state.field(self) }),
});

function marksOf(
  warnings: readonly ShownWarning[],
  lineStart: (at: number) => number,
): RangeSet<GutterMarker> {
  const lines = new Map<number, ShownWarning[]>();
  for (const each of warnings) {
    const line = lineStart(each.at);
    lines.set(line, [...(lines.get(line) ?? []), each]);
  }
  const marks = [...lines].map(([line, found]): Range<GutterMarker> => new WarningMark(found).range(line));
  return RangeSet.of(marks, true);
}

/** The forms that do not compile. */
const spots = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(current, { changes, docChanged, effects, state }) {
    // An underlined form that is edited may be right now.
    const isKept = (from: number, to: number) => !changes.touchesRange(from, to);
    let marks = docChanged ? current.update({ filter: isKept }).map(changes) : current;
    for (const effect of effects) {
      if (!effect.is(show)) continue;
      const places = new Set(effect.value.filter(({ isError }) => isError).map(({ at }) => at));
      marks = Decoration.set(
        [...places].flatMap((at) => spotAt(state.doc, at)),
        true,
      );
    }
    return marks;
  },
  provide: (self) => EditorView.decorations.from(self),
});

/** Marks the lines that were warned of in the margin, and underlines the forms that do not compile. */
export const warningMarks: Extension = [field, spots];

/** Shows these warnings in the place of those before. */
export function showWarnings(warnings: readonly ShownWarning[]): StateEffect<unknown> {
  return show.of(warnings);
}
