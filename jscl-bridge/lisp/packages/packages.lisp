;;;; The package of the overlay: its external symbols are conditions that SBCL keeps in internal packages,
;;;; what the runtime calls, and the few functions of ours that are for programs. The runtime makes the
;;;; package itself, since its own code refers to it before this is loaded.

(in-package "JSCL-MCP")

(eval-when (:compile-toplevel :load-toplevel :execute)
  ;; Names that programs see in messages, and can write: of two restarts, of what a condition designator may
  ;; be, and of parameters.
  (dolist (name '("SB-IMPL" "SB-INT" "SB-KERNEL" "SB-LOOP" "SB-PCL"))
    (unless (find-package name)
      (make-package name :use '())))

  ;; JSCL's EXPORT looks for name conflicts in every package that uses this one, symbol by symbol; there are
  ;; none.
  (defun export-name (name package)
    (let ((symbol (intern name package)))
      (%js-inline "($0.@exports[R.text($1)] = $2)" package name symbol)))

  (dolist (name
           '(;; Conditions that SBCL has beside the standard ones. Their symbol names are SBCL's.
   "ARG-COUNT-ERROR" "BOUNDING-INDICES-BAD-ERROR" "BREAKPOINT-CONDITION" "CASE-FAILURE" "CLASS-NOT-FOUND-ERROR"
   "CLOSED-STREAM-ERROR"
   "COMPILED-PROGRAM-ERROR" "CONTROL-STACK-EXHAUSTED" "DEADLINE-TIMEOUT" "DEFCONSTANT-UNEQL"
   "DEFMACRO-LAMBDA-LIST-BIND-ERROR" "DELETE-FILE-ERROR" "DUPLICATE-DEFINITION" "EFFECTIVE-METHOD-CONDITION"
   "EFFECTIVE-METHOD-ERROR" "EXTENSION-FAILURE" "FILE-DOES-NOT-EXIST" "FILE-EXISTS"
   "FIND-METHOD-LENGTH-MISMATCH" "FORMAT-ERROR" "HEAP-EXHAUSTED-ERROR" "INDEX-TOO-LARGE-ERROR" "INITARG-ERROR"
   "INVALID-ARRAY-ERROR" "INVALID-ARRAY-INDEX-ERROR" "INVALID-SUPERCLASS" "MACROEXPAND-HOOK-TYPE-ERROR"
   "METAOBJECT-INITIALIZATION-VIOLATION" "MISSING-SLOT" "NAME-CONFLICT" "NAMESTRING-PARSE-ERROR"
   "NO-APPLICABLE-METHOD-ERROR" "NO-NAMESTRING-ERROR" "NO-NATIVE-NAMESTRING-ERROR"
   "NO-NEXT-METHOD-ERROR" "NO-PRIMARY-METHOD-ERROR" "PACKAGE-DOES-NOT-EXIST" "PACKAGE-LOCK-VIOLATION"
   "PACKAGE-LOCKED-ERROR" "READER-EOF-ERROR" "READER-IMPOSSIBLE-NUMBER-ERROR" "REDEFINITION-WARNING"
   "REFERENCE-CONDITION" "SIMPLE-CONTROL-ERROR" "SIMPLE-FILE-ERROR" "SIMPLE-PACKAGE-ERROR" "SIMPLE-PARSE-ERROR"
   "SIMPLE-PROGRAM-ERROR" "SIMPLE-READER-ERROR" "SIMPLE-READER-PACKAGE-ERROR" "SIMPLE-REFERENCE-ERROR"
   "SIMPLE-REFERENCE-WARNING" "SIMPLE-STORAGE-CONDITION" "SIMPLE-STREAM-ERROR" "SIMPLE-STYLE-WARNING"
   "STANDARD-READTABLE-MODIFIED-ERROR" "SYMBOL-PACKAGE-LOCKED-ERROR" "TIMEOUT" "TYPE-WARNING"
   "UNKNOWN-KEYWORD-ARGUMENT" "VALUES-LIST-ARGUMENT-ERROR"
   "ASTERISKS-AROUND-LEXICAL-VARIABLE-NAME" "CONSTANT-MODIFIED" "DUPLICATE-CASE-KEY-WARNING"
   "FORMAT-TOO-FEW-ARGS-WARNING" "FORMAT-TOO-MANY-ARGS-WARNING" "INLINING-DEPENDENCY-FAILURE" "LOCAL-ARGUMENT-MISMATCH" "PACKAGE-AT-VARIANCE"
   "REDEFINITION-WITH-DEFGENERIC" "REDEFINITION-WITH-DEFMACRO" "REDEFINITION-WITH-DEFMETHOD"
   "REDEFINITION-WITH-DEFUN" "TYPE-STYLE-WARNING" "&OPTIONAL-AND-&KEY-IN-LAMBDA-LIST"
   "*DEFAULT-EXTERNAL-FORMAT*"
   ;; What programs call.
   "ARG" "CLEAR-BREAKPOINT" "CONFIGURE-DEBUGGER" "DISPLAY" "EVAL-IN-FRAME" "FRAME-LOCALS" "FRAME-VARIABLE"
   "FRAME-VARIABLES" "KEPT-VALUE" "PLOT"
   "PRINT-UNREADABLY" "QUERY-RECORDING" "RECOMPILE" "RECOMPILE-ALL" "RECORD" "RESTART-FRAME" "RETURN-FROM-FRAME" "SET-BREAKPOINT" "SVG"))
    (export-name name (find-package "JSCL-MCP")))

  ;; A condition whose package its own report names.
  (export-name "ARGUMENTS-OUT-OF-DOMAIN-ERROR" (find-package "SB-INT"))
  (import (intern "ARGUMENTS-OUT-OF-DOMAIN-ERROR" "SB-INT") "JSCL-MCP")
  ;; The class of the environments that macro functions get, and parameters of functions on files.
  (dolist (name '("LEXENV" "FILENAME" "HOST" "LOGICAL-HOST"))
    (export-name name (find-package "SB-KERNEL")))

  ;; Standard names that JSCL does not export.
  (dolist (name '("*BREAK-ON-SIGNALS*" "*DEBUGGER-HOOK*" "RESTART"))
    (export-name name (find-package "COMMON-LISP"))))
