import { messageOf } from "../message-of.js";

/** The words of browsers for a module that did not come, none of which helps a reader. */
const NOT_IMPORTED =
  /dynamically imported module|error loading|importing a module script|failed to fetch|load failed/i;

/** Why the Lisp could not be started, in one sentence. */
export function startProblem(error: unknown): string {
  const message = messageOf(error);
  if (NOT_IMPORTED.test(message)) {
    const [address] = /https?:\S+/.exec(message) ?? [];
    const what = address === undefined ? "one of its files" : address.replace(/[.,;]$/, "");
    return `The Lisp could not be loaded: ${what} did not arrive${isOffline() ? ", since there is no network" : ""}.`;
  }
  const [reason = ""] = message.split("\n");
  const sentence = /[.!?]$/.test(reason) ? reason : `${reason}.`;
  return `The Lisp could not be started: ${sentence}`;
}

function isOffline(): boolean {
  return globalThis.navigator?.onLine === false;
}
