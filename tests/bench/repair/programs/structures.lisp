;;;; points
(defstruct point (x 0) (y 0))

(defun add-points (a b)
  (make-point :x (+ (point-x a) (point-x b))
              :y (+ (point-y a) (point-y b))))

(defun manhattan (a b)
  (+ (abs (- (point-x a) (point-x b)))
     (abs (- (point-y a) (point-y b)))))

(let ((sum (add-points (make-point :x 1 :y 2) (make-point :x 3 :y 4))))
  (list (point-x sum) (manhattan sum (make-point))))

;;;; search-tree
(defstruct node key (left nil) (right nil))

(defun insert (tree key)
  (cond ((null tree) (make-node :key key))
        ((< key (node-key tree))
         (setf (node-left tree) (insert (node-left tree) key))
         tree)
        (t (setf (node-right tree) (insert (node-right tree) key))
           tree)))

(defun in-order (tree)
  (if (null tree)
      '()
      (append (in-order (node-left tree))
              (list (node-key tree))
              (in-order (node-right tree)))))

(in-order (reduce #'insert '(5 2 8 1 9) :initial-value nil))

;;;; fractions
(defstruct (fraction (:constructor fraction (top bottom))) top bottom)

(defun reduced (fraction)
  (let ((divisor (gcd (fraction-top fraction) (fraction-bottom fraction))))
    (fraction (floor (fraction-top fraction) divisor)
              (floor (fraction-bottom fraction) divisor))))

(defun plus (a b)
  (reduced (fraction (+ (* (fraction-top a) (fraction-bottom b))
                        (* (fraction-top b) (fraction-bottom a)))
                     (* (fraction-bottom a) (fraction-bottom b)))))

(let ((sum (plus (fraction 1 6) (fraction 1 3))))
  (list (fraction-top sum) (fraction-bottom sum)))

;;;; matrix
(defun make-matrix (rows columns function)
  (let ((matrix (make-array (list rows columns))))
    (dotimes (i rows matrix)
      (dotimes (j columns)
        (setf (aref matrix i j) (funcall function i j))))))

(defun trace-of (matrix)
  (loop for i from 0 below (array-dimension matrix 0)
        sum (aref matrix i i)))

(defun transpose (matrix)
  (make-matrix (array-dimension matrix 1) (array-dimension matrix 0)
               (lambda (i j) (aref matrix j i))))

(let ((matrix (make-matrix 3 3 (lambda (i j) (+ (* 3 i) j)))))
  (list (trace-of matrix) (aref (transpose matrix) 0 2)))

;;;; ring-buffer
(defstruct (ring (:constructor %make-ring (slots))) slots (start 0) (size 0))

(defun make-ring (capacity)
  (%make-ring (make-array capacity :initial-element nil)))

(defun ring-add (ring item)
  (let ((capacity (length (ring-slots ring))))
    (setf (aref (ring-slots ring) (mod (+ (ring-start ring) (ring-size ring)) capacity)) item)
    (if (< (ring-size ring) capacity)
        (incf (ring-size ring))
        (setf (ring-start ring) (mod (1+ (ring-start ring)) capacity)))
    ring))

(defun ring-list (ring)
  (loop for i from 0 below (ring-size ring)
        collect (aref (ring-slots ring) (mod (+ (ring-start ring) i) (length (ring-slots ring))))))

(let ((ring (make-ring 3)))
  (dolist (item '(a b c d e) (ring-list ring))
    (ring-add ring item)))

;;;; employees
(defstruct employee name boss (salary 0))

(defun find-employee (name staff)
  (find name staff :key #'employee-name))

(defun chain (name staff)
  (let ((employee (find-employee name staff)))
    (if (null (employee-boss employee))
        (list name)
        (cons name (chain (employee-boss employee) staff)))))

(defparameter *staff*
  (list (make-employee :name 'ann :salary 90)
        (make-employee :name 'bob :boss 'ann :salary 60)
        (make-employee :name 'cy :boss 'bob :salary 50)))

(list (chain 'cy *staff*) (reduce #'+ *staff* :key #'employee-salary))

;;;; clock-time
(defstruct (clock (:constructor make-clock (hours minutes))) hours minutes)

(defun normalize (minutes)
  (multiple-value-bind (hours rest) (floor minutes 60)
    (make-clock (mod hours 24) rest)))

(defun add-minutes (clock minutes)
  (normalize (+ (* 60 (clock-hours clock)) (clock-minutes clock) minutes)))

(let ((later (add-minutes (make-clock 23 50) 75)))
  (list (clock-hours later) (clock-minutes later)))

;;;; polynomials
(defstruct (poly (:constructor poly (&rest coefficients))) coefficients)

(defun value-at (poly x)
  (reduce (lambda (coefficient rest) (+ coefficient (* x rest)))
          (poly-coefficients poly)
          :from-end t :initial-value 0))

(defun derivative (poly)
  (apply #'poly
         (loop for coefficient in (rest (poly-coefficients poly))
               for power from 1
               collect (* power coefficient))))

(let ((p (poly 1 2 3)))
  (list (value-at p 2) (poly-coefficients (derivative p)) (value-at (derivative p) 1)))

;;;; rectangles
(defstruct rect left top right bottom)

(defun overlap (a b)
  (let ((left (max (rect-left a) (rect-left b)))
        (right (min (rect-right a) (rect-right b)))
        (top (max (rect-top a) (rect-top b)))
        (bottom (min (rect-bottom a) (rect-bottom b))))
    (if (and (< left right) (< top bottom))
        (* (- right left) (- bottom top))
        0)))

(overlap (make-rect :left 0 :top 0 :right 10 :bottom 6)
         (make-rect :left 4 :top 2 :right 12 :bottom 9))

;;;; linked-stack
(defstruct cell item next)

(defun push-cell (item stack)
  (make-cell :item item :next stack))

(defun stack-depth (stack)
  (if (null stack)
      0
      (1+ (stack-depth (cell-next stack)))))

(defun stack-items (stack)
  (loop for cell = stack then (cell-next cell)
        while cell
        collect (cell-item cell)))

(let ((stack (push-cell 3 (push-cell 2 (push-cell 1 nil)))))
  (list (stack-depth stack) (stack-items stack)))
