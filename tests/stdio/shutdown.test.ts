/** The ends of the program. */
import { afterEach, expect, test } from "vitest";
import { endAll, Program } from "./support/program.js";

afterEach(endAll);

const CLEAN = { code: 0, signal: null };

async function timed<T>(promise: Promise<T>): Promise<[T, number]> {
  const began = performance.now();
  const value = await promise;
  return [value, performance.now() - began];
}

/** The texts that a request was answered with. */
const answersTo = (program: Program, id: string): string[] =>
  program.messages.filter((message) => message.id === id).map(({ result }) => result.content[0].text);

test("input that is empty from the beginning ends it at once", async () => {
  const program = new Program();
  program.endInput();
  expect(await program.closed).toEqual(CLEAN);
  expect(program.messages).toEqual([]);
  expect(program.stderr).toBe("");
});

test("what was asked before the input ended is answered first", async () => {
  const program = new Program();
  const answers = [program.evaluate("(sleep 0.3) 1"), program.evaluate("2"), program.evaluate("(print 3)")];
  program.endInput();
  expect(await program.closed).toEqual(CLEAN);
  expect(await Promise.all(answers)).toEqual(["=> 1", "=> 2", expect.stringContaining("=> 3")]);
});

test("a large answer is written whole before it ends", async () => {
  const program = new Program();
  program.call("configure-limits", { "max-output": 5_000_000 });
  const answer = program.call("evaluate-lisp", { code: "(make-string 4000000 :initial-element #\\y)" });
  program.endInput();
  expect(await program.closed).toEqual(CLEAN);
  expect((await answer).structuredContent.values[0]).toHaveLength(4_000_002);
});

test("what would never be answered is not waited for", async () => {
  const program = new Program(["--timeout", "0"]);
  await program.ask("ping");
  program.send({
    jsonrpc: "2.0",
    id: "loop",
    method: "tools/call",
    params: { name: "evaluate-lisp", arguments: { code: "(loop)" } },
  });
  program.endInput();
  const [end, ms] = await timed(program.closed);
  expect(end).toEqual(CLEAN);
  expect(ms).toBeGreaterThan(4000);
  expect(ms).toBeLessThan(9000);
  expect(answersTo(program, "loop")).toEqual([expect.stringContaining("SERVER-CLOSED")]);
});

test("a subscription keeps nobody waiting, and is told of its end", async () => {
  const program = new Program();
  await program.ask("ping");
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  program.send({
    jsonrpc: "2.0",
    id: "s",
    method: "subscriptions/listen",
    params: { notifications: {}, _meta },
  });
  await program.ask("ping");
  program.endInput();
  const [end, ms] = await timed(program.closed);
  expect(end).toEqual(CLEAN);
  expect(ms).toBeLessThan(2000);
  expect(program.messages.filter(({ id, params }) => id === "s" || params?.requestId === "s")).not.toEqual(
    [],
  );
  expect(program.watch.problems).toEqual([]);
});

test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("%s ends it cleanly while Lisp runs", async (signal) => {
  const program = new Program();
  await program.evaluate("1");
  program.send({
    jsonrpc: "2.0",
    id: "loop",
    method: "tools/call",
    params: { name: "evaluate-lisp", arguments: { code: "(loop)" } },
  });
  await new Promise((resolve) => setTimeout(resolve, 200));
  const call = { name: "evaluate-lisp", arguments: { code: "2" } };
  program.send({ jsonrpc: "2.0", id: "queued", method: "tools/call", params: call });
  await program.ask("ping");
  program.kill(signal);
  const [end, ms] = await timed(program.closed);
  expect(end).toEqual(CLEAN);
  expect(ms).toBeLessThan(2000);
  for (const id of ["loop", "queued"])
    expect(answersTo(program, id)).toEqual([expect.stringContaining("SERVER-CLOSED")]);
  expect(program.stderr).toBe("");
  expect(program.unread).toBe("");
});

test("SIGTERM before anything was asked ends it, too", async () => {
  const program = new Program();
  await new Promise((resolve) => setTimeout(resolve, 300));
  program.kill("SIGTERM");
  expect((await program.closed).signal === "SIGTERM" || (await program.closed).code === 0).toBe(true);
});

test("a client that reads no more has gone: no fault, no wait", async () => {
  const program = new Program();
  await program.evaluate("1");
  program.closeOutput();
  for (let i = 0; i < 3; i++) program.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  const [end, ms] = await timed(program.closed);
  expect(end).toEqual(CLEAN);
  expect(ms).toBeLessThan(3000);
  expect(program.stderr).toBe("");
});

test("a fault of the program's own is told on standard error, and its status says so", async () => {
  const bomb = `data:text/javascript,setTimeout(() => { throw new Error("planted") }, 500)`;
  const program = new Program([], { nodeArgs: ["--import", bomb] });
  const { code } = await program.closed;
  expect(code).not.toBe(0);
  expect(program.stderr).toContain("planted");
  expect(program.unread).toBe("");
});

test("what a library prints does not come among the messages", async () => {
  const chatter = `data:text/javascript,setTimeout(() => setInterval(() => { console.log("chatter"); process.stdout.write("more") }, 20), 800)`;
  const program = new Program([], { nodeArgs: ["--import", chatter] });
  await program.evaluate("(sleep 1)");
  const from = program.messages.length;
  await program.evaluate("(sleep 0.2)");
  expect(program.stderr).toContain("chatter");
  expect(program.stderr).toContain("more");
  expect(program.messages.length).toBe(from + 1);
  program.endInput();
  expect((await program.closed).code).toBe(0);
});
