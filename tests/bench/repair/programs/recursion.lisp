;;;; hanoi
(defun hanoi (discs from to via)
  (if (zerop discs)
      '()
      (append (hanoi (1- discs) from via to)
              (list (list from to))
              (hanoi (1- discs) via to from))))

(list (hanoi 2 'a 'c 'b) (length (hanoi 5 'a 'c 'b)))

;;;; permutations
(defun permutations (items)
  (if (null items)
      (list '())
      (loop for item in items
            append (mapcar (lambda (rest) (cons item rest))
                           (permutations (remove item items))))))

(list (permutations '(1 2 3)) (length (permutations '(a b c d))))

;;;; ackermann
(defun ackermann (m n)
  (cond ((zerop m) (1+ n))
        ((zerop n) (ackermann (1- m) 1))
        (t (ackermann (1- m) (ackermann m (1- n))))))

(list (ackermann 1 3) (ackermann 2 3))

;;;; edit-distance
(defun edit-distance (one other)
  (cond ((null one) (length other))
        ((null other) (length one))
        ((eql (first one) (first other)) (edit-distance (rest one) (rest other)))
        (t (1+ (min (edit-distance (rest one) other)
                    (edit-distance one (rest other))
                    (edit-distance (rest one) (rest other)))))))

(defun distance (one other)
  (edit-distance (coerce one 'list) (coerce other 'list)))

(list (distance "kitten" "sitten") (distance "abc" "ac") (distance "" "xy"))

;;;; tree-map
(defun tree-map (function tree)
  (cond ((null tree) nil)
        ((consp tree)
         (cons (tree-map function (car tree)) (tree-map function (cdr tree))))
        (t (funcall function tree))))

(defun tree-sum (tree)
  (cond ((null tree) 0)
        ((consp tree) (+ (tree-sum (car tree)) (tree-sum (cdr tree))))
        (t tree)))

(list (tree-map #'1+ '(1 (2 (3)))) (tree-sum (tree-map #'1+ '(1 (2 (3))))))

;;;; queens
(defun attacks-p (row column others)
  (loop for other in others
        for distance from 1
          thereis (or (= other column)
                      (= (abs (- other column)) distance))))

(defun place-queens (row size placed)
  (if (= row size)
      1
      (loop for column from 0 below size
            unless (attacks-p row column placed)
              sum (place-queens (1+ row) size (cons column placed)))))

(list (place-queens 0 4 '()) (place-queens 0 6 '()))

;;;; knapsack
(defun knapsack (items capacity)
  (if (null items)
      0
      (destructuring-bind (weight value) (first items)
        (let ((without (knapsack (rest items) capacity)))
          (if (> weight capacity)
              without
              (max without (+ value (knapsack (rest items) (- capacity weight)))))))))

(list (knapsack '((3 40) (2 30) (4 50)) 5) (knapsack '((10 100)) 9))

;;;; mutual
(defun even-list-p (list)
  (or (null list) (odd-list-p (rest list))))

(defun odd-list-p (list)
  (and list (even-list-p (rest list))))

(defun balanced-count (lists)
  (values (count-if #'even-list-p lists) (count-if #'odd-list-p lists)))

(multiple-value-list (balanced-count '((1) (1 2) () (1 2 3) (4 5))))

;;;; huffman-depth
(defun combine (left right)
  (cons (+ (car left) (car right)) (list left right)))

(defun build (nodes)
  (if (null (rest nodes))
      (first nodes)
      (let ((sorted (sort (copy-list nodes) #'< :key #'car)))
        (build (cons (combine (first sorted) (second sorted)) (cddr sorted))))))

(defun depths (node &optional (depth 0))
  (if (symbolp (cdr node))
      (list (cons (cdr node) depth))
      (append (depths (second node) (1+ depth))
              (depths (third node) (1+ depth)))))

(sort (depths (build '((5 . a) (2 . b) (1 . c)))) #'string< :key #'car)

;;;; partitions
(defun partitions (n most)
  (cond ((zerop n) 1)
        ((or (minusp n) (zerop most)) 0)
        (t (+ (partitions (- n most) most)
              (partitions n (1- most))))))

(defun partition-table (limit)
  (loop for n from 1 to limit
        collect (partitions n n)))

(partition-table 7)
