/** Pictures that programs display. */
import { beforeAll, expect, test } from "vitest";
import { bootEvaluator, type Evaluator } from "./image.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
});

const shown = (code: string) => evaluate(code).outcome.display;

test("a list form becomes the text of an SVG, its text escaped", () => {
  const value = (form: string) => evaluate(`(princ (jscl-mcp:svg ${form}))`).stdout;
  expect(value(`'(:svg :|viewBox| "0 0 1 1" (:circle :r 1/3 :cx 2.50) (:text "a<b & \\"c\\""))`)).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><circle r="0.333" cx="2.5"></circle><text>a&lt;b &amp; &quot;c&quot;</text></svg>',
  );
  expect(value('"<svg/>"')).toBe("<svg/>");
});

test("what is displayed is told with its title and its form", () => {
  const { outcome } = evaluate('1 (jscl-mcp:display "image/svg+xml" "<svg/>" :title "nothing")');
  expect(outcome).toMatchObject({ status: "ok", values: [] });
  expect(outcome.display).toEqual({
    pictures: [{ mime: "image/svg+xml", data: "<svg/>", title: "nothing", form: 1 }],
    leftOut: 0,
  });
  expect(shown("1")).toBeNull();
  expect(shown('(jscl-mcp:display "image/png" "Zm9v") (error "afterwards")')?.pictures).toHaveLength(1);
  expect(evaluate('(jscl-mcp:display "text/html" "x")').outcome.condition?.message).toBe(
    '"text/html" is no kind of picture: there are image/svg+xml and image/png.',
  );
});

test("there is room for so many", () => {
  const many = shown('(dotimes (i 5) (jscl-mcp:display "image/svg+xml" "<svg/>"))');
  expect([many?.pictures.length, many?.leftOut]).toEqual([3, 2]);
  const large = shown(
    '(jscl-mcp:display "image/svg+xml" (make-string 20001)) (jscl-mcp:display "image/png" "Zm9v")',
  );
  expect([large?.pictures.map(({ mime }) => mime), large?.leftOut]).toEqual([["image/png"], 1]);
});

test("numbers, points and functions are plotted", () => {
  const plot = (code: string) => {
    const { outcome } = evaluate(`(jscl-mcp:plot ${code})`);
    expect(outcome.condition, code).toBeNull();
    return outcome.display?.pictures[0]?.data ?? "";
  };
  expect(plot("'(1 4 9 16)")).toMatch(/<polyline[^>]* points="46,254 /);
  expect(plot("#'sin")).toContain("<polyline");
  expect(plot("(lambda (x) (sqrt x)) :from -1 :to 1")).toContain("<polyline");
  expect(plot("'((1 2) (3 4/3) (5 . 6)) :kind :scatter").match(/<circle/g)).toHaveLength(3);
  expect(plot("(vector 3 -1 2) :kind :bars").match(/<rect/g)).toHaveLength(3);
  for (const one of ["'(5)", "'(0 0 0)", "'(1d10 -1d10)", "'(1/1000 2/1000)"]) {
    expect(plot(one), one).not.toMatch(/NaN|Infinity|d0|#<|>-?\d+\.</);
  }
  const problem = (code: string) => evaluate(`(jscl-mcp:plot ${code})`).outcome.condition?.message;
  expect(problem("'()")).toBe("There is nothing to plot.");
  expect(problem("'(1 :a)")).toBe(":A cannot be plotted: a number, or a list of two numbers, is wanted.");
  expect(problem("'(1) :kind :pie")).toContain(":PIE");
});
