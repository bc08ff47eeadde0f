;;;; A child of the fuzzer: reads (mode text names) from its input, evaluates the forms of the text,
;;;; compiled or interpreted, and answers with a line of JSON: the values, the type of the error that
;;;; nothing handled, the log of NOTE, the values of the named variables, and whether the compiler gave a
;;;; full WARNING or found an error, and whether it left out code that cannot be reached.

(declaim (optimize (safety 3)))

(defvar *log*)
(defvar *warned*)
(defvar *deleted*)
(defvar *unhandled*)

(defun note (key value)
  (push (format nil "~S:~S" key value) *log*)
  value)

(defun evaluate-compiled (form)
  (multiple-value-bind (function warned failed)
      (handler-bind ((warning (lambda (c)
                                (unless (typep c 'style-warning) (setf *warned* t))
                                (muffle-warning c)))
                     (sb-ext:compiler-note (lambda (c)
                                             (when (typep c 'sb-ext:code-deletion-note) (setf *deleted* t))
                                             (muffle-warning c))))
        (compile nil `(lambda () ,form)))
    (declare (ignore warned))
    (when failed (setf *warned* t))
    (funcall function)))

(defun evaluate-interpreted (form)
  (let ((sb-ext:*evaluator-mode* :interpret))
    (eval form)))

(defun evaluate-text (mode text)
  "The values of the last form; an error that nothing handles ends it."
  (let ((evaluate (ecase mode (:compiled #'evaluate-compiled) (:interpreted #'evaluate-interpreted)))
        (values '()))
    (with-input-from-string (in text)
      (loop for form = (read in nil in)
            until (or (eq form in) *unhandled*)
            do (setf values (multiple-value-list (funcall evaluate form)))))
    values))

(defun standard-type (condition)
  "The most specific standard type of a condition that tells what went wrong."
  (class-name (find-if (lambda (class)
                         (let ((name (class-name class)))
                           (and (eq (symbol-package name) (find-package :common-lisp))
                                (not (eq name 'simple-condition)))))
                       (sb-mop:class-precedence-list (class-of condition)))))

(defun outcome (mode text)
  "The values as texts, and the type of the first error that nothing handled.
A cleanup may still leave for somewhere in the program."
  (let* ((*unhandled* nil)
         (ended (list nil))
         (values (catch ended
                   (let ((sb-ext:*invoke-debugger-hook*
                           (lambda (c hook)
                             (declare (ignore hook))
                             (unless *unhandled* (setf *unhandled* c))
                             (throw ended '()))))
                     (mapcar #'prin1-to-string (evaluate-text mode text))))))
    (if *unhandled*
        (values '() (standard-type *unhandled*))
        (values values nil))))

(defun json (object)
  (etypecase object
    (list (format nil "[~{~A~^,~}]" (mapcar #'json object)))
    (string (format nil "\"~A\"" (escaped object)))))

(defun escaped (string)
  (with-output-to-string (out)
    (loop for c across string
          do (when (find c "\"\\") (write-char #\\ out))
             (write-char (if (char= c #\Newline) #\Space c) out))))

(defun answer (mode text names)
  (let ((*log* '()) (*warned* nil) (*deleted* nil) (*print-pretty* nil))
    (multiple-value-bind (values condition) (outcome mode text)
      (format nil "{\"values\":~A,\"condition\":~:[null~;~:*\"~A\"~],\"log\":~A,\"specials\":~A,~
                   \"isWarned\":~:[false~;true~],\"isDeleting\":~:[false~;true~]}"
              (json values)
              condition
              (json (reverse *log*))
              (json (mapcar (lambda (name) (if (boundp name) (prin1-to-string (symbol-value name)) "unbound"))
                            names))
              *warned*
              *deleted*))))

(let ((input *standard-input*)
      (output *standard-output*))
  (loop for task = (read input nil nil)
        while task
        do (let* ((*standard-output* (make-broadcast-stream))
                  (*error-output* (make-broadcast-stream))
                  (*standard-input* (make-concatenated-stream)))
             (write-line (apply #'answer task) output)
             (finish-output output))))
