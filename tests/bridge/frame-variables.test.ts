/** The variables that frames keep under a debug quality of 2, read and set from a handler. */
import { beforeAll, describe, expect, test } from "vitest";
import { answerOf, bootEvaluator, type Evaluator } from "./image.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
});

const value = (code: string) => answerOf(evaluate(code));

/** What the frame that signals keeps: frame 0 is the handler's. */
const seen = (definitions: string, call: string, frame = 1) =>
  value(`${definitions}
    (block seen
      (handler-bind ((error (lambda (c) (declare (ignore c))
                              (return-from seen (jscl-mcp:frame-variables ${frame})))))
        ${call}))`);

const KEEP = "(declare (optimize (debug 2)))";

describe("variables of a frame", () => {
  test.each([
    ["parameters", `(defun f (a b) ${KEEP} (list b) (car a))`, "(f 1 2)", "((A 1) (B 2))"],
    [
      "LET, innermost first",
      `(defun f (a) ${KEEP} (let ((b 2) (c 3)) (list b c (car a))))`,
      "(f 1)",
      "((B 2) (C 3) (A 1))",
    ],
    [
      "LET* while it binds",
      `(defun f (a) ${KEEP} (let* ((b 2) (c (car a))) (list b c)))`,
      "(f 1)",
      "((B 2) (A 1))",
    ],
    ["shadowed", `(defun f (a) ${KEEP} (let ((a (1+ a))) (let ((a (1+ a))) (car a))))`, "(f 1)", "((A 3))"],
    [
      "assigned",
      `(defun f (a) ${KEEP} (let ((b 1)) (setq b 5 a 7) (list b (symbol-name a))))`,
      "(f 1)",
      "((B 5) (A 7))",
    ],
    [
      "&OPTIONAL, &KEY, &REST, &AUX and what was supplied",
      `(defun f (a &optional (b 2 bp) &rest r &key (k 4) &aux (x 9)) ${KEEP} (list b bp r k x) (car a))`,
      "(f 1 3 :k 6)",
      "((BP T) (X 9) (A 1) (B 3) (R (:K 6)) (K 6))",
    ],
    [
      "a parameter before its default",
      `(defun f (a &optional (b (car a))) ${KEEP} (list a b))`,
      "(f 1)",
      "((A 1))",
    ],
    [
      "MULTIPLE-VALUE-BIND",
      `(defun f (a) ${KEEP} (multiple-value-bind (q r) (floor a 3) (list q r (car a))))`,
      "(f 7)",
      "((Q 2) (R 1) (A 7))",
    ],
    ["DOTIMES", `(defun f (a) ${KEEP} (dotimes (i 5) (when (= i 3) (car a))))`, "(f 1)", "((I 3) (A 1))"],
    ["DOLIST", `(defun f (l) ${KEEP} (dolist (x l) (car x)))`, "(f '((1) 2))", "((X 2) (L ((1) 2)))"],
    [
      "LOOP",
      `(defun f (l) ${KEEP} (loop for x in l collect (car x)))`,
      "(f '((1) 2))",
      "((X 2) (L ((1) 2)))",
    ],
    [
      "a closure's, and of the function around it",
      `(defun f (a) ${KEEP} (let ((b 2)) (funcall (lambda (c) (+ c (car b))) a)))`,
      "(f 1)",
      "((C 1) (B 2) (A 1))",
    ],
    [
      "a local function's",
      `(defun f (a) ${KEEP} (labels ((g (n) (if (= n 0) (car a) (1+ (g (1- n)))))) (+ (g 2) (g 1))))`,
      "(f 1)",
      "((N 0) (A 1))",
    ],
    [
      "special ones are none",
      `(defvar *v* 1) (defun f (a) ${KEEP} (let ((*v* 2) (b 3)) (list b (car a))))`,
      "(f 1)",
      "((B 3) (A 1))",
    ],
    [
      "those of macros are none",
      `(defmacro m (x) (let ((g (gensym))) \`(let ((,g ,x)) (car ,g)))) (defun f (a) ${KEEP} (m a))`,
      "(f 1)",
      "((A 1))",
    ],
    ["not read", `(defun f (a b) (declare (ignore b)) ${KEEP} (car a))`, "(f 1 2)", "((A 1) (B 2))"],
    ["a toplevel form's", "(proclaim '(optimize (debug 2)))", "(let ((x 5)) (car x))", "((X 5))"],
  ])("%s", (_, definitions, call, expected) => {
    expect(seen(definitions, call)).toBe(expected);
    evaluate("(proclaim '(optimize (debug 1)))");
  });

  test("that are raw floats", () => {
    const code = `(defun f (x) (declare (double-float x)) ${KEEP}
      (let ((y (* x 2))) (declare (double-float y)) (setq y (+ y 1)) (g) (list x y))) (defun g () (car 1) 2)`;
    expect(seen(code, "(f 1.5d0)", 3)).toBe("((Y 4.0d0) (X 1.5d0))");
  });

  test.each([
    ["a block that was left", "(block b (let ((x 1)) (when a (return-from b x))))"],
    ["a loop that was left", "(dotimes (i 9) (let ((x i)) (when (= x 2) (return))))"],
    ["a tag", "(tagbody (let ((x 1)) (when x (go out))) out)"],
    ["a catch", "(catch 'c (let ((x 1)) (throw 'c x)))"],
    ["a handler", '(handler-case (let ((x 1)) (error "~a" x)) (simple-error () nil))'],
    [
      "a function that leaves",
      "(block b (let ((x 1)) (mapc (lambda (y) (return-from b (list x y))) '(1 2))))",
    ],
    ["a tag, from a function", "(tagbody (let ((x 1)) (mapc (lambda (y) (list x y) (go out)) '(1))) out)"],
    ["a restart", "(restart-case (let ((x 1)) (invoke-restart 'r x)) (r (y) (list y)))"],
    ["a LET that gives a value", "(list (let ((x 1)) (list x)) 2)"],
  ])("behind %s", (_, form) => {
    expect(seen(`(defun f (a) ${KEEP} ${form} (list 1 (car a)))`, "(handler-bind () (f 7))")).toBe("((A 7))");
  });

  test("in cleanup forms", () => {
    const code = `(defun f (a) ${KEEP} (unwind-protect (let ((x 1)) (list x (throw (quote left) x))) (symbol-name a)))`;
    expect(
      value(`${code} (block seen (handler-bind ((type-error (lambda (c) (declare (ignore c))
        (return-from seen (jscl-mcp:frame-variables 1))))) (catch 'left (f 1))))`),
    ).toBe("((A 1))");
  });

  test("are not kept by default, nor by code of another policy", () => {
    const none = "Frame 1 keeps no variables: its code has a debug quality below 2.";
    expect(seen("(defun f (a) (car a))", "(f 1)")).toBe(none);
    expect(
      seen(`(defun f (a) ${KEEP} (g a)) (defun g (a) (declare (optimize (debug 1))) (car a))`, "(f 1)"),
    ).toBe(none);
    expect(seen(`(defun f (a) ${KEEP} (g a)) (defun g (a) (car a) a)`, "(list (f 1))", 2)).toBe("((A 1))");
    expect(
      seen(
        "(defun f (a) (let ((b 1)) (let ((c 2)) (declare (optimize debug)) (list b c (car a)))))",
        "(f 1)",
      ),
    ).toBe("((C 2))");
  });

  test("of a function that calls itself are those of each call", () => {
    const code = `(defun f (n) ${KEEP} (let ((m (* n 10))) (if (= n 0) (car m) (1+ (f (1- n))))))`;
    expect([1, 2, 3].map((frame) => seen(code, "(f 2)", frame))).toEqual([
      "((M 0) (N 0))",
      "((M 10) (N 1))",
      "((M 20) (N 2))",
    ]);
  });

  test("are kept in deep recursion", () => {
    const code = `(defun f (n) ${KEEP} (let ((m (1+ n))) (if (= n 0) (car m) (list (f (1- n))))))`;
    expect(seen(code, "(f 20000)")).toBe("((M 1) (N 0))");
    expect(seen(code, "(f 20000)", 15000)).toBe("((M 15000) (N 14999))");
  });
});

