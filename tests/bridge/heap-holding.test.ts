/** Evaluations that run on the heap: they are left at an error, others run, and they are taken up again. */
import { beforeAll, describe, expect, test } from "vitest";
import type { LispFunction, LispValue } from "../../jscl-bridge/runtime/objects/marshal.js";
import type { HeldProgress } from "../../jscl-bridge/runtime/reports/held-boundary.js";
import {
  callLisp,
  evaluateOnHeap,
  HeldBoundary,
  Image,
  makerOf,
  nameInTheWay,
  runAtToplevel,
} from "./engine.js";
import { loadParts, twins } from "./image.js";

const limits = { messageChars: 1000, argumentChars: 200, formChars: 40, maxFrames: 100, restartChars: 100 };
const options = { deadline: 0, seconds: 0, limits, onWarning: () => {} };

let image: Image;
beforeAll(async () => {
  const { createJscl, overlay, rare } = await loadParts();
  image = new Image((given) => createJscl({ ...given, rare: makerOf(rare) }));
  image.load(overlay);
  image.compileForHeap();
  image.useTwins(await twins());
  run('(in-package "COMMON-LISP-USER")');
});

/** What kept the last evaluation from being left. */
let wasInTheWay: string | null = null;

/** What an evaluation asks. */
interface Asked {
  readonly condition: LispValue;
  readonly message: string;
}

/** Begins to evaluate the forms of a text on the heap. */
function begin(text: string, { staysInPlace = false } = {}): HeldBoundary {
  return new HeldBoundary(
    image,
    function* () {
      let values: LispValue = null;
      for (const form of image.readAll(text))
        values = (yield* evaluateOnHeap(image, form)) as unknown as LispValue;
      return image.internals.mv(...(values as LispValue[]));
    },
    {
      ...options,
      staysInPlace,
      onError: () => {
        wasInTheWay = nameInTheWay(image);
      },
      *onHeldError(condition, toplevel) {
        const held = toplevel.heldAt(condition);
        if (held === null) return null;
        const { report } = held;
        const answer = (yield* toplevel.leave({
          condition,
          message: report.message,
        })) as unknown as LispFunction;
        if (typeof answer === "function") yield [answer as never, condition];
        return null;
      },
    },
  );
}

const shown = (progress: HeldProgress): string => {
  switch (progress.kind) {
    case "values":
      return progress.values.map((value) => image.print(value)).join(" ");
    case "asks":
      return `asks: ${(progress.request as Asked).message}`;
    case "error":
      return `${progress.report.type}: ${progress.report.message}`;
    default:
      return progress.kind;
  }
};

/** Takes a restart by its name, as the debugger would. */
const taking =
  (restart: string, ...args: string[]) =>
  (condition: LispValue): LispValue => {
    const [name] = image.readAll(restart);
    const found = callLisp("FIND-RESTART", "COMMON-LISP", name as LispValue, condition);
    const values = args.map((text) => image.evaluate([...image.readAll(text)][0])[0]);
    return callLisp("INVOKE-RESTART", "COMMON-LISP", found, ...values);
  };

/** Runs at once, as any evaluation. */
function run(text: string): string {
  const outcome = runAtToplevel(
    image,
    () => {
      let values: LispValue[] = [];
      for (const form of image.readAll(text)) values = image.evaluate(form);
      return values;
    },
    options,
  );
  return shown(outcome);
}

/** The answers, one after the other, to what an evaluation asks; what it came to at each step. */
function told(text: string, ...answers: ((condition: LispValue) => LispValue)[]): string[] {
  const held = begin(text);
  const steps = [shown(held.proceed())];
  for (const answer of answers) {
    held.answer(answer);
    steps.push(shown(held.proceed()));
  }
  return steps;
}

