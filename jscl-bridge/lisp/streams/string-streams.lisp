;;;; Macros over the string streams and FORMAT that the runtime provides.

(in-package "JSCL-MCP")

(defmacro with-input-from-string ((variable string &key index (start 0) end) &body body)
  "Runs BODY with VARIABLE bound to a stream over STRING."
  (let ((declarations '()))
    (do () ((not (and (consp (car body)) (eq (caar body) 'declare))))
      (push (pop body) declarations))
    `(let ((,variable (make-string-input-stream ,string ,start ,end)))
       ,@(reverse declarations)
       ,(if index
            `(multiple-value-prog1 (progn ,@body)
               (setf ,index (string-input-index ,variable)))
            `(unwind-protect (progn ,@body)
               (close ,variable))))))

(defmacro with-output-to-string ((variable &optional string &key (element-type ''character)) &body body)
  "Runs BODY with VARIABLE bound to a stream. The string that was written, or the values of BODY where it went to the
end of STRING, which has a fill pointer."
  (if string
      (let ((type (gensym "TYPE")))
        `(let* ((,variable (jscl::%make-fill-pointer-output-stream ,string)) (,type ,element-type))
           (declare (ignore ,type))
           ,@body))
      `(let* ((,variable (make-string-output-stream :element-type ,element-type)))
         ,@body
         (get-output-stream-string ,variable))))

(defmacro formatter (control-string)
  "A function of a stream and arguments that writes them by CONTROL-STRING and returns the arguments left over."
  (unless (stringp control-string)
    (wrong-type control-string 'sequence))
  (check-control control-string)
  `(lambda (stream &rest arguments)
     (apply #'format-rest stream ,control-string arguments)))
