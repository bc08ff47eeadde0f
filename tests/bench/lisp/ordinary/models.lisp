;;;; Small models of things and games, without a declaration.

;;; A sieve of bits

(defun primes-to (limit)
  (let ((sieve (make-array (1+ limit) :element-type 'bit :initial-element 1)))
    (setf (bit sieve 0) 0
          (bit sieve 1) 0)
    (loop for i from 2 to (isqrt limit)
          when (= 1 (bit sieve i))
            do (loop for j from (* i i) to limit by i do (setf (bit sieve j) 0)))
    (loop for i from 2 to limit when (plusp (bit sieve i)) collect i)))

(defun run-bit-sieve (times)
  (let (value)
    (dotimes (i times value)
      (setq value (let ((primes (primes-to 1000))) (list (length primes) (car (last primes))))))))

;;; Customers, by events in the order of their times

(defstruct happening time kind customer)

(defvar *happenings* '())
(defvar *now* 0)

(defun plan-happening (delay kind &optional customer)
  (let ((new (make-happening :time (+ *now* delay) :kind kind :customer customer)))
    (setf *happenings* (merge 'list *happenings* (list new) #'< :key #'happening-time))))

(defun simulate-counter (count)
  (let ((*happenings* '()) (*now* 0) (queue '()) (busy nil) (served 0) (waited 0) (seed 17))
    (flet ((chance (n)
             (1+ (mod (setf seed (mod (+ (* seed 16807) 7) 2147483647)) n))))
      (plan-happening 0 :arrive 1)
      (loop while (< served count)
            do (let ((happening (pop *happenings*)))
                 (setf *now* (happening-time happening))
                 (ecase (happening-kind happening)
                   (:arrive
                    (setf queue (append queue (list (cons (happening-customer happening) *now*))))
                    (plan-happening (chance 5) :arrive (1+ (happening-customer happening))))
                   (:leave
                    (setf busy nil)
                    (incf served)))
                 (when (and queue (not busy))
                   (let ((customer (pop queue)))
                     (incf waited (- *now* (cdr customer)))
                     (setf busy t)
                     (plan-happening (chance 4) :leave (car customer))))))
      (list served *now* waited (length queue)))))

(defun run-happenings (times)
  (let (value)
    (dotimes (i times value)
      (setq value (simulate-counter 60)))))

;;; Members of a club, which counts them in a slot that all share

(defclass member-of-club ()
  ((name :initarg :name :reader member-name)
   (dues :initarg :dues :initform 10 :accessor dues)
   (count :allocation :class :initform 0 :accessor members)))

(defclass patron (member-of-club) ((gift :initarg :gift :accessor gift)))

(defmethod initialize-instance :after ((member member-of-club) &key)
  (incf (members member)))

(defgeneric yearly (member)
  (:method ((member member-of-club)) (* 12 (dues member)))
  (:method ((member patron)) (+ (call-next-method) (gift member))))

(defun run-club (times)
  (let (value)
    (dotimes (i times value)
      (let ((club (list (make-instance 'member-of-club :name "Ann") (make-instance 'patron :name "Bob" :gift 90)
                        (make-instance 'member-of-club :name "Cyd" :dues 5))))
        (decf (members (first club)) 3)
        (setq value (list (mapcar #'yearly club) (members (second club))))))))

;;; Sudoku by lists of candidates

(defparameter *cells* "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")

(defun candidates (board row column)
  (let ((used '()) (top (* 3 (floor row 3))) (left (* 3 (floor column 3))))
    (dotimes (i 9)
      (pushnew (aref board row i) used)
      (pushnew (aref board i column) used))
    (dotimes (i 3)
      (dotimes (j 3)
        (pushnew (aref board (+ top i) (+ left j)) used)))
    (loop for digit from 1 to 9 unless (member digit used) collect digit)))

(defun fill-cells (board)
  (let ((best nil) (best-row nil) (best-column nil))
    (dotimes (row 9)
      (dotimes (column 9)
        (when (zerop (aref board row column))
          (let ((found (candidates board row column)))
            (when (or (null best-row) (< (length found) (length best)))
              (setf best found best-row row best-column column))))))
    (when (null best-row)
      (return-from fill-cells board))
    (dolist (digit best nil)
      (setf (aref board best-row best-column) digit)
      (when (fill-cells board)
        (return board))
      (setf (aref board best-row best-column) 0))))

(defun run-candidates (times)
  (let (value)
    (dotimes (i times value)
      (let ((board (make-array '(9 9) :initial-element 0)))
        (dotimes (k 81)
          (let ((digit (digit-char-p (char *cells* k))))
            (when digit
              (setf (aref board (floor k 9) (mod k 9)) digit))))
        (setq value (loop for column below 9 collect (aref (fill-cells board) 4 column)))))))

;;; Noughts and crosses, to the end of each game

(defparameter *lines* '((0 1 2) (3 4 5) (6 7 8) (0 3 6) (1 4 7) (2 5 8) (0 4 8) (2 4 6)))

(defun winner (board)
  (loop for (x y z) in *lines*
        when (and (aref board x) (eq (aref board x) (aref board y)) (eq (aref board y) (aref board z)))
          return (aref board x)))

(defun moves (board)
  (loop for i from 0 below 9 unless (aref board i) collect i))

(defun minimax (board player)
  (let ((winner (winner board)))
    (cond ((eq winner :x) 1)
          ((eq winner :o) -1)
          ((null (moves board)) 0)
          (t (let ((scores (mapcar (lambda (move)
                                     (let ((new (copy-seq board)))
                                       (setf (aref new move) player)
                                       (minimax new (if (eq player :x) :o :x))))
                                   (moves board))))
               (if (eq player :x) (apply #'max scores) (apply #'min scores)))))))

(defun run-noughts (times)
  (let (value)
    (dotimes (i times value)
      (setq value (minimax (vector :x :o nil nil :x nil nil nil :o) :x)))))

;;; Shapes told apart by TYPECASE

(defstruct shape (name "shape"))
(defstruct (disc (:include shape)) radius)
(defstruct (box (:include shape)) width height)

(defun area (thing)
  (typecase thing
    (disc (* 22/7 (disc-radius thing) (disc-radius thing)))
    (box (* (box-width thing) (box-height thing)))
    (shape 0)
    (cons (reduce #'+ thing :key #'area))
    (string (length thing))
    (otherwise nil)))

(defun run-shapes (times)
  (let (value)
    (dotimes (i times value)
      (let ((shapes (list (make-disc :radius 7) (make-box :width 3 :height 4) "abc" (make-shape :name "none"))))
        (setq value (list (area shapes) (mapcar #'area (cons :other shapes))))))))
