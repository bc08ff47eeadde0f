;;;; run-lengths
(defun same-run (item list)
  (if (and list (eql item (first list)))
      (1+ (same-run item (rest list)))
      0))

(defun run-lengths (list)
  (if (null list)
      '()
      (let ((count (same-run (first list) list)))
        (cons (list (first list) count)
              (run-lengths (nthcdr count list))))))

(run-lengths '(a a b c c c a))

;;;; flatten-depth
(defun flatten (tree)
  (cond ((null tree) '())
        ((atom tree) (list tree))
        (t (append (flatten (car tree)) (flatten (cdr tree))))))

(defun depth (tree)
  (if (atom tree)
      0
      (1+ (reduce #'max (mapcar #'depth tree) :initial-value 0))))

(defun summary (tree)
  (list (depth tree) (length (flatten tree)) (reduce #'+ (flatten tree))))

(summary '(1 (2 3 (4)) ((5))))

;;;; pair-up
(defun pair-up (keys values)
  (if (or (null keys) (null values))
      '()
      (cons (cons (car keys) (car values))
            (pair-up (cdr keys) (cdr values)))))

(defun look-up (key pairs &optional (default 0))
  (let ((pair (assoc key pairs)))
    (if pair (cdr pair) default)))

(defun total-of (keys pairs)
  (reduce #'+ (mapcar (lambda (key) (look-up key pairs)) keys)))

(total-of '(apple pear plum) (pair-up '(pear fig apple) '(3 9 4)))

;;;; merge-sorted
(defun merge-sorted (left right)
  (cond ((null left) right)
        ((null right) left)
        ((<= (first left) (first right))
         (cons (first left) (merge-sorted (rest left) right)))
        (t (cons (first right) (merge-sorted left (rest right))))))

(defun halves (list)
  (let ((middle (floor (length list) 2)))
    (values (subseq list 0 middle) (subseq list middle))))

(defun merge-sort (list)
  (if (or (null list) (null (rest list)))
      list
      (multiple-value-bind (left right) (halves list)
        (merge-sorted (merge-sort left) (merge-sort right)))))

(merge-sort '(5 2 9 1 5 6))

;;;; partition-by
(defun partition (predicate list)
  (let ((yes '()) (no '()))
    (dolist (item list)
      (if (funcall predicate item)
          (push item yes)
          (push item no)))
    (values (nreverse yes) (nreverse no))))

(defun balance (numbers)
  (multiple-value-bind (big small) (partition (lambda (n) (> n 10)) numbers)
    (- (reduce #'+ big) (reduce #'+ small))))

(balance '(4 15 8 23 16 2))

;;;; rotate
(defun rotate (list places)
  (let ((size (length list)))
    (if (zerop size)
        '()
        (let ((cut (mod places size)))
          (append (nthcdr cut list) (subseq list 0 cut))))))

(defun rotations (list)
  (loop for places from 0 below (length list)
        collect (rotate list places)))

(rotations '(a b c))

;;;; subsets
(defun subsets (set)
  (if (null set)
      (list '())
      (let ((others (subsets (rest set))))
        (append others
                (mapcar (lambda (subset) (cons (first set) subset)) others)))))

(defun best-subset (weights limit)
  (let ((best '()) (most 0))
    (dolist (subset (subsets weights) (list most best))
      (let ((sum (reduce #'+ subset)))
        (when (and (<= sum limit) (> sum most))
          (setf best subset most sum))))))

(best-subset '(7 5 4 3) 13)

;;;; zip-with
(defun zip-with (function left right)
  (loop for a in left
        for b in right
        collect (funcall function a b)))

(defun dot (left right)
  (reduce #'+ (zip-with #'* left right)))

(defun norm-squared (vector)
  (dot vector vector))

(list (dot '(1 2 3) '(4 5 6)) (norm-squared '(2 3)))

;;;; group-by
(defun group-by (key list)
  (let ((groups '()))
    (dolist (item list (nreverse groups))
      (let* ((name (funcall key item))
             (group (assoc name groups)))
        (if group
            (push item (cdr group))
            (push (list name item) groups))))))

(defun group-sizes (groups)
  (mapcar (lambda (group) (cons (car group) (length (cdr group)))) groups))

(group-sizes (group-by #'evenp '(1 2 4 7 8)))

;;;; insert-at
(defun insert-at (item index list)
  (if (zerop index)
      (cons item list)
      (cons (first list) (insert-at item (1- index) (rest list)))))

(defun remove-at (index list)
  (append (subseq list 0 index) (nthcdr (1+ index) list)))

(defun move (from to list)
  (insert-at (nth from list) to (remove-at from list)))

(move 0 2 '(a b c d))
