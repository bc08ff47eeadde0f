import type { LispServer } from "jscl-mcp";
import { element } from "../elements/dom.js";
import { messageOf } from "../elements/message-of.js";

// There is no package in a registry yet, so the program is named where it was built.
const COMMAND = "node dist/jscl-mcp-stdio.js --page --open";

const CONFIGURATION = `{
  "mcpServers": {
    "lisp": {
      "command": "node",
      "args": ["/path/to/jscl-mcp/dist/jscl-mcp-stdio.js", "--page", "--open"]
    }
  }
}`;

const WINDOW = `const { port1, port2 } = new MessageChannel();
playground.postMessage({ channel: "jscl-mcp", type: "mcp-connect" }, origin, [port2]);
// port1 carries bare JSON-RPC messages, both ways.`;

/** Shows the ways in which an agent is let into this page's Lisp. */
export function openAgentDialog(server: Promise<LispServer>): void {
  const close = element("button", { class: "primary", type: "submit" }, "Close");
  const dialog = element(
    "dialog",
    { class: "dialog agent-dialog", "aria-labelledby": "agent-title" },
    element(
      "form",
      { method: "dialog" },
      element("h2", { id: "agent-title" }, "Let an agent in"),
      element(
        "div",
        { class: "agent-ways" },
        way(
          "A program on this machine",
          "An agent that starts MCP servers gets a playground like this one, in a window of its own, and works " +
            "in the Lisp of that page beside you. Put this into the agent’s configuration:",
          code(CONFIGURATION),
          element(
            "p",
            {},
            "It runs this command of the folder jscl-mcp, which any other client can use as well:",
          ),
          code(COMMAND),
        ),
        way(
          "Another window",
          `A window of this origin (${location.origin}) that has opened this page, or was opened by it:`,
          code(WINDOW),
        ),
        webMcp(server),
      ),
      element("div", { class: "dialog-actions" }, close),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  close.focus();
}

function way(title: string, about: string, ...parts: readonly HTMLElement[]): HTMLElement {
  return element("section", {}, element("h3", {}, title), element("p", {}, about), ...parts);
}

function code(text: string): HTMLElement {
  const button = element("button", { type: "button", class: "quiet" }, "Copy");
  button.addEventListener("click", async () => {
    const done = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    button.textContent = done ? "Copied" : "Could not copy";
  });
  const shown = element("pre", {}, text);
  return element("div", { class: "agent-code" }, shown, button);
}

/** The browser's own agent, where the browser has one. */
function webMcp(server: Promise<LispServer>): HTMLElement | null {
  if (!("modelContext" in document)) return null;
  const said = element("p", { role: "status" });
  const button = element("button", { type: "button", class: "quiet" }, "Offer the tools to it");
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await (await server).registerTools({ polyfill: false });
      said.textContent = "The browser’s agent has the tools until this page is closed.";
    } catch (error) {
      said.textContent = messageOf(error);
    }
  });
  return way("This browser’s agent", "This browser has WebMCP.", button, said);
}
