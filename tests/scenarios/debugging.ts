/**
 * Scripted scenarios of debugging, the same for every way to the server: what is missing is defined while the
 * program waits, variables are looked at and set, calls are left and made again.
 */
import {
  abort,
  again,
  aside,
  goOn,
  inFrame,
  locals,
  returns,
  run,
  type Scenario,
  scenario,
  take,
  tool,
} from "./moves.js";

const DEBUG = "(declare (optimize (debug 2)))";

const definingAndGoingOn = [
  scenario(
    "a missing function is defined while its call waits",
    run("(list :total (price :apple))")("UNDEFINED-FUNCTION", "level 1", "1: [CONTINUE]"),
    aside("(defun price (fruit) (if (eq fruit :apple) 3 1))")("=> PRICE"),
    take("CONTINUE")("=> (:TOTAL 3)"),
    aside("(price :pear)")("=> 1"),
  ),
  scenario(
    "a missing function is defined with a fault, which is mended at level 2",
    run("(list (half-of 10))")("level 1"),
    run("(defun half-of (x) (/ x divisor)) (half-of 4)")("UNBOUND-VARIABLE", "level 2"),
    aside("(defparameter divisor 2)")("=> DIVISOR"),
    goOn("=> 2"),
    goOn("=> (5)"),
  ),
  scenario(
    "another function is called in the place of one that is missing",
    run("(list (sqare 7))")("level 1"),
    take("USE-VALUE", ["(lambda (x) (* x x))"])("=> (49)"),
  ),
  scenario(
    "values are returned in the place of a missing function's",
    run("(multiple-value-list (two-values-please))")("RETURN-VALUE"),
    take("RETURN-VALUE", ["1", ":two"])("=> (1 :TWO)"),
  ),
  scenario(
    "nothing is returned in the place of a missing function's value",
    run("(multiple-value-list (nothing-please))")("RETURN-NOTHING"),
    take("RETURN-NOTHING")("=> NIL"),
  ),
  scenario(
    "an unbound variable gets a value for this once",
    run("(+ 1 unbound-once)")("UNBOUND-VARIABLE"),
    take("USE-VALUE", ["41"])("=> 42"),
    aside("(boundp 'unbound-once)")("=> NIL"),
  ),
  scenario(
    "an unbound variable gets a value for good",
    run("(+ 1 unbound-for-good)")("UNBOUND-VARIABLE"),
    take("STORE-VALUE", ["41"])("=> 42"),
    aside("unbound-for-good")("=> 41"),
  ),
  scenario(
    "an unbound variable is defined while the program waits",
    run("(list unbound-until-now)")("1: [CONTINUE]"),
    aside("(defvar unbound-until-now :here)")("=> UNBOUND-UNTIL-NOW"),
    goOn("=> (:HERE)"),
  ),
  scenario(
    "a slot without a value gets one",
    aside("(defclass parcel () ((weight :accessor weight)))")("PARCEL"),
    run("(* 2 (weight (make-instance 'parcel)))")("UNBOUND-SLOT"),
    take("USE-VALUE", ["21"])("=> 42"),
  ),
  scenario(
    "a missing method is defined, and the call is made again",
    aside("(defgeneric noise (animal)) (defmethod noise ((a symbol)) a)")("NOISE"),
    run("(list (noise 5))")("NO-APPLICABLE-METHOD", "level 1"),
    aside("(defmethod noise ((n integer)) (* n 2))")("NOISE"),
    take("RETRY")("=> (10)"),
  ),
  scenario(
    "CERROR goes on",
    run('(progn (cerror "Never mind." "A ~A of it." :lot) :went-on)')(
      "A LOT of it.",
      "[CONTINUE] Never mind.",
    ),
    goOn("=> :WENT-ON"),
  ),
  scenario(
    "BREAK waits and goes on",
    run('(list :a (break "here ~D" 1) :b)')("here 1", "[CONTINUE]"),
    aside("(+ 2 2)")("=> 4"),
    goOn("=> (:A NIL :B)"),
  ),
  scenario(
    "CHECK-TYPE takes another value, and refuses a wrong one",
    run("(let ((n :none)) (check-type n integer) (1+ n))")("TYPE-ERROR", "[STORE-VALUE]"),
    take("STORE-VALUE", ['"wrong"'])("TYPE-ERROR", "level 1"),
    take("STORE-VALUE", ["6"])("=> 7"),
  ),
  scenario(
    "ASSERT asks anew until it holds",
    run("(let ((n 0)) (assert (plusp n) (n)) n)")("[CONTINUE]"),
    abort()("ABORT"),
  ),
  scenario(
    "a restart of the program's own takes values",
    run(`(defun parse-count (text)
           (restart-case (parse-integer text)
             (use-count (n) :report "Use a count." n)))
         (list (parse-count "many") (parse-count "3"))`)("[USE-COUNT] Use a count."),
    take("use-count", ["0"])("=> (0 3)"),
  ),
  scenario(
    "a package that is missing is made, and reading goes on",
    run('(intern "X" "LATER-PACKAGE")')("LATER-PACKAGE"),
    aside('(make-package "LATER-PACKAGE")')("LATER-PACKAGE"),
    take("CONTINUE")("X"),
  ),
];

