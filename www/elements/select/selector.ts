/** What the script may say for all the cells that it makes. */
const ATTRIBUTES = ["session", "eval", "readonly", "timeout", "theme"];

type Options = Readonly<Record<string, string | undefined>>;

/** Makes a cell of each block that a selector matches, and of those that come later. */
export function upgradeSelected(selector: string, options: Options): void {
  const upgrade = () => {
    const blocks = [...document.querySelectorAll(selector)].map((each) => each.closest("pre") ?? each);
    const fresh = [...new Set(blocks)].filter((block) => !block.closest("lisp-cell, lisp-repl"));
    for (const block of fresh) {
      const cell = document.createElement("lisp-cell");
      for (const name of ATTRIBUTES) {
        const value = options[name];
        if (value !== undefined) cell.setAttribute(name, value);
      }
      const { parentNode, nextSibling } = block;
      // With its code in it when it comes to the page.
      cell.append(block);
      parentNode?.insertBefore(cell, nextSibling);
    }
  };
  let isAsked = false;
  const ask = () => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(() => {
      isAsked = false;
      upgrade();
    });
  };
  const isElement = ({ nodeType }: Node) => nodeType === Node.ELEMENT_NODE;
  new MutationObserver((changes) => {
    if (changes.some(({ addedNodes }) => [...addedNodes].some(isElement))) ask();
  }).observe(document.documentElement, { childList: true, subtree: true });
  upgrade();
}
