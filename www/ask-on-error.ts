import type { MenuItem } from "./menu.js";
import { recall, remember } from "./storage.js";

const KEY = "ask-on-error";

/** What is remembered of a person who does not want to be asked. */
const NO = "no";

/** Whether evaluations are to be held at an error until a restart is chosen: unless a person said no. */
export function asksOnError(): boolean {
  return recall(KEY) !== NO;
}

/** The entry of the menu that turns it on and off. */
export function askOnErrorItem(): MenuItem {
  const asks = asksOnError();
  return {
    title: asks ? "Stop asking on error" : "Ask on error",
    about: asks ? "Errors end an evaluation at once" : "Holds programs there until you choose a restart",
    choose: () => remember(KEY, asks ? NO : null),
  };
}
