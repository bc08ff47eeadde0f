/** Pixels of the longer side, at most: more of them cost models more, and show no more. */
const MOST = 1024;

/** What is smaller is drawn larger, so that its letters can be read. */
const ENOUGH = 512;

/** How much larger a picture of that size is to be drawn, or smaller. */
export function zoomOf(width: number, height: number): number {
  const longer = Math.max(width, height);
  return Math.min(MOST / longer, Math.max(1, ENOUGH / longer));
}
