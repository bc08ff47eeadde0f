import { RangeSet, StateEffect, StateField, type Text } from "@codemirror/state";
import { GutterMarker, lineNumberMarkers } from "@codemirror/view";

/** A line that a program stops at, from 1, where its condition is true; "" for always. */
export interface LineBreakpoint {
  readonly line: number;
  readonly condition: string;
}

/** Puts a breakpoint on the line of an offset, in the place of another one; null takes it away. */
export const setBreakpoint = StateEffect.define<{ readonly at: number; readonly condition: string | null }>({
  map: ({ at, condition }, changes) => ({ at: changes.mapPos(at, 1), condition }),
});

/** Marks the number of a line. What is typed before the line moves it, and it goes with its line. */
class Mark extends GutterMarker {
  override readonly startSide = 1;
  override readonly endSide = 1;
  override readonly elementClass: string;

  constructor(readonly condition: string) {
    super();
    this.elementClass = `cm-breakpoint${condition === "" ? "" : " cm-breakpoint-conditional"}`;
  }

  override eq(other: GutterMarker): boolean {
    return other instanceof Mark && other.condition === this.condition;
  }
}

type Marks = RangeSet<Mark>;

/** The marks of breakpoints, of which the first of a line counts. */
function marksOf(doc: Text, breakpoints: readonly LineBreakpoint[]): Marks {
  const conditions = new Map([...breakpoints].reverse().map(({ line, condition }) => [line, condition]));
  const lines = [...conditions].filter(([line]) => line >= 1 && line <= doc.lines);
  return RangeSet.of(
    lines.map(([line, condition]) => new Mark(condition).range(doc.line(line).from)),
    true,
  );
}

function breakpointsOf(doc: Text, marks: Marks): LineBreakpoint[] {
  const found: LineBreakpoint[] = [];
  for (let cursor = marks.iter(); cursor.value; cursor.next())
    found.push({ line: doc.lineAt(cursor.from).number, condition: cursor.value.condition });
  return found;
}

/** The breakpoints of a text. */
export const breakpointField = StateField.define<Marks>({
  create: () => RangeSet.empty,
  update(current, { changes, docChanged, effects, state: { doc } }) {
    let marks = docChanged ? marksOf(doc, breakpointsOf(doc, current.map(changes))) : current;
    for (const effect of effects) {
      if (!effect.is(setBreakpoint)) continue;
      const { at, condition } = effect.value;
      const line = doc.lineAt(at).number;
      const others = breakpointsOf(doc, marks).filter((each) => each.line !== line);
      marks = marksOf(doc, condition === null ? others : [...others, { line, condition }]);
    }
    return marks;
  },
  toJSON: (marks, { doc }) => breakpointsOf(doc, marks),
  fromJSON: (kept: readonly LineBreakpoint[], { doc }) => marksOf(doc, kept),
  provide: (self) => lineNumberMarkers.from(self),
});

/** The breakpoints of a text, in the order of their lines. */
export function breakpointsIn(state: {
  readonly doc: Text;
  field(field: typeof breakpointField): Marks;
}): readonly LineBreakpoint[] {
  return breakpointsOf(state.doc, state.field(breakpointField));
}
