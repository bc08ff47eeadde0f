/** The tools that the image carries out, by what the engine answers. */
import { expect, test } from "vitest";
import type { Event } from "../../jscl-bridge/contract/engine.js";
import type {
  AproposReport,
  ClassReport,
  CompileReport,
  MethodsReport,
  ProfileReport,
  Structured,
  TestsReport,
  TimeReport,
  UsesReport,
} from "../../jscl-bridge/contract/results.js";
import { bootImage, createEngine, evaluateCommand } from "./engine.js";
import { loadParts } from "./image.js";

const parts = await loadParts();
let id = 0;

/** An image of its own, in which a program was evaluated. */
function session(program = "") {
  const events: Event[] = [];
  const engine = createEngine(
    bootImage(parts, () => {}),
    (event) => events.push(event),
  );
  const outcomeOf = (
    code: string,
    look: object | null = null,
    pkg: string | null = null,
    deadlineMs = 20_000,
  ) => {
    events.length = 0;
    id += 1;
    const more = { look, package: pkg, deadlineMs } as Parameters<typeof evaluateCommand>[2];
    engine.handle({ kind: "evaluate", ...evaluateCommand(id, code, more) });
    const last = events.at(-1);
    if (last?.kind !== "completed") throw new Error(`${code} did not complete`);
    return last.outcome;
  };
  const evaluate = (code: string) => {
    const { condition, values } = outcomeOf(code);
    if (condition !== null) throw new Error(`${code}: ${condition.message}`);
    return values.join(" ");
  };
  const attempt = (tool: string, args: object, code = "", pkg: string | null = null, deadlineMs?: number) =>
    outcomeOf(code, { kind: "tool", tool, arguments: JSON.stringify(args) }, pkg, deadlineMs);
  const call = <T>(tool: string, args: object = {}, code = "", pkg: string | null = null): Structured<T> => {
    const { report, condition } = attempt(tool, args, code, pkg);
    if (report === null) throw new Error(`${tool}: ${condition?.message}`);
    return JSON.parse(report);
  };
  const problems = (text: string, pkg = "COMMON-LISP-USER") => {
    events.length = 0;
    id += 1;
    engine.handle({ kind: "query", id, what: "reader-problems", text, package: pkg, limit: 1000 });
    const [found] = events;
    if (found?.kind !== "found") throw new Error("no answer");
    return found.report === null ? null : (JSON.parse(found.report).problems as { message: string }[]);
  };
  if (program !== "") evaluate(program);
  return { evaluate, call, attempt, problems };
}

const PROGRAM = `(defvar *limit* 10)
(defmacro with-limit ((n) &body body) \`(let ((*limit* ,n)) ,@body))
(defun helper (x)
  (* x *limit*))
(defun leaf () *limit*)
(defun caller (y)
  (with-limit (3)
    (list (helper y) (mapcar #'helper '(1 2)) (funcall 'helper 3))))
(defun setter (v) (setq *limit* v))
(defun (setf place) (v x) (helper v) x)
(defclass circle () ((radius :initarg :radius :reader radius)))
(defgeneric area (s))
(defmethod area ((c circle)) (helper (radius c)))
(defmacro using (x) (helper 2) \`(list ,x))
(defun looper () (loop for x in '(1 2) collect (helper x)))
(defun flets () (flet ((helper (x) x)) (helper 1)))
(defun labs () (labels ((g () (helper 1))) (g)))
(defun hc () (handler-case (helper 1) (error (e) (list e (leaf)))))
(defun lb (&optional (n (helper 1))) n)
(defun sets () (setf (place 1) 2))
(defun param (*limit*) (helper 1))
(defun quoted () (mapcar 'helper '(1)))
(defun expands-twice () (with-limit (1) (with-limit (2) (leaf))))
`;

const namesOf = ({ uses }: UsesReport) => uses.map(({ definition }) => definition).sort();

test("uses are those that SBCL records of the same program", () => {
  const { call } = session(PROGRAM);
  const uses = (tool: string, symbol: string) => namesOf(call<UsesReport>(tool, { symbol }));
  // As SB-INTROSPECT of 2.2.9 has them, where a macro is named by itself and a method by its function.
  expect(uses("who-calls", "helper")).toEqual(
    "(macro-function using)|(method area (circle))|(setf place)|caller|caller|caller|hc|labs|lb|looper|param|quoted".split(
      "|",
    ),
  );
  expect(uses("who-calls", "(setf place)")).toEqual(["sets"]);
  expect(uses("who-references", "*limit*")).toEqual(["helper", "leaf", "setter"]);
  expect(uses("who-binds", "*limit*")).toEqual(["caller", "expands-twice", "expands-twice", "param"]);
  expect(uses("who-expands", "with-limit")).toEqual(["caller", "expands-twice", "expands-twice"]);
});

