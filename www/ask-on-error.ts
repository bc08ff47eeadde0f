import type { MenuItem } from "./menu.js";
import { recall, remember } from "./storage.js";

const KEY = "ask-on-error";

/** Whether evaluations are held at an error until a restart is chosen. */
export function asksOnError(): boolean {
  return recall(KEY) !== null;
}

/** The entry of the menu that turns it on and off. */
export function askOnErrorItem(): MenuItem {
  const asks = asksOnError();
  return {
    title: asks ? "Stop asking on error" : "Ask on error",
    about: asks ? "Errors end an evaluation again" : "Holds programs there until you choose a restart",
    choose: () => remember(KEY, asks ? null : "yes"),
  };
}
