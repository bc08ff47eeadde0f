;;;; Quicksort over lists whose every step makes and calls closures.

(defun sift (list test)
  (let ((result '()))
    (dolist (x list (nreverse result))
      (when (funcall test x) (push x result)))))

(defun quicksort (list less key)
  (if (null list)
      '()
      (let* ((pivot (car list))
             (limit (funcall key pivot))
             (below (lambda (x) (funcall less (funcall key x) limit))))
        (append (quicksort (sift (cdr list) below) less key)
                (list pivot)
                (quicksort (sift (cdr list) (lambda (x) (not (funcall below x)))) less key)))))

(defun scattered-numbers (count)
  (let ((x 1) (result '()))
    (dotimes (i count result)
      (setq x (mod (+ (* x 1103) 12345) 65536))
      (push x result))))

(defvar *numbers* (scattered-numbers 200))

(defun run-sort (times)
  (let (sorted)
    (dotimes (i times (list (first sorted) (length sorted)))
      (setq sorted (quicksort *numbers* (lambda (a b) (< a b)) (lambda (x) (* 2 x)))))))
