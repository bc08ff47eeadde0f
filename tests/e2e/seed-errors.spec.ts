import { errorRows, exactRows, readerErrorExample, supertypes } from "../fixtures/seeds.js";
import { expect, test } from "./support/test.js";

test.beforeAll(async ({ lisp }) => {
  await lisp.tool("reset-session");
});

for (const { seed, code, type } of errorRows) {
  test(`${seed}: ${code.slice(0, 70)} is a ${type.slice(0, 40)}`, async ({ lisp }) => {
    const { text, isError, structuredContent } = await lisp.evaluate(code);
    expect(isError).toBe(true);
    const marker = text.indexOf("[ERROR] ");
    expect(marker, text).toBeGreaterThanOrEqual(0);
    expect(text.slice(marker)).toContain(type);
    expect(text).toContain("[Backtrace]");

    const error = structuredContent["error"] as {
      type: string;
      message: string;
      precedence: string[];
      timestamp: string;
    };
    expect(structuredContent["status"]).toBe("error");
    expect(`${error.type} ${error.message}`).toContain(type);
    expect(error.precedence).toContain("COMMON-LISP:CONDITION");
    const supertype = supertypes[type];
    if (supertype) expect(error.precedence).toContain(supertype);
    expect(new Date(error.timestamp).toISOString()).toBe(error.timestamp);

    const next = await lisp.evaluate("(+ 1 2)");
    expect(next.text).toBe("=> 3");
    expect(next.isError ?? false).toBe(false);
  });
}

test.describe("worked examples, to the letter", () => {
  test.beforeEach(async ({ lisp }) => {
    await lisp.evaluate("(fmakunbound 'foo)");
  });

  for (const { seed, code, text } of exactRows) {
    test(`${seed}: ${code}`, async ({ lisp }) => {
      expect((await lisp.evaluate(code)).text).toBe(text);
    });
  }

  test(`index: reader error: ${readerErrorExample.code}`, async ({ lisp }) => {
    const { text, isError, structuredContent } = await lisp.evaluate(readerErrorExample.code);
    expect(isError).toBe(true);
    expect(text.startsWith(readerErrorExample.start), text).toBe(true);
    expect(text.endsWith(readerErrorExample.end), text).toBe(true);
    expect(text).toMatch(/READER-ERROR at line 1, column \d+: .*\(/);
    expect(structuredContent["error"]).toMatchObject({ phase: "read", form: 0, type: "END-OF-FILE" });
  });

  test("report: output before an error stands first", async ({ lisp }) => {
    const code = '(progn (format t "Processing item 1...~%Processing item 2...~%") (/ 1 0))';
    const { text } = await lisp.evaluate(code);
    expect(text).toBe(
      [
        "[stdout]",
        "Processing item 1...",
        "Processing item 2...",
        "",
        "[ERROR] DIVISION-BY-ZERO",
        "arithmetic error DIVISION-BY-ZERO signalled",
        "Operation was (/ 1 0).",
        "",
        "[Backtrace]",
        "0: (/ 1 0)",
      ].join("\n"),
    );
  });
});

test("handling: output before an error is kept", async ({ lisp }) => {
  const { text, isError, structuredContent } = await lisp.evaluate('(format t "hello") (error "boom")');
  expect(isError).toBe(true);
  expect(structuredContent["stdout"]).toBe("hello");
  expect(text.startsWith("[stdout]\nhello\n\n[ERROR] SIMPLE-ERROR\nboom\n\n[Backtrace]\n"), text).toBe(true);
});

test("handling: the backtrace names the user's function", async ({ lisp }) => {
  const { text, structuredContent } = await lisp.evaluate('(defun f () (error "fail")) (f)');
  expect(text.slice(text.indexOf("[Backtrace]"))).toContain("(F)");
  const error = structuredContent["error"] as {
    frames: Array<{ function: string; text: string }>;
    form: number;
  };
  expect(error.frames.map((frame) => frame.text)).toContain("(F)");
  expect(error.form).toBe(1);
});

test("report: the frames of nested calls, innermost first, with their arguments", async ({ lisp }) => {
  await lisp.evaluate(
    "(defun compute-average (list) (/ 6 (length (cddddr list)))) (defun process-data (data) (1+ (compute-average data)))",
  );
  const { text } = await lisp.evaluate("(1+ (process-data '(1 2 0 3)))");
  const backtrace = text.slice(text.indexOf("[Backtrace]")).split("\n");
  expect(backtrace.slice(0, 4)).toEqual([
    "[Backtrace]",
    "0: (/ 6 0)",
    "1: (COMPUTE-AVERAGE (1 2 0 3))",
    "2: (PROCESS-DATA (1 2 0 3))",
  ]);
});

test("report: at most 20 frames, and a last line that counts the rest", async ({ lisp }) => {
  const code = '(defun dive (n) (if (= n 0) (error "deep") (1+ (dive (1- n))))) (dive 100)';
  const { text, structuredContent } = await lisp.evaluate(code);
  const [frames = "", where] = text.slice(text.indexOf("[Backtrace]\n")).split("\n\n");
  const backtrace = frames.split("\n").slice(1);
  const numbered = backtrace.filter((line) => /^\d+: /.test(line));
  expect(numbered).toHaveLength(20);
  const { framesTotal } = structuredContent["error"] as { framesTotal: number };
  expect(framesTotal).toBeGreaterThanOrEqual(101);
  expect(backtrace.at(-1)).toBe(`… ${framesTotal - 20} more frames`);
  expect(where).toBe("Where: form 1, line 1, column 28, in (DEFUN DIVE)");
});

test("report: long arguments are cut with ... and unprintable objects shown as #<...>", async ({ lisp }) => {
  const code =
    "(defun hold (a b) (error \"held ~a\" (length (list a b)))) (hold (make-list 5000 :initial-element 'x) #'car)";
  const { text } = await lisp.evaluate(code);
  const frame = text.split("\n").find((line) => line.includes("(HOLD "));
  expect(frame).toBeDefined();
  expect(frame).toContain("...");
  expect(frame).toContain("#<");
  expect(frame?.length).toBeLessThan(2000);
});
