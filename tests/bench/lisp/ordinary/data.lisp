;;;; Data structures, and small languages.

;;; A trie of association lists.

(defstruct node (children '()) (word nil))

(defun add-word (trie word)
  (let ((node trie))
    (loop for c across word
          do (let ((next (cdr (assoc c (node-children node)))))
               (unless next
                 (setf next (make-node))
                 (push (cons c next) (node-children node)))
               (setf node next)))
    (setf (node-word node) word)))

(defun words-below (node)
  (append (when (node-word node) (list (node-word node)))
          (loop for (nil . child) in (node-children node)
                append (words-below child))))

(defun words-with (trie prefix)
  (let ((node trie))
    (loop for c across prefix
          do (setf node (cdr (assoc c (node-children node))))
             (when (null node) (return-from words-with '())))
    (words-below node)))

(defun run-trie (times)
  (let (value)
    (dotimes (i times value)
      (let ((trie (make-node)))
        (dolist (word '("car" "cart" "care" "cat" "dog" "do" "done" "dot" "carton" "category"))
          (add-word trie word))
        (setq value (list (length (words-with trie "car")) (length (words-with trie "do"))
                          (words-with trie "x")))))))

;;; Huffman's codes.

(defun huffman-tree (text)
  (let ((counts '()))
    (loop for c across text
          do (let ((entry (assoc c counts)))
               (if entry (incf (cdr entry)) (push (cons c 1) counts))))
    (let ((trees (sort (mapcar (lambda (entry) (list (cdr entry) (car entry))) counts) #'< :key #'first)))
      (loop while (rest trees)
            do (let ((a (pop trees)) (b (pop trees)))
                 (setf trees (merge 'list (list (list (+ (first a) (first b)) nil a b)) trees #'<
                                    :key #'first))))
      (first trees))))

(defun huffman-codes (tree)
  (let ((codes '()))
    (labels ((walk (node path)
               (destructuring-bind (count character &optional left right) node
                 (declare (ignore count))
                 (cond (character (push (cons character (reverse path)) codes))
                       (t (walk left (cons 0 path))
                          (walk right (cons 1 path)))))))
      (walk tree '()))
    codes))

(defun run-huffman (times)
  (let ((text "she sells sea shells by the sea shore and surely they are sea shells") value)
    (dotimes (i times value)
      (let ((codes (huffman-codes (huffman-tree text))))
        (setq value (loop for c across text sum (length (cdr (assoc c codes)))))))))

;;; Search trees, and trees that are only made and counted.

(defun inserted (tree key)
  (cond ((null tree) (list key nil nil))
        ((< key (first tree))
         (list (first tree) (inserted (second tree) key) (third tree)))
        (t (list (first tree) (second tree) (inserted (third tree) key)))))

(defun in-order (tree)
  (when tree
    (append (in-order (second tree)) (list (first tree)) (in-order (third tree)))))

(defun run-search-tree (times)
  (let (value)
    (dotimes (i times (subseq value 0 5))
      (let ((tree '()))
        (dotimes (k 100)
          (setf tree (inserted tree (mod (* k 7919) 1009))))
        (setq value (in-order tree))))))

(defstruct branch left right)

(defun bottom-up (depth)
  (if (zerop depth)
      (make-branch)
      (make-branch :left (bottom-up (1- depth)) :right (bottom-up (1- depth)))))

(defun check (branch)
  (if (null (branch-left branch))
      1
      (+ 1 (check (branch-left branch)) (check (branch-right branch)))))

(defun run-binary-trees (times)
  (let (value)
    (dotimes (i times value)
      (setq value (check (bottom-up 10))))))

;;; Derivatives, and what they come to.

(defun simplified (operator a b)
  (cond ((and (numberp a) (numberp b)) (funcall operator a b))
        ((and (eq operator '+) (eql a 0)) b)
        ((and (eq operator '+) (eql b 0)) a)
        ((and (eq operator '*) (or (eql a 0) (eql b 0))) 0)
        ((and (eq operator '*) (eql a 1)) b)
        ((and (eq operator '*) (eql b 1)) a)
        (t (list operator a b))))

(defun derivative (expression variable)
  (cond ((numberp expression) 0)
        ((symbolp expression) (if (eq expression variable) 1 0))
        (t (destructuring-bind (operator a b) expression
             (ecase operator
               (+ (simplified '+ (derivative a variable) (derivative b variable)))
               (* (simplified '+ (simplified '* (derivative a variable) b)
                              (simplified '* a (derivative b variable)))))))))

(defun run-derivatives (times)
  (let (value)
    (dotimes (i times value)
      (dotimes (k 10)
        (setq value (derivative '(+ (* 3 (* x x)) (+ (* x (+ y (* 2 x))) (* 5 x))) 'x))))))

;;; An interpreter of a small Lisp.

(defun interpret (form environment)
  (cond ((symbolp form) (cdr (assoc form environment)))
        ((atom form) form)
        (t (case (first form)
             (quote (second form))
             (if (if (interpret (second form) environment)
                     (interpret (third form) environment)
                     (interpret (fourth form) environment)))
             (lambda (list :closure (second form) (third form) environment))
             (t (call (interpret (first form) environment)
                      (mapcar (lambda (argument) (interpret argument environment)) (rest form))))))))

(defun call (function arguments)
  (if (functionp function)
      (apply function arguments)
      (destructuring-bind (parameters body environment) (rest function)
        (interpret body (pairlis parameters arguments environment)))))

(defun run-interpreter (times)
  (let ((environment (list (cons '+ #'+) (cons '- #'-) (cons '< #'<))) value)
    (dotimes (i times value)
      (setq value (interpret '((lambda (f) (f f 10))
                               (lambda (f n) (if (< n 2) n (+ (f f (- n 1)) (f f (- n 2))))))
                             environment)))))

;;; A machine with a stack.

(defun execute (program)
  (let ((stack '()) (variables (make-array 4 :initial-element 0)) (at 0))
    (loop
      (let ((instruction (aref program at)))
        (incf at)
        (ecase (first instruction)
          (:push (push (second instruction) stack))
          (:load (push (aref variables (second instruction)) stack))
          (:store (setf (aref variables (second instruction)) (pop stack)))
          (:add (push (+ (pop stack) (pop stack)) stack))
          (:less (let ((b (pop stack)) (a (pop stack))) (push (< a b) stack)))
          (:jump-unless (unless (pop stack) (setf at (second instruction))))
          (:jump (setf at (second instruction)))
          (:halt (return (aref variables 0))))))))

(defun run-stack-machine (times)
  (let ((program (vector '(:load 1) '(:push 200) '(:less) '(:jump-unless 13)
                         '(:load 0) '(:load 1) '(:add) '(:store 0)
                         '(:load 1) '(:push 1) '(:add) '(:store 1) '(:jump 0)
                         '(:halt)))
        value)
    (dotimes (i times value)
      (setq value (execute program)))))

(defun list-product (a b)
  (let ((columns (apply #'mapcar #'list b)))
    (mapcar (lambda (row)
              (mapcar (lambda (column) (reduce #'+ (mapcar #'* row column))) columns))
            a)))

(defun run-list-matrices (times)
  (let ((m (loop for i below 8 collect (loop for j below 8 collect (mod (+ (* 3 i) (* 7 j)) 10)))) value)
    (dotimes (i times (first value))
      (setq value (list-product m m)))))

(defun knapsack (items capacity)
  (let ((best (make-array (1+ capacity) :initial-element 0)))
    (loop for (weight worth) in items
          do (loop for room from capacity downto weight
                   do (setf (aref best room)
                            (max (aref best room) (+ worth (aref best (- room weight)))))))
    (aref best capacity)))

(defun run-knapsack (times)
  (let (value)
    (dotimes (i times value)
      (setq value (knapsack '((12 4) (2 2) (1 1) (1 2) (4 10) (7 9) (9 12) (3 5) (5 6) (8 11)) 100)))))

;;; A queue of two lists.

(defstruct queue (front '()) (back '()))

(defun enqueue (item queue)
  (push item (queue-back queue)))

(defun dequeue (queue)
  (when (null (queue-front queue))
    (setf (queue-front queue) (reverse (queue-back queue))
          (queue-back queue) '()))
  (pop (queue-front queue)))

(defun josephus (count step)
  (let ((queue (make-queue)))
    (dotimes (k count)
      (enqueue (1+ k) queue))
    (loop repeat (1- count)
          do (loop repeat (1- step)
                   do (enqueue (dequeue queue) queue))
             (dequeue queue))
    (dequeue queue)))

(defun run-josephus (times)
  (let (value)
    (dotimes (i times value)
      (setq value (josephus 100 3)))))
