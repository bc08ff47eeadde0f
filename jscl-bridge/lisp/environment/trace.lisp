;;;; TRACE and UNTRACE over JSCL's, which take what they get.

(in-package "JSCL-MCP")

(defun check-traced-names (names)
  (require-type list names)
  (dolist (name names)
    (require-type symbol name)))

(defun trace-names (names)
  (check-traced-names names)
  (jscl::trace-functions names))

(defun untrace-names (names)
  (check-traced-names names)
  (jscl::untrace-functions names))

(defmacro trace (&rest names)
  "Has the functions NAMES say when they are called and what they return; without names, which ones do."
  `(trace-names ',names))

(defmacro untrace (&rest names)
  "Ends what TRACE did to the functions NAMES, or to all."
  `(untrace-names ',names))
