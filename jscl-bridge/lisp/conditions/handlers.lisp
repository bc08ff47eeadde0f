;;;; Handlers: one dynamic list of clusters, and the macros that add to it.

(in-package "JSCL-MCP")

(defvar *handler-clusters* '()
  "Handler clusters, innermost first. A cluster is a list of (type . function); a handler runs with the clusters outside its own.")

(defun condition-of-type-p (condition type)
  "True when CONDITION is of TYPE, a type specifier or a class. Quick for names of condition classes."
  (cond ((and (symbolp type)
              (memq type (layout-precedence (condition-layout condition))))
         t)
        ((symbolp type)
         (and (not (find-condition-layout type))
              (typep condition type)))
        ((consp type)
         (case (car type)
           (or (some (lambda (each) (condition-of-type-p condition each)) (cdr type)))
           (and (every (lambda (each) (condition-of-type-p condition each)) (cdr type)))
           (not (not (condition-of-type-p condition (cadr type))))
           (satisfies (funcall (cadr type) condition))
           ((eql member) (memq condition (cdr type)))
           (t (typep condition type))))
        ((class-layout type)
         (condition-of-type-p condition (jscl::!class-name type)))
        (t (typep condition type))))

(defun run-handlers (condition)
  "Calls every applicable handler for CONDITION, innermost first, and returns when all have declined."
  (do ((clusters *handler-clusters* (cdr clusters)))
      ((null clusters) nil)
    (let ((*handler-clusters* (cdr clusters)))
      (dolist (binding (car clusters))
        (when (condition-of-type-p condition (car binding))
          (funcall (cdr binding) condition))))))

(eval-when (:compile-toplevel :load-toplevel :execute)
  (defun named-handler (form index)
    "FORM, the handler number INDEX of a HANDLER-BIND, with the name that SBCL gives to a lambda expression there."
    (let ((lambda (if (and (consp form) (eq (car form) 'function)) (second form) form)))
      (if (and (consp lambda) (eq (car lambda) 'lambda))
          `(function (jscl::named-lambda (flet ,(concatenate 'string "H" (princ-to-string index))) ,@(cdr lambda)))
          form))))

(defmacro handler-bind (bindings &body forms)
  "Runs FORMS with the handlers of BINDINGS around them."
  (dolist (binding bindings)
    (unless (and (consp binding) (consp (cdr binding)) (null (cddr binding)))
      (error "ill-formed handler binding: ~S" binding)))
  (if (null bindings)
      `(progn ,@forms)
      `(let ((*handler-clusters*
               (cons (list ,@(mapcar (lambda (binding)
                                       `(cons ',(first binding) ,(named-handler (second binding) (position binding bindings))))
                                     bindings))
                     *handler-clusters*)))
         ;; A JavaScript exception, an exhausted stack above all, is signalled here, where the handlers see it.
         (%runtime-guard ,@forms))))

(eval-when (:compile-toplevel :load-toplevel :execute)
  (defun handler-case-without-no-error (form clauses)
    (let* ((block (gensym "BLOCK"))
           (condition (gensym "CONDITION"))
           (tags (mapcar (lambda (clause) (declare (ignore clause)) (gensym "CLAUSE")) clauses)))
      `(block ,block
         (let ((,condition nil))
           (tagbody
              (let ((*handler-clusters*
                      (cons (list ,@(mapcar (lambda (clause tag)
                                              `(cons ',(car clause)
                                                     (lambda (temporary)
                                                       (setq ,condition temporary)
                                                       (go ,tag))))
                                            clauses tags))
                            *handler-clusters*)))
                (%runtime-guard (return-from ,block ,form)))
              ,@(mapcan (lambda (clause tag)
                          (let ((variables (cadr clause))
                                (body (cddr clause)))
                            (list tag
                                  `(return-from ,block
                                     ,(if variables
                                          `(let ((,(car variables) ,condition)) ,@body)
                                          `(locally ,@body))))))
                        clauses tags)))))))

(defmacro handler-case (form &rest cases)
  "Runs FORM; the first applicable clause takes a condition after the stack is unwound to here."
  (dolist (clause cases)
    (unless (listp clause)
      (error 'type-error :datum clause :expected-type 'list))
    (destructuring-bind (type ll &body body) clause
      (declare (ignore body))
      (unless (or (eq type :no-error)
                  (and (listp ll) (null (cdr ll)) (every #'symbolp ll)))
        (error "Malformed HANDLER-CASE lambda-list. Should be either () or (symbol), not ~S." ll))))
  (let ((no-error (find :no-error cases :key #'car)))
    (cond ((null cases) form)
          ((null no-error) (handler-case-without-no-error form cases))
          (t
           (let ((normal (gensym "NORMAL"))
                 (handled (gensym "HANDLED")))
             `(block ,handled
                (multiple-value-call (lambda ,@(cdr no-error))
                  (block ,normal
                    (return-from ,handled
                      ,(handler-case-without-no-error `(return-from ,normal ,form)
                                                      (remove no-error cases)))))))))))

(defmacro ignore-errors (&rest forms)
  "The values of FORMS, or NIL and the condition when they signal an error."
  `(handler-case (progn ,@forms)
     (error (condition) (values nil condition))))

(defun call-with-handler (type handler function)
  "Calls FUNCTION with HANDLER around it for conditions of TYPE, for callers outside Lisp."
  (let ((*handler-clusters* (cons (list (cons type handler)) *handler-clusters*)))
    (funcall function)))
