;;;; shapes
(defclass shape () ())
(defclass circle (shape) ((radius :initarg :radius :reader radius)))
(defclass box (shape) ((width :initarg :width :reader width)
                       (height :initarg :height :reader height)))

(defgeneric area (shape))
(defmethod area ((shape circle)) (* 3 (radius shape) (radius shape)))
(defmethod area ((shape box)) (* (width shape) (height shape)))

(defun total-area (shapes)
  (reduce #'+ (mapcar #'area shapes)))

(total-area (list (make-instance 'circle :radius 2)
                  (make-instance 'box :width 3 :height 4)))

;;;; bank-account
(defclass account () ((balance :initarg :balance :initform 0 :accessor balance)))
(defclass savings (account) ((rate :initarg :rate :reader rate)))

(defgeneric deposit (account amount))
(defmethod deposit ((account account) amount)
  (incf (balance account) amount))

(defgeneric year-end (account))
(defmethod year-end ((account account)) (balance account))
(defmethod year-end ((account savings))
  (+ (balance account) (* (balance account) (rate account))))

(let ((plain (make-instance 'account :balance 50))
      (saved (make-instance 'savings :balance 100 :rate 1/10)))
  (deposit plain 25)
  (deposit saved 100)
  (list (year-end plain) (year-end saved)))

;;;; animals
(defclass animal () ((name :initarg :name :reader name-of)))
(defclass dog (animal) ())
(defclass puppy (dog) ())

(defgeneric speak (animal))
(defmethod speak ((animal animal)) (format nil "~A is quiet" (name-of animal)))
(defmethod speak ((animal dog)) (format nil "~A barks" (name-of animal)))
(defmethod speak :around ((animal puppy))
  (string-upcase (call-next-method)))

(mapcar #'speak (list (make-instance 'animal :name "Tortoise")
                      (make-instance 'dog :name "Rex")
                      (make-instance 'puppy :name "Bit")))

;;;; expressions
(defclass num () ((value :initarg :value :reader value-of)))
(defclass sum () ((left :initarg :left :reader left) (right :initarg :right :reader right)))
(defclass product () ((left :initarg :left :reader left) (right :initarg :right :reader right)))

(defgeneric evaluate (node))
(defmethod evaluate ((node num)) (value-of node))
(defmethod evaluate ((node sum)) (+ (evaluate (left node)) (evaluate (right node))))
(defmethod evaluate ((node product)) (* (evaluate (left node)) (evaluate (right node))))

(defun num (n) (make-instance 'num :value n))

(evaluate (make-instance 'sum
                         :left (num 2)
                         :right (make-instance 'product :left (num 3) :right (num 4))))

;;;; stack-machine
(defclass machine () ((stack :initform '() :accessor stack)))

(defgeneric run-step (machine step))
(defmethod run-step (machine (step integer)) (push step (stack machine)))
(defmethod run-step (machine (step symbol))
  (let ((right (pop (stack machine))) (left (pop (stack machine))))
    (push (funcall step left right) (stack machine))))

(defun run-steps (steps)
  (let ((machine (make-instance 'machine)))
    (dolist (step steps (first (stack machine)))
      (run-step machine step))))

(run-steps '(10 4 - 3 *))

;;;; observers
(defclass subject () ((observers :initform '() :accessor observers)
                      (state :initarg :state :accessor state)))

(defgeneric observe (subject observer))
(defmethod observe ((subject subject) observer)
  (push observer (observers subject))
  subject)

(defun change-state (subject value)
  (setf (state subject) value)
  (mapcar (lambda (observer) (funcall observer value)) (observers subject)))

(let ((subject (make-instance 'subject :state 0)))
  (observe subject #'1+)
  (observe subject (lambda (value) (* value value)))
  (list (change-state subject 5) (state subject)))

;;;; inventory
(defclass item () ((name :initarg :name :reader item-name)
                   (price :initarg :price :reader price)
                   (amount :initarg :amount :accessor amount)))

(defgeneric worth (thing))
(defmethod worth ((thing item)) (* (price thing) (amount thing)))
(defmethod worth ((thing list)) (reduce #'+ (mapcar #'worth thing)))

(defun restock (items name more)
  (let ((item (find name items :key #'item-name)))
    (incf (amount item) more)
    items))

(worth (restock (list (make-instance 'item :name 'bolt :price 2 :amount 10)
                      (make-instance 'item :name 'gear :price 30 :amount 1))
                'gear 2))

;;;; temperature
(defclass reading () ((degrees :initarg :degrees :reader degrees)))
(defclass celsius (reading) ())
(defclass fahrenheit (reading) ())

(defgeneric to-celsius (reading))
(defmethod to-celsius ((reading celsius)) (degrees reading))
(defmethod to-celsius ((reading fahrenheit))
  (* 5/9 (- (degrees reading) 32)))

(defun warmest (readings)
  (reduce #'max (mapcar #'to-celsius readings)))

(warmest (list (make-instance 'celsius :degrees 18)
               (make-instance 'fahrenheit :degrees 77)
               (make-instance 'celsius :degrees 21)))

;;;; priority-queue
(defclass queue () ((items :initform '() :accessor items)))

(defgeneric enqueue (queue item priority))
(defmethod enqueue ((queue queue) item priority)
  (setf (items queue)
        (sort (cons (cons priority item) (items queue)) #'< :key #'car))
  queue)

(defgeneric dequeue (queue))
(defmethod dequeue ((queue queue))
  (cdr (pop (items queue))))

(let ((queue (make-instance 'queue)))
  (enqueue queue 'sleep 9)
  (enqueue queue 'work 5)
  (enqueue queue 'eat 1)
  (list (dequeue queue) (dequeue queue)))

;;;; visitors
(defclass leaf () ((value :initarg :value :reader value)))
(defclass branch () ((children :initarg :children :reader children)))

(defgeneric visit (node function))
(defmethod visit ((node leaf) function) (list (funcall function (value node))))
(defmethod visit ((node branch) function)
  (mapcan (lambda (child) (visit child function)) (children node)))

(defun leaf (value) (make-instance 'leaf :value value))
(defun branch (&rest children) (make-instance 'branch :children children))

(visit (branch (leaf 1) (branch (leaf 2) (leaf 3))) (lambda (n) (* 10 n)))
