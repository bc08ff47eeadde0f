;;;; What the image says of COMMON-LISP's symbols, and which of them a text names.

(defpackage "SYMBOL-FACTS" (:use "COMMON-LISP"))
(in-package "SYMBOL-FACTS")

(defun typep-by-name (symbol)
  "Whether SYMBOL is a type, or the name of compound ones."
  (some (lambda (specifier) (ignore-errors (typep nil specifier) t))
        `(,symbol (,symbol) (,symbol 1) (,symbol integer) (,symbol consp))))

(defun class-kind (class)
  (cond ((subtypep class 'condition) "condition")
        (t "class")))

(defun kinds (symbol)
  (let ((class (find-class symbol nil)))
    (remove nil
            (list (cond ((special-operator-p symbol) "special operator")
                        ((macro-function symbol) "macro")
                        ((not (fboundp symbol)) nil)
                        ((typep (fdefinition symbol) 'generic-function) "generic function")
                        (t "function"))
                  (and (boundp symbol) (if (constantp symbol) "constant" "variable"))
                  (cond (class (class-kind class))
                        ((typep-by-name symbol) "type"))
                  (and (member symbol lambda-list-keywords) "lambda list keyword")))))

(defun write-kinds ()
  "A line for each external symbol of COMMON-LISP: its name and its kinds."
  (do-external-symbols (symbol "COMMON-LISP")
    (format t "~A	~{~A~^, ~}~%" (symbol-name symbol) (kinds symbol))))

(defun standard-names (form)
  "The names of COMMON-LISP's symbols in FORM, each once."
  (let ((found '()) (count 0))
    (labels ((walk (x)
               (when (< (incf count) 20000)
                 (cond ((symbolp x)
                        (when (and x (eq (symbol-package x) (find-package "COMMON-LISP"))) (pushnew x found)))
                       ((consp x)
                        (when (null (car x)) (pushnew nil found))
                        (walk (car x))
                        (walk (cdr x)))
                       ((and (vectorp x) (not (stringp x))) (map nil #'walk x))))))
      (walk form))
    (mapcar #'symbol-name found)))

(defun write-names (text)
  "A line with the names of COMMON-LISP's symbols in the lists that TEXT has; up to what the reader refuses."
  (let ((*package* (find-package "COMMON-LISP-USER")) (*read-eval* nil) (forms '()) (start 0) (end '#:end))
    (ignore-errors
      (loop (multiple-value-bind (form next) (read-from-string text nil end :start start)
              (when (eq form end) (return))
              (push form forms)
              (setq start next))))
    (format t "~{~A~^ ~}~%" (standard-names forms))))
