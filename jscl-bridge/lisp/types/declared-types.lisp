;;;; Functions that compiled code calls where a value may not be of its declared type.

(in-package "JSCL-MCP")

(defun require-type-name (type)
  "TYPE when it is a list that begins with a name; otherwise an error."
  (if (and (consp type) (symbolp (car type)))
      type
      (error "Bad type specifier: ~S" type)))

(defun check-declared-type (value type binding)
  "VALUE, when it is of TYPE; otherwise an error, which names the variable BINDING that was to have the value."
  (let ((tested (cond ((symbolp type) (asserted-type type))
                      ((consp type) (asserted-type (require-type-name type)))
                      ((jscl::std-instance-p type) type)
                      (t (require-type-name type)))))
    (unless (typep value tested)
      (error 'type-error :datum value :expected-type (simplified-type type) :context binding))
    value))

(defun check-symbol-value (symbol value type what)
  "Signals unless VALUE fits the type that SYMBOL was proclaimed to have; WHAT says what is done with SYMBOL."
  (unless (typep value type)
    (error 'simple-type-error :datum value :expected-type (simplified-type type)
                              :format-control "Cannot ~? to ~S, not of type ~S."
                              :format-arguments (list what (list symbol) value (simplified-type type)))))

(defun constant-modification-error (symbol what)
  "Signals that the constant SYMBOL would change; WHAT says how. Returns when that is to be."
  (cond ((null symbol) (error "Nihil ex nihil. (can't ~?)" what (list symbol)))
        ((eq symbol t) (error "Veritas aeterna. (can't ~?)" what (list symbol)))
        ((keywordp symbol) (error "Can't ~?." what (list symbol)))
        (t (restart-case (error "Constant modification: attempt to ~?." what (list symbol))
             (continue ()
               :report "Modify the constant."
               nil)))))
