import { expect, test } from "vitest";
import { lineOf, messageOf } from "./ids.js";

const ids = [
  ...["0", "-7", '"0"', '""', "1e300", "1E+3", "1.0", "1.5e1", "-0", "1e999"],
  ...["9007199254740993", "123456789012345678901234567890"],
  ...['"\ufdd0"', '"\ufdd05"', '"\ufdd0\ufdd0x"', '"\\ud800"'],
];

test.each(ids)("%s comes back as it came", (id) => {
  const message = messageOf(`{"jsonrpc":"2.0","id" : ${id} ,"method":"m"}`) as { id: unknown };
  expect(lineOf({ jsonrpc: "2.0", id: message.id, result: {} })).toBe(
    `{"jsonrpc":"2.0","id":${id},"result":{}}`,
  );
});

test("what a notification repeats comes back, too", () => {
  const line = '[{"params":{"requestId":1.0,"_meta":{"progressToken":2.0}}},{"id":3.0}]';
  expect(lineOf(messageOf(line))).toBe(line);
  const listened = { params: { _meta: { "io.modelcontextprotocol/subscriptionId": "\ufdd01.0" } } };
  expect(lineOf(listened)).toBe('{"params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1.0}}}');
});

test("what is no id stays as it is", () => {
  for (const line of ['{"id":1.5}', '{"id":15e-1}', '{"x":1e3,"y":"\\"id\\":1.0"}', '{"text":"\ufdd01.0"}'])
    expect(messageOf(line)).toEqual(JSON.parse(line));
  const text = '"id":1.0 \ufdd01.0';
  expect(lineOf({ text, id: "\ufdd01.0" })).toBe(`{"text":${JSON.stringify(text)},"id":1.0}`);
  expect(() => messageOf('{"id":1.0')).toThrow(SyntaxError);
});
