/** A piece of Lisp to begin with, chosen from the menu; choosing never runs it. */
export interface Example {
  readonly title: string;
  /** What it teaches. */
  readonly about: string;
  readonly code: string;
}

/** What a first visit begins with. */
export const firstExample: Example = {
  title: "Mended while it runs",
  about: "It fails, waits, and goes on when you have defined what it lacks",
  code: `;;; Press Run: CELSIUS is not defined yet, so the program fails, and waits there.
;;; Put the cursor into its DEFUN below, press "Run form", then "Go on".

(defun report (city readings)
  (format t "~&~A:" city)
  (dolist (reading readings (length readings))
    (format t " ~,1F" (celsius reading))))

(report "Oslo" '(41 50 59))

(defun celsius (fahrenheit)
  (* 5/9 (- fahrenheit 32)))

(report "Cairo" '(86 95))
`,
};
