/** Images in threads of a process: what stops them, what they survive, and what the process survives. */
import { afterEach, expect, test } from "vitest";
import { openProgram } from "./support/open-program.js";
import { type AnyMessage, endAll, Program } from "./support/program.js";

afterEach(endAll);

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("a cancelled evaluation ends within milliseconds, its session intact, and is never answered", async () => {
  const program = new Program(["--timeout", "0"]);
  await program.evaluate("(defvar *kept* 42)");
  for (const code of [
    "(loop)",
    "(labels ((f (n) (f (1+ n)))) (loop (handler-case (f 0) (storage-condition ()))))",
    "(sleep 1000)",
  ]) {
    program.send({
      jsonrpc: "2.0",
      id: code,
      method: "tools/call",
      params: { name: "evaluate-lisp", arguments: { code } },
    });
    await later(300);
    const began = performance.now();
    program.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: code } });
    expect(await program.evaluate("*kept*")).toBe("=> 42");
    expect(performance.now() - began).toBeLessThan(5000);
  }
  expect(program.messages.filter(({ id }: AnyMessage) => typeof id === "string")).toEqual([]);
});

test("the server answers while Lisp is busy", async () => {
  const program = new Program();
  await program.evaluate("1");
  const busy = program.evaluate(
    "(let ((end (+ (get-universal-time) 4))) (loop until (> (get-universal-time) end)) :done)",
  );
  let isOver = false;
  void busy.then(() => {
    isOver = true;
  });
  for (let i = 0; i < 20; i++) await program.ask("ping");
  expect(isOver).toBe(false);
  expect(await busy).toBe("=> :DONE");
});

test("recursion goes as deep as in a page, and ends in a report", async () => {
  const program = new Program(["--timeout", "60"]);
  expect(await program.evaluate("(defun r (n) (if (= n 0) 0 (1+ (r (1- n))))) (r 50000)")).toBe("=> 50000");
  expect(await program.evaluate("(defun deep (n) (1+ (deep n))) (deep 1)")).toContain(
    "CONTROL-STACK-EXHAUSTED",
  );
  expect(await program.evaluate("(mapcar (lambda (x) (reduce #'+ (sort (list x 3 2) #'<))) '(1 2 3))")).toBe(
    "=> (6 7 8)",
  );
  // Nesting that the reader, the compiler and the printer go down natively.
  const nested = (depth: number) => `${"(list ".repeat(depth)}1${")".repeat(depth)}`;
  expect(await program.evaluate(`(progn ${nested(500)} 1)`)).toBe("=> 1");
  expect(await program.evaluate(`(progn '${"(".repeat(20_000)}${")".repeat(20_000)} 1)`)).toMatch(
    /^(=> 1$|\[ERROR\])/,
  );
  expect(
    await program.evaluate(
      "(let ((l nil)) (dotimes (i 100000) (setf l (list l))) (length (princ-to-string l)))",
    ),
  ).toMatch(/^(=> |\[ERROR\])/);
  expect(await program.evaluate("(r 100)")).toBe("=> 100");
});

test("memory without end is a condition, and the process goes on", async () => {
  const program = new Program(["--timeout", "120"]);
  await program.evaluate("(defvar *kept* 42)");
  for (const code of [
    "(let ((l nil)) (loop (push (make-array 1000) l)))",
    // V8 ends the process where one array cannot grow any more.
    '(let ((s "x")) (loop (setf s (concatenate \'string s s))))',
  ]) {
    expect(await program.evaluate(code)).toContain("HEAP-EXHAUSTED");
    expect(await program.evaluate("*kept*")).toBe("=> 42");
  }
}, 240_000);

test("a thread that ends by itself is replaced, with the definitions of its session, and nobody else hears of it", async () => {
  const program = new Program(["--timeout", "60", "--tools", "core,sessions"], {
    program: await openProgram(),
  });
  await program.evaluate("(defun kept () 42)");
  await program.call("create-session", { session: "other" });
  expect(await program.evaluate("(defun other () 1)", { session: "other" })).toBe("=> OTHER");
  // Memory that JavaScript holds is not counted: the thread's own limit ends it.
  const text = await program.evaluate(
    `(#j:eval "const held = []; for (;;) held.push(new Array(1e5).fill({}))")`,
  );
  expect(text).toMatch(/definitions?|restored|ended/i);
  expect(await program.evaluate("(kept)")).toContain("=> 42");
  expect(await program.evaluate("(other)", { session: "other" })).toBe("=> 1");
  expect(program.unread).toBe("");
}, 120_000);

