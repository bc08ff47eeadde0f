import { expect, test } from "vitest";
import type { Event, Look, Query } from "../../jscl-bridge/contract/engine.js";
import type {
  ExpansionReport,
  FilesReport,
  Structured,
  SymbolReport,
  ValueReport,
} from "../../jscl-bridge/contract/results.js";
import { bootImage, createEngine, evaluateCommand } from "./engine.js";
import { loadParts } from "./image.js";

const events: Event[] = [];
const engine = createEngine(
  bootImage(await loadParts(), () => {}),
  (event) => events.push(event),
);

/** Small ones, which long values reach. */
const LIMITS = {
  valueChars: 10_000,
  messageChars: 1000,
  argumentChars: 100,
  formChars: 40,
  maxFrames: 5,
  maxValues: 10,
  maxWarnings: 5,
};

let id = 0;

function outcomeOf(code: string, look: Look | null = null, deadlineMs = 20_000) {
  events.length = 0;
  id += 1;
  engine.handle({ kind: "evaluate", ...evaluateCommand(id, code, { look, deadlineMs, limits: LIMITS }) });
  const last = events.at(-1);
  if (last?.kind !== "completed") throw new Error(`${code} did not complete`);
  return last.outcome;
}

function look<T>(code: string, what: Look): T {
  const { report, condition } = outcomeOf(code, what);
  if (report === null) throw new Error(`${code}: ${condition?.message}`);
  return JSON.parse(report);
}

const expand = (code: string, how: { once?: boolean; all?: boolean } = {}) =>
  look<Structured<ExpansionReport>>(code, { kind: "expand", once: false, all: false, ...how });

const inspect = (code: string, how: Partial<Look & { kind: "inspect" }> = {}) =>
  look<Structured<ValueReport>>(code, {
    kind: "inspect",
    handle: null,
    path: [],
    start: 0,
    count: 50,
    ...how,
  });

const problem = (code: string, what: Look) => outcomeOf(code, what).condition?.message;

function ask<T>(what: Query["what"], text: string, packageName = "COMMON-LISP-USER"): Structured<T> | null {
  events.length = 0;
  engine.handle({ kind: "query", id: ++id, what, text, package: packageName, limit: 50_000 });
  const [found] = events;
  if (found?.kind !== "found") throw new Error(`${text}: no answer`);
  return found.report === null ? null : JSON.parse(found.report);
}

const describe = (name: string, packageName?: string) =>
  ask<SymbolReport>("describe-symbol", name, packageName);

outcomeOf(`
  (defpackage :own (:use :cl) (:export #:shown))
  (defmacro with-it ((a b) &optional c &body body) "Runs BODY." (declare (ignore c)) \`(list ,a ,b ,@body))
  (defmacro evil () (error "no expansion"))
  (defmacro endless () (loop))
  (defgeneric area (shape &key unit) (:documentation "How large it is."))
  (defclass shape () (name))
  (defclass circle (shape) ((radius :initarg :radius)))
  (defmethod area :around ((x circle) &key unit) "Larger." unit)
  (defmethod area ((x (eql 3)) &key unit) unit)
  (defun (setf place) (value x) (list value x))
  (deftype place () "A place." 'integer)
  (defstruct point x (y 2))
  (define-condition oops (error) ((why :initarg :why)))
  (define-symbol-macro short (car place))
  (defvar *documented* (list :a "b") "A variable.")
  (defun own::shown () 1)
  (defun average (list &key (weight 1)) "The mean." (list list weight))
  (with-open-file (s "/data/notes/one" :direction :output) (write-string "one" s))
  (with-open-file (s "/data/two.txt" :direction :output) (write-string "è" s))
  42`);

