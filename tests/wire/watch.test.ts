import { expect, test } from "vitest";
import { WireWatch } from "./watch.js";

const MODERN_META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};
const TEXT = [{ type: "text", text: "hello" }];

const request = (id: unknown, method: string, params: object = {}) => ({
  jsonrpc: "2.0",
  id,
  method,
  params,
});
const modern = (id: unknown, method: string, params: object = {}, meta: object = {}) =>
  request(id, method, { ...params, _meta: { ...MODERN_META, ...meta } });
const result = (id: unknown, result: object) => ({ jsonrpc: "2.0", id, result });
const error = (id: unknown, code: number, data?: unknown) => ({
  jsonrpc: "2.0",
  ...(id === undefined ? {} : { id }),
  error: { code, message: "wrong", ...(data === undefined ? {} : { data }) },
});
const notification = (method: string, params: object) => ({ jsonrpc: "2.0", method, params });
const progress = (progressToken: unknown, progress: unknown) =>
  notification("notifications/progress", { progressToken, progress });

/** A watch over a client that has agreed on a legacy version. */
function agreed(protocolVersion: string): WireWatch {
  const watch = new WireWatch();
  watch.heard(request("init", "initialize", { protocolVersion }));
  const serverInfo = { name: "test", version: "1" };
  watch.sent(result("init", { protocolVersion, capabilities: {}, serverInfo }));
  return watch;
}

/** The problems that a watch finds when the client and the server take turns. */
function problems(watch: WireWatch, heard: unknown, ...sent: unknown[]): string[] {
  watch.heard(heard);
  for (const message of sent) watch.sent(message);
  return watch.problems;
}

test.each(["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])("an exchange in %s", (version) => {
  const watch = agreed(version);
  expect(problems(watch, request(1, "ping"), result(1, {}))).toEqual([]);
  expect(problems(watch, request(2, "tools/call"), result(2, { content: TEXT }))).toEqual([]);
  expect(problems(watch, request(3, "nonsense"), error(3, -32601))).toEqual([]);
  expect(watch.count).toBe(4);
});

test("an exchange in 2026-07-28", () => {
  const watch = new WireWatch();
  const complete = { content: TEXT, resultType: "complete" };
  expect(problems(watch, modern(1, "tools/call"), result(1, complete))).toEqual([]);
  const asking = {
    resultType: "input_required",
    requestState: "s",
    inputRequests: { a: { method: "roots/list" } },
  };
  expect(problems(watch, modern(2, "tools/call"), result(2, asking))).toEqual([]);
});

test.each([
  ["a result without resultType", modern(1, "tools/call"), result(1, { content: TEXT })],
  ["a complete result without its content", modern(1, "tools/call"), result(1, { resultType: "complete" })],
  [
    "content of no known type",
    modern(1, "tools/call"),
    result(1, { resultType: "complete", content: [{ type: "x" }] }),
  ],
  ["a list without caching hints", modern(1, "tools/list"), result(1, { resultType: "complete", tools: [] })],
  ["an error without the data of its code", modern(1, "tools/list"), error(1, -32022)],
  [
    "capabilities as a list",
    modern(1, "tools/call"),
    error(1, -32021, { requiredCapabilities: ["sampling"] }),
  ],
  ["an id that is null", modern(1, "tools/list"), error(null, -32603)],
  ["a request", modern(1, "tools/call"), request(7, "roots/list")],
  [
    "a request for input where there can be none",
    modern(1, "tools/list"),
    result(1, { resultType: "input_required", requestState: "s" }),
  ],
  [
    "a request for input that asks nothing",
    modern(1, "tools/call"),
    result(1, { resultType: "input_required" }),
  ],
  ["a method that the version lacks", modern(1, "x"), notification("notifications/elicitation/complete", {})],
  ["no object", modern(1, "x"), "text"],
  ["an answer to no request", modern(1, "x"), result(2, { resultType: "complete" })],
])("notes in 2026-07-28: %s", (_, heard, sent) => {
  expect(problems(new WireWatch(), heard, sent)).toHaveLength(1);
});

test.each([
  [
    "2024-11-05",
    "content of a later version",
    request(1, "tools/call"),
    result(1, { content: [{ type: "audio", data: "", mimeType: "audio/wav" }] }),
  ],
  ["2025-06-18", "a batch", request(1, "ping"), [result(1, {})]],
  ["2025-06-18", "an error's code that is no integer", request(1, "ping"), error(1, 1.5)],
  [
    "2025-11-25",
    "structured content that is no object",
    request(1, "tools/call"),
    result(1, { content: TEXT, structuredContent: [] }),
  ],
  [
    "2025-11-25",
    "data that is no base64",
    request(1, "tools/call"),
    result(1, { content: [{ type: "image", data: "?", mimeType: "image/png" }] }),
  ],
  [
    "2025-11-25",
    "a level that is none",
    null,
    notification("notifications/message", { level: "loud", data: 1 }),
  ],
])("notes in %s: %s", (version, _, heard, sent) => {
  expect(problems(agreed(version), heard, sent)).toHaveLength(1);
});

test("batches belong to 2025-03-26", () => {
  const watch = agreed("2025-03-26");
  expect(problems(watch, [request(1, "ping"), request(2, "ping")], [result(1, {}), result(2, {})])).toEqual(
    [],
  );
  watch.sent([]);
  expect(watch.problems).toHaveLength(1);
});

test("progress grows, and ends with the request", () => {
  const ask = (id: number, token: string) => request(id, "tools/call", { _meta: { progressToken: token } });
  expect(problems(agreed("2025-11-25"), ask(1, "t"), progress("t", 1), progress("t", 2))).toEqual([]);
  expect(problems(agreed("2025-11-25"), ask(1, "t"), progress("t", 1), progress("t", 1))).toHaveLength(1);
  expect(
    problems(agreed("2025-11-25"), ask(1, "t"), result(1, { content: [] }), progress("t", 1)),
  ).toHaveLength(1);
  expect(problems(agreed("2025-11-25"), ask(1, "t"), progress("u", 1))).toHaveLength(1);
});

test("both eras on one connection", () => {
  const watch = agreed("2025-11-25");
  const complete = { resultType: "complete", content: TEXT };
  expect(problems(watch, modern(1, "tools/call"), result(1, complete))).toEqual([]);
  expect(problems(watch, request(2, "tools/call"), result(2, { content: TEXT }))).toEqual([]);
  expect(problems(watch, modern(3, "ping"), error(3, -32601))).toEqual([]);
  expect(problems(watch, null, notification("notifications/message", { level: "info", data: "x" }))).toEqual(
    [],
  );
});

test("what a client sends in error is no fault of the server", () => {
  const watch = new WireWatch();
  for (const garbage of [null, 7, [], [[]], {}, { id: {} }, { jsonrpc: "2.0", id: 11, result: {} }])
    watch.heard(garbage);
  expect(
    problems(watch, { jsonrpc: "1.0", id: 1, method: 7 }, error(1, -32600), error(undefined, -32700)),
  ).toEqual([]);
});
