;;;; TRACE, UNTRACE and breakpoints as programs call them. What they do comes with the extensions
;;;; (lisp/extensions/tracing.lisp), since few programs trace.

(in-package "JSCL-MCP")

;;; What SB-DEBUG:ARG reads: the arguments of a traced call or, after it, its values.
(defvar *trace-arguments* '())

(defun-for-programs arg (n)
  "Argument N of the traced call or, after it, its value N."
  (nth n *trace-arguments*))

(defun trace-names (specs)
  (call-extension 'begin-traces specs))

(defun untrace-names (names)
  (call-extension 'end-traces names))

(defmacro trace (&rest specs)
  "Has the functions that SPECS name say when they are called and what they return; without names, which ones do."
  `(trace-names ',specs))

(defmacro untrace (&rest names)
  "Ends what TRACE did to the functions NAMES, or to all."
  `(untrace-names ',names))

(defun-for-programs set-breakpoint (name &optional (condition t) &key line)
  "Has calls of the function NAME enter the debugger where CONDITION is true, or the first call on that LINE of it."
  (call-extension 'begin-breakpoint name condition line))

(defun-for-programs clear-breakpoint (&optional name &key line)
  "Ends the breakpoints of the function NAME, or those on that LINE of it; without a name those of all, and all tracing."
  (clear-line-breakpoints name line)
  (or (null (null line))
      (untrace-names (and name (list name)))))
