import { type Example, firstExample } from "./first.js";

/** What happens when something goes wrong, and who decides it. */
export const conditionExamples: readonly Example[] = [
  firstExample,
  {
    title: "A wrong value",
    about: "Found by a breakpoint, or backwards through a recording",
    code: `;;; A tenth is off where a line costs more than 20,
;;; so 29 are to pay, but it says 32. Press F9 on a line,
;;; or click on its number: Run stops there, F10 and F11
;;; step on, and the calls have their variables. Or choose
;;; Record beside Run, and look at the calls of DISCOUNT
;;; in the Timeline.

(defstruct item name price count)

(defun cost (item)
  (* (item-price item) (item-count item)))

(defun discount (cost)
  (if (> cost 20)
      (/ cost 10)
      0))

(defun to-pay (items)
  (loop for item in items
        for full = (cost item)
        for off = (discount (item-price item))
        sum (- full off)))

(defun receipt (items)
  (dolist (item items)
    (format t "~&~A~20T~D × ~D" (item-name item) (item-count item) (item-price item)))
  (format t "~&~A~20T~D~%" "To pay" (to-pay items))
  (to-pay items))

(receipt (list (make-item :name "On Lisp" :price 10 :count 3)
               (make-item :name "A bookmark" :price 2 :count 1)))
`,
  },
  {
    title: "A division by zero",
    about: "An error at the bottom of a chain of calls",
    code: `;;; The average of no numbers is an error;
;;; the report shows which calls led there.

(defun sum (numbers)
  (reduce #'+ numbers))

(defun average (numbers)
  (/ (sum numbers) (length numbers)))

(defun summarise (name readings)
  (format t "~&~A: ~D reading~:P~%"
          name (length readings))
  (list name :mean (average readings)))

(summarise "north" '(3 4 5))
(summarise "south" '())
`,
  },
  {
    title: "Handling a condition",
    about: "handler-case chooses what happens instead",
    code: `;;; HANDLER-CASE leaves the failing form and goes on with a value.

(defun parse-or (text default)
  (handler-case (parse-integer text)
    (parse-error (condition)
      (format *error-output* "~&~A~%" condition)
      default)))

(mapcar (lambda (text) (parse-or text 0))
        '("12" "x9" "30"))
`,
  },
  {
    title: "Restarts",
    about: "The handler decides, the failing code goes on",
    code: `;;; The reader of entries says what could be done about a bad one;
;;; its caller says which, without unwinding the loop.

(define-condition bad-entry (error)
  ((entry :initarg :entry :reader bad-entry))
  (:report (lambda (condition stream)
             (format stream "~S is not an entry." (bad-entry condition)))))

(defun read-entry (entry)
  (restart-case
      (if (integerp entry) entry (error 'bad-entry :entry entry))
    (skip-entry () :report "Leave this entry out." nil)
    (use-value (value) :report "Use another value." value)))

(handler-bind ((bad-entry
                 (lambda (condition)
                   (if (stringp (bad-entry condition))
                       (use-value (length (bad-entry condition)))
                       (invoke-restart 'skip-entry)))))
  (remove nil (mapcar #'read-entry (list 1 "four" 3 :none 5))))
`,
  },
  {
    title: "Warnings and output",
    about: "Values, both streams and warnings side by side",
    code: `;;; A warning does not hide the value, and each stream is shown apart.

(defun floor-space (width height)
  (when (minusp width)
    (warn "Negative width ~D taken as ~D." width (abs width)))
  (* (abs width) height))

(format t "Measuring~%")
(format *error-output* "the gauge was last checked in May~%")
(values (floor-space -3 4) :square-metres)
`,
  },
  {
    title: "Unfinished text",
    about: "What the reader says about a missing bracket",
    code: `;;; One bracket is never closed.

(defun factorial (n)
  (if (zerop n)
      1
      (* n (factorial (- n 1)))

(factorial 20)
`,
  },
  {
    title: "A loop without an end",
    about: "The time limit ends it, definitions survive",
    code: `;;; It ends when the time limit is reached, with a report of where it was.
;;; A shorter limit can be set under Limits. Definitions survive.

(defun collatz (n)
  (loop
    (setf n (if (evenp n) (/ n 2) (+ (* 3 n) 1)))))

(collatz 27)
`,
  },
];
