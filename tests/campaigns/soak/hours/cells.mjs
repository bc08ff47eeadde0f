/** Cells and frames with cells, made and taken away in a page. Self-contained, since pages get it as text. */
export function createCells() {
  let defined;
  return {
    /** Resolves to what a new cell with that code has answered, which is gone by then. */
    async cell(lisp) {
      defined ??= import("/lisp-cell.js");
      await defined;
      const cell = document.createElement("lisp-cell");
      const code = document.createElement("code");
      code.className = "language-lisp";
      code.textContent = lisp;
      cell.append(document.createElement("pre"));
      cell.firstChild.append(code);
      document.body.append(cell);
      const { text } = await cell.run();
      cell.remove();
      return text;
    },
    /**
     * Opens a page with cells in a frame, runs the first, and takes the frame away; resolves to its answer.
     */
    async frame(address) {
      const frame = document.createElement("iframe");
      frame.src = address;
      const loaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
      document.body.append(frame);
      await loaded;
      const cell = frame.contentDocument.querySelector("lisp-cell");
      await frame.contentWindow.customElements.whenDefined("lisp-cell");
      const { text } = await cell.run();
      frame.remove();
      return text;
    },
  };
}
