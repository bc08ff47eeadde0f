;;;; The hook by which macros are expanded (CLHS 3.8).

(in-package "JSCL-MCP")

(defvar *macroexpand-hook* 'funcall
  "What calls macro functions: a function of the macro function, the form and the environment.")

(define-condition macroexpand-hook-type-error (type-error) ()
  (:report (lambda (condition stream)
             (format stream "The value of *MACROEXPAND-HOOK* is not a designator for a compiled function: ~S"
                     (type-error-datum condition)))))
