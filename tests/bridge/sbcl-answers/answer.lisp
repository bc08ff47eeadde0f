;;;; The answer to a form, on one line: its values, or the type and the report of its error. Both SBCL and our
;;;; image load this file.

(defpackage "ANSWERS" (:use "COMMON-LISP"))

(defun answers::on-one-line (text)
  "TEXT with a space for what white space there is between its words."
  (let ((result '()) (gap nil))
    (map nil (lambda (character)
               (if (member character '(#\Space #\Newline #\Tab))
                   (setq gap t)
                   (progn (when (and gap result) (push #\Space result))
                          (setq gap nil)
                          (push character result))))
         text)
    (coerce (reverse result) 'string)))

(defun answers::values-text (values)
  (let ((*print-circle* t) (*print-pretty* nil))
    (format nil "=> ~{~S~^ ; ~}" values)))

(defun answers::answer (text)
  "The answer of the form that TEXT is, after what it printed."
  (let ((*package* (find-package "COMMON-LISP-USER")) (answer nil) (printed nil))
    (setq printed
          (with-output-to-string (*standard-output*)
            (setq answer
                  (handler-case
                      (handler-bind ((warning #'muffle-warning))
                        (answers::values-text (multiple-value-list (eval (read-from-string text)))))
                    (error (condition)
                      (let ((*print-right-margin* 10000) (*print-pretty* t))
                        (format nil "[~A] ~A" (type-of condition) condition)))))))
    (answers::on-one-line (concatenate 'string printed " " answer))))