describe("variables in loops that call nothing", () => {
  test.each([
    [
      "where one of them signals",
      "(let ((s 0) (last nil)) (dotimes (i 5 s) (let ((x (svref v i))) (setq s (+ s x) last x))))",
      "((X NIL) (I 2) (S 3) (LAST 2) (V #(1 2 NIL 4)))",
    ],
    [
      "inside of another",
      "(let ((s 0)) (dotimes (i 2) (dotimes (j 4) (setq s (+ s (svref v j) i)))) s)",
      "((J 2) (I 0) (S 3) (V #(1 2 NIL 4)))",
    ],
    [
      "behind one that was left",
      "(let ((s 0)) (block b (dotimes (i 4) (dotimes (j 4) (setq s (+ s j)) (when (> s 7) (return-from b))))) (car s))",
      "((S 9) (V #(1 2 NIL 4)))",
    ],
    [
      "behind one that went to a tag",
      "(let ((s 0) (i 0)) (tagbody again (dotimes (j 9) (setq s (+ s 1)) (when (= j 2) (incf i) (if (< i 3) (go again) (go out)))) out) (car s))",
      "((S 9) (I 3) (V #(1 2 NIL 4)))",
    ],
    [
      "of LOOP",
      "(loop with s = 0 for x across v for i from 0 do (setq s (+ s x)) finally (return s))",
      "((X NIL) (I 2) (S 3) (V #(1 2 NIL 4)))",
    ],
    [
      "behind DO",
      "(let ((s 0)) (do ((i 0 (1+ i))) ((= i 4)) (setq s (+ s i))) (car s))",
      "((S 6) (V #(1 2 NIL 4)))",
    ],
  ])("%s", (_, form, expected) => {
    const listed = (text: string) =>
      [...text.matchAll(/\((\w+) ([^()]*(?:\([^()]*\))?)\)/g)].map(([each]) => each);
    const found = listed(seen(`(defun f (v) ${KEEP} ${form})`, "(f (vector 1 2 nil 4))"));
    expect(found).toEqual(expect.arrayContaining(listed(expected)));
  });

  test.each([
    ["(let ((s 0)) (dotimes (i n s) (setq s (+ s i *none*))))", "i", "8", "11"],
    ["(let ((s 0)) (dotimes (i n s) (setq s (+ *none* s i))))", "s", "100", "155"],
    ["(let ((s 0)) (loop while (< s n) do (setq s (+ s *none*))) s)", "n", "3", "3"],
    [
      "(let ((s 0)) (loop for i below n do (setq s (+ *none* s)) (when (> s 100) (return))) s)",
      "s",
      "500",
      "501",
    ],
  ])("%s, %s set to %s at its first error", (form, name, to, expected) => {
    const code = `(makunbound '*none*) (defun f (n) ${KEEP} (declare (special *none*)) ${form})`;
    const call = `(let ((first t)) (handler-bind ((unbound-variable (lambda (c) (declare (ignore c))
       (when first (setq first nil) (setf (jscl-mcp:frame-variable 2 '${name}) ${to})) (use-value 1)))) (f 10)))`;
    expect(value(code + call)).toBe(expected);
  });
});

