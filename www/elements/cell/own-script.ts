/** The script element that loaded the elements. */
export const ownScript = {
  /** What the page says to all its cells. */
  options: {} as DOMStringMap,
  /** The address of the playground; null where nobody knows one. */
  playground: null as string | null,
};

/** Finds the script that has this address: a module has no `document.currentScript`. */
export function findOwnScript(address: string): void {
  const plain = (text: string) => text.replace(/[?#].*/, "");
  const scripts = document.querySelectorAll<HTMLScriptElement>("script[src]");
  const script = [...scripts].find(({ src }) => plain(src) === plain(address));
  if (script) ownScript.options = script.dataset;
  const named = ownScript.options["playground"];
  // In the built site the playground lies beside the elements; a bundler has it nowhere.
  if (named) ownScript.playground = new URL(named, document.baseURI).href;
  else if (plain(address).endsWith("/lisp-cell.js")) ownScript.playground = new URL("./", address).href;
}
