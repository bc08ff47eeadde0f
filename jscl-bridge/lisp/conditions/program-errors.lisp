;;;; Mistakes in a form, as the conditions that SBCL's compiler and its macros signal. The compiler finds the
;;;; mistakes (jscl-bridge/compiler/syntax/program-error.ts) and calls these functions to word them.

(in-package "JSCL-MCP")

(defvar *special-operator-parameters*
  '((block name &rest forms) (catch tag &body body) (eval-when situations &rest forms) (flet definitions &body body)
    (function thing) (go tag) (labels definitions &body body) (let bindings &body body) (let* bindings &body body)
    (load-time-value form &optional read-only-p) (macrolet definitions &rest body) (multiple-value-call fun &rest args)
    (multiple-value-prog1 values-form &rest forms) (progv vars vals &body body) (quote thing)
    (return-from name &optional value) (symbol-macrolet macrobindings &body body) (the value-type form)
    (throw tag result) (unwind-protect protected &body cleanup) (if test then &optional else))
  "The parameters that SBCL shows for its special operators.")

(defvar *macro-parameters*
  '((assert test-form &optional places datum &rest arguments) (call-method &rest args) (case keyform &body cases)
    (ccase keyform &body cases) (check-type place type &optional type-string) (ctypecase keyform &body cases)
    (decf place &optional (delta)) (defclass name direct-superclasses direct-slots &rest options)
    (defconstant name value &optional (doc)) (defgeneric fun-name lambda-list &body options)
    (define-compiler-macro name lambda-list &body body)
    (define-condition name (&rest parent-types) (&rest slot-specs) &body options)
    (define-method-combination name . args)
    (define-modify-macro name lambda-list function &optional doc-string)
    (define-setf-expander access-fn lambda-list &body body) (define-symbol-macro name expansion)
    (defmacro name lambda-list &body body) (defmethod name &rest args) (defpackage package &rest options)
    (defparameter var val &optional (doc)) (defsetf access-fn &rest rest)
    (defstruct name-and-options &rest slot-descriptions) (deftype name lambda-list &body body)
    (defun name lambda-list &body body) (defvar var &optional (val) (doc))
    (destructuring-bind lambda-list expression &body body) (do varlist endlist &body body)
    (do* varlist endlist &body body) (do-all-symbols (var &optional result-form) &body body-decls)
    (do-external-symbols (var &optional (package) result-form) &body body-decls)
    (do-symbols (var &optional (package) result-form) &body body-decls)
    (dolist (var list &optional (result)) &body body) (dotimes (var count &optional (result)) &body body)
    (ecase keyform &body cases) (etypecase keyform &body cases) (formatter control-string)
    (handler-bind bindings &body forms) (handler-case form &rest cases) (in-package string-designator)
    (incf place &optional (delta)) (lambda args &body body) (loop-finish)
    (multiple-value-bind vars value-form &body body) (multiple-value-list value-form)
    (multiple-value-setq vars value-form) (nth-value n form) (pop place)
    (pprint-logical-block
     (stream-symbol object &rest keys &key (prefix) (per-line-prefix) (suffix)) &body body)
    (print-unreadable-object (object stream &key type identity) &body body)
    (prog varlist &body body-decls) (prog* varlist &body body-decls) (prog1 result &body body)
    (prog2 form1 result &body body) (push obj place) (pushnew obj place &rest keys) (remf place indicator)
    (restart-bind bindings &body forms) (restart-case expression &body clauses) (return &optional (value))
    (step form) (time form) (typecase keyform &body cases) (unless test &body forms) (when test &body forms)
    (with-accessors slots instance &body body) (with-compilation-unit options &body body)
    (with-condition-restarts condition-form restarts-form &body body)
    (with-hash-table-iterator (name hash-table) &body body)
    (with-input-from-string (var string &key index (start) end) &body forms-decls)
    (with-open-file (stream filespec &rest options) &body body) (with-open-stream (var stream) &body body)
    (with-output-to-string (var &optional string &key (element-type)) &body body)
    (with-package-iterator (mname package-list &rest symbol-types) &body body)
    (with-simple-restart (restart-name format-string &rest format-arguments) &body forms)
    (with-slots slots instance &body body))
  "The parameters that SBCL shows for the macros of COMMON-LISP.")

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

(defun argument-count (arguments)
  "The number of ARGUMENTS, and whether they are a proper list."
  (do ((rest arguments (cdr rest))
       (count 0 (1+ count)))
      ((not (consp rest)) (values count (null rest)))))

