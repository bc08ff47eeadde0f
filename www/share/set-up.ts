import { byId } from "../elements/dom.js";
import { setUpMenu } from "../menu.js";
import type { ShareParts } from "./share-menu.js";

/** Gives the Share button its menu, which is loaded when it is opened. */
export function setUpShare(parts: ShareParts): void {
  setUpMenu(byId("share", HTMLElement), "Share", async () => {
    const { shareItems } = await import("./share-menu.js");
    return shareItems(parts);
  });
}
