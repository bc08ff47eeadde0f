import { element } from "../elements/dom.js";
import { row } from "../elements/views/row.js";
import type { MarkEvent } from "./event-mark.js";
import type { AskRecording } from "./recording.js";
import type { Timeline } from "./timeline.js";

/** What a recording that can be asked is shown with. */
interface Recorded {
  readonly ask: AskRecording;
  readonly mark: MarkEvent;
}

/** What an evaluation did, by function, and a button that opens its timeline, which is loaded then. */
export function recordingRow(summary: string, recorded: Recorded | null): HTMLElement {
  const text = element("pre", { class: "recording-summary" }, summary);
  if (recorded === null) return row("recording", "rec", text);
  const box = element("div", { class: "timeline", role: "group", "aria-label": "Timeline", hidden: true });
  const button = element("button", { type: "button", class: "more", "aria-expanded": "false" }, "Timeline");
  let timeline: Timeline | null = null;
  button.addEventListener("click", async () => {
    box.hidden = !box.hidden;
    button.setAttribute("aria-expanded", String(!box.hidden));
    if (box.hidden) recorded.mark(null);
    else timeline?.resume();
    if (timeline !== null || box.childElementCount > 0) return;
    try {
      const { Timeline } = await import("./timeline.js");
      timeline = new Timeline(recorded.ask, recorded.mark);
      await timeline.open(box);
    } catch {
      box.replaceChildren(element("p", { class: "inspector-problem" }, "The timeline could not be loaded."));
    }
  });
  return row("recording", "rec", element("div", {}, text, button, box));
}
