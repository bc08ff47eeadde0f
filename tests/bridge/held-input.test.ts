/** Programs that read: they wait, and go on with what was typed. */
import { beforeAll, expect, test } from "vitest";
import type { Evaluate } from "../../jscl-bridge/contract/engine.js";
import { bootHeldEvaluator, type HeldEvaluator } from "./held-image.js";

let evaluate: HeldEvaluator;
beforeAll(async () => {
  evaluate = await bootHeldEvaluator();
});

const input = { text: null, askMs: 1000, end: "No input came within 5 minutes." };

/** Evaluates where somebody types these lines, null for the end; what came of it. */
function ask(code: string, typed: readonly (string | null)[], more: Partial<Evaluate> = {}) {
  const said = typed.map((line) =>
    line === null ? { reason: "The client gave no input." } : { input: line, echo: true },
  );
  const { left, ...held } = evaluate([code, { askMs: 0, hold: false, input, ...more }], ...said);
  return { ...held, left: left.length };
}

test("a line is asked for with what the program wrote last, and echoed", () => {
  const hello = ask('(format t "Hi.~%Your name? ") (format t "~&Hello, ~a!" (read-line))', ["Ada"]);
  expect(hello).toMatchObject({ prompts: ["Your name?"], stdout: "Hi.\nYour name? Ada\nHello, Ada!" });
});

test.each<[code: string, typed: string[], value: string]>([
  ["(list (read-line) (read-line))", ["a\nb"], '("a" "b")'],
  ["(list (read-char) (read-char) (read-line))", ["xyz"], '(#\\x #\\y "z")'],
  ["(list (peek-char t) (read-line))", ["  ", " b"], '(#\\b "b")'],
  ["(list (peek-char) (peek-char #\\c) (read-line))", ["ab", "xcd"], '(#\\a #\\c "cd")'],
  ["(list (read-line *query-io*) (read-line t) (read-line *terminal-io*))", ["1", "2", "3"], '("1" "2" "3")'],
  ["(read-line (make-echo-stream *standard-input* (make-broadcast-stream)))", ["e"], '"e" NIL'],
  [
    '(let ((s (make-concatenated-stream (make-string-input-stream "") *standard-input*))) (values (read-line s)))',
    ["c"],
    '"c"',
  ],
  ["(let ((*standard-input* *query-io*)) (values (read-line)))", ["q"], '"q"'],
  ["(let ((v (make-string 5))) (list (read-sequence v *standard-input*) v))", ["ab", "cdef"], '(5 "ab\ncd")'],
  [
    "(let ((l (list 0 0 0))) (list (read-sequence l *standard-input* :start 1) l))",
    ["x"],
    "(3 (0 #\\x #\\Newline))",
  ],
  ['(list (y-or-n-p "Sure?") (yes-or-no-p "~a?" 1))', ["perhaps", "Y", "y", "no"], "(T NIL)"],
  ["(let ((c (read-char)) (d (peek-char))) (list c d (read-char-no-hang)))", ["xyz"], "(#\\x #\\y #\\y)"],
  ["(macrolet ((typed () (read-line))) (let ((x 1)) (list x (typed))))", ["t"], '(1 "t")'],
  ["(mapcar (lambda (x) (list x (read-line))) '(1 2))", ["a", "b"], '((1 "a") (2 "b"))'],
  [
    "(list (listen) (read-char-no-hang) (read-line) (progn (clear-input) (listen)))",
    ["z"],
    '(NIL NIL "z" NIL)',
  ],
  ['(loop for line = (read-line nil nil) until (string= line "") collect line)', ["a", "b", ""], '("a" "b")'],
])("%s", (code, typed, value) => {
  const { values, left, message } = ask(code, typed);
  expect([message, values.join(" "), left]).toEqual([null, value, 0]);
});

test("what was defined to read is called by a text that does not name it", () => {
  ask("(defun greeting () (list :hello (read-line)))", []);
  expect(ask("(greeting)", ["you"]).values).toEqual(['(:HELLO "you")']);
});

test("the end is the end for that evaluation, and says why", () => {
  const loop = ask("(loop for line = (read-line nil nil) while line do (print line)) (read-line)", [
    "a",
    null,
    "b",
  ]);
  expect([loop.prompts.length, loop.status, loop.left]).toEqual([2, "error", 1]);
  expect(loop.message).toContain("\nThe client gave no input.");
  expect(ask("(values (read-line))", ["again"]).values).toEqual(['"again"']);
});

test("what was bound around it is there afterwards", () => {
  const { values } = ask(
    "(defvar *read* 1) (let ((*read* 2)) (handler-case (list (catch 'a (read-line) (throw 'a *read*)) (car (read-line))) (error () *read*)))",
    ["x", "y"],
  );
  expect(values).toEqual(["2"]);
});

test("an error that is not handled is reported at once where it is not to be held", () => {
  const { status, message } = ask("(list (read-line) (car 5))", ["x"]);
  expect([status, message]).toEqual(["error", "The value 5 is not of type LIST."]);
});

test("in a cleanup form of what its deadline ends nobody is asked", () => {
  const code = "(unwind-protect (loop) (read-line))";
  expect(ask(code, ["x"], { deadlineMs: 200 })).toMatchObject({ prompts: [], status: "timeout" });
});

test("arguments are checked as ever", () => {
  for (const code of [
    "(read-line 5)",
    "(funcall 'read-line nil nil nil nil nil)",
    "(read-char *standard-output*)",
  ])
    expect(ask(code, ["x"])).toMatchObject({ prompts: [], status: "error" });
});
