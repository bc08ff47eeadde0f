;;;; Functions of the extensions in which a program may be left where no memory is shared: those that enter
;;;; the debugger, or call the program. They are compiled when they are called first, as a program's functions
;;;; are, so they name nothing that the build alone has.

(in-package "JSCL-MCP")

(defmacro define-left (name lambda-list documentation &body body)
  "Defines such a function, which LEFT-FUNCTION gives for its NAME."
  (declare (ignore documentation))
  `(setf (get ',name 'source) '(lambda ,lambda-list ,@body)))

(defun offer-to-handlers (condition)
  "Leaves where a handler takes CONDITION."
  (leave-by (signal-condition condition)))