test("each use has its place in the text that the definition comes from, also of a later form", () => {
  const { call, evaluate } = session(PROGRAM);
  evaluate("(defun later ()\n  (list 1\n    (helper 2)))");
  const { uses, text } = call<UsesReport>("who-calls", { symbol: "helper" });
  const places = uses.filter(({ definition }) => definition === "caller").map(({ position }) => position);
  expect(places).toEqual([
    { line: 8, column: 10 },
    { line: 8, column: 29 },
    { line: 8, column: 46 },
  ]);
  expect(uses.find(({ definition }) => definition === "later")?.position).toEqual({ line: 3, column: 4 });
  expect(uses.find(({ definition }) => definition.startsWith("(method"))?.position).toEqual({
    line: 13,
    column: 29,
  });
  expect(text).toContain("caller: line 8, column 29 (as a function object)");
  const [read] = call<UsesReport>("who-references", { symbol: "*limit*" }).uses;
  expect(read).toMatchObject({ definition: "helper", kind: "read", position: { line: 4, column: 2 } });
});

test("what is redefined, made undefined or deleted is no use any more", () => {
  const { call, evaluate } = session("(defun f () 1) (defun g () (f)) (defun h () (f))");
  const users = () => namesOf(call<UsesReport>("who-calls", { symbol: "f" }));
  expect(users()).toEqual(["g", "h"]);
  evaluate("(defun g () 2) (fmakunbound 'h)");
  expect(users()).toEqual([]);
  evaluate("(defun h () (f)) (defmacro m () '(f)) (defun k () (m))");
  expect(users()).toEqual(["h", "k"]);
  evaluate("(defmacro m () '(list))");
  expect(users()).toEqual(["h"]);
  evaluate("(unintern 'f)");
  expect(call<UsesReport>("who-calls", { symbol: "f" }).found).toBe(false);
});

test("definitions of files have their file, and other packages are looked into", () => {
  const { call, evaluate } = session();
  evaluate(`(defpackage :own (:use :cl)) (defun own::f (x) x)
    (with-open-file (s "/a.lisp" :direction :output) (write-string "(in-package :own)
(defun g ()
  (f 1))" s)) (load "/a.lisp")`);
  const { uses } = call<UsesReport>("who-calls", { symbol: "own::f" });
  expect(uses).toEqual([
    { definition: "own::g", kind: "call", position: { line: 3, column: 2 }, file: "/a.lisp" },
  ]);
  expect(call<UsesReport>("who-calls", { symbol: "f" }, "", "OWN").uses).toEqual(uses);
});

test("a macro that fails, or that never ends, hinders nobody", () => {
  const { call, attempt, evaluate } = session(
    '(defmacro m () \'(list)) (defun f () (m)) (defun g () (f)) (defmacro m () (error "no"))',
  );
  const { uses, unread } = call<UsesReport>("who-calls", { symbol: "f" });
  expect([namesOf({ uses } as UsesReport), unread]).toEqual([["g"], ["f"]]);
  evaluate("(defmacro m () (loop))");
  expect(attempt("who-calls", { symbol: "f" }, "", null, 300).status).toBe("timeout");
});

test("nonsense finds nothing and says so", () => {
  const { call } = session();
  for (const symbol of [
    "",
    "  ",
    "no-such-name",
    "nowhere::x",
    ")",
    '"',
    "|",
    "1.5",
    "(setf 3)",
    "x".repeat(10_000),
  ]) {
    const { found, uses, text } = call<UsesReport>("who-calls", { symbol });
    expect([found, uses, text.startsWith("There is no symbol")], symbol).toEqual([false, [], true]);
  }
  expect(call<UsesReport>("who-binds", { symbol: "car" })).toMatchObject({
    found: true,
    uses: [],
    usesTotal: 0,
  });
  for (const pattern of ["", "***", "no-such-thing-at-all", "(", "\u0000"])
    expect(call<AproposReport>("apropos-search", { pattern }).total, pattern).toBeGreaterThanOrEqual(0);
  for (const name of ["", "no-such-class", "nowhere::c", "(", "nil"])
    expect(call<ClassReport>("class-info", { class_: name }).found, name).toBe(false);
  expect(call<MethodsReport>("find-methods", {}).text).toContain("Give");
  expect(call<MethodsReport>("find-methods", { generic_function: "car" }).found).toBe(false);
  expect(call<MethodsReport>("find-methods", { generic_function: "(setf" }).found).toBe(false);
  expect(call<MethodsReport>("find-methods", { class_: "no" }).text).toBe("There is no class no.");
});

