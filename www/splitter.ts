import { element } from "./elements/dom.js";
import { recall, remember } from "./storage.js";

/** The source pane's share of the two panes, in percent. */
const USUAL = 46;
const LEAST = 25;
const MOST = 70;

/** Percent per press of an arrow key. */
const STEP = 2;

/**
 * Puts a bar behind the source pane that shares the room with the results: moved by pointer or arrow keys,
 * put back by a double click or Home.
 */
export function setUpSplitter(desk: HTMLElement, source: HTMLElement, results: HTMLElement): void {
  let share = USUAL;
  const bar = element("div", {
    class: "splitter",
    role: "separator",
    tabindex: 0,
    "aria-label": "Width of the source",
    "aria-orientation": "vertical",
    "aria-valuemin": LEAST,
    "aria-valuemax": MOST,
  });

  function set(percent: number): void {
    share = Math.min(MOST, Math.max(LEAST, percent));
    desk.style.setProperty("--source", `${share}fr`);
    desk.style.setProperty("--results", `${100 - share}fr`);
    bar.setAttribute("aria-valuenow", String(Math.round(share)));
  }

  function choose(percent: number): void {
    set(percent);
    remember("split", share === USUAL ? null : String(share));
  }

  source.append(bar);
  set(Number(recall("split") ?? USUAL) || USUAL);

  bar.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    bar.setPointerCapture(event.pointerId);
  });
  bar.addEventListener("pointermove", (event) => {
    if (!bar.hasPointerCapture(event.pointerId)) return;
    const from = source.getBoundingClientRect().left;
    const to = results.getBoundingClientRect().right;
    choose(((event.clientX - from) / (to - from)) * 100);
  });
  bar.addEventListener("dblclick", () => choose(USUAL));
  bar.addEventListener("keydown", (event) => {
    if (event.key === "ArrowLeft") choose(share - STEP);
    else if (event.key === "ArrowRight") choose(share + STEP);
    else if (event.key === "Home") choose(USUAL);
    else return;
    event.preventDefault();
  });
}