describe("values", () => {
  test.each([
    ["(+ 1 2)", "3"],
    ["(defun twice (x) (* 2 x)) (mapcar #'twice '(1 2 3))", "(2 4 6)"],
    ["(let ((x 1)) (flet ((f (y) (+ x y))) (f 41)))", "42"],
    ["(defun r (n) (if (= n 0) 0 (1+ (r (1- n))))) (r 1000)", "1000"],
    ['(handler-case (error "x") (error (c) (princ-to-string c)))', '"x"'],
    ["(handler-case (car 5) (type-error (c) (type-error-datum c)))", "5"],
    ["(defclass a () ((x :initarg :x :reader x-of))) (x-of (make-instance 'a :x 3))", "3"],
    [
      "(defgeneric g (x)) (defmethod g ((x integer)) (list :int (call-next-method))) (defmethod g ((x t)) :any) (g 1)",
      "(:INT :ANY)",
    ],
    ["(defvar *s* 1) (defun s () *s*) (list (let ((*s* 2)) (s)) (s))", "(2 1)"],
    ["(catch 'a (unwind-protect (throw 'a 1) 2))", "1"],
    ['(format nil "~a-~s" "x" "y")', '"x-\\"y\\""'],
    ["(values 1 2 3)", "1 2 3"],
    ["(defun of (form) (eval form)) (multiple-value-list (of '(values 1 2)))", "(1 2)"],
    ["(flet ((of (form) (eval form))) (of ''(1)))", "(1)"],
    ["(loop for i below 5 collect (* i i))", "(0 1 4 9 16)"],
    ["(with-output-to-string (s) (print 'a s))", '"\n\nA "'.replace("\n\n", "\n")],
    ["(restart-case (invoke-restart 'mine 3) (mine (x) (* x x)))", "9"],
    ["(progv '(*s*) '(7) (s))", "7"],
  ])("%s", (text, value) => {
    expect(told(text)).toEqual([value]);
  });
});

describe("left and taken up again", () => {
  test.each([
    ["(+ 1 nothing-here)", "asks: The variable NOTHING-HERE is unbound.", "USE-VALUE", ["41"], "42"],
    [
      "(let ((x 1)) (+ x nothing-here))",
      "asks: The variable NOTHING-HERE is unbound.",
      "USE-VALUE",
      ["41"],
      "42",
    ],
    ['(list (cerror "go on" "bad") 2)', "asks: bad", "CONTINUE", [], "(NIL 2)"],
    [
      "(list (nothing-here 1 2))",
      "asks: The function COMMON-LISP-USER::NOTHING-HERE is undefined.",
      "USE-VALUE",
      ["#'+"],
      "(3)",
    ],
    [
      "(restart-case (car 5) (mine (x) (list :mine x)))",
      "asks: Value of 5 in (CAR 5) is 5, not a LIST.",
      "MINE",
      ["1"],
      "(:MINE 1)",
    ],
    ['(restart-case (+ 1 (parse-integer "x")) (mine () :mine))', /asks: .*x/, "MINE", [], ":MINE"],
    ["(let ((x 0)) (restart-case (/ 1 x) (mine () x)))", /asks: arithmetic error/, "MINE", [], "0"],
    [
      "(let ((l (list 1 :a))) (restart-case (reduce #'+ l) (mine () l)))",
      /asks: .*not of type/s,
      "MINE",
      [],
      "(1 :A)",
    ],
    ["(let ((x :a)) (check-type x integer) x)", /asks: The value/, "STORE-VALUE", ["7"], "7"],
    ["(let ((x :a)) (ecase x (:b 1)))", /asks: :A fell through/, "ABORT", [], "aborted"],
    [
      '(handler-bind ((error (lambda (c) (declare (ignore c)) (cerror "on" "inner")))) (cerror "on" "outer"))',
      "asks: inner",
      "ABORT",
      [],
      "aborted",
    ],
    [
      "(defun two (a b) (+ a b)) (restart-case (funcall 'two 1) (mine () 9))",
      /asks: invalid number of arguments: 1/,
      "MINE",
      [],
      "9",
    ],
    ['(list (break "stop") 1)', "asks: stop", "CONTINUE", [], "(NIL 1)"],
    ["(restart-case (aref (vector 1 2) 5) (mine () 9))", /asks: Invalid index 5/, "MINE", [], "9"],
    [
      "(defstruct spot x) (defun x-of-spot (s) (restart-case (spot-x s) (mine () 9))) (x-of-spot 3)",
      /asks: .*3.* is not of type/s,
      "MINE",
      [],
      "9",
    ],
    [
      "(defstruct spot x) (defun move (s) (restart-case (setf (spot-x s) 1) (mine () 9))) (move nil)",
      /asks: .*NIL.* is not of type/s,
      "MINE",
      [],
      "9",
    ],
    [
      "(defstruct spot x) (restart-case (mapcar #'spot-x (list 7)) (mine () 9))",
      /asks: .*7.* is not of type/s,
      "MINE",
      [],
      "9",
    ],
    [
      '(defmacro asking (x) (cerror "Go on." "in a macro") (list \'quote x)) (list (asking 5))',
      "asks: in a macro",
      "CONTINUE",
      [],
      "(5)",
    ],
    ["(list (function not-there) 1)", /asks: .*NOT-THERE is undefined/, "USE-VALUE", ["#'car"], null],
    ["(cond 5)", /asks: COND clause is not a CONS: 5/, "ABORT", [], "aborted"],
    ["(loop for x in)", /asks: /, "ABORT", [], "aborted"],
    ["(list 1 . 2)", "asks: The value 2 is not of type LIST.", "ABORT", [], "aborted"],
  ])("%s", (text, asked, restart, args, value) => {
    const [first, ...others] = told(text, taking(restart, ...args));
    if (typeof asked === "string") expect(first).toBe(asked);
    else expect(first).toMatch(asked);
    if (value !== null) expect(others).toEqual([value]);
  });
});

