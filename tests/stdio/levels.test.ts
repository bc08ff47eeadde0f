/** Evaluations that are held at errors, in the program's own threads: define and go on. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { endAll, Program } from "./support/program.js";

let program: Program;
beforeAll(async () => {
  program = new Program(["--tools", "core,debugger,sessions,inspect"]);
  await program.initialize();
});
afterAll(endAll);

/** The last line of the text of an answer, and its data. */
async function call(tool: string, more: object = {}) {
  const { content, structuredContent, isError } = await program.call(tool, more);
  const text = content[0].text as string;
  return {
    text,
    last: text.split("\n").at(-1),
    isError,
    status: structuredContent?.status,
    level: structuredContent?.level,
  };
}
const hold = (code: string) => call("evaluate-lisp", { code, "on-error": "hold" });

test("define and go on", async () => {
  const held = await hold('(list (progn (princ "before") :a) (later-defined 20))');
  expect(held).toMatchObject({ status: "held", level: 1, isError: true });
  expect(held.text).toContain("[stdout]\nbefore");
  expect(held.text).toContain("1: [CONTINUE] Retry calling LATER-DEFINED.");
  expect((await call("evaluate-lisp", { code: "(defun later-defined (x) (* x 2))" })).last).toBe(
    "=> LATER-DEFINED",
  );
  expect((await call("continue")).text).toContain(
    "[restarts]\nCONTINUE taken for UNDEFINED-FUNCTION: The function COMMON-LISP-USER::LATER-DEFINED is undefined.\n\n=> (:A 40)",
  );
  expect((await call("evaluate-lisp", { code: "(later-defined 4)" })).last).toBe("=> 8");
});

test("an error in what was to repair is level 2; a class is repaired, a restart of the outer level taken", async () => {
  await call("evaluate-lisp", { code: "(defclass held-thing () ((a :initarg :a)))" });
  expect(await hold("(list (slot-value (make-instance 'held-thing) 'a))")).toMatchObject({ level: 1 });
  const second = await hold(
    "(defclass held-thing () ((a :initarg :a) (b :initform (no-such-function)))) (make-instance 'held-thing)",
  );
  expect(second).toMatchObject({ status: "held", level: 2 });
  expect(second.text).toContain("[ABORT] Return to debugger level 1.");
  expect((await call("list-sessions")).text).toContain(
    "main: held at an error until a client takes a restart, level 2",
  );
  expect((await call("describe-last-error")).text).toContain("NO-SUCH-FUNCTION");
  expect((await call("abort-level")).text).toContain("ABORT taken for UNDEFINED-FUNCTION");
  expect(await call("invoke-restart", { restart: "USE-VALUE", values: ["(list"] })).toMatchObject({
    level: 1,
  });
  const third = await hold("(car (list-of-nothing))");
  expect(third.level).toBe(2);
  expect((await call("invoke-restart", { restart: "return-value", values: ["'(7)"] })).last).toBe("=> 7");
  expect(await hold("nothing-here-either")).toMatchObject({ level: 2 });
  const answer = await call("invoke-restart", { restart: "USE-VALUE", values: ["42"], level: 1 });
  expect(answer.last).toBe("=> (42)");
  expect((await call("list-sessions")).text).toContain("main: idle");
});

test("what is long goes both ways while it is held, and all kinds of calls work", async () => {
  await hold("(length nothing-at-all)");
  const long = "é".repeat(400_000);
  expect((await call("evaluate-lisp", { code: `(length "${long}")` })).last).toBe("=> 400000");
  expect((await call("describe-symbol", { symbol: "mapcar", name: undefined })).isError).toBeTypeOf(
    "boolean",
  );
  const many = Array.from({ length: 20 }, (_, i) => call("evaluate-lisp", { code: `(+ ${i} 1)` }));
  expect((await Promise.all(many)).map(({ last }) => last)).toEqual(many.map((_, i) => `=> ${i + 1}`));
  await call("configure-limits", { timeout: 0.5 });
  expect((await call("evaluate-lisp", { code: "(loop)" })).status).toBe("timeout");
  await call("configure-limits", { timeout: 30 });
  expect((await call("invoke-restart", { restart: 2, values: [`"${long}"`] })).last).toBe("=> 400000");
});

test("a definition of a level outlives the loss of the Lisp, and what was held is said to be lost", async () => {
  await hold("(list nothing-here)");
  await call("evaluate-lisp", { code: "(defun made-while-held () :yes)" });
  expect((await call("reset-session")).isError).toBe(false);
  expect((await call("continue")).text).toContain("What was held was lost with the Lisp");
  expect((await call("evaluate-lisp", { code: "(made-while-held)" })).isError).toBe(true);
});

test("eight levels, and no more", async () => {
  for (let level = 1; level <= 8; level++) expect(await hold("(list nothing-here)")).toMatchObject({ level });
  expect((await hold("(list nothing-here)")).text).toContain("8 levels are held already");
  expect((await call("evaluate-lisp", { code: "(+ 1 2)" })).last).toBe("=> 3");
  expect((await call("abort-level", { level: 1 })).status).toBe("error");
  expect((await call("list-sessions")).text).toContain("main: idle");
  expect((await call("evaluate-lisp", { code: "(+ 1 2)" })).last).toBe("=> 3");
});