test("symbols are found by parts of their names, page by page", () => {
  const { call } = session("(defun my-own-thing (a &key b) (list a b)) (defvar *my-own-thing*)");
  const found = (args: object) => call<AproposReport>("apropos-search", args);
  expect(found({ pattern: "own-thing" }).symbols).toEqual([
    {
      symbol: "*my-own-thing*",
      package: "COMMON-LISP-USER",
      access: "internal",
      kinds: ["variable"],
      lambdaList: null,
    },
    {
      symbol: "my-own-thing",
      package: "COMMON-LISP-USER",
      access: "internal",
      kinds: ["function"],
      lambdaList: "(a &key b)",
    },
  ]);
  const names = (args: object) => found(args).symbols.map(({ symbol }) => symbol);
  expect(names({ pattern: "mapca*", in_: "cl" })).toEqual(["mapcan", "mapcar"]);
  expect(names({ pattern: "*own*", kind: "function", in_: "cl-user" })).toEqual(["my-own-thing"]);
  expect(names({ pattern: "own-thing", external_only: true })).toEqual([]);
  const all = found({ pattern: "a", in_: "cl", count: 1000 });
  const page = found({ pattern: "a", in_: "cl", start: 7, count: 5 });
  expect(page.symbols).toEqual(all.symbols.slice(7, 12));
  expect([page.total, page.text.includes("more, from start 12 on")]).toEqual([all.total, true]);
});

test("a class is told with its slots, wherever they come from", () => {
  const { call } = session(`
    (defclass shape () ((name :initarg :name :accessor shape-name :documentation "A name.")))
    (defclass circle (shape) ((radius :initarg :radius :initform 1 :type real :reader radius)
                              (count :allocation :class))
      (:default-initargs :name "c") (:documentation "Round."))
    (defgeneric area (s)) (defmethod area ((c circle)) "Its area." c) (defmethod area :around ((s shape)) s)
    (defmethod area ((s (eql 3))) s)
    (defstruct (point (:conc-name p-)) (x 0 :type fixnum) (y nil :read-only t))
    (defstruct (point3 (:include point)) z)
    (define-condition oops (error) ((why :initarg :why :reader why)))`);
  const circle = call<ClassReport>("class-info", { class_: "circle" });
  expect(circle).toMatchObject({
    metaclass: "standard-class",
    documentation: "Round.",
    directSuperclasses: ["shape"],
    precedence: ["circle", "shape", "standard-object", "t"],
    defaultInitargs: [{ name: ":name", form: '"c"' }],
    slots: [
      {
        name: "name",
        from: "shape",
        isDirect: false,
        initargs: [":name"],
        readers: ["shape-name"],
        writers: ["(setf shape-name)"],
        documentation: "A name.",
      },
      {
        name: "radius",
        from: "circle",
        isDirect: true,
        type: "real",
        initform: "1",
        readers: ["radius"],
        writers: [],
      },
      { name: "count", allocation: "class" },
    ],
  });
  expect(circle.methods.map(({ function: name }) => name).sort()).toEqual(["area", "radius"]);
  expect(call<ClassReport>("class-info", { class_: "shape" }).directSubclasses).toEqual(["circle"]);
  const point3 = call<ClassReport>("class-info", { class_: "point3" });
  expect(point3).toMatchObject({
    metaclass: "structure-class",
    precedence: ["point3", "point", "structure-object", "t"],
  });
  expect(point3.slots).toMatchObject([
    { name: "x", from: "point", type: "fixnum", initform: "0" },
    { name: "y", from: "point" },
    { name: "z", from: "point3", isDirect: true, readers: ["point3-z"], writers: ["(setf point3-z)"] },
  ]);
  const point = call<ClassReport>("class-info", { class_: "point" });
  expect(point.slots.map(({ readers, writers }) => [readers, writers])).toEqual([
    [["p-x"], ["(setf p-x)"]],
    [["p-y"], []],
  ]);
  const oops = call<ClassReport>("class-info", { class_: "oops" });
  expect(oops.slots).toMatchObject([{ name: "why", initargs: [":why"], readers: ["why"] }]);
  expect(call<ClassReport>("class-info", { class_: "integer" }).metaclass).toBe("built-in-class");
  const methods = (args: object) =>
    call<MethodsReport>("find-methods", args).methods.map(({ qualifiers, specializers }) =>
      [...qualifiers, ...specializers].join(" "),
    );
  expect(methods({ generic_function: "area" })).toEqual([":around shape", "(eql 3)", "circle"]);
  expect(methods({ generic_function: "area", class_: "shape" })).toEqual([":around shape"]);
  expect(methods({ generic_function: "(setf shape-name)" })).toEqual(["t shape"]);
});

