import { expect, test } from "./support/test.js";

test.beforeAll(async ({ lisp }) => {
  await lisp.tool("reset-session");
});

test("an error is looked at, and the code evaluated again with a restart", async ({ lisp }) => {
  const code = "(defun half (n) (/ n 2)) (half nothing-here)";
  const failed = await lisp.evaluate(code);
  expect(failed.isError).toBe(true);
  const { text: told } = await lisp.tool("describe-last-error");
  expect(told).toContain("2. USE-VALUE - Use specified value");
  expect(told).toContain('restarts: [{"restart": "USE-VALUE", "values": ["<a form>"]}]');

  const restarts = [{ restart: "USE-VALUE", values: ["(* 6 14)"], "condition-type": "unbound-variable" }];
  const { text, isError, structuredContent } = await lisp.evaluate(code, { restarts });
  expect(isError ?? false).toBe(false);
  expect(text).toMatch(
    /\[restarts\]\nUSE-VALUE taken for UNBOUND-VARIABLE: The variable NOTHING-HERE is unbound\.\n\n=> 42$/,
  );
  expect(structuredContent["restartsTaken"]).toEqual([
    { restart: "USE-VALUE", condition: "UNBOUND-VARIABLE", message: "The variable NOTHING-HERE is unbound." },
  ]);
  expect((await lisp.tool("describe-last-error")).text).toContain("No error information available.");
});

test("a restart that cannot be taken is said to be so, and the error reported", async ({ lisp }) => {
  const { text, structuredContent } = await lisp.evaluate("(/ 1 0)", { restarts: [{ restart: "CONTINUE" }] });
  const problem = "CONTINUE not taken for DIVISION-BY-ZERO: no such restart is active; active are ABORT.";
  expect(text.startsWith(`[restarts]\n${problem}\n\n[ERROR] DIVISION-BY-ZERO\n`), text).toBe(true);
  expect(structuredContent["error"]).toMatchObject({ restartTaken: null, restartProblem: problem });
});

test("malformed restarts are the caller's error, and nothing is evaluated", async ({ lisp }) => {
  const { text, isError } = await lisp.evaluate("(defvar *not-evaluated* t)", {
    restarts: [{ name: "CONTINUE" }],
  });
  expect(isError).toBe(true);
  expect(text).toContain('In argument "restarts": Argument "restart" is missing');
  expect((await lisp.evaluate("(boundp '*not-evaluated*)")).text).toBe("=> NIL");
});
