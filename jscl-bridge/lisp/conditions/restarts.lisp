;;;; Restarts: objects, the dynamic list of them, and the macros that establish them.

(in-package "JSCL-MCP")

(defvar *restart-clusters* '()
  "Clusters of active restarts, innermost first; a cluster is a list of restarts established together.")

;;; A restart is an instance of the class RESTART with these fields as its slots. CONDITIONS are those it was
;;; associated with: while there are any, it is visible for these alone. PARAMETERS is the lambda list of
;;; FUNCTION where RESTART-CASE knows it, otherwise :UNKNOWN. A restart of RESTART-CASE with required
;;; parameters alone also has the EXIT of that form, the number of its CLAUSE and how many parameters that
;;; has, its ARITY.
(define-record restart-slots name function report interactive test conditions parameters exit clause arity)

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
                                           parameters nil nil nil)))

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

(defun require-identifier (identifier)
  "Signals a TYPE-ERROR unless IDENTIFIER may designate a restart."
  (unless (or (restart-p identifier)
              (and identifier (symbolp identifier)))
    (error 'type-error :datum identifier :expected-type '(or (and symbol (not null)) restart))))

(defun find-restart (identifier &optional condition)
  "The innermost active restart that IDENTIFIER names or is, or NIL."
  (require-identifier identifier)
  (require-condition condition)
  (dolist (cluster *restart-clusters* nil)
    (dolist (restart cluster)
      (when (and (or (eq restart identifier)
                     (and (eq identifier (restart-slots-name (slots-of restart))) identifier))
                 (restart-visible-p restart condition))
        (return-from find-restart restart)))))

(defun active-restart (identifier &optional condition)
  "The restart that IDENTIFIER designates; a SIMPLE-CONTROL-ERROR when none is active."
  (require-identifier identifier)
  (or (find-restart identifier condition)
      (error 'simple-control-error
             :format-control "No restart ~S is active~@[ for ~S~]."
             :format-arguments (list identifier condition))))

(defun exit-of-restart (slots arguments)
  "The exit that a call of the function of a restart would leave by, made to do it; NIL where it has to be called."
  (let ((exit (restart-slots-exit slots)))
    (and exit
         (eql (restart-slots-arity slots) (length arguments))
         (choose-clause exit (restart-slots-clause slots) arguments))))

(defun take-restart (restart arguments)
  "What RESTART, which is active, answers to ARGUMENTS, or the exit that it leaves by."
  (let ((slots (slots-of restart)))
    (%js-inline "R.noteRestart($0, $1)" (restart-slots-name slots) arguments)
    (or (exit-of-restart slots arguments)
        (apply (restart-slots-function slots) arguments))))

(defun invoke-restart (restart &rest arguments)
  "Calls the function of RESTART with ARGUMENTS. A SIMPLE-CONTROL-ERROR when it is not active."
  (take-restart (active-restart restart) arguments))

