;;;; PRINT-UNREADABLE-OBJECT.

(in-package "JSCL-MCP")

(defun write-unreadable (object stream type identity body)
  "Writes #<…> around what the function BODY writes; TYPE and IDENTITY ask for the type and the address of OBJECT."
  (when *print-readably*
    (error 'print-not-readable :object object))
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

(defmacro print-unreadable-object ((object stream &key type identity) &body body)
  "Writes OBJECT to STREAM as #<…>, with what BODY writes inside."
  `(write-unreadable ,object ,stream ,type ,identity
                     ,(if body `(lambda () ,@body) nil)))
