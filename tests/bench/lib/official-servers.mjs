/**
 * The alternatives of `npm run bench -- mcp`: the official TypeScript servers with one tool that echoes, each
 * behind a MessagePort. Bundled for the page when the bench runs.
 */
import { McpServer as McpServerV1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

const info = { name: "echo", version: "1" };
const echo = async ({ text }) => ({ content: [{ type: "text", text }] });

function serverV2() {
  const server = new McpServer(info);
  server.registerTool("echo", { description: "Echoes.", inputSchema: z.object({ text: z.string() }) }, echo);
  return server;
}

function serverV1() {
  const server = new McpServerV1(info);
  server.registerTool("echo", { description: "Echoes.", inputSchema: { text: z.string() } }, echo);
  return server;
}

function transportOver(port) {
  return {
    async start() {
      port.onmessage = (event) => this.onmessage?.(event.data);
    },
    async send(message) {
      port.postMessage(message);
    },
    async close() {
      port.close();
      this.onclose?.();
    },
  };
}

/** A server for the far end of a channel. Each client needs one of its own. */
function behindPort(serve) {
  const { port1, port2 } = new MessageChannel();
  serve(transportOver(port2));
  return port1;
}

/** SDK 2 serves the modern era by its entry for one connection of any transport. */
export const sdk2 = (era) =>
  behindPort((transport) =>
    era === "modern" ? serveStdio(serverV2, { transport }) : serverV2().connect(transport),
  );

export const sdk1 = () => behindPort((transport) => serverV1().connect(transport));
