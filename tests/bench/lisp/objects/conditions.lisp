;;;; Conditions, restarts and exits.

(define-condition out-of-stock (error)
  ((item :initarg :item :reader item) (wanted :initarg :wanted :initform 1 :reader wanted))
  (:report (lambda (c stream) (format stream "There is no ~A left." (item c)))))

(define-condition notice (condition) ((level :initarg :level :reader level)))

(defun order (item count)
  (if (evenp count)
      (error 'out-of-stock :item item :wanted count)
      count))

(defun run-signalled-errors (times)
  (let (value)
    (dotimes (i times value)
      (setq value (loop for k from 1 to 20
                        sum (handler-case (order :pear k)
                              (out-of-stock (c) (- (wanted c)))))))))

(defun run-signal (times)
  (let (value)
    (dotimes (i times value)
      (let ((seen 0))
        (handler-bind ((notice (lambda (c) (incf seen (level c)))))
          (dotimes (k 20)
            (signal 'notice :level k)))
        (setq value seen)))))

(defun parsed (text)
  (restart-case
      (if (every #'digit-char-p text)
          (parse-integer text)
          (error "~S is no number." text))
    (use-value (value) value)
    (skip () 0)))

(defun run-restarts (times)
  (let (value)
    (dotimes (i times value)
      (setq value
            (handler-bind ((error (lambda (c)
                                    (declare (ignore c))
                                    (invoke-restart 'use-value 7))))
              (loop for text in '("12" "x" "30" "y1" "4" "")
                    sum (if (string= text "") 0 (parsed text))))))))

(defun run-report (times)
  (let (value)
    (dotimes (i times value)
      (dotimes (k 5)
        (setq value (handler-case (order "pear" 2)
                      (error (c) (princ-to-string c))))))))

(defun run-arithmetic-errors (times)
  (let (value)
    (dotimes (i times value)
      (setq value (loop for k from -5 to 5
                        sum (handler-case (floor 10 k)
                              (division-by-zero () 1000)))))))

(defun run-type-errors (times)
  (let (value)
    (dotimes (i times value)
      (setq value (loop for x in '(1 a 2 "b" 3)
                        sum (handler-case (+ x 1)
                              (type-error () 100)))))))

(defun find-deep (tree wanted)
  (labels ((walk (node)
             (cond ((consp node) (walk (car node)) (walk (cdr node)))
                   ((eql node wanted) (throw 'found (list :found node))))))
    (catch 'found
      (walk tree)
      :missing)))

(defun run-catch-and-throw (times)
  (let ((tree '((1 2 (3 4)) (5 (6 7 (8 9))) (10 11))) value)
    (dotimes (i times value)
      (dotimes (k 15)
        (setq value (find-deep tree k))))))

(defvar *depth* 0)

(defun guarded (n)
  (incf *depth*)
  (unwind-protect (if (zerop n) *depth* (guarded (1- n)))
    (decf *depth*)))

(defun run-unwind-protect (times)
  (let (value)
    (dotimes (i times value)
      (setq value (list (guarded 20) *depth*)))))

(defun first-negative (rows)
  (block search
    (dolist (row rows)
      (mapc (lambda (x) (when (minusp x) (return-from search x))) row))
    nil))

(defun run-return-from (times)
  (let ((rows '((1 2 3) (4 5 6) (7 -8 9))) value)
    (dotimes (i times value)
      (dotimes (k 20)
        (setq value (first-negative rows))))))

(defun run-ignore-errors (times)
  (let (value)
    (dotimes (i times value)
      (setq value (loop for text in '("1" "2x" "3" "" "5")
                        sum (or (ignore-errors (parse-integer text)) 0))))))

(defun run-nested-handlers (times)
  (let (value)
    (dotimes (i times value)
      (setq value
            (handler-case
                (handler-case (error 'out-of-stock :item :plum)
                  (type-error () 1)
                  (out-of-stock (c) (error "Again: ~A" (item c))))
              (simple-error (c) (length (simple-condition-format-arguments c))))))))
