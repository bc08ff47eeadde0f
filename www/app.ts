import "./app.css";
import { connect } from "./connect.js";
import { byId } from "./dom.js";
import { Editor } from "./editor.js";
import { noteParts } from "./entry-view.js";
import { examples } from "./examples.js";
import { setUpLimits } from "./limits.js";
import { setUpMenu } from "./menu.js";
import { Runner } from "./runner.js";
import { setUpSplitter } from "./splitter.js";
import { Status } from "./status.js";
import { recall, remember } from "./storage.js";
import { setUpTheme } from "./theme.js";
import { TrafficPanel } from "./traffic.js";
import { setUpTrafficToggle } from "./traffic-toggle.js";
import { Transcript } from "./transcript.js";

setUpTheme(byId("theme-toggle", HTMLButtonElement));
setUpTrafficToggle();
setUpSplitter(byId("desk", HTMLElement), byId("source", HTMLElement), byId("results", HTMLElement));

const status = new Status({
  status: byId("status", HTMLElement),
  text: byId("status-text", HTMLElement),
  detail: byId("status-detail", HTMLElement),
  bar: byId("boot-bar", HTMLElement),
  welcomeTitle: byId("welcome-title", HTMLElement),
  welcomeText: byId("welcome-text", HTMLElement),
});
const traffic = new TrafficPanel({
  list: byId("messages", HTMLElement),
  filter: byId("traffic-filter", HTMLInputElement),
  summary: byId("traffic-summary", HTMLElement),
  clear: byId("traffic-clear", HTMLButtonElement),
});
const transcript = new Transcript(byId("transcript", HTMLElement), byId("welcome", HTMLElement));
// The image loads while the rest of the page is set up.
const client = connect(status, traffic);
const editor = new Editor(byId("editor", HTMLElement), {
  text: recall("source") ?? examples[0]?.code ?? "",
  onRun: () => runner.runAll(),
  onRunForm: () => runner.runAtCursor(),
  onChange: (text) => remember("source", text),
});
const runner = new Runner({ client, editor, transcript });

setUpMenu(
  byId("examples", HTMLElement),
  "Examples",
  examples.map(({ title, about, code }) => ({
    title,
    about,
    choose: () => {
      editor.show(code);
      editor.focus();
    },
  })),
);
setUpLimits(
  () => client,
  (text) => transcript.note(noteParts(text)),
);
byId("clear", HTMLButtonElement).addEventListener("click", () => transcript.clear());
