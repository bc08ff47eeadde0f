import { element } from "../elements/dom.js";

/** Milliseconds for which the browser may read what it saves. */
const KEPT_MS = 60_000;

/** Has the browser save a text, or bytes, as a file. */
export function download(name: string, content: string | Uint8Array<ArrayBuffer>, type: string): void {
  const whole = typeof content === "string" ? `${type};charset=utf-8` : type;
  const address = URL.createObjectURL(new Blob([content], { type: whole }));
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