const AREA = `(defun area (shape)
  ${DEBUG}
  (let* ((width (first shape)) (height (second shape)))
    (* width height)))
(defun total (shapes)
  ${DEBUG}
  (let ((sum 0))
    (dolist (shape shapes sum) (incf sum (area shape)))))`;

const frames = [
  scenario(
    "locals of every frame",
    aside(AREA)("=> TOTAL"),
    run("(total '((2 3) (4 :tall)))")("TYPE-ERROR", "(AREA (4 :TALL))"),
    locals(1)("HEIGHT: :TALL", "WIDTH: 4", "SHAPE: (4 :TALL)"),
    locals(2)("SUM: 6"),
    abort()("ABORT"),
  ),
  scenario(
    "a variable is set in its frame, and its call is made again with what it was called with",
    aside(AREA)("=> TOTAL"),
    run("(total '((2 3) (4 :tall)))")("level 1"),
    inFrame(1, "(setq shape '(4 5))")("=> (4 5)"),
    again(1)("=> 26"),
  ),
  scenario(
    "a call returns a value computed in it",
    aside(AREA)("=> TOTAL"),
    run("(total '((2 3) (4 :tall) (1 1)))")("level 1"),
    returns(1, "(* width 10)")("=> 47"),
  ),
  scenario(
    "the definition is mended, and the call made again",
    aside(AREA)("=> TOTAL"),
    run("(total '((2 3) (4 :tall)))")("level 1"),
    aside(`(defun area (shape) ${DEBUG} (* (first shape) (if (numberp (second shape)) (second shape) 1)))`)(
      "=> AREA",
    ),
    again(2)("=> 10"),
  ),
  scenario(
    "a call is made again by the definition that its function has meanwhile",
    aside(`(defun discounted (price &key (rate 0)) ${DEBUG} (- price (* price (car rate))))`)(
      "=> DISCOUNTED",
    ),
    run("(list (discounted 100 :rate 1/10))")("TYPE-ERROR"),
    aside("(defun discounted (price &key (rate 0)) (- price (* price rate)))")("=> DISCOUNTED"),
    again(1)("=> (90)"),
  ),
  scenario(
    "cleanup forms run when a call returns",
    aside(`(defvar *closed* 0)
           (defun with-closing (x) ${DEBUG} (unwind-protect (car x) (incf *closed*)))
           (defun outer (x) ${DEBUG} (list (with-closing x)))`)("=> OUTER"),
    run("(outer 5)")("TYPE-ERROR"),
    returns(2, ":left")("=> :LEFT"),
    aside("*closed*")("=> 1"),
  ),
  scenario(
    "special bindings are told apart, and undone",
    aside(`(defvar *depth* 0)
           (defun deeper (x) ${DEBUG} (let ((*depth* (1+ *depth*))) (car x)))`)("=> DEEPER"),
    run("(deeper 5)")("TYPE-ERROR"),
    locals(1)("X: 5", "*DEPTH* (special): 1"),
    inFrame(1, "*depth*")("=> 1"),
    returns(1, "*depth*")("=> 1"),
    aside("*depth*")("=> 0"),
  ),
  scenario(
    "code without (debug 2) shows its arguments and says how to see more",
    aside("(defun plain (a b) (let ((c (+ a 1))) (list c (car b))))")("=> PLAIN"),
    run("(plain 1 2)")("TYPE-ERROR"),
    locals(1)("A: 1", "B: 2", "(jscl-mcp:recompile 'PLAIN)"),
    inFrame(1, "(+ a b)")("=> 3"),
    inFrame(1, "(setq a 5)")("cannot be set"),
    returns(1, "5")("can be neither left nor restarted"),
    abort()("ABORT"),
  ),
  scenario(
    "a function compiled anew can be looked into",
    aside("(defun plainer (a) (let ((c (list a :c))) (+ 1 (second c))))")("=> PLAINER"),
    aside("(plainer 1)")("TYPE-ERROR"),
    aside("(jscl-mcp:recompile 'plainer)")("PLAINER"),
    run("(plainer 1)")("TYPE-ERROR"),
    locals(1)("C: (1 :C)"),
    inFrame(1, "(setf (second c) 41)")("=> 41"),
    returns(1, "(1+ (second c))")("=> 42"),
  ),
  scenario(
    "a local function is called from its frame",
    aside(`(defun sums (list) ${DEBUG} (flet ((twice (x) (* 2 x))) (+ (twice 1) (car list))))`)("=> SUMS"),
    run("(sums '(:one))")("TYPE-ERROR"),
    inFrame(1, "(twice 21)")("=> 42"),
    returns(1, "(twice (length list))")("=> 2"),
  ),
  scenario(
    "an error in a frame's REPL leaves the level as it is",
    aside(AREA)("=> TOTAL"),
    run("(total '((4 :tall)))")("level 1"),
    inFrame(1, "(car width)")("TYPE-ERROR", "4"),
    inFrame(1, "width")("=> 4"),
    inFrame(1, "(undefined-here width)")("UNDEFINED-FUNCTION"),
    inFrame(99, "1")("There is no frame 99."),
    returns(1, "0")("=> 0"),
  ),
  scenario(
    "the frames of level 1 are there at level 2",
    aside(AREA)("=> TOTAL"),
    run("(total '((4 :tall)))")("level 1"),
    run("(area '(:wide 1))")("level 2"),
    locals(1, 2)("WIDTH: :WIDE"),
    locals(1, 1)("WIDTH: 4"),
    returns(1, "100", 1)("=> 100"),
  ),
  scenario(
    "a method's frame has its parameters",
    aside(`(defclass box () ((w :initarg :w :reader w)))
           (defgeneric volume (thing scale))
           (defmethod volume ((b box) scale) ${DEBUG} (let ((base (w b))) (* base scale)))`)("VOLUME"),
    run("(volume (make-instance 'box :w 3) :big)")("TYPE-ERROR"),
    locals(1)("BASE: 3"),
    inFrame(1, "(w b)")("=> 3"),
    returns(1, "(* base 7)")("=> 21"),
  ),
  scenario(
    "the variables of a loop are those of the failing round",
    aside(`(defun scan (items) ${DEBUG} (loop for item in items for i from 0 collect (+ i item)))`)(
      "=> SCAN",
    ),
    run("(scan '(10 20 :thirty 40))")("TYPE-ERROR"),
    inFrame(1, "(list i item)")("=> (2 :THIRTY)"),
    abort()("ABORT"),
  ),
  scenario(
    "after the fact the variables are still there, until something else is evaluated",
    aside(AREA)("=> TOTAL"),
    aside("(total '((4 :tall)))")("TYPE-ERROR", "!level"),
    locals(1)("WIDTH: 4", "!level"),
    inFrame(1, "width")("Nothing is held"),
    aside("(+ 1 1)")("=> 2"),
    locals(1)("not kept any more"),
  ),
];

