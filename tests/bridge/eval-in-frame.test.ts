/** Variables of running calls, forms evaluated among them, and calls that are left or made again. */
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { answerOf, bootEvaluator, type Evaluator } from "./image.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
  evaluate(`
    (defmacro seen (form call)
      \`(block seen
         (handler-bind ((error (lambda (c) (declare (ignore c)) (return-from seen ,form)))) ,call)))
    (defmacro during (form call)
      \`(handler-bind ((error (lambda (c) (declare (ignore c)) ,form))) ,call))
    (defvar *level* :outside)`);
});

afterEach(() => {
  evaluate("(proclaim '(optimize (debug 1)))");
});

const value = (code: string) => answerOf(evaluate(code));
const KEEP = "(declare (optimize (debug 2)))";
const ADVICE =
  "Its code was compiled with a debug quality below 2: compile it with (debug 2), as (jscl-mcp:recompile 'F) does, or all code of the session by configure-debugger.";

/** The variables of the function that signals: frame 0 is the handler's. */
const locals = (definitions: string, call: string, frame = 1) =>
  value(`${definitions} (seen (values (jscl-mcp:frame-locals ${frame})) ${call})`);

describe("variables by name", () => {
  test.each([
    [
      "arguments as passed",
      "(defun f (a b) (list b (car a)))",
      "(f 1 2)",
      "((A :ARGUMENT 1) (B :ARGUMENT 2))",
    ],
    [
      "one that the code drops",
      "(defun f (a b) (declare (ignore b)) (car a))",
      "(f 1 2)",
      "((A :ARGUMENT 1) (B :DROPPED))",
    ],
    [
      "keywords, &AUX and what was supplied",
      "(defun f (a &key (b 2 p) ((:cc c) 3) &aux (x 5)) (list (car a) b c p x))",
      "(f 1 :cc 9)",
      "((A :ARGUMENT 1) (B :ARGUMENT 2) (C :ARGUMENT 9) (P :DROPPED) (X :DROPPED))",
    ],
    ["&REST", "(defun f (a &rest r) (list (car a) r))", "(f 1 2 3)", "((A :ARGUMENT 1) (R :ARGUMENT (2 3)))"],
    ["&REST of nothing", "(defun f (&rest r) (list r (elt r 5)))", "(list (f))", "((R :ARGUMENT NIL))"],
    [
      "of a call with too few, whose error the image's own ERROR signals",
      "(defun f (a b) (list (car a) b))",
      "(seen (values (jscl-mcp:frame-locals 2)) (list (funcall 'f 1)))",
      "((A :ARGUMENT 1) (B :DROPPED))",
    ],
    [
      "a method's",
      "(defgeneric m (a)) (defmethod m ((a integer)) (list (car a)))",
      "(m 1)",
      "((A :ARGUMENT 1))",
    ],
    [
      "a local function's",
      "(defun f (l) (flet ((g (n) (list (car n)))) (declare (notinline g)) (list (g l) (g (list l)))))",
      "(f 1)",
      "((N :ARGUMENT 1))",
    ],
    [
      "the standard's, by its own names",
      "",
      '(seen (values (jscl-mcp:frame-locals 1)) (parse-integer "x"))',
      /#:STRING :ARGUMENT "x"/,
    ],
    [
      "a special parameter and one of LET",
      `(defun f (*level*) ${KEEP} (let ((*print-base* 3)) (list (car *level*))))`,
      "(f 1)",
      "((*PRINT-BASE* :SPECIAL 3) (*LEVEL* :SPECIAL 1))",
    ],
    [
      "a special variable declared for the binding alone",
      `(defun f (a) ${KEEP} (let ((s a)) (declare (special s)) (car s)))`,
      "(f 1)",
      "((A :LIVE 1) (S :SPECIAL 1))",
    ],
    [
      "a lexical variable in the place of a special one",
      `(defun f (s) (declare (special s)) ${KEEP} (progn s (let ((s 2)) (car s))))`,
      "(f 1)",
      "((S :LIVE 2))",
    ],
    [
      "destructured",
      `(defun f (l) ${KEEP} (destructuring-bind (a (b &optional (c 9))) l (list a b (car c))))`,
      "(f '(1 (2)))",
      /\(C :LIVE 9\)/,
    ],
    [
      "DO*",
      `(defun f (n) ${KEEP} (do* ((i 0 (1+ i)) (j i i)) ((= i n) (car j))))`,
      "(f 2)",
      /\(J :LIVE 2\) \(I :LIVE 2\)/,
    ],
  ])("%s", (_, definitions, call, expected) => {
    const found = call.startsWith("(seen") ? value(`${definitions} ${call}`) : locals(definitions, call);
    if (typeof expected === "string") expect(found).toBe(expected);
    else expect(found).toMatch(expected);
  });

  test("a second value says why there may be others", () => {
    const both = "(multiple-value-list (jscl-mcp:frame-locals 1))";
    expect(value(`(defun f (a) (car a)) (second (seen ${both} (f 1)))`)).toBe(`"${ADVICE}"`);
    expect(value(`(defun f (a) ${KEEP} (car a)) (second (seen ${both} (f 1)))`)).toBe("NIL");
    expect(value(`(second (seen ${both} (list (parse-integer "x"))))`)).toBe(
      `"It is a call of the image's own code."`,
    );
  });

  test("special variables have the value of their level", () => {
    const inner = (keep: string) => `(defun g (q) ${keep} (let ((*level* (list q))) (list (car q) *level*)))`;
    const outer = (keep: string) => `(defun f (*level*) ${keep} (list (g 1) *level*))`;
    const f = "((*LEVEL* :SPECIAL 7))";
    expect(locals(inner(KEEP) + outer(KEEP), "(f 7)", 2)).toBe(f);
    expect(locals(inner(KEEP) + outer(""), "(list (f 7))", 2)).toBe(f);
    expect(locals(inner(KEEP) + outer(""), "(list (f 7))")).toBe("((Q :LIVE 1) (*LEVEL* :SPECIAL (1)))");
    // Code that does not keep what it hides: the value is not known.
    expect(locals(inner("") + outer(KEEP), "(f 7)", 2)).toBe("((*LEVEL* :SPECIAL))");
  });

  test("of code of a compiled file", () => {
    const load = (text: string) => `(with-open-file (s "/tmp/f.lisp" :direction :output :if-exists :supersede)
        (write-string ${JSON.stringify(text)} s)) (load (compile-file "/tmp/f.lisp"))`;
    expect(locals(load("(defun f (a &key b) (list (car a) b))"), "(f 1 :b 2)")).toBe(
      "((A :ARGUMENT 1) (B :ARGUMENT 2))",
    );
    const kept = load(`(defun f (a) ${KEEP} (let ((b 2)) (flet ((g () b)) (list (g) (g) (car a)))))`);
    expect(locals(kept, "(f 1)")).toBe("((B :LIVE 2) (A :LIVE 1))");
    expect(value("(seen (jscl-mcp:eval-in-frame 1 '(list (g) (setq b 5) (g))) (f 1))")).toBe("(2 5 5)");
    expect(value("(during (jscl-mcp:return-from-frame 1 :left) (f 1))")).toBe(":LEFT");
    expect(
      value(
        "(let ((n 0)) (during (if (= (incf n) 3) (jscl-mcp:return-from-frame 1 n) (jscl-mcp:restart-frame 1)) (f 1)))",
      ),
    ).toBe("3");
  });
});

