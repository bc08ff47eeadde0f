;;;; safe-division
(defun safe-divide (a b)
  (handler-case (/ a b)
    (division-by-zero () :infinite)))

(defun ratios (pairs)
  (loop for (a b) in pairs
        collect (safe-divide a b)))

(ratios '((6 3) (1 0) (9 2)))

;;;; validated-age
(define-condition bad-age (error)
  ((age :initarg :age :reader bad-age)))

(defun check-age (age)
  (if (<= 0 age 150)
      age
      (error 'bad-age :age age)))

(defun describe-age (age)
  (handler-case (format nil "age ~D" (check-age age))
    (bad-age (condition) (format nil "no age: ~D" (bad-age condition)))))

(mapcar #'describe-age '(30 -4 200))

;;;; skip-restart
(defun parse-entry (text)
  (restart-case (parse-integer text)
    (use-default () 0)
    (skip () nil)))

(defun parse-all (texts restart)
  (handler-bind ((error (lambda (condition)
                          (declare (ignore condition))
                          (invoke-restart restart))))
    (remove nil (mapcar #'parse-entry texts))))

(list (parse-all '("1" "x" "3") 'skip) (parse-all '("1" "x" "3") 'use-default))

;;;; cleanup-log
(defvar *log* '())

(defun note (text)
  (push text *log*))

(defun with-cleanup (function)
  (unwind-protect (funcall function)
    (note :closed)))

(defun try-both ()
  (handler-case (with-cleanup (lambda () (note :opened) (error "broken")))
    (error () (note :failed)))
  (with-cleanup (lambda () (note :again)))
  (reverse *log*))

(try-both)

;;;; first-number
(defun to-number (text)
  (handler-case (parse-integer text)
    (parse-error () nil)))

(defun first-number (texts)
  (some #'to-number texts))

(defun sum-of-numbers (texts)
  (reduce #'+ (remove nil (mapcar #'to-number texts))))

(list (first-number '("a" "b2" "12" "7")) (sum-of-numbers '("5" "x" "6")))

;;;; withdraw
(define-condition overdrawn (error)
  ((by :initarg :by :reader overdrawn-by)))

(defun withdraw (balance amount)
  (let ((rest (- balance amount)))
    (if (minusp rest)
        (error 'overdrawn :by (- rest))
        rest)))

(defun withdraw-all (balance amounts)
  (handler-case (reduce #'withdraw amounts :initial-value balance)
    (overdrawn (condition) (list :short (overdrawn-by condition)))))

(list (withdraw-all 100 '(30 20)) (withdraw-all 100 '(80 45)))

;;;; retry-loop
(defvar *attempts* 0)

(defun unreliable ()
  (incf *attempts*)
  (if (< *attempts* 3)
      (error "attempt ~D failed" *attempts*)
      :done))

(defun with-retries (function times)
  (loop repeat times
        do (handler-case (return (funcall function))
             (error () nil))
        finally (return :gave-up)))

(list (with-retries #'unreliable 5) *attempts*)

;;;; typed-fields
(defun field (name record)
  (let ((entry (assoc name record)))
    (if entry
        (cdr entry)
        (error "no field ~A" name))))

(defun field-or (name record default)
  (handler-case (field name record)
    (simple-error () default)))

(defun full-name (record)
  (format nil "~A ~A" (field-or 'first record "?") (field-or 'last record "Nobody")))

(list (full-name '((first . "Ada") (last . "Lovelace"))) (full-name '((first . "Prince"))))

;;;; warnings-counted
(defun check-level (level)
  (when (> level 3)
    (warn "level ~D is high" level))
  level)

(defun count-warnings (levels)
  (let ((count 0))
    (handler-bind ((warning (lambda (condition)
                              (incf count)
                              (muffle-warning condition))))
      (mapc #'check-level levels))
    count))

(count-warnings '(1 5 3 4))

;;;; nth-or-error
(defun nth-strict (index list)
  (if (< -1 index (length list))
      (nth index list)
      (error "index ~D out of range" index)))

(defun pick (indices list)
  (loop for index in indices
        collect (handler-case (nth-strict index list)
                  (error () :missing))))

(pick '(0 2 5) '(a b c))
