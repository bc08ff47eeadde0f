import { element } from "../elements/dom.js";
import type { Held } from "./levels.js";

/** How a program that has stopped goes on: what the tool `step` calls it, its button, and its key. */
const WAYS = [
  { how: "into", name: "Into", key: "F11", title: "Go into the call (F11)" },
  { how: "over", name: "Over", key: "F10", title: "Make the call, and stop after it (F10)" },
  {
    how: "out",
    name: "Out",
    key: "Shift-F11",
    title: "Go on until the running function returns (Shift-F11)",
  },
  { how: "continue", name: "Go on", key: "F8", title: "Go on without stopping (F8)" },
] as const;

type How = (typeof WAYS)[number]["how"];

/** Whether a program has stopped before a call, and did not fail. */
export function isStep({ report: { error } }: Held): boolean {
  return error?.type === "STEP-FORM-CONDITION";
}

/** What is said of a stop; texts may have several lines. */
interface Step {
  /**
   * What it stopped in, "" for no definition, on which line of its text, and why the condition failed, "" if
   * it did not; null without a breakpoint.
   */
  readonly breakpoint: { readonly name: string; readonly line: number; readonly problem: string } | null;
  /** What was evaluated since the last stop, a line for each call; "" for nothing. */
  readonly given: string;
  readonly call: string;
  /** A line for each argument; "" for none. */
  readonly args: string;
}

const STEP =
  /^(?:Breakpoint(?: of (.*))?, line (\d+)(?:, whose condition failed: ([\s\S]*?))?\n)?(?:Evaluated:\n([\s\S]*?)\n)?Evaluating call:\n([\s\S]*?)\nWith(?:out arguments|\sarguments:\n([\s\S]*))$/;

/** Reads the message of a stop; null where it is another one. */
export function readStep(message: string): Step | null {
  const read = STEP.exec(message);
  if (!read) return null;
  const [, name = "", line, problem = "", given = "", call = "", args = ""] = read;
  const outdented = (text: string) => text.replace(/^ {2}/gm, "");
  return {
    breakpoint: line === undefined ? null : { name, line: Number(line), problem },
    given: outdented(given),
    call: outdented(call),
    args: outdented(args),
  };
}

/** The call that is next, in one line. */
export function nextCall({ report: { error } }: Held): string {
  const [line = ""] = readStep(error?.message ?? "")?.call.split("\n") ?? [];
  return line;
}

/** A button for each way to go on. */
export function stepButtons(goOn: (how: How) => void): HTMLElement[] {
  return WAYS.map(({ how, name, title }) => {
    const button = element("button", { type: "button", class: "quiet", title }, name);
    button.addEventListener("click", () => goOn(how));
    return button;
  });
}

interface Deeds {
  /** Whether a program has stopped before a call. */
  readonly isStopped: () => boolean;
  readonly goOn: (how: How) => void;
  /** Steps through what is at the cursor. */
  readonly begin: () => void;
}

/** The keys of stepping, wherever the focus is; F10 and F11 begin where no program has stopped. */
export function setUpStepKeys({ isStopped, goOn, begin }: Deeds): void {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const key = event.shiftKey ? `Shift-${event.key}` : event.key;
    const way = WAYS.find((each) => each.key === key);
    if (way === undefined) return;
    if (isStopped()) goOn(way.how);
    else if (way.how === "into" || way.how === "over") begin();
    else return;
    event.preventDefault();
  });
}
