;;;; Checks: ASSERT, CHECK-TYPE and the exhaustive case macros, with the restarts that repair a place.

(in-package "JSCL-MCP")

;;; CHECK-TYPE

(defun check-type-error (place value type type-string)
  "Signals that PLACE has a VALUE which is not of TYPE; returns what the restart STORE-VALUE supplies."
  (restart-case
      (error 'simple-type-error
             :datum value :expected-type type
             :format-control (if type-string
                                 "The value of ~S is ~S, which is not ~A."
                                 "The value of ~S is ~S, which is not of type ~S.")
             :format-arguments (list place value (or type-string (simplified-type type))))
    (store-value (new-value)
      :report (lambda (stream) (format stream "Supply a new value for ~S." place))
      :interactive read-evaluated-form
      new-value)))

(defmacro check-type (place type &optional type-string)
  "Signals a correctable TYPE-ERROR unless the value of PLACE is of TYPE."
  (when (and (consp type) (eq (car type) 'quote))
    (error 'simple-reference-error
           :format-control "Quoted type specifier in ~S: ~S" :format-arguments (list 'check-type type)
           :references '((:ansi-cl :macro check-type))))
  (let ((value (gensym "VALUE")))
    `(do ((,value ,place ,place))
         ((typep ,value ',type) nil)
       (setf ,place (check-type-error ',place ,value ',type ,type-string)))))

;;; ASSERT

(defun write-list-of (objects stream)
  (do ((rest objects (cdr rest)))
      ((null rest))
    (prin1 (car rest) stream)
    (when (cdr rest) (write-string ", " stream))))

(defun assertion-condition (form details datum arguments)
  "The condition that says that FORM is false. DETAILS are (form value) of its arguments."
  (if datum
      (coerce-to-condition datum arguments 'simple-error 'assert)
      (make-condition 'simple-error
                      :format-control "The assertion ~S failed~:[~; with ~:*~{~{~S = ~S~}~^, ~}~]."
                      :format-arguments (list form details))))

(defun assertion-error (form details datum arguments)
  "Signals that FORM is false. Returns when CONTINUE is invoked."
  (let ((condition (assertion-condition form details datum arguments)))
    (restart-case (error condition)
      (continue ()
        :report "Retry assertion."
        nil))))

(defun correctable-assertion-error (form details places ask datum arguments)
  "Signals that FORM is false. Returns new values for PLACES: those that CONTINUE was invoked with, or what ASK answers."
  (let ((condition (assertion-condition form details datum arguments)))
    (restart-case (error condition)
      (continue (&rest new-values)
        :report (lambda (stream)
                  (write-string "Retry assertion with new value" stream)
                  (write-string (if (cdr places) "s for " " for ") stream)
                  (write-list-of places stream)
                  (write-string "." stream))
        :interactive (lambda () (funcall ask))
        (or new-values (funcall ask))))))

(defun read-new-value (place value)
  "A new value for PLACE from *QUERY-IO*, or VALUE when the user keeps it."
  (if (y-or-n-p "The old value of ~S is ~S.~%Do you want to supply a new value? " place value)
      (car (read-evaluated-form))
      value))

(eval-when (:compile-toplevel :load-toplevel :execute)
  (defun function-call-form-p (form environment)
    (and (consp form)
         (symbolp (car form))
         (not (special-operator-p (car form)))
         (not (macro-function (car form) environment)))))

(eval-when (:compile-toplevel :load-toplevel :execute)
  (defun assertion-error-form (test-form details places datum arguments)
    "The form that signals that TEST-FORM is false and stores new values in PLACES."
    (if (null places)
        `(assertion-error ',test-form ,details ,datum ,arguments)
        (let ((values (gensym "VALUES")))
          `(let ((,values (correctable-assertion-error
                           ',test-form ,details ',places
                           (lambda ()
                             (list ,@(mapcar (lambda (place) `(read-new-value ',place ,place)) places)))
                           ,datum ,arguments)))
             ,@(mapcar (lambda (place) `(when ,values (setf ,place (pop ,values)))) places))))))

(defmacro assert (test-form &optional places datum &rest arguments &environment environment)
  "Signals a correctable error while TEST-FORM is false."
  (let* ((block (gensym "ASSERT"))
         (again (gensym "AGAIN"))
         (details '())
         (bindings '())
         (test (if (and (null datum) (function-call-form-p test-form environment))
                   (cons (car test-form)
                         (mapcar (lambda (argument)
                                   (if (constantp argument environment)
                                       argument
                                       (let ((variable (gensym "ARGUMENT")))
                                         (push (list variable argument) bindings)
                                         (push `(list ',argument ,variable) details)
                                         variable)))
                                 (cdr test-form)))
                   test-form)))
    `(block ,block
       (tagbody
          ,again
          (let ,(reverse bindings)
            (when ,test (return-from ,block nil))
            ,(assertion-error-form test-form `(list ,@(reverse details)) places datum `(list ,@arguments)))
          (go ,again)))))

;;; Exhaustive case macros

(defun case-failure (macro datum expected-type possibilities)
  "Signals that DATUM fell through the case macro named MACRO."
  (error 'case-failure :name macro :datum datum :expected-type expected-type :possibilities possibilities))

(defun correctable-case-failure (macro place datum expected-type possibilities)
  "Like CASE-FAILURE; returns what the restart STORE-VALUE supplies for PLACE."
  (restart-case (error 'case-failure :name macro :datum datum :expected-type expected-type
                                     :possibilities possibilities)
    (store-value (new-value)
      :report (lambda (stream) (format stream "Supply a new value for ~S." place))
      :interactive read-evaluated-form
      new-value)))

(eval-when (:compile-toplevel :load-toplevel :execute)
  (defun check-case-clauses (macro clauses)
    (dolist (clause clauses)
      (unless (consp clause)
        (error "~S -- bad clause in ~S" clause macro))))

  (defun exhaustive-case-clauses (clauses)
    "CLAUSES with every key in a list: T and OTHERWISE are keys like any other here."
    (mapcar (lambda (clause)
              (cons (if (listp (car clause)) (car clause) (list (car clause)))
                    (or (cdr clause) '(nil))))
            clauses))

  (defun type-test-form (value type)
    "The form that tells whether VALUE is of TYPE: the call of a predicate where there is one, which is compiled in place."
    (let ((predicate (cdr (assoc type
                                 '((integer . integerp) (symbol . symbolp) (cons . consp) (list . listp) (null . null)
                                   (string . stringp) (number . numberp) (character . characterp) (function . functionp)
                                   (vector . vectorp) (array . arrayp) (float . floatp) (rational . rationalp)
                                   (real . realp) (complex . complexp) (hash-table . hash-table-p) (atom . atom)
                                   (keyword . keywordp) (package . packagep) (stream . streamp) (pathname . pathnamep))))))
      (if predicate
          (list predicate value)
          `(typep ,value ',type))))

  (defun type-case-form (value clauses fallback)
    `(cond ,@(mapcar (lambda (clause)
                       `(,(type-test-form value (car clause)) ,@(or (cdr clause) '(nil))))
                     clauses)
           (t ,fallback)))

  (defun correctable-case-form (macro place environment type possibilities clauses)
    "The form that CLAUSES, a function, makes of a variable with the value of PLACE and of what is to be done where no
clause applies: to store the value that a restart gives, and to begin again. The subforms of PLACE are evaluated once."
    (multiple-value-bind (temporaries values stores writer reader) (get-setf-expansion place environment)
      (let ((block (gensym "CASE"))
            (again (gensym "AGAIN"))
            (value (gensym "VALUE")))
        `(let* (,@(mapcar #'list temporaries values)
                (,value ,reader))
           (block ,block
             (tagbody
                ,again
                (return-from ,block
                  ,(funcall clauses
                            value
                            `(progn
                               (multiple-value-bind ,stores
                                   (correctable-case-failure ',macro ',place ,value ',type ',possibilities)
                                 (setq ,value ,(if (constantp place environment) (car stores) writer)))
                               (go ,again))))))))))

  (defun type-case-type (types)
    (cons 'or types))

  (defun case-expected-type (keys)
    (cons 'member keys)))

(defmacro ecase (keyform &body cases)
  "CASE that signals a TYPE-ERROR when no clause applies."
  (check-case-clauses 'ecase cases)
  (let* ((key (gensym "KEY"))
         (normal (exhaustive-case-clauses cases))
         (keys (mapcan (lambda (clause) (copy-list (car clause))) normal)))
    `(let ((,key ,keyform))
       (case ,key
         ,@normal
         (t (case-failure 'ecase ,key ',(case-expected-type keys) ',keys))))))

(defmacro ccase (keyform &body cases &environment environment)
  "CASE that signals a correctable TYPE-ERROR when no clause applies."
  (check-case-clauses 'ccase cases)
  (let* ((normal (exhaustive-case-clauses cases))
         (keys (mapcan (lambda (clause) (copy-list (car clause))) normal)))
    (correctable-case-form 'ccase keyform environment (case-expected-type keys) keys
                           (lambda (value fallback) `(case ,value ,@normal (t ,fallback))))))

(defmacro typecase (keyform &body cases)
  "Runs the first clause whose type the value of KEYFORM is of."
  (check-case-clauses 'typecase cases)
  (let ((value (gensym "VALUE")))
    `(let ((,value ,keyform))
       (declare (ignorable ,value))
       (cond ,@(mapcar (lambda (clause)
                         (cons (if (or (eq (car clause) t)
                                       (and (eq (car clause) 'otherwise) (eq clause (car (last cases)))))
                                   t
                                   (type-test-form value (car clause)))
                               (or (cdr clause) '(nil))))
                       cases)))))

(defmacro etypecase (keyform &body cases)
  "TYPECASE that signals a TYPE-ERROR when no clause applies."
  (check-case-clauses 'etypecase cases)
  (let ((value (gensym "VALUE"))
        (types (mapcar #'car cases)))
    `(let ((,value ,keyform))
       ,(type-case-form value cases
                        `(case-failure 'etypecase ,value ',(type-case-type types) ',types)))))

(defmacro ctypecase (keyform &body cases &environment environment)
  "TYPECASE that signals a correctable TYPE-ERROR when no clause applies."
  (check-case-clauses 'ctypecase cases)
  (let ((types (mapcar #'car cases)))
    (correctable-case-form 'ctypecase keyform environment (type-case-type types) types
                           (lambda (value fallback) (type-case-form value cases fallback)))))
