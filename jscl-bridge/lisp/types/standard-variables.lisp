;;;; What SBCL proclaims of the standard's variables. Who binds or sets one to something of another type gets
;;;; an error there, and not wherever it is used. *BREAK-ON-SIGNALS* and *PRINT-PPRINT-DISPATCH* are not among
;;;; them: their types are SBCL's alone.

(in-package "JSCL-MCP")

(defvar *types-of-variables*
  '((type (integer 2 36) *print-base* *read-base*)
    (type (member :upcase :downcase :capitalize) *print-case*)
    (type (or unsigned-byte null)
     *print-length* *print-level* *print-lines* *print-miser-width* *print-right-margin*)
    (type (member single-float double-float short-float long-float rational) *read-default-float-format*)
    (type package *package*)
    (type readtable *readtable*)
    (type random-state *random-state*)
    (type unsigned-byte *gensym-counter*)
    (type list *features* *modules* / // ///)
    (type (or function symbol) *debugger-hook* *macroexpand-hook*)
    (type pathname *default-pathname-defaults*)
    (type (or pathname null)
     *compile-file-pathname* *compile-file-truename* *load-pathname* *load-truename*)
    (type stream
     *debug-io* *error-output* *query-io* *standard-input* *standard-output* *terminal-io* *trace-output*))
  "The image takes these declarations over once it is complete.")

(defvar *variables-of-a-repl* '(- + ++ +++ * ** *** / // ///)
  "Special variables of the standard that the engine gives their values.")

(setq *features*
      '(:jscl-mcp :ansi-cl :common-lisp :ieee-floating-point :little-endian :64-bit :package-local-nicknames
        :sb-package-locks :sb-unicode :jscl))
