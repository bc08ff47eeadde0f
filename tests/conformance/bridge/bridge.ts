/**
 * Streamable HTTP on one side, MessagePorts of a page on the other: all that HTTP adds to MCP is decided
 * here.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Connect } from "../lisp-page.js";
import { isLocal, mirroredArguments } from "./headers.js";
import { LegacySessions } from "./legacy.js";
import { claimOf, failure, isObject, type Message } from "./message.js";
import { answerModern, sendJson } from "./modern.js";

const PATH = "/mcp";
const LEGACY_VERSIONS = new Set(["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]);

/** Milliseconds that the server may take for its first answer. */
const PATIENCE_MS = 30_000;

export type Bridge = { readonly url: string; readonly close: () => Promise<void> };

/**
 * Serves MCP over HTTP on a free port of this machine's own, with `connect` for new clients of the server
 * behind it.
 */
export async function openBridge(connect: Connect): Promise<Bridge> {
  const mirrored = mirroredArguments(await listTools(connect));
  const sessions = new LegacySessions(connect);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refuse = (status: number, code: number, text: string) =>
      sendJson(response, failure(undefined, code, text), status);
    if (!isLocal(request.headers)) return refuse(403, -32600, "This is for pages of this machine.");
    if (new URL(request.url ?? "/", "http://localhost").pathname !== PATH) {
      response.writeHead(404).end();
    } else if (request.method === "GET" && "mcp-session-id" in request.headers) {
      sessions.get(request, response);
    } else if (request.method === "DELETE" && "mcp-session-id" in request.headers) {
      sessions.delete(request, response);
    } else if (request.method !== "POST") {
      response.writeHead(405, { Allow: "POST" }).end();
    } else {
      const body = fromJson(await textOf(request));
      if (Array.isArray(body)) sessions.post(request, response, body);
      else if (!isObject(body)) refuse(400, -32700, "The body is no JSON object.");
      else if (isModern(request, body)) answerModern(request, response, body, connect, mirrored);
      else sessions.post(request, response, body);
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    sessions.closeAll();
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { url: `http://127.0.0.1:${port}${PATH}`, close };
}

/**
 * A body that claims a version is modern, and so is one whose header names a version that has no sessions.
 */
function isModern({ headers }: IncomingMessage, body: Message): boolean {
  if (claimOf(body) !== undefined) return true;
  const version = headers["mcp-protocol-version"];
  return !("mcp-session-id" in headers) && typeof version === "string" && !LEGACY_VERSIONS.has(version);
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * A server over HTTP knows the schemas of its tools, and so must the bridge, to know which arguments are
 * repeated in headers.
 */
function listTools(connect: Connect): Promise<readonly unknown[]> {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return new Promise((resolve, reject) => {
    const tooLate = setTimeout(
      () => reject(new Error("The server behind the bridge does not answer.")),
      PATIENCE_MS,
    );
    const channel = connect(({ result }) => {
      clearTimeout(tooLate);
      channel.close();
      resolve((result as { tools: unknown[] }).tools);
    });
    channel.send({ jsonrpc: "2.0", id: "tools", method: "tools/list", params: { _meta } });
  });
}