const levels = [
  scenario(
    "levels nest, and ABORT of each returns to the one below",
    run("(car 1)")("level 1"),
    run("(car 2)")("level 2", "Return to debugger level 1."),
    run("(car 3)")("level 3", "Return to debugger level 2."),
    tool("list-sessions")("level 3"),
    abort()("ABORT"),
    tool("list-sessions")("level 2"),
    abort(1)("ABORT"),
    tool("list-sessions")("!level"),
  ),
  scenario(
    "a restart of the outer level is taken from the inner one",
    run("(list outer-value)")("level 1"),
    run("(car inner-value)")("level 2"),
    take("USE-VALUE", [":outer"], 1)("=> (:OUTER)"),
    tool("continue")("Nothing is held"),
  ),
  scenario(
    "what is wrong with an answer is said, and the level stays",
    run("(list awaited-value)")("level 1"),
    take("NO-SUCH-RESTART")("no such restart is active", "level 1"),
    take("USE-VALUE", ["(list"])("the text ends before the form does", "level 1"),
    take("USE-VALUE", ["(car 5)"])("TYPE-ERROR", "level 1"),
    take("USE-VALUE")("level 1"),
    take("USE-VALUE", ["1"], 3)("There is no level 3"),
    take(99)("no such restart", "level 1"),
    take("use-value", ["1"])("=> (1)"),
  ),
  scenario(
    "describe-last-error and get-backtrace tell of the innermost level",
    run("(list (first-missing))")("level 1"),
    run("(list (second-missing))")("level 2"),
    tool("describe-last-error")("SECOND-MISSING"),
    abort()("ABORT"),
    aside("(+ 1 1)")("=> 2"),
    tool("describe-last-error")("FIRST-MISSING"),
    tool("get-backtrace")("(FIRST-MISSING)"),
    abort()("ABORT"),
  ),
  scenario(
    "output before and after stays with its evaluation",
    run('(progn (princ "before") (missing-in-the-middle) (princ "after") :end)')(
      "[stdout]\nbefore",
      "level 1",
    ),
    aside('(princ "beside")')("[stdout]\nbeside"),
    aside("(defun missing-in-the-middle () nil)")("=> MISSING-IN-THE-MIDDLE"),
    goOn("!before", "[stdout]\nafter", "=> :END"),
  ),
  scenario(
    "bindings of the program that waits are not those of what runs on top",
    run('(let ((*print-base* 2)) (list (missing-under-base) (format nil "~A" 5)))')("level 1"),
    aside('(list 5 (format nil "~D" 5))')('=> (5 "5")'),
    take("RETURN-VALUE", ["0"])('=> (0 "101")'),
  ),
  scenario(
    "a handler of the program that waits takes no error of what runs on top",
    run("(handler-case (progn (break) 1) (error () :handled))")("[CONTINUE]"),
    aside("(car 5)")("TYPE-ERROR"),
    goOn("=> 1"),
  ),
  scenario(
    "a package that is entered on top does not last below",
    run("(progn (missing-in-package) *package*)")("level 1"),
    aside('(defpackage "SIDE" (:use "CL")) (in-package "SIDE")')("=>"),
    aside("(package-name *package*)")('=> "SIDE"'),
    aside('(in-package "COMMON-LISP-USER")')("=>"),
    take("RETURN-VALUE", ["0"])("COMMON-LISP-USER"),
  ),
  scenario(
    "definitions made while held are there afterwards",
    run("(list (later))")("level 1"),
    aside('(defstruct note text) (defparameter *note* (make-note :text "kept"))')("=> *NOTE*"),
    abort()("ABORT"),
    aside("(note-text *note*)")('=> "kept"'),
  ),
  scenario(
    "a reset ends what is held",
    run("(list (never-defined))")("level 1"),
    tool("reset-session")("fresh"),
    tool("continue")("Nothing is held"),
    aside("(+ 1 2)")("=> 3"),
  ),
];

