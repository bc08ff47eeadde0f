import type { SyntaxNode, Tree } from "@lezer/common";
import { type Element, elementsOf, isClosed, isList, listAround, openingOf, outerList } from "./elements.js";

/** A stretch of text with a selection in it. */
export interface Place {
  readonly text: string;
  readonly tree: Tree;
  readonly from: number;
  readonly to: number;
}

interface Change {
  readonly from: number;
  readonly to?: number;
  readonly insert?: string;
}

/** What to change, and where the selection is then, in the new text; without it it moves with the text. */
export interface Edit {
  readonly changes: readonly Change[];
  readonly selection?: { readonly anchor: number; readonly head?: number };
}

/** An edit of the forms at a place; `null` where there is nothing to edit. */
export type Structural = (place: Place) => Edit | null;

/** A list as an element of another, prefixes included, and its siblings. */
interface Whole {
  readonly list: SyntaxNode;
  readonly from: number;
  readonly to: number;
  readonly siblings: readonly Element[];
}

function elementsAround({ text, tree }: Place, list: SyntaxNode | null): readonly Element[] {
  return elementsOf(text, list ?? tree.topNode);
}

/** The closed lists around a place, the innermost first. */
function* wholesAround(place: Place): Generator<Whole> {
  const { text, tree, from } = place;
  for (let list = listAround(text, tree, from); list; list = outerList(list)) {
    const { from: start, to } = list;
    const siblings = elementsAround(place, outerList(list));
    const own = siblings.find(({ node }) => node.from === start && isList(node));
    if (isClosed(list)) yield { list, from: own?.from ?? start, to, siblings };
  }
}

/** The element at the cursor: around it, or the next behind it; the selected stretch where there is one. */
function elementAt(place: Place): { readonly from: number; readonly to: number } | null {
  if (place.from < place.to) return place;
  const list = listAround(place.text, place.tree, place.from);
  return elementsAround(place, list).find(({ to }) => to > place.from) ?? null;
}

/** Takes the form behind the list around the cursor into it. */
export const slurpForward: Structural = (place) => {
  for (const { list, to, siblings } of wholesAround(place)) {
    const next = siblings.find(({ from }) => from >= to);
    if (!next) continue;
    const isEmpty = elementsOf(place.text, list).length === 0;
    return {
      changes: [
        { from: to - 1, to: isEmpty ? next.from : to },
        { from: next.to, insert: ")" },
      ],
    };
  }
  return null;
};

/** Takes the form before the list around the cursor into it. */
export const slurpBackward: Structural = (place) => {
  for (const { list, from, siblings } of wholesAround(place)) {
    const previous = siblings.findLast(({ to }) => to <= from);
    if (!previous) continue;
    const inside = openingOf(place.text, list) + 1;
    const isEmpty = elementsOf(place.text, list).length === 0;
    return {
      changes: [
        { from: previous.from, insert: place.text.slice(from, inside) },
        { from: isEmpty ? previous.to : from, to: inside },
      ],
    };
  }
  return null;
};

/** Puts the last form of the list around the cursor out of it. */
export const barfForward: Structural = (place) => {
  for (const { list, to } of wholesAround(place)) {
    const elements = elementsOf(place.text, list);
    const last = elements.at(-1);
    if (!last) continue;
    const previous = elements.at(-2);
    const close = previous
      ? { from: previous.to, insert: ")" }
      : { from: openingOf(place.text, list) + 1, insert: ") " };
    return { changes: [close, { from: to - 1, to }] };
  }
  return null;
};

/** Puts the first form of the list around the cursor out of it. */
export const barfBackward: Structural = (place) => {
  for (const { list, from, to } of wholesAround(place)) {
    const elements = elementsOf(place.text, list);
    if (elements.length === 0) continue;
    const inside = openingOf(place.text, list) + 1;
    const open = place.text.slice(from, inside);
    const second = elements[1];
    const insertion = second ? { from: second.from, insert: open } : { from: to - 1, insert: ` ${open}` };
    return { changes: [{ from, to: inside }, insertion] };
  }
  return null;
};

/** Puts brackets around the form at the cursor, or around the selection. */
export const wrap: Structural = (place) => {
  const { from, to } = elementAt(place) ?? { from: place.from, to: place.from };
  const { text, tree } = place;
  // A selection that divides a list would leave brackets that do not match.
  if (listAround(text, tree, from)?.from !== listAround(text, tree, to)?.from) return null;
  return {
    changes: [
      { from, insert: "(" },
      { from: to, insert: ")" },
    ],
    selection: { anchor: from + 1 },
  };
};

/** Replaces the list around the cursor by the form at the cursor. */
export const raise: Structural = (place) => {
  const form = elementAt(place);
  const [whole] = wholesAround(place);
  if (!form || !whole || form.to > whole.to - 1) return null;
  const changes = [
    { from: whole.from, to: form.from },
    { from: form.to, to: whole.to },
  ];
  return { changes, selection: { anchor: whole.from } };
};

/** Deletes the form at the cursor, from the cursor on. */
export const kill: Structural = (place) => {
  const form = elementAt(place);
  return form && { changes: [{ from: Math.min(place.from, form.to), to: form.to }] };
};

/** Exchanges the form before the cursor with the one behind it. */
export const transpose: Structural = (place) => {
  const elements = elementsAround(place, listAround(place.text, place.tree, place.from));
  const at = elements.findLastIndex(({ from }) => from < place.from);
  const [first, second] = elements.slice(Math.max(at, 0));
  if (!first || !second) return null;
  const changes = [
    { from: first.from, to: first.to, insert: place.text.slice(second.from, second.to) },
    { from: second.from, to: second.to, insert: place.text.slice(first.from, first.to) },
  ];
  return { changes, selection: { anchor: second.to } };
};

/** Selects the form around the selection, then the one around that. */
export const selectEnclosing: Structural = (place) => {
  const isWider = (span: { readonly from: number; readonly to: number }) =>
    span.from <= place.from && place.to <= span.to && span.to - span.from > place.to - place.from;
  const inner = elementsAround(place, listAround(place.text, place.tree, place.from)).find(isWider);
  const span = inner ?? [...wholesAround(place)].find(isWider);
  return span ? { changes: [], selection: { anchor: span.from, head: span.to } } : null;
};

const moveTo = (anchor: number | undefined): Edit | null =>
  anchor === undefined ? null : { changes: [], selection: { anchor } };

/** Moves behind the next form, or out of the list at its end. */
export const forward: Structural = (place) => {
  const list = listAround(place.text, place.tree, place.to);
  return moveTo(elementsAround(place, list).find(({ to }) => to > place.to)?.to ?? list?.to);
};

/** Moves before the form before the cursor, or out of the list at its beginning. */
export const backward: Structural = (place) => {
  const list = listAround(place.text, place.tree, place.from);
  const previous = elementsAround(place, list).findLast(({ from }) => from < place.from);
  return moveTo(previous?.from ?? list?.from);
};

/** Moves before the list around the cursor. */
export const up: Structural = (place) => moveTo(listAround(place.text, place.tree, place.from)?.from);

/** Moves into the next list. */
export const down: Structural = (place) => {
  const list = listAround(place.text, place.tree, place.to);
  const next = elementsAround(place, list).find(({ from, node }) => from >= place.to && isList(node));
  return moveTo(next && next.core + 1);
};