describe("left inside of what the library calls", () => {
  const bad =
    '#\'(lambda (x &rest more) (declare (ignore more)) (if (eql x 2) (progn (cerror "on" "two") x) x))';
  beforeAll(() => {
    run("(defun lib (f &rest more) (apply f more))");
  });
  test.each([
    [`(lib #'mapcar ${bad} '(1 2 3))`, "(1 2 3)"],
    [`(lib #'mapcan (lambda (x y) y (list (funcall ${bad} x))) (list 1 2 3) '(4 5 6))`, "(1 2 3)"],
    [`(lib #'maplist (lambda (x) (funcall ${bad} (car x))) '(1 2 3))`, "(1 2 3)"],
    [`(lib #'mapc ${bad} '(1 2 3))`, "(1 2 3)"],
    [`(lib #'some (lambda (x) (eql 3 (funcall ${bad} x))) #(1 2 3))`, "T"],
    [`(lib #'every (lambda (x y) (funcall ${bad} x) y) '(1 2 3) '(a b c))`, "T"],
    [`(lib #'reduce (lambda (a b) (+ a (funcall ${bad} b))) '(1 2 3))`, "6"],
    [`(lib #'reduce #'+ '(1 2 3) :key ${bad} :from-end t)`, "6"],
    [`(lib #'sort (list 3 2 1) #'< :key ${bad})`, null],
    [`(lib #'find-if (lambda (x) (eql (funcall ${bad} x) 3)) '(1 2 3))`, "3"],
    [`(lib #'position 3 '(1 2 3) :key ${bad})`, "2"],
    [`(lib #'count-if-not (lambda (x) (eql (funcall ${bad} x) 3)) #(1 2 3))`, "2"],
    [`(lib #'remove-if (lambda (x) (eql (funcall ${bad} x) 3)) '(1 2 3))`, "(1 2)"],
    [`(lib #'substitute-if 9 (lambda (x) (eql (funcall ${bad} x) 3)) '(1 2 3))`, "(1 2 9)"],
    [`(lib #'member 3 '(1 2 3) :test (lambda (a b) (eql a (funcall ${bad} b))))`, "(3)"],
    [`(lib #'assoc 2 '((1 . a) (2 . b)) :key ${bad})`, "(2 . B)"],
    [`(lib #'map 'vector ${bad} '(1 2 3))`, "#(1 2 3)"],
    [`(let ((h (make-hash-table))) (setf (gethash 2 h) 5) (lib #'maphash ${bad} h))`, "NIL"],
    [`(lib #'remove-duplicates '(1 2 1) :key ${bad})`, null],
    [`(lib #'union '(1 2) '(2 3) :key ${bad})`, null],
    [`(lib #'adjoin 2 '(1 3) :key ${bad})`, "(2 1 3)"],
    [`(lib #'funcall ${bad} 2)`, "2"],
    [`(lib #'apply ${bad} '(2))`, "2"],
    [`(lib #'merge 'list (list 1 3) (list 2 4) #'< :key ${bad})`, null],
  ])("%s", (text, value) => {
    const held = begin(text);
    let progress = held.proceed();
    let times = 0;
    for (; progress.kind === "asks"; times++) {
      expect(shown(progress)).toBe("asks: two");
      held.answer(taking("CONTINUE"));
      progress = held.proceed();
    }
    expect(times).toBeGreaterThan(0);
    expect(shown(progress)).toBe(value ?? run(text.replaceAll('(cerror "on" "two")', "nil")));
  });
});

