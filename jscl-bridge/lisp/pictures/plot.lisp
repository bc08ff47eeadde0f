;;;; PLOT: numbers, points or a function as lines, dots or bars. The picture is made by the extensions
;;;; (lisp/extensions/plotting.lisp), since few programs plot.

(in-package "JSCL-MCP")

(defun-for-programs plot (data &key (kind :line) (from 0) (to 10) (title "plot"))
  "Displays DATA: a sequence of numbers, or of points (x y), or a function of a number between FROM and TO. KIND
is :LINE, :SCATTER or :BARS. Returns no values."
  (check-type kind (member :line :scatter :bars))
  (check-type data (or sequence function symbol))
  (check-type from real)
  (check-type to real)
  (display "image/svg+xml" (call-extension 'plotted data kind from to) :title title))
