;;;; running-totals
(defun running-totals (numbers)
  (let ((total 0))
    (loop for number in numbers
          do (incf total number)
          collect total)))

(defun largest-step (numbers)
  (loop for (a b) on numbers
        while b
        maximize (abs (- b a))))

(list (running-totals '(3 1 4 1 5)) (largest-step '(3 1 4 10 5)))

;;;; transpose-lists
(defun transpose (rows)
  (apply #'mapcar #'list rows))

(defun column-sums (rows)
  (loop for column in (transpose rows)
        collect (reduce #'+ column)))

(list (transpose '((1 2) (3 4))) (column-sums '((1 2 3) (4 5 6))))

;;;; sliding-window
(defun windows (list size)
  (loop for tail on list
        while (>= (length tail) size)
        collect (subseq tail 0 size)))

(defun moving-average (numbers size)
  (mapcar (lambda (window) (/ (reduce #'+ window) size))
          (windows numbers size)))

(moving-average '(2 4 6 8 10) 3)

;;;; selection-sort
(defun smallest-index (vector start)
  (let ((best start))
    (loop for i from start below (length vector)
          do (when (< (aref vector i) (aref vector best))
               (setf best i)))
    best))

(defun selection-sort (vector)
  (dotimes (i (length vector) vector)
    (rotatef (aref vector i) (aref vector (smallest-index vector i)))))

(coerce (selection-sort (vector 9 4 7 1)) 'list)

;;;; binary-search
(defun binary-search (item vector)
  (let ((low 0) (high (1- (length vector))))
    (loop while (<= low high)
          do (let* ((middle (floor (+ low high) 2))
                    (found (aref vector middle)))
               (cond ((= found item) (return middle))
                     ((< found item) (setf low (1+ middle)))
                     (t (setf high (1- middle))))))))

(defparameter *sorted* #(1 3 5 7 9 11))

(mapcar (lambda (item) (binary-search item *sorted*)) '(1 7 11 4))

;;;; life-neighbours
(defparameter *board* '((0 1 0) (0 1 1) (1 0 0)))

(defun cell (row column)
  (if (and (<= 0 row 2) (<= 0 column 2))
      (nth column (nth row *board*))
      0))

(defun neighbours (row column)
  (loop for i from -1 to 1
        sum (loop for j from -1 to 1
                  sum (if (and (zerop i) (zerop j))
                          0
                          (cell (+ row i) (+ column j))))))

(loop for row below 3
      collect (loop for column below 3 collect (neighbours row column)))

;;;; bracket-depth
(defun max-depth (text)
  (let ((depth 0) (most 0))
    (loop for char across text
          do (case char
               (#\( (incf depth) (setf most (max most depth)))
               (#\) (decf depth))))
    (if (zerop depth) most :unbalanced)))

(mapcar #'max-depth '("(a (b c) ((d)))" "x" "(()"))

;;;; sieve
(defun sieve (limit)
  (let ((composite (make-array (1+ limit) :initial-element nil)))
    (loop for n from 2 to limit
          unless (aref composite n)
            collect n
            and do (loop for multiple from (* n n) to limit by n
                         do (setf (aref composite multiple) t)))))

(list (sieve 30) (length (sieve 100)))

;;;; min-and-max
(defun extremes (numbers)
  (loop for number in numbers
        minimize number into low
        maximize number into high
        finally (return (values low high))))

(defun spread (numbers)
  (multiple-value-bind (low high) (extremes numbers)
    (- high low)))

(list (multiple-value-list (extremes '(4 9 2))) (spread '(10 3 25)))

;;;; cumulative-votes
(defun tally (votes)
  (let ((counts '()))
    (dolist (vote votes counts)
      (let ((entry (assoc vote counts)))
        (if entry
            (incf (cdr entry))
            (setf counts (acons vote 1 counts)))))))

(defun winner (votes)
  (let ((counts (sort (tally votes) #'> :key #'cdr)))
    (car (first counts))))

(list (winner '(a b b c b a)) (cdr (assoc 'a (tally '(a b a)))))
