import { LispCell } from "./cell/lisp-cell.js";
import { LispRepl } from "./cell/lisp-repl.js";
import { findOwnScript, ownScript } from "./cell/own-script.js";
import { whenParsed } from "./cell/watch.js";

export { LispCell, LispRepl };

declare global {
  interface HTMLElementTagNameMap {
    "lisp-cell": LispCell;
    "lisp-repl": LispRepl;
  }
}

// Generators of sites import this module in Node, too, where there is nothing to define.
if (globalThis.customElements && !customElements.get("lisp-cell")) {
  findOwnScript(import.meta.url);
  const { options } = ownScript;
  customElements.define("lisp-cell", LispCell);
  customElements.define("lisp-repl", LispRepl);
  const { selector } = options;
  if (selector) {
    const selecting = import("./select/selector.js");
    whenParsed(async () => (await selecting).upgradeSelected(selector, options));
  }
}
