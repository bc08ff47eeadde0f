;;;; DOCUMENTATION (CLHS 25): of functions and variables on the objects themselves, of anything else in a
;;;; table.

(in-package "JSCL-MCP")

(defvar *documentation* (make-hash-table :test 'equal)
  "Documentation that no object carries, by (kind . name).")

(defun function-documentation (function)
  ;; JSCL's own may be a string of JavaScript's.
  (let ((text (%js-inline "($0.@documentation ?? $1)" function nil)))
    (if (stringp text) text nil)))

(defun function-lambda-list (function)
  "The lambda list that FUNCTION was defined with, and whether that is known."
  (values (%js-inline "($0.@lambdaList ?? $1)" function nil)
          (%js-inline "($0.@lambdaList===undefined ? $1 : $2)" function nil t)))

(defun documented-function (x)
  "The function, or the expander of the macro, that X is or names; NIL where there is none."
  (cond ((functionp x) x)
        ((and (symbolp x) (special-operator-p x)) nil)
        ((symbolp x) (or (macro-function x) (and (fboundp x) (fdefinition x))))
        ((and (consp x) (eq (car x) 'setf) (fboundp x)) (fdefinition x))))

(defun standard-documentation (x)
  "What the function of COMMON-LISP does that X names or is; NIL where it is none."
  (let ((name (if (functionp x) (nth-value 2 (function-lambda-expression x)) x)))
    (when (and (symbolp name)
               (eq (symbol-package name) (find-package "COMMON-LISP"))
               (or (symbolp x) (and (fboundp name) (eq x (fdefinition name)))))
      (%runtime "wordsOfFunction" name))))

(defun class-documentation (class)
  (let ((state (class-state class)))
    (and state (class-state-documentation state))))

(defun type-documentation (name)
  (let ((class (and (symbolp name) (find-class name nil)))
        (structure (and (symbolp name) (jscl::get-structure-dsd name))))
    (cond (structure (jscl::dsd-docstring structure))
          (class (class-documentation class)))))

(defun object-documentation (object)
  (cond ((functionp object) (or (function-documentation object) (standard-documentation object)))
        ((packagep object) (function-documentation object))
        ((typep object 'class) (documentation (class-name object) 'type))))

(fmakunbound 'documentation)

(defgeneric documentation (x doc-type)
  (:method (x doc-type)
    (or (case doc-type
          (function (let ((function (documented-function x)))
                      (or (and function (function-documentation function)) (standard-documentation x))))
          (variable (and (symbolp x) (%js-inline "($0.@variableDocumentation ?? $1)" x nil)))
          (package (object-documentation (find-package x)))
          ((t) (object-documentation x)))
        (values (gethash (cons doc-type x) *documentation*))
        (and (memq doc-type '(type structure)) (type-documentation x)))))

(defgeneric (setf documentation) (text x doc-type)
  (:method (text x doc-type)
    (set-documentation text x doc-type)))

(with-method-counts (documentation 25 t) ((setf documentation) 24 t))

(defun set-documentation (text x doc-type)
  "Makes TEXT the documentation of X as a DOC-TYPE."
  (unless (typep text '(or null string))
    (wrong-type text '(or string null)))
  (let ((object (case doc-type
                  (function (documented-function x))
                  (package (find-package x))
                  ((t) x))))
    (cond ((or (functionp object) (packagep object)) (%js-inline "($0.@documentation=$1)" object text))
          ((and (eq doc-type 'variable) (symbolp x)) (%js-inline "($0.@variableDocumentation=$1)" x text))
          ((and (eq doc-type 't) (typep x 'class)) (setf (documentation (class-name x) 'type) text))
          (t (setf (gethash (cons doc-type x) *documentation*) text))))
  text)

(set-documentation "The documentation string of X as a DOC-TYPE, or NIL." 'documentation 'function)
