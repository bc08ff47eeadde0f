/** What a client that reads only data is told, and which tools it sees. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { errorRows } from "../fixtures/seeds.js";
import { endAll, Program } from "./support/program.js";

let program: Program;
beforeAll(async () => {
  program = new Program();
  await program.initialize();
});
afterAll(endAll);

/** The whole structured result of an ordinary error may be so long, beside its text. */
const bound = (text: string) => 1.5 * text.length + 160;

describe("an error in brief", () => {
  for (const { seed, code, type } of errorRows)
    test(`${seed}: ${code.slice(0, 60)}`, async () => {
      for (const tool of ["evaluate-lisp", "describe-last-error", "get-backtrace"]) {
        const { content, structuredContent } = await program.call(
          tool,
          tool === "evaluate-lisp" ? { code } : {},
        );
        expect(structuredContent.text).toBe(content[0].text);
        expect(structuredContent.text).toContain(type);
        expect(structuredContent.error).toMatchObject({ restarts: expect.any(Array) });
        expect(JSON.stringify(structuredContent).length).toBeLessThanOrEqual(bound(content[0].text));
      }
    });
});

test("a long text is whole in both places", async () => {
  await program.call("configure-limits", { "max-answer": 0 });
  const { content, structuredContent } = await program.call("evaluate-lisp", {
    code: '(progn (format t "~50000@{ä~^~}" 1) (make-string 50000 :initial-element #\\x))',
  });
  expect(structuredContent.text).toBe(content[0].text);
  expect(content[0].text.length).toBeGreaterThan(50_000);
  await program.call("configure-limits", { "max-answer": 12_000 });
});

test("an answer has 12,000 characters in all where nobody says more", async () => {
  const lineOf = async (code: string) => JSON.stringify(await program.call("evaluate-lisp", { code })).length;
  expect(await lineOf("(loop for i below 30000 collect i)")).toBeLessThan(12_500);
  expect(await lineOf("(dotimes (i 20000) (print i))")).toBeLessThan(15_000);
  expect(await lineOf("(let ((l (list 1 2 3))) (setf (cdddr l) l) l)")).toBeLessThan(300);
  const { content } = await program.call("evaluate-lisp", { code: "(dotimes (i 20000) (print i))" });
  expect(content[0].text).toMatch(
    /\n… \d+ more characters; resource lisp:\/\/session\/main\/output\n[\d \n]*19999 /,
  );
});

test("tools of other sets are there when they are asked for, and not before", async () => {
  const core = [
    "evaluate-lisp",
    "invoke-restart",
    "describe-last-error",
    "get-backtrace",
    "configure-limits",
    "reset-session",
    "get-usage-guide",
  ];
  const looking = [
    "apropos-search",
    "class-info",
    "find-methods",
    "who-calls",
    "who-references",
    "who-binds",
  ];
  const inspect = ["describe-symbol", "describe-package", "show-source", ...looking, "who-expands"];
  const names = async (each: Program) =>
    (await each.ask("tools/list")).result.tools.map(({ name }: { name: string }) => name);
  expect(await names(program)).toEqual(core);
  expect((await program.call("list-sessions")).error.message).toBe(
    "Unknown tool: list-sessions. It is of the set sessions, which the host of this server has not chosen.",
  );
  const other = new Program(["--tools", "core,inspect"]);
  await other.initialize();
  expect(await names(other)).toEqual([...core, ...inspect]);
  const { structuredContent } = await other.call("describe-symbol", { name: "car" });
  expect(structuredContent).toMatchObject({ name: "car", found: true });
  expect(structuredContent.text).toContain("CAR");
  other.kill();
});

test("a set that there is none of is wrong use", async () => {
  const wrong = new Program(["--tools", "core,everything"]);
  expect(await wrong.ended).toMatchObject({ code: 2 });
  expect(wrong.stderr).toContain(
    '--tools knows no set "everything"; there are core, inspect, sessions, development, debugger.',
  );
});
