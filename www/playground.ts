import type { Abilities, LispServer } from "jscl-mcp";
import type { AgentParts } from "./agent/agent.js";
import { annotations } from "./annotations/annotations.js";
import { askOnErrorItem } from "./ask-on-error.js";
import { Assist } from "./assist/assist.js";
import type { BootProgressRelay } from "./boot-progress.js";
import { connect } from "./client/connect.js";
import { breakpointField } from "./debugger/breakpoint-marks.js";
import { Breakpoints } from "./debugger/breakpoints.js";
import { isStep, setUpStepKeys } from "./debugger/steps.js";
import { WaitingStrip } from "./debugger/waiting-strip.js";
import { byId } from "./elements/dom.js";
import type { Names } from "./elements/editor/completion.js";
import { Editor } from "./elements/editor/editor.js";
import { pageful } from "./elements/editor/pageful.js";
import { McpClient } from "./elements/page/mcp-client.js";
import { noteParts } from "./elements/views/entry-view.js";
import { EmacsOption } from "./emacs/option.js";
import { firstExample } from "./examples/first.js";
import { FilesOpener } from "./files/opener.js";
import type { Finished } from "./finished.js";
import { valueOpener } from "./inspect/value-opener.js";
import { KeptDefinitions } from "./kept-definitions.js";
import { setUpLimits } from "./limits.js";
import { setUpMenu } from "./menu.js";
import { OthersAtWork } from "./others-at-work.js";
import { exampleItems } from "./programs/example-items.js";
import { KeptEntries } from "./programs/kept-entries.js";
import { Library } from "./programs/library.js";
import { Notice } from "./programs/notice.js";
import { programItems } from "./programs/program-menu.js";
import { Programs } from "./programs/programs.js";
import { askName } from "./programs/rename-dialog.js";
import { Tab } from "./programs/tab.js";
import { TabDefinitions } from "./programs/tab-definitions.js";
import { takeOverSource } from "./programs/take-over-source.js";
import { setUpRepl } from "./repl/set-up.js";
import { replay } from "./replay.js";
import { wayItems } from "./run-ways.js";
import { Runner } from "./runner.js";
import { Sessions } from "./sessions.js";
import { LinkOpener } from "./share/link-opener.js";
import { setUpShare } from "./share/set-up.js";
import { setUpSplitter } from "./splitter.js";
import { Status } from "./status.js";
import { browserStore, recall, remember, tabStore } from "./storage.js";
import { setUpTrafficToggle } from "./traffic/toggle.js";
import { TrafficPanel } from "./traffic/traffic.js";
import { Transcript } from "./transcript/transcript.js";
import { TutorialOpener } from "./tutorial/opener.js";
import { followVisibleHeight } from "./visible-height.js";
import type { VisitorRelay } from "./visitor-relay.js";

interface PlaygroundParts {
  readonly progress: BootProgressRelay;
  readonly visitors: VisitorRelay;
  /** Lets an agent in; null where nobody has sent one. */
  readonly token: string | null;
}

