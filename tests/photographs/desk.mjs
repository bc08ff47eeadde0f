/** How the playground is used: by what Playwright and Puppeteer share, and webkit.mjs does likewise. */

/** What differs from one time to the next. */
const STILL = `
  .entry-meta, .message-time, .cm-cursorLayer { visibility: hidden !important; }
  *, ::before, ::after { animation: none !important; transition: none !important; caret-color: transparent !important; }
`;

/** The playground in a browser, and what one does there. */
export class Desk {
  #page;

  constructor(page) {
    this.#page = page;
  }

  async open(url) {
    await this.#page.goto(url);
    await this.wait('html[data-lisp="ready"]');
    await this.#page.addStyleTag({ content: STILL });
  }

  wait(selector) {
    return this.#page.waitForSelector(selector, { state: "attached", timeout: 60_000 });
  }

  /** Clicks by script: in a small window something may lie over what a mouse would click. */
  click(selector) {
    return this.#page.evaluate((at) => {
      const node = document.querySelector(at);
      node.focus();
      node.click();
    }, selector);
  }

  /** Chooses an entry of the open menu, by its title. */
  async choose(title) {
    await this.#page.evaluate((wanted) => {
      const entries = [...document.querySelectorAll('[role="menu"]:not([hidden]) .menu-item')];
      const entry = entries.find((each) => each.querySelector(".menu-title")?.textContent.startsWith(wanted));
      if (!entry) throw new Error(`The menu has no entry "${wanted}".`);
      entry.click();
    }, title);
    await this.settle();
  }

  async press(...keys) {
    for (const key of keys) await this.#page.keyboard.down(key);
    for (const key of keys.reverse()) await this.#page.keyboard.up(key);
  }

  type(text) {
    return this.#page.keyboard.type(text);
  }

  async paste(selector, text) {
    await this.click(selector);
    await this.press("Control", "a");
    await this.#page.evaluate(
      ([at, pasted]) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", pasted);
        const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
        // Firefox gives an event that a script has made no text.
        if (event.clipboardData?.getData("text/plain") === pasted)
          document.querySelector(at).dispatchEvent(event);
        else document.execCommand("insertText", false, pasted);
      },
      [selector, text],
    );
  }

  /** Has another window's client evaluate a text: here of this very window. */
  evaluateAsAgent(code) {
    return this.#page.evaluate((text) => {
      const { port1, port2 } = new MessageChannel();
      window.postMessage({ channel: "jscl-mcp", type: "mcp-connect" }, location.origin, [port2]);
      const ask = (id, method, params) => port1.postMessage({ jsonrpc: "2.0", id, method, params });
      const clientInfo = { name: "An agent", version: "1" };
      ask(1, "initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
      ask(2, "tools/call", { name: "evaluate-lisp", arguments: { code: text } });
      // What nobody refers to is collected, and its client with it.
      globalThis.agents = [...(globalThis.agents ?? []), port1];
    }, code);
  }

  /** Waits until what was asked of the Lisp in passing has come. */
  settle() {
    return new Promise((resolve) => setTimeout(resolve, 500));
  }

  photograph(path) {
    return this.#page.screenshot({ path });
  }
}
