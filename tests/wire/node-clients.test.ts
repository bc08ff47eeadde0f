import { expect, test } from "vitest";
import { connect } from "../bench/lib/client.mjs";
import { takeProblems } from "./node-clients.js";

type Sent = { id?: number; method?: string };

/** A port with a server behind it that answers everything in the same way. */
function portTo(result: object) {
  const port = {
    onmessage: null as ((event: { data: unknown }) => void) | null,
    postMessage({ id, method }: Sent) {
      const serverInfo = { name: "test", version: "1" };
      const opening = { protocolVersion: "2025-06-18", capabilities: {}, serverInfo };
      const answer = { jsonrpc: "2.0", id, result: method === "initialize" ? opening : result };
      if (id !== undefined) queueMicrotask(() => port.onmessage?.({ data: answer }));
    },
  };
  return port;
}

test("what a server sends to the client of the tests in Node is looked at", async () => {
  const good = connect(portTo({ content: [], structuredContent: { ok: true } }));
  expect(await good.call("x")).toEqual({ ok: true });
  expect(takeProblems()).toEqual([]);
  const bad = connect(portTo({ content: "text", structuredContent: { ok: true } }));
  expect(await bad.call("x")).toEqual({ ok: true });
  expect(takeProblems()).toEqual([
    expect.stringContaining("2025-06-18: CallToolResult/content must be array"),
  ]);
});