/** Brings the page to life around a server that is starting. */
export function openPlayground(
  server: Promise<LispServer>,
  { progress, visitors, token }: PlaygroundParts,
): void {
  followVisibleHeight();
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
    client: byId("traffic-client", HTMLSelectElement),
    method: byId("traffic-method", HTMLSelectElement),
    summary: byId("traffic-summary", HTMLElement),
    clear: byId("traffic-clear", HTMLButtonElement),
  });
  const client = connect(server, progress, status, traffic);
  // Until the server is there nothing runs that could be stopped or held.
  let abilities: Abilities = { cancelsAtOnce: true, holds: true };
  server.then(
    (it) => {
      abilities = it.abilities;
    },
    () => undefined,
  );
  // The status shows a failure at once, and each evaluation shows it again.
  client.catch(() => undefined);

  const transcript = new Transcript(byId("transcript", HTMLElement), byId("welcome", HTMLElement));
  const notice = new Notice();
  const library = new Library(browserStore);
  takeOverSource(library);
  const programs = new Programs(
    {
      library,
      tab: new Tab(tabStore),
      notice,
      last: { read: () => recall("last-program"), write: (id) => remember("last-program", id) },
      onOpen: ({ name }) => {
        byId("program-name", HTMLElement).textContent = name;
        document.title = `${name} · jscl-mcp`;
        files?.showProgram();
      },
    },
    { name: firstExample.title, origin: "example", text: firstExample.code },
  );
  let files: FilesOpener | null = null;
  const links = new LinkOpener({ programs, notice, run: () => runner.runAll() });
  const names: Names = {
    complete: async (text) => (await client).completeSymbol(sessions.current, text),
    describe: (name) => assist.describe(name),
  };
  const assist = new Assist({
    client,
    session: () => sessions.current,
    package: () => runner.package,
    isRunning: () => runner.isRunning,
    program: () => editor,
  });
  const emacs = new EmacsOption(
    {
      runAll: () => runner.runAll(),
      runForm: () => runner.runAtCursor(),
      runSpan: (from, to) => runner.runBetween(from, to),
    },
    (problem) => notice.say(problem),
  );
  const breakpoints = new Breakpoints({
    onChange: (line, condition) => void runner.changeBreakpoint(line, condition),
    check: (condition) => runner.problemOfCondition(condition),
  });
  const editor = new Editor(byId("editor", HTMLElement), {
    text: programs.current.text,
    names,
    bodies: assist.bodies,
    describedBy: "editor-help",
    extensions: [
      emacs.extension,
      pageful,
      breakpoints.extension,
      annotations,
      assist.in(byId("arglist", HTMLElement)),
    ],
    kept: { breakpoints: breakpointField },
    onRun: () => runner.runAll(),
    onRunForm: () => runner.runAtCursor(),
    onChange: (text) => {
      if (files?.changed(text)) return;
      programs.changed(text);
      links.forgetFragment();
    },
  });
  programs.showIn(editor);
  // The page's own questions, by a client of its own: the traffic that is shown is the person's.
  const backstage = server.then((it) => new McpClient(it.connect()));
  backstage.catch(() => undefined);
  const definitionsOfTab = new TabDefinitions(tabStore, backstage);
  const definitions = new KeptDefinitions({
    server,
    transcript,
    tab: definitionsOfTab,
    run: (code) => runner.runText(code),
    bar: byId("offer", HTMLElement),
    text: byId("offer-text", HTMLElement),
    restore: byId("offer-restore", HTMLButtonElement),
    discard: byId("offer-discard", HTMLButtonElement),
  });
  const sessions = new Sessions({
    client,
    settings: () => [askOnErrorItem(), emacs.item(), definitions.item()],
    transcript,
    root: byId("sessions", HTMLElement),
    onChange: () => runner.sessionChanged(),
  });
  const entries = new KeptEntries(tabStore);
  const others = new OthersAtWork(
    (session) => void server.then((it) => it.stopEvaluation(session, "the person at the playground")),
    () => runner.sessionChanged(),
  );
  let failure: Finished | null = null;
  const values = (session: string) =>
    valueOpener({
      ask: async (which) => (await client).inspect(session, which),
      insert: (expression) => repl.insert(expression),
    });
  const runner = new Runner({
    client,
    editor,
    breakpoints,
    transcript,
    sessions,
    abilities: () => abilities,
    others,
    values,
    onFinished: (finished) => {
      if (finished.answer?.isError) failure = finished;
      programs.noteVersion();
      entries.add(finished);
      void definitionsOfTab.keep();
      tutorial.evaluated(finished);
    },
    onHeld: (finished) => {
      failure = finished;
      void definitionsOfTab.keep();
      tutorial.evaluated(finished);
      return entries.add(finished);
    },
    onChange: () => {
      assist.refresh();
      repl.refresh();
      waiting.refresh();
      files?.refresh();
    },
  });
  const repl = setUpRepl({ client, names, assist, runner, sessions, transcript });
  const waiting = new WaitingStrip(byId("repl-waits", HTMLElement), {
    held: () => runner.held,
    goOn: (tool, args = {}) => void runner.goOn(tool, args),
    focus: () => repl.focus(),
  });
  setUpStepKeys({
    isStopped: () => runner.held !== null && isStep(runner.held),
    goOn: (how) => void runner.goOn("step", { how }),
    begin: () => runner.runBy("step"),
  });
  replay(entries.all(), { runner, transcript, editor, repl });

  files = new FilesOpener({
    ...{ client, backstage, editor, programs },
    session: () => sessions.current,
    isRunning: () => runner.isRunning,
    run: (code) => runner.runText(code),
    say: (text) => notice.say(text),
  });

  const tutorial = new TutorialOpener({ programs, backstage });
  const examples = () =>
    exampleItems(programs, {
      focusEditor: () => editor.focus(),
      openTutorial: () => void tutorial.open(),
    });
  setUpMenu(byId("examples", HTMLElement), "Examples", examples);
  setUpMenu(byId("run-ways", HTMLElement), "Other ways to run", () => wayItems((way) => runner.runBy(way)));
  setUpMenu(byId("programs", HTMLElement), "Programs", () =>
    programItems(programs, {
      rename: () => askName(programs.current.name, (name) => programs.rename(name)),
      focusEditor: () => editor.focus(),
      format: () => editor.format(),
      examples,
    }),
  );
  setUpShare({
    program: () => programs.current,
    failure: () => failure,
    failing: async (session, evaluations) => {
      const { text, isError } = await (await client).call("export-failure", { session, evaluations });
      if (isError) throw new Error(text);
      return text;
    },
    version: async () => (await client).server,
    notice,
    letAgentIn: () => void import("./agent/dialog.js").then(({ openAgentDialog }) => openAgentDialog(server)),
  });
  setUpLimits(
    () => client,
    () => sessions.current,
    (text) => transcript.note(noteParts(text)),
  );
  byId("clear", HTMLButtonElement).addEventListener("click", () => {
    transcript.clear();
    entries.clear();
    runner.recordingsCleared();
  });
  const agentParts: AgentParts = {
    ...{ server, traffic, transcript, editor, backstage, others, values },
    say: (text) => notice.say(text),
    take: (code, session, choice) => runner.takeRestart(code, session, choice),
    keep: (finished) => entries.add(finished),
    onEvaluated: () => {
      assist.refresh();
      repl.refresh();
      files?.refresh();
      void definitionsOfTab.keep();
    },
  };
  visitors.listen(async () => new (await import("./agent/visitors.js")).Visitors(agentParts));
  if (token !== null) void import("./agent/agent.js").then(({ letAgentIn }) => letAgentIn(agentParts, token));
  void links.openAddress();
  byId("desk", HTMLElement).inert = false;
}
