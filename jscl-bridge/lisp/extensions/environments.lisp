;;;; The questions about environments of CLtL2, 8.5, as SB-CLTL2 has them.

(in-package "SB-CLTL2")

(defun variable-information (name &optional environment)
  "What NAME means as a variable in ENVIRONMENT: a kind, whether it is bound there, and declarations."
  (jscl-mcp::require-type name symbol)
  (jscl-mcp::variable-in-environment name environment))

(defun function-information (name &optional environment)
  "What NAME means as a function in ENVIRONMENT: a kind, whether it is bound there, and declarations."
  (jscl-mcp::function-in-environment name environment))

(defvar *declaration-handlers* (make-hash-table :test 'eq))

(defun declaration-information (declaration-name &optional environment)
  "What is declared by that name: of OPTIMIZE a list of qualities, of DECLARATION a list of names."
  (case declaration-name
    (optimize (jscl-mcp::qualities environment))
    (declaration (jscl-mcp::declaration-names))
    (sb-ext:muffle-conditions nil)
    (t (if (gethash declaration-name *declaration-handlers*)
           nil
           (error "Unsupported declaration ~S." declaration-name)))))

(defun parse-macro (name lambda-list body &optional environment)
  "The lambda expression of the macro function that DEFMACRO makes of its arguments."
  (declare (ignore environment))
  (jscl-mcp::macro-lambda name lambda-list body 'defmacro))

(defun enclose (lambda-expression &optional environment)
  "The function that LAMBDA-EXPRESSION is in ENVIRONMENT."
  (declare (ignore environment))
  (coerce lambda-expression 'function))

(defun macroexpand-all (form &optional environment)
  "FORM with all macro calls in it expanded."
  (jscl-mcp::expand-all form environment))

(defmacro compiler-let (bindings &body body &environment environment)
  "Binds special variables while the forms of BODY are expanded."
  (progv (mapcar (lambda (binding) (if (consp binding) (first binding) binding)) bindings)
      (mapcar (lambda (binding) (and (consp binding) (eval (second binding)))) bindings)
    (macroexpand-all `(progn ,@body) environment)))

(defmacro define-declaration (name lambda-list &body body)
  "Makes NAME a declaration that programs may write."
  `(eval-when (:compile-toplevel :load-toplevel :execute)
     (proclaim '(declaration ,name))
     (setf (gethash ',name *declaration-handlers*) (lambda ,lambda-list ,@body))
     ',name))

(defun augment-environment (environment &key variable symbol-macro function macro declare)
  "ENVIRONMENT with more bindings: names of variables and functions, and names with what they expand into."
  (jscl-mcp::augmented environment variable symbol-macro function macro declare))

(defun sb-int:make-macro-lambda (name lambda-list body kind operator &key &allow-other-keys)
  "The lambda expression of a macro function: KIND is the defining operator, such as DEFMACRO, OPERATOR the name."
  (declare (ignore name))
  (jscl-mcp::macro-lambda operator lambda-list body kind))

(defun sb-int:constant-form-value (form &optional environment)
  "The value of FORM, which is constant."
  (let ((form (macroexpand form environment)))
    (if (constantp form environment)
        (eval form)
        (error "~S is not a constant form." form))))

(defvar sb-pcl::*method-name* nil
  "SBCL's name of the method that is compiled; never known here.")

(defun sb-c::lexenv-lambda (environment)
  "The function that ENVIRONMENT is in, as SBCL's compiler has it: there is none."
  (declare (ignore environment))
  nil)
