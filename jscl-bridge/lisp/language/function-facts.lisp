;;;; What a function is and came from: COMPILED-FUNCTION-P, FUNCTION-LAMBDA-EXPRESSION, DISASSEMBLE.

(in-package "JSCL-MCP")

(defun compiled-function-p (object)
  "True when OBJECT is a function: the image compiles each."
  (functionp object))

(defun function-lambda-expression (function)
  "What FUNCTION was compiled from, which the image does not keep; T, as it may be a closure; and its name."
  (require-type function function)
  (values nil t (%runtime "nameOfFunction" function)))

(defun function-of-designator (object)
  "The function that OBJECT is, names, or is the lambda expression of."
  (cond ((functionp object) object)
        ((and (consp object) (eq (car object) 'lambda)) (compile nil object))
        ((and (symbolp object) (macro-function object)))
        ((or (symbolp object) (setf-name-p object)) (fdefinition object))
        (t (wrong-type object '(or function sb-impl::function-name (cons (eql lambda)))))))

(defun disassemble (object &key (stream *standard-output*) (use-labels t))
  "Writes the JavaScript that OBJECT, a function, its name or a lambda expression, was compiled to."
  (declare (ignore use-labels))
  (write-line (%runtime "string" (%js-inline "String($0)" (function-of-designator object))) stream)
  nil)
