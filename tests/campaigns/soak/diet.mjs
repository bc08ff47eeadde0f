/**
 * The evaluations of the soak: a mixed diet that defines the same names again and again, so that an orderly
 * session need not grow. A meal is `{ client, tool, arguments, expect, after?, cancel?, probe? }`: `expect`
 * is what the answer must match, `after` is a tool that is called next, `cancel` says to withdraw the request
 * instead of waiting for its answer.
 */
import { Random } from "../fuzz/random.mjs";

export const CLIENTS = 3;

/** Seconds an evaluation may take that is meant to run out of time. */
const SHORT_S = 0.05;
const LONG_S = 30;

/** Every so many evaluations is the same short one, whose time is what the latency is read from. */
const PROBE_EVERY = 10;
const PROBE = ["(+ 1 2)", /^ok 3$/];

/** `[weight, (random) => [code, expected]]`; what is expected is `status value` or `status TYPE`. */
const DISHES = [
  [10, (r) => arithmetic(r)],
  [6, (r) => definition(r)],
  [
    3,
    (r) => [
      `(defvar *v${r.int(0, 9)}* 0) (defparameter *p${r.int(0, 9)}* ${r.int(0, 99)}) (setq *w${r.int(0, 9)}* (list ${r.int(0, 99)} "text"))`,
      /^ok/,
    ],
  ],
  [
    2,
    (r) => [
      `(defmacro m${r.int(0, 4)} (x) \`(list ,x ${r.int(0, 999)})) (m${r.int(0, 4)} 3)`,
      /^(ok|error UNDEFINED-FUNCTION)/,
    ],
  ],
  [
    2,
    (r) => [
      `(defclass c${r.int(0, 4)} () ((a :initarg :a :accessor c-a) (b${r.int(0, 2)} :initform ${r.int(0, 99)}))) (c-a (make-instance 'c${r.int(0, 4)} :a 5))`,
      /^(ok 5|error CLASS-NOT-FOUND-ERROR)/,
    ],
  ],
  [
    2,
    (r) => [
      `(defgeneric g${r.int(0, 2)} (x)) (defmethod g${r.int(0, 2)} ((x ${r.pick(["integer", "string", "list"])})) (list x ${r.int(0, 99)})) (ignore-errors (list (g0 1) (g1 "a")))`,
      /^ok/,
    ],
  ],
  [
    1,
    (r) => [
      `(defstruct s${r.int(0, 2)} a (b 2)) (s0-p (make-s0 :a ${r.int(0, 9)}))`,
      /^(ok T|error UNDEFINED-FUNCTION)/,
    ],
  ],
  [
    1,
    () => [
      '(define-condition soaked (error) ((code :initarg :code :reader code)) (:report (lambda (c s) (format s "code ~d" (code c))))) (handler-case (error \'soaked :code 7) (soaked (c) (code c)))',
      /^ok 7$/,
    ],
  ],
  [3, (r) => [`(dotimes (i ${r.int(1, 20)}) (format t "line ~d of ~a~%" i :output))`, /^ok NIL$/]],
  [1, () => ['(write-string "to stderr" *error-output*) (warn "a warning") 1', /^ok 1$/]],
  [1, (r) => [`(flet ((f (x) ${r.int(0, 9)})) (f 1))`, /^ok \d$/]],
  [3, (r) => handled(r)],
  [5, (r) => unhandled(r)],
  [
    1,
    (r) => [
      r.pick(["(list 1 2", ")", "(a . b c)", "#<oops>", '"open', "nopackage:x", "#\\Nonsuch"]),
      /^error /,
    ],
  ],
  [0.3, () => ["(defun deep (n) (+ 1 (deep (+ n 1)))) (deep 0)", /^error CONTROL-STACK-EXHAUSTED/]],
  [1, (r) => [`(make-list ${r.int(100, 5000)} :initial-element 'item)`, /^ok \(/]],
  [1, (r) => [`(expt 7 ${r.int(100, 2000)})`, /^ok \d+/]],
  [
    1,
    (r) => [
      `(let ((h (make-hash-table :test 'equal))) (dotimes (i ${r.int(10, 500)}) (setf (gethash (format nil "~r" i) h) i)) (hash-table-count h))`,
      /^ok \d+$/,
    ],
  ],
  [
    1,
    (r) => [
      `(defpackage :soak-${r.int(0, 3)} (:use :cl) (:export #:x)) (list (find-symbol "X" :soak-0))`,
      /^(ok|error)/,
    ],
  ],
  [1, () => ["(in-package :keyword)", /^ok/]],
  [1, (r) => [`(intern (format nil "SYM-~d" ${r.int(0, 99)}))`, /^ok/]],
  [1, (r) => [`(read-from-string "(read ${r.int(0, 99)} (by the) reader)")`, /^ok \(READ/]],
  [1, (r) => [`(funcall (compile nil '(lambda (x) (* x ${r.int(0, 99)}))) 2)`, /^ok \d+$/]],
  [1, (r) => [`(eval '(let ((x ${r.int(0, 99)})) (lambda () x)))`, /^ok #<FUNCTION/]],
  [
    1,
    (r) => [
      `(catch 'done (unwind-protect (throw 'done ${r.int(0, 9)}) (setq *gensym-counter* 0)))`,
      /^ok \d$/,
    ],
  ],
];

function arithmetic(r) {
  const [a, b] = [r.int(-999, 999), r.int(1, 999)];
  return r.pick([
    [`(* ${a} ${b})`, new RegExp(`^ok ${a * b}$`)],
    [`(let ((x ${a})) (loop for i from 1 to 10 sum (* i x)))`, new RegExp(`^ok ${55 * a}$`)],
    [`(mapcar (lambda (x) (+ x ${b})) '(1 2 3))`, new RegExp(`^ok \\(${b + 1} ${b + 2} ${b + 3}\\)$`)],
    [`(format nil "~a-~d" :k ${b})`, new RegExp(`^ok "K-${b}"$`)],
    [`(sort (list ${b} 0 1000) #'<)`, new RegExp(`^ok \\(0 ${b} 1000\\)$`)],
  ]);
}

function definition(r) {
  const name = `f${r.int(0, 19)}`;
  const n = r.int(0, 999);
  return r.pick([
    [
      `(defun ${name} (x &optional (y ${n})) "Documented." (list x y)) (${name} 1)`,
      new RegExp(`^ok \\(1 ${n}\\)$`),
    ],
    [
      `(defun ${name} (x) (labels ((go-on (i) (if (< i x) (go-on (1+ i)) i))) (go-on 0))) (${name} 30)`,
      /^ok 30$/,
    ],
    [
      `(defun ${name} () (let ((k ${n})) (lambda (x) (incf k x)))) (funcall (${name}) 1)`,
      new RegExp(`^ok ${n + 1}$`),
    ],
  ]);
}

function handled(r) {
  return r.pick([
    ["(handler-case (/ 1 0) (division-by-zero () :zero))", /^ok :ZERO$/],
    ['(ignore-errors (error "inner ~d" 3))', /^ok NIL/],
    ['(handler-bind ((warning #\'muffle-warning)) (warn "x") 5)', /^ok 5$/],
    ["(restart-case (invoke-restart 'again 4) (again (x) (* x x)))", /^ok 16$/],
    [
      '(handler-bind ((error (lambda (c) (declare (ignore c)) (use-value 9)))) (restart-case (error "x") (use-value (v) v)))',
      /^ok 9$/,
    ],
  ]);
}

function unhandled(r) {
  return r.pick([
    ["(/ 1 0)", /^error DIVISION-BY-ZERO/],
    ["(car 5)", /^error TYPE-ERROR/],
    ["(no-such-function 1 2)", /^error UNDEFINED-FUNCTION/],
    ["no-such-variable", /^error UNBOUND-VARIABLE/],
    [`(error "plain ~d" ${r.int(0, 99)})`, /^error SIMPLE-ERROR/],
    ["(error 'soaked :code 3)", /^error (SOAKED|SIMPLE-ERROR|SIMPLE-TYPE-ERROR)/],
    ["(aref (vector 1 2) 5)", /^error INDEX-TOO-LARGE-ERROR/],
    ["(let ((x 1) (x 2)) x)", /^error COMPILED-PROGRAM-ERROR/],
    ["(defun broken (x) (if)) (broken 1)", /^error/],
    ["(make-instance 'no-such-class)", /^error/],
    ["(ecase 3 (1 :a))", /^error CASE-FAILURE/],
    ["(throw 'nobody 1)", /^error/],
    ["(funcall (lambda (x) x))", /^error SIMPLE-PROGRAM-ERROR/],
  ]);
}

/** Meal `number` of a seed. */
export function meal(seed, number) {
  const random = new Random(seed, "meal", number);
  const client = random.int(0, CLIENTS - 1);
  const evaluate = (code, expect, more = {}) => ({
    client,
    tool: "evaluate-lisp",
    arguments: { code, package: "COMMON-LISP-USER", ...more.arguments },
    expect: expect.source,
    ...more.meal,
  });
  if (number % PROBE_EVERY === 0) return evaluate(...PROBE, { meal: { probe: true } });
  if (random.chance(0.001))
    return evaluate("(loop)", /^timeout/, { meal: { timeout: SHORT_S, restore: LONG_S } });
  if (random.chance(0.005)) return evaluate("(loop repeat 300000 sum 1)", /^ok/, { meal: { cancel: true } });
  if (random.chance(0.02))
    return evaluate("(+ 1 soak-unbound)", /^ok 42$/, {
      arguments: { restarts: [{ restart: "USE-VALUE", values: ["41"] }] },
    });
  const [code, expect] = random.weighted(DISHES)(random);
  const after = random.chance(0.05)
    ? random.pick(["describe-last-error", "get-backtrace", "configure-limits"])
    : undefined;
  return evaluate(code, expect, { meal: after === undefined ? {} : { after } });
}
