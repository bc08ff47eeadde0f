;;;; PRINT-UNREADABLE-OBJECT.

(in-package "JSCL-MCP")

(defun write-unreadable (object stream type identity body)
  "Writes #<…> around what the function BODY writes; TYPE and IDENTITY ask for the type and the address of OBJECT."
  (when *print-readably*
    (let ((instead (print-not-readable-error object)))
      (if instead
          (prin1 (car instead) stream)
          (let ((*print-readably* nil))
            (prin1 object stream))))
    (return-from write-unreadable nil))
  (write-string "#<" stream)
  (when type
    (prin1 (type-of object) stream)
    (write-char #\Space stream))
  (when body (funcall body))
  (when identity
    (when (or body (not type)) (write-char #\Space stream))
    (write-string "{" stream)
    (write-string (%js-inline "R.addressOf($0)" object) stream)
    (write-string "}" stream))
  (write-string ">" stream)
  nil)

(defun print-not-readable-error (object)
  "Signals that OBJECT cannot be printed readably. Returns a list of what to print in its place, or NIL when it is to be
printed nevertheless."
  (restart-case (error 'print-not-readable :object object)
    (print-unreadably ()
      :report "Print unreadably."
      nil)
    (use-value (other)
      :report "Supply an object to be printed instead."
      :interactive read-evaluated-form
      (list other))))

(defmacro print-unreadable-object ((object stream &key type identity) &body body)
  "Writes OBJECT to STREAM as #<…>, with what BODY writes inside."
  `(write-unreadable ,object ,stream ,type ,identity
                     ,(if body `(lambda () ,@body) nil)))
