;;;; The one macro of hash tables; their functions are not Lisp.

(in-package "JSCL-MCP")

(defmacro with-hash-table-iterator ((name table) &body body)
  "Runs BODY with the local macro NAME, each call of which answers T, a key and its value, and NIL when there are no more."
  (let ((step (gensym "STEP")))
    `(let ((,step (hash-table-iterator ,table)))
       (macrolet ((,name ()
                    '(if (%cursor-next ,step)
                         (values t (%cursor-key ,step) (%cursor-value ,step))
                         nil)))
         ,@body))))
