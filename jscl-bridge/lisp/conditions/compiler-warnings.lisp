;;;; Warnings of the compiler, as conditions of SBCL's names, and warnings of definitions that replace others.

(in-package "JSCL-MCP")

(define-condition type-style-warning (reference-condition simple-style-warning) ())
(define-condition constant-modified (reference-condition simple-warning) ())
(define-condition duplicate-case-key-warning (simple-style-warning) ())
(define-condition local-argument-mismatch (reference-condition simple-warning) ())
(define-condition format-args-mismatch (reference-condition) ())
(define-condition format-too-few-args-warning (format-args-mismatch simple-warning) ())
(define-condition format-too-many-args-warning (format-args-mismatch simple-style-warning) ())
(define-condition asterisks-around-lexical-variable-name (simple-style-warning) ())
(define-condition &optional-and-&key-in-lambda-list (simple-style-warning) ())
(define-condition simple-redefinition-warning (simple-condition redefinition-warning) ())
(define-condition redefinition-with-defun (simple-redefinition-warning) ())
(define-condition redefinition-with-defmacro (simple-redefinition-warning) ())
(define-condition redefinition-with-defgeneric (simple-redefinition-warning) ())
(define-condition redefinition-with-defmethod (simple-redefinition-warning) ())
(define-condition inlining-dependency-failure (simple-style-warning) ())
(define-condition package-at-variance (reference-condition simple-warning) ())

(defun compiler-warning (type message)
  (make-condition type :format-control "~A" :format-arguments (list message)))

(defun known-type-p (name)
  "True when the symbol NAME names a type, or is an operator of compound type specifiers."
  (and (or (map-get *type-predicates* name)
           (map-get *type-expanders* name)
           (find-class name nil)
           (map-get *type-arguments* name)
           (memq name *names-of-compound-types*)
           (eq name '*)
           (jscl::get-expander-for name))
       t))

(defun generic-lambda-list (function)
  (jscl::generic-function-lambda-list (generic-function-named function)))

;;; Compilation units

(defun begin-compilation-unit (override)
  (%js-inline "R.beginUnit($0)" override))

(defun end-compilation-unit (outer)
  (%js-inline "R.endUnit($0)" outer))

(defmacro with-compilation-unit ((&key override &allow-other-keys) &body body)
  "Runs BODY; what it compiles is warned of as undefined at its end alone."
  (let ((outer (gensym "OUTER")))
    `(let ((,outer (begin-compilation-unit ,override)))
       (unwind-protect (progn ,@body)
         (end-compilation-unit ,outer)))))

;;; Definitions that replace others: what DEFGENERIC and DEFMETHOD call

(defun warn-of-redefinition (type operator name)
  (warn (compiler-warning type (format nil "redefining ~A in ~A" name operator))))

(defun warn-of-method-redefinition (gf method)
  (let ((qualifiers (jscl::!method-qualifiers method))
        (specializers (jscl::!method-specializers method)))
    (let ((old (find-same-method gf qualifiers specializers)))
      (when (and old (not (from-file-at-work-p old)))
        (warn-of-redefinition 'redefinition-with-defmethod 'defmethod
                              (format nil "~S~{ ~S~} ~A" (jscl::generic-function-name gf) qualifiers
                                      (mapcar #'specializer-text specializers)))))
    (note-file-at-work method)))

(defun from-file-at-work-p (definition)
  "True when DEFINITION, a generic function or a method, comes from the file that is being loaded: SBCL is silent then."
  (%js-inline "R.isFromFileAtWork($0)" definition))

(defun note-file-at-work (definition)
  (%js-inline "R.noteFileAtWork($0)" definition))

(defun specializer-text (specializer)
  (if (eql-specializer-p specializer)
      (format nil "#<SB-MOP:EQL-SPECIALIZER ~S>" (cadr specializer))
      (prin1-to-string specializer)))

;;; Types that conflict, and calls that are computed while they are compiled

(defun type-conflict (datum type what form type-text)
  "Signals that DATUM is not of TYPE, as the compiler said before: \"Value WHAT in FORM is\"; without FORM, as of any
value. Leaves it to the operation to judge a datum that is of TYPE after all, or a type that is SBCL's alone."
  (unless (handler-case (typep datum type)
            (error () t))
    (if (string= form "")
        (error 'type-error :datum datum :expected-type type)
        (error 'simple-type-error
               :datum datum :expected-type type
               :format-control "Value ~A in ~A is ~S, not a ~A."
               :format-arguments (list what form datum type-text)))))

(defun result-conflict (datum type what definition type-text)
  "Signals that DATUM, which WHAT in DEFINITION returns, is not of TYPE, as the compiler said before."
  (unless (handler-case (typep datum type)
            (error () t))
    (error 'simple-type-error
           :datum datum :expected-type type
           :format-control "Values [~S] from ~A in ~A is not of the declared return type of the function (VALUES ~A &REST T)."
           :format-arguments (list datum what definition type-text))))

(defun error-of-call (name arguments)
  "The message of the error that calling NAME with ARGUMENTS signals, NIL when it signals none."
  (handler-case (progn (apply name arguments) nil)
    (error (condition) (princ-to-string condition))))

(defun structure-name-p (name)
  (and (gethash name *structures*) t))
