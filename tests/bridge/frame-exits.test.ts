/** Forms in a frame that go to its blocks and tags: the frame goes on there. */

import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { answerOf, bootEvaluator, type Evaluator } from "./image.js";

const KEEP = "(declare (optimize (debug 2)))";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
  evaluate(`
      (defvar *level* :outside)
      (defvar *log* '())
      (defun stop (&rest more) (warn "stop") more)
      (defmacro during (form call &optional (frame 2))
        \`(handler-bind ((warning (lambda (c)
                                   (jscl-mcp:eval-in-frame ,frame ',form)
                                   (muffle-warning c))))
           ,call))`);
});

afterEach(() => {
  evaluate("(proclaim '(optimize (debug 1)))");
});

const value = (code: string) => answerOf(evaluate(code));
/** What a call of F gives in whose frame, at a call of STOP, a form is evaluated. */
const went = (form: string, body: string, call = "(f 1)", list = "(a)") =>
  value(`(defun f ${list} ${KEEP} ${body}) (multiple-value-list (during ${form} ${call}))`);

describe("RETURN-FROM", () => {
  test.each([
    ["a block", "(return-from b (list a :left))", "(list a (block b (stop) :on))", "((1 (1 :LEFT)))"],
    ["all values", "(return-from b (values 1 2 3))", "(multiple-value-list (block b (stop)))", "((1 2 3))"],
    ["no value", "(return-from b (values))", "(multiple-value-list (block b (stop)))", "(NIL)"],
    ["the function's value", "(return-from b (values 1 2))", "(block b (stop))", "(1 2)"],
    ["for effect", "(return-from b 5)", "(progn (block b (stop) (setq a :not)) (list a))", "((1))"],
    ["the inner of two", "(return-from b 1)", "(list (block b (list (block b (stop)))))", "(((1)))"],
    ["the outer of two", "(return-from a 1)", "(list (block a (list (block b (stop)))))", "((1))"],
    ["DOLIST", "(return (* 10 x))", "(list (dolist (x '(1 2)) (stop)))", "((10))"],
    ["DOTIMES", "(return i)", "(list (dotimes (i 3) (when (= i 1) (stop))))", "((1))"],
    ["DO", "(return i)", "(do ((i 0 (1+ i))) ((= i 4) :all) (when (= i 2) (stop)))", "(2)"],
    ["LOOP", "(return (list x))", "(loop for x in '(1 2) collect (stop))", "((1))"],
    ["LOOP NAMED", "(return-from outer x)", "(loop named outer for x in '(1 2) do (loop (stop)))", "(1)"],
    ["PROG", "(return :prog)", "(list (prog (x) (setq x 1) (stop) (return x)))", "((:PROG))"],
    ["the function", "(return-from f (values 1 a))", "(block b (stop) :on)", "(1 1)"],
    [
      "a block that has its own returns",
      "(return-from b :ours)",
      "(list (block b (if a (stop) (return-from b 1)) 2))",
      "((:OURS))",
    ],
    [
      "a block that closures leave",
      "(return-from b :ours)",
      "(list (block b (mapc (lambda (x) (if x (return-from b 1))) '(nil)) (stop) 2))",
      "((:OURS))",
    ],
    [
      "where arguments are evaluated",
      "(return-from b 5)",
      "(list a (+ 1 (block b (stop) 0)) a)",
      "((1 6 1))",
    ],
    [
      "a floating-point block",
      "(return-from b :none)",
      "(let ((x 1d0)) (declare (double-float x)) (list (block b (stop) (+ x 1d0))))",
      "((:NONE))",
    ],
    ["a block that never ends", "(return-from b :ended)", "(list (block b (loop (stop))) a)", "((:ENDED 1))"],
    [
      "in a TEST of a loop",
      "(return :tested)",
      "(let ((n 0)) (loop while (stop n) do (incf n)))",
      "(:TESTED)",
    ],
  ])("%s", (_, form, body, expected) => {
    expect(went(form, body)).toBe(expected);
  });

  test("assignments before are kept, special variables are put back, and cleanup forms run", () => {
    evaluate("(setq *log* '())");
    const body = `(let ((n 0))
        (list (block b
                (let ((*level* :inside))
                  (unwind-protect (progn (incf n) (stop))
                    (push (list n *level*) *log*))))
              n *level* *log*))`;
    expect(went("(progn (incf n 10) (return-from b :left))", body)).toBe(
      "((:LEFT 11 :OUTSIDE ((11 :INSIDE))))",
    );
  });

  test("goes on in loops, again and again", () => {
    const body = "(let ((sum 0)) (dotimes (i 4) (block next (stop) (incf sum 100)) (incf sum i)) sum)";
    expect(went("(when (oddp i) (return-from next))", body)).toBe("(206)");
  });

  test("from a call further in", () => {
    const inner = `(defun g (x) ${KEEP} (unwind-protect (list (stop x)) (setq *log* :cleaned)))`;
    expect(
      value(
        `${inner} (defun f (a) ${KEEP} (list (block b (list (g a))) *log*)) (during (return-from b :out) (f 1) 3)`,
      ),
    ).toBe("(:OUT :CLEANED)");
  });

  test("of each call of a recursion its own", () => {
    const deep = `(defun deep (n) ${KEEP}
        (if (= n 0) (list (stop)) (cons n (block b (deep (1- n))))))`;
    expect(value(`${deep} (during (return-from b (list :at n)) (deep 5) 4)`)).toBe("(5 4 3 2 :AT 2)");
    expect(value(`${deep} (length (during (return-from b (list :at n)) (deep 3000) 2002))`)).toBe("1003");
  });

  test("of functions inside, and from them those around", () => {
    const closure = "(list (block b (mapcar (lambda (x) (block inner (list (stop x)))) '(1 2))) a)";
    expect(went("(return-from inner (list x :left))", closure)).toBe("((((1 :LEFT) (2 :LEFT)) 1))");
    expect(went("(return-from b :out)", closure)).toBe("((:OUT 1))");
    expect(went("(return-from f :whole)", closure)).toBe("(:WHOLE)");
    const local =
      "(flet ((g (x) (block b (list (stop x))))) (declare (notinline g)) (list (g 1) (block c (g 2))))";
    expect(went("(return-from b x)", local)).toBe("((1 2))");
    expect(went("(return-from g (* 10 x))", local)).toBe("((10 20))");
    expect(went("(if (= x 2) (return-from f x) 0)", local)).toBe("(2)");
  });

  test("of blocks that are no more", () => {
    const gone = `(defun make () ${KEEP} (block b (lambda () (list (stop)))))`;
    expect(value(`${gone} (during (return-from b 1) (funcall (make)))`)).toMatch(
      /return for unknown block: B/,
    );
    const later = `(defvar *later*) (defun f (a) ${KEEP} (list (block b (stop a) 1) (funcall *later*)))
        (during (setq *later* (lambda () (return-from b 5))) (f 1))`;
    const message = "attempt to RETURN-FROM a block or GO to a tag that no longer exists";
    expect(value(later)).toBe(message);
    expect(value("(funcall *later*)")).toBe(message);
  });

  test("in methods, toplevel forms, handlers and code of compiled files", () => {
    evaluate("(proclaim '(optimize (debug 2)))");
    evaluate("(defmethod m ((x integer)) (list (block b (stop x))))");
    expect(value("(during (return-from b (* 10 x)) (m 2))")).toBe("(20)");
    expect(value("(during (return-from m (* 10 x)) (m 2))")).toBe("20");
    expect(value("(during (return-from b :form) (let ((x 1)) (list x (block b (list (stop))))))")).toBe(
      "(1 :FORM)",
    );
    const text = `(defun filed (n) ${KEEP} (list n (block b (dotimes (i n) (stop)) :on)))
        (defun tagged (n) ${KEEP} (prog ((log '())) (push :a log) (stop) again (push :b log) (return log)))`;
    evaluate(`(with-open-file (s "/tmp/exits.lisp" :direction :output :if-exists :supersede)
        (write-string ${JSON.stringify(text.replaceAll(/\s+/g, " "))} s)) (load (compile-file "/tmp/exits.lisp"))`);
    expect(value("(during (return-from b (list i)) (filed 2))")).toBe("(2 (0))");
    expect(value("(progn (defvar *n* 0) (during (if (< (incf *n*) 3) (go again)) (tagged 2)))")).toBe(
      "(:B :A)",
    );
  });
});

