import { describeRows, NO_ERROR_TEXT } from "../fixtures/seeds.js";
import { expect, test } from "./support/test.js";

test.beforeEach(async ({ lisp }) => {
  await lisp.evaluate("nil");
});

test("says so where there is no error", async ({ lisp }) => {
  const { text, isError } = await lisp.tool("describe-last-error");
  expect(text).toBe(NO_ERROR_TEXT);
  expect(isError ?? false).toBe(false);
});

for (const { seed, code, lines, restarts } of describeRows) {
  test(`${seed}: ${code}`, async ({ lisp }) => {
    await lisp.evaluate(code);
    const { text, isError } = await lisp.tool("describe-last-error");
    expect(isError ?? false).toBe(false);
    const printed = text.split("\n");
    let from = 0;
    for (const line of lines) {
      const at = printed.indexOf(line, from);
      expect(at, `"${line}" in\n${text}`).toBeGreaterThanOrEqual(from);
      from = at + 1;
    }
    const start = printed.indexOf("Available Restarts:");
    const listed = printed.slice(start + 1, printed.indexOf("", start));
    listed.forEach((line, index) => {
      expect(line).toMatch(new RegExp(`^  ${index + 1}\\. [A-Z-]+ - \\S`));
    });
    for (const name of restarts)
      expect(
        listed.some((line) => line.includes(`. ${name} - `)),
        text,
      ).toBe(true);
  });
}

test("the whole description of a division by zero", async ({ lisp }) => {
  await lisp.evaluate("(/ 1 0)");
  const { text, structuredContent } = await lisp.tool("describe-last-error", { detail: "full" });
  expect(text.split("\n").slice(0, 6)).toEqual([
    "Error: DIVISION-BY-ZERO",
    "  arithmetic error DIVISION-BY-ZERO signalled",
    "  Operation was (/ 1 0).",
    "",
    "Available Restarts:",
    expect.stringMatching(/^ {2}1\. ABORT - Return to top level\.?$/),
  ]);
  const { timestamp } = structuredContent["error"] as { timestamp: string };
  expect(Math.abs(Date.now() - Date.parse(timestamp))).toBeLessThan(60_000);
});

test("shows the top five frames alone, and get-backtrace the rest", async ({ lisp }) => {
  await lisp.evaluate('(defun sink (n) (if (= n 0) (error "deep") (1+ (sink (1- n))))) (sink 30)');
  const { text } = await lisp.tool("describe-last-error");
  expect(text.split("\n").filter((line) => /^ {2}\d+: /.test(line))).toHaveLength(5);
  const full = await lisp.tool("get-backtrace", { "max-frames": 12 });
  expect(full.text.split("\n").filter((line) => /^\d+: /.test(line))).toHaveLength(12);
});

test("the life of an error: set, kept by other tools, replaced, cleared by a success", async ({ lisp }) => {
  await lisp.evaluate("(car 42)");
  await lisp.tool("configure-limits", {});
  await lisp.tool("get-backtrace");
  expect((await lisp.tool("describe-last-error")).text).toContain("Error: TYPE-ERROR");
  expect((await lisp.tool("describe-last-error")).text).toContain("Error: TYPE-ERROR");
  await lisp.evaluate("(/ 1 0)");
  expect((await lisp.tool("describe-last-error")).text).toContain("Error: DIVISION-BY-ZERO");
  await lisp.evaluate("(+ 1 2)");
  expect((await lisp.tool("describe-last-error")).text).toBe(NO_ERROR_TEXT);
});

test("a reset clears it", async ({ lisp }) => {
  await lisp.evaluate("(car 42)");
  await lisp.tool("reset-session");
  expect((await lisp.tool("describe-last-error")).text).toBe(NO_ERROR_TEXT);
});
