/**
 * The programs that `npm run bench:lisp` measures. A program's file defines RUN-<NAME>, whose argument is the
 * number of repetitions. A row with `text` is one toplevel form whose evaluation is timed; each time `$`
 * stands for another number, so that nothing is redefined.
 */
const CALLS = { overStock: 8 };
const AGAINST_SBCL = { overStock: 8, overSbcl: 2 };
const ANY = { overStock: 1 };
const LATENCY = { overStock: 1, atMostMs: 2 };

const program = (name, title, file, aim) => ({ name, title, file, aim });
const latency = (name, title, text) => ({ name, title, text, aim: LATENCY });

export const PROGRAMS = [
  program("fib", "fib", "calls", AGAINST_SBCL),
  program("tak", "tak", "calls", AGAINST_SBCL),
  program("ackermann", "ackermann", "calls", CALLS),
  program("sort", "sort with closures", "sort", ANY),
  program("dotimes", "nested DOTIMES", "loops", AGAINST_SBCL),
  program("loop", "nested LOOP", "loops", AGAINST_SBCL),
  program("strings", "string building", "building", ANY),
  program("lists", "list building", "building", ANY),
  program("hash-tables", "hash tables", "building", ANY),
  program("dispatch", "CLOS dispatch", "objects", ANY),
  program("make-instance", "MAKE-INSTANCE", "objects", ANY),
  program("handler-case", "HANDLER-CASE, no error", "conditions", ANY),
  program("handled-error", "HANDLER-CASE, error", "conditions", ANY),
  program("recursion", "recursion, 1,000 frames", "recursion", CALLS),
  program("deep-recursion", "recursion, 10,000 frames", "recursion", ANY),
  latency(
    "compile-defun",
    "compile a DEFUN",
    `(defun describe-number$ (n &optional (limit 10))
       "What kind of number N is, and how far it is from LIMIT."
       (let ((kind (cond ((not (numberp n)) :none)
                         ((zerop n) :zero)
                         ((evenp n) :even)
                         (t :odd)))
             (distance (if (numberp n) (abs (- limit n)) 0)))
         (dotimes (i 3)
           (when (> i distance)
             (setq distance (+ distance i))))
         (values kind distance)))`,
  ),
  latency(
    "compile-loop",
    "compile a LOOP",
    `(loop with total = $
       for x in '(1 2 3 4)
       for i from 0
       when (oddp x) collect (* x i) into odd
       else do (incf total x)
       finally (return (list total odd)))`,
  ),
  latency(
    "compile-defclass",
    "compile a DEFCLASS",
    `(defclass account$ ()
       ((owner :initarg :owner :accessor account-owner$)
        (balance :initarg :balance :initform 0 :accessor account-balance$)
        (history :initform '() :reader account-history$)))`,
  ),
  latency("compile-defstruct", "compile a DEFSTRUCT", `(defstruct point$ (x 0) (y 0) (label "none"))`),
];
