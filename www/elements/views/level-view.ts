import type { ErrorReport } from "jscl-mcp";
import { element } from "../dom.js";
import { conditionReport, type ReportActions } from "./report-view.js";
import { row } from "./row.js";

/** What can be done with a level as a whole. */
interface LevelActions {
  /** Takes CONTINUE, or RETRY. */
  readonly goOn: () => void;
  readonly abort: () => void;
}

/** The restarts that the tool `continue` takes, the first that there is. */
const GOES_ON = ["CONTINUE", "RETRY"];

/** An error that an evaluation is held at while others run on top of it: how to go on, and its report. */
export function levelParts(
  error: ErrorReport,
  level: number,
  actions: ReportActions,
  { goOn, abort }: LevelActions,
): HTMLElement[] {
  const restart = goesOnBy(error);
  const note = element(
    "p",
    { role: "status" },
    element("span", { class: "level-badge" }, `Level ${level}`),
    ` ${heldNote(restart)}`,
  );
  const deeds = element(
    "p",
    { class: "level-deeds", role: "group", "aria-label": `Level ${level}` },
    restart && button("Go on", `Take ${restart.name}: ${restart.description}`, "primary", goOn),
    button("Abort level", "End this evaluation, and those on top of it", "quiet", abort),
  );
  return [row("held", "held", element("div", {}, note, deeds)), conditionReport(error, actions)];
}

/** What the tool `continue` takes, if there is such a restart. */
export function goesOnBy({ restarts }: ErrorReport): ErrorReport["restarts"][number] | undefined {
  return GOES_ON.map((name) => restarts.find((each) => each.name === name)).find(
    (each) => each !== undefined,
  );
}

/** What a person can do, in a line. */
function heldNote(restart: ErrorReport["restarts"][number] | undefined): string {
  if (!restart) return "The program waits here. Choose a restart, and it goes on.";
  return /^retry/i.test(restart.description)
    ? `The program waits here. Define what it lacks, then take ${restart.name}: it goes on.`
    : "The program waits here. Mend what is wrong, then choose a restart: it goes on.";
}

function button(name: string, title: string, kind: string, act: () => void): HTMLButtonElement {
  const made = element("button", { type: "button", class: kind, title }, name);
  made.addEventListener("click", act);
  return made;
}

/** Said under an evaluation that a level below it has left. */
export function leftParts(reason: string): HTMLElement[] {
  return [row("stopped", "■", element("p", {}, element("strong", {}, "Left"), element("span", {}, reason)))];
}
