/** What a recorded evaluation says afterwards of what it did. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { RecordingReport } from "../../jscl-bridge/contract/results.js";
import { KeptTexts } from "./engine.js";
import { answerOf, bootEvaluator, type Evaluator } from "./image.js";

let evaluate: Evaluator;
// What is recorded, and how it is numbered, follows from all that was defined before.
beforeEach(async () => {
  evaluate = await bootEvaluator();
  evaluate("(defun see (x) x)");
});

const value = (code: string) => answerOf(evaluate(code));

/** The text of an answer of QUERY-RECORDING, line by line. */
const asked = (query: string): string[] =>
  (JSON.parse(value(`(jscl-mcp:query-recording ${query})`).replaceAll("\n", "\\n")) as string).split("\n");

describe("calls", () => {
  test("arguments and values of functions that were defined before", () => {
    value("(defun fact (n) (if (< n 2) 1 (* n (fact (1- n)))))");
    expect(value("(jscl-mcp:record '(fact 4))")).toBe("24");
    expect(asked("")).toMatchInlineSnapshot(`
      [
        "8 events.",
        "FACT: 4 calls (#0 to #3)",
      ]
    `);
    expect(asked(":function 'fact")).toMatchInlineSnapshot(`
      [
        "8 events.",
        "4 calls of FACT:",
        "#0 (FACT 4) => 24",
        "#1 (FACT 3) => 6",
        "#2 (FACT 2) => 2",
        "#3 (FACT 1) => 1",
      ]
    `);
    expect(asked(":value 6")).toMatchInlineSnapshot(`
      [
        "8 events.",
        "6 is in 1 event. The way to the first, #6:",
        "#0 (FACT 4), line 1, column 12",
        "#1   (FACT 3), line 1, column 12",
        "The events:",
        "#6 FACT returned 6",
      ]
    `);
    expect(asked(":event 3 :count 5")).toMatchInlineSnapshot(`
      [
        "In:",
        "#0 (FACT 4), line 1, column 12",
        "#1   (FACT 3), line 1, column 12",
        "#2     (FACT 2), line 1, column 12",
        "#3       (FACT 1), line 1, column 12",
        "Events:",
        "#3 (FACT 1)",
        "#4 FACT returned 1",
        "#5 FACT returned 2",
        "#6 FACT returned 6",
        "#7 FACT returned 24",
      ]
    `);
    expect(asked(":event 3 :direction :back")).toMatchInlineSnapshot(`
      [
        "In:",
        "#0 (FACT 4), line 1, column 12",
        "#1   (FACT 3), line 1, column 12",
        "#2     (FACT 2), line 1, column 12",
        "#3       (FACT 1), line 1, column 12",
        "Events up to it:",
        "#0 (FACT 4)",
        "#1   (FACT 3)",
        "#2     (FACT 2)",
        "#3       (FACT 1)",
      ]
    `);
    expect(asked(":event 1 :direction :inside")).toMatchInlineSnapshot(`
      [
        "In:",
        "#0 (FACT 4), line 1, column 12",
        "#1   (FACT 3), line 1, column 12",
        "Events:",
        "#2 (FACT 2) => 2",
      ]
    `);
  });

  test("bindings and assignments", () => {
    value(
      "(defun area (w &optional (h 2) &key (k 1)) (let* ((a (* w h)) (b (* a k))) (setq b (1+ b)) (values b a)))",
    );
    expect(value("(multiple-value-list (jscl-mcp:record '(area 3 4 :k 2)))")).toBe("(25 12)");
    expect(asked(":event 0")).toMatchInlineSnapshot(`
      [
        "In:",
        "#0 (AREA 3 4 :K 2), line 1, column 12",
        "Events:",
        "#0 (AREA 3 4 :K 2)",
        "#1   A is bound to 12",
        "#2   B is bound to 24",
        "#3   B is set to 25",
        "#4 AREA returned 25, 12",
      ]
    `);
  });

  test("non-local exits and conditions", () => {
    value('(defun deep (n) (if (= n 0) (error "no ~A" n) (1+ (deep (1- n)))))');
    value("(defun outer () (handler-case (deep 2) (error () :caught)))");
    expect(value("(jscl-mcp:record '(list (outer) (outer)))")).toBe("(:CAUGHT :CAUGHT)");
    expect(asked(":event 0 :count 10")).toMatchInlineSnapshot(`
      [
        "In:",
        "#0 (OUTER), line 1, column 16",
        "Events:",
        "#0 (OUTER)",
        "#1   (DEEP 2)",
        "#2     (DEEP 1)",
        "#3       (DEEP 0)",
        "#4         #<SIMPLE-ERROR FORMAT-CONTROL="no ~A" FORMAT-ARGUMENTS=(0) #1> is signalled",
        "#5         SIMPLE-ERROR is handled",
        "#6       DEEP was left by a non-local exit",
        "#7     DEEP was left by a non-local exit",
        "#8   DEEP was left by a non-local exit",
        "#9 OUTER returned :CAUGHT",
      ]
    `);
    expect(asked(":function 'deep")).toMatchInlineSnapshot(`
      [
        "20 events.",
        "6 calls of DEEP:",
        "#1 (DEEP 2) was left by a non-local exit  [2 times]",
        "#2 (DEEP 1) was left by a non-local exit  [2 times]",
        "#3 (DEEP 0) was left by a non-local exit  [2 times]",
      ]
    `);
  });

  test("restarts", () => {
    value('(defun skipping () (with-simple-restart (skip "it") (invoke-restart \'skip)))');
    expect(value("(jscl-mcp:record '(skipping))")).toBe("NIL T");
    expect(asked(":event 0")).toContain("#1   the restart SKIP is taken");
  });

  test("local functions, lambdas and keywords are calls of their own", () => {
    value(`(defun locals (n) (labels ((lp (i acc) (if (= i n) acc (lp (1+ i) (cons i acc))))) (lp 0 nil)))
           (defun keyed (&key (a 1) b) (list a b))`);
    expect(value("(jscl-mcp:record '(list (locals 2) (keyed :b 2)))")).toBe("((1 0) (1 2))");
    expect(asked("")).toEqual([
      "10 events.",
      "(LABELS LP :IN LOCALS): 3 calls (#1 to #3)",
      "LOCALS: 1 call (#0)",
      "KEYED: 1 call (#8)",
    ]);
    expect(asked(":function 'keyed")).toContain("#8 (KEYED :B 2) => (1 2)");
  });
});

