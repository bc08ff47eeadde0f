import { expect, test } from "vitest";
import { decoded, headerProblem, isLocal, mirroredArguments } from "./headers.js";

const META = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };
const VERSION = { "mcp-protocol-version": "2026-07-28" };
const NONE = mirroredArguments([]);

const call = (args: object) => ({
  id: 1,
  method: "tools/call",
  params: { name: "query", arguments: args, _meta: META },
});
const callHeaders = { ...VERSION, "mcp-method": "tools/call", "mcp-name": "query" };

test("headers repeat the body", () => {
  const list = { id: 1, method: "tools/list", params: { _meta: META } };
  const fits = { ...VERSION, "mcp-method": "tools/list" };
  expect(headerProblem(fits, list, NONE)).toBeUndefined();
  expect(headerProblem({ "mcp-method": "tools/list" }, list, NONE)).toContain(
    "MCP-Protocol-Version is missing",
  );
  expect(headerProblem({ ...fits, "mcp-protocol-version": "2025-11-25" }, list, NONE)).toContain(
    "2025-11-25",
  );
  expect(headerProblem(VERSION, list, NONE)).toContain("Mcp-Method");
  expect(headerProblem({ ...fits, "mcp-method": "TOOLS/LIST" }, list, NONE)).toContain("Mcp-Method");
  expect(headerProblem(callHeaders, call({}), NONE)).toBeUndefined();
  expect(headerProblem({ ...callHeaders, "mcp-name": "other" }, call({}), NONE)).toContain("Mcp-Name");
  // The server says what is wrong with a body that names no version.
  expect(headerProblem(fits, { id: 1, method: "tools/list" }, NONE)).toBeUndefined();
});

test("headers repeat arguments", () => {
  const region = { type: "string", "x-mcp-header": "Region" };
  const count = { type: "integer", "x-mcp-header": "Count" };
  const inner = { type: "object", properties: { count } };
  const listed = { type: "array", items: { properties: { region } } };
  const inputSchema = { type: "object", properties: { region, inner, listed } };
  const mirrored = mirroredArguments([{ name: "query", inputSchema }, null, { name: "bare" }]);
  expect(mirrored.get("query")).toEqual([
    { path: ["region"], header: "Region" },
    { path: ["inner", "count"], header: "Count" },
  ]);
  const problem = (args: object, headers: object) =>
    headerProblem({ ...callHeaders, ...headers }, call(args), mirrored);
  expect(problem({}, {})).toBeUndefined();
  expect(problem({ region: null }, {})).toBeUndefined();
  expect(problem({ region: "eu" }, { "mcp-param-region": "eu" })).toBeUndefined();
  expect(problem({ region: "eu" }, {})).toContain("Mcp-Param-Region");
  expect(problem({}, { "mcp-param-region": "eu" })).toContain("Mcp-Param-Region");
  expect(problem({ inner: { count: 42 } }, { "mcp-param-count": "42.0" })).toBeUndefined();
  expect(problem({ inner: { count: 42 } }, { "mcp-param-count": "43" })).toContain("inner.count");
});

test.each([
  [" plain ", "plain"],
  ["=?base64?SGVsbG8=?=", "Hello"],
  ["=?base64?SGVsbG8?=", undefined],
  ["=?base64?SGVs!!!bG8=?=", undefined],
  ["=?base64?SGVsbG8=", "=?base64?SGVsbG8="],
  [undefined, undefined],
])("the header %j says %j", (header, text) => expect(decoded(header)).toBe(text));

test.each([
  [{ host: "localhost:8080" }, true],
  [{ host: "127.0.0.1:8080", origin: "http://[::1]:1" }, true],
  [{ host: "evil.example.com" }, false],
  [{ host: "localhost:8080", origin: "http://evil.example.com" }, false],
  [{ host: "localhost:8080", origin: "null" }, false],
  [{}, false],
])("%j is of this machine: %s", (headers, expected) => expect(isLocal(headers)).toBe(expected));
