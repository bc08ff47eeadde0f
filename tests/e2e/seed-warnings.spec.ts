import { expect, test } from "./support/test.js";

type Warning = { type: string; message: string; position: { line: number; column: number } | null };

test.beforeAll(async ({ lisp }) => {
  await lisp.tool("reset-session");
});

test("a warning is recorded and muffled, and the value is shown", async ({ lisp }) => {
  const { text, isError, structuredContent } = await lisp.evaluate('(warn "caution") :ok');
  expect(isError ?? false).toBe(false);
  expect(structuredContent["values"]).toEqual([":OK"]);
  const warnings = structuredContent["warnings"] as Warning[];
  expect(warnings).toHaveLength(1);
  expect(warnings[0]?.message).toContain("caution");
  expect(text).toBe("[warnings]\nSIMPLE-WARNING: caution\n\n=> :OK");
});

test("the informal example of the property", async ({ lisp }) => {
  const { text } = await lisp.evaluate('(warn "This is a warning") :ok');
  expect(text).toBe("[warnings]\nSIMPLE-WARNING: This is a warning\n\n=> :OK");
});

test("three warnings, in order", async ({ lisp }) => {
  const { structuredContent, isError } = await lisp.evaluate('(warn "w1") (warn "w2") (warn "w3") :done');
  expect(isError ?? false).toBe(false);
  const warnings = structuredContent["warnings"] as Warning[];
  expect(warnings.map((warning) => warning.message)).toEqual(["w1", "w2", "w3"]);
  expect(structuredContent["values"]).toEqual([":DONE"]);
});

test("a style warning of the user's own keeps its type", async ({ lisp }) => {
  const { text } = await lisp.evaluate("(warn 'style-warning) 7");
  expect(text).toMatch(/^\[warnings\]\nSTYLE-WARNING: .*\n\n=> 7$/);
});

test("a warning before an error is reported with it", async ({ lisp }) => {
  const { text, isError } = await lisp.evaluate('(warn "careful") (error "boom")');
  expect(isError).toBe(true);
  expect(text.startsWith("[warnings]\nSIMPLE-WARNING: careful\n\n[ERROR] SIMPLE-ERROR\nboom\n"), text).toBe(
    true,
  );
});

test("the user's own handler and muffling come first", async ({ lisp }) => {
  const code = '(handler-bind ((warning #\'muffle-warning)) (warn "unseen") 1)';
  const { text } = await lisp.evaluate(code);
  expect(text).toBe("=> 1");
});

test("a compiler's warning says where", async ({ lisp }) => {
  const { structuredContent } = await lisp.evaluate("(defun foo ()\n  (let ((x 10))\n    nil))");
  const [warning] = structuredContent["warnings"] as Warning[];
  expect(warning).toMatchObject({
    type: "SIMPLE-STYLE-WARNING",
    message: "The variable X is defined but never used.",
  });
  expect(warning?.position?.line).toBeGreaterThanOrEqual(1);
});