test("what a symbol names is told as data", () => {
  const { meanings, text, ...facts } = describe("average") ?? { meanings: [], text: "" };
  expect(facts).toEqual({
    name: "average",
    found: true,
    symbol: "AVERAGE",
    package: "COMMON-LISP-USER",
    access: "internal",
  });
  expect(text).toContain("The mean.");
  expect(meanings).toEqual([
    {
      kind: "function",
      lambdaList: "(list &key (weight 1))",
      bodyPosition: null,
      documentation: "The mean.",
      value: null,
      type: null,
      methods: [],
      methodsTotal: 0,
      supers: [],
      slots: [],
    },
  ]);
  const only = (name: string) => describe(name)?.meanings[0];
  expect(only("with-it")).toMatchObject({
    kind: "macro",
    lambdaList: "((a b) &optional c &body body)",
    bodyPosition: 2,
    documentation: "Runs BODY.",
  });
  expect(only("let")?.kind).toBe("special-operator");
  expect(only("list")).toMatchObject({
    lambdaList: "(&rest objects)",
    type: expect.stringMatching(/^\(function/),
  });
  expect(only("*documented*")).toMatchObject({
    kind: "variable",
    value: '(:A "b")',
    documentation: "A variable.",
  });
  expect(only("pi")?.kind).toBe("constant");
  expect(only("short")).toMatchObject({ kind: "symbol-macro", value: "(car place)" });
  expect(only("circle")).toMatchObject({ kind: "class", supers: ["shape"], slots: ["name", "radius"] });
  expect(only("oops")).toMatchObject({ kind: "condition-class", supers: ["error"], slots: ["why"] });
  expect(describe("place")?.meanings.map(({ kind }) => kind)).toEqual(["setf-function", "type"]);
  expect(describe("point")?.meanings).toMatchObject([{ kind: "structure-class", slots: ["x", "y"] }]);
});

test("a generic function is told with its methods", () => {
  expect(describe("area")?.meanings[0]).toMatchObject({
    kind: "generic-function",
    lambdaList: "(shape &key unit)",
    documentation: "How large it is.",
    methodsTotal: 2,
    methods: [
      { qualifiers: [], specializers: ["(eql 3)"] },
      { qualifiers: [":around"], specializers: ["circle"], lambdaList: "(x &key unit)" },
    ],
  });
  expect(describe("area")?.text).toContain("(AREA (:AROUND) (CIRCLE))");
});

test("a symbol is looked up in the package that is named", () => {
  expect(describe("shown")).toBeNull();
  expect(describe("shown", "own")).toMatchObject({ symbol: "OWN::SHOWN", access: "external" });
  expect(describe("own:shown")).toMatchObject({ package: "OWN", access: "none" });
  expect(describe("car", "own")?.access).toBe("inherited");
  for (const nothing of ["", " ", "nope", "a:b:c", ":::x", "(", "x".repeat(10_000)]) {
    expect(describe(nothing), nothing).toBeNull();
  }
  expect(describe("car", "nowhere")).toBeNull();
});

test("a form is expanded one step, fully, or with all forms in it", () => {
  expect(expand("(when a (unless b c))", { once: true })).toMatchObject({ expansion: "(if a (unless b c))" });
  expect(expand("(cond (a b))", { once: true }).expanded).toBe(true);
  expect(expand("(when a (unless b c))", { all: true }).expansion).toBe("(if a (if b nil c))");
  expect(expand("short", { once: true })).toMatchObject({ expansion: "(car place)", expanded: true });
  const none = expand("(car '(1 . #\\a))");
  expect(none).toMatchObject({ expansion: "(car '(1 . #\\a))", expanded: false });
  expect(none.text).toContain("no macro call");
});

test("local functions and macros hide global ones where all is expanded", () => {
  const all = (code: string) => expand(code, { all: true }).expansion.replace(/\s+/g, " ");
  expect(all("(flet ((when (x) x)) (when (unless 1 2)))")).toBe("(flet ((when (x) x)) (when (if 1 nil 2)))");
  expect(all("(macrolet ((m (x) `(car ,x))) (m (m 1)))")).toMatch(/\(car \(car 1\)\)\)$/);
  expect(all("(symbol-macrolet ((z (car q))) (list z (let ((z z)) z)))")).toMatch(
    /\(list \(car q\) \(let \(\(z \(car q\)\)\) z\)\)\)$/,
  );
  expect(all("(let ((when (when 1 2))) (declare (special when)) 'when)")).toBe(
    "(let ((when (if 1 2))) (declare (special when)) 'when)",
  );
  expect(all('(lambda (a &optional (b (when a 1))) "doc" (quote (when)))')).toBe(
    "#'(lambda (a &optional (b (if a 1))) \"doc\" '(when))",
  );
  expect(all("(tagbody when (go when) (when a))")).toBe("(tagbody when (go when) (if a nil))");
});

