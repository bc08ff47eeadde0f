;;;; Functions of symbols (CLHS chapters 5 and 10) with the types of their arguments checked.

(in-package "JSCL-MCP")

(defmacro define-checked (name lambda-list &rest types)
  "Makes the library's function NAME check its first parameters against TYPES."
  (let ((required (remove-if (lambda (each) (member each lambda-list-keywords)) lambda-list)))
    `(let ((library (symbol-function ',name)))
       (setf (symbol-function ',name)
             #'(jscl::named-lambda ,name ,lambda-list
                 ,@(mapcar (lambda (parameter type) `(require-type ,parameter ,type)) required types)
                 (funcall library ,@required))))))

(define-checked symbol-plist (symbol) symbol)
(define-checked boundp (symbol) symbol)
(define-checked make-symbol (name) string)

(defun set (symbol value)
  "Stores VALUE as the global or innermost dynamic value of SYMBOL."
  (require-type symbol symbol)
  (setf (symbol-value symbol) value))

(defun (setf symbol-plist) (new-value symbol)
  "Makes NEW-VALUE the property list of SYMBOL."
  (require-type new-value list)
  (require-type symbol symbol)
  (%js-inline "($0.plist=$1)" symbol new-value))

(defun makunbound (symbol)
  "Makes SYMBOL have no value."
  (require-type symbol symbol)
  (%runtime "makeUnbound" symbol))

(defun setf-name-p (name)
  (and (consp name) (eq (car name) 'setf) (consp (cdr name)) (symbolp (cadr name)) (null (cddr name))))

(defun invalid-function-name-error (name)
  (error 'simple-type-error
         :datum name :expected-type 'sb-impl::function-name
         :format-control "Invalid function name: ~S" :format-arguments (list name)))

(defun invalid-function-name (name)
  "Signals that NAME is no function name. Returns the function that a restart gave."
  (restart-case (invalid-function-name-error name)
    (continue ()
      :report (lambda (stream) (format stream "Retry using ~S." name))
      (fdefinition name))
    (use-value (function)
      :report "Use specified function"
      :interactive read-evaluated-form
      (as-function function))))

(defun require-function-name (name)
  "What writes functions says of an atom that its types do not have it, and of a list that it is no name."
  (cond ((or (symbolp name) (setf-name-p name)))
        ((consp name) (invalid-function-name-error name))
        (t (case-failure 'etypecase name
                         '(or symbol (cons (eql setf) cons) list) '(symbol (cons (eql setf) cons) list)))))

(let ((library (symbol-function 'fboundp)))
  (defun fboundp (name)
    "True when NAME names a function, a macro or a special operator."
    (if (or (symbolp name) (setf-name-p name))
        (funcall library name)
        (invalid-function-name-error name))))

(let ((library (symbol-function 'copy-symbol)))
  (defun copy-symbol (symbol &optional copy-properties)
    "A new uninterned symbol with the name of SYMBOL, and with its value, properties and function when COPY-PROPERTIES."
    (require-type symbol symbol)
    (funcall library symbol copy-properties)))

(let ((library (symbol-function 'fmakunbound)))
  (defun fmakunbound (name)
    "Makes NAME have no function."
    (require-function-name name)
    (funcall library (if (symbolp name) name (jscl::setf-function-symbol name)))
    name))

(defun fdefinition (name)
  "The function that NAME names; an UNDEFINED-FUNCTION error when there is none."
  (unless (or (symbolp name) (setf-name-p name))
    (return-from fdefinition (invalid-function-name name)))
  (let ((symbol (if (symbolp name) name (jscl::setf-function-symbol name))))
    (if (fboundp symbol)
        (symbol-function symbol)
        (undefined-function-reference symbol))))

(defparameter *gensym-counter* 0
  "The number of the next symbol that GENSYM makes.")

(defun gensym (&optional (thing "G"))
  "A new uninterned symbol. THING is a prefix, or the number to use instead of the counter."
  (cond ((stringp thing)
         (make-symbol (concatenate 'string thing (princ-to-string (1- (incf *gensym-counter*))))))
        ((and (integerp thing) (>= thing 0))
         (make-symbol (concatenate 'string "G" (princ-to-string thing))))
        (t (wrong-type thing '(or string unsigned-byte)))))

(defvar *gentemp-counter* 0
  "The number that GENTEMP tried last.")

(defun gentemp (&optional (prefix "T") (package *package*))
  "A new symbol of PACKAGE whose name is PREFIX and a number."
  (unless (stringp prefix)
    (wrong-type prefix 'string))
  (loop
    (multiple-value-bind (symbol status)
        (intern (concatenate 'string prefix (princ-to-string (incf *gentemp-counter*))) package)
      (when (null status)
        (return symbol)))))

(let ((library (symbol-function 'values-list)))
  (defun values-list (list)
    "The elements of LIST as values."
    (do ((rest list (cdr rest)))
        ((not (consp rest))
         (unless (null rest)
           (if (consp list)
               (restart-case (error 'values-list-argument-error :datum rest :expected-type 'list)
                 (continue ()
                   :report "Ignore the last CDR"
                   nil))
               (wrong-type list 'list)))))
    (funcall library list)))
