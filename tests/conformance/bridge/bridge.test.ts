import { afterEach, beforeEach, expect, test } from "vitest";
import type { Channel } from "../lisp-page.js";
import { type Bridge, openBridge } from "./bridge.js";
import type { Message } from "./message.js";

const MODERN = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** A client that the bridge has made: what it said, and a way to say something to it. */
type Made = { readonly sent: Message[]; readonly say: (message: Message) => void; isClosed: boolean };

const made: Made[] = [];
let bridge: Bridge;

/** A server that does nothing by itself, but for the list of tools, which the bridge wants first. */
function connect(listener: (message: Message) => void): Channel {
  const client: Made = { sent: [], say: listener, isClosed: false };
  made.push(client);
  return {
    send(message) {
      client.sent.push(message);
      if (message["id"] === "tools") listener({ jsonrpc: "2.0", id: "tools", result: { tools: [] } });
    },
    close() {
      client.isClosed = true;
    },
  };
}

beforeEach(async () => {
  made.length = 0;
  bridge = await openBridge(connect);
});
afterEach(() => bridge.close());

const result = (id: unknown, value: object = {}) => ({ jsonrpc: "2.0", id, result: value });
const progress = {
  jsonrpc: "2.0",
  method: "notifications/progress",
  params: { progressToken: "t", progress: 1 },
};

/** The client that the bridge makes next, once it has sent something. */
async function next(): Promise<Made> {
  for (;;) {
    const client = made[1];
    if (client && client.sent.length > 0) return client;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function sentBy(client: Made, count: number): Promise<Message[]> {
  while (client.sent.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
  return client.sent;
}

function post(body: object, headers: Record<string, string>, signal?: AbortSignal): Promise<Response> {
  const json = { "Content-Type": "application/json", ...headers };
  return fetch(bridge.url, {
    method: "POST",
    headers: json,
    body: JSON.stringify(body),
    signal: signal ?? null,
  });
}

function modern(method: string, signal?: AbortSignal): Promise<Response> {
  const headers = { "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": method };
  return post(
    { jsonrpc: "2.0", id: 1, method, params: { _meta: { ...MODERN, progressToken: "t" } } },
    headers,
    signal,
  );
}

test("a modern request has a client of its own, and JSON for an answer", async () => {
  const response = modern("tools/list");
  const client = await next();
  client.say(result(1, { tools: [] }));
  expect((await response).headers.get("content-type")).toBe("application/json");
  expect(await (await response).json()).toEqual(result(1, { tools: [] }));
  expect(client.isClosed).toBe(true);
});

test.each([
  [-32601, 404],
  [-32602, 400],
  [-32022, 400],
  [-32603, 500],
])("an error %d is a status %d", async (code, status) => {
  const response = modern("tools/list");
  (await next()).say({ jsonrpc: "2.0", id: 1, error: { code, message: "x" } });
  expect((await response).status).toBe(status);
});

test("what comes before an answer is streamed with it", async () => {
  const response = modern("tools/list");
  const client = await next();
  client.say(progress);
  client.say(result(1));
  expect((await response).headers.get("content-type")).toBe("text/event-stream");
  const events = [...(await (await response).text()).matchAll(/^data: (.*)$/gm)].map(([, json = ""]) =>
    JSON.parse(json),
  );
  expect(events).toEqual([progress, result(1)]);
});

test("a client that leaves cancels its request", async () => {
  const leaving = new AbortController();
  const response = modern("tools/list", leaving.signal).catch(() => undefined);
  const client = await next();
  leaving.abort();
  await response;
  const sent = await sentBy(client, 2);
  expect(sent[1]).toMatchObject({ method: "notifications/cancelled", params: { requestId: 1 } });
});

const initialize = { jsonrpc: "2.0", id: 0, method: "initialize", params: {} };

/** Opens a session; resolves to its client and its header. */
async function session(): Promise<{ client: Made; headers: Record<string, string> }> {
  const response = post(initialize, {});
  const client = await next();
  client.say(result(0, { protocolVersion: "2025-11-25" }));
  return { client, headers: { "Mcp-Session-Id": (await response).headers.get("mcp-session-id") ?? "" } };
}

test("a session lives from initialize to DELETE", async () => {
  const { client, headers } = await session();
  expect((await post({ jsonrpc: "2.0", method: "notifications/initialized" }, headers)).status).toBe(202);
  expect((await fetch(bridge.url, { method: "DELETE", headers })).status).toBe(204);
  expect(client.isClosed).toBe(true);
  expect((await post({ jsonrpc: "2.0", id: 1, method: "ping" }, headers)).status).toBe(404);
  expect((await post({ jsonrpc: "2.0", id: 1, method: "ping" }, {})).status).toBe(400);
});

test("a question comes with the request that it is for, and what is for none by the standing stream", async () => {
  const { client, headers } = await session();
  client.say({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
  const response = post({ jsonrpc: "2.0", id: 5, method: "tools/call", params: {} }, headers);
  await sentBy(client, 2);
  client.say({ jsonrpc: "2.0", id: "ask-1", method: "elicitation/create", params: {} });
  client.say(result(5));
  const text = await (await response).text();
  expect(text).toContain("elicitation/create");
  expect(text).not.toContain("list_changed");
  const standing = await fetch(bridge.url, { headers: { ...headers, Accept: "text/event-stream" } });
  const { value } = (await standing.body?.getReader().read()) ?? {};
  expect(new TextDecoder().decode(value)).toContain("list_changed");
});

test("a client that comes back gets what it has missed", async () => {
  const { client, headers } = await session();
  const response = post({ jsonrpc: "2.0", id: 5, method: "tools/call", params: {} }, headers);
  // Nothing is said, so the client is sent away.
  const [, id = ""] = /^id: (.*)$/m.exec(await (await response).text()) ?? [];
  client.say(result(5, { late: true }));
  const again = await fetch(bridge.url, { headers: { ...headers, "Last-Event-ID": id } });
  expect(await again.text()).toContain('"late":true');
});

test("nobody from elsewhere is heard, and nothing but JSON", async () => {
  expect((await post(initialize, { Origin: "http://evil.example.com" })).status).toBe(403);
  expect((await fetch(bridge.url, { method: "POST", body: "{" })).status).toBe(400);
  expect((await fetch(bridge.url, { method: "PUT", body: "{}" })).status).toBe(405);
  expect((await fetch(bridge.url)).status).toBe(405);
  expect(made).toHaveLength(1);
});
