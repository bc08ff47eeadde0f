/** Frames of evaluations that are held: looked at, evaluated in, left and made again. */
import { beforeAll, expect, test } from "vitest";
import type { Evaluate, Look } from "../../jscl-bridge/contract/engine.js";
import type { FrameInspection } from "../../jscl-bridge/contract/results.js";
import { type Deed, Levels } from "./levels-driver.js";

const AREA = `(defun area (w h)
  (declare (optimize (debug 2)))
  (let ((unit :cm)) (declare (ignorable unit)) (list (* w h) unit)))`;

/** What shows a call of the last error. */
const lookBack = (index: number): readonly [string, Partial<Evaluate>] => [
  "",
  { ...ASIDE, look: { kind: "frame", level: 0, index } as Look },
];
const inspect = (index: number, level = 1): Deed => [
  "",
  { ...ASIDE, look: { kind: "frame", level, index } as Look },
];
const within = (index: number, code: string, level = 1): Deed => [
  code,
  { ...ASIDE, frame: { level, index } },
];
const leave = (index: number, values: string | null, level: number | null = null): Deed => ({
  leaving: { index, values },
  level,
});

/** What a command says that evaluates in a call of level 1, and may be held itself. */
const held = (index: number) => ({ frame: { level: 1, index } });

const ASIDE = { askMs: 0, hold: false };

const FAILING = "(total '((2 3) (4 nil) (5 6)))";

const levels = new Levels();
const run = (...given: Parameters<Levels["run"]>) => {
  const ran = levels.run(...given);
  return { ...ran, problems: ran.asked.map(({ restartProblem }) => restartProblem) };
};
beforeAll(async () => {
  await levels.boot();
  run("(proclaim '(optimize (debug 2)))");
  run(AREA);
  run(`
    (defvar *log* nil)
    (defun total (shapes)
      (unwind-protect
           (let ((sum 0))
             (dolist (shape shapes sum)
               (incf sum (first (apply #'area shape)))))
        (push :left *log*)))`);
  run("(proclaim '(optimize (debug 1)))");
  run("(defun plain (x y) (list (+ x (car y))))");
});

test("the variables of a held call are shown as they are now, with handles", () => {
  const { said, outcomes } = run(FAILING, inspect(1), within(1, "(setq h 10)"), inspect(1), ["(+ 1 1)"]);
  expect(said[0]).toBe("1: (AREA 4 NIL)\n  [level 1]\n\nUNIT: :CM\nW: 4\nH: NIL");
  expect(said[1]).toBe("ok: 10");
  expect(said[2]).toContain("H: 10");
  expect(said[3]).toBe("ok: 2");
  const { variables } = JSON.parse(String(outcomes[0]?.report)) as FrameInspection;
  expect(variables.map(({ state }) => state)).toEqual(["live", "live", "live"]);
  expect(variables.every(({ handle }) => typeof handle === "number")).toBe(true);
});

test("code compiled otherwise shows its arguments, and says what to do about the rest", () => {
  const { said } = run("(plain 1 '(:a))", inspect(1), within(1, "(list x y)"), within(1, "(setq x 2)"));
  expect(said[0]).toContain("1: (PLAIN 1 (:A))");
  expect(said[0]).toContain("X: 1\nY: (:A)");
  expect(said[0]).toContain("(jscl-mcp:recompile 'PLAIN)");
  expect(said[1]).toBe("ok: (1 (:A))");
  expect(said[2]).toContain("The variable X of this frame cannot be set.");
});

test("the call of an undefined function says that it has none, and nothing of how to compile it", () => {
  const define = "(defun not-there (x) (list x))";
  const { said } = run(
    "(list (not-there 1))",
    inspect(0),
    within(0, "x"),
    [define],
    inspect(0),
    leave(0, "5"),
  );
  const advice = "It is the call of a function that was not defined.";
  expect(said[0]).toBe(`0: (NOT-THERE 1)\n  [level 1]\n\n${advice}`);
  expect(said[3]).toBe(said[0]);
  for (const each of said) expect(each).not.toMatch(/recompile|debug quality|own code/);
  const left = run("(list (not-there-either 1))", leave(0, "5"), {});
  expect(left.problems[1]).toBe(`Frame 0 can be neither left nor restarted. ${advice}`);
});

test("a call returns values that are evaluated in it, and cleanup forms run", () => {
  const { said } = run(FAILING, within(1, "(setf h 7)"), leave(1, "(list (* w h) unit)"));
  expect(said).toEqual(["ok: 7", "ok: 64"]);
  expect(run("(progn (setq *log* nil) (list (total '((1 nil))) *log*))", leave(2, ":none")).said).toEqual([
    "ok: (:NONE (:LEFT))",
  ]);
});

