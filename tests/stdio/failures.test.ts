/** A failure that is exported fails in the same way in another process. */
import { afterAll, expect, test } from "vitest";
import { endAll, Program } from "./support/program.js";

afterAll(endAll);

async function started(): Promise<Program> {
  const program = new Program(["--tools", "core,debugger,development"]);
  await program.initialize();
  return program;
}

/** What a report says without where: the file has the definitions before what failed. */
const frames = (text: string) => /\[ERROR\][\s\S]*?\[Backtrace\](?:\n\d+: .*)+/.exec(text)?.[0];

const PROGRAM = `
(defpackage :own (:use :cl))
(in-package :own)
(defvar *drawn* 0)
(defun pick (n) (elt (vector 1 2 3) (+ 100 n (read))))`;

test.each([{}, { "on-error": "hold" }])("with its package, random numbers and input: %o", async (how) => {
  const [one, other] = await Promise.all([started(), started()]);
  await one.call("evaluate-lisp", { code: PROGRAM });
  await one.call("evaluate-lisp", { code: "(random 10)" });
  const code = '(pick (random 1000000)) ; "quoted \\\\"';
  const failed = await one.call("evaluate-lisp", { code, stdin: "7000000", ...how });
  const exported = await one.call("export-failure", {});
  const file: string = exported.content[0].text;
  expect(file).toContain(`\n${code}\n`);
  const again = await other.call("evaluate-lisp", { code: file, ...how });
  const said = frames(failed.content[0].text);
  expect(said).toContain("PICK");
  expect(frames(again.content[0].text)).toBe(said);
});

test("with the evaluations before it, what they computed is there when it is loaded", async () => {
  const [one, other] = await Promise.all([started(), started()]);
  const texts = [
    "(defvar *seen* (make-hash-table))",
    "(setf (gethash :a *seen*) (list 1 2))",
    '(push "three" (gethash :a *seen*)) (error "on the \\"way\\"") (clrhash *seen*)',
    "(in-package :cl) (defpackage :kept (:use :cl)) (in-package :kept)",
    "(defun add-up (list) (reduce #'+ list))",
  ];
  for (const code of texts) await one.call("evaluate-lisp", { code });
  const code = "(add-up (gethash :a cl-user::*seen*))";
  const failed = await one.call("evaluate-lisp", { code });
  const without = await one.call("export-failure", {});
  const exported = await one.call("export-failure", { evaluations: true });
  const again = await other.call("evaluate-lisp", { code: exported.content[0].text });
  const said = frames(failed.content[0].text);
  expect(said).toMatch(/\(ADD-UP \(three 1 2\)\)|\(ADD-UP \("three" 1 2\)\)/);
  expect(frames(again.content[0].text)).toBe(said);
  expect(without.content[0].text).not.toContain("setf");
});

const FAIL = '(defun fail (list) (error "~{~S~^ ~}" list))';

/** What the last failure comes to where the file of it and of all before it is loaded. */
async function replayed(one: Program): Promise<{ readonly file: string; readonly said: string | undefined }> {
  const other = await started();
  const file: string = (await one.call("export-failure", { evaluations: true })).content[0].text;
  const { content } = await other.call("evaluate-lisp", { code: file });
  return { file, said: frames(content[0].text) };
}

