;;;; The printer's and reader's variables that JSCL names but does not define.

(in-package "JSCL-MCP")

(defvar *print-array* t)
(defvar *print-case* :upcase)
(defvar *print-length* nil)
(defvar *print-level* nil)
(defvar *print-lines* nil)
(defvar *print-miser-width* nil)
(defvar *print-pprint-dispatch*)
;; Not T as in SBCL's REPL: docs/decisions/0057 has what that would cost.
(defvar *print-pretty* nil)
(defvar *objects-on-one-line* nil
  "True where *PRINT-PRETTY* has quotes abbreviated, and nothing else.")
(defvar *standard-dispatch-table*)
(defvar *print-readably* nil)
(defvar *print-right-margin* nil)
(defvar *read-default-float-format* 'single-float)

;; The engine gives these their streams.
(defvar *terminal-io*)
(defvar *query-io*)
(defvar *debug-io*)

(defmacro with-standard-io-syntax (&body body)
  "Runs BODY with the reader's and the printer's variables at their standard values."
  `(let ((*package* (find-package "COMMON-LISP-USER"))
         (*print-array* t)
         (*print-base* 10)
         (*print-case* :upcase)
         (*print-circle* nil)
         (*print-escape* t)
         (*print-gensym* t)
         (*print-length* nil)
         (*print-level* nil)
         (*print-lines* nil)
         (*print-miser-width* nil)
         (*print-pprint-dispatch* *standard-dispatch-table*)
         (*print-pretty* nil)
         (*print-radix* nil)
         (*print-readably* t)
         (*print-right-margin* nil)
         (*read-base* 10)
         (*read-default-float-format* 'single-float)
         (*read-eval* t)
         (*read-suppress* nil)
         (*readtable* (copy-readtable nil)))
     ,@body))
