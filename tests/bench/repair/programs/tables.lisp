;;;; word-frequencies
(defun frequencies (words)
  (let ((table (make-hash-table :test 'equal)))
    (dolist (word words table)
      (incf (gethash word table 0)))))

(defun top-word (words)
  (let ((best nil) (most 0))
    (maphash (lambda (word count)
               (when (> count most)
                 (setf best word most count)))
             (frequencies words))
    (list best most)))

(top-word '("to" "be" "or" "not" "to" "be" "to"))

;;;; memo-fibonacci
(defvar *known* (make-hash-table))

(defun fibonacci (n)
  (or (gethash n *known*)
      (setf (gethash n *known*)
            (if (< n 2)
                n
                (+ (fibonacci (- n 1)) (fibonacci (- n 2)))))))

(list (fibonacci 30) (hash-table-count *known*))

;;;; graph-distance
(defparameter *edges* '((a b c) (b d) (c d) (d e) (e)))

(defun neighbours (node)
  (rest (assoc node *edges*)))

(defun distance (from to)
  (let ((seen (make-hash-table)) (queue (list from)))
    (setf (gethash from seen) 0)
    (loop while queue
          do (let ((node (pop queue)))
               (when (eq node to)
                 (return (gethash node seen)))
               (dolist (next (neighbours node))
                 (unless (gethash next seen)
                   (setf (gethash next seen) (1+ (gethash node seen)))
                   (setf queue (append queue (list next)))))))))

(list (distance 'a 'e) (distance 'b 'd) (distance 'e 'a))

;;;; invert-table
(defun table-from (pairs)
  (let ((table (make-hash-table :test #'eq)))
    (loop for (key . value) in pairs
          do (setf (gethash key table) value))
    table))

(defun invert (table)
  (let ((inverted (make-hash-table)))
    (maphash (lambda (key value) (push key (gethash value inverted))) table)
    inverted))

(let ((inverted (invert (table-from '((red . 1) (blue . 2) (green . 1))))))
  (list (sort (gethash 1 inverted) #'string<) (gethash 2 inverted)))

;;;; two-sum
(defun two-sum (numbers target)
  (let ((seen (make-hash-table)))
    (loop for number in numbers
          for index from 0
          do (let ((partner (gethash (- target number) seen)))
               (when partner
                 (return (list partner index)))
               (setf (gethash number seen) index)))))

(list (two-sum '(2 7 11 15) 26) (two-sum '(3 2 4) 6))

;;;; lru-cache
(defstruct cache (limit 2) (entries '()))

(defun cache-put (cache key value)
  (let ((others (remove key (cache-entries cache) :key #'car)))
    (setf (cache-entries cache)
          (subseq (cons (cons key value) others)
                  0 (min (cache-limit cache) (1+ (length others)))))
    cache))

(defun cache-get (cache key)
  (let ((entry (assoc key (cache-entries cache))))
    (when entry
      (cache-put cache key (cdr entry))
      (cdr entry))))

(let ((cache (make-cache)))
  (cache-put cache :a 1)
  (cache-put cache :b 2)
  (cache-get cache :a)
  (cache-put cache :c 3)
  (list (cache-get cache :a) (cache-get cache :b) (cache-get cache :c)))

;;;; plist-settings
(defun setting (name settings &optional (default :none))
  (getf settings name default))

(defun merged (settings more)
  (let ((result (copy-list settings)))
    (loop for (name value) on more by #'cddr
          do (setf (getf result name) value))
    result))

(let ((settings (merged '(:width 80 :height 24) '(:height 50 :color t))))
  (list (setting :width settings) (setting :height settings) (setting :depth settings)))

;;;; topological
(defun dependencies (name table)
  (gethash name table))

(defun visit-all (names table)
  (let ((done '()))
    (labels ((visit (name)
               (unless (member name done)
                 (mapc #'visit (dependencies name table))
                 (push name done))))
      (mapc #'visit names)
      (nreverse done))))

(let ((table (make-hash-table)))
  (setf (gethash 'app table) '(ui core)
        (gethash 'ui table) '(core)
        (gethash 'core table) '(base))
  (visit-all '(app) table))

;;;; histogram
(defun histogram (numbers width)
  (let ((table (make-hash-table)))
    (dolist (number numbers)
      (incf (gethash (floor number width) table 0)))
    (loop for bucket from 0 to (floor (reduce #'max numbers) width)
          collect (gethash bucket table 0))))

(histogram '(1 4 12 15 18 33) 10)

;;;; set-operations
(defun as-set (list)
  (let ((table (make-hash-table :test 'equal)))
    (dolist (item list table)
      (setf (gethash item table) t))))

(defun common (one other)
  (let ((set (as-set other)))
    (loop for item in one
          when (gethash item set)
            collect item)))

(defun similarity (one other)
  (let ((both (length (common one other))))
    (/ both (- (+ (length one) (length other)) both))))

(similarity '("a" "b" "c") '("b" "c" "d" "e"))