describe("GO", () => {
  test.each([
    ["forward", "(go end)", "(let ((n 0)) (tagbody (stop) (incf n) end (incf n 10)) n)", "(10)"],
    ["back", "(when (< n 3) (go again))", "(let ((n 0)) (tagbody again (incf n) (stop)) n)", "(3)"],
    ["to an integer", "(go 20)", "(let ((n 0)) (tagbody 10 (stop) (incf n) 20 (incf n 5)) n)", "(5)"],
    ["of PROG", "(go out)", "(prog ((n 0)) (stop) (return :not) out (return (list n)))", "((0))"],
    [
      "of DO's body",
      "(go next)",
      "(let ((s 0)) (do ((i 0 (1+ i))) ((= i 3) s) (stop) (incf s 10) next (incf s)))",
      "(3)",
    ],
    [
      "out of a tagbody inside",
      "(go end)",
      "(let ((n 0)) (tagbody (tagbody (stop) in (incf n)) (incf n) end (incf n 10)) n)",
      "(10)",
    ],
    [
      "of the innermost of a name",
      "(go x)",
      "(let ((l '())) (tagbody (tagbody (stop) (push 1 l) x (push 2 l)) (push 3 l) x (push 4 l)) l)",
      "((4 3 2))",
    ],
    [
      "with jumps of its own",
      "(when (= n 1) (go c))",
      "(let ((n 0)) (tagbody a (incf n) (stop) (if (< n 3) (go a) (go d)) c (incf n 10) (go a) d) n)",
      "(12)",
    ],
    [
      "that closures use too",
      "(go end)",
      "(let ((n 0)) (tagbody (mapc (lambda (x) (if x (go end))) '(nil)) (stop) (incf n) end (incf n 10)) n)",
      "(10)",
    ],
  ])("%s", (_, form, body, expected) => {
    expect(went(form, body)).toBe(expected);
  });

  test("runs cleanup forms and puts special variables back", () => {
    const body = `(let ((log '()))
        (tagbody
           (let ((*level* :inside)) (unwind-protect (stop) (push *level* log)))
           (push :not log)
         end
           (push *level* log))
        log)`;
    expect(went("(go end)", body)).toBe("((:OUTSIDE :INSIDE))");
  });

  test("from functions inside", () => {
    const body = "(let ((n 0)) (tagbody (mapc (lambda (x) (stop x)) '(1 2)) (incf n) end (incf n 10)) n)";
    expect(went("(go end)", body)).toBe("(10)");
  });

  test("without end stops at the deadline", () => {
    const code = `(defun f () ${KEEP} (tagbody again (stop)))
        (during (go again) (f))`;
    expect(evaluate(code, { deadlineMs: 300 }).outcome.status).not.toBe("ok");
    expect(value("(+ 1 2)")).toBe("3");
  });
});

