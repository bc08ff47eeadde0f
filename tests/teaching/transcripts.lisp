;;;; Evaluates transcripts in SBCL: reads one string for each, and writes an array of JSON with what came of
;;;; its forms, {"results": [{"form", "values"}], "stdout", "error": {"type", "message"}}.

(declaim (sb-ext:muffle-conditions sb-ext:compiler-note))

(defpackage :transcripts (:use :common-lisp))
(in-package :transcripts)

(defun write-json-string (string)
  (write-char #\")
  (loop for char across string
        do (case char
             ((#\" #\\) (format t "\\~a" char))
             (#\Newline (write-string "\\n"))
             (t (if (< (char-code char) 32)
                    (format t "\\u~4,'0x" (char-code char))
                    (write-char char)))))
  (write-char #\"))

(defun write-joined (things write-one)
  (write-char #\[)
  (loop for (thing . more) on things
        do (funcall write-one thing)
        when more do (write-char #\,))
  (write-char #\]))

(defun write-results (results)
  (let ((form -1))
    (write-joined results
                  (lambda (values)
                    (format t "{\"form\":~d,\"values\":" (incf form))
                    (write-joined values #'write-json-string)
                    (write-char #\})))))

(defun printed (value)
  (let ((*print-pretty* nil))
    (prin1-to-string value)))

(defvar *end* (make-symbol "END"))

(defun evaluate (code)
  "Evaluates the forms of CODE; returns lists of printed values, the output, and the condition that ended it."
  (let* ((results '())
         (ended nil)
         (output (make-string-output-stream))
         (*standard-output* output))
    (handler-bind ((warning #'muffle-warning))
      (handler-case
          (with-input-from-string (text code)
            (loop for form = (read text nil *end*)
                  until (eq form *end*)
                  do (push (mapcar #'printed (multiple-value-list (eval form))) results)))
        (error (condition) (setf ended condition))))
    (values (nreverse results) (get-output-stream-string output) ended)))

(defun answer (code)
  (multiple-value-bind (results output condition)
      (let ((*package* (find-package :common-lisp-user)))
        (evaluate code))
    (write-string "{\"results\":")
    (write-results results)
    (write-string ",\"stdout\":")
    (write-json-string output)
    (when condition
      (write-string ",\"error\":{\"type\":")
      (write-json-string (symbol-name (type-of condition)))
      (write-string ",\"message\":")
      (write-json-string (princ-to-string condition))
      (write-char #\}))
    (write-char #\})))

(let ((input (sb-sys:make-fd-stream 0 :external-format :utf-8 :buffering :full))
      (*standard-output* (sb-sys:make-fd-stream 1 :output t :external-format :utf-8 :buffering :full)))
  (write-joined (loop for code = (read input nil) while code collect code) #'answer)
  (finish-output))
