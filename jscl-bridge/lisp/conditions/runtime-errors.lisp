;;;; Errors that compiled code meets, each with the restarts that SBCL offers for it.
;;;; The runtime calls these functions; what they return takes the place of what failed.

(in-package "JSCL-MCP")

(defun name-text (name)
  "NAME of a variable or function as the restarts print it."
  (prin1-to-string name))

(defun unbound-variable-error (symbol)
  "Signals that SYMBOL has no value. Returns the value that a restart gave."
  (restart-case (error 'unbound-variable :name symbol)
    (continue ()
      :report (lambda (stream) (format stream "Retry using ~A." (name-text symbol)))
      (if (boundp symbol)
          (symbol-value symbol)
          (unbound-variable-error symbol)))
    (use-value (value)
      :report "Use specified value."
      :interactive read-evaluated-form
      value)
    (store-value (value)
      :report "Set specified value and use it."
      :interactive read-evaluated-form
      (set symbol value))))

(defun function-name-of (symbol)
  "The function name that SYMBOL stands for: JSCL keeps the function (SETF F) on a symbol named \"(SETF_F)\"."
  (let ((name (if (symbolp symbol) (%runtime "setfNameIn" symbol) nil)))
    (if name (list 'setf name) symbol)))

(defun undefined-function-error (symbol arguments)
  "Signals that the function of SYMBOL, called with the list ARGUMENTS, is undefined. Returns the values of a restart."
  (let ((name (function-name-of symbol)))
  (restart-case (error 'undefined-function :name name)
    (continue ()
      :report (lambda (stream) (format stream "Retry calling ~A." (name-text name)))
      (if (fboundp name)
          (apply (fdefinition name) arguments)
          (undefined-function-error name arguments)))
    (use-value (function)
      :report "Call specified function."
      :interactive read-evaluated-form
      (apply function arguments))
    (sb-kernel::return-value (&rest values)
      :report "Return specified values."
      :interactive read-evaluated-form
      (values-list values))
    (sb-kernel::return-nothing ()
      :report "Return zero values."
      (values)))))

(defun undefined-function-reference (symbol &optional compiled)
  "Signals that the function of SYMBOL, wanted as an object, is undefined. Returns the function that a restart gave.
COMPILED is true in compiled code, where SBCL's restart has another text."
  (let ((name (function-name-of symbol)))
  (restart-case (error 'undefined-function :name name)
    (continue ()
      :report (lambda (stream) (format stream "Retry using ~A." (name-text name)))
      (if (fboundp name)
          (fdefinition name)
          (undefined-function-reference name compiled)))
    (use-value (function)
      :report (lambda (stream) (format stream "Use specified function~:[~;.~]" compiled))
      :interactive read-evaluated-form
      (if (symbolp function) (fdefinition function) function)))))

(defun argument-count-error (arguments)
  "Signals that a function cannot be called with the list ARGUMENTS. Returns the values of a restart."
  (restart-case (error 'simple-program-error
                       :format-control "invalid number of arguments: ~S"
                       :format-arguments (list (length arguments)))
    (replace-function (function)
      :report "Call a different function with the same arguments"
      :interactive read-evaluated-form
      (apply function arguments))
    (call-form (form)
      :report "Call a different form"
      :interactive read-evaluated-form
      (eval form))))

(defun dotted-arguments-error (tail)
  "Signals that TAIL ends a list of arguments. Returns when it is to be ignored."
  (restart-case (error 'values-list-argument-error :datum tail :expected-type 'list)
    (continue ()
      :report "Ignore the last CDR"
      nil)))

(defun unknown-keyword-error (name)
  "Signals that a function has no keyword parameter NAME. Returns NIL when the keyword is to be ignored."
  (restart-case (error 'unknown-keyword-argument :name name)
    (continue ()
      :report "Ignore all unknown keywords"
      nil)))

(defun throw-error (tag)
  "Signals that no CATCH for TAG is active."
  (error 'simple-control-error
         :format-control "attempt to THROW to a tag that does not exist: ~S" :format-arguments (list tag)))

(defun exit-error ()
  "Signals that a block or tagbody was left before a RETURN-FROM or GO to it."
  (error 'simple-control-error
         :format-control "attempt to RETURN-FROM a block or GO to a tag that no longer exists"))

(defun constant-redefinition-error (name old-value new-value)
  "Signals that the constant NAME gets another value. True when a restart says to change it, NIL to keep the old one."
  (restart-case (error 'defconstant-uneql :name name :old-value old-value :new-value new-value)
    (continue ()
      :report "Go ahead and change the value."
      t)
    (abort ()
      :report "Keep the old value."
      nil)))