const looking = [
  scenario(
    "a report names the lambda list where the number of arguments is wrong",
    aside("(defun three (a b c) (list a b c))")("=> THREE"),
    aside("(three 1 2)")("PROGRAM-ERROR", "Hint:", "(A B C)"),
  ),
  scenario(
    "a report says which name was nearly written",
    aside("(defun summarise-readings (list) (length list))")("=> SUMMARISE-READINGS"),
    aside("(list (sumarise-readings '(1 2)))")("UNDEFINED-FUNCTION", "Hint:", "SUMMARISE-READINGS"),
  ),
  scenario(
    "a report says where the failing call came from",
    aside("(defun inner (x) (car x))\n(defun middle (x) (list (inner x)))\n(middle 5)")(
      "TYPE-ERROR",
      "Where: form 1, line 1",
      "Called from: line 2",
    ),
  ),
  scenario(
    "who calls what",
    aside("(defun leaf (x) x)\n(defun branch (x) (list (leaf x)))")("=> BRANCH"),
    tool("who-calls", { symbol: "leaf" })("branch"),
    tool("get-source", { symbol: "branch" })("(defun branch (x) (list (leaf x)))"),
  ),
  scenario(
    "a trace shows the calls",
    aside("(defun tri (n) (if (zerop n) 0 (+ n (tri (1- n)))))")("=> TRI"),
    tool("trace-function", { function: "tri" })("TRI"),
    aside("(tri 2)")("0: (TRI 2)", "1: (TRI 1)", "2: (TRI 0)", "=> 3"),
    tool("untrace-function", { function: "tri" })("=> T"),
    aside("(tri 1)")("!0: (TRI", "=> 1"),
  ),
  scenario(
    "a recording leads to the wrong value",
    aside(`(defun tax (price) (* price 1/10))
           (defun gross (price) (+ price (tax (- price))))`)("=> GROSS"),
    tool("evaluate-lisp", { code: "(gross 100)", record: true })("=> 90", "[recording]", "GROSS"),
    tool("query-recording", { function: "tax" })("(TAX -100) => -10"),
  ),
  scenario(
    "every mistake of a text at once",
    tool("validate-syntax", { code: '(defun f (x)\n  (list x\n\n(defun g () "open)' })("line"),
  ),
  scenario(
    "a form is compiled and not run",
    tool("compile-form", { code: "(defun unused-argument (x y) x)" })("Y", "never used"),
    aside("(fboundp 'unused-argument)")("=> NIL"),
  ),
];