describe("variables that are set", () => {
  const set = (definition: string, call: string, name: string, to: string) =>
    value(`${definition}
      (handler-bind ((warning (lambda (c) (setf (jscl-mcp:frame-variable 1 '${name}) ${to}) (muffle-warning c))))
        ${call})`);
  test.each([
    [`(defun f (a) ${KEEP} (warn "x") a)`, "(f 1)", "a", "'new", "NEW"],
    [`(defun f (a) ${KEEP} (let ((b 1)) (warn "x") (list a b)))`, "(f 1)", "b", "'new", "(1 NEW)"],
    [
      `(defun f (a) ${KEEP} (let ((b 1)) (funcall (lambda () (warn "x") b)) (list a b)))`,
      "(f 1)",
      "b",
      "3",
      "(1 3)",
    ],
    [`(defun f (x) (declare (double-float x)) ${KEEP} (warn "x") (* x 2))`, "(f 1d0)", "x", "5d0", "10.0d0"],
    [
      `(defun f (x) (declare (fixnum x)) ${KEEP} (let ((y (+ x 1))) (warn "x") (+ x y)))`,
      "(f 1)",
      "x",
      "10",
      "12",
    ],
    [
      `(defun f (n) ${KEEP} (let ((s 0)) (dotimes (i n) (when (= i 1) (warn "x")) (incf s i)) s))`,
      "(f 10)",
      "i",
      "9",
      "9",
    ],
    [
      `(defun f (x) ${KEEP} (let ((y (if (consp x) 1 2))) (warn "x") (list (consp x) y)))`,
      "(f '(1))",
      "x",
      "3",
      "(NIL 1)",
    ],
  ])("%s", (definition, call, name, to, expected) => {
    expect(set(definition, call, name, to)).toBe(expected);
  });

  test("show in the backtrace", () => {
    const { outcome } = evaluate(`(defun f (a) ${KEEP} (warn "x") (car a))
      (handler-bind ((warning (lambda (c) (setf (jscl-mcp:frame-variable 1 'a) :set) (muffle-warning c)))) (f 1))`);
    expect(outcome.condition?.frames.map(({ text }) => text)).toContain("(F :SET)");
  });

  test.each([
    ["(jscl-mcp:frame-variables 'x)", /^The value X is not of type/],
    ["(jscl-mcp:frame-variables 99)", "There is no frame 99."],
    ["(jscl-mcp:frame-variable 1 'zork)", "Frame 1 has no variable ZORK."],
    ["(setf (jscl-mcp:frame-variable 1 'zork) 1)", "Frame 1 has no variable ZORK."],
    ['(setf (jscl-mcp:frame-variable 1 \'x) "no")', /is not of type FIXNUM/],
    ["(setf (jscl-mcp:frame-variable 1 5) 1)", /^The value 5 is not of type SYMBOL/],
  ])("%s", (form, message) => {
    expect(
      value(`(defun f (x) (declare (fixnum x)) ${KEEP} (warn "x") x)
        (handler-bind ((warning (lambda (c) (declare (ignore c)) ${form}))) (f 1))`),
    ).toMatch(message);
  });
});

