/** What of the image's own packages programs can name, also when all that comes later is there. */
import { beforeAll, describe, expect, test } from "vitest";
import { NAMEABLE } from "./engine.js";
import { everything } from "./everything.js";
import { answerOf, bootEvaluator, type Evaluator, valuesOf } from "./image.js";

const PACKAGES = [...NAMEABLE.keys()];

/** The lines that a form writes. */
function lines(evaluate: Evaluator, code: string): string[] {
  const { outcome, stdout } = evaluate(code, { maxOutput: 10_000_000, deadlineMs: 60_000 });
  expect(outcome.condition).toBeNull();
  return stdout.split("\n").filter((line) => line !== "");
}

/** Writes the symbols of our packages that a form goes through, that mean something, and are not external. */
const named = (symbols: string) => `
  (flet ((note (symbol)
           (let ((home (symbol-package symbol)))
             (when (and home
                        (member (package-name home) '(${PACKAGES.map((name) => `"${name}"`).join(" ")})
                                :test #'string=)
                        (or (fboundp symbol) (boundp symbol)))
               (multiple-value-bind (found status) (find-symbol (symbol-name symbol) home)
                 (unless (and (eq found symbol) (eq status :external))
                   (format t "~A ~A~%" (package-name home) (symbol-name symbol))))))))
    ${symbols})`;

const OF_PACKAGES = `(dolist (name '(${PACKAGES.map((name) => `"${name}"`).join(" ")}))
  (do-symbols (symbol name) (note symbol)))`;

let all: string[];
beforeAll(async () => {
  const open = await bootEvaluator({ isOpen: true });
  everything(open);
  all = lines(open, named(OF_PACKAGES));
  expect(all.length).toBeGreaterThan(1500);
});

const isMeant = (line: string) => {
  const [home = "", name = ""] = line.split(" ");
  return NAMEABLE.get(home)?.has(name) === true;
};

describe.each([
  ["an image as it begins", () => {}],
  ["an image with all extensions, ASDF and a library", everything],
])("%s", (_, load) => {
  let evaluate: Evaluator;
  beforeAll(async () => {
    evaluate = await bootEvaluator();
    load(evaluate);
  });

  test.each([
    ["going through packages", OF_PACKAGES],
    ["going through all symbols", "(do-all-symbols (symbol) (note symbol))"],
    [
      "APROPOS",
      `(dolist (name '(${PACKAGES.map((name) => `"${name}"`).join(" ")})) (mapc #'note (apropos-list "" name)))`,
    ],
    [
      "iterators",
      "(with-package-iterator (next (list-all-packages) :internal :external :inherited) (loop (multiple-value-bind (more symbol) (next) (unless more (return)) (note symbol))))",
    ],
  ])("finds by %s what macros expand into, and no more", (_, symbols) => {
    expect([...new Set(lines(evaluate, named(symbols)))].filter((line) => !isMeant(line))).toEqual([]);
  });

  test("finds none of the others by its name", () => {
    const others = all.filter((line) => !isMeant(line));
    const list = others.map((line) => line.replace(/^(\S+) (.*)$/, '("$1" "$2")')).join(" ");
    expect(others.length).toBeGreaterThan(1400);
    const found = lines(
      evaluate,
      `(loop for (home name) in '(${list})
             when (or (find-symbol name home)
                      (ignore-errors (intern name home))
                      (ignore-errors (read-from-string (format nil "~A::|~A|" home name)))
                      (ignore-errors (import (make-symbol name) home))
                      (find home (find-all-symbols name) :test #'equal
                            :key (lambda (symbol) (package-name (symbol-package symbol)))))
               do (format t "~A ~A~%" home name))`,
    );
    expect(found).toEqual([]);
  });
});

test("a name that a program took before the image defined it is the program's, without a package", async () => {
  const evaluate = await bootEvaluator();
  evaluate(`(defvar *taken* (handler-bind ((error #'continue)) (read-from-string "jscl-mcp::trampoline")))`);
  expect(valuesOf(evaluate("(symbol-name *taken*)"))).toEqual(['"TRAMPOLINE"']);
  everything(evaluate);
  expect(valuesOf(evaluate("(list (fboundp *taken*) (symbol-package *taken*))"))).toEqual(["(NIL NIL)"]);
  expect(answerOf(evaluate(`(read-from-string "jscl-mcp::trampoline")`))).toMatch(
    /not found in the JSCL-MCP package/,
  );
});

test("what the Lisp compiles of itself no hook of a program's sees or changes", async () => {
  const evaluate = await bootEvaluator();
  const code = `(defvar *seen* 0)
    (defun traced (x) x)
    (let ((*macroexpand-hook* (lambda (f form env) (incf *seen*) (funcall f form env))))
      (eval '(trace traced))
      (setq *seen* 0)
      (traced 1))
    *seen*`;
  expect(valuesOf(evaluate(code)).at(-1)).toBe("0");
});
