/** Lines that are no messages, one after the other to a program that serves on. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { endAll, Program } from "./support/program.js";

let program: Program;

beforeAll(() => {
  program = new Program();
});
afterAll(endAll);

test.each([
  ["text", "hello"],
  ["half a message", '{"jsonrpc":"2.0","id":1,'],
  ["no UTF-8", Buffer.from([0x22, 0xff, 0xfe, 0x22])],
  ["half a character", Buffer.from([0x22, 0xe2, 0x82, 0x22])],
  ["deep nesting", `${"[".repeat(100_000)}${"]".repeat(100_000)}`],
  ["NaN", "NaN"],
  [
    "two messages on a line",
    '{"jsonrpc":"2.0","id":1,"method":"ping"} {"jsonrpc":"2.0","id":2,"method":"ping"}',
  ],
  ["a pretty-printed one's line", "{"],
  ["control characters", "\u0000\u0001\u0002"],
])("%s is answered by a parse error without an id, and what follows is served", async (_, line) => {
  const [error] = await Promise.all([
    program.message(({ error }) => error),
    program.write(line),
    program.write("\n"),
  ]);
  expect(error).toEqual({ jsonrpc: "2.0", error: { code: -32700, message: expect.any(String) } });
  expect((await program.ask("ping")).result).toEqual({});
  expect(program.unread).toBe("");
  expect(program.watch.problems).toEqual([]);
});

test.each([
  ["null", "null"],
  ["a number", "1"],
  ["a string", '"ping"'],
  ["an empty object", "{}"],
  ["an empty array", "[]"],
  ["another version of JSON-RPC", '{"jsonrpc":"1.0","id":1,"method":"ping"}'],
])("%s is answered as an invalid request", async (_, line) => {
  const [error] = await Promise.all([program.message(({ error }) => error), program.write(`${line}\n`)]);
  expect(error.error.code).toBe(-32600);
  expect((await program.ask("ping")).result).toEqual({});
  expect(program.unread).toBe("");
  expect(program.watch.problems).toEqual([]);
});