test("eight sessions live beside each other, and are gone when they are closed", async () => {
  const program = new Program(["--tools", "core,sessions"]);
  const names = ["main", ..."bcdefgh"];
  for (const name of names.slice(1))
    expect((await program.call("create-session", { session: name })).isError).toBeFalsy();
  await Promise.all(
    names.map((session) => program.evaluate(`(defvar *me* ${JSON.stringify(session)})`, { session })),
  );
  for (const session of names) expect(await program.evaluate("*me*", { session })).toBe(`=> "${session}"`);
  for (const session of names.slice(1)) await program.call("close-session", { session });
  await program.call("reset-session");
  expect(await program.evaluate("(boundp '*me*)")).toBe("=> NIL");
});

test("a long evaluation is followed form by form", async () => {
  const program = new Program();
  await program.evaluate("1");
  const code = Array.from({ length: 5 }, (_, i) => `(progn (sleep 0.08) (print ${i}))`).join("\n");
  await program.call("evaluate-lisp", { code }, { progressToken: "p" });
  const told = program.messages.filter(({ method }: AnyMessage) => method === "notifications/progress");
  expect(told.some(({ params }: AnyMessage) => params._meta["jscl-mcp/form"]?.line > 2)).toBe(true);
  expect(
    told.map(({ params }: AnyMessage) => (params._meta["jscl-mcp/stream"] ? params.message : "")).join(""),
  ).toBe("\n0 \n1 \n2 \n3 \n4 ");
  expect(program.watch.problems).toEqual([]);
});

test("a program asks which restart to take, and goes on by the answer", async () => {
  const program = new Program();
  await program.initialize("2025-11-25", { elicitation: {} });
  const asked = program.message(({ method }) => method === "elicitation/create");
  const result = program.evaluate("(list (+ 1 nothing-here) 2)", { "on-error": "ask" });
  const { id } = await asked;
  program.send({
    jsonrpc: "2.0",
    id,
    result: { action: "accept", content: { restart: "USE-VALUE", values: "41" } },
  });
  expect(await result).toContain("=> (42 2)");
});

test("a program reads what it is given, or asks for it while another session works", async () => {
  const program = new Program(["--tools", "core,sessions"]);
  await program.initialize("2025-11-25", { elicitation: {} });
  const code = '(list (read-line) (read) (y-or-n-p "Sure?"))';
  expect(await program.evaluate(code, { stdin: "a line\n(1\n2)\nwhat\ny" })).toContain(
    '=> ("a line" (1 2) T)',
  );
  const used = await program.evaluate("(list (read-line) (read-line))", { stdin: "one" });
  expect(used).toMatch(/\[ERROR\] END-OF-FILE\nend of file on .+\nWhat stdin gave is used up\./);

  const asked = program.message(({ method }) => method === "elicitation/create");
  const result = program.evaluate('(format t "Your name? ") (read-line)');
  const { id, params } = await asked;
  expect(params).toMatchObject({ requestedSchema: { properties: { input: { title: "Your name?" } } } });
  await program.call("create-session", { session: "other" });
  expect(await program.evaluate("(+ 1 2)", { session: "other" })).toBe("=> 3");
  program.send({ jsonrpc: "2.0", id, result: { action: "accept", content: { input: "Ada" } } });
  expect(await result).toBe('[stdout]\nYour name? \n\n=> "Ada"\n=> NIL');
  expect(program.watch.problems).toEqual([]);
});

test("a program that reads where nobody can be asked is told how to give it input", async () => {
  const program = new Program();
  await program.initialize("2025-11-25", {});
  expect(await program.evaluate("(read-line)")).toContain("evaluate-lisp takes it as its argument stdin");
});
