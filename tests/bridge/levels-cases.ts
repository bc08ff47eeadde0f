import { expect, test } from "vitest";
import type { Deed, Levels } from "./levels-driver.js";

const take = (restart: string, values: string[] | null = null, level: number | null = null) => ({
  restart,
  values,
  level,
});

/** Tests the levels of an image whose thread waits for answers. */
export function testLevels(levels: Levels): void {
  const run: Levels["run"] = (...given) => levels.run(...given);

  test("define and go on: the missing function is defined while its call is held", () => {
    const { said, asked, outcomes } = run(
      '(list :before (missing-one 20) (progn (princ "after") :after))',
      "(defun missing-one (x) (* x 2))",
      take("CONTINUE"),
    );
    expect(said).toEqual(["ok: MISSING-ONE", "ok: (:BEFORE 40 :AFTER)"]);
    expect(asked).toHaveLength(1);
    expect(outcomes[0]?.definitions.map(({ names }) => names)).toEqual([["FUNCTION MISSING-ONE"]]);
    expect(outcomes[1]?.definitions).toEqual([]);
  });

  test("what the reader cannot read is no level: nothing can go on", () => {
    for (const code of ["(defun unread (x)", "(list 1))", '"abc', "(list :ok) (list #)"]) {
      const { asked, outcomes } = run(code);
      expect(asked, code).toEqual([]);
      expect(outcomes[0]?.status, code).toBe("error");
      expect(outcomes[0]?.condition?.phase, code).toBe("read");
    }
    // On top of a level as well, where there is an ABORT of that, too.
    const { asked } = run("(list (missing-unread 1))", "(defun unread (x)", take("USE-VALUE", ["'list"]));
    expect(asked).toHaveLength(1);
    // A program that reads can go on, and so can a reader that has something to choose from.
    expect(run('(list (read-from-string "(1"))', take("ABORT")).asked).toHaveLength(1);
    expect(run("(list no-such-package::x)", take("ABORT")).asked).toHaveLength(1);
  });

  test("one whose client is asked is gone on with as one that is held for a tool is", () => {
    const asks = { hold: false };
    const quiet = { hold: false, askMs: 0 };
    const { said, asked, outcomes } = run(
      ["(defun early-one () 1) (list (early-one) (missing-asked 20))", asks],
      ["(defun missing-asked (x) (list x (early-one)))", quiet],
      ["(unbound-on-top)", quiet],
      take("CONTINUE"),
    );
    expect(said).toEqual([
      "ok: MISSING-ASKED",
      "error: The function COMMON-LISP-USER::UNBOUND-ON-TOP is undefined.",
      "ok: (1 (20 1))",
    ]);
    expect(asked).toHaveLength(1);
    const questions = levels.events.flatMap((event) => (event.kind === "asking" ? [event.definitions] : []));
    expect(questions.flat().map(({ names }) => names)).toEqual([["FUNCTION EARLY-ONE"]]);
    expect(outcomes[2]?.definitions).toEqual([]);
    const left = run(["(list unbound-asked)", asks], ["(invoke-restart 'use-value 5)", quiet]);
    expect(left.said).toEqual(["left: ", "ok: (5)"]);
  });

  test("an error on top is level 2, whose report has the outer ABORT and its own frames alone", () => {
    const { said, asked, deepest } = run(
      "(defun outer-one (x) (list (missing-two x))) (outer-one 1)",
      "(defun missing-two (x) (nothing-such x)) (missing-two 5)",
      "(defun nothing-such (x) (list :made x))",
      take("CONTINUE"),
      take("CONTINUE"),
    );
    expect(said).toEqual(["ok: NOTHING-SUCH", "ok: (:MADE 5)", "ok: ((:MADE 1))"]);
    expect(deepest).toBe(2);
    const frames = asked[1]?.frames.map(({ text }) => text) ?? [];
    expect(frames).toContain("(MISSING-TWO 5)");
    expect(frames).not.toContain("(OUTER-ONE 1)");
    expect(asked[0]?.frames.map(({ text }) => text)).toContain("(OUTER-ONE 1)");
    const aborts = asked[1]?.restarts.filter(({ name }) => name === "ABORT");
    expect(aborts?.map(({ description }) => description)).toEqual([
      "Return to debugger level 1.",
      "Return to top level.",
    ]);
  });

  test("a restart of an outer level is taken from an inner one, whose cleanup runs", () => {
    const { said, outputs, outcomes } = run(
      '(list (unwind-protect unbound-one (princ "outer")))',
      '(unwind-protect unbound-two (princ "inner"))',
      take("USE-VALUE", ["(list 1 2)"], 1),
    );
    expect(said).toEqual(["left: ", "ok: ((1 2))"]);
    expect(outputs).toEqual(["outer", "inner"]);
    expect(outcomes[0]?.restartsTaken).toMatchObject([
      { restart: "USE-VALUE", message: "The variable UNBOUND-ONE is unbound." },
    ]);
  });

  test("values that have none leave both levels held", () => {
    const { said, asked } = run(
      "(list unbound-one)",
      "unbound-two",
      take("USE-VALUE", ["(car"], 1),
      take("NO-SUCH", null, 1),
      take("USE-VALUE", ["7"]),
      take("USE-VALUE", ["8"]),
    );
    expect(said).toEqual(["ok: 7", "ok: (8)"]);
    expect(asked.map(({ restartProblem }) => restartProblem?.slice(0, 45) ?? null)).toEqual([
      null,
      null,
      "USE-VALUE not taken for UNBOUND-VARIABLE: val",
      "NO-SUCH not taken for UNBOUND-VARIABLE: no su",
    ]);
  });

  test.each<[what: string, code: string, status: string]>([
    ["an error that ends", '(error "bad")', "error"],
    ["a reader error", "(list 1", "unread"],
    ["ABORT", "(abort)", "aborted"],
    ["no such package", "nope::x", "error"],
    ["output", '(dotimes (i 2000) (print i)) (format *error-output* "x")', "ok"],
    ["IN-PACKAGE", "(defpackage :levels-own (:use :cl)) (in-package :levels-own) *package*", "ok"],
    ["an exhausted stack", "(labels ((deep (n) (+ 1 (deep (1+ n))))) (deep 0))", "error"],
    [
      "an exhausted stack of stock code",
      "(let ((x (list 1))) (setf (car x) x) (equal x (copy-tree x)))",
      "error",
    ],
    ["all streams", "(setq *standard-output* (make-broadcast-stream)) (print 1)", "ok"],
    ["the reader's variables", "(setq *read-base* 2 *read-suppress* t) 101", "ok"],
    ["handlers", '(handler-case (error "x") (error () (handler-bind ((error #\'print)) 1)))', "ok"],
    ["redefinition", "(defun held-helper (x) (list :new x)) (defclass held-class () (a b c))", "ok"],
    ["a form that compiles badly", "(let ((x)) (declare (type)) (if))", "error"],
    ["a macro that errs", '(macrolet ((m () (error "in macro"))) (m))', "error"],
    ["a compilation unit", "(with-compilation-unit () (defun lv (x) (undefined-here x)))", "ok"],
    ["history", "(values 1 2 3) (list * /)", "ok"],
    ["nothing", "", "ok"],
    ["garbage", "#<foo> ) ( |", "unread"],
    [
      "a printer that errs",
      '(defstruct (lvl (:print-function (lambda (o s d) (error "p")))) a) (make-lvl)',
      "error",
    ],
    ["a throw to nowhere", "(throw 'nowhere 1)", "error"],
    ["SETQ of what it binds", "(setq *held-special* :changed)", "ok"],
    ["END-OF-FILE", "(read-line)", "error"],
  ])("whatever runs on top of it, what is held goes on: %s", (_, code, status) => {
    const { outcomes, said } = run(
      `(defun held-helper (x) (list :old x)) (defvar *held-special* 1) (in-package :cl-user)
     (let ((*held-special* 2) (*print-base* 10) (kept (list 1 2)))
       (catch 'tag
         (handler-case
             (with-output-to-string (*standard-output*)
               (princ "in")
               (let ((a (list - unbound-here (package-name *package*))))
                 (princ (list *held-special* kept (cdr a) (consp (car a)) (held-helper 3)))))
           (type-error () :taken-by-the-program))))`,
      code,
      ...(status === "error" ? [take("ABORT")] : []),
      "(+ 1 2)",
      take("USE-VALUE", ["(+ 40 2)"]),
    );
    // What cannot be read is reported, and no level.
    expect(outcomes[0]?.status).toBe(status === "unread" ? "error" : status);
    expect(said[1]).toBe("ok: 3");
    const special = code.includes("*held-special*") ? ":CHANGED".slice(1) : "2";
    const old = code.includes("held-helper") ? "NEW" : "OLD";
    expect(said[2]).toBe(`ok: "in(${special} (1 2) (42 COMMON-LISP-USER) T (${old} 3))"`);
    expect(outcomes[2]?.package).toBe("COMMON-LISP-USER");
  });

  test("what is held where the stack is exhausted has others run on top, and a restart taken", () => {
    const endless = "(defun lv-endless (n) (1+ (lv-endless (1+ n))))";
    const { said, asked, deepest } = run(
      `${endless} (list (restart-case (lv-endless 0) (lv-stop (x) x)) (lv-count 1000))`,
      "(defun lv-count (n) (if (= n 0) 0 (1+ (lv-count (1- n)))))",
      "(list (lv-count 20000) unbound-one)",
      take("USE-VALUE", ["(lv-count 5)"]),
      take("LV-STOP", ["(lv-count 100)"]),
    );
    expect(said).toEqual(["ok: LV-COUNT", "ok: (20000 5)", "ok: (100 1000)"]);
    expect(deepest).toBe(2);
    expect(asked[0]?.type).toBe("CONTROL-STACK-EXHAUSTED");
    expect(asked[0]?.restartProblem).toBe(null);
  });

  test("a timeout on top ends what runs there alone, and the time is none of the held one's", () => {
    const { said } = run(
      "(list unbound-one)",
      ["(loop)", { deadlineMs: 200 }],
      ["(loop)", { deadlineMs: 200 }],
      take("USE-VALUE", ["1"]),
    );
    expect(said.map((text) => text.slice(0, 8))).toEqual(["timeout:", "timeout:", "ok: (1)"]);
  });

  test("the deadline of the held one counts its own time", () => {
    const wait = `(let ((end (+ (get-internal-real-time) (/ internal-time-units-per-second 2))))
    (loop until (> (get-internal-real-time) end)))`;
    const { said } = run(["(list unbound-one)", { deadlineMs: 300 }], wait, take("USE-VALUE", ["1"]));
    expect(said).toEqual(["ok: NIL", "ok: (1)"]);
  });

  test("a cancellation ends what runs on top alone; one of the held evaluation ends both", () => {
    const cancel = (ahead: number) => () => {
      levels.interrupted = levels.lastId + ahead;
    };
    const loop = ["(loop)", { deadlineMs: 3000 }] as const;
    const statuses = (...said: Deed[]) =>
      run("(list unbound-one)", ...said).outcomes.map(({ status }) => status);
    expect(statuses(cancel(1), loop, "(+ 1 1)", take("ABORT"))).toEqual(["cancelled", "ok", "error"]);
    expect(
      statuses((perform) => {
        levels.interrupted = levels.lastId;
        perform(levels.command("(loop)", { deadlineMs: 3000 }));
      }),
    ).toEqual(["cancelled", "cancelled"]);
  });

  test("exits to what is held below leave what runs on top", () => {
    expect(run("(catch 'out (list unbound-one))", "(throw 'out :thrown)").said).toEqual([
      "left: ",
      "ok: :THROWN",
    ]);
    expect(run("(list unbound-one)", "(invoke-restart (second (compute-restarts)) 5)").said[0]).toMatch(
      /^left|^error/,
    );
  });

  test("a form in a held call that goes to a block or a tag of it has the program go on there", () => {
    run(`(defvar *lv-log* '())
      (defun lv-find (list)
        (declare (optimize (debug 2)))
        (let ((found '()))
          (dolist (x list)
            (block this
              (unwind-protect (push (car x) found)
                (push x *lv-log*))))
          (tagbody (lv-missing) again (push :again found))
          (list found *lv-log*)))`);
    const aside = { hold: false, askMs: 0 };
    const inside = (code: string, index: number, level = 1) =>
      [code, { ...aside, frame: { level, index } }] as const;
    const { said } = run(
      "(lv-find '((1) 2 (3)))",
      inside("(return-from this (push (list :not x) found))", 1),
      inside("(return-from nowhere)", 1),
      inside("(go again)", 1),
    );
    expect(said).toEqual([
      "left: ",
      expect.stringMatching(/^error: .*return for unknown block: NOWHERE/s),
      "left: ",
      "ok: ((:AGAIN 3 (:NOT 2) 1) ((3) 2 (1)))",
    ]);
    // From level 2 in a call of level 1: what level 2 is held in is left as well.
    expect(run("(lv-find '(2))", "(list lv-unbound)", inside("(return (list :early x))", 1)).said).toEqual([
      "left: ",
      "left: ",
      expect.stringMatching(/^(ok|error): /),
    ]);
  });

  test("the program's handlers take nothing of what runs on top", () => {
    const { said } = run(
      "(handler-case (list unbound-one) (type-error () :taken))",
      "(car 5)",
      take("ABORT"),
      take("USE-VALUE", ["1"]),
    );
    expect(said[1]).toBe("ok: (1)");
    expect(said[0]).toMatch(/^error/);
  });

  test("packages: what runs on top has its own current package, which lasts at that level", () => {
    const { said } = run(
      "(progn (defpackage :lv-a (:use :cl)) (let ((*package* (find-package :lv-a))) (list unbound-one (package-name *package*))))",
      "(package-name *package*)",
      "(in-package :lv-a)",
      "(package-name *package*)",
      take("USE-VALUE", ["1"]),
    );
    expect(said).toEqual(['ok: "COMMON-LISP-USER"', 'ok: #<PACKAGE "LV-A">', 'ok: "LV-A"', 'ok: (1 "LV-A")']);
    expect(run("(package-name *package*)").said).toEqual(['ok: "COMMON-LISP-USER"']);
  });

  test("inside of generic functions, as what has no method and no value", () => {
    const define = `(defgeneric lv-noise (x)) (defclass lv-box () ((weight :initarg :weight)))
      (defmethod lv-weigh ((x lv-box)) (+ 1 (slot-value x 'weight)))`;
    expect(run(define).outcomes[0]?.status).toBe("ok");
    expect(run("(list (lv-noise 5))", "(defmethod lv-noise ((x integer)) :int)", take("RETRY")).said[1]).toBe(
      "ok: (:INT)",
    );
    expect(run("(lv-weigh (make-instance 'lv-box))", take("USE-VALUE", ["41"])).said).toEqual(["ok: 42"]);
    const named = "(handler-bind ((error #'identity)) (lv-weigh (make-instance 'lv-box :weight :heavy)))";
    expect(run(named, take("ABORT")).asked).toHaveLength(1);
  });

  test("queries and files are answered on top", () => {
    run(
      "(list unbound-one)",
      (perform) => {
        const query = { kind: "query", package: "CL-USER", limit: 1000 };
        perform({ ...query, id: 900, what: "describe-symbol", text: "car" });
        perform({ ...query, id: 901, what: "complete-symbol", text: "multiple-value-b" });
        perform({ kind: "file", id: 902, path: "/held.txt", action: { kind: "write", content: "x" } });
        for (const garbage of [{ kind: "nonsense" }, null, 5, { kind: "evaluate" }]) perform(garbage);
      },
      take("USE-VALUE", ["1"]),
    );
    expect(levels.events.flatMap((event) => (event.kind === "found" ? [event.id] : []))).toEqual([
      900, 901, 902,
    ]);
  });
}