test("an expansion is laid out in lines that fit, with bodies two columns in", () => {
  const long = Array.from({ length: 12 }, (_, i) => `(print argument-${i})`).join(" ");
  const { expansion } = expand(`(when (ready-p) (with-it (1 2) 3 ${long}) (setq a 1))`);
  const lines = expansion.split("\n");
  expect(lines.every((line) => line.length <= 80)).toBe(true);
  expect(lines.slice(0, 5)).toEqual([
    "(if (ready-p)",
    "    (progn",
    "      (with-it (1 2) 3",
    "        (print argument-0)",
    "        (print argument-1)",
  ]);
});

test("a form that is expanded is not evaluated, and what fails in it is reported", () => {
  const how: Look = { kind: "expand", once: false, all: false };
  expect(problem("(when #.(setf *documented* 1))", how)).toContain("*READ-EVAL*");
  expect(problem("", how)).toBe("Expected a form, but the text has none.");
  expect(problem("; nothing", how)).toBe("Expected a form, but the text has none.");
  expect(problem("(when a) 2", how)).toBe("Expected one form, but the text goes on behind it.");
  expect(problem("(evil)", how)).toContain("no expansion");
  expect(problem("(when . 1)", { ...how, all: true })).toBeDefined();
  expect(outcomeOf("(when", how).condition?.type).toBe("END-OF-FILE");
  expect(outcomeOf("(endless)", how, 300).status).toBe("timeout");
  const circle = "(when a #1=(b . #1#))";
  expect(expand(circle, { once: true }).expansion.length).toBeLessThanOrEqual(10_003);
  expect(outcomeOf("#.(+ 1 2)").values).toEqual(["3"]);
});

test("values are shown level by level", () => {
  const list = inspect('(list 1 :a "s" (list 2 (vector 3 4)))');
  expect(list).toMatchObject({ kind: "list", type: "CONS", partsTotal: 4, start: 0 });
  expect(list.parts[3]).toEqual({
    index: 3,
    label: "3",
    kind: "list",
    printed: "(2 #(3 4))",
    isOpenable: true,
  });
  const { handle } = list;
  const vector = inspect("", { handle, path: [3, 1] });
  expect(vector).toMatchObject({ kind: "vector", printed: "#(3 4)" });
  expect(inspect("", { handle: vector.handle }).handle).toBe(vector.handle);
  expect(inspect("(make-point :x 1)").parts.map(({ label, printed }) => [label, printed])).toEqual([
    ["x", "1"],
    ["y", "2"],
  ]);
  expect(inspect("(make-instance 'circle)").parts[1]).toMatchObject({ label: "radius", kind: "unbound" });
  expect(inspect("(make-condition 'oops :why 3)")).toMatchObject({
    kind: "condition",
    parts: [{ label: "why", printed: "3" }],
  });
  const table = inspect("(let ((h (make-hash-table :test 'equal))) (setf (gethash \"k\" h) '(1)) h)");
  expect(table).toMatchObject({
    kind: "hash-table",
    parts: [{ label: '"k"', printed: "(1)", kind: "list" }],
  });
  expect(inspect("(make-array '(2 2) :initial-element 0)").parts.map(({ label }) => label)).toEqual([
    "0 0",
    "0 1",
    "1 0",
    "1 1",
  ]);
  for (const [code, kind] of [
    ["nil", "list"],
    ["'(1 . 2)", "cons"],
    ["'car", "symbol"],
    ["#'car", "function"],
    ["#'area", "generic-function"],
    ["(find-package :cl)", "package"],
    ["(find-class 'circle)", "class"],
    ["1/2", "number"],
    ["#c(1 2)", "number"],
    ["#\\a", "character"],
    ['#p"/a/b"', "pathname"],
    ["*standard-output*", "stream"],
    ["*readtable*", "other"],
    ["(values)", "list"],
  ]) {
    expect(inspect(code as string).kind, code).toBe(kind);
  }
});

