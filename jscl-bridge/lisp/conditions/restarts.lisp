;;;; Restarts: objects, the dynamic list of them, and the macros that establish them.

(in-package "JSCL-MCP")

(defvar *restart-clusters* '()
  "Clusters of active restarts, innermost first; a cluster is a list of restarts established together.")

;;; A restart is an instance of the class RESTART with these fields as its slots.
;;; CONDITIONS are those it was associated with: while there are any, it is visible for these alone. PARAMETERS is the
;;; lambda list of FUNCTION where RESTART-CASE knows it, otherwise :UNKNOWN.
(define-record restart-slots name function report interactive test conditions parameters)

(defvar *restart-class*
  (let ((class (make-class-object 'restart))
        (root (jscl::!find-class t)))
    (attach-superclasses class (list root))
    (jscl::setf-class-precedence-list class (list class root))
    (install-slots class (mapcar (lambda (name) (make-slot name '() nil '() nil))
                                 '(name function report interactive test conditions parameters)))
    (jscl::setf-find-class 'restart class)
    class))

(defmacro slots-of (restart)
  `(jscl::std-instance-slots ,restart))

(defun restart-p (object)
  "True when OBJECT is a restart."
  (and (jscl::std-instance-p object)
       (eq (jscl::std-instance-class object) *restart-class*)))

(defun make-restart (name function &key report-function interactive-function test-function (parameters :unknown))
  (allocate-from-class *restart-class*
                       (make-restart-slots name function report-function interactive-function test-function '()
                                           parameters)))

(defun restart-function (object)
  "OBJECT, which is to be the function of a restart."
  (unless (functionp object)
    (error 'type-error :datum object :expected-type 'function))
  object)

(defun check-restart (object)
  (unless (restart-p object)
    (error 'type-error :datum object :expected-type 'restart)))

(defun restart-name (restart)
  "The name of RESTART, NIL when it has none."
  (check-restart restart)
  (restart-slots-name (slots-of restart)))

(defun report-restart (restart stream)
  "Writes what RESTART would do, in the words of its report function; its name when there is none."
  (let ((report (restart-slots-report (slots-of restart)))
        (name (restart-name restart)))
    (cond ((stringp report) (write-string report stream))
          (report (funcall report stream))
          (t (prin1 (or name restart) stream)))
    nil))

(defun restart-visible-p (restart condition)
  (let* ((slots (slots-of restart))
         (conditions (restart-slots-conditions slots))
         (test (restart-slots-test slots)))
    (and (or (null condition)
             (null conditions)
             (memq condition conditions))
         (or (null test)
             (funcall test condition)))))

(defun require-condition (object)
  "Functions of restarts take a condition or NIL."
  (unless (or (null object) (conditionp object))
    (wrong-type object '(or condition null))))

(defun compute-restarts (&optional condition)
  "The active restarts, innermost first; with CONDITION, those that apply to it."
  (require-condition condition)
  (let ((result '()))
    (dolist (cluster *restart-clusters* (nreverse result))
      (dolist (restart cluster)
        (when (restart-visible-p restart condition)
          (push restart result))))))

(defun find-restart (identifier &optional condition)
  "The innermost active restart that IDENTIFIER names or is, or NIL."
  (require-condition condition)
  (dolist (cluster *restart-clusters* nil)
    (dolist (restart cluster)
      (when (and (or (eq restart identifier)
                     (and (eq identifier (restart-slots-name (slots-of restart))) identifier))
                 (restart-visible-p restart condition))
        (return-from find-restart restart)))))

(defun active-restart (identifier &optional condition)
  "The restart that IDENTIFIER designates; a SIMPLE-CONTROL-ERROR when none is active."
  (unless (or (restart-p identifier)
              (and identifier (symbolp identifier)))
    (error 'type-error :datum identifier :expected-type '(or (and symbol (not null)) restart)))
  (or (find-restart identifier condition)
      (if condition
          (error 'simple-control-error
                 :format-control "No restart ~S is active for ~S."
                 :format-arguments (list identifier condition))
          (error 'simple-control-error
                 :format-control "No restart ~S is active."
                 :format-arguments (list identifier)))))

(defun invoke-restart (restart &rest arguments)
  "Calls the function of RESTART with ARGUMENTS. A SIMPLE-CONTROL-ERROR when it is not active."
  (apply (restart-slots-function (slots-of (active-restart restart))) arguments))

(defun invoke-restart-interactively (restart)
  "Calls the function of RESTART with the arguments that its interactive function gives."
  (let* ((slots (slots-of (active-restart restart)))
         (interactive (restart-slots-interactive slots)))
    (apply (restart-slots-function slots)
           (if interactive (funcall interactive) '()))))

;;; Establishing

(eval-when (:compile-toplevel :load-toplevel :execute)
  (defun restart-bind-form (binding)
    (unless (and (consp binding) (consp (cdr binding)))
      (error "ill-formed restart binding: ~S" binding))
    (destructuring-bind (name function &key interactive-function test-function report-function) binding
      (declare (ignore interactive-function test-function report-function))
      `(make-restart ',name (restart-function ,function) ,@(cddr binding))))

  (defun parse-restart-clause (clause)
    "The name, lambda list, keyword arguments for MAKE-RESTART and body of a RESTART-CASE clause, as a list."
    (unless (and (consp clause) (consp (cdr clause)) (listp (second clause)))
      (error "ill-formed RESTART-CASE clause, no lambda-list:~%  ~S" clause))
    (let ((name (first clause))
          (lambda-list (second clause))
          (rest (cddr clause))
          (options '()))
      (do () ((not (and (consp rest) (consp (cdr rest)) (member (car rest) '(:report :interactive :test)))))
        (let ((key (car rest))
              (value (cadr rest)))
          (setq options
                (append options
                        (case key
                          (:report `(:report-function ,(if (stringp value) value `(function ,value))))
                          (:interactive `(:interactive-function (function ,value)))
                          (:test `(:test-function (function ,value)))))
                rest (cddr rest))))
      (list name lambda-list options rest)))

  (defun clause-function-form (lambda-list arguments tag)
    "The function of a restart of RESTART-CASE: it keeps its arguments in the variable ARGUMENTS and leaves for TAG. Where
LAMBDA-LIST has required parameters alone it refuses a wrong number of them while the restart is still active."
    (if (intersection lambda-list lambda-list-keywords)
        `(lambda (&rest temporary)
           (setq ,arguments temporary)
           (go ,tag))
        (let ((variables (mapcar (lambda (parameter) (gensym (string parameter))) lambda-list)))
          `(lambda ,variables
             ,@(when variables `((setq ,arguments (list ,@variables))))
             (go ,tag)))))

  (defun associate-restarts-form (form environment)
    "FORM, made to associate the innermost restarts with the condition when it is a call that signals one."
    (let ((expansion (macroexpand form environment)))
      (if (and (consp expansion) (member (car expansion) '(signal error cerror warn)))
          (let ((condition (gensym "CONDITION"))
                (arguments (gensym "ARGUMENTS"))
                (name (car expansion)))
            (if (eq name 'cerror)
                `(let* ((,arguments (list ,@(cdr expansion)))
                        (,condition (coerce-to-condition (cadr ,arguments) (cddr ,arguments) 'simple-error 'cerror)))
                   (with-condition-restarts ,condition (car *restart-clusters*)
                     (apply #'cerror (car ,arguments) ,condition (cddr ,arguments))))
                `(let* ((,arguments (list ,@(cdr expansion)))
                        (,condition (coerce-to-condition (car ,arguments) (cdr ,arguments)
                                                         ',(case name
                                                             (signal 'simple-condition)
                                                             (error 'simple-error)
                                                             (warn 'simple-warning))
                                                         ',name)))
                   (with-condition-restarts ,condition (car *restart-clusters*)
                     (,name ,condition)))))
          form))))

(defmacro restart-bind (bindings &body forms)
  "Runs FORMS with the restarts of BINDINGS active."
  `(let ((*restart-clusters* (cons (list ,@(mapcar #'restart-bind-form bindings)) *restart-clusters*)))
     ,@forms))

;; No closure around the forms: it would be a call of its own in backtraces.
(defmacro with-condition-restarts (condition-form restarts-form &body body)
  "Runs BODY while the restarts of RESTARTS-FORM are associated with the condition of CONDITION-FORM."
  (let ((associated (gensym "RESTARTS")))
    `(let ((,associated ,restarts-form))
       (associate-restarts ,condition-form ,associated)
       (unwind-protect (progn ,@body)
         (dissociate-restarts ,associated)))))

(defun associate-restarts (condition restarts)
  (dolist (restart restarts)
    (check-restart restart)
    (push condition (restart-slots-conditions (slots-of restart)))))

(defun dissociate-restarts (restarts)
  (dolist (restart restarts)
    (check-restart restart)
    (pop (restart-slots-conditions (slots-of restart)))))

(defmacro restart-case (expression &body clauses &environment environment)
  "The values of EXPRESSION, or of the clause whose restart was invoked."
  (let* ((block (gensym "BLOCK"))
         (arguments (gensym "ARGUMENTS"))
         (parsed (mapcar #'parse-restart-clause clauses))
         (tags (mapcar (lambda (clause) (gensym (symbol-name (first clause)))) parsed)))
    (if (null clauses)
        expression
        `(block ,block
           (let ((,arguments '()))
             (tagbody
                (let ((*restart-clusters*
                        (cons (list ,@(mapcar (lambda (clause tag)
                                                `(make-restart ',(first clause)
                                                               ,(clause-function-form (second clause) arguments tag)
                                                               :parameters ',(second clause)
                                                               ,@(third clause)))
                                              parsed tags))
                              *restart-clusters*)))
                  (return-from ,block ,(associate-restarts-form expression environment)))
                ,@(mapcan (lambda (clause tag)
                            (list tag
                                  `(return-from ,block
                                     (apply (lambda ,(second clause) ,@(fourth clause)) ,arguments))))
                          parsed tags)))))))

(defmacro with-simple-restart ((restart-name format-string &rest format-arguments) &body forms)
  "The values of FORMS; NIL and T when the restart RESTART-NAME was invoked."
  `(restart-case ,(if (and forms (null (cdr forms))) (car forms) `(progn ,@forms))
     (,restart-name ()
       :report (lambda (stream) (format stream ,format-string ,@format-arguments))
       (values nil t))))

;;; The functions that stand for the standard restarts

(defun muffle-warning (&optional condition)
  "Leaves to the restart MUFFLE-WARNING; a SIMPLE-CONTROL-ERROR when there is none."
  (invoke-restart (active-restart 'muffle-warning condition)))

(defun abort (&optional condition)
  "Leaves to the restart ABORT; a SIMPLE-CONTROL-ERROR when there is none."
  (invoke-restart (active-restart 'abort condition))
  (error 'simple-control-error :format-control "An ABORT restart failed to transfer control dynamically."))

(defun continue (&optional condition)
  "Leaves to the restart CONTINUE, or returns NIL when there is none."
  (let ((restart (find-restart 'continue condition)))
    (when restart (invoke-restart restart))))

(defun use-value (value &optional condition)
  "Leaves to the restart USE-VALUE with VALUE, or returns NIL when there is none."
  (let ((restart (find-restart 'use-value condition)))
    (when restart (invoke-restart restart value))))

(defun store-value (value &optional condition)
  "Leaves to the restart STORE-VALUE with VALUE, or returns NIL when there is none."
  (let ((restart (find-restart 'store-value condition)))
    (when restart (invoke-restart restart value))))

(defun read-evaluated-form (&optional (prompt "Enter a form to be evaluated: "))
  "A list of the value of a form read from *QUERY-IO*: what an interactive function returns."
  (format *query-io* "~&~A" prompt)
  (list (eval (read *query-io*))))
