;;;; What programs call of the image's own.

(in-package "JSCL-MCP")

(defmacro defun-for-programs (name lambda-list documentation &body body)
  "Defines a function that programs call by its name: DESCRIBE says how, which it does of no other of the image."
  `(progn
     (defun ,name ,lambda-list ,@body)
     (%runtime "describeFunction" #',name ',lambda-list ',documentation)))

(defun-for-programs kept-value (handle)
  "The value that the image keeps by HANDLE, one of the handles of results and of inspect-value. An error where it
is not kept any more."
  (find-kept-value handle))
