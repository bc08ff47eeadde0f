import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";

/** What a form returned, with its stretch of the text. */
export interface ShownValue {
  readonly from: number;
  readonly to: number;
  readonly values: readonly string[];
}

/** Characters of a form's values that stand beside it; a tooltip has this many times as many. */
const BESIDE = 60;
const TOOLTIP_TIMES = 20;

/**
 * Takes away the values of the forms in a stretch of the text, and shows others, each in the place of an
 * older one of its form.
 */
const show = StateEffect.define<{ clear: { from: number; to: number }; values: readonly ShownValue[] }>({
  map: ({ clear, values }, changes) => ({
    clear: { from: changes.mapPos(clear.from), to: changes.mapPos(clear.to) },
    values: values.map(({ from, to, ...rest }) => ({
      ...rest,
      from: changes.mapPos(from, 1),
      to: changes.mapPos(to, -1),
    })),
  }),
});

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

class ValueWidget extends WidgetType {
  readonly #text: string;

  constructor(values: readonly string[]) {
    super();
    this.#text = values.length === 0 ? "no values" : values.join(", ");
  }

  override eq(other: ValueWidget): boolean {
    return other.#text === this.#text;
  }

  // The transcript says it, to those too who do not see the editor.
  override toDOM(): HTMLElement {
    const node = document.createElement("span");
    node.className = "cm-value";
    node.setAttribute("aria-hidden", "true");
    node.title = cut(this.#text, BESIDE * TOOLTIP_TIMES);
    node.textContent = `⇒ ${cut(this.#text.replace(/\s+/g, " "), BESIDE)}`;
    return node;
  }
}

const field = StateField.define<readonly ShownValue[]>({
  create: () => [],
  update(current, { changes, docChanged, effects }) {
    let shown = current;
    if (docChanged) {
      // A value is about the text that was evaluated: it goes when its form is edited.
      shown = shown
        .filter(({ from, to }) => !changes.touchesRange(from, to))
        .map((each) => ({ ...each, from: changes.mapPos(each.from, 1), to: changes.mapPos(each.to, -1) }));
    }
    for (const effect of effects) {
      if (!effect.is(show)) continue;
      const { clear, values } = effect.value;
      const again = new Set(values.map(({ from }) => from));
      const stays = ({ from, to }: ShownValue) => (to <= clear.from || from >= clear.to) && !again.has(from);
      shown = [...shown.filter(stays), ...values];
    }
    return shown;
  },
  provide: (self) =>
    EditorView.decorations.compute([self], (state): DecorationSet => {
      const widgets = state
        .field(self)
        .map(({ to, values }) =>
          Decoration.widget({ widget: new ValueWidget(values), side: 1 }).range(
            state.doc.lineAt(Math.min(to, state.doc.length)).to,
          ),
        );
      return Decoration.set(widgets, true);
    }),
});

/**
 * A browser that puts text in the place of several lines takes what follows in the last of them for text,
 * values included. CodeMirror notices only within 50 ms, so the values go before that.
 */
const goBeforeLinesAreJoined: Extension = EditorView.domEventHandlers({
  beforeinput(_, view) {
    const { doc, selection } = view.state;
    const first = doc.lineAt(selection.main.from);
    const last = doc.lineAt(selection.main.to);
    if (first.number < last.number)
      view.dispatch({ effects: showValues({ from: first.from, to: last.to + 1 }, []) });
  },
});

/** Shows the values of forms at the end of their last lines, in the manner of a notebook. */
export const formValues: Extension = [field, goBeforeLinesAreJoined];

/** Takes away the values of the forms in a stretch of the text, and shows others. */
export function showValues(
  clear: { readonly from: number; readonly to: number },
  values: readonly ShownValue[],
): StateEffect<unknown> {
  return show.of({ clear, values });
}