const FIB = `(defun fib (n)
  (let ((m (* n 1)))
    (if (< m 2)
        m
        (+ (fib (- n 1))
           (fib (- n 2))))))`;

const stepping = [
  scenario(
    "a program is stepped through, into a function, over calls and out of it",
    aside(FIB)("=> FIB"),
    tool("step", { code: "(list (fib 3))" })("STEP-FORM-CONDITION", "Evaluating call:\n  (FIB 3)", "level 1"),
    tool("step", { how: "into" })("(* N 1)", "With arguments:\n  3", "line 2, column 11"),
    tool("step", { how: "over" })("(* N 1) => 3", "(< M 2)", "line 3, column 8"),
    locals(0)("M: 3", "N: 3"),
    tool("step", { how: "over" })("(< M 2) => NIL", "(- N 1)"),
    tool("step", { how: "over" })("(- N 1) => 2", "(FIB (- N 1))"),
    tool("step", { how: "over" })("(FIB (- N 1)) => 1", "(- N 2)"),
    tool("step", { how: "out" })("(FIB 3) => 2", "(LIST (FIB 3))"),
    tool("step", { how: "continue" })("=> (2)"),
  ),
  scenario(
    "a variable is set at a step, and the program goes on with it",
    aside(FIB)("=> FIB"),
    tool("step", { code: "(fib 1)" })("(FIB 1)"),
    tool("step", { how: "into" })("(* N 1)"),
    tool("step", { how: "over" })("(< M 2)"),
    inFrame(0, "(setq m 40)")("=> 40"),
    inFrame(0, "(list n m)")("=> (1 40)"),
    tool("step", { how: "continue" })("=> 40"),
  ),
  scenario(
    "a breakpoint on a line stops where its condition is true",
    aside(FIB)("=> FIB"),
    tool("set-breakpoint", { function: "fib", line: 3, condition: "(= m 3)" })("=> FIB"),
    run("(fib 4)")("Breakpoint of FIB, line 3", "0: (FIB 3)", "1: (FIB 4)", "level 1"),
    tool("step", { how: "out" })("(FIB (- N 1)) => 2"),
    tool("step", { how: "continue" })("=> 3"),
    tool("clear-breakpoint", { function: "fib" })("=> T"),
    run("(fib 4)")("=> 3"),
  ),
  scenario(
    "a text is evaluated with breakpoints on its lines, inside of a loop too",
    tool("step", {
      code: "(defun squares (n)\n  (loop for i below n\n        collect (* i i)))\n(squares 2)",
      breakpoints: [3],
    })("Breakpoint of SQUARES, line 3", "(* I I)", "0: (SQUARES 2)", "level 1"),
    tool("step", { how: "continue" })("Breakpoint of SQUARES, line 3", "With arguments:\n  1\n  1"),
    inFrame(0, "n")("=> 2"),
    tool("clear-breakpoint", { function: "squares", line: 3 })("=> T"),
    tool("step", { how: "continue" })("=> (0 1)"),
    run("(squares 3)")("=> (0 1 4)"),
  ),
  scenario(
    "every call of a session keeps its variables once it is told so",
    aside("(defun part (x) (let ((half (/ x 2))) (list half (car half))))")("=> PART"),
    tool("configure-debugger", { debug: 2 })("=> 2"),
    run("(part 6)")("TYPE-ERROR", "level 1"),
    locals(1)("HALF: 3", "X: 6"),
    abort()("TYPE-ERROR"),
    tool("configure-debugger", { debug: 1 })("=> 1"),
  ),
  scenario(
    "a function that is wrong is found by stepping, defined anew, and its call made again",
    aside(`(defun net (price) (- price (tax price)))
(defun tax (price) (* price 10))`)("=> TAX"),
    tool("step", { code: "(net 100)" })("(NET 100)"),
    tool("step", { how: "into" })("(TAX PRICE)"),
    tool("step", { how: "over" })("(TAX PRICE) => 1000", "(- PRICE (TAX PRICE))"),
    aside("(defun tax (price) (/ price 10))")("=> TAX"),
    again(0)("(TAX PRICE)"),
    tool("step", { how: "over" })("(TAX PRICE) => 10"),
    tool("step", { how: "continue" })("=> 90"),
  ),
  scenario(
    "a program that was stopped at a step is ended, and cleans up",
    aside("(defvar *cleaned* nil) (defun leaf (x) (* x 2))")("=> LEAF"),
    tool("step", { code: "(unwind-protect (leaf 3) (setq *cleaned* t))" })("(LEAF 3)"),
    tool("step", { how: "into" })("(* X 2)"),
    abort()("(LEAF 3)"),
    aside("*cleaned*")("=> T"),
    tool("step", { how: "over" })("Nothing is held"),
  ),
  scenario(
    "a function that counts wrongly stops on entry where its argument is wrong",
    aside("(defun span (low high) (- high low))")("=> SPAN"),
    tool("set-breakpoint", { function: "span", condition: "(> (sb-debug:arg 0) (sb-debug:arg 1))" })(
      "=> SPAN",
    ),
    run("(list (span 1 3) (span 5 2))")("breaking before traced call to SPAN", "level 1"),
    goOn("=> (2 -3)"),
    tool("clear-breakpoint")("=> T"),
    run("(span 5 2)")("=> -3"),
  ),
];