/** What a program is given to read, and what it may ask for. */
const asksForInput = { input: { text: null, askMs: 1000, end: "Nothing was typed." } };

/** Tests what runs on top of a program that waits for input. */
export function testLevelsAtInput(levels: Levels): void {
  const run: Levels["run"] = (...given) => levels.run(...given);

  const type = (input: string) => ({ input, echo: true });

  test("on top of a program that reads others run: define and go on", () => {
    const { said, deepest, outcomes } = run(
      ["(defun rd-early () 1) (list (rd-early) (read-line) (rd-later (read-line)))", asksForInput],
      "(+ 1 2)",
      type("one"),
      "(defun rd-later (line) (list :later line (rd-early)))",
      type("two"),
    );
    expect(said).toEqual(["ok: 3", "ok: RD-LATER", 'ok: (1 "one" (:LATER "two" 1))']);
    expect(deepest).toBe(1);
    const needs = levels.events.filter((event) => event.kind === "needs-input");
    const early = needs.map(({ definitions }) => definitions.flatMap(({ names }) => names));
    expect(early).toEqual([["FUNCTION RD-EARLY"], []]);
    expect(needs.map((event) => event.package)).toEqual(["COMMON-LISP-USER", "COMMON-LISP-USER"]);
    expect(outcomes[2]?.definitions).toEqual([]);
  });

  test("what reads is afterwards as it was: streams, bindings, package, half an expression", () => {
    const { said, outputs } = run(
      [
        `(defvar *rd-special* 1)
         (let ((*print-base* 2) (*rd-special* 2) (text "kept"))
           (format t "Expression? ")
           (let ((it (read)))
             (fresh-line)
             (format t "~a ~a ~a" it text (package-name *package*))
             it))`,
        asksForInput,
      ],
      type("(5 (6"),
      '(progn (princ "aside") (list *rd-special* (package-name *package*)))',
      "(in-package :cl)",
      '(with-input-from-string (*standard-input* "(a b) c") (list (read) (read)))',
      ["(read-line)", { input: { text: "mine", askMs: 0, end: "used up" } }],
      '(read-from-string "(a (b")',
      take("ABORT"),
      type("7) 8) 9"),
    );
    expect(said).toEqual([
      'ok: (2 "COMMON-LISP-USER")',
      'ok: #<PACKAGE "COMMON-LISP">',
      expect.stringMatching(/^ok: \(\(.*A .*B\) .*C\)$/),
      'ok: "mine" T',
      expect.stringMatching(/^error: end of file/),
      "ok: (5 (6 7) 8)",
    ]);
    expect(outputs[0]).toBe("Expression? (5 (6\n7) 8) 9\n(101 (110 111) 1000) kept COMMON-LISP-USER");
    expect(outputs[1]).toBe("aside");
  });

  test("an error on top is a level of its own, and the frames below can be looked at", () => {
    run("(defun rd-ask (a) (declare (optimize (debug 2))) (let ((b (* 2 a))) (list (read-line) b)))");
    const aside = { hold: false, askMs: 0 };
    const { said, asked, deepest } = run(
      ["(rd-ask 21)", asksForInput],
      "(list unbound-above)",
      take("USE-VALUE", ["5"]),
      ["(setq b (list a b))", { ...aside, frame: { level: 1, index: 1 } }],
      type("typed"),
    );
    expect(said).toEqual(["ok: (5)", "ok: (21 42)", 'ok: ("typed" (21 42))']);
    expect(deepest).toBe(2);
    const restarts = asked[0]?.restarts.map(({ description }) => description);
    expect(restarts?.slice(-2)).toEqual(["Return to debugger level 1.", "Return to top level."]);
    expect(asked[0]?.frames.map((frame) => frame.function)).not.toContain("RD-ASK");
  });

  test("exits to what reads leave what runs on top, and it goes on without having read", () => {
    const { said } = run(
      ["(list (catch 'out (read-line)) (read-line))", asksForInput],
      "(throw 'out :thrown)",
      type("next"),
    );
    expect(said).toEqual(["left: ", 'ok: (:THROWN "next")']);
  });

  test("a timeout on top, no answer, and a cancellation", () => {
    const timed = run(
      ["(read-line nil nil :none)", { ...asksForInput, deadlineMs: 300 }],
      ["(loop)", { deadlineMs: 500 }],
    );
    expect(timed.said).toEqual([expect.stringMatching(/^timeout: /), "ok: :NONE T"]);
    const cancelled = run(["(list (read-line))", asksForInput], "(+ 1 2)", () => {
      levels.interrupted = levels.lastId - 1;
    });
    expect(cancelled.said).toEqual(["ok: 3", "cancelled: "]);
  });
}