(defun argument-count-condition (kind name arguments parameters)
  "An ARG-COUNT-ERROR about ARGUMENTS, or a part of them, that do not fit PARAMETERS, or NIL when they do."
  (multiple-value-bind (minimum maximum) (parameter-counts parameters)
    (multiple-value-bind (count proper) (argument-count arguments)
      (if (and (>= count minimum) (or (null maximum) (and proper (<= count maximum))))
          ;; A required parameter may be a pattern of its own.
          (do ((rest parameters (cdr rest))
               (arguments arguments (cdr arguments)))
              ((or (not (consp rest)) (memq (car rest) lambda-list-keywords)) nil)
            (when (consp (car rest))
              (let ((inner (argument-count-condition kind name (car arguments) (car rest))))
                (when inner (return inner)))))
          (make-condition 'arg-count-error :kind kind :name name :args arguments :lambda-list parameters
                                           :minimum minimum :maximum maximum)))))

(defun operand-condition (form destructuring)
  "What is wrong with the number of operands of FORM. DESTRUCTURING says that the evaluator took it apart."
  (let* ((operator (car form))
         (special (cdr (assoc operator *special-operator-parameters*)))
         (macro (cdr (assoc operator *macro-parameters*))))
    (or (cond ((eq operator 'setf)
               (argument-count-condition 'destructuring-bind nil (cdr form) '(place value-form . more)))
              ((and destructuring (eq operator 'eval-when))
               (argument-count-condition 'destructuring-bind nil form '(eval-when situations &rest body)))
              ((and destructuring (eq operator 'symbol-macrolet))
               (argument-count-condition 'destructuring-bind nil (cdr form) '(definitions &rest body)))
              (destructuring (argument-count-condition 'destructuring-bind nil (cdr form) special))
              (special (argument-count-condition "special operator" operator (cdr form) special))
              (macro (argument-count-condition 'defmacro operator (cdr form) macro)))
        (make-condition 'simple-program-error :format-control "wrong number of operands in ~S"
                                              :format-arguments (list form)))))

(defun macro-call-condition (form)
  "What is wrong with the number of arguments in FORM, a call of a macro of COMMON-LISP, or NIL."
  (let ((entry (assoc (car form) *macro-parameters*)))
    (and entry (argument-count-condition 'defmacro (car form) (cdr form) (cdr entry)))))

(defun simple-condition-of (type control arguments)
  (make-condition type :format-control control :format-arguments arguments))

(defun specification-condition (specification kind)
  (argument-count-condition 'destructuring-bind nil specification
                            (if (eq kind :aux) '(var &optional init-form) '(var &optional default sup-p))))

(defun form-type-condition (datum type control)
  (if control
      (make-condition 'simple-type-error :datum datum :expected-type type
                                         :format-control control :format-arguments (list datum))
      (make-condition 'type-error :datum datum :expected-type type)))

(defun constant-binding-condition (symbol operator)
  (simple-condition-of 'simple-program-error "~A names a defined constant, and cannot be used in ~A."
                       (list (with-output-to-string (stream) (write-qualified symbol stream)) operator)))

(defun clause-order-condition (operator clause)
  (make-condition 'simple-reference-error
                  :format-control "Bad ~S clause:~%  ~S~%~S allowed as the key designator only in the final otherwise-clause, not in a normal-clause. Use (~S) instead, or move the clause to the correct position."
                  :format-arguments (list operator clause (car clause) (car clause))
                  :references (list (list :ansi-cl :macro operator))))

(defun indented (text)
  "TEXT with a space before each line."
  (with-output-to-string (stream)
    (write-char #\Space stream)
    (dotimes (i (length text))
      (write-char (char text i) stream)
      (when (char= (char text i) #\Newline) (write-char #\Space stream)))))

(defun expansion-condition (form condition)
  "That CONDITION was signalled while FORM was expanded."
  (let ((report (condition-report condition)))
    (simple-condition-of 'simple-program-error "during macroexpansion of ~A. Use ~S to intercept.~%~%~A"
                         (list (let ((*print-length* 3) (*print-level* 2) (*print-pretty* t) (*objects-on-one-line* t))
                                 (prin1-to-string form))
                               '*break-on-signals* (indented report)))))

(defun as-sbcl-names-it (form)
  "FORM, where it is the function that a DEFUN makes, as SBCL has it: with its block."
  (if (and (consp form) (eq (car form) 'function) (consp (cadr form)) (eq (caadr form) 'jscl::named-lambda)
           (consp (cddadr form)) (symbolp (cadadr form)))
      (destructuring-bind (name lambda-list . body) (cdadr form)
        (let ((first '()))
          (loop while (and (consp body)
                           (or (and (stringp (car body)) (cdr body))
                               (and (consp (car body)) (eq (caar body) 'declare))))
                do (push (pop body) first))
          `(function (,(intern "NAMED-LAMBDA" "SB-INT") ,name ,lambda-list ,@(nreverse first) (block ,name ,@body)))))
      form))

(defun error-texts (condition form)
  "FORM and the report of CONDITION as a COMPILED-PROGRAM-ERROR shows them: a list of two strings."
  (let ((*print-pretty* t) (*objects-on-one-line* t))
    (list (handler-case (let ((*print-level* 6) (*print-length* 12) (*print-array* nil)) (prin1-to-string (as-sbcl-names-it form)))
            (error () "#<unprintable form>"))
          (princ-to-string condition))))