test("a class tells its direct slots with their readers, and its neighbours", () => {
  outcomeOf(`(defclass base-shape () ((name :initarg :name :reader name-of-shape) (seen)))
    (defclass round-shape (base-shape) ((size :accessor size-of :reader radius-of)))
    (defclass flat-shape (base-shape) ())
    (defstruct spot x)
    (define-condition broken (error) ((part :reader broken-part)))`);
  const facts = (name: string) =>
    inspect(`(find-class '${name})`).facts.flatMap(({ label, text }) =>
      label === "direct slot" ? [text] : [],
    );
  expect(facts("base-shape")).toEqual(["name, reader name-of-shape", "seen"]);
  expect(facts("round-shape")).toHaveLength(1);
  expect(facts("round-shape")[0]).toMatch(/^size, reader (size-of radius-of|radius-of size-of)$/);
  expect(facts("broken")).toEqual(["part, reader broken-part"]);
  const parts = (name: string) =>
    inspect(`(find-class '${name})`).parts.map(({ label, printed }) => `${label} ${printed}`);
  expect(parts("base-shape").map((each) => each.replace(/#<STANDARD-CLASS (?:[^:]*::?)?|>/g, ""))).toEqual([
    "superclass STANDARD-OBJECT",
    "subclass ROUND-SHAPE",
    "subclass FLAT-SHAPE",
  ]);
  for (const name of ["t", "integer", "spot", "standard-object", "error"]) expect(parts(name)).toBeDefined();
  outcomeOf(`(defclass many () (${Array.from({ length: 60 }, (_, i) => `slot-${i}`).join(" ")}))`);
  expect(facts("many")).toHaveLength(50);
  expect(inspect("(find-class 'many)").facts.at(-1)).toEqual({ label: "direct slots left out", text: "10" });
});

test("the condition of a report is kept, and shows what its slots hold", () => {
  const code = "(error 'oops :why (list 1 (vector 2 3)))";
  const handle = outcomeOf(code).condition?.handle ?? -1;
  expect(inspect("", { handle })).toMatchObject({ kind: "condition", parts: [{ label: "why" }] });
  expect(inspect("", { handle, path: [0, 1] })).toMatchObject({ printed: "#(2 3)" });
});

test("long values come in pages, circular and dotted ones end", () => {
  const page = inspect("(loop for i below 20000 collect i)", { start: 19_990, count: 3 });
  expect(page).toMatchObject({ partsTotal: 20_000, start: 19_990 });
  expect(page.parts.map(({ printed }) => printed)).toEqual(["19990", "19991", "19992"]);
  expect(page.text).toContain("… 7 more parts");
  expect(inspect("(list 1 2)", { start: 9, count: 500 }).parts).toEqual([]);
  const circular = inspect("(let ((l (list 1 2 3))) (setf (cdddr l) (cdr l)) l)");
  expect(circular).toMatchObject({ partsTotal: 3, facts: [{ text: "3" }, { label: "circular" }] });
  expect(inspect("'(1 2 . 3)").parts[2]).toMatchObject({ label: "tail", printed: "3" });
  expect(inspect("(let ((v (vector 1 nil))) (setf (aref v 1) v) v)", { path: [1, 1, 1] }).kind).toBe(
    "vector",
  );
});

test("an expression is evaluated, with its limits, and leaves * as it was", () => {
  outcomeOf(":before");
  const how: Look = { kind: "inspect", handle: null, path: [], start: 0, count: 5 };
  expect(inspect("(progn (defun defined-aside () 7) (list 1))").kind).toBe("list");
  expect(outcomeOf("(list * (defined-aside))").values).toEqual(["(:BEFORE 7)"]);
  expect(outcomeOf("(defun noted () 1)", how).definitions.map(({ names }) => names)).toEqual([
    ["FUNCTION NOTED"],
  ]);
  expect(outcomeOf("(loop)", how, 300).status).toBe("timeout");
  expect(problem("(car 1)", how)).toContain("LIST");
  expect(problem("1 2", how)).toBe("Expected one form, but the text goes on behind it.");
  expect(problem("", { ...how, handle: 999 })).toContain("no value with the handle 999");
  expect(problem("(list 1)", { ...how, path: [1] })).toBe(
    "There is no part 1, counted from 0: the value has 1 part.",
  );
  expect(problem("5", { ...how, path: [0] })).toContain("the value has 0 parts");
  expect(problem("(make-instance 'circle)", { ...how, path: [0] })).toContain("without a value");
});

test("a printer of the program's that fails does not hide the other parts", () => {
  outcomeOf('(defmethod print-object ((x circle) stream) (error "no"))');
  expect(inspect("(list 1 (make-instance 'circle))").parts).toMatchObject([
    { printed: "1" },
    { printed: expect.stringContaining("error printing") },
  ]);
});

test("the last values that were inspected are kept, the others are not", () => {
  const first = inspect("(list :first)").handle;
  for (let i = 0; i < 200; i++) inspect(`(list ${i})`);
  expect(problem("", { kind: "inspect", handle: first, path: [], start: 0, count: 1 })).toContain("are kept");
});

test("files are listed by directory", () => {
  const list = (directory: string) => ask<FilesReport>("list-files", directory);
  expect(list("")).toMatchObject({
    directory: "/",
    files: [{ name: "data", path: "/data/", kind: "directory" }],
  });
  const { files, total, text } = list("/data") ?? { files: [], total: 0, text: "" };
  expect(files).toEqual([
    { name: "notes", path: "/data/notes/", kind: "directory", characters: null, bytes: null },
    { name: "two.txt", path: "/data/two.txt", kind: "file", characters: 1, bytes: 2 },
  ]);
  expect([total, text]).toEqual([2, "Files in /data/:\n/data/notes/\n/data/two.txt: 1 character"]);
  expect(list("data/notes/")?.files).toHaveLength(1);
  expect(list("..")?.directory).toBe("/");
  for (const nothing of ["/nowhere", "/data/two.txt", "\u0000"]) expect(list(nothing), nothing).toBeNull();
});

test("parts that have the same parts each are a table", () => {
  const table = (code: string, how: Partial<Look & { kind: "inspect" }> = {}) => inspect(code, how).table;
  expect(table("'((1 2) (3 nil))")).toEqual({
    columns: ["0", "1"],
    rows: [
      ["1", "2"],
      ["3", "NIL"],
    ],
  });
  expect(table('\'((:name "a" :age 1) (:name "b" :age 2))')).toEqual({
    columns: [":name", ":age"],
    rows: [
      ['"a"', "1"],
      ['"b"', "2"],
    ],
  });
  expect(table("(vector (make-point :x 1) (make-point :x 3))")).toEqual({
    columns: ["x", "y"],
    rows: [
      ["1", "2"],
      ["3", "2"],
    ],
  });
  expect(table("(list (make-instance 'circle :radius 1) (make-instance 'circle))")).toEqual({
    columns: ["name", "radius"],
    rows: [
      ["#<unbound>", "1"],
      ["#<unbound>", "#<unbound>"],
    ],
  });
  expect(table("'((a . 1) (b . 2))")).toEqual({
    columns: ["car", "cdr"],
    rows: [
      ["A", "1"],
      ["B", "2"],
    ],
  });
  expect(table("(let ((h (make-hash-table))) (setf (gethash 'k h) '(1)) h)")).toEqual({
    columns: ["key", "value"],
    rows: [["K", "(1)"]],
  });
  expect(table("'((1 2) (3 4) (5 6))", { start: 1, count: 2 })?.rows).toEqual([
    ["3", "4"],
    ["5", "6"],
  ]);
  for (const code of [
    "'(1 2)",
    "'((1 2))",
    "'((1 2) (1 2 3))",
    "'((1) (2))",
    "'((1 2) (3 4) . 5)",
    "nil",
    "'a",
  ]) {
    expect(table(code), code).toBeNull();
  }
  for (const code of ["'((:a 1) (:b 2))", "(list (make-point) (make-instance 'circle))"]) {
    expect(table(code), code).toBeNull();
  }
  expect(table("(let ((l (list 1 2))) (setf (cddr l) l) (list l l))")).toBeNull();
});
