import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { bootEvaluator, type Evaluator, loadParts, valuesOf } from "./image.js";

const LIMIT_MS = 120_000;

/** ASDF as the build compiled it. */
const compiled = (await loadParts()).asdf;

/** The same without what its packages come to: their definitions run. */
const running = (): string => JSON.stringify({ ...JSON.parse(compiled()), packages: undefined });

const SOURCE = fileURLToPath(new URL("../../jscl-bridge/third-party/asdf/asdf.lisp", import.meta.url));

/** Prints what a package is on the first line, and on each of the others a symbol that is present there. */
const PRINT_STATE = `
(defun print-state (package)
  (flet ((names (packages) (mapcar #'package-name packages)))
    (print (list (package-name package) (package-nicknames package) (names (package-use-list package))
                 (names (package-used-by-list package)) (names (sb-ext:package-implemented-by-list package))
                 (sb-ext:package-locked-p package) (mapcar #'string (package-shadowing-symbols package))
                 (mapcar (lambda (pair) (list (car pair) (package-name (cdr pair))))
                         (sb-ext:package-local-nicknames package)))))
  (terpri)
  (with-package-iterator (next-symbol package :internal :external)
    (loop (multiple-value-bind (more symbol status) (next-symbol)
            (unless more (return))
            (dolist (each (list (symbol-name symbol) (if (eq status :external) " EXTERNAL " " INTERNAL ")
                                (if (symbol-package symbol) (package-name (symbol-package symbol)) "-")
                                (if (fboundp symbol) " FUNCTION" "") (if (macro-function symbol) " MACRO" "")
                                (if (fboundp (list 'setf symbol)) " SETF" "") (if (boundp symbol) " VARIABLE" "")
                                (if (find-class symbol nil) " CLASS" "")))
              (write-string each))
            (terpri))))
  (write-string "END"))`;

interface State {
  readonly facts: string;
  readonly symbols: readonly string[];
}

/** The state of every package there is, by its name. */
function statesIn(evaluate: Evaluator): Map<string, State> {
  valuesOf(evaluate(`(in-package "CL-USER") ${PRINT_STATE}`));
  const names = evaluate('(format t "[~{~S~^,~}]" (mapcar #\'package-name (list-all-packages)))').stdout;
  const read = (name: string): [string, State] => {
    const { stdout } = evaluate(`(print-state (find-package ${JSON.stringify(name)}))`, {
      deadlineMs: LIMIT_MS,
      maxOutput: 1_000_000,
    });
    const [facts = "", ...symbols] = stdout.trim().split("\n");
    expect(symbols.pop()).toBe("END");
    return [name, { facts, symbols }];
  };
  return new Map((JSON.parse(names) as string[]).map(read));
}

/** An image that has loaded a compiled ASDF after some forms. */
async function imageWith(asdf: () => string, before = "nil"): Promise<Evaluator> {
  const evaluate = await bootEvaluator({ asdf });
  valuesOf(evaluate(before));
  valuesOf(evaluate("(require :asdf)", { deadlineMs: LIMIT_MS }));
  return evaluate;
}

const ofAsdf = (states: ReadonlyMap<string, State>): string[] =>
  [...states.keys()].filter((name) => /^(UIOP|ASDF)/.test(name));

describe("packages of the compiled ASDF", () => {
  const NOTES = "uiop/package::*all-package-fishiness*";
  /** Two packages by UIOP, one of which ASDF has defined in another way. */
  const MORE = `
    (uiop:define-package :mine (:nicknames :my) (:mix :uiop :asdf :cl) (:reexport :asdf) (:shadow #:getenv))
    (uiop:define-package :uiop/version (:use :uiop/common-lisp :uiop/package :uiop/utility)
      (:recycle :uiop/version :uiop/utility :asdf) (:export #:parse-version #:mine))`;
  let states: Map<string, State>;
  let after: Map<string, State>;
  let notes: readonly string[];
  beforeAll(async () => {
    const quick = await imageWith(compiled);
    states = statesIn(quick);
    notes = valuesOf(quick(NOTES));
    valuesOf(quick(MORE, { deadlineMs: LIMIT_MS }));
    after = statesIn(quick);
  });

  test("are as where their definitions run, and become what they do there", async () => {
    expect(ofAsdf(states).length).toBeGreaterThan(35);
    const slow = await imageWith(running);
    expect(states).toEqual(statesIn(slow));
    expect(notes).toEqual(valuesOf(slow(NOTES)));
    valuesOf(slow(MORE, { deadlineMs: LIMIT_MS }));
    expect(after).toEqual(statesIn(slow));
    expect(after.get("UIOP/VERSION")).not.toEqual(states.get("UIOP/VERSION"));
  });

  test("are as after loading the source, which reads more symbols", async () => {
    const evaluate = await bootEvaluator({
      isOpen: true,
      files: { "/asdf.lisp": readFileSync(SOURCE, "utf8") },
    });
    valuesOf(evaluate('(find-package "SB-EXT") (jscl-mcp::claim-asdf-features)'));
    valuesOf(evaluate('(load "/asdf.lisp")', { deadlineMs: LIMIT_MS }));
    const others = statesIn(evaluate);
    const external = (state: State | undefined) =>
      state?.symbols.filter((line) => line.includes(" EXTERNAL ")).toSorted();
    expect(ofAsdf(states).toSorted()).toEqual(ofAsdf(others).toSorted());
    for (const name of ofAsdf(states)) {
      expect(states.get(name)?.facts).toBe(others.get(name)?.facts);
      expect(external(states.get(name)), name).toEqual(external(others.get(name)));
      expect(others.get(name)?.symbols).toEqual(
        expect.arrayContaining([...(states.get(name)?.symbols ?? [])]),
      );
    }
  });
});

test.each([
  [
    "a package under one of their names keeps its symbols",
    '(defpackage "UIOP/OS" (:use "CL")) (intern "OWN" "UIOP/OS")',
    '(values (find-symbol "OWN" "UIOP/OS"))',
    "UIOP/OS::OWN",
  ],
  [
    "symbols of a package whose name ASDF had once become its own",
    '(defvar *old* (intern "CONSULT-ASDF-CACHE" (defpackage "ASDF/CACHE" (:export "CONSULT-ASDF-CACHE"))))',
    '(values (eq *old* (find-symbol "CONSULT-ASDF-CACHE" "ASDF/SESSION")))',
    "T",
  ],
  [
    "what COMMON-LISP exports beyond the standard's is there",
    '(sb-ext:without-package-locks (export (intern "QUITE-NEW" "CL") "CL"))',
    '(nth-value 1 (find-symbol "QUITE-NEW" "UIOP/COMMON-LISP"))',
    ":EXTERNAL",
  ],
])("where packages were others before ASDF, its definitions run: %s", async (_, before, form, value) => {
  const evaluate = await imageWith(compiled, before);
  expect(valuesOf(evaluate(form))).toEqual([value]);
});
