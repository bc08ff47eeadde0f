;;;; DEFINE-MODIFY-MACRO (CLHS 5.1.2).

(in-package "JSCL-MCP")

(defmacro define-modify-macro (name lambda-list function &optional documentation)
  "Defines the macro NAME, which stores in its place what FUNCTION makes of the value there and the other arguments."
  (let ((place (gensym "PLACE"))
        (environment (gensym "ENVIRONMENT"))
        (arguments '())
        (tail nil))
    (do ((rest lambda-list (cdr rest)))
        ((null rest))
      (cond ((eq (car rest) '&rest)
             (setq tail (cadr rest))
             (return))
            ((not (eq (car rest) '&optional))
             (push (if (consp (car rest)) (caar rest) (car rest)) arguments))))
    `(defmacro ,name (,place ,@lambda-list &environment ,environment)
       ,@(and documentation (list documentation))
       (multiple-value-bind (temporaries values stores writer reader) (get-setf-expansion ,place ,environment)
         (list 'let*
               (append (mapcar #'list temporaries values)
                       (list (list (car stores) (list* ',function reader ,@(reverse arguments) ,tail))))
               writer)))))
