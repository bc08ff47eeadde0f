import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Hearing, readWindowMessage } from "./window-message.js";

const own = {} as Window & { parent?: unknown; opener?: unknown };
const parent = {};
const all: Hearing = { hearsWindow: () => true, hearsChannel: () => true };
const envelope = { channel: "c", type: "mcp", direction: "client-to-server" };
const ping = { jsonrpc: "2.0", id: 1, method: "ping" };

beforeEach(() => {
  vi.stubGlobal("window", Object.assign(own, { parent, opener: null }));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function message(data: unknown, source: unknown = own, isTrusted = true): MessageEvent {
  return { isTrusted, source, origin: "https://a.example", data } as unknown as MessageEvent;
}

/** An event whose data must not be asked for. */
function sealed(source: unknown, isTrusted = true): MessageEvent {
  return Object.defineProperty(message(null, source, isTrusted), "data", {
    get() {
      throw new Error("It was unpacked.");
    },
  });
}

test("what is decided by is told apart from what is said", () => {
  const heard = readWindowMessage(message({ ...envelope, payload: ping }), all);
  const head = { source: "self", origin: "https://a.example", ...envelope, id: 1, method: "ping" };
  const { type: _, ...expected } = head;
  expect(heard).toEqual({ head: expected, payload: ping });
  const word = readWindowMessage(message({ ...envelope, payload: "mcp-check-ready" }, parent), all);
  expect(word?.head).toMatchObject({ source: "parent", control: "mcp-check-ready" });
  const answer = readWindowMessage(message({ jsonrpc: "2.0", id: "a", result: {} }, parent), all);
  expect(answer?.head).toMatchObject({ id: "a", outcome: "result" });
  expect(answer?.head).not.toHaveProperty("channel");
});

test("what others say in the page is not even unpacked", () => {
  expect(readWindowMessage(sealed(own, false), all)).toBeNull();
  expect(readWindowMessage(sealed(null), all)).toBeNull();
  expect(readWindowMessage(sealed({}), all)).toBeNull();
  const parentOnly: Hearing = { ...all, hearsWindow: (source) => source === "parent" };
  expect(readWindowMessage(sealed(own), parentOnly)).toBeNull();
});

test("what is no message for a client's line is none", () => {
  const oneChannel: Hearing = { ...all, hearsChannel: (_, channel) => channel === "c" };
  for (const data of [
    null,
    7,
    "mcp-check-ready",
    [],
    {},
    { ...envelope, channel: "d", payload: ping },
    { ...envelope, channel: 7, payload: ping },
    { ...envelope, direction: 7, payload: ping },
    { ...envelope, direction: "server-to-client", payload: ping },
    envelope,
    ping,
  ])
    expect(readWindowMessage(message(data), oneChannel), JSON.stringify(data)).toBeNull();
});

test("fields of a length or type that none has are left out", () => {
  const long = "x".repeat(2000);
  const payload = { jsonrpc: "2.0", id: long, method: long };
  expect(readWindowMessage(message({ ...envelope, payload }), all)?.head).not.toHaveProperty("id");
  expect(readWindowMessage(message({ ...envelope, payload: long }), all)?.head).not.toHaveProperty("control");
  expect(readWindowMessage(message({ ...envelope, payload: { id: {}, method: 7 } }), all)?.head).toEqual({
    source: "self",
    origin: "https://a.example",
    channel: "c",
    direction: "client-to-server",
  });
});