describe("values are those of their moment", () => {
  test("what was passed is changed later", () => {
    value(`(defstruct point x y)
           (defun mutate (p l s v h)
             (setf (point-x p) 99 (car l) :new (char s 0) #\\! (aref v 0) :new (gethash 1 h) :new)
             (nconc l l)
             t)
           (defun start ()
             (let ((h (make-hash-table)))
               (setf (gethash 1 h) :old)
               (mutate (make-point :x 1 :y 2) (list 1 2) (copy-seq "abc") (vector 1 2) h)))`);
    expect(value("(jscl-mcp:record '(start))")).toBe("T");
    expect(asked(":function 'mutate")[2]).toMatch(
      /\(MUTATE #S\(POINT :X 1 :Y 2\) \(1 2\) "abc" #\(1 2\) #<HASH-TABLE #\d+ EQL {1: :OLD}>\) => T$/,
    );
  });

  test("a copy serves again only as long as nothing has changed", () => {
    value(
      "(defun see (x) x) (defun twice (l) (see l) (see l) (setf (second l) 5) (see l) (setf (cddr l) 7) (see l))",
    );
    value("(jscl-mcp:record '(twice (list 1 2 3)))");
    expect(asked(":function 'see").slice(2)).toEqual([
      "#1 (SEE (1 2 3)) => (1 2 3)  [2 times]",
      "#5 (SEE (1 5 3)) => (1 5 3)",
      "#7 (SEE (1 5 . 7)) => (1 5 . 7)",
    ]);
  });

  test("what changes inside of the parts of a value shows", () => {
    value(`(defstruct box in)
           (defun see-tree (x) (declare (ignore x)) nil)
           (defun change-parts (x text box)
             (see-tree x) (see-tree x)
             (setf (second (second x)) 9) (see-tree x)
             (setf (char text 0) #\\z) (see-tree x)
             (setf (box-in box) (list 5)) (see-tree x)
             (setf (first (box-in box)) 6) (see-tree x) (see-tree x))
           (defun change-all ()
             (let ((text (copy-seq "abc")) (box (make-box :in 3)))
               (change-parts (list 1 (list 2 3) text box) text box)))`);
    value("(jscl-mcp:record '(change-all))");
    expect(asked(":function 'see-tree").slice(2)).toEqual([
      '#4 (SEE-TREE (1 (2 3) "abc" #S(BOX :IN 3))) => NIL  [2 times]',
      '#8 (SEE-TREE (1 (2 9) "abc" #S(BOX :IN 3))) => NIL',
      '#10 (SEE-TREE (1 (2 9) "zbc" #S(BOX :IN 3))) => NIL',
      '#12 (SEE-TREE (1 (2 9) "zbc" #S(BOX :IN (5)))) => NIL',
      '#14 (SEE-TREE (1 (2 9) "zbc" #S(BOX :IN (6)))) => NIL  [2 times]',
    ]);
  });

  test("circular objects, and those whose printer fails", () => {
    value(`(defclass bad () ((a :initform 1) (b)))
           (defmethod print-object ((object bad) stream) (error "printer"))
           (defun round-and-round ()
             (let ((l (list 1 2)) (v (vector 1 nil)))
               (setf (cdr (last l)) l (aref v 1) v)
               (see l) (see v) (see (make-instance 'bad))
               t))`);
    expect(value("(jscl-mcp:record '(round-and-round))")).toBe("T");
    const lines = asked(":function 'see").join("\n");
    expect(lines).toContain("(SEE (1 2 1 2 1 2 1 2 1 2 1 2 1 2 1 2 ...))");
    expect(lines).toMatch(/\(SEE #\(1 #\(1 #\(1 #<VECTOR #\d+ of 2>\)\)\)\)/);
    expect(lines).toMatch(/#<BAD A=1 B=#<unbound> #\d+>/);
  });

  test("objects of every kind, long ones and deep ones", () => {
    value(`(defstruct leaf at) (defstruct wide a b c d e f g h i j k l m n o p q r)
      (defclass shell () ((in :initarg :in)))
      (defun of-every-kind ()
        (let ((table (make-hash-table :test 'equal)))
          (setf (gethash "k" table) '(1))
          (mapc #'see
           (list '(1 . 2) '(1 (2 (3 (4)))) (list (make-leaf :at (make-leaf :at (make-leaf :at 1))))
                 (make-string 40 :initial-element #\\x) (make-string 250 :initial-element #\\y) "" #()
                 (make-array '(2 2) :initial-element 7) (make-array '()) #*101 (vector 1 2 '(3))
                 (make-array 4 :fill-pointer 2 :initial-element 0) (make-wide :a '(1 2) :p 4)
                 (make-instance 'shell :in (make-instance 'shell :in '(1))) (make-instance 'shell)
                 table (list table) #'car 1.5d0 #c(1 2) (list (list (list table (vector 1) #'car "z")))))
          nil))`);
    expect(value("(jscl-mcp:record '(of-every-kind))")).toBe("NIL");
    const calls = asked(":function 'see :budget 9000").slice(2);
    expect(calls.map((line) => line.replace(/#\d+/g, "#N"))).toMatchInlineSnapshot(`
      [
        "#N (SEE (1 . 2)) => (1 . 2)",
        "#N (SEE (1 (2 (3 #<CONS #N>)))) => (1 (2 (3 #<CONS #N>)))",
        "#N (SEE (#S(LEAF :AT #<LEAF #N>))) => (#S(LEAF :AT #<LEAF #N>))",
        "#N (SEE "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx") => "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"",
        "#N (SEE "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy...) => "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy...",
        "#N (SEE "") => """,
        "#N (SEE #()) => #()",
        "#N (SEE #<ARRAY #N 2x2: 7 7 7 7>) => #<ARRAY #N 2x2: 7 7 7 7>",
        "#N (SEE #<ARRAY #N : 0>) => #<ARRAY #N : 0>",
        "#N (SEE #(1 0 1)) => #(1 0 1)",
        "#N (SEE #(1 2 (3))) => #(1 2 (3))",
        "#N (SEE #(0 0)) => #(0 0)",
        "#N (SEE #S(WIDE :A (1 2) :B NIL :C NIL :D NIL :E NIL :F NIL :G NIL :H NIL :I NIL :J NIL :K NIL :L NIL :M NIL :N NIL ...)) => #S(WIDE :A (1 2) :B NIL :C NIL :D NIL :E NIL :F NIL :G NIL :H NIL :I NIL :J NIL :K NIL :L NIL :M NIL :N NIL ...)",
        "#N (SEE #<SHELL IN=#<SHELL IN=#<CONS #N> #N> #N>) => #<SHELL IN=#<SHELL IN=#<CONS #N> #N> #N>",
        "#N (SEE #<SHELL IN=#<unbound> #N>) => #<SHELL IN=#<unbound> #N>",
        "#N (SEE #<HASH-TABLE #N EQUAL {"k": (1)}>) => #<HASH-TABLE #N EQUAL {"k": (1)}>",
        "#N (SEE (#<HASH-TABLE #N EQUAL {"k": (1)}>)) => (#<HASH-TABLE #N EQUAL {"k": (1)}>)",
        "#N (SEE #<FUNCTION CAR #N>) => #<FUNCTION CAR #N>",
        "#N (SEE 1.5d0) => 1.5d0",
        "#N (SEE #C(1 2)) => #C(1 2)",
        "#N (SEE (((#<HASH-TABLE #N of 1> #<VECTOR #N of 1> #<FUNCTION CAR #N> "z")))) => (((#<HASH-TABLE #N of 1> #<VECTOR #N of 1> #<FUNCTION CAR #N> "z")))",
      ]
    `);
  });

  test("a part that is too deep is found by what it is", () => {
    value("(defvar *deep* (list :deep)) (defvar *whole* (list (list (list *deep*))))");
    value("(progn (jscl-mcp:record '(see *whole*)) nil)");
    expect(asked(":value *deep*")[1]).toMatch(/^\(:DEEP\) is in 2 events/);
    expect(asked(":value (list :deep)")[1]).toBe("No event has (:DEEP).");
  });

  test("an object inside of itself has one number", () => {
    value(`(defclass knot () ((self))) (defun tied (x) x) (defvar *knot* (make-instance 'knot))
        (setf (slot-value *knot* 'self) *knot*)`);
    value("(progn (jscl-mcp:record '(tied *knot*)) nil)");
    const call = asked(":function 'tied").at(-1) ?? "";
    const [first, ...others] = call.replace(/^#\d+/, "").match(/#\d+/g) ?? [];
    expect([...new Set(others)], call).toEqual([first]);
  });

  test("a value is found where it came from", () => {
    value("(defun add (a b) (+ a b)) (defun total (l) (let ((s 0)) (dolist (x l s) (setq s (add s x)))))");
    value("(jscl-mcp:record '(total (list 1 2 3)))");
    expect(asked(":value 3 :function 'add")).toMatchInlineSnapshot(`
      [
        "16 events.",
        "3 is in 2 events. The way to the first, #8:",
        "#0 (TOTAL (1 2 3)), line 1, column 39",
        "#7   (ADD 1 2), line 1, column 11",
        "The events:",
        "#8 ADD returned 3",
        "#11 (ADD 3 3)",
      ]
    `);
    expect(asked(":value :nowhere")).toContain("No event has :NOWHERE.");
    expect(asked(":value '(1 2 3)")[1]).toMatch(/^\(1 2 3\) is in 1 event/);
  });
});

describe("bounds and ends", () => {
  test("the oldest events are dropped", () => {
    value("(defun lp (i) (if (= i 0) :done (lp (1- i))))");
    expect(value("(jscl-mcp:record '(lp 200000) :limit 1000)")).toBe(":DONE");
    expect(asked("")).toEqual([
      "400002 events, of which the first 399002 were dropped.",
      "LP: 500 calls (#399002 to #400000)",
    ]);
  });

  test("objects of many calls are those of their moments, in whatever part of the recording they are", () => {
    value("(defun took (list) (setf (first list) :later)) (defvar *same* (list 1 2 3 4 5 6))");
    value(`(jscl-mcp:record '(dotimes (i 6000)
                               (took (list i (+ i 1) 2 3 4 5 6 7 8 9 10 11)) (took *same*)))`);
    for (const i of [0, 1365, 1366, 2731, 5999]) {
      const list = `(${i} ${i + 1} 2 3 4 5 6 7 8 9 10 11)`;
      expect(asked(`:value '${list}`)[1]).toBe(`${list} is in 1 event. The way to the first, #${3 + 5 * i}:`);
    }
    expect(asked(":function 'took")).toContainEqual(
      expect.stringMatching(/\(TOOK \(:LATER 2 3 4 5 6\)\) => :LATER .*\[5,?999 times\]/),
    );
  });

  test("a call may have any number of objects", () => {
    value("(defun many (&rest all) (length all))");
    value("(jscl-mcp:record '(apply #'many (loop for i below 3000 collect (list i :a :b :c :d (list i)))))");
    expect(asked(":function 'many")[2]).toContain(" (MANY (0 :A :B :C :D (0)) (1 :A :B :C :D (1)) (2 ");
    expect(value("(jscl-mcp:record '(many 1 2))")).toBe("2");
  });

  test("of many calls that differ those are printed that are shown", () => {
    value("(defun mine (x) (list x)) (defun each-once (n) (dotimes (i n) (mine (list i 1.5 :a)) (mine i)))");
    value("(jscl-mcp:record '(progn (each-once 2000) (mine 7) (mine (list 7 1.5 :a))))");
    const printed = vi.spyOn(KeptTexts.prototype, "plain");
    const lines = asked(":function 'mine");
    expect(printed.mock.calls.length).toBeLessThan(2000);
    printed.mockRestore();
    expect(lines[1]).toBe("4002 calls of MINE:");
    expect(lines.filter((line) => line.endsWith("[2 times]"))).toEqual([
      expect.stringMatching(/\(MINE \(7 1\.5 :A\)\) => \(\(7 1\.5 :A\)\)/),
      expect.stringMatching(/\(MINE 7\) => \(7\)/),
    ]);
    expect(lines.at(-1)).toMatch(/^… \d+ more calls$/);
  });

  test("calls are one where what is kept of their arguments and values is the same", () => {
    value(`(defun alike (x) x)
      (defun all-alike ()
        (dolist (end '(1 2 1)) (alike (list end)))
        (dolist (end '(1 1)) (alike (format nil "end ~d" end)))
        (mapc #'alike (list 0.0 -0.0 0 0d0 1/3 1/3 'a "A" #\\A 'a)))`);
    value("(jscl-mcp:record '(all-alike))");
    const calls = asked(":function 'alike :budget 9000").slice(2);
    expect(calls.map((line) => line.replace(/^#\d+ \(ALIKE (.*)\) => .*?( {2}\[.*)?$/, "$1$2"))).toEqual([
      "(1)  [2 times]",
      "(2)",
      '"end 1"  [2 times]',
      "0.0",
      "-0.0",
      "0",
      "0.0d0",
      "1/3  [2 times]",
      "A  [2 times]",
      '"A"',
      "#\\A",
    ]);
  });

  test("a recording has nothing of the one before it", () => {
    value("(defun kept (x) x) (defun again (n) (dotimes (i n) (kept (list i))))");
    value("(jscl-mcp:record '(again 40000))");
    value("(jscl-mcp:record '(again 2))");
    expect(asked(":value '(39999)")).toEqual(["9 events.", "No event has (39999)."]);
    expect(asked(":function 'kept").slice(1)).toHaveLength(3);
  });

  test("recursion that continues on the heap is recorded as well", () => {
    value("(defun dd (i) (if (= i 0) 0 (1+ (dd (1- i)))))");
    expect(value("(jscl-mcp:record '(dd 30000))")).toBe("30000");
    expect(asked(":function 'dd :budget 300").slice(0, 3)).toEqual([
      "60002 events.",
      "30001 calls of DD:",
      "#0 (DD 30000) => 30000",
    ]);
  });

  test("big objects that it has seen are garbage afterwards", () => {
    value("(defun bigs () (dotimes (i 40) (see (make-array 1000000 :initial-element i))))");
    expect(value("(jscl-mcp:record '(bigs))")).toBe("NIL");
    expect(asked("")[1]).toMatch(/^SEE: 40 calls/);
  });

  test("functions are afterwards what they were, and new ones as usual", () => {
    value("(defun before (x) x) (defparameter *before* #'before)");
    const code = "(progn (defun during (x) (before x)) (defun before2 (x) x) (during 1))";
    expect(value(`(jscl-mcp:record '${code})`)).toBe("1");
    expect(value("(eq #'before *before*)")).toBe("T");
    const events = asked("")[0];
    expect(value("(during 5)")).toBe("5");
    expect(asked("")[0]).toBe(events);
    expect(value("(progn (jscl-mcp:record '(during 2)) (during 3))")).toBe("3");
    expect(asked(":function 'during").slice(1)).toEqual(["1 call of DURING:", "#0 (DURING 2) => 2"]);
  });

  test("a file that is compiled meanwhile has plain code", () => {
    value(`(with-open-file (out "/plain.lisp" :direction :output :if-exists :supersede)
             (write-string "(defun of-file (x) (list x))" out))`);
    value('(jscl-mcp:record \'(compile-file "/plain.lisp"))');
    const code = `(with-open-file (in "/plain.fasl") (let ((text (make-string (file-length in))))
                    (read-sequence text in) (search "noteCall" text)))`;
    expect(value(code)).toBe("NIL");
  });

  test("a recording in a recording goes on", () => {
    expect(value("(jscl-mcp:record '(list (jscl-mcp:record '(see 1)) (see 2)))")).toBe("(1 2)");
    expect(asked(":function 'see").slice(1)).toEqual([
      "2 calls of SEE:",
      "#0 (SEE 1) => 1",
      "#2 (SEE 2) => 2",
    ]);
  });

  test("filters: functions, packages", () => {
    value("(defpackage other (:use cl)) (defun other::far (x) (see x))");
    value("(jscl-mcp:record '(other::far 1) :functions '(other::far))");
    expect(asked("")).toEqual(["2 events.", "OTHER::FAR: 1 call (#0)"]);
    value("(jscl-mcp:record '(other::far 1) :functions '(\"COMMON-LISP-USER\"))");
    expect(asked("")).toEqual(["2 events.", "SEE: 1 call (#0)"]);
  });

  test("a recorded evaluation that times out, or fails", () => {
    const { outcome } = evaluate("(defun forever (x) (loop (see x))) (forever 1)", {
      deadlineMs: 300,
      record: { functions: [], chars: 500 },
    });
    expect(outcome.status).toBe("timeout");
    expect(outcome.recording).toMatch(/^\d+ events.*\n(?:.*\n)*SEE: \d+ calls/);
    expect(evaluate("(see 1)").outcome.recording).toBeNull();
    const failed = evaluate('(see (error "x"))', { record: { functions: ["see"], chars: 500 } }).outcome;
    expect([failed.status, failed.recording]).toEqual([
      "error",
      "1 events.\nConditions signalled: 1, handled: 0.",
    ]);
    expect(value("(see 1)")).toBe("1");
  });

  test.each([
    ["(jscl-mcp:record '(see 1) :functions '(1))", "The value 1 is not of type (OR SYMBOL LIST STRING)."],
    ['(jscl-mcp:record \'(see 1) :functions "NOPE")', 'There is no package "NOPE".'],
    ["(jscl-mcp:record '(see 1) :limit 0)", "The value 0 is not of type (INTEGER 1 1000000)."],
    ["(jscl-mcp:query-recording :event -1)", "The value -1 is not of type (INTEGER 0 9007199254740991)."],
    [
      "(jscl-mcp:query-recording :direction 'x)",
      "The value X is not of type (MEMBER :FORWARD :BACK :INSIDE).",
    ],
    ['(jscl-mcp:query-recording :function "x")', 'The value "x" is not of type SYMBOL.'],
  ])("%s", (code, message) => {
    expect(value(code).replace(/\s+/g, " ")).toBe(message);
  });

  test("names in a command that are none", () => {
    const { outcome } = evaluate("1", { record: { functions: ["(lambda (x) x)"], chars: 500 } });
    expect(outcome.condition?.message).toBe('"(lambda (x) x)" is no name of a function.');
    expect(evaluate("1").outcome.values).toEqual(["1"]);
  });
});

test("a recorded function that keeps its variables has them too", () => {
  value("(proclaim '(optimize (debug 2)))");
  try {
    const code = `(progn
      (defun keeper (a b)
        (let* ((c (+ a 1)) (d (list c b)))
          (setq c 10)
          (let ((e (lambda () (incf c)))) (funcall e) (error "x ~A" d))))
      (block kept
        (handler-bind ((error (lambda (x) (declare (ignore x)) (return-from kept (jscl-mcp:frame-locals 2)))))
          (keeper 3 6))))`;
    const kept = value(`(remove 'e (jscl-mcp:record '${code}) :key #'car)`);
    expect(kept).toBe("((D :LIVE (4 6)) (C :LIVE 11) (A :LIVE 3) (B :LIVE 6))");
    expect(asked(":function 'keeper")[2]).toMatch(/^#\d+ \(KEEPER 3 6\)/);
    expect(asked(":value 11").at(-1)).toMatch(/returned 11$/);
  } finally {
    value("(proclaim '(optimize (debug 1)))");
  }
});

describe("methods", () => {
  test("methods that were defined before, and those that are defined meanwhile", () => {
    value(`(defgeneric weight (x))
(defmethod weight ((x number)) (* 2 x))
(defmethod weight ((x integer)) (let ((more (call-next-method))) (1+ more)))
(weight 3)`);
    expect(value("(jscl-mcp:record '(list (weight 3) (weight 1.5)))")).toBe("(7 3.0)");
    expect(asked(":event 0 :count 9").slice(2)).toMatchInlineSnapshot(`
      [
        "Events:",
        "#0 ((:METHOD WEIGHT (INTEGER)) 3)",
        "#1   ((:METHOD WEIGHT (NUMBER)) 3)",
        "#2   (:METHOD WEIGHT (NUMBER)) returned 6",
        "#3   MORE is bound to 6",
        "#4 (:METHOD WEIGHT (INTEGER)) returned 7",
        "#5 ((:METHOD WEIGHT (NUMBER)) 1.5)",
        "#6 (:METHOD WEIGHT (NUMBER)) returned 3.0",
      ]
    `);
    expect(value("(jscl-mcp:record '(weight 4) :functions 'weight)")).toBe("9");
    expect(asked("")[1]).toMatchInlineSnapshot(`"(:METHOD WEIGHT (INTEGER)): 1 call (#0)"`);
    expect(value("(jscl-mcp:record '(weight 4) :functions 'fact)")).toBe("9");
    expect(asked("")).toEqual(["0 events."]);
    value('(jscl-mcp:record \'(progn (defmethod weight ((x string)) (length x)) (weight "abc")))');
    value("(jscl-mcp:record '(list 1))");
    expect(value('(list (weight "abcd") (weight 5))')).toBe("(4 11)");
    expect(asked("")).toEqual(["0 events."]);
  });
});

describe("the place of an event", () => {
  const DEFINITIONS = `(defun half (n)
  (let ((rest 0)
        (part (floor n 2)))
    (setq rest (- n part))
    (dolist (each (list part)) (push each rest))
    (labels ((inner (x)
               x))
      (inner part))))`;

  /** The place of an event, in the definition it is in. */
  const placeOf = (event: number) => {
    const which = { traced: false, function: null, ofValue: false, event } as const;
    const shown = { direction: "forward", count: 1, budget: 4000 } as const;
    const { report } = evaluate("nil", { look: { kind: "recording", ...which, ...shown } }).outcome;
    return (JSON.parse(report ?? "{}") as RecordingReport).place;
  };

  test("is the form that binds or assigns, or the function where a call comes from elsewhere", () => {
    value(DEFINITIONS);
    value("(jscl-mcp:record '(half 5))");
    const steps = asked(":event 0").filter((line) => line.startsWith("#"));
    const places = steps.slice(1).map((line, event) => {
      const place = placeOf(event);
      return `${line.replace(/^#\d+ +/, "")}: ${place?.line},${place?.column}`;
    });
    expect(places).toMatchInlineSnapshot(`
      [
        "(HALF 5): 1,0",
        "REST is bound to 0: 2,8",
        "PART is bound to 2: 3,8",
        "REST is set to 3: 4,4",
        "EACH is bound to 2: 5,4",
        "REST is set to (2 . 3): 5,31",
        "((LABELS INNER :IN HALF) 2): 6,20",
        "(LABELS INNER :IN HALF) returned 2: 6,20",
        "HALF returned 2: 1,0",
      ]
    `);
    expect(placeOf(0)).toEqual({ line: 1, column: 0, in: "(DEFUN HALF)", file: null });
  });

  test("is the call where the text of its caller tells which it is, or the form that has them all", () => {
    const code = `(defmacro hidden (x) \`(once ,x))
(defun once (n) (* 2 n))
(defun twice (n) (+ 1 n))
(defun thrice (n) (* 3 n))
(defun unseen (n) n)
(defun calling (list)
  (let ((sum 0))
    (dolist (x list (list sum (mapcar #'thrice list)))
      (incf sum (+ (once x)
                   (list-length (list (twice x) (twice 1))))))))
(defun hiding (n)
  (list (once n) (hidden n) (unseen n)))
(list (calling '(5)) (hiding 7))`;
    evaluate(code, { record: { functions: [], chars: 1000 } });
    const lines = asked(":event 0 :count 99");
    const placeOfCall = (call: string) => {
      const line = lines.find((each) => each.includes(call)) ?? "";
      const place = placeOf(Number(/#(\d+)/.exec(line)?.[1]));
      return [place?.line, place?.column, place?.in];
    };
    expect(placeOfCall("(ONCE 5)")).toEqual([9, 19, "(DEFUN CALLING)"]);
    expect(placeOfCall("(TWICE 5)")).toEqual([10, 32, "(DEFUN CALLING)"]);
    expect(placeOfCall("(THRICE 5)")).toEqual([4, 0, "(DEFUN THRICE)"]);
    expect(placeOfCall("(ONCE 7)")).toEqual([2, 0, "(DEFUN ONCE)"]);
    expect(placeOfCall("(UNSEEN 7)")).toEqual([5, 0, "(DEFUN UNSEEN)"]);
  });

  test("is that of the whole definition where the recorded text has it", () => {
    const code = `(defun twofold (n)
  (* 2 n))
(defun (setf twofold) (new n)
  (list new n))
(defmethod length-of ((x string))
  (length x))
(list (twofold 2) (setf (twofold 1) 2) (length-of "abc"))`;
    evaluate(code, { record: { functions: [], chars: 1000 } });
    const placeOfCall = (call: string) => {
      const line = asked(":event 0 :count 99").find((each) => each.includes(call)) ?? "";
      const place = placeOf(Number(/#(\d+)/.exec(line)?.[1]));
      return [place?.line, place?.column, place?.in];
    };
    expect(placeOfCall("(TWOFOLD 2)")).toEqual([1, 0, "(DEFUN TWOFOLD)"]);
    expect(placeOfCall("((SETF TWOFOLD) 2 1)")).toEqual([3, 0, "(DEFUN (SETF TWOFOLD))"]);
    expect(placeOfCall('LENGTH-OF (STRING)) "abc"')).toEqual([5, 0, "(DEFMETHOD LENGTH-OF)"]);
  });

  test("is that of the form around where a program evaluates at its toplevel", () => {
    evaluate("\n(let ((top 1))\n  (setq top 2))", { record: { functions: [], chars: 1000 } });
    const events = asked(":event 0").join("\n");
    expect(events).toContain("TOP is set to 2");
    expect(placeOf(2)).toEqual({ line: 3, column: 2, in: "(LET ((TOP 1)) (SETQ TOP 2))", file: null });
  });
});
