;;;; Handlers: one dynamic list of clusters, and the macros that add to it.

(in-package "JSCL-MCP")

(defvar *handler-clusters* '()
  "Handler clusters, innermost first. A cluster is a list of (type . function), whose handlers run with the clusters outside
their own, or the exit of a HANDLER-CASE, which is left to without running anything.")

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

(defmacro clause-types (cluster)
  "The types that CLUSTER is for where it is a HANDLER-CASE; NIL for another."
  `(%js-inline "R.clauseTypes($0)" ,cluster))

(defmacro choose-clause (exit clause values)
  "EXIT, which will leave to its CLAUSE, a number from 0, with VALUES."
  `(%js-inline "R.chooseClause($0, $1, $2)" ,exit ,clause ,values))

(defmacro leave-by (exit)
  "Leaves by EXIT, unless it is NIL."
  (let ((name (gensym "EXIT")))
    `(let ((,name ,exit))
       (when ,name (%js-throw "R.leaving($0)" ,name)))))

(defmacro exit-p (object)
  "True when OBJECT is what a function returns that is to be left by."
  `(%js-inline "(R.isExit($0) ? t : nil)" ,object))

(defmacro returning-exit (function)
  "FUNCTION, or another that does the same and returns the exit where FUNCTION leaves by one."
  `(%js-inline "($0.leaving ?? $0)" ,function))

(defun throw-exits-of (name)
  "Makes the function NAME, which returns the exit that it is to be left by, throw that. What it was stays within reach
of callers that throw it themselves: V8 never optimizes a function that always ends by an exception."
  (let* ((function (symbol-function name))
         (throwing (%js-inline "(function () {
  const x = $0.apply(null, arguments);
  if (R.isExit(x)) throw x;
  return x;
})"
                               function)))
    ;; What is known of the function is a matter of the one that has its name.
    (%js-inline "Object.keys($0).forEach((key) => { $1[key] = $0[key]; delete $0[key]; })" function throwing)
    (%js-inline "($1.leaving = $0)" function throwing)
    (setf (symbol-function name) throwing)))

(defun chosen-exit (exit types condition)
  "EXIT of a HANDLER-CASE, made to leave to the first of its TYPES that CONDITION is of; NIL where there is none."
  (let ((clause 0))
    (dolist (type types nil)
      (when (condition-of-type-p condition type)
        (return (choose-clause exit clause condition)))
      (incf clause))))

;; The exit is the caller's to leave by: passing an exception through a function takes it a third of a
;; microsecond. So do handlers that the compiler knows.
(defun run-handlers (condition)
  "Calls every applicable handler for CONDITION, innermost first. The exit to leave by, or NIL when all have declined."
  (do ((clusters *handler-clusters* (cdr clusters)))
      ((null clusters) nil)
    (let* ((cluster (car clusters))
           (types (clause-types cluster))
           (exit (if (and types (every-name-p types))
                     (chosen-exit cluster types condition)
                     ;; Handlers, and types that call functions of the program, run with the clusters outside
                     ;; their own.
                     (let ((*handler-clusters* (cdr clusters)))
                       (if types
                           (chosen-exit cluster types condition)
                           (dolist (binding cluster nil)
                             (when (condition-of-type-p condition (car binding))
                               (let ((left (funcall (returning-exit (cdr binding)) condition)))
                                 (when (exit-p left) (return left))))))))))
      (when exit (return exit)))))

(defun every-name-p (types)
  (dolist (type types t)
    (unless (and (symbolp type) (or (eq type t) (find-condition-layout type)))
      (return nil))))

(eval-when (:compile-toplevel :load-toplevel :execute)
  (defun named-handler (form index)
    "FORM, the handler number INDEX of a HANDLER-BIND, with the name that SBCL gives to a lambda expression there."
    (let ((lambda (if (and (consp form) (eq (car form) 'function)) (second form) form)))
      (if (and (consp lambda) (eq (car lambda) 'lambda))
          `(function (jscl::named-lambda (flet ,(concatenate 'string "H" (princ-to-string index)) handler) ,@(cdr lambda)))
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
         ;; A JavaScript exception, an exhausted stack above all, is signalled here, where the handlers see
         ;; it.
         (%runtime-guard ,@forms))))

(eval-when (:compile-toplevel :load-toplevel :execute)
  (defun numbered-clauses (exit forms)
    "A form that runs the one of FORMS that EXIT was left to. The last stands first, as in SBCL's warnings; what
they bind is the program's, which it would not be in CASE."
    (if (null (cdr forms))
        (car forms)
        (let ((chosen (gensym "CHOSEN"))
              (number 0)
              (choice (car forms)))
          (dolist (form (cdr forms))
            (incf number)
            (setq choice `(if (eql ,chosen ,number) ,form ,choice)))
          `(let ((,chosen (%chosen-clause ,exit))) ,choice))))

  (defun handler-case-without-no-error (form clauses)
    (let ((block (gensym "BLOCK"))
          (exit (gensym "EXIT")))
      (when (null clauses)
        (return-from handler-case-without-no-error form))
      `(block ,block
         (let ((,exit (%handler-clauses ',(mapcar #'car clauses))))
           ;; It also makes a JavaScript exception, an exhausted stack above all, a condition.
           (%catch-clause ,exit
             (return-from ,block ,form))
           ,(numbered-clauses exit
                              (mapcar (lambda (clause)
                                        (destructuring-bind (variables &body body) (cdr clause)
                                          (if variables
                                              `(let ((,(car variables) (%clause-values ,exit))) ,@body)
                                              `(locally ,@body))))
                                      clauses)))))))

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
