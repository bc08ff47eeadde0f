;;;; Iteration over the symbols of packages (CLHS chapter 11).

(in-package "JSCL-MCP")

(eval-when (:compile-toplevel :load-toplevel :execute)
  (defun special-declarations (declarations)
    "What DECLARATIONS say of special variables, which holds for the result of a loop too."
    (remove 'special (mapcan (lambda (each) (copy-list (cdr each))) declarations)
            :key (lambda (each) (and (consp each) (car each))) :test-not #'eq))

  (defun iteration-form (variable symbols result body)
    "The form that runs BODY, the body of a TAGBODY, for each of the list that SYMBOLS makes, and then RESULT."
    (let ((rest (gensym "REST")) (next (gensym "NEXT")) (end (gensym "END")))
      (multiple-value-bind (declarations forms) (split-declarations body)
        `(block nil
           (let ((,rest ,symbols))
             (tagbody
                ,next
                (when (null ,rest) (go ,end))
                (let ((,variable (car ,rest)))
                  (declare (ignorable ,variable))
                  ,@declarations
                  (setq ,rest (cdr ,rest))
                  (tagbody ,@forms))
                (go ,next)
                ,end))
           (let ((,variable nil))
             (declare (ignorable ,variable) ,@(special-declarations declarations))
             ,result))))))

(defmacro do-symbols ((variable &optional (package '*package*) result) &body body)
  "Runs BODY for each symbol accessible in PACKAGE."
  (iteration-form variable `(symbols-of ,package :accessible) result body))

(defmacro do-external-symbols ((variable &optional (package '*package*) result) &body body)
  "Runs BODY for each external symbol of PACKAGE."
  (iteration-form variable `(symbols-of ,package :external) result body))

(defmacro do-all-symbols ((variable &optional result) &body body)
  "Runs BODY for each symbol of all packages."
  (iteration-form variable '(all-symbols) result body))

(defmacro with-package-iterator ((name package-list &rest symbol-types) &body body)
  "Runs BODY with the local macro NAME, each call of which answers T, a symbol, how it is accessible and the package; NIL at the end."
  (when (null symbol-types)
    (error 'simple-program-error
           :format-control "At least one of :INTERNAL, :EXTERNAL, or :INHERITED must be supplied."))
  (dolist (type symbol-types)
    (unless (memq type '(:internal :external :inherited))
      (error 'simple-program-error
             :format-control "~S is not one of :INTERNAL, :EXTERNAL, or :INHERITED." :format-arguments (list type))))
  (let ((step (gensym "STEP")))
    `(let ((,step (package-iterator ,package-list ',symbol-types)))
       (macrolet ((,name () '(funcall ,step)))
         ,@body))))