describe("LOOP-FINISH", () => {
  test.each([
    [
      "what is collected",
      "(when (= x 3) (loop-finish))",
      "(loop for x in '(1 2 3 4) collect (stop x))",
      "(((1) (2)))",
    ],
    [
      "the epilogue runs",
      "(loop-finish)",
      "(let ((n 0)) (list (loop for x in '(1 2) do (stop) sum x finally (incf n 10)) n))",
      "((0 10))",
    ],
    [
      "with variables, and what FINALLY returns",
      "(when (= i 2) (loop-finish))",
      "(loop with s = 0 for i from 0 do (stop) (incf s 10) finally (return (list i s)))",
      "((2 20))",
    ],
    [
      "without an end of its own",
      "(when (= n 3) (loop-finish))",
      "(loop for n from 1 do (stop) count n)",
      "(2)",
    ],
    [
      "of the inner of two",
      "(loop-finish)",
      "(loop for x in '(1 2) collect (loop for y in '(3 4) do (stop) collect y))",
      "((NIL NIL))",
    ],
    [
      "through a simple loop to the one around",
      "(loop-finish)",
      "(loop for x in '(1 2) collect x do (loop (stop)))",
      "((1))",
    ],
    [
      "with its own",
      "(when (= x 2) (loop-finish))",
      "(loop for x from 1 do (if (= x 4) (loop-finish) (stop)) collect x)",
      "((1))",
    ],
    ["before the first turn", "(loop-finish)", "(loop initially (stop) for x in '(1 2) collect x)", "(NIL)"],
    [
      "in the epilogue it begins that again",
      "(when (< n 3) (loop-finish))",
      "(let ((n 0)) (loop repeat 2 finally (incf n) (stop) (return (list n))))",
      "((3))",
    ],
    [
      "where a function inside uses it",
      "(when (= x 2) (loop-finish))",
      "(loop for x from 1 do (mapc (lambda (y) (when y (loop-finish))) '(nil)) (stop) collect x)",
      "((1))",
    ],
    [
      "from a function inside",
      "(when (= y 2) (loop-finish))",
      "(loop for x in '(1 2) collect x do (mapc (lambda (y) (stop y)) '(1 2)))",
      "((1))",
    ],
  ])("%s", (_, form, body, expected) => {
    expect(went(form, body)).toBe(expected);
  });

  test("runs cleanup forms and puts special variables back", () => {
    const body = `(loop for x in '(1 2)
        do (let ((*level* :inside)) (unwind-protect (stop) (setq *log* (list :cleaned x))))
        finally (return (list *level* *log*)))`;
    expect(went("(loop-finish)", body)).toBe("((:OUTSIDE (:CLEANED 1)))");
  });

  test("from a call further in", () => {
    const inner = `(defun g (x) ${KEEP} (list (stop x)))`;
    evaluate(`${inner} (defun f (l) ${KEEP} (loop for x in l do (g x) collect x))`);
    expect(value("(during (when (= x 3) (loop-finish)) (f '(1 2 3 4)) 3)")).toBe("(1 2)");
  });

  test("of a loop that calls nothing but at an error", () => {
    evaluate(
      `(defun f (l) ${KEEP} (let ((s 0)) (loop for x in l do (setq s (+ s x)) finally (return (list s)))))`,
    );
    const finished =
      "(handler-bind ((error (lambda (c) c (jscl-mcp:eval-in-frame 1 '(loop-finish))))) (f '(1 2 a 4)))";
    expect(value(finished)).toBe("(3)");
  });

  test("without end stops at the deadline", () => {
    evaluate(`(defun f () ${KEEP} (loop repeat 1 finally (stop)))`);
    expect(evaluate("(during (loop-finish) (f))", { deadlineMs: 300 }).outcome.status).not.toBe("ok");
    expect(value("(+ 1 2)")).toBe("3");
  });
});

