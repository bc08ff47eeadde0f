import { element } from "../../jscl-bridge/element/dom.js";

/** Milliseconds for which the browser may read what it saves. */
const KEPT_MS = 60_000;

/** Has the browser save a text as a file. */
export function download(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
