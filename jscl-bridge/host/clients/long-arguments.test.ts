import { expect, test } from "vitest";
import { longArguments, wholeMessage } from "./long-arguments.js";

const call = (args: unknown, more = {}) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "t", arguments: args, ...more },
});
const long = "x".repeat(5000);

test("long texts among the arguments of a tool are taken out, and the message is left as it was", () => {
  const message = call({ a: long, b: "short", c: [long], d: 1, e: `${long}é` }, { _meta: { k: 1 } });
  const before = structuredClone(message);
  expect(longArguments(message)).toEqual({
    rest: call({ a: "", b: "short", c: [long], d: 1, e: "" }, { _meta: { k: 1 } }),
    texts: [
      ["a", long],
      ["e", `${long}é`],
    ],
  });
  expect(message).toEqual(before);
  const { rest, texts } = longArguments(message) ?? { texts: [] };
  expect(JSON.parse(wholeMessage(JSON.stringify(rest), texts))).toEqual(before);
});

test("an argument by the name of a prototype is one like others", () => {
  const message = JSON.parse(`{"method":"tools/call","params":{"arguments":{"__proto__":"${long}"}}}`);
  const { rest, texts } = longArguments(message) ?? {};
  expect(JSON.stringify(rest)).toBe('{"method":"tools/call","params":{"arguments":{"__proto__":""}}}');
  expect(texts).toEqual([["__proto__", long]]);
});

test("anything else goes through JSON", () => {
  for (const message of [
    null,
    long,
    [call({ a: long })],
    { method: "tools/call" },
    { method: "tools/call", params: [long] },
    call(long),
    call([long]),
    call({ a: "short" }),
    call({ a: `${long}\ud800` }),
    { ...call({ a: long }), method: "prompts/get" },
  ])
    expect(longArguments(message)).toBeNull();
});