test("what there is no block or tag for says so", () => {
  expect(went("(return-from nowhere 1)", "(stop)")).toMatch(/return for unknown block: NOWHERE/);
  expect(went("(go nowhere)", "(stop)")).toMatch(/attempt to GO to nonexistent tag: NOWHERE/);
  expect(went("(loop-finish)", "(list (loop for x in '(1) collect x) (stop))")).toMatch(
    /attempt to GO to nonexistent tag: SB-LOOP::END-LOOP/,
  );
  // A block that control has not come to, or has left.
  expect(went("(return-from b 1)", "(list (stop) (block b a))")).toMatch(/return for unknown block: B/);
  expect(went("(return-from b 1)", "(list (block b a) (stop))")).toMatch(/return for unknown block: B/);
});

test("code that keeps none says what to do", () => {
  const advice =
    "Its code was compiled with a debug quality below 2: compile it with (debug 2), as (jscl-mcp:recompile 'F) does, or all code of the session by configure-debugger.";
  const without = (form: string, body: string) => value(`(defun f (a) ${body} a) (during ${form} (f 1))`);
  expect(without("(return-from b 1)", "(block b (stop))")).toBe(
    `No block B of this frame was kept. ${advice}`,
  );
  expect(without("(return)", "(dolist (x '(1)) (stop x))")).toBe(
    `No block NIL of this frame was kept. ${advice}`,
  );
  expect(without("(when a (return-from f 1))", "(stop)")).toBe(
    `No block F of this frame was kept. ${advice}`,
  );
  expect(without("(go x)", "(tagbody (stop) x)")).toBe(`No tag X of this frame was kept. ${advice}`);
  expect(without("(when a (loop-finish))", "(loop for x in '(1) do (stop x))")).toBe(
    `No LOOP of this frame was kept. ${advice}`,
  );
  expect(without("(loop for x in '(1 2) do (loop-finish))", "(stop)")).toBe("1");
  // Its own are no matter of the frame's.
  expect(without("(block b (return-from b 1))", "(stop)")).toBe("1");
  expect(without("(list '(return-from b) (loop (return 2)))", "(stop)")).toBe("1");
  expect(without("(progn '#1=(go . #1#))", "(stop)")).toBe("1");
});
