import { expect, test } from "vitest";
import type { Answer } from "../../jscl-bridge/contract/engine.js";
import { bootEvaluator } from "./image.js";

/** What is typed at each question, one after the other; null for the end, undefined for no answer in time. */
let typed: Array<string | null | undefined> = [];
/** Milliseconds until each answer. */
let waitMs = 0;
let echo = true;

const evaluate = await bootEvaluator({
  awaitAnswer: ({ id, question }): Answer | null => {
    for (const until = performance.now() + waitMs; performance.now() < until; );
    const input = typed.shift();
    if (input === undefined) return null;
    const reason = input === null ? "The client gave no input." : null;
    return { id, question, restart: null, values: null, level: null, leaving: null, input, echo, reason };
  },
});

const END = "What stdin gave is used up.";
const given = (text: string | null) => ({ input: { text, askMs: 0, end: END } });
const values = (code: string, input: string | null) => evaluate(code, given(input)).outcome.values;

/** Evaluates where somebody is there to be asked, who types these lines. */
function ask(code: string, lines: typeof typed, more: object = {}) {
  typed = [...lines];
  const end = "No input came within 5 minutes.";
  const { outcome, stdout, needs } = evaluate(code, { input: { text: null, askMs: 1000, end }, ...more });
  return {
    values: outcome.values,
    condition: outcome.condition,
    status: outcome.status,
    timing: outcome.timing,
    stdout,
    prompts: needs.map(({ prompt }) => prompt),
    numbers: needs.map(({ question }) => question),
  };
}

test("what comes with an evaluation is read from its standard input", () => {
  expect(values("(list (read-line) (read) (read-char) (read-line))", "a line\n(1 b) x\n")).toEqual([
    '("a line" (1 B) #\\x "")',
  ]);
  expect(values("(list (read-line *query-io*) (read-line *terminal-io*) (read-line t))", "1\n2\n3")).toEqual([
    '("1" "2" "3")',
  ]);
  expect(values("(loop for line = (read-line nil nil) while line collect line)", "a\nb\n\nè")).toEqual([
    '("a" "b" "" "è")',
  ]);
  expect(values("(list (peek-char t) (listen) (read-char-no-hang))", "  x")).toEqual(["(#\\x T #\\x)"]);
  expect(values("(let ((c (read-char))) (unread-char c) (list c (read-line)))", "xyz")).toEqual([
    '(#\\x "xyz")',
  ]);
  expect(values("(progn (clear-input) (list (read-line) (listen)))", "kept")).toEqual(['("kept" NIL)']);
});

test("what was answered is no question any more, whether it is echoed or not", () => {
  for (echo of [true, false]) {
    const { prompts, stdout } = ask('(progn (format t "Name? ") (read-line) (read-line) (princ "x"))', [
      "a\n",
      "b\n",
    ]);
    expect(prompts).toEqual(["Name?", ""]);
    expect(stdout).toBe(echo ? "Name? a\nb\nx" : "Name? x");
  }
  echo = true;
});

test("questions are answered by it, and asked again until they are", () => {
  const { outcome, stdout } = evaluate(
    '(list (y-or-n-p "Go on?") (yes-or-no-p "Sure?"))',
    given("what\ny\nno\n"),
  );
  expect(outcome.values).toEqual(["(T NIL)"]);
  expect(stdout.match(/Go on\? \(y or n\)/g)).toHaveLength(2);
});

test("what its giver sees already is not echoed, and read as it is", () => {
  echo = false;
  const { values: read, stdout } = ask(
    "(progn (princ 1) (list (read-line) (multiple-value-list (read-line))))",
    ["a\n", "b"],
  );
  echo = true;
  expect(read).toEqual(['("a" ("b" T))']);
  expect(stdout).toBe("1");
});

