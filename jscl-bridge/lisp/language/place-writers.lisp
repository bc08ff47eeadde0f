;;;; The functions #'(SETF NAME) of places that SETF itself writes without a call.

(in-package "JSCL-MCP")

(defmacro define-place-writers (&rest places)
  "Defines for each of PLACES, forms of a name and its parameters, the function that stores a value there."
  `(progn
     ,@(mapcar (lambda (place)
                 `(defun (setf ,(car place)) (newval ,@(cdr place))
                    (setf ,(remove '&optional place) newval)))
               places)))

(define-place-writers
  (car list) (cdr list) (first list) (rest list) (second list) (third list) (fourth list) (fifth list) (sixth list)
  (seventh list) (eighth list) (ninth list) (tenth list)
  (caar list) (cadr list) (cdar list) (cddr list)
  (caaar list) (caadr list) (cadar list) (caddr list) (cdaar list) (cdadr list) (cddar list) (cdddr list)
  (caaaar list) (caaadr list) (caadar list) (caaddr list) (cadaar list) (cadadr list) (caddar list) (cadddr list)
  (cdaaar list) (cdaadr list) (cdadar list) (cdaddr list) (cddaar list) (cddadr list) (cdddar list) (cddddr list)
  (nth n list) (elt sequence index) (svref simple-vector index) (row-major-aref array index)
  (symbol-value symbol) (symbol-function symbol) (fdefinition name)
  (macro-function symbol &optional environment) (compiler-macro-function name &optional environment))