test("compiling tells what is wrong with a text, and runs and defines nothing", () => {
  const { call, evaluate, attempt } = session("(defvar *ran* nil)");
  const { warnings, forms, failed, text } = call<CompileReport>(
    "compile-form",
    {},
    `(defun bad (x) (undefined-thing y))
(defmacro m (a) \`(list ,a))
(defvar *new* 1)
(defun good () (m *new*))
(good 1)
(setq *ran* t)
(defstruct tree left)
(defun tree-user (x) (tree-left x))
(defun inner () (if))
(in-package "NO-SUCH-PACKAGE")
(declaim (special *q*))
(defun q () (let ((*q* 1)) (later)))
(defun later () *q*)
(eval-when (:compile-toplevel :load-toplevel :execute) (setq *ran* t))`,
  );
  expect(
    warnings.map(({ severity, position, message }) => [
      severity,
      position?.line,
      position?.column,
      message.split("\n")[0],
    ]),
  ).toEqual([
    ["style-warning", 1, 11, "The variable X is defined but never used."],
    ["warning", 5, 0, "The function GOOD is called with one argument, but wants exactly zero."],
    ["error", 9, 16, "Error while parsing arguments to special operator IF:"],
    ["style-warning", 1, 15, "undefined function: COMMON-LISP-USER::UNDEFINED-THING"],
    ["warning", 1, 15, "undefined variable: COMMON-LISP-USER::Y"],
  ]);
  expect([forms, failed, text.startsWith("14 forms compiled, nothing was run. 5 warnings:")]).toEqual([
    14,
    true,
    true,
  ]);
  expect(
    evaluate(
      "(list *ran* (fboundp 'bad) (fboundp 'm) (boundp '*new*) (find-class 'tree nil) (package-name *package*))",
    ),
  ).toBe('(NIL NIL NIL NIL NIL "COMMON-LISP-USER")');
  expect(call<CompileReport>("compile-form", {}, "").text).toBe(
    "0 forms compiled, nothing was run: no warnings.",
  );
  expect(call<CompileReport>("compile-form", {}, "(load-time-value (setq *ran* 1)) (+ 1 2)").failed).toBe(
    false,
  );
  expect(evaluate("*ran*")).toBe("NIL");
  expect(attempt("compile-form", {}, "(defun f (").condition?.type).toBe("END-OF-FILE");
});

test("time is told of each run, with what was allocated and the values", () => {
  const { call, attempt, evaluate } = session();
  const report = call<TimeReport>(
    "time-execution",
    { runs: 5 },
    "(defvar *n* 0) (incf *n*) (length (make-array 200000))",
  );
  expect(report).toMatchObject({ runs: 5, values: ["200000"], stdout: "" });
  expect(report.shortestMs).toBeLessThanOrEqual(report.realMs);
  expect(report.realMs).toBeLessThanOrEqual(report.longestMs);
  expect(report.allocated).toBeGreaterThan(5 * 200_000);
  expect(evaluate("*n*")).toBe("5");
  expect(call<TimeReport>("time-execution", {}, "").values).toEqual([]);
  expect(attempt("time-execution", {}, "(car 1)").condition?.type).toBe("TYPE-ERROR");
});

test("a profile has the functions that ran, and folded stacks that add up to its samples", () => {
  const { call, evaluate, attempt } = session();
  evaluate(`(defun inner (n) (let ((s 0)) (dotimes (i n s) (setq s (+ s (sqrt i))))))
    (defun outer ()
      (let ((end (+ (get-internal-real-time) (/ internal-time-units-per-second 2))))
        (loop while (< (get-internal-real-time) end) do (inner 100000))))`);
  const { samples, functions, stacks, values } = call<ProfileReport>("profile-code", {}, "(outer) 7");
  expect(values).toEqual(["7"]);
  expect(samples).toBeGreaterThan(5);
  const inner = functions.find(({ name }) => name === "inner");
  const outer = functions.find(({ name }) => name === "outer");
  expect(inner?.selfShare).toBeGreaterThan(0.5);
  expect(outer?.totalSamples).toBeGreaterThanOrEqual(inner?.totalSamples ?? 0);
  const counts = stacks.map((stack) => Number(stack.slice(stack.lastIndexOf(" "))));
  expect(counts.reduce((sum, each) => sum + each, 0)).toBe(samples);
  expect(stacks[0]).toMatch(/^toplevel form;outer;inner \d+$/);
  expect(call<ProfileReport>("profile-code", {}, "1").text).toContain("over before one could be taken");
  expect(attempt("profile-code", {}, '(error "x")').condition?.type).toBe("SIMPLE-ERROR");
});

