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
