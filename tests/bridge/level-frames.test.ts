import { beforeAll, expect, test } from "vitest";
import type { Answer, Evaluate, Event, Look, Outcome } from "../../jscl-bridge/contract/engine.js";
import type { FrameInspection } from "../../jscl-bridge/contract/results.js";
import type { AwaitAnswer } from "../../jscl-bridge/engine/answers.js";
import { bootImage } from "../../jscl-bridge/engine/boot.js";
import { createEngine } from "../../jscl-bridge/engine/engine.js";
import { evaluateCommand } from "../../jscl-bridge/engine/evaluate-command.js";
import { noAnswer } from "../../jscl-bridge/engine/no-answer.js";
import { loadParts } from "./image.js";

/** A text to evaluate on top of a level, with what more its command says, or an answer. */
type Deed = readonly [code: string, more?: Partial<Evaluate>] | Partial<Answer>;

let engine: ReturnType<typeof createEngine>;
let events: Event[] = [];
let deeds: Deed[] = [];
let lastId = 0;

const command = (code: string, more: Partial<Evaluate> = {}) => ({
  kind: "evaluate",
  ...evaluateCommand(++lastId, code, { askMs: 1000, hold: true, ...more }),
});

const awaitAnswer: AwaitAnswer = ({ id, question, perform }) => {
  for (;;) {
    const deed = deeds.shift();
    if (deed === undefined) return null;
    if (Array.isArray(deed)) perform(command(deed[0], deed[1]));
    else return { ...noAnswer(id, question), ...(deed as Partial<Answer>) };
  }
};

const AREA = `(defun area (w h)
  (declare (optimize (debug 2)))
  (let ((unit :cm)) (declare (ignorable unit)) (list (* w h) unit)))`;

beforeAll(async () => {
  const image = bootImage(await loadParts(), () => {}, false);
  engine = createEngine(
    image,
    (event) => events.push(event),
    () => false,
    awaitAnswer,
  );
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

function run(code: string, ...said: Deed[]) {
  events = [];
  deeds = said;
  engine.handle(command(code));
  expect(deeds, "all of it was done").toEqual([]);
  const outcomes = events.flatMap((event) => (event.kind === "completed" ? [event.outcome] : []));
  const problems = events.flatMap((event) =>
    event.kind === "asking" ? [event.condition.restartProblem] : [],
  );
  return { said: outcomes.map(short), outcomes, problems };
}

function short({ status, values, condition, report }: Outcome): string {
  if (condition !== null) return `${status}: ${condition.message}`;
  return report === null ? `${status}: ${values.join(" ")}` : textOf(report);
}

const textOf = (report: unknown): string => (JSON.parse(String(report)) as { text: string }).text;

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

const ASIDE = { askMs: 0, hold: false };

const FAILING = "(total '((2 3) (4 nil) (5 6)))";

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
  engine.handle(command("(total '((2 3) (4 :y)))", { hold: false, askMs: 0 }));
  const { said } = runLook(1);
  expect(said[0]).toContain("1: (AREA 4 :Y)");
  expect(said[0]).toContain("H: :Y");
  expect(runLook(77).said[0]).toContain("has no call 77");
  run("(+ 1 1)");
  expect(runLook(1).said[0]).toContain("are not kept any more");
});

function runLook(index: number) {
  events = [];
  engine.handle(command("", { hold: false, askMs: 0, look: { kind: "frame", level: 0, index } as Look }));
  const outcomes = events.flatMap((event) => (event.kind === "completed" ? [event.outcome] : []));
  return { said: outcomes.map(short) };
}

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
