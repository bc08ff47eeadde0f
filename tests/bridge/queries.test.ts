import { expect, test } from "vitest";
import type { Event, Query } from "../../jscl-bridge/contract/engine.js";
import { bootImage, createEngine, evaluateCommand } from "./engine.js";
import { loadParts } from "./image.js";
import { spentMs } from "./spent.js";

const events: Event[] = [];
const engine = createEngine(
  bootImage(await loadParts(), () => {}),
  (event) => events.push(event),
);

function post(command: object): Event[] {
  events.length = 0;
  engine.handle(command);
  return events;
}

function evaluate(code: string): string[] {
  const last = post({ kind: "evaluate", ...evaluateCommand(1, code) }).at(-1);
  if (last?.kind !== "completed") throw new Error(`${code} did not complete`);
  if (last.outcome.condition !== null) throw new Error(last.outcome.condition.message);
  return last.outcome.values;
}

let id = 0;
function ask(
  what: Query["what"],
  text: string,
  more: Partial<Query> = {},
): { texts: string[]; total: number } {
  const query: Query = { id: ++id, what, text, package: "COMMON-LISP-USER", limit: 100, ...more };
  const [found, ...others] = post({ kind: "query", ...query });
  expect(others).toEqual([]);
  if (found?.kind !== "found" || found.id !== id) throw new Error(`${text}: no answer`);
  expect(found.total).toBeGreaterThanOrEqual(found.texts.length);
  return { texts: found.texts, total: found.total };
}

const symbols = (text: string, more?: Partial<Query>) => ask("complete-symbol", text, more).texts;

evaluate(`
  (defpackage :shapes (:use :cl) (:nicknames :sh) (:export #:area #:|mixed Case|))
  (defun shapes:area (x) "The area of X." x)
  (defun shapes::hidden-helper () 1)
  (defun zork-it () 1)
  (defun |zork small| () 1)
  (defvar *documented* 1 "A variable.")
  (defvar shapes:|mixed Case| 1 "Small.
And more.")
  (defun (setf zork-it) (v) v)
  (list 'zork-mere)`);

test("the best symbols come first: by beginnings, then by words, then by parts", () => {
  expect(symbols("multiple-value-b")).toEqual(["multiple-value-bind"]);
  expect(symbols("m-v-b")[0]).toBe("multiple-value-bind");
  expect(symbols("mapca").slice(0, 3)).toEqual(["mapcan", "mapcar"]);
  expect(symbols("value-bind")).toContain("multiple-value-bind");
  const all = symbols("list");
  expect(all.indexOf("list")).toBe(0);
  expect(all.indexOf("list-length")).toBeLessThan(all.indexOf("copy-list"));
});

test("symbols are written as what was written of them", () => {
  expect(symbols("MULTIPLE-VALUE-B")).toEqual(["MULTIPLE-VALUE-BIND"]);
  expect(symbols("Multiple-value-b")).toEqual(["multiple-value-bind"]);
  expect(symbols("#'multiple-value-prog")).toEqual(["#'multiple-value-prog1"]);
  expect(symbols("(multiple-value-prog")).toEqual(["(multiple-value-prog1"]);
});

test("a prefix says which package's", () => {
  expect(symbols("shapes:")).toEqual(["shapes:area", "shapes:|mixed Case|"]);
  expect(symbols("sh:ar")).toEqual(["sh:area"]);
  expect(symbols("SHAPES::HID")).toEqual(["SHAPES::HIDDEN-HELPER"]);
  expect(symbols("shapes:hid")).toEqual([]);
  expect(symbols("hid")).not.toContain("hidden-helper");
  expect(symbols("hid", { package: "SHAPES" })).toEqual(["hidden-helper"]);
  expect(symbols("h-h", { package: "SHAPES" })).toContain("hidden-helper");
  expect(symbols(":use-val")).toEqual([]);
  evaluate("(list :use-valuable-thing)");
  expect(symbols(":use-val")).toEqual([":use-valuable-thing"]);
  expect(symbols("no-such-package:x")).toEqual([]);
});

test("names with small letters have bars", () => {
  expect(symbols("zork s")).toEqual(["|zork small|"]);
  expect(symbols("|zork")).toEqual(["|zork small|"]);
  expect(symbols("|ZORK-I")).toEqual(["|ZORK-IT|"]);
  expect(symbols("shapes:|mix")).toEqual(["shapes:|mixed Case|"]);
});

test("what names nothing comes after what does; places of SETF functions do not come", () => {
  expect(symbols("zork-")).toEqual(["zork-it", "zork-mere"]);
  expect(symbols("(setf_")).toEqual([]);
});

test("there are at most as many as were wanted", () => {
  const { texts, total } = ask("complete-symbol", "", { limit: 7 });
  expect(texts).toHaveLength(7);
  expect(total).toBeGreaterThan(900);
});

test("packages are completed by names and nicknames", () => {
  expect(ask("complete-package", "sha").texts).toEqual(["shapes"]);
  expect(ask("complete-package", "SH").texts).toEqual(expect.arrayContaining(["SH", "SHAPES"]));
  expect(ask("complete-package", ":c-l-u").texts).toEqual([":common-lisp-user"]);
  expect(ask("complete-package", "").texts).toContain("keyword");
});