describe("what is dynamic belongs to the evaluation", () => {
  test("specials, cleanup, output and values of an error inside of a method inside of UNWIND-PROTECT", () => {
    run("(defvar *level* 0) (defvar *log* '()) (defclass box () ((v :initarg :v :reader v)))");
    run(
      "(defgeneric weigh (x)) (defmethod weigh ((b box)) (+ *level* (if (eql (v b) 2) (bad-weight) (v b))))",
    );
    const held = begin(`
      (let ((*level* 10))
        (unwind-protect
            (catch 'out
              (handler-bind ((warning #'identity))
                (let ((*level* (* 10 *level*)))
                  (mapcar (lambda (n) (weigh (make-instance 'box :v n))) '(1 2 3)))))
          (push *level* *log*)))`);
    expect(shown(held.proceed())).toBe("asks: The function COMMON-LISP-USER::BAD-WEIGHT is undefined.");
    expect(run("(list *level* *log*)")).toBe("(0 NIL)");
    expect(run("(setf *level* 5) (let ((*level* 6)) (weigh (make-instance 'box :v 1)))")).toBe("7");
    expect(run('(handler-case (error "other") (error () :other))')).toBe(":OTHER");
    held.answer(taking("SB-KERNEL::RETURN-VALUE", "20"));
    expect(shown(held.proceed())).toBe("(101 120 103)");
    expect(run("(list *level* *log*)")).toBe("(5 (10))");
  });

  test("several are left, and taken up in any order", () => {
    run("(defvar *who* :none)");
    const helds = [1, 2, 3].map((n) =>
      begin(`(let ((*who* ${n})) (list *who* (cerror "on" "stop ~a" *who*) *who*))`),
    );
    expect(helds.map((held) => shown(held.proceed()))).toEqual([
      "asks: stop 1",
      "asks: stop 2",
      "asks: stop 3",
    ]);
    expect(run("*who*")).toBe(":NONE");
    for (const n of [2, 1, 3]) {
      const held = helds[n - 1] as HeldBoundary;
      held.answer(taking("CONTINUE"));
      expect(shown(held.proceed())).toBe(`(${n} NIL ${n})`);
      expect(run("*who*")).toBe(":NONE");
    }
  });
});

test.each([
  ["(handler-case (apply #'list 1 x) (error (c) (type-error-datum c)))", "3"],
  ["(handler-case (list (apply #'list 1 x)) (:no-error (x) x) (error () :caught))", ":CAUGHT"],
  ["(catch 'a (handler-bind ((error (lambda (c) c (throw 'a :thrown)))) (apply #'list 1 x)))", ":THROWN"],
  ["(let ((done nil)) (ignore-errors (unwind-protect (apply #'+ x) (setq done t))) done)", "T"],
])("what APPLY refuses reaches what is around it: %s", (form, value) => {
  expect(told(`(defun applies (x) ${form}) (list (applies '(2 . 3)))`)).toEqual([`(${value})`]);
});