test("evaluations before it read, draw and go on as they did", async () => {
  const one = await started();
  const kept = (form: string) =>
    one.call("evaluate-lisp", { code: `(push ${form} *kept*)`, stdin: '"b\\"" 5\ny' });
  await one.call("evaluate-lisp", { code: FAIL });
  await one.call("evaluate-lisp", { code: "(defvar *kept* '())" });
  await kept('(list (read) (read) (random 1000000) (y-or-n-p "Go on?"))');
  await one.call("evaluate-lisp", { code: "(push (random 1000000) *kept*)" });
  await one.call("evaluate-lisp", { code: '(push (read-line) *kept*) "never" (setf *kept* nil)' });
  await one.call("evaluate-lisp", {
    code: "(push (+ missing (no-such (list 1 2) 3)) *kept*)",
    restarts: [
      { restart: "USE-VALUE", values: ["(random 1000000)"], "condition-type": "unbound-variable" },
      {
        restart: "RETURN-VALUE",
        values: ["(length *kept*) ; two"],
        "condition-type": "undefined-function",
      },
    ],
  });
  const failed = await one.call("evaluate-lisp", { code: "(fail *kept*)" });
  const said = frames(failed.content[0].text);
  expect(said).toMatch(/ERROR\n\d+ \d+ \("b\\"" 5 \d+ T\)\n/);
  expect((await replayed(one)).said).toBe(said);
});

test("so does the failing one, up to where it failed", async () => {
  const one = await started();
  const failed = await one.call("evaluate-lisp", {
    code: `${FAIL} (fail (list (car (cerror "Go on." "first")) missing))`,
    restarts: [
      { restart: "CONTINUE" },
      { restart: "USE-VALUE", values: ["(list 1 2)"], "condition-type": "unbound-variable" },
    ],
  });
  const said = frames(failed.content[0].text);
  expect(said).toContain("ERROR\nNIL (1 2)\n");
  expect((await replayed(one)).said).toBe(said);
});

test("what was held is done again with the restart that ended it", async () => {
  const one = await started();
  const hold = { "on-error": "hold" };
  await one.call("evaluate-lisp", { code: FAIL });
  await one.call("evaluate-lisp", { code: "(defvar *log* (list :begun))" });
  await one.call("evaluate-lisp", { code: "(push (price :apple) *log*)", ...hold });
  await one.call("invoke-restart", { restart: "RETURN-VALUE", values: ["(list :three *package*)"] });
  await one.call("evaluate-lisp", { code: "(push (weight :pear) *log*)", ...hold });
  await one.call("abort-level", {});
  await one.call("evaluate-lisp", { code: "(push (size :plum) *log*)", ...hold });
  await one.call("return-from-frame", { frame: 0, values: "1" });
  const failed = await one.call("evaluate-lisp", { code: "(fail *log*)" });
  const said = frames(failed.content[0].text);
  expect(said).toContain('(:THREE #<PACKAGE "COMMON-LISP-USER">)');
  const { file, said: again } = await replayed(one);
  expect(file).not.toContain("invoke-restart RETURN-VALUE");
  expect(again).toBe(said);
});

test("an evaluation that was stopped, or that ended itself, does not keep the next ones from it", async () => {
  const one = await started();
  await one.call("evaluate-lisp", { code: `${FAIL} (defvar *n* 0)` });
  await one.call("configure-limits", { timeout: 1 });
  await one.call("evaluate-lisp", { code: "(incf *n*) (abort) (incf *n* 10)" });
  await one.call("evaluate-lisp", { code: "(loop)" });
  const failed = await one.call("evaluate-lisp", { code: "(fail (list *n*))" });
  const said = frames(failed.content[0].text);
  const { file, said: again } = await replayed(one);
  expect(said).toContain("SIMPLE-ERROR\n1\n");
  expect(again).toBe(said);
  expect(file).toContain(";; Left out: an evaluation that was stopped at its deadline.");
});

test("where nothing has failed, or what has succeeds since, it says so", async () => {
  const program = await started();
  for (const code of ["(+ 1 2)", "(car 1)", "(+ 1 2)"]) await program.call("evaluate-lisp", { code });
  const { content, isError } = await program.call("export-failure", {});
  expect([isError, content[0].text]).toEqual([
    true,
    "export-failure: Nothing has failed in this session since its last success.",
  ]);
});

test("a seed gives the same random numbers, as an integer of any size and as octets", async () => {
  const program = await started();
  const seeds = [
    "0",
    "5",
    "(expt 2 127)",
    "(expt 7 300)",
    "(coerce '(1 2 3) '(simple-array (unsigned-byte 8) (*)))",
  ];
  for (const seed of seeds) {
    const draw = `(let ((s (sb-ext:seed-random-state ${seed}))) (list (random 1000000 s) (random 1.0 s)))`;
    const { content } = await program.call("evaluate-lisp", { code: `(equal ${draw} ${draw})` });
    expect([seed, content[0].text]).toEqual([seed, "=> T"]);
  }
  const { content } = await program.call("evaluate-lisp", { code: "(sb-ext:seed-random-state -1)" });
  expect(content[0].text).toContain("[ERROR] TYPE-ERROR");
});