test("tests of our own package and of SB-RT are run, and failures tell why", () => {
  const { call, evaluate } = session();
  expect(call<TestsReport>("run-tests").text).toContain("There are no tests");
  evaluate(
    '(jscl-mcp-test:deftest one (jscl-mcp-test:is (= 4 (+ 2 2))) (jscl-mcp-test:is (equal (list 1 2) (list 1 3)) "lists ~A" 1))',
  );
  evaluate(
    '(jscl-mcp-test:deftest two (jscl-mcp-test:signals error (error "x")) (jscl-mcp-test:signals warning 5) (error "boom ~A" 3))',
  );
  evaluate(
    '(jscl-mcp-test:deftest three (jscl-mcp-test:skip "later") (jscl-mcp-test:is t) (format t "written"))',
  );
  evaluate("(sb-rt:deftest rt1 (+ 1 1) 2) (sb-rt:deftest rt2 (+ 1 1) 3)");
  const report = call<TestsReport>("run-tests");
  expect(report).toMatchObject({
    frameworks: ["jscl-mcp-test", "sb-rt"],
    testsTotal: 5,
    passed: 4,
    failed: 4,
    skipped: 1,
  });
  expect(report.tests.map(({ name, passed }) => `${name} ${passed}`)).toEqual([
    "one false",
    "two false",
    "rt2 false",
    "three true",
    "rt1 true",
  ]);
  const failures = report.tests.flatMap((each) => each.failures);
  expect(failures).toEqual([
    "lists 1\n(EQUAL (LIST 1 2) (LIST 1 3))\nwith (1 2) (1 3) is false",
    "(JSCL-MCP-TEST:SIGNALS WARNING 5)\nsignalled nothing of the type WARNING",
    "signalled SIMPLE-ERROR: boom 3",
    "Test RT2 failed\nForm: (+ 1 1)\nExpected value: 3\nActual value: 2",
  ]);
  expect(call<TestsReport>("run-tests", { test: "three" }).testsTotal).toBe(1);
  expect(call<TestsReport>("run-tests", { framework: "rt" }).frameworks).toEqual(["sb-rt"]);
  expect(call<TestsReport>("run-tests", { framework: "fiveam" }).testsTotal).toBe(0);
  expect(call<TestsReport>("run-tests", { test: "no such" }).testsTotal).toBe(0);
  expect(evaluate("(with-output-to-string (*standard-output*) (jscl-mcp-test:run-tests))")).toContain(
    "3 failed",
  );
});

test("the reader's problems are all told at once, and nothing is interned or evaluated", () => {
  const { problems, evaluate } = session("(defvar *ran* nil)");
  const said = (text: string) =>
    problems(text)?.map((each) => {
      const { line, column, message } = each as unknown as { line: number; column: number; message: string };
      return [line, column, message.split("\n")[0]?.slice(0, 45)];
    });
  expect(said("(defun f () 1)\n(fresh-name-a)")).toEqual([]);
  expect(said("")).toEqual([]);
  const text =
    "(a nowhere:b)\n(list #\\Nonsense)\n#.(setq *ran* t)\n(car '(1 . 2 3))\n)\n(cl::no-such 1)\n(ok)";
  expect(said(text)?.map(([line]) => line)).toEqual([1, 2, 4]);
  expect(said("(defpackage :mine (:use :cl))\n(in-package :mine)\n(mine::x mine:y)")).toEqual([]);
  // Brackets are the host's.
  expect(said("(a (b")).toEqual([]);
  expect(problems("x", "NOWHERE")).toBeNull();
  expect(problems(`(a${" b:c".repeat(3)})\n`.repeat(100))?.length).toBe(20);
  expect(evaluate('(list *ran* (find-symbol "FRESH-NAME-A"))')).toBe("(NIL NIL)");
});