describe("a form in a frame", () => {
  const inside = (definitions: string, call: string, form: string, frame = 1) =>
    value(`${definitions} (seen (multiple-value-list (jscl-mcp:eval-in-frame ${frame} '${form})) ${call})`);
  const F = `(defun f (a) ${KEEP} (let ((b (list a))) (list (car a) b)))`;

  test.each([
    ["reads", F, "(list a b)", "((1 (1)))"],
    ["SETQ", F, "(progn (setq a 5 b 6) (list a b))", "((5 6))"],
    ["SETF of a part", F, "(progn (setf (car b) 9) b)", "((9))"],
    ["INCF, PSETQ, ROTATEF", F, "(progn (incf a) (psetq a b b a) (rotatef a b) (list a b))", "((2 (1)))"],
    ["MULTIPLE-VALUE-SETQ", F, "(progn (multiple-value-setq (a b) (floor 7 2)) (list a b))", "((3 1))"],
    ["several values", F, "(values a b 3)", "(1 (1) 3)"],
    ["no value", F, "(values)", "NIL"],
    ["a closure over them", F, "(let ((f (lambda () (incf a)))) (funcall f) (funcall f) a)", "(3)"],
    ["LET hides one", F, "(let ((a :inner)) (setq a :set) a)", "(:SET)"],
    ["a special declaration hides one", F, "(let ((a 5)) (declare (special a)) (symbol-value 'a))", "(5)"],
    ["a global function", F, "(funcall #'list a)", "((1))"],
    ["its mistakes are its own", F, "(handler-case (car a) (type-error () :wrong))", "(:WRONG)"],
    [
      "the innermost of mutually shadowed names",
      `(defun f (x y) ${KEEP} (let ((x y) (y x)) (let ((x (list x))) (car y) x)))`,
      "(list x y)",
      "(((2) 1))",
    ],
    [
      "local functions and macros",
      `(defun f (a) ${KEEP} (flet ((twice (n) (* 2 n)) ((setf place) (v) (setq a v)))
        (macrolet ((m (x) \`(list ,x ,x))) (symbol-macrolet ((s (twice a)))
          (setf (place) a) (twice s) (list (m 1) (funcall #'twice 1) (car a))))))`,
      "(list (m (twice 4)) s (funcall #'twice 5) (setf (place) 3) s)",
      "(((8 8) 2 10 3 6))",
    ],
    [
      "a local function, and that of SETF",
      `(defun f (a) ${KEEP} (flet ((g () a) ((setf g) (v) (setq a v))) (list (car a) (g) (setf (g) 2))))`,
      "(list (setf (g) 5) (g))",
      "((5 5))",
    ],
    [
      "a macro that hides a local function",
      `(defun f (a) ${KEEP} (flet ((g () a)) (macrolet ((g () :macro)) (car a)) (g)))`,
      "(g)",
      "(:MACRO)",
    ],
    [
      "a local function that hides a macro",
      `(defun f (a) ${KEEP} (macrolet ((g () :macro)) (g) (flet ((g () (list a))) (car a) (g))))`,
      "(g)",
      "((1))",
    ],
    [
      "a macro that hides a variable",
      `(defun f (x y) ${KEEP} (let ((v y)) (symbol-macrolet ((v (list x))) (car x) v)))`,
      "v",
      "((1))",
    ],
    [
      "WITH-SLOTS",
      `(defclass c () ((s :initform 3))) (defun f (a b) ${KEEP} (with-slots (s) (make-instance 'c) (list b (car a)) s))`,
      "(incf s)",
      "(4)",
    ],
    ["DOLIST's variable", `(defun f (l) ${KEEP} (dolist (x (list l)) (car x)))`, "(setq x :set)", "(:SET)"],
    [
      "LOOP's",
      `(defun f (l) ${KEEP} (loop for x from 1 to 3 for y = (* x x) sum (if (= x 2) (car l) y)))`,
      "(list x y)",
      "((2 4))",
    ],
    ["arguments of code that keeps none", "(defun f (a b) (list (car a) b))", "(list a b)", "((1 2))"],
  ])("%s", (_, definitions, form, expected) => {
    const two = /\(defun f \(. .\)/.test(definitions);
    expect(inside(definitions, two ? "(f 1 2)" : "(f 1)", form)).toBe(expected);
  });

  test("what is set is what the code goes on with", () => {
    const code = `(defun f (a) ${KEEP} (let ((b 1)) (warn "x") (list a b)))
      (handler-bind ((warning (lambda (c) (jscl-mcp:eval-in-frame 1 '(setq a :a b :b)) (muffle-warning c)))) (f 1))`;
    expect(value(code)).toBe("(:A :B)");
  });

  test("a declared type is checked", () => {
    const code = `(defun f (n) (declare (fixnum n)) ${KEEP} (let ((d 1d0)) (declare (double-float d)) (warn "x") (list n d)))
      (handler-bind ((warning (lambda (c) (jscl-mcp:eval-in-frame 1 'FORM) (muffle-warning c)))) (f 1))`;
    expect(value(code.replace("FORM", "(setq n :no)"))).toMatch(/^The value\s+:NO\s+is not of type\s+FIXNUM/);
    expect(value(code.replace("FORM", "(setq n 7 d 2.5d0)"))).toBe("(7 2.5d0)");
    expect(value(code.replace("FORM", "(setq d 1)"))).toMatch(/is not of type\s+DOUBLE-FLOAT/);
  });

  test("a variable without a value yet", () => {
    const code = `(defun f (a &optional (b (car a))) ${KEEP} (list a b))`;
    expect(inside(code, "(f 1)", "(list a b)")).toBe("The variable B of this frame has no value yet.");
    expect(inside(code, "(f 1)", "a")).toBe("(1)");
  });

  test("code that keeps nothing says what to do", () => {
    const code = "(defun f (a b) (declare (ignore b)) (car a))";
    expect(inside(code, "(f 1 2)", "(setq a 2)")).toBe(
      `The variable A of this frame cannot be set. ${ADVICE}`,
    );
    expect(inside(code, "(f 1 2)", "(list b)")).toBe(`The variable B of this frame was not kept. ${ADVICE}`);
    expect(inside(code, "(f 1 2)", "(return-from f 3)")).toBe(`No block F of this frame was kept. ${ADVICE}`);
  });

  test("RETURN-FROM of the function's block leaves the frame", () => {
    expect(
      value(
        `${F} (during (jscl-mcp:eval-in-frame 1 '(return-from f (values 1 b))) (multiple-value-list (f 1)))`,
      ),
    ).toBe("(1 (1))");
    expect(
      value(`${F} (during (jscl-mcp:eval-in-frame 1 '(mapc (lambda (x) (return-from f x)) b)) (f 1))`),
    ).toBe("1");
    const later = `${F} (defvar *later*) (seen (setq *later* (jscl-mcp:eval-in-frame 1 '(lambda () (return-from f a)))) (f 1))
      (funcall *later*)`;
    expect(value(later)).toMatch(/^The call of F has returned|attempt to RETURN-FROM/);
  });

  test("a closure made in a frame that has gone", () => {
    const closure = (definition: string) =>
      value(`${definition} (let ((c (seen (jscl-mcp:eval-in-frame 1 '(lambda () (incf a))) (f 1))))
        (list (funcall c) (funcall c)))`);
    expect(closure(F)).toBe("The call of F has returned, and its variables are gone.");
    // Variables that functions may capture are no slots of the frame.
    expect(closure(`(defun f (a) ${KEEP} (list (lambda () a) (car a)))`)).toBe("(2 3)");
  });

  test("errors in the form, and of the form", () => {
    expect(inside(F, "(f 1)", "(car a b)")).toMatch(/invalid number of arguments/);
    expect(inside(F, "(f 1)", "(no-such-function)")).toMatch(/NO-SUCH-FUNCTION is undefined/);
    expect(inside(F, "(f 1)", "(let ((x)")).toMatch(/end of file/);
    expect(inside(F, "(f 1)", "nowhere")).toMatch(/NOWHERE is unbound/);
    expect(inside(F, "(f 1)", "a", 99)).toBe("There is no frame 99.");
    expect(inside(F, "(f 1)", "a", -1)).toMatch(/^The value\s+-1\s+is not of type/);
    expect(value("(jscl-mcp:eval-in-frame :garbage 1)")).toMatch(/is not of type/);
    expect(value("(jscl-mcp:frame-locals (expt 2 80))")).toMatch(/There is no frame|is not of type/);
    expect(value("(jscl-mcp::variable-in-frame 5)")).toMatch(/is not of type/);
  });

  test("in deep recursion", () => {
    const code = `(defun deep (n) ${KEEP} (let ((m (1+ n))) (if (= n 0) (car m) (list (deep (1- n))))))`;
    expect(inside(code, "(deep 20000)", "(list n m)", 15000)).toBe("((14999 15000))");
    expect(inside(code, "(deep 20000)", "(incf m 5)")).toBe("(6)");
  });
});

describe("a frame that is left", () => {
  test.each([
    ["with values", "(f 1)", "(jscl-mcp:return-from-frame 1 :a :b)", "(:A :B)"],
    ["with none", "(f 1)", "(jscl-mcp:return-from-frame 1)", "NIL"],
    ["with one where one is wanted", "(list (f 1))", "(jscl-mcp:return-from-frame 1 :a :b)", "((:A))"],
    ["further out", "(g 1)", "(jscl-mcp:return-from-frame 2 :g)", "(:G)"],
    ["and its caller goes on", "(g 1)", "(jscl-mcp:return-from-frame 1 :f)", "((:G-OF :F))"],
  ])("%s", (_, call, form, expected) => {
    const code = `(defun f (a) ${KEEP} (list (car a))) (defun g (a) ${KEEP} (list :g-of (f a)))`;
    expect(value(`${code} (during ${form} (multiple-value-list ${call}))`)).toBe(expected);
  });

  test("runs cleanup forms, puts special variables back, and closes catches and handlers", () => {
    const code = `
      (defvar *log* nil)
      (defun h (a) (let ((*level* :h)) (catch 'tag (unwind-protect (handler-bind ((warning #'muffle-warning))
        (restart-case (car a) (r () 1))) (push *level* *log*)))))
      (defun f (a) ${KEEP} (list (h a)))
      (list (during (jscl-mcp:return-from-frame 2 :left) (let ((*level* :around)) (list (f 1) *level*)))
            *level* *log* (find-restart 'r) (handler-case (throw 'tag 1) (control-error () :no-tag)))`;
    expect(value(code)).toBe("((:LEFT :AROUND) :OUTSIDE (:H) NIL :NO-TAG)");
  });

  test("a cleanup form that throws has the last word", () => {
    const code = `(defun h (a) (unwind-protect (car a) (throw 'elsewhere :thrown)))
      (defun f (a) ${KEEP} (list (h a)))
      (catch 'elsewhere (during (jscl-mcp:return-from-frame 2 :left) (f 1)))`;
    expect(value(code)).toBe(":THROWN");
  });

  test.each([
    ["SORT", "(sort (list 3 1 2) 'less)", "t", "(2 1 3)"],
    [
      "MAPHASH",
      "(let ((h (make-hash-table))) (setf (gethash 1 h) 2) (maphash 'less h) :done)",
      ":k",
      ":DONE",
    ],
    ["MAPCAR", "(mapcar 'first-of '(1 2))", ":x", "(:X :X)"],
    ["REDUCE", "(reduce 'less '(1 2 3))", "10", "10"],
    ["FORMAT", `(format nil "~/cl-user::shown/" 1)`, "nil", `""`],
    ["PRINT-OBJECT", "(prin1-to-string (make-instance 'unprintable))", "nil", `""`],
    ["MAKE-INSTANCE", "(type-of (make-instance 'unmade))", "nil", "UNMADE"],
  ])("inside of %s", (_, call, returned, expected) => {
    evaluate(`(proclaim '(optimize (debug 2)))
      (defun less (a b) (list b) (< (car a) b)) (defun first-of (a) (list (car a)))
      (defun shown (stream x colon at) (list stream colon at (car x)))
      (defclass unprintable () ()) (defmethod print-object ((x unprintable) s) (list s (slot-value x 'none)))
      (defclass unmade () ()) (defmethod initialize-instance :after ((x unmade) &key) (list (slot-value x 'none)))`);
    const frame = /slot-value|PRINT|MAKE/.test(_) ? 2 : 1;
    expect(value(`(during (jscl-mcp:return-from-frame ${frame} ${returned}) ${call})`)).toBe(expected);
  });

  test("a method, a lambda, a local function, a function of keywords, a handler, a toplevel form", () => {
    evaluate("(proclaim '(optimize (debug 2)))");
    const left = (code: string, frame = 1) =>
      value(`(during (jscl-mcp:return-from-frame ${frame} 5) (list ${code}))`);
    evaluate(`(defgeneric mm (a)) (defmethod mm (a) (list (car a))) (defmethod mm :around ((a integer)) (list (call-next-method)))
      (defun keyed (&key a b) (list a (car b)))
      (defun local (n) (labels ((g (i) (if (= i 0) (list (car n)) (list (g (1- i)))))) (list (g 2) (g 1))))`);
    expect(left("(mm 1)")).toBe("((5))");
    expect(left("(funcall (lambda (x) (list (car x))) 1)")).toMatch(/5/);
    expect(left("(keyed :b 1)")).toBe("(5)");
    expect(left("(apply #'keyed (list :a 2 :b 1))")).toBe("(5)");
    expect(left("(local 1)")).toBe("((((5)) (5)))");
    expect(
      value(
        '(during (jscl-mcp:return-from-frame 1 7) (handler-bind ((warning (lambda (c) (list (car c))))) (warn "x") :on))',
      ),
    ).toBe(":ON");
    expect(
      value(
        "(handler-bind ((error (lambda (c) (declare (ignore c)) (jscl-mcp:return-from-frame 1 :form)))) (let ((x (list 1))) (list (car (car x)))))",
      ),
    ).toBe(":FORM");
  });

  test("in deep recursion", () => {
    const code = `(defun deep (n) ${KEEP} (if (= n 0) (car n) (+ 1 (deep (1- n)))))`;
    expect(value(`${code} (during (jscl-mcp:return-from-frame 1 100) (deep 20000))`)).toBe("20100");
    expect(value(`${code} (during (jscl-mcp:return-from-frame 15000 0) (deep 20000))`)).toBe("5001");
  });

  test("where the type of what a local function returns is not believed", () => {
    const code = `(defun f (n) ${KEEP} (labels ((g (i) (if (> i 5) (progn (warn "x") i) (+ i 1)))) (+ (g n) (g 1))))
      (handler-bind ((warning (lambda (c) (declare (ignore c)) (jscl-mcp:return-from-frame 1 1/2)))) (f 9))`;
    expect(value(code)).toBe("5/2");
  });

  test("what cannot be left says so", () => {
    const none = `Frame 1 can be neither left nor restarted. ${ADVICE}`;
    for (const way of ["(jscl-mcp:return-from-frame 1 2)", "(jscl-mcp:restart-frame 1)"])
      expect(value(`(defun f (a) (car a)) (seen ${way} (list (f 1)))`)).toBe(none);
    expect(value(`(seen (jscl-mcp:restart-frame 1) (list (parse-integer "x")))`)).toBe(
      "Frame 1 can be neither left nor restarted. It is a call of the image's own code.",
    );
    expect(value("(jscl-mcp:return-from-frame 500)")).toBe("There is no frame 500.");
    expect(value("(jscl-mcp:return-from-frame)")).toMatch(/invalid number of arguments/);
    expect(value("(jscl-mcp:restart-frame 'x)")).toMatch(/is not of type/);
  });

  test("a great many values, and great ones", () => {
    const code = `(defun f (a) ${KEEP} (car a))`;
    expect(
      value(`${code} (length (multiple-value-list
        (during (apply #'jscl-mcp:return-from-frame 1 (make-list 2000 :initial-element 1)) (f 1))))`),
    ).toBe("2000");
    expect(value(`${code} (length (during (jscl-mcp:return-from-frame 1 (make-list 100000)) (f 1)))`)).toBe(
      "100000",
    );
  });
});

describe("a frame that is called again", () => {
  test.each([
    ["with its arguments", "(a &optional (b 2) &rest r)", "(list a b r)", "(f 1 2 3 4)", "(1 2 (3 4))"],
    ["with its keywords", "(a &key (b 2) c)", "(list a b c)", "(f 1 :c 3)", "(1 2 3)"],
    ["as they are now", "(a)", "(list a)", "(f 1)", "(1)"],
  ])("%s", (_, list, result, call, expected) => {
    const code = `(defvar *tries*) (setq *tries* 0)
      (defun f ${list} ${KEEP} (if (< (incf *tries*) 3) (car *tries*) ${result}))`;
    expect(value(`${code} (during (jscl-mcp:restart-frame 1) ${call})`)).toBe(expected);
  });

  test("a toplevel form, and in deep recursion", () => {
    evaluate("(proclaim '(optimize (debug 2)))");
    const again = `(setq *tries* 0) (handler-bind ((error (lambda (c) (declare (ignore c)) (jscl-mcp:restart-frame FRAME)))) FORM)`;
    const code = (frame: number, form: string) => again.replace("FRAME", `${frame}`).replace("FORM", form);
    expect(
      value(code(1, "(let ((x (list :x))) (if (< (incf *tries*) 4) (list (car *tries*)) (list x *tries*)))")),
    ).toBe("((:X) 4)");
    evaluate(
      "(defun deep (n) (cond ((> n 0) (+ 1 (deep (1- n)))) ((< (incf *tries*) 3) (car *tries*)) (t 0)))",
    );
    expect(value(code(10, "(deep 20000)"))).toBe("20000");
  });

  test("without end stops at the deadline", () => {
    const code = `(defun f (a) ${KEEP} (car a)) (during (jscl-mcp:restart-frame 1) (f 1))`;
    expect(evaluate(code, { deadlineMs: 300 }).outcome.status).not.toBe("ok");
    expect(value("(+ 1 2)")).toBe("3");
  });
});

describe("all functions compiled anew", () => {
  test("keep their variables, and again do not", () => {
    evaluate(`(defun one (a) (let ((b 1)) (list b (car a)))) (defun two (a) (list (one a)))`);
    expect(value("(subsetp '(one two) (jscl-mcp:recompile-all))")).toBe("T");
    expect(locals("", "(two 1)")).toBe("((B :LIVE 1) (A :LIVE 1))");
    expect(value("(during (jscl-mcp:return-from-frame 2 :two) (two 1))")).toBe(":TWO");
    expect(value("(subsetp '(one two) (jscl-mcp:recompile-all :debug 1))")).toBe("T");
    expect(locals("", "(list (two 1))")).toBe("((A :ARGUMENT 1))");
    expect(value("(jscl-mcp:recompile-all :debug 9)")).toMatch(/is not of type/);
  });
});
