;;;; Loads a system and runs its tests, here and in SBCL alike.

(defpackage "LIBRARIES" (:use "CL") (:export "MARK" "REGISTER" "TRY-LOADING" "TRY-TESTING"))
(in-package "LIBRARIES")

(defun register (directories)
  "Has ASDF look for systems in these directories, and nowhere else."
  (setf asdf:*central-registry* (mapcar #'pathname directories))
  (asdf:clear-source-registry)
  (asdf:initialize-source-registry '(:source-registry :ignore-inherited-configuration)))

(defun seconds-since (start)
  (/ (- (get-internal-real-time) start) (float internal-time-units-per-second)))

(defun mark (control &rest arguments)
  "Writes a line that the caller finds, whatever the systems write."
  (format t "~&~C~?~%" (code-char 12) control arguments))

(defun described (condition)
  (let ((text (or (ignore-errors (princ-to-string condition)) "")))
    (format nil "~A: ~A" (type-of condition) (substitute #\Space #\Newline text))))

(defun note (warning)
  "Writes why COMPILE-FILE fails, which its caller only says that it did."
  (unless (typep warning 'style-warning)
    (format t "~&; ~A~%" (described warning))))

(defun attempt (what function)
  "Calls FUNCTION and marks how that ended, and how many seconds it took; true when without an error."
  (let* ((start (get-internal-real-time))
         (problem (handler-case (handler-bind ((warning #'note)) (funcall function) nil)
                    (serious-condition (condition) (described condition)))))
    (mark "~A ~,3F~@[ ~A~]" what (seconds-since start) problem)
    (null problem)))

(defun try-loading (system)
  (attempt "LOADED" (lambda () (asdf:load-system system))))

(defun try-testing (system)
  (attempt "TESTED" (lambda () (asdf:test-system system))))
