;;;; Optional, keyword and rest arguments, and APPLY.

(defun area (&key (width 1) (height 1) (depth 1 depthp))
  (if depthp
      (* 2 (+ (* width height) (* width depth) (* height depth)))
      (* width height)))

(defun run-keywords (times)
  (let (value)
    (dotimes (i times value)
      (let ((sum 0))
        (dotimes (k 500)
          (incf sum (area :width k :height 3))
          (incf sum (area :depth 2 :height k)))
        (setq value sum)))))

(defun power (base &optional (exponent 2) (limit nil))
  (let ((result 1))
    (dotimes (k exponent)
      (setf result (* result base)))
    (if limit (min result limit) result)))

(defun run-optionals (times)
  (let (value)
    (dotimes (i times value)
      (let ((sum 0))
        (dotimes (k 500)
          (incf sum (power k))
          (incf sum (power k 3))
          (incf sum (power k 3 100)))
        (setq value sum)))))

(defun weighted-sum (weight &rest numbers)
  (let ((sum 0))
    (dolist (n numbers sum)
      (incf sum (* weight n)))))

(defun largest (&rest numbers)
  (apply #'max numbers))

(defun run-rest (times)
  (let (value)
    (dotimes (i times value)
      (let ((sum 0))
        (dotimes (k 300)
          (incf sum (weighted-sum k 1 2 3))
          (incf sum (weighted-sum 2 k k k k k))
          (incf sum (largest 1 k 2)))
        (setq value sum)))))

(defun compose (function &rest others)
  (if (null others)
      function
      (lambda (&rest arguments)
        (funcall function (apply (apply #'compose others) arguments)))))

(defun run-apply (times)
  (let ((numbers (loop for k from 1 to 20 collect k)) value)
    (dotimes (i times value)
      (let ((sum 0))
        (dotimes (k 50)
          (incf sum (apply #'+ numbers))
          (incf sum (apply #'max k numbers))
          (incf sum (funcall (compose #'1+ #'abs #'-) k 7)))
        (setq value sum)))))

;;; Local functions over lists.

(defun flatten (tree)
  (labels ((walk (node rest)
             (cond ((null node) rest)
                   ((atom node) (cons node rest))
                   (t (walk (car node) (walk (cdr node) rest))))))
    (walk tree '())))

(defun nested (depth)
  (if (zerop depth)
      (list 1 2)
      (list depth (nested (1- depth)) (nested (1- depth)))))

(defun run-flatten (times)
  (let ((tree (nested 8)) value)
    (dotimes (i times value)
      (setq value (length (flatten tree))))))

(defun merged (a b)
  (labels ((next (a b result)
             (cond ((null a) (revappend result b))
                   ((null b) (revappend result a))
                   ((<= (car a) (car b)) (next (cdr a) b (cons (car a) result)))
                   (t (next a (cdr b) (cons (car b) result))))))
    (next a b '())))

(defun merge-sorted (list)
  (flet ((half (list)
           (floor (length list) 2)))
    (if (null (cdr list))
        list
        (let ((half (half list)))
          (merged (merge-sorted (subseq list 0 half)) (merge-sorted (nthcdr half list)))))))

(defun run-merge-sort (times)
  (let ((numbers (loop for k from 1 to 300 collect (mod (* k 7919) 1009))) value)
    (dotimes (i times (subseq value 0 5))
      (setq value (merge-sorted numbers)))))

(defun run-mutual-recursion (times)
  (let (value)
    (dotimes (i times value)
      (labels ((evenly (n) (if (zerop n) t (oddly (1- n))))
               (oddly (n) (if (zerop n) nil (evenly (1- n)))))
        (setq value (loop for k from 0 to 60 count (evenly k)))))))
