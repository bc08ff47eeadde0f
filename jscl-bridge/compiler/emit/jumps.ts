/**
 * Which jumps of a tagbody can be JavaScript's own: labels on loops and blocks, if the stretches of code
 * between jumps and their tags nest, as those of the loop macros do.
 */

/** From one segment to the tag at the head of another. */
export interface Jump {
  readonly from: number;
  readonly to: number;
}

/** The segments that a label has to surround for the jumps to a tag. */
export interface Span {
  readonly tag: number;
  readonly loop: boolean;
  start: number;
  end: number;
}

/** The loops and blocks that the jumps need, or null where they do not nest. */
export function structure(jumps: readonly Jump[]): { startingAt(segment: number): Span[] } | null {
  const spans = spansOf(jumps);
  if (!spans.every((a) => spans.every((b) => nested(a, b)))) return null;
  return { startingAt: (segment) => spans.filter(({ start }) => start === segment).sort(outermostFirst) };
}

/**
 * What each target's label has to surround: a loop from its tag to the last jump back, a block up to its tag.
 */
function spansOf(jumps: readonly Jump[]): Span[] {
  const spans = new Map<string, Span>();
  for (const { from, to } of jumps) {
    const loop = to <= from;
    const key = `${to}${loop}`;
    const span = spans.get(key) ?? { tag: to, loop, start: loop ? to : from, end: loop ? from : to - 1 };
    span.start = Math.min(span.start, loop ? to : from);
    span.end = Math.max(span.end, loop ? from : to - 1);
    spans.set(key, span);
  }
  return [...spans.values()];
}

function nested(a: Span, b: Span): boolean {
  const disjoint = a.end < b.start || b.end < a.start;
  const aInB = a.start >= b.start && a.end <= b.end;
  const bInA = b.start >= a.start && b.end <= a.end;
  return disjoint || aInB || bInA;
}

/** The order in which spans that start together open; it must not depend on where they were found. */
function outermostFirst(a: Span, b: Span): number {
  return b.end - b.start - (a.end - a.start) || Number(a.loop) - Number(b.loop) || b.tag - a.tag;
}
