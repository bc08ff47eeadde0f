import type { Assist } from "../assist/assist.js";
import type { LispClient } from "../client/client.js";
import { byId, element } from "../elements/dom.js";
import type { Names } from "../elements/editor/completion.js";
import { highlightLisp } from "../elements/highlight.js";
import { failureParts, noteParts } from "../elements/views/entry-view.js";
import { row } from "../elements/views/row.js";
import type { Runner } from "../runner.js";
import type { Sessions } from "../sessions.js";
import type { Transcript } from "../transcript/transcript.js";
import type { Said } from "./commands.js";
import { ReplLine } from "./repl-line.js";

interface Surroundings {
  readonly client: Promise<LispClient>;
  readonly names: Names;
  readonly assist: Assist;
  readonly runner: Runner;
  readonly sessions: Sessions;
  readonly transcript: Transcript;
}

/** Gives the page its prompt. */
export function setUpRepl({ client, names, assist, runner, sessions, transcript }: Surroundings): ReplLine {
  return new ReplLine({
    client,
    names,
    bodies: assist.bodies,
    session: () => sessions.current,
    package: () => runner.package,
    level: () => runner.held?.level ?? 0,
    isRunning: () => runner.isRunning,
    evaluate: (code, holder, way) => runner.runEntered(code, holder, way),
    stop: () => runner.stop(),
    goOn: (tool, args) => runner.goOn(tool, args),
    reset: () => runner.reset(),
    clear: () => transcript.clear(),
    say: (line, said) => {
      const asked = element("pre", { class: "entry-source" }, element("code", {}, highlightLisp(line)));
      transcript.note([asked, ...saidParts(said)]);
    },
    extensions: assist.in(byId("repl-arglist", HTMLElement)),
    showKeys: () => void assist.showKeys(),
  });
}

function saidParts(said: Said): HTMLElement[] {
  switch (said.kind) {
    case "note":
      return noteParts(said.text);
    case "problem":
      return failureParts(said.text);
    case "text":
      return [row("plain", "", element("pre", {}, said.text))];
    case "rows":
      return [element("dl", { class: "said-rows" }, ...said.rows.flatMap(namedRow))];
  }
}

function namedRow([name, meaning]: readonly [string, string]): HTMLElement[] {
  return [element("dt", {}, element("code", {}, name)), element("dd", {}, meaning)];
}
