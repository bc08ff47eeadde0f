import { type Extension, type Range, RangeSet, StateEffect, StateField } from "@codemirror/state";
import { GutterMarker, gutter } from "@codemirror/view";

/** A warning's place in the text and what it says. */
interface ShownWarning {
  readonly at: number;
  readonly message: string;
}

const show = StateEffect.define<readonly ShownWarning[]>({
  map: (warnings, changes) => warnings.map(({ at, message }) => ({ at: changes.mapPos(at), message })),
});

/** The mark of a line that was warned of; the warnings themselves link to it from the transcript. */
class WarningMark extends GutterMarker {
  readonly #messages: readonly string[];

  constructor(messages: readonly string[]) {
    super();
    this.#messages = messages;
  }

  override eq(other: WarningMark): boolean {
    return other.#messages.join("\0") === this.#messages.join("\0");
  }

  override toDOM(): HTMLElement {
    const node = document.createElement("span");
    node.className = "cm-warning-mark";
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
  const lines = new Map<number, string[]>();
  for (const { at, message } of warnings) {
    const line = lineStart(at);
    lines.set(line, [...(lines.get(line) ?? []), message]);
  }
  const marks = [...lines].map(
    ([line, messages]): Range<GutterMarker> => new WarningMark(messages).range(line),
  );
  return RangeSet.of(marks, true);
}

/** Marks the lines that were warned of in the margin. */
export const warningMarks: Extension = field;

/** Shows these warnings in the place of those before. */
export function showWarnings(warnings: readonly ShownWarning[]): StateEffect<unknown> {
  return show.of(warnings);
}
