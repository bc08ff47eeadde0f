import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Answer } from "../../jscl-bridge/contract/engine.js";
import type { AwaitAnswer } from "../../jscl-bridge/engine/waits.js";
import { bootEvaluator, type Evaluator } from "./image.js";

/** An answer: the name or number of a restart and the source text of its arguments; or null for none. */
type Said = readonly [restart: string | null, values?: string] | null;

/** The answers, one after the other; when none is left, the evaluation is ended. */
let answers: Said[];
/** Milliseconds until each answer. */
let waitMs = 0;
let evaluate: Evaluator;

beforeAll(async () => {
  const awaitAnswer = ({ id, question }: Parameters<AwaitAnswer>[0]): Answer | null => {
    for (const end = performance.now() + waitMs; performance.now() < end; );
    const said = answers.shift() ?? null;
    return (
      said && {
        id,
        question,
        restart: said[0],
        values: said[1] ?? null,
        level: null,
        leaving: null,
        input: null,
        echo: false,
        reason: null,
      }
    );
  };
  evaluate = await bootEvaluator({ awaitAnswer });
});

beforeEach(() => {
  answers = [];
  waitMs = 0;
});

function ask(code: string, said: Said[], more: object = {}) {
  answers = [...said];
  const { outcome, asked, stdout } = evaluate(code, { askMs: 1000, ...more });
  return {
    status: outcome.status,
    values: outcome.values.join(" "),
    asked,
    problems: asked.map(({ condition }) => condition.restartProblem),
    taken: outcome.restartsTaken.map(({ restart }) => restart),
    condition: outcome.condition,
    outcome,
    stdout,
  };
}

describe("an answer continues the program", () => {
  test.each<[code: string, said: Said[], values: string]>([
    ["(+ 1 nothing-here)", [["USE-VALUE", "41"]], "42"],
    ["(+ 1 nothing-here)", [["2", "(* 2 3)"]], "7"],
    [
      "(list nothing-here nothing-here)",
      [
        ["use-value", "1"],
        ["use-value", "2"],
      ],
      "(1 2)",
    ],
    ["(multiple-value-list (nothing-here))", [["RETURN-VALUE", "1 '(2) ; and no more\n"]], "(1 (2))"],
    ['(list (cerror "go on" "bad") 2)', [["CONTINUE"]], "(NIL 2)"],
    ['(restart-case (error "x") (mine (a &optional b) (list b a)))', [["mine", "1 2"]], "(2 1)"],
    ['(restart-case (error "x") (mine (a) :interactive (lambda () (list 7)) a))', [["mine"]], "7"],
    ['(list (break "stop") 1)', [["CONTINUE"]], "(NIL 1)"],
    ["(restart-case (invoke-debugger (make-condition 'warning)) (go-on (x) x))", [["go-on", ":on"]], ":ON"],
    [
      "(handler-case (let ((x 1)) (+ x nothing-here)) (type-error () :handled))",
      [["use-value", ":a"]],
      ":HANDLED",
    ],
    // Evaluated where the error is: in the session's package, with the program's variables.
    ["(defvar *d* 1) (let ((*d* 2)) (list nothing-here))", [["use-value", "*d*"]], "(2)"],
  ])("%s", (code, said, values) => {
    const { asked, ...rest } = ask(code, said);
    expect(rest).toMatchObject({ status: "ok", values, condition: null });
    expect(asked.map(({ question }) => question)).toEqual(said.map((_, index) => index + 1));
  });

  test("in every form of a text, and the outcome says what was taken", () => {
    const { values, taken } = ask("(setq *one* (+ 1 nothing-here)) (list *one* nothing-there)", [
      ["USE-VALUE", "1"],
      ["USE-VALUE", "3"],
    ]);
    expect([values, taken]).toEqual(["(2 3)", ["USE-VALUE", "USE-VALUE"]]);
  });
});