test("a call is made again, by what was defined meanwhile and with what was set", () => {
  const better = "(defun area (w h) (declare (optimize (debug 2))) (list (* w (or h 1)) :cm))";
  const { said } = run(FAILING, [better], leave(2, null));
  expect(said).toEqual(["ok: AREA", "ok: 40"]);
  run(AREA);
});

test("what cannot be left stays held and says why", () => {
  const { said, problems } = run(
    "(plain 1 '(:a))",
    leave(1, "5"),
    leave(0, "5"),
    leave(99, null),
    leave(1, "(nothing-such)"),
    leave(1, "(unfinished"),
  );
  expect(said[0]).toMatch(/^error: The value\s+:A\s+is not of type\s+NUMBER/);
  expect(problems[1]).toMatch(/^Frame 1 can be neither left nor restarted\./);
  expect(problems[2]).toContain("call of the image's own code");
  expect(problems[3]).toBe("There is no frame 99.");
  expect(problems[4]).toContain("The function COMMON-LISP-USER::NOTHING-SUCH is undefined.");
  expect(problems[5]).toContain("the text ends before the form does");
});

test("from level 2 the calls of level 1 are seen, evaluated in and left", () => {
  const { said } = run(
    "(plain 1 (list (total '((2 :x)))))",
    ["(plain 3 '(:b))"],
    inspect(1, 2),
    inspect(1, 1),
    within(1, "(list w h)", 1),
    within(1, "(list x y)", 2),
    leave(2, "100", 1),
  );
  expect(said[0]).toContain("(PLAIN 3 (:B))");
  expect(said[1]).toContain("(AREA 2 :X)");
  expect(said[2]).toBe("ok: (2 :X)");
  expect(said[3]).toBe("ok: (3 (:B))");
  expect(said.at(-1)).toBe("ok: (101)");
});

test("after the fact the calls of the last error are shown, until something else is evaluated", () => {
  run(["(total '((2 3) (4 :y)))", ASIDE]);
  const { said } = run(lookBack(1));
  expect(said[0]).toContain("1: (AREA 4 :Y)");
  expect(said[0]).toContain("H: :Y");
  expect(run(lookBack(77)).said[0]).toContain("has no call 77");
  run("(+ 1 1)");
  expect(run(lookBack(1)).said[0]).toContain("are not kept any more");
});

test("nonsense is answered with errors, and the level stays", () => {
  const { said } = run(
    FAILING,
    inspect(1_000_000),
    inspect(1, 5),
    within(50, "1"),
    within(1, '(error "inside")'),
    within(1, "(return-from total :early)"),
    { restart: null },
  );
  expect(said[0]).toContain("There is no frame 1000000.");
  expect(said[1]).toContain("There is no level 5.");
  expect(said[2]).toContain("There is no frame 50.");
  expect(said[3]).toContain("inside");
});

test("an error in a form of a frame is a level of its own, and the form goes on", () => {
  const { said, deepest, asked } = run(
    FAILING,
    ["(list w (not-yet w) (setf h :helped))", held(1)],
    ["(defun not-yet (x) (list :defined x))"],
    { restart: "CONTINUE" },
    leave(1, "(list (length (list w h)))"),
  );
  expect(said).toEqual(["ok: NOT-YET", "ok: (4 (:DEFINED 4) :HELPED)", "ok: 38"]);
  expect(deepest).toBe(2);
  expect(asked[1]?.message).toBe("The function COMMON-LISP-USER::NOT-YET is undefined.");
});

test("a form of a frame that is held is left for a block of the frame", () => {
  const { said } = run(
    FAILING,
    ["(unwind-protect (list (not-there-yet)) (setq *log* (list h)))", held(1)],
    within(1, "(return-from area (list 7 :early))"),
  );
  expect(said).toEqual(["left: ", "left: ", "ok: 43"]);
  expect(run("*log*").said).toEqual(["ok: (:LEFT NIL)"]);
});

test("a frame that is not there is an error of its own level", () => {
  const { said, asked } = run(FAILING, ["1", held(50)], { restart: "ABORT" }, {});
  expect(asked[1]?.message).toBe("There is no frame 50.");
  expect(said[0]).toBe("error: There is no frame 50.");
});

test("a form of a frame reads what is typed", () => {
  const input = { text: null, askMs: 1000, end: "Nothing was typed." };
  const { said } = run(
    FAILING,
    ["(setf h (parse-integer (read-line)))", { ...ASIDE, input, frame: { level: 1, index: 1 } }],
    { input: "7", echo: true },
    leave(1, "(list h)"),
  );
  expect(said).toEqual(["ok: 7", "ok: 43"]);
});

test("a cancellation ends a form of a frame alone", () => {
  const { said } = run(
    FAILING,
    () => {
      levels.interrupted = levels.lastId + 1;
    },
    within(1, "(loop)"),
    leave(1, "(list w)"),
  );
  expect(said).toEqual(["cancelled: ", "ok: 40"]);
});
