/** A piece of Lisp to begin with, chosen from the menu; choosing never runs it. */
export interface Example {
  readonly title: string;
  /** What it teaches. */
  readonly about: string;
  readonly code: string;
}

/** What a first visit begins with. */
export const firstExample: Example = {
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
};
