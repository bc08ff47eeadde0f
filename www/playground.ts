import type { LispServer } from "jscl-mcp";
import { askOnErrorItem } from "./ask-on-error.js";
import type { BootProgressRelay } from "./boot-progress.js";
import { connect } from "./client/connect.js";
import { byId } from "./dom.js";
import { Editor } from "./editor/editor.js";
import { examples } from "./editor/examples.js";
import { KeptDefinitions } from "./kept-definitions.js";
import { setUpLimits } from "./limits.js";
import { setUpMenu } from "./menu.js";
import { Runner } from "./runner.js";
import { Sessions } from "./sessions.js";
import { setUpSplitter } from "./splitter.js";
import { Status } from "./status.js";
import { recall, remember } from "./storage.js";
import { setUpTrafficToggle } from "./traffic/toggle.js";
import { TrafficPanel } from "./traffic/traffic.js";
import { noteParts } from "./transcript/entry-view.js";
import { Transcript } from "./transcript/transcript.js";

/** Brings the page to life around a server that is starting. */
export function openPlayground(server: Promise<LispServer>, progress: BootProgressRelay): void {
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
  const client = connect(server, progress, status, traffic);
  // The status tells of a failure at once, and each evaluation tells of it again.
  client.catch(() => undefined);

  const transcript = new Transcript(byId("transcript", HTMLElement), byId("welcome", HTMLElement));
  const editor = new Editor(byId("editor", HTMLElement), {
    text: recall("source") ?? examples[0]?.code ?? "",
    names: {
      complete: async (text) => (await client).completeSymbol(sessions.current, text),
      describe: async (name) => (await client).describe(sessions.current, name),
    },
    onRun: () => runner.runAll(),
    onRunForm: () => runner.runAtCursor(),
    onChange: (text) => remember("source", text),
  });
  const kept = new KeptDefinitions({
    server,
    transcript,
    bar: byId("offer", HTMLElement),
    text: byId("offer-text", HTMLElement),
    restore: byId("offer-restore", HTMLButtonElement),
    discard: byId("offer-discard", HTMLButtonElement),
  });
  const sessions = new Sessions({
    client,
    settings: () => [askOnErrorItem(), kept.item()],
    transcript,
    root: byId("sessions", HTMLElement),
    onChange: () => runner.sessionChanged(),
  });
  const runner = new Runner({ client, editor, transcript, sessions });

  setUpMenu(byId("examples", HTMLElement), "Examples", () =>
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
    () => sessions.current,
    (text) => transcript.note(noteParts(text)),
  );
  byId("clear", HTMLButtonElement).addEventListener("click", () => transcript.clear());
  byId("desk", HTMLElement).inert = false;
}
