;;;; Instances, their slots, and the ways methods are combined.

(defclass shape () ((x :initarg :x :initform 0 :accessor x) (y :initarg :y :initform 0 :accessor y)))
(defclass box (shape) ((width :initarg :width :accessor width) (height :initarg :height :accessor height)))
(defclass labelled-box (box) ((label :initarg :label :initform "none" :reader label)))

(defgeneric move (shape dx dy))
(defmethod move ((s shape) dx dy)
  (incf (x s) dx)
  (incf (y s) dy)
  s)

(defgeneric area (shape))
(defmethod area ((b box)) (* (width b) (height b)))

(defun run-accessors (times)
  (let ((box (make-instance 'box :width 3 :height 4)))
    (dotimes (i times (list (x box) (y box) (area box)))
      (setf (x box) 0 (y box) 0)
      (dotimes (k 100)
        (move box 1 2)
        (setf (width box) (mod (1+ (area box)) 7))))))

(defun run-slot-value (times)
  (let ((box (make-instance 'labelled-box :width 3 :height 4)))
    (dotimes (i times (slot-value box 'x))
      (setf (slot-value box 'x) 0)
      (dotimes (k 100)
        (incf (slot-value box 'x) (slot-value box 'width))
        (when (slot-boundp box 'label)
          (decf (slot-value box 'x)))))))

(defun run-with-slots (times)
  (let ((box (make-instance 'box :width 3 :height 4)))
    (dotimes (i times (x box))
      (setf (x box) 0)
      (dotimes (k 100)
        (with-slots (x y width height) box
          (setf y (+ x width)
                x (- y height -2)))))))

(defun run-instances (times)
  (let (value)
    (dotimes (i times value)
      (let ((boxes (loop for k from 1 to 50
                         collect (make-instance 'labelled-box :width k :height 2 :label "k"))))
        (setq value (reduce #'+ boxes :key #'area))))))

;;; CALL-NEXT-METHOD, and methods around others.

(defclass account () ((balance :initarg :balance :initform 0 :accessor balance)
                      (log :initform '() :accessor account-log)))
(defclass savings (account) ((rate :initarg :rate :initform 2 :reader rate)))
(defclass audited (savings) ((audits :initform 0 :accessor audits)))

(defgeneric fee (account amount))
(defmethod fee ((a account) amount) (floor amount 100))
(defmethod fee ((a savings) amount) (+ 1 (call-next-method)))
(defmethod fee ((a audited) amount) (* 2 (call-next-method a (+ amount 100))))

(defun run-call-next-method (times)
  (let ((account (make-instance 'audited)) value)
    (dotimes (i times value)
      (setq value (loop for k from 1 to 100 sum (fee account (* 50 k)))))))

(defgeneric deposit (account amount))
(defmethod deposit ((a account) amount)
  (incf (balance a) amount))
(defmethod deposit :before ((a savings) amount)
  (assert (plusp amount)))
(defmethod deposit :after ((a audited) amount)
  (declare (ignore amount))
  (incf (audits a)))
(defmethod deposit :around ((a audited) amount)
  (if (> amount 1000) 0 (call-next-method)))

(defun run-method-combination (times)
  (let (value)
    (dotimes (i times value)
      (let ((account (make-instance 'audited)))
        (dotimes (k 100)
          (deposit account (* 15 (1+ k))))
        (setq value (list (balance account) (audits account)))))))

;;; Dispatch on two arguments.

(defclass thing () ())
(defclass rock (thing) ())
(defclass paper (thing) ())
(defclass scissors (thing) ())

(defgeneric beats (a b)
  (:method (a b) (declare (ignore a b)) nil)
  (:method ((a rock) (b scissors)) t)
  (:method ((a paper) (b rock)) t)
  (:method ((a scissors) (b paper)) t))

(defun run-two-argument-dispatch (times)
  (let ((things (list (make-instance 'rock) (make-instance 'paper) (make-instance 'scissors))) value)
    (dotimes (i times value)
      (let ((wins 0))
        (dotimes (k 15)
          (dolist (a things)
            (dolist (b things)
              (when (beats a b) (incf wins)))))
        (setq value wins)))))

(defgeneric describe-thing (thing)
  (:method ((n integer)) (if (eql n 0) :nothing :integer))
  (:method ((n number)) :number)
  (:method ((s string)) :text)
  (:method ((s symbol)) :symbol)
  (:method ((n null)) :null)
  (:method ((l list)) (list :list (length l)))
  (:method ((x (eql 42))) :answer))

(defun run-builtin-dispatch (times)
  (let ((things (list 1 2.5 "three" 'four nil '(5 6) 42)) value)
    (dotimes (i times value)
      (dotimes (k 15)
        (setq value (mapcar #'describe-thing things))))))

(defstruct point (x 0) (y 0))
(defstruct (point-3d (:include point)) (z 0))

(defun run-structures (times)
  (let (value)
    (dotimes (i times value)
      (let ((points (loop for k from 1 to 50 collect (make-point-3d :x k :y (* 2 k) :z 1))) (sum 0))
        (dolist (point points)
          (setf (point-x point) (+ (point-y point) (point-3d-z point)))
          (when (point-p point)
            (incf sum (point-x (copy-point-3d point)))))
        (setq value sum)))))

(defmethod print-object ((b box) stream)
  (format stream "#<box ~D by ~D>" (width b) (height b)))

(defun run-print-object (times)
  (let ((box (make-instance 'box :width 3 :height 4)) value)
    (dotimes (i times value)
      (dotimes (k 5)
        (setq value (princ-to-string box))))))
