import type { EvaluationReport } from "jscl-mcp";

/** What tells that a step is done: a form that is true in the session then, or something of the answer. */
export type Check = string | ((evaluation: EvaluationReport) => boolean);

export interface Step {
  readonly title: string;
  /** Paragraphs; what stands between backquotes is code. */
  readonly text: readonly string[];
  readonly task: string;
  /** The program that it begins with. */
  readonly code: string;
  readonly check: Check;
  /** Said where something was done that does not pass. */
  readonly hint: string;
}

export const steps: readonly Step[] = [
  {
    title: "An expression",
    text: [
      "A Lisp program is made of expressions. One in brackets calls a function: first its name, then its arguments, with spaces between. `(+ 1 2)` adds 1 and 2.",
      "Run evaluates everything in the editor; the answer comes in the transcript, after an arrow.",
    ],
    task: "Run this, and then change it until the answer is 42.",
    code: "(+ 1 2)\n",
    check: ({ values }) => values[0] === "42",
    hint: "The answer is to be 42: try other numbers, or put one expression into another.",
  },
  {
    title: "Lists",
    text: [
      "`(list 1 2 3)` makes a list. A quote before something means that it is not evaluated: `'(1 2 3)` is the list itself, and `'lisp` the symbol, not the value of a variable.",
      "`first` takes the beginning of a list, `rest` what follows, and `reverse` turns it round.",
    ],
    task: "Have Lisp answer a list of three elements whose first is the symbol `lisp`.",
    code: "(list 'a (+ 1 2))\n(reverse '(1 2 3))\n",
    check: "(and (listp *) (= (length *) 3) (eq (first *) 'lisp))",
    hint: "The last expression's value counts: three elements, and the first is LISP.",
  },
  {
    title: "Variables",
    text: [
      "`defparameter` makes a variable that all of the program sees; its name has stars around it, by custom. `let` makes one for the expressions inside it, and no longer.",
    ],
    task: "Make a variable `*price*` whose value is 20.",
    code: '(defparameter *colour* "green")\n\n(let ((count 3))\n  (list count *colour*))\n',
    check: "(and (boundp '*price*) (eql (symbol-value '*price*) 20))",
    hint: "Like *colour*, with the name *price* and the value 20.",
  },
  {
    title: "Functions",
    text: [
      "`defun` makes a function: its name, its parameters, and the expressions to evaluate. The last one's value is what it returns.",
      "What is defined stays in this Lisp until it is reset. Shift and Enter evaluate the one form at the cursor.",
    ],
    task: "Define `square`, which multiplies a number by itself.",
    code: "(defun double (number)\n  (* 2 number))\n\n(double 21)\n",
    check: "(and (= (square 12) 144) (= (square -3) 9) (= (square 1/2) 1/4))",
    hint: "(square 12) is to be 144, and (square -3) 9.",
  },
  {
    title: "Decisions",
    text: [
      "`(if test then else)` chooses between two expressions. `cond` tries one test after the other; `t` is always true. `nil`, which is the empty list as well, is false, and everything else is true.",
    ],
    task: "Complete `sign`, so that it answers `:zero` for 0 and `:positive` for more.",
    code: "(defun sign (number)\n  (cond ((< number 0) :negative)\n        (t :unknown)))\n\n(mapcar #'sign '(-5 0 5))\n",
    check: "(equal (mapcar #'sign '(-5 -1/2 0 0.5 7)) '(:negative :negative :zero :positive :positive))",
    hint: "Put clauses before the one with T, which takes whatever no other has taken.",
  },
  {
    title: "Working through a list",
    text: [
      "`dolist` does something with each element. `loop` collects and adds up. `mapcar` and `reduce` take a function, written `#'name`, or without a name as `(lambda (x) …)`.",
    ],
    task: "Define `total`, which adds up a list of numbers. An empty list's total is 0.",
    code: '(defun longest (words)\n  (loop for word in words maximize (length word)))\n\n(longest \'("tea" "coffee"))\n(reduce #\'max \'(3 9 2))\n',
    check: "(and (= (total '(1 2 3)) 6) (= (total '(5)) 5) (= (total '()) 0))",
    hint: "LOOP has SUM where this has MAXIMIZE; REDUCE works with #'+ as well.",
  },
  {
    title: "When it goes wrong",
    text: [
      "An error does not end Lisp. Its report says of which type it is, what was wrong, which calls led there, the innermost first, and what can be done.",
    ],
    task: "Cause a `type-error`: add a number to something that is none.",
    code: "(defun twice (x)\n  (+ x x))\n\n(defun four-times (x)\n  (twice (twice x)))\n\n(four-times 2)\n",
    check: ({ error }) => error?.precedence.includes("COMMON-LISP:TYPE-ERROR") === true,
    hint: 'Give FOUR-TIMES a text, such as "two".',
  },
  {
    title: "Handling conditions",
    text: [
      "`handler-case` evaluates an expression, and if that signals a condition of a type that it names, goes on with a clause of its own.",
    ],
    task: "Complete `divide`, so that dividing by zero answers `:infinite`. Other errors stay errors.",
    code: '(defun number-or-zero (text)\n  (handler-case (parse-integer text)\n    (parse-error () 0)))\n\n(number-or-zero "x9")\n\n(defun divide (a b)\n  (/ a b))\n',
    check:
      "(and (eql (divide 6 3) 2) (eq (divide 1 0) :infinite) (typep (nth-value 1 (ignore-errors (divide 1 'x))) 'type-error))",
    hint: "The condition's type is DIVISION-BY-ZERO.",
  },
  {
    title: "Restarts",
    text: [
      "What is special in Lisp: where an error is signalled nothing is lost yet. The code there offers restarts, ways to go on, and somebody further out chooses: a handler, or you.",
      "In the report each restart has a button. `use-value` goes on with a value of yours. The program waits for that where it failed; in a page that cannot wait it is evaluated again, and the restart taken when it comes to the error.",
    ],
    task: "Run this, and take a restart such that the program comes to its end.",
    code: "(defun area (width)\n  (* width unknown-height))\n\n(area 6)\n",
    check: ({ status, restartsTaken }) => status === "ok" && restartsTaken.length > 0,
    hint: "Press Take beside USE-VALUE in the report, and enter a number.",
  },
  {
    title: "Classes and methods",
    text: [
      "`defclass` makes a class with slots. Methods do not belong to classes: a generic function chooses among its methods by the classes of all its arguments.",
    ],
    task: "Add a class `circle` with a `radius`, and a method with which `area-of` works for it.",
    code: "(defclass rectangle ()\n  ((width :initarg :width :reader width)\n   (height :initarg :height :reader height)))\n\n(defgeneric area-of (shape))\n\n(defmethod area-of ((shape rectangle))\n  (* (width shape) (height shape)))\n\n(area-of (make-instance 'rectangle :width 3 :height 4))\n",
    check:
      "(and (< 3.1 (area-of (make-instance 'circle :radius 1)) 3.2) (< 12.5 (area-of (make-instance 'circle :radius 2)) 12.6))",
    hint: "The initarg is :radius, and the area pi times the radius squared.",
  },
];
