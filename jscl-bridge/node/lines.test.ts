import { expect, test } from "vitest";
import { Lines } from "./lines.js";

/** What comes out of lines of at most 100 bytes when chunks go in. */
function read(...chunks: Array<string | Uint8Array>): string[] {
  const heard: string[] = [];
  const lines = new Lines(
    {
      onLine: (text) => heard.push(text),
      onGarbage: () => heard.push("(garbage)"),
      onLong: (id) => heard.push(`(long ${id})`),
    },
    100,
  );
  for (const chunk of chunks) lines.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
  lines.end();
  return heard;
}

test("lines are told apart wherever the chunks end", () => {
  const text = 'one\ntwo\r\n\r\n \t\n{"ä": "🎉"}\nlast';
  const expected = ["one", "two", '{"ä": "🎉"}', "last"];
  expect(read(text)).toEqual(expected);
  expect(read(...Array.from(Buffer.from(text), (byte) => Uint8Array.of(byte)))).toEqual(expected);
  for (let at = 0; at < Buffer.from(text).length; at++) {
    const bytes = Buffer.from(text);
    expect(read(bytes.subarray(0, at), bytes.subarray(at))).toEqual(expected);
  }
});

test("nothing is no line", () => {
  expect(read()).toEqual([]);
  expect(read("", "\n\n", "\r\n")).toEqual([]);
});

test("what is no UTF-8 harms its own line alone", () => {
  expect(read(Uint8Array.of(0xff, 0x0a), "next\n")).toEqual(["(garbage)", "next"]);
  expect(read("ok\n", Uint8Array.of(0xc3), "\n", "next")).toEqual(["ok", "(garbage)", "next"]);
});

test("a request that is no UTF-8 is one all the same", () => {
  const request = Buffer.from('{"id":"a","method":"m","params":{"x":"?"}}');
  request[request.indexOf("?")] = 0xff;
  expect(read(request, "\n", "next")).toEqual(['{"id":"a","method":"m","params":{"x":"\ufffd"}}', "next"]);
});

test("a line may have the limit and no byte more", () => {
  expect(read(`${"x".repeat(100)}\n`)).toEqual(["x".repeat(100)]);
  expect(read(`${"x".repeat(101)}\n`, "next\n")).toEqual(["(long )", "next"]);
  expect(read("x".repeat(60), "x".repeat(60))).toEqual(["(long )"]);
});

/** Requests of more than a hundred bytes and what is to be known of each. */
const pad = "y".repeat(120);
test.each([
  [`{"jsonrpc":"2.0","id":7,"method":"m","params":"${pad}"}`, "7"],
  [`{"method":"m","params":{"id":1,"a":["${pad}",{"id":2}]},"jsonrpc":"2.0","id":"last"}`, '"last"'],
  [`{"params":"${pad}\\",\\"id\\":3","method":"m", "id" : -1.5e3 }`, "-1.5e3"],
  [`{"id":"a\\"b","method":"m","params":"${pad}\\\\"}`, '"a\\"b"'],
  [`{"id":null,"method":"m","params":"${pad}"}`, ""],
  [`{"id":{"a":1},"method":"m","params":"${pad}"}`, ""],
  [`{"id":[1],"method":"m","params":"${pad}"}`, ""],
  [`{"id":1,"params":"${pad}"}`, ""],
  [`{"method":"m","params":"${pad}"}`, ""],
  [`{"id":1,"result":"${pad}"}`, ""],
  [`[{"id":1,"method":"m","params":"${pad}"}]`, ""],
  [`"${pad}"`, ""],
  [`{"id":"${"z".repeat(2000)}","method":"m"}`, ""],
  [`}}]]{"id":1,"method":"m"${pad}`, ""],
])("of a long line the id of a request is known: %s", (line, id) => {
  expect(read(`${line}\n`)).toEqual([`(long ${id})`]);
  expect(read(...Array.from(line, (character) => character))).toEqual([`(long ${id})`]);
});
