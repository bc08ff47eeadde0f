// Runs inside a page under test: a host that shows an MCP app in its frame, with the official bridge.
import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";

let bridge: AppBridge;
const log: string[] = [];

const host = {
  /** Begins to listen to the first frame, which has to be there. */
  async connect(): Promise<void> {
    const view = document.querySelector("iframe")?.contentWindow;
    if (!view) throw new Error("There is no frame in this page.");
    bridge = new AppBridge(null, { name: "e2e-host", version: "1.0.0" }, {});
    bridge.oninitialized = () => log.push("initialized");
    bridge.onerror = (error: Error) => log.push(error.message);
    await bridge.connect(new PostMessageTransport(view, view));
  },
  log(): string[] {
    return log;
  },
  view(): unknown {
    return { info: bridge.getAppVersion(), capabilities: bridge.getAppCapabilities() };
  },
  async toolNames(): Promise<string[]> {
    return (await bridge.listTools({})).tools.map(({ name }) => name);
  },
  callTool(name: string, args: Record<string, unknown>): Promise<unknown> {
    return bridge.callTool({ name, arguments: args });
  },
  /** Calls a tool and aborts that; says how the call ended. */
  async callToolAborted(name: string, args: Record<string, unknown>, afterMs: number): Promise<string> {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), afterMs);
    const calling = bridge.callTool({ name, arguments: args }, { signal: controller.signal });
    return calling.then(
      () => "answered",
      () => "aborted",
    );
  },
  async say(): Promise<void> {
    await bridge.sendToolInput({ arguments: { code: "1" } });
    await bridge.sendToolResult({ content: [{ type: "text", text: "2" }] });
    await bridge.sendHostContextChange({ theme: "dark" });
  },
  tearDown(): Promise<unknown> {
    return bridge.teardownResource({});
  },
};

export type AppHost = typeof host;

declare global {
  var appHost: AppHost;
}

globalThis.appHost = host;