const WEIGHING = `(defvar *open* 0)
(defun weigh (tree)
  ${DEBUG}
  (if (consp tree)
      (unwind-protect (progn (incf *open*) (+ (weigh (car tree)) (weigh (cdr tree))))
        (decf *open*))
      (if tree (* 2 tree) 0)))`;

const findingOut = [
  scenario(
    "a call further out returns, and those in it clean up after themselves",
    aside(WEIGHING)("=> WEIGH"),
    run("(weigh '(1 (2 :three) 4))")("TYPE-ERROR", "3: (WEIGH (2 :THREE))", "level 1"),
    inFrame(3, "(list *open* tree)")("=> (4 (2 :THREE))"),
    locals(5)("TREE: (1 (2 :THREE) 4)"),
    returns(3, "(length tree)")("=> 12"),
    aside("*open*")("=> 0"),
  ),
  scenario(
    "a program that goes on is held at its next error",
    aside(`(defun read-all (lines)
             (loop for line in lines
                   for n = (with-simple-restart (skip-line "Skip ~S." line) (parse-integer line))
                   when n collect n))`)("=> READ-ALL"),
    run(`(read-all '("1" "two" "3" "four"))`)('junk in string "two"', '[SKIP-LINE] Skip "two".'),
    take("skip-line")('junk in string "four"', '[SKIP-LINE] Skip "four".'),
    take(1)("=> (1 3)"),
    tool("continue")("Nothing is held"),
  ),
  scenario(
    "a condition that a handler hides is seen where it is signalled",
    aside("(defun share (n) (handler-case (/ 12 n) (error () 0)))")("=> SHARE"),
    run("(mapcar #'share '(3 0 4))")("=> (4 0 3)"),
    run("(let ((*break-on-signals* 'division-by-zero)) (mapcar #'share '(3 0 4)))")(
      "DIVISION-BY-ZERO signalled",
      "(SHARE 0)",
      "[CONTINUE] Return from BREAK.",
    ),
    locals(1)("N: 0"),
    goOn("=> (4 0 3)"),
  ),
  scenario(
    "a recording is asked for the way to a wrong value, and gone through backwards",
    aside(`(defun scale (x) (* x -1))
           (defun shift (x) (+ 10 (scale x)))
           (defun chart (xs) (mapcar (lambda (x) (shift x)) xs))`)("=> CHART"),
    tool("evaluate-lisp", { code: "(chart '(1 2 30))", record: true })("=> (9 8 -20)", "CHART: 1 call"),
    tool("query-recording", { value: "-20" })("(CHART (1 2 30))", "(SHIFT 30)", "SHIFT returned -20"),
    tool("query-recording", { event: 8, direction: "back", count: 3 })("X is bound to 2", "(SCALE 2)"),
  ),
  scenario(
    "a trace shows only the calls that its condition is about",
    aside(`(defun step-down (n) (if (oddp n) (- n 3) (- n 1)))
           (defun walk-down (n) (if (plusp n) (walk-down (step-down n)) n))`)("=> WALK-DOWN"),
    tool("trace-function", { function: "step-down", condition: "(oddp (sb-debug:arg 0))" })("STEP-DOWN"),
    aside("(walk-down 6)")("(STEP-DOWN 5)", "STEP-DOWN returned 2", "!(STEP-DOWN 6)", "=> -2"),
    tool("untrace-function", { function: "step-down" })("=> T"),
    aside("(walk-down 6)")("!(STEP-DOWN 5)", "=> -2"),
  ),
  scenario(
    "a lookup that fails takes another value by a restart of its caller's",
    aside(`(defun pick (key table)
             (or (cdr (assoc key (cdr table)))
                 (restart-case (error "No ~S." key)
                   (store-value (new) :report "Keep a value." (push (cons key new) (cdr table)) new)
                   (use-value (new) :report "Use a value." new))))`)("=> PICK"),
    aside("(defvar *table* (list :table))")("=> *TABLE*"),
    run("(list (pick :a *table*) (pick :a *table*))")("1: [STORE-VALUE]", "2: [USE-VALUE]"),
    take(2, ["7"])("No :A.", "level 1"),
    take("store-value", ["8"])("=> (7 8)"),
    aside("*table*")("=> (:TABLE (:A . 8))"),
  ),
];

export const SCENARIOS: readonly Scenario[] = [
  ...definingAndGoingOn,
  ...frames,
  ...levels,
  ...looking,
  ...stepping,
  ...findingOut,
];
