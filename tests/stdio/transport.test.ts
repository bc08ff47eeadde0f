/** The transport itself: lines, bytes, and how much. */
import { readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { type AnyMessage, endAll, Program } from "./support/program.js";

afterEach(endAll);

const MEBI = 1024 * 1024;
const modern = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** Holds what a program has written until now against what it may write. */
function expectMessagesOnly(program: Program): void {
  expect(program.unread).toBe("");
  expect(program.watch.problems).toEqual([]);
}

test("both eras are served at once", async () => {
  const program = new Program();
  const discovered = await program.ask("server/discover", { _meta: modern }, "a");
  expect(discovered.result.supportedVersions).toEqual(["2026-07-28"]);
  expect((await program.initialize("2025-06-18")).result.protocolVersion).toBe("2025-06-18");
  expect(await program.evaluate("(+ 1 2)")).toBe("=> 3");
  const result = await program.call("evaluate-lisp", { code: "(+ 1 3)" }, modern);
  expect(result.resultType).toBe("complete");
  expect(result.content[0].text).toBe("=> 4");
  expectMessagesOnly(program);
});

test("text of many kinds comes and goes unharmed, each message on one line", async () => {
  const program = new Program();
  for (const text of [
    "äöü",
    "日本語",
    "🎉 and 👩‍👩‍👧",
    "line one\nline two\r\nthree",
    "\u2028\u2029\u0085",
    "\u0000\u0001\u001f",
    "\ufeff",
  ]) {
    const code = `"${text}"`;
    const [raw] = (
      await program.call("evaluate-lisp", { code: `(values (length ${code}) ${code})` })
    ).structuredContent.values.slice(-1);
    expect(raw).toBe(code);
  }
  expect(await program.evaluate('(progn (format t "one~%two~%") (values))')).toBe(
    "[stdout]\none\ntwo\n\n; No values",
  );
  expectMessagesOnly(program);
});

test("a message may come a byte at a time", async () => {
  const program = new Program();
  const bytes = Buffer.from(`${JSON.stringify({ jsonrpc: "2.0", id: "ü🎉", method: "ping" })}\n`);
  const answer = program.message(() => true);
  for (const byte of bytes) {
    program.write(Buffer.of(byte));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  expect((await answer).id).toBe("ü🎉");
});

test("many messages may come at once, with any ends of lines, blank ones between, and the last without an end", async () => {
  const program = new Program();
  const ping = (id: number) => JSON.stringify({ jsonrpc: "2.0", id, method: "ping" });
  program.write(`\ufeff${ping(1)}\r\n\r\n\n  \t \n${ping(2)}\n ${ping(3)} \n${ping(4)}`);
  program.endInput();
  expect(await program.closed).toEqual({ code: 0, signal: null });
  expect(program.messages.map(({ id, result }: AnyMessage) => [id, result])).toEqual(
    [1, 2, 3, 4].map((id) => [id, {}]),
  );
  expect(program.stderr).toBe("");
});

test("a response to nothing is ignored", async () => {
  const program = new Program();
  program.write(
    '{"jsonrpc":"2.0","id":5,"result":{}}\n{"jsonrpc":"2.0","id":6,"error":{"code":1,"message":""}}\n',
  );
  await program.ask("ping");
  expect(program.messages).toHaveLength(1);
});

test.each([
  [
    "first",
    (text: string) => `{"jsonrpc":"2.0","id":"big","method":"tools/call","params":{"text":"${text}"}}`,
  ],
  [
    "last",
    (text: string) =>
      `{"method":"tools/call","params":{"text":"${text}\\"","id":9,"a":[{"id":8}]},"jsonrpc":"2.0", "id" : "big" }`,
  ],
])("a line beyond 16 MiB with its id %s is refused by name, and what follows is served", async (_, line) => {
  const program = new Program();
  const answer = program.message(({ id }) => id === "big");
  program.write(line("x".repeat(17 * MEBI)));
  program.write("\n");
  expect((await answer).error).toMatchObject({ code: -32600, message: expect.stringContaining("16 MiB") });
  expect(await program.evaluate("(+ 1 2)")).toBe("=> 3");
  expect(program.messages).toHaveLength(2);
});

test("a line of four hundred megabytes is not kept", async () => {
  const program = new Program();
  await program.ask("ping");
  const before = memoryOf(program);
  program.write('{"jsonrpc":"2.0","method":"x","params":"');
  for (let i = 0; i < 400; i++) {
    program.write("y".repeat(MEBI));
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  program.write('"}\n');
  await program.ask("ping");
  // The message read last may still wait for the collector.
  expect(memoryOf(program) - before).toBeLessThan(160 * MEBI);
  expect(program.messages).toHaveLength(2);
});

test("a message of ten megabytes goes both ways", async () => {
  const program = new Program();
  await program.call("configure-limits", { "max-output": 10_000_000 });
  const text = "é".repeat(2_500_000);
  const { structuredContent } = await program.call("evaluate-lisp", { code: `"${text}${text}"` });
  expect(structuredContent.values[0]).toHaveLength(5_000_002);
});

test("who does not read is not read either, keeps nobody's memory, and misses nothing", async () => {
  const program = new Program();
  await program.call("configure-limits", { "max-output": 1_000_000 });
  const before = memoryOf(program);
  program.pauseOutput();
  const answers = Array.from({ length: 100 }, () =>
    program.call("evaluate-lisp", { code: `(make-string 900000 :initial-element #\\x)` }),
  );
  await new Promise((resolve) => setTimeout(resolve, 4000));
  expect(memoryOf(program) - before).toBeLessThan(700 * MEBI);
  program.resumeOutput();
  for (const { structuredContent } of await Promise.all(answers))
    expect(structuredContent.values[0]).toHaveLength(900_002);
});

/** Bytes of memory that a process has. */
function memoryOf({ pid }: Program): number {
  const line = /VmRSS:\s*(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(line?.[1] ?? 0) * 1024;
}
