;;;; What is wrong with a form that the compiler refused, in SBCL's words. A macro whose arguments do not fit is an error
;;;; of its own where the form stands at toplevel; inside other code, and for special operators, the place of the form
;;;; signals a COMPILED-PROGRAM-ERROR when it is reached.

(in-package "JSCL-MCP")

(defvar *operator-parameters*
  '((:special
     (block name &rest forms) (catch tag &body body) (eval-when situations &rest forms) (flet definitions &body body)
     (function thing) (go tag) (labels definitions &body body) (let bindings &body body) (let* bindings &body body)
     (load-time-value form &optional read-only-p) (macrolet definitions &rest body) (multiple-value-call fun &rest args)
     (multiple-value-prog1 values-form &rest forms) (progv vars vals &body body) (quote thing)
     (return-from name &optional value) (symbol-macrolet macrobindings &body body) (the value-type form)
     (throw tag result) (unwind-protect protected &body cleanup) (if test then &optional else))
    (:macro
     (case keyform &body cases) (typecase keyform &body cases) (when test &body forms) (unless test &body forms)
     (do varlist endlist &body body) (do* varlist endlist &body body)
     (dolist (var list &optional (result)) &body body) (dotimes (var count &optional (result)) &body body)
     (prog varlist &body body-decls) (prog* varlist &body body-decls) (prog1 result &body body)
     (prog2 form1 result &body body) (push obj place) (pop place) (pushnew obj place &key key test test-not)
     (incf place &optional (delta 1)) (decf place &optional (delta 1)) (defun name lambda-list &body body)
     (defmacro name lambda-list &body body) (defvar var &optional (val) (doc)) (defparameter var val &optional (doc))
     (defconstant name value &optional (doc)) (lambda args &body body) (multiple-value-bind vars value-form &body body)
     (multiple-value-list value-form) (multiple-value-setq vars value-form) (nth-value n form)
     (return &optional (value)) (destructuring-bind lambda-list expression &body body) (in-package string-designator)
     (define-symbol-macro name expansion) (define-compiler-macro name lambda-list &body body) (remf place indicator)))
  "Operators that the compiler knows itself, with the parameters that SBCL shows for them.")

