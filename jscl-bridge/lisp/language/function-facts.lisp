;;;; What a function is and came from: COMPILED-FUNCTION-P, FUNCTION-LAMBDA-EXPRESSION, DISASSEMBLE.

(in-package "JSCL-MCP")

(defun complement (function)
  "A function that is true where FUNCTION is false."
  (require-type function function)
  (lambda (&rest arguments) (not (apply function arguments))))

(defun compiled-function-p (object)
  "True when OBJECT is a function: the image compiles each."
  (functionp object))

(defun function-lambda-expression (function)
  "What FUNCTION was compiled from, or NIL where that was not kept; T, as it may be a closure; and its name."
  (require-type function function)
  (let ((name (or (%runtime "nameOfFunction" function)
                  (let ((generic (generic-function-named function)))
                    (and generic (jscl::generic-function-name generic)))))
        (source (%runtime "sourceOfFunction" function)))
    (values (and source (lambda-expression-of name source)) t name)))

(defun lambda-expression-of (name source)
  "The lambda expression of the function NAME whose lambda list and body are SOURCE; NIL for one that a macro wrote."
  (let ((block (cond ((symbolp name) name)
                     ((member (car name) '(setf flet labels)) (cadr name)))))
    (cond (block
           (let ((body (cdr source)) (head '()))
             (do () ((not (or (and (stringp (car body)) (cdr body))
                              (and (consp (car body)) (eq (caar body) 'declare)))))
               (push (pop body) head))
             `(lambda ,(car source)
                ,@(reverse head)
                (block ,(if (consp block) (cadr block) block) ,@body))))
          ((eq (car name) 'lambda) `(lambda ,@source)))))

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