describe("the question", () => {
  test("is the report of the error, with the stack alive", () => {
    const { asked } = ask("(defun f (x) (list (+ x nothing-here))) (f 7)", [["use-value", "1"]]);
    const [question] = asked;
    expect(question?.condition).toMatchObject({
      type: "UNBOUND-VARIABLE",
      message: "The variable NOTHING-HERE is unbound.",
      form: 1,
      phase: "eval",
      restartTaken: null,
      restartProblem: null,
    });
    expect(question?.condition.restarts.map(({ name }) => name)).toEqual([
      "CONTINUE",
      "USE-VALUE",
      "STORE-VALUE",
      "ABORT",
    ]);
    expect(question?.condition.frames.map(({ text }) => text)).toContain("(F 7)");
  });

  test("comes after what was written before", () => {
    const { stdout } = ask('(princ "before") nothing-here', [["use-value", "1"]]);
    expect(stdout).toBe("before");
  });

  test("is asked again with the reason when an answer cannot be followed", () => {
    const { values, problems, taken } = ask("(+ 1 nothing-here)", [
      ["NO-SUCH"],
      ["9"],
      ["USE-VALUE"],
      ["USE-VALUE", "1 2"],
      ["USE-VALUE", "(1"],
      ["USE-VALUE", ")"],
      ["USE-VALUE", "(car 5)"],
      ["USE-VALUE", "no-such-package::x"],
      ["USE-VALUE", ""],
      ["", ""],
      ["USE-VALUE", "1"],
    ]);
    expect(values).toBe("2");
    expect(taken).toEqual(["USE-VALUE"]);
    expect(problems).toHaveLength(11);
    expect(problems[0]).toBeNull();
    for (const problem of problems.slice(1))
      expect(problem).toMatch(/ not taken for UNBOUND-VARIABLE: .+\.$/s);
    expect(problems[1]).toContain("active are CONTINUE, USE-VALUE, STORE-VALUE, ABORT");
    expect(problems[3]).toContain("no values were given");
    expect(problems[4]).toContain("2 values were given");
    expect(problems[5]).toContain("the text ends before the form does");
    expect(problems[7]).toContain("TYPE-ERROR");
  });

  test("is asked again when the restart returns", () => {
    const code = `(restart-bind ((come-back (lambda () 1)) (leave (lambda () (return-from all :left))))
      (error "x"))`;
    const { values, problems } = ask(`(block all ${code})`, [["come-back"], ["leave"]]);
    expect(values).toBe(":LEFT");
    expect(problems[1]).toContain("has returned");
  });

  test("comes where no entry of the command fits, and says what was wrong with one", () => {
    const entry = (restart: string) => ({ restart, values: ["1"], conditionType: null });
    const fits = ask("(list nothing-here nothing-there)", [["use-value", "2"]], {
      restarts: [entry("use-value")],
    });
    expect([fits.values, fits.asked.length]).toEqual(["(1 2)", 1]);
    const wrong = ask("(list nothing-here)", [["use-value", "2"]], { restarts: [entry("no-such")] });
    expect([wrong.values, wrong.asked.length]).toEqual(["(2)", 1]);
    expect(wrong.problems[0]).toContain("NO-SUCH not taken");
    const ends = ask("(list nothing-here)", [], {
      restarts: [{ restart: "abort", values: null, conditionType: null }],
    });
    expect([ends.status, ends.asked.length]).toEqual(["error", 0]);
  });
});

describe("nobody is asked", () => {
  test.each([
    ["where there is only ABORT to choose", '(error "bad")', {}],
    ["when the command does not say so", "nothing-here", { askMs: 0 }],
    ["of what a handler takes", "(handler-case nothing-here (error () 1))", {}],
    ["of a timeout", "(loop)", { deadlineMs: 200 }],
    [
      "of errors in cleanup forms after a timeout",
      "(unwind-protect (loop) (list nothing-here))",
      { deadlineMs: 200 },
    ],
    [
      "of errors in what prints a report",
      "(define-condition odd (error) () (:report (lambda (c s) (list nothing-here c s)))) (error 'odd)",
      {},
    ],
    [
      "by *DEBUGGER-HOOK* that leaves",
      "(block b (let ((*debugger-hook* (lambda (c h) (return-from b 1)))) nothing-here))",
      {},
    ],
  ])("%s", (_, code, more) => {
    expect(ask(code, [["use-value", "1"]], more).asked).toEqual([]);
  });
});

describe("an evaluation that is held ends", () => {
  test("with the report of the error when it is told to, or hears nothing", () => {
    for (const said of [[[null]], []] as Said[][]) {
      const { status, condition, taken } = ask("(princ 1) (list nothing-here)", said);
      expect([status, condition?.type, condition?.restartTaken, taken]).toEqual([
        "error",
        "UNBOUND-VARIABLE",
        "ABORT",
        ["ABORT"],
      ]);
      expect(condition?.restartProblem).toBeNull();
    }
    expect(evaluate("(+ 1 2)").outcome.values).toEqual(["3"]);
  });

  test("when ABORT is chosen, through the program's cleanup", () => {
    const { status, stdout } = ask('(unwind-protect (list nothing-here) (princ "clean"))', [["abort"]]);
    expect([status, stdout]).toEqual(["error", "clean"]);
  });

  test("by a restart of the program's own that has the name ABORT like any other", () => {
    const { values } = ask('(restart-case (error "x") (abort () :mine))', [["abort"]]);
    expect(values).toBe(":MINE");
  });
});

describe("time", () => {
  test("that it is held for is not the program's", () => {
    waitMs = 400;
    const { values, outcome } = ask(
      "(list nothing-here nothing-there)",
      [
        ["use-value", "1"],
        ["use-value", "2"],
      ],
      {
        deadlineMs: 500,
        captureTime: true,
      },
    );
    expect(values).toBe("(1 2)");
    expect(outcome.timing?.realMs).toBeLessThan(400);
  });

  test("of the program's own goes on to count", () => {
    waitMs = 300;
    const { status, outcome } = ask("(list nothing-here) (loop)", [["use-value", "1"]], { deadlineMs: 500 });
    expect([status, outcome.condition?.type]).toEqual(["timeout", "TIMEOUT"]);
  });

  test("of an answer's values is the program's", () => {
    const { status, outcome } = ask("(list nothing-here)", [["use-value", "(loop)"]], { deadlineMs: 300 });
    expect([status, outcome.condition?.type]).toEqual(["timeout", "TIMEOUT"]);
  });
});

test("a question from the depth of an exhausted stack", () => {
  const { asked, values } = ask("(defun deep (n) (+ 1 (deep (1+ n)))) (restart-case (deep 0) (up () :up))", [
    ["up"],
  ]);
  expect(values).toBe(":UP");
  expect(asked).toHaveLength(1);
});