(defun parameter-counts (parameters)
  "The least and the greatest number of arguments that PARAMETERS take, NIL for any, as two values."
  (let ((required (do ((rest parameters (cdr rest))
                       (count 0 (1+ count)))
                      ((or (not (consp rest)) (memq (car rest) lambda-list-keywords)) count)))
        (optional (and (null (cdr (last parameters))) (member '&optional parameters))))
    (values required
            (cond ((cdr (last parameters)) nil)
                  ((some (lambda (each) (memq each '(&rest &body &key))) parameters) nil)
                  (optional (+ required (length (cdr optional))))
                  (t required)))))

(defun argument-count-condition (kind name arguments parameters)
  "An ARG-COUNT-ERROR about ARGUMENTS that do not fit PARAMETERS, or NIL when they do."
  (multiple-value-bind (minimum maximum) (parameter-counts parameters)
    (let ((count (proper-length arguments)))
      (if (and count (>= count minimum) (or (null maximum) (<= count maximum)))
          nil
          (make-condition 'arg-count-error :kind kind :name name :args arguments :lambda-list parameters
                                           :minimum minimum :maximum maximum)))))

(defun operator-parameters (kind operator)
  (cdr (assoc operator (cdr (assoc kind *operator-parameters*)))))

(defun simple-syntax-error (type control &rest arguments)
  (make-condition type :format-control control :format-arguments arguments))

;;; The operators one by one. Each function answers a condition, a message for a COMPILED-PROGRAM-ERROR, or NIL.

(defun explain-setf (form)
  (cond ((and (cdr form) (null (cddr form)))
         (argument-count-condition 'destructuring-bind nil (cdr form) '(place value-form . more)))
        (t nil)))

(defun explain-cond (form)
  (let ((bad (find-if-not #'consp (cdr form))))
    (and bad
         (make-condition 'simple-type-error :datum bad :expected-type 'cons
                                            :format-control "COND clause is not a CONS: ~S"
                                            :format-arguments (list bad)))))

(defun explain-case (form)
  (let ((bad (find-if-not #'consp (cddr form))))
    (and bad (simple-syntax-error 'simple-error "~S -- bad clause in ~S" bad (car form)))))

(defun explain-lambda-list (lambda-list)
  (let ((section nil))
    (do ((rest lambda-list (cdr rest)))
        ((not (consp rest)) nil)
      (let ((each (car rest)))
        (cond ((memq each lambda-list-keywords)
               (setq section each)
               (when (and (memq each '(&rest &body)) (or (null (cdr rest)) (not (symbolp (cadr rest)))
                                                         (memq (cadr rest) lambda-list-keywords)))
                 (return (simple-syntax-error 'simple-program-error "expecting variable after ~S in: ~S"
                                              each lambda-list))))
              ((and (null section) (not (symbolp each)))
               (return (simple-syntax-error 'simple-program-error "Required argument is not a symbol: ~S" each)))
              ((and (symbolp each) (memq each (cdr rest)))
               (return (simple-syntax-error 'simple-program-error
                                            "The variable ~S occurs more than once in the lambda list." each))))))))

(defun explain-function (form)
  "What is wrong with (FUNCTION name), where the name may be a lambda expression that a definition expanded to."
  (let ((name (cadr form)))
    (cond ((atom name) nil)
          ((eq (car name) 'lambda) (explain-lambda name))
          ((eq (car name) 'jscl::named-lambda) (explain-lambda-list (caddr name)))
          (t nil))))

(defun explain-lambda (form)
  (if (listp (cadr form))
      (explain-lambda-list (cadr form))
      (simple-syntax-error 'simple-program-error
                           "The lambda expression has a missing or non-list lambda list:~%  ~S" form)))

(defun explain-definition (form)
  (let ((name (cadr form)))
    (cond ((and (eq (car form) 'defun)
                (not (symbolp name))
                (not (and (consp name) (eq (car name) 'setf))))
           (simple-syntax-error 'simple-error "The NAME argument to ~S, ~S, is not a function name." (car form) name))
          ((and (eq (car form) 'defmacro) (not (symbolp name)))
           (simple-syntax-error 'simple-error "The NAME argument to ~S, ~S, is not a symbol." (car form) name))
          ((and (eq (car form) 'defmacro) (not (listp (caddr form))))
           (make-condition 'type-error :datum (caddr form) :expected-type 'list))
          (t (explain-lambda-list (caddr form))))))

(defun explain-let (form)
  (let ((bindings (cadr form)))
    (if (not (listp bindings))
        (format nil "Malformed ~S bindings: ~S." (car form) bindings)
        (dolist (binding bindings nil)
          (let ((name (if (consp binding) (car binding) binding)))
            (cond ((and (consp binding) (cddr binding))
                   (return (format nil "The ~S binding spec ~S is malformed." (car form) binding)))
                  ((not (symbolp name))
                   (return (format nil "~S is not a symbol and cannot be used as a local variable." name)))
                  ((constant-form-p name)
                   (return (format nil "~A names a defined constant, and cannot be used in ~A."
                                   (with-output-to-string (stream) (write-qualified name stream)) (car form))))))))))

(defun explain-local-functions (form)
  (if (not (listp (cadr form)))
      (format nil "Malformed ~S definitions: ~S." (car form) (cadr form))
      (dolist (definition (cadr form) nil)
        (unless (and (consp definition) (consp (cdr definition)))
          (return (format nil "The ~S definition spec ~S is malformed." (car form) definition))))))

(defun explain-dolist (form)
  (let ((parameters (car (operator-parameters :macro (car form)))))
    (and (listp (cadr form))
         (argument-count-condition 'defmacro (car form) (cadr form) parameters))))

(defun explain-setq (form)
  (cond ((evenp (length form))
         (simple-syntax-error 'simple-error "odd number of args to SETQ:~% ~S" form))
        (t (do ((rest (cdr form) (cddr rest)))
               ((null rest) nil)
             (unless (symbolp (car rest))
               (return (format nil "Variable name is not a symbol: ~S." (car rest))))))))

(defun explain-operator (form)
  (case (car form)
    (setf (explain-setf form))
    (setq (explain-setq form))
    (cond (explain-cond form))
    ((case typecase) (explain-case form))
    (lambda (explain-lambda form))
    (function (explain-function form))
    ((defun defmacro) (explain-definition form))
    ((let let*) (explain-let form))
    ((flet labels macrolet) (explain-local-functions form))
    ((dolist dotimes) (explain-dolist form))
    (eval-when (format nil "bad EVAL-WHEN situation list: ~S" (cadr form)))
    (symbol-macrolet
     (let ((bad (find-if-not (lambda (each) (and (consp each) (consp (cdr each)) (null (cddr each)))) (cadr form))))
       (and bad (simple-syntax-error 'simple-program-error "malformed symbol/expansion pair: ~S" bad))))
    (t nil)))

;;; Putting it together

(defun special-operator-message (operator condition)
  (with-output-to-string (stream)
    (format stream "Error while parsing arguments to special operator ~S:" operator)
    (let ((text (princ-to-string condition)))
      (write-string (subseq text (1+ (position #\: text))) stream))))

(defun toplevel-p ()
  "True when no call of a function is running, but for the toplevel form."
  (%js-inline "(S.sp === 0 || S.infos[S.st[S.sp - 1]]?.kind === 'toplevel' ? t : nil)"))

(defun explain-form (form toplevel)
  "What is wrong with FORM: a condition to signal, a message for a COMPILED-PROGRAM-ERROR, or NIL when nothing is found."
  (when (and (consp form) (symbolp (car form)))
    (let* ((operator (car form))
           (special (operator-parameters :special operator))
           (macro (operator-parameters :macro operator)))
      (cond (special
             (let ((condition (argument-count-condition 'destructuring-bind nil (cdr form) special)))
               (cond ((null condition) (explain-operator form))
                     ((and toplevel (eq operator 'if)) condition)
                     ((and toplevel (eq operator 'eval-when))
                      (argument-count-condition 'destructuring-bind nil form
                                                '(eval-when situations &rest forms)))
                     ((and toplevel (eq operator 'quote) (cddr form))
                      (simple-syntax-error 'simple-error "wrong number of args to QUOTE:~% ~S" form))
                     (t (special-operator-message operator condition)))))
            (macro
             (or (argument-count-condition 'defmacro operator (cdr form) macro)
                 (explain-operator form)))
            (t (explain-operator form))))))

(defun setq-form (form)
  "The SETQ that the macro call FORM assigns a constant by, or NIL."
  (case (car form)
    (setf (and (cddr form) (atom (cadr form)) `(setq ,(cadr form) ,(caddr form))))
    (push (and (atom (caddr form)) `(setq ,(caddr form) (cons ,(cadr form) ,(caddr form)))))
    (t nil)))

(defun compiled-program-error (message form)
  "Signals that FORM is no valid program, with the compiler's MESSAGE where SBCL's words are not known. It stands where
the form would run."
  (let* ((*print-pretty* t)
         (toplevel (toplevel-p))
         (assignment (and (consp form) (setq-form form)))
         (form (if (and assignment (explain-setq assignment)) assignment form))
         (found (explain-form form toplevel)))
    (cond ((null found)
           (error 'compiled-program-error :message message :source (prin1-to-string form)))
          ((stringp found)
           (error 'compiled-program-error :message found :source (prin1-to-string form)))
          (toplevel (error found))
          (t
           (error 'compiled-program-error
                  :source (prin1-to-string form)
                  :message (format nil "during macroexpansion of ~S. Use *BREAK-ON-SIGNALS* to intercept.~%~%~A"
                                   form found))))))

(defmacro declare (&rest specifiers)
  "Declarations are no forms; where one stands in the place of a form, this says so."
  `(compiled-program-error
    "There is no function named DECLARE.  References to DECLARE in some contexts (like starts of blocks) are unevaluated expressions, but here the expression is being evaluated, which invokes undefined behaviour."
    '(declare ,@specifiers)))

(defun loop-syntax-error (control &rest arguments)
  "What JSCL's LOOP calls for a clause that is not well formed."
  (error 'simple-program-error
         :format-control "~?~%current LOOP context:~{ ~S~}."
         :format-arguments (list control arguments (jscl/loop::loop-context))))

(setf (symbol-function 'jscl/loop::loop-error) #'loop-syntax-error)
