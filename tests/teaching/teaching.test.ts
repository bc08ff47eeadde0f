/** The playground's examples and the checks of its tutorial, against the Lisp in dist/. */
import { pathToFileURL } from "node:url";
import type { LispServer } from "jscl-mcp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { McpClient } from "../../www/elements/page/mcp-client.js";
import { readEvaluation } from "../../www/elements/results.js";
import { exampleGroups } from "../../www/examples/examples.js";
import { passes } from "../../www/tutorial/check.js";
import { steps } from "../../www/tutorial/steps.js";

/** What each example answers: the values of its last form, as SBCL has them, or the type of its error. */
const ANSWERS: Readonly<Record<string, string | readonly string[]>> = {
  "A wrong value": ["32"],
  Lists: ["(-8 -3 7 12 15 21)"],
  LOOP: ['"coffee"'],
  "Exact numbers": ["(NIL 1/10)"],
  Text: ['(7 "parent")'],
  FORMAT: ['"299 792 458"'],
  "Hash tables": ['(("and" . 2) ("cat" . 1) ("dog" . 1) ("fox" . 1) ("lazy" . 1) ("quick" . 1) ("the" . 3))'],
  Plots: ["100"],
  Structures: ['(#S(ACCOUNT :OWNER "Ada" :BALANCE 0) #S(ACCOUNT :OWNER "Ada" :BALANCE 120))'],
  Closures: ["(0 1 100 110 2)"],
  "Several values": ["61", "11"],
  "Special variables": ["0"],
  Macros: ["(LOOP (UNLESS (< X Y) (RETURN)) (INCF X))", "T"],
  "Code is data": ["42"],
  "Classes and methods": "NO-APPLICABLE-METHOD-ERROR",
  "Methods around methods": ["(:SERVED HOT-DRINK)"],
  "Mended while it runs": "UNDEFINED-FUNCTION",
  "A division by zero": "DIVISION-BY-ZERO",
  "Handling a condition": ["(12 0 30)"],
  Restarts: ["(1 4 3 5)"],
  "Warnings and output": ["12", ":SQUARE-METRES"],
  "Unfinished text": "END-OF-FILE",
  "A loop without an end": "TIMEOUT",
};

/** What somebody may do in each step, of which the last passes, and nothing before. */
const DEEDS: ReadonlyArray<readonly string[]> = [
  ["(print 42) 41", "(error 42)", "(* 6 (+ 3 4))"],
  ["(list 'lisp 1)", '(list "lisp" 1 2)', "42", "(list 'lisp nil nil)"],
  ["(defparameter *price* 21)", '(defparameter *price* "20")', "(defvar *cost* 20)", "(setf *price* 20)"],
  ["(defun square (x) (* 2 x))", "(defun square () 144)", "(defun square (x) (expt x 2))"],
  [
    "(defun sign (n) (if (= n 0) :zero :positive))",
    "(defun sign (n) (cond ((minusp n) :negative) ((zerop n) :zero) (t :positive)))",
  ],
  ["(defun total (l) (reduce #'max l))", "(defun total (l) (if l (+ (first l) (total (rest l))) 0))"],
  ["(twice-as-much 1)", "(/ 1 0)", '(four-times "two")'],
  [
    "(defun divide (a b) (handler-case (/ a b) (error () :infinite)))",
    "(defun divide (a b) (handler-case (/ a b) (division-by-zero () :infinite)))",
  ],
  ["(* 6 7)", "USE-VALUE"],
  [
    "(defclass circle () ((radius :initarg :radius :reader radius)))",
    "(defmethod area-of ((shape circle)) (* 3 (radius shape)))",
    "(defmethod area-of ((shape circle)) (* pi (radius shape) (radius shape)))",
  ],
];

let server: LispServer;
let client: McpClient;
beforeAll(async () => {
  const { LispServer } = (await import(/* @vite-ignore */ pathToFileURL("dist/jscl-mcp-node.js").href)) as {
    LispServer: { start(options: object): Promise<LispServer> };
  };
  server = await LispServer.start({});
  client = new McpClient(server.connect());
});
afterAll(() => server?.close());
const evaluate = (code: string, more: object = {}) =>
  client.callTool("evaluate-lisp", { code, detail: "full", ...more });

test("there are enough examples, most of which are no errors, and each says what it teaches", () => {
  const all = exampleGroups.flat();
  expect(all.map(({ title }) => title).toSorted()).toEqual(Object.keys(ANSWERS).toSorted());
  expect(all).toHaveLength(23);
  expect(Object.values(ANSWERS).filter((answer) => typeof answer === "string").length).toBeLessThan(6);
  for (const { about } of all) expect(about).toMatch(/^[^\n]{10,70}$/);
});

test.each(exampleGroups.flat())("the example $title answers what it should", async ({ title, code }) => {
  await client.callTool("configure-limits", { timeout: 1 });
  const evaluation = readEvaluation((await evaluate(code)).data);
  const expected = ANSWERS[title];
  if (typeof expected === "string") expect(evaluation?.error?.type).toBe(expected);
  else expect(evaluation?.values).toEqual(expected);
});

describe("the tutorial", () => {
  beforeEach(async () => {
    await client.callTool("reset-session", {});
  });

  test("has ten steps, each with what somebody may do in it", () => {
    expect(steps).toHaveLength(10);
    expect(DEEDS).toHaveLength(10);
  });

  test.each(steps.map((step, index) => ({ ...step, deeds: DEEDS[index] ?? [] })))(
    "$title: what does not do it does not pass, and what does it does",
    async ({ code, check, deeds }) => {
      const verdicts: boolean[] = [];
      for (const deed of [code, ...deeds]) {
        const taking = { restarts: [{ restart: deed, values: ["7"] }] };
        const answer = await (deed === "USE-VALUE" ? evaluate(code, taking) : evaluate(deed));
        verdicts.push(await passes(check, { excerpt: { session: "main" }, answer }, client));
        // The check leaves the learner's own value where it was.
        if (!answer.isError)
          expect((await evaluate("*")).text).toBe(answer.text.slice(answer.text.indexOf("=> ")));
      }
      expect(verdicts).toEqual([...deeds.map(() => false), true]);
    },
  );

  test("a check of what never ends is given up", { timeout: 20_000 }, async () => {
    await client.callTool("configure-limits", { timeout: 0 });
    const answer = await evaluate("(defun square (x) (loop))");
    const finished = { excerpt: { session: "main" }, answer };
    await expect(passes("(square 2)", finished, client)).rejects.toThrow();
  });
});
