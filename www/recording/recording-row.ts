import { element } from "../../jscl-bridge/element/dom.js";
import { row } from "../../jscl-bridge/element/views/row.js";
import type { AskRecording } from "./recording.js";

/** What an evaluation did, by function, and a button that opens its timeline, which is loaded then. */
export function recordingRow(summary: string, ask: AskRecording | null): HTMLElement {
  const text = element("pre", { class: "recording-summary" }, summary);
  if (ask === null) return row("recording", "rec", text);
  const box = element("div", { class: "timeline", role: "group", "aria-label": "Timeline", hidden: true });
  const button = element("button", { type: "button", class: "more", "aria-expanded": "false" }, "Timeline");
  button.addEventListener("click", async () => {
    box.hidden = !box.hidden;
    button.setAttribute("aria-expanded", String(!box.hidden));
    if (box.childElementCount > 0) return;
    try {
      const { Timeline } = await import("./timeline.js");
      await new Timeline(ask).open(box);
    } catch {
      box.replaceChildren(element("p", { class: "inspector-problem" }, "The timeline could not be loaded."));
    }
  });
  return row("recording", "rec", element("div", {}, text, button, box));
}
