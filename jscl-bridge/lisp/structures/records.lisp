;;;; Records: named fields in a simple vector, for what must be made in microseconds while the image boots.

(in-package "JSCL-MCP")

(defmacro define-record (name &rest fields)
  "Defines MAKE-name with positional arguments and the places name-field, all open-coded."
  (let ((index -1))
    (labels ((named (prefix suffix)
               (intern (concatenate 'string prefix (symbol-name name) suffix) "JSCL-MCP"))
             (accessor (field)
               (incf index)
               `(defmacro ,(named "" (concatenate 'string "-" (symbol-name field))) (record)
                  (list 'svref record ,index))))
      `(progn
         (defmacro ,(named "MAKE-" "") (&rest values)
           (cons 'vector values))
         ,@(mapcar #'accessor fields)
         ',name))))

(defun memq (item list)
  "The tail of LIST that begins with ITEM, compared by EQ."
  (do ((rest list (cdr rest)))
      ((null rest) nil)
    (when (eq (car rest) item) (return rest))))

(defmacro each-value ((variable list) form)
  "A list of the values of FORM for each element of LIST: MAPCAR, but an error in FORM has no frame of that."
  (let ((values (gensym "VALUES")))
    `(let ((,values '()))
       (dolist (,variable ,list (nreverse ,values))
         (push ,form ,values)))))