test("without input, or behind it, there is an end of file that says why", () => {
  for (const [code, input] of [
    ["(read-line)", null],
    ["(read)", ""],
    ["(read)", "(1 2"],
    ["(progn (read-char) (read-char))", "x"],
    ["(y-or-n-p)", "what"],
    ["(read-line *query-io*)", null],
  ] as const) {
    const { condition } = evaluate(code, given(input)).outcome;
    expect(condition?.type, code).toBe("END-OF-FILE");
    expect(condition?.message, code).toMatch(/^end of file on #<.+>\nWhat stdin gave is used up\.$/);
  }
  const other = evaluate('(with-input-from-string (s "") (read-line s))', given(null)).outcome.condition;
  expect(other?.message).not.toContain("stdin");
});

test("what one evaluation leaves unread is not the next one's", () => {
  expect(values("(read-char)", "abc")).toEqual(["#\\a"]);
  expect(values("(read-line nil nil :end)", null)).toEqual([":END", "T"]);
  expect(values("(values (read-line))", "new")).toEqual(['"new"']);
});

test("who is there is asked, with what the program wrote last, and the output shows what was typed", () => {
  const hello = ask('(format t "Hi.~%Your name? ") (format t "~&Hello, ~a!" (read-line))', ["Ada"]);
  expect(hello).toMatchObject({ prompts: ["Your name?"], stdout: "Hi.\nYour name? Ada\nHello, Ada!" });
  const line = ask('(format t "How old?~%~%") (list (read) (read-char) (read-line *query-io*))', [
    "42",
    "x y",
  ]);
  expect(line).toMatchObject({ prompts: ["How old?", ""], values: ['(42 #\\x " y")'], numbers: [1, 2] });
  expect(ask("(list (read-line) (read-line))", ["a\nb"])).toMatchObject({
    prompts: [""],
    values: ['("a" "b")'],
  });
  const long = ask('(progn (format t "~a?" (make-string 9000 :initial-element #\\a)) (values (read-line)))', [
    "",
  ]);
  expect(long.values).toEqual(['""']);
  expect(long.prompts[0]).toHaveLength(500);
});

test("it is asked again until the answer is one, and an expression is whole", () => {
  const sure = ask('(list (y-or-n-p "Sure?") (yes-or-no-p "~a?" 1))', ["perhaps", "Y", "y", "no"]);
  expect(sure.values).toEqual(["(T NIL)"]);
  expect(sure.prompts).toEqual(["Sure? (y or n)", "Sure? (y or n)", "1? (yes or no)", "1? (yes or no)"]);
  const form = ask("(list (read) (read-line) (read))", ["(defun f (x)", '  "two', 'lines")', "", "b"]);
  expect(form.values).toEqual(['((DEFUN F (X) "two\nlines") "" B)']);
});

test("nobody is asked for what need not be waited for", () => {
  expect(ask("(list (listen) (read-char-no-hang) (listen *query-io*))", ["x"])).toMatchObject({
    prompts: [],
    values: ["(NIL NIL NIL)"],
  });
  expect(
    ask("(list (read) (listen) (progn (clear-input) (listen)) (read-line))", ["1  rest", "new"]),
  ).toMatchObject({ values: ['(1 T NIL "new")'] });
});

test("who has no more to give is not asked again in that evaluation", () => {
  for (const [said, why] of [
    [null, "The client gave no input."],
    [undefined, "No input came within 5 minutes."],
  ] as const) {
    const code = "(loop for line = (read-line nil nil) while line do (print line)) (read-line)";
    const { condition, prompts } = ask(code, ["a", said, "never"]);
    expect([condition?.type, prompts.length]).toEqual(["END-OF-FILE", 2]);
    expect(condition?.message).toContain(`\n${why}`);
  }
  expect(ask("(values (read-line))", ["again"]).values).toEqual(['"again"']);
});

test("the wait is not the program's time, and a report is made without asking", () => {
  waitMs = 400;
  const waited = ask("(list (read-line) (read-line))", ["a", "b"], { deadlineMs: 500, captureTime: true });
  waitMs = 0;
  expect([waited.status, waited.values]).toEqual(["ok", ['("a" "b")']]);
  expect(waited.timing?.realMs).toBeLessThan(400);
  const odd =
    "(define-condition odd (error) () (:report (lambda (c s) c (write-string (read-line) s)))) (error 'odd)";
  expect(ask(odd, ["x"])).toMatchObject({ prompts: [], status: "error" });
  expect(ask("(unwind-protect (loop) (read-line))", ["x"], { deadlineMs: 200 })).toMatchObject({
    prompts: [],
    status: "timeout",
  });
});