describe("bounds", () => {
  test("a million calls are left, and go on", () => {
    run('(defun deep (n) (if (= n 0) (progn (cerror "on" "bottom") 0) (1+ (deep (1- n)))))');
    const held = begin("(deep 1000000)");
    expect(shown(held.proceed())).toBe("asks: bottom");
    expect(held.depth).toBeGreaterThan(1_000_000);
    expect(run("(let ((x 1)) (deep-enough x))")).toMatch(/^UNDEFINED-FUNCTION/);
    held.answer(taking("CONTINUE"));
    expect(shown(held.proceed())).toBe("1000000");
  });

  test("an exhausted stack is left, with room for what handles it, each time anew", () => {
    const text = `
      (defun endless (n) (1+ (endless (1+ n))))
      (defun some-calls (n) (if (= n 0) 0 (1+ (some-calls (1- n)))))
      (list (restart-case (endless 0) (mine (x) x))
            (restart-case
                (handler-bind ((storage-condition (lambda (c) c (some-calls 1000) (cerror "on" "handled"))))
                  (endless 0))
              (mine (x) x)))`;
    const steps = told(text, taking("MINE", "1"), taking("CONTINUE"), taking("MINE", "(+ 1 1)"));
    expect(steps.map((step) => step.split(".")[0])).toEqual([
      "asks: Control stack exhausted (no more space for function call frames)",
      "asks: handled",
      "asks: Control stack exhausted (no more space for function call frames)",
      "(1 2)",
    ]);
  });

  test("what has no twin is in the way: the error is reported at once, and it is named", () => {
    expect(told("(defmacro none (x) (car x)) (macroexpand '(none 5))")[0]).toMatch(/TYPE-ERROR/);
    expect(wasInTheWay).toBe("MACROEXPAND");
  });

  test("an exit from outside ends a held evaluation, and its cleanup forms run", () => {
    run("(defvar *cleaned* nil)");
    const held = begin('(unwind-protect (error "stop") (setf *cleaned* t))');
    expect(shown(held.proceed())).toBe("asks: stop");
    expect(run("*cleaned*")).toBe("NIL");
    held.answer(() => callLisp("ABORT", "COMMON-LISP"));
    expect(shown(held.proceed())).toBe("aborted");
    expect(run("*cleaned*")).toBe("T");
  });
});

describe("left in place", () => {
  const inPlace = (text: string) => begin(text, { staysInPlace: true });

  test("what runs on top has its bindings and restarts; afterwards all is as before", () => {
    run("(defvar *here* :outside)");
    const held = inPlace("(let ((*here* :inside)) (list (nothing-yet 1) *here*))");
    expect(shown(held.proceed())).toBe("asks: The function COMMON-LISP-USER::NOTHING-YET is undefined.");
    const on = begin('(list *here* (cerror "on" "upper") *here*)', { staysInPlace: true });
    expect(shown(on.proceed())).toBe("asks: upper");
    image.evaluate([...image.readAll("(setf *here* :set)")][0]);
    on.answer(taking("CONTINUE"));
    expect(shown(on.proceed())).toBe("(:INSIDE NIL :SET)");
    image.evaluate([...image.readAll("(defun nothing-yet (x) (list x))")][0]);
    held.answer(taking("CONTINUE"));
    expect(shown(held.proceed())).toBe("((1) :SET)");
    expect(run("*here*")).toBe(":OUTSIDE");
  });

  test("a hundred thousand calls stay in place while others run on top", () => {
    run(
      '(defun deep-in-place (n) (if (= n 0) (progn (cerror "on" "bottom") 0) (1+ (deep-in-place (1- n)))))',
    );
    const held = inPlace("(deep-in-place 100000)");
    expect(shown(held.proceed())).toBe("asks: bottom");
    const { stack } = image;
    const { sp, base } = stack;
    const slots = stack.st.slice(0, sp);
    expect(sp).toBeGreaterThan(100_000);
    stack.base = sp;
    const on = inPlace('(list (cerror "on" "upper") (deep-enough-too 1))');
    expect(shown(on.proceed())).toBe("asks: upper");
    on.answer(taking("CONTINUE"));
    expect(shown(on.proceed())).toMatch(/DEEP-ENOUGH-TOO is undefined/);
    on.answer(taking("ABORT"));
    expect(shown(on.proceed())).toBe("aborted");
    stack.base = base;
    expect(stack.st.slice(0, sp).every((slot, i) => slot === slots[i])).toBe(true);
    held.answer(taking("CONTINUE"));
    expect(shown(held.proceed())).toBe("100000");
    expect(run("(list (deep-in-place-too))")).toMatch(/^UNDEFINED-FUNCTION/);
  });
});