test("a symbol is described", () => {
  const [text] = ask("describe-symbol", "shapes:area", { limit: 1000 }).texts;
  expect(text).toContain("names a compiled function");
  expect(ask("describe-symbol", "*documented*", { limit: 1000 }).texts[0]).toContain("A variable.");
  expect(ask("describe-symbol", "AREA", { package: "SHAPES", limit: 1000 }).texts).toEqual([text]);
  expect(ask("describe-symbol", "area", { limit: 1000 })).toEqual({ texts: [], total: 0 });
  expect(ask("describe-symbol", "|zork small|", { limit: 1000 }).total).toBe(1);
  expect(ask("describe-symbol", "zork small", { limit: 1000 }).total).toBe(1);
  expect(ask("describe-symbol", "nil", { limit: 1000 }).total).toBe(1);
  evaluate("(defvar *long* (make-list 100000))");
  expect(ask("describe-symbol", "*long*", { limit: 300 }).texts[0]?.length).toBeLessThanOrEqual(310);
});

test("a package is described with what it exports", () => {
  const [text] = ask("describe-package", "sh", { limit: 1000 }).texts;
  expect(text).toContain("SHAPES\n  [package]");
  expect(text).toContain("Nicknames: SH");
  expect(text).toContain("  AREA (function): The area of X.\n  mixed Case (variable): Small.\n");
  expect(ask("describe-package", "cl", { limit: 200_000 }).texts[0]).toContain("\n  MAPCAR (function)");
  expect(ask("describe-package", "nowhere", { limit: 100 })).toEqual({ texts: [], total: 0 });
});

test("a description that cannot be made says so, and soon", () => {
  evaluate(`
    (defclass spinner () ()) (defmethod print-object ((s spinner) stream) (loop))
    (defclass breaker () ()) (defmethod print-object ((s breaker) stream) (error "no"))
    (defvar *spinner* (make-instance 'spinner)) (defvar *breaker* (make-instance 'breaker)) 1`);
  const began = spentMs();
  expect(ask("describe-symbol", "*spinner*", { limit: 1000 }).texts[0]).toContain("could not be described");
  expect(spentMs() - began).toBeLessThan(6000);
  expect(ask("describe-symbol", "*breaker*", { limit: 1000 }).texts[0]).toMatch(
    /could not be described|error printing/,
  );
  expect(evaluate("(+ 1 2)")).toEqual(["3"]);
});

test("a query leaves no trace", () => {
  evaluate("(values 41 :a)");
  const count = "(let ((n 0)) (do-symbols (s :cl-user n) (incf n)))";
  evaluate("(+ 20 22)");
  expect(evaluate("*")).toEqual(["42"]);
  const before = evaluate(count);
  for (const text of [
    "brand-new-symbol",
    "new-package:x",
    "|Brand New|",
    ":brand-new-keyword",
    "cl::brand-new",
  ]) {
    symbols(text);
    ask("complete-package", text);
    ask("describe-symbol", text, { limit: 100 });
    ask("describe-package", text, { limit: 100 });
  }
  expect(evaluate(count)).toEqual(before);
  expect(
    evaluate('(list (find-symbol "BRAND-NEW-SYMBOL") (find-symbol "BRAND-NEW-KEYWORD" :keyword))'),
  ).toEqual(["(NIL NIL)"]);
  evaluate("(+ 20 23)");
  ask("describe-symbol", "car", { limit: 1000 });
  expect(evaluate("(list * **)")[0]).toMatch(/^\(43 /);
});

test("garbage, too much and nothing are answered", () => {
  const texts = [
    "",
    " ",
    "|",
    "||",
    ":",
    "::",
    ":::",
    "a:::b",
    "#'",
    "(((",
    "\\",
    "a|b",
    "\u0000",
    "🦊",
    "𝔄:b",
    "..",
    "x".repeat(1e6),
    "-".repeat(200),
  ];
  for (const text of texts)
    for (const what of [
      "complete-symbol",
      "complete-package",
      "describe-symbol",
      "describe-package",
      "macro-bodies",
    ] as const)
      expect(ask(what, text).texts.length).toBeLessThanOrEqual(100);
  for (const command of [
    { kind: "query" },
    { kind: "query", id: 1 },
    { kind: "query", id: 1, text: "a" },
    { kind: "other", id: 1 },
  ])
    expect(post(command)).toEqual([]);
  expect(ask("nonsense" as Query["what"], "car")).toEqual({ texts: [], total: 0 });
  expect(ask("complete-symbol", "car", { package: "NO-SUCH" }).texts).toContain("car");
});

test("the bodies of the macros that a text names are told, and nothing is made of its other names", () => {
  evaluate("(defmacro own-when ((a b) c &body body) (list a b c body))");
  evaluate("(defmacro own-list (&rest rest) rest)");
  const bodies = (text: string, packageName = "COMMON-LISP-USER") => {
    const [event] = post({
      kind: "query",
      id: 1000,
      what: "macro-bodies",
      text,
      package: packageName,
      limit: 10,
    });
    const report = event?.kind === "found" ? event.report : null;
    return report === null || report === undefined ? null : JSON.parse(report).bodies;
  };
  const text =
    '(own-when (a b) c (OWN-WHEN)) (own-list) cl-user::own-when (constructor __proto__) (never-read) "x" #\'list |a b|';
  expect(bodies(text)).toEqual({ "own-when": 2 });
  // The rules know the standard's own.
  expect(bodies("(with-open-file (s x) y) (list 1) nil '()")).toEqual({});
  expect(evaluate('(find-symbol "NEVER-READ")')[0]).toBe("NIL");
  expect(bodies("(own-when)", "CL-USER")).toEqual({ "own-when": 2 });
  expect(bodies("(own-when)", "KEYWORD")).toEqual({});
  expect(bodies("(own-when)", "NO-SUCH")).toBeNull();
  expect(bodies(`(${"x".repeat(5000)} ${"(own-when) ".repeat(50_000)})`)).toEqual({ "own-when": 2 });
});