describe("a function compiled anew", () => {
  test("keeps its variables, its documentation and its place", () => {
    expect(value('(defun f (a) "Text." (let ((b 2)) (list b (car a))))')).toBe("F");
    expect(value("(jscl-mcp:recompile 'f)")).toBe("F");
    expect(seen("", "(f 1)")).toBe("((B 2) (A 1))");
    expect(value("(documentation 'f 'function)")).toBe('"Text."');
    expect(value("(jscl-mcp:recompile 'f :debug 1)")).toBe("F");
    expect(seen("", "(f 1)")).toContain("keeps no variables");
    expect(value("(defun (setf place) (v a) (list v (car a))) (jscl-mcp:recompile '(setf place))")).toBe(
      "(SETF PLACE)",
    );
    expect(seen("", "(setf (place 1) 2)")).toBe("((V 2) (A 1))");
  });

  test.each([
    ["(jscl-mcp:recompile 'car)", /^The definition of CAR was not kept: DEFUN keeps it at toplevel, and /],
    ["(let ((n 0)) (defun counter () (incf n))) (jscl-mcp:recompile 'counter)", /was not kept/],
    ["(jscl-mcp:recompile 'nowhere)", /was not kept/],
    ["(jscl-mcp:recompile 5)", /^The value 5 is not of type/],
    ["(jscl-mcp:recompile '(setf car cdr))", "(SETF CAR CDR) is no name of a function."],
    ["(defun g () 1) (jscl-mcp:recompile 'g :debug 7)", /^The value 7 is not of type/],
  ])("%s", (form, message) => {
    expect(value(form)).toMatch(message);
  });
});

test("a policy is heeded where it holds alone", () => {
  expect(value("(declaim (optimize (debug 2) (speed 1))) (defun kept (a) (car a))")).toBe("KEPT");
  expect(value("(declaim (optimize speed)) (defun kept-too (a) (car a))")).toBe("KEPT-TOO");
  expect(value("(declaim (optimize (debug 0))) (defun dropped (a) (car a))")).toBe("DROPPED");
  expect(seen("", "(kept 1)")).toBe("((A 1))");
  expect(seen("", "(kept-too 1)")).toBe("((A 1))");
  expect(seen("", "(dropped 1)")).toContain("keeps no variables");
  evaluate("(declaim (optimize (debug 1)))");
});