(throw-exits-of 'invoke-restart)

(defun invoke-restart-interactively (restart)
  "Calls the function of RESTART with the arguments that its interactive function gives."
  (let* ((slots (slots-of (active-restart restart)))
         (interactive (restart-slots-interactive slots)))
    (apply (restart-slots-function slots)
           (if interactive (funcall interactive) '()))))

;;; Establishing

(defun make-clause-restart (name function report interactive test parameters exit clause arity)
  (allocate-from-class *restart-class*
                       (make-restart-slots name function report interactive test '() parameters exit clause arity)))

(defun leave-to-clause (exit clause values)
  "Leaves to the CLAUSE, a number from 0, of the RESTART-CASE with the EXIT."
  (leave-by (choose-clause exit clause values)))

(eval-when (:compile-toplevel :load-toplevel :execute)
  (defun restart-bind-form (binding)
    (unless (and (consp binding) (consp (cdr binding)))
      (error "ill-formed restart binding: ~S" binding))
    (destructuring-bind (name function &key interactive-function test-function report-function) binding
      (declare (ignore interactive-function test-function report-function))
      `(make-restart ',name (restart-function ,function) ,@(cddr binding))))

  (defun parse-restart-clause (clause)
    "The name, lambda list, functions to report, to ask and to test, and body of a RESTART-CASE clause, as a list."
    (unless (and (consp clause) (consp (cdr clause)) (listp (second clause)))
      (error "ill-formed RESTART-CASE clause, no lambda-list:~%  ~S" clause))
    (let ((name (first clause))
          (lambda-list (second clause))
          (rest (cddr clause))
          (report nil) (interactive nil) (test nil))
      (do () ((not (and (consp rest) (consp (cdr rest)) (member (car rest) '(:report :interactive :test)))))
        (let ((key (car rest))
              (value (cadr rest)))
          (case key
            (:report (unless report (setq report (if (stringp value) value `(function ,value)))))
            (:interactive (unless interactive (setq interactive `(function ,value))))
            (:test (unless test (setq test `(function ,value)))))
          (setq rest (cddr rest))))
      (list name lambda-list (list report interactive test) rest)))

  (defun clause-restart-form (exit number name lambda-list functions)
    "The form that makes the restart of a clause of RESTART-CASE, whose function leaves for the clause. Where LAMBDA-LIST has
required parameters alone it refuses a wrong number of arguments while the restart is still active."
    (let* ((any (intersection lambda-list lambda-list-keywords))
           (variables (unless any (mapcar (lambda (parameter) (gensym (string parameter))) lambda-list))))
      `(make-clause-restart ',name
                            ,(if any
                                 `(lambda (&rest temporary) (leave-to-clause ,exit ,number temporary))
                                 `(lambda ,variables (leave-to-clause ,exit ,number (list ,@variables))))
                            ,@functions ',lambda-list ,exit ,number ,(if any nil (length lambda-list)))))

  (defun clause-form (lambda-list body arguments)
    "BODY with the variables of LAMBDA-LIST bound to the elements of the list ARGUMENTS, of which there are as many as there
are required parameters."
    (cond ((intersection lambda-list lambda-list-keywords) `(apply (lambda ,lambda-list ,@body) ,arguments))
          ((null lambda-list) `(locally ,@body))
          (t
           (let ((list (gensym "ARGUMENTS")))
             `(let* ((,list ,arguments)
                     ,@(mapcar (lambda (variable) `(,variable (pop ,list))) lambda-list))
                ,@body)))))

  (defun associate-restarts-form (form environment)
    "FORM, made to associate the innermost restarts with the condition when it is a call that signals one."
    (let* ((expansion (macroexpand form environment))
           (name (and (consp expansion) (car expansion)))
           (arguments (gensym "ARGUMENTS"))
           (condition (gensym "CONDITION"))
           (rest (if (eq name 'cerror) `(cdr ,arguments) arguments))
           (default (assoc name '((error . simple-error) (cerror . simple-error) (warn . simple-warning)
                                  (signal . simple-condition)))))
      (if default
          `(let* ((,arguments (list ,@(cdr expansion)))
                  (,condition (coerce-to-condition (car ,rest) (cdr ,rest) ',(cdr default) ',name)))
             (with-condition-restarts ,condition (car *restart-clusters*)
               ,(if (eq name 'cerror)
                    `(apply #'cerror (car ,arguments) ,condition (cdr ,rest))
                    `(,name ,condition))))
          form))))

(defmacro restart-bind (bindings &body forms)
  "Runs FORMS with the restarts of BINDINGS active."
  `(let ((*restart-clusters* (cons (list ,@(mapcar #'restart-bind-form bindings)) *restart-clusters*)))
     ,@forms))

;; No closure around the forms: it would be a call of its own in backtraces.
(defmacro with-condition-restarts (condition-form restarts-form &body body)
  "Runs BODY while the restarts of RESTARTS-FORM are associated with the condition of CONDITION-FORM."
  (let ((condition (gensym "CONDITION")) (associated (gensym "RESTARTS")))
    `(let ((,condition ,condition-form) (,associated ,restarts-form))
       (associate-restarts ,condition ,associated)
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
         (exit (gensym "EXIT"))
         (number -1)
         (parsed (mapcar #'parse-restart-clause clauses)))
    (if (null clauses)
        expression
        `(block ,block
           (let ((,exit (%restart-clauses)))
             (%catch-clause (%establish-restarts ,exit
                                        (list ,@(mapcar (lambda (clause)
                                                          (incf number)
                                                          (clause-restart-form exit number (first clause) (second clause)
                                                                               (third clause)))
                                                        parsed)))
               (return-from ,block ,(associate-restarts-form expression environment)))
             ,(numbered-clauses exit
                                (mapcar (lambda (clause)
                                          (clause-form (second clause) (fourth clause) `(%clause-values ,exit)))
                                        parsed)))))))

(defmacro with-simple-restart ((restart-name format-string &rest format-arguments) &body forms)
  "The values of FORMS; NIL and T when the restart RESTART-NAME was invoked."
  `(restart-case ,(if (and forms (null (cdr forms))) (car forms) `(progn ,@forms))
     (,restart-name ()
       :report (lambda (stream) (format stream ,format-string ,@format-arguments))
       (values nil t))))

;;; The functions that stand for the standard restarts

(defun muffle-warning (&optional condition)
  "Leaves to the restart MUFFLE-WARNING; a SIMPLE-CONTROL-ERROR when there is none."
  (take-restart (active-restart 'muffle-warning condition) '()))

(throw-exits-of 'muffle-warning)

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
