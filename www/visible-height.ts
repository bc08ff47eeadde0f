/** Windows lower than this many pixels are short: with one column, and with two beside each other. */
const SHORT = { oneColumn: 560, twoColumns: 300 };

/** The width in pixels from which there are two columns; layout.css has the same. */
const TWO_COLUMNS = 761;

/**
 * Tells the styles how high the part of the window is that a phone's keyboard leaves, and whether that is too
 * low for panes one above the other: then the page scrolls, and the editor keeps half of it.
 */
export function followVisibleHeight(): void {
  const { documentElement: root } = document;
  const view = window.visualViewport;
  const follow = () => {
    // Zooming with two fingers shows a part of the page, and is no reason to lay it out anew.
    const height = Math.round(view ? view.height * view.scale : window.innerHeight);
    const least = window.innerWidth >= TWO_COLUMNS ? SHORT.twoColumns : SHORT.oneColumn;
    root.style.setProperty("--visible-height", `${height}px`);
    root.toggleAttribute("data-short", height < least);
  };
  (view ?? window).addEventListener("resize", follow);
  follow();
}
