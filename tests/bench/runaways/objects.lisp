;;; call-next-method in a loop
(defclass a () ()) (defclass b (a) ()) (defgeneric m (x)) (defmethod m ((x a)) 1) (defmethod m ((x b)) (loop (call-next-method))) (m (make-instance 'b))
;;; a method that calls itself
(defgeneric m (x)) (defmethod m (x) (m x)) (m 1)
;;; a before method that calls the generic function
(defgeneric m (x)) (defmethod m (x) x) (defmethod m :before (x) (m x)) (m 1)
;;; an around method that never ends
(defgeneric m (x)) (defmethod m (x) x) (defmethod m :around (x) (loop) (call-next-method)) (m 1)
;;; an initform that loops
(defclass a () ((x :initform (loop)))) (make-instance 'a)
;;; an initform that makes another
(defclass a () ((x :initform (make-instance 'a)))) (make-instance 'a)
;;; initialize-instance that makes another
(defclass a () ()) (defmethod initialize-instance :after ((x a) &key) (make-instance 'a)) (make-instance 'a)
;;; slot-missing that asks again
(defclass a () ()) (defmethod slot-missing (c (x a) n o &optional v) (declare (ignore c o v)) (slot-value x n)) (slot-value (make-instance 'a) 'y)
;;; slot-unbound that asks again
(defclass a () ((y))) (defmethod slot-unbound (c (x a) n) (declare (ignore c)) (slot-value x n)) (slot-value (make-instance 'a) 'y)
;;; no-applicable-method that calls again
(defgeneric m (x)) (defmethod no-applicable-method ((f (eql #'m)) &rest args) (apply f args)) (m 1)
;;; redefinition in a loop
(loop (eval '(defclass a () ((x :initform 1)))) (make-instance (find-class 'a)))
;;; methods added in a loop
(loop for i from 0 do (eval `(defmethod m ((x (eql ,i))) ,i)))
;;; change-class back and forth
(defclass a () ()) (defclass b () ()) (let ((x (make-instance 'a))) (loop (change-class x 'b) (change-class x 'a)))
;;; update-instance-for-redefined-class that redefines
(defclass a () ((x))) (let ((i (make-instance 'a))) (defmethod update-instance-for-redefined-class :after ((x a) added gone plist &key) (declare (ignore added gone plist)) (loop)) (eval '(defclass a () ((y)))) (slot-boundp i 'y))
;;; instances without end
(defclass a () ((x :initarg :x))) (let ((l nil)) (loop for i from 0 do (push (make-instance 'a :x i) l)))
;;; structures without end
(defstruct p x y) (let ((l nil)) (loop for i from 0 do (push (make-p :x i :y i) l)))
;;; a deep class hierarchy
(loop for i from 1 do (eval `(defclass ,(intern (format nil "C~a" i)) (,(if (= i 1) 'standard-object (intern (format nil "C~a" (1- i))))) ())))
;;; a class that inherits from itself
(defclass a (b) ()) (defclass b (a) ()) (make-instance 'a)
;;; make-load-form and documentation in a loop
(loop (setf (documentation 'car 'function) (documentation 'cdr 'function)))
;;; compute-applicable-methods in a loop
(defgeneric m (x)) (defmethod m (x) x) (loop (compute-applicable-methods #'m '(1)))
;;; a custom method combination
(define-method-combination both () ((all ())) `(progn ,@(mapcar (lambda (m) `(call-method ,m)) all) (loop))) (defgeneric m (x) (:method-combination both)) (defmethod m (x) x) (m 1)
;;; an accessor that loops through itself
(defclass a () ((v :accessor v :initform 0))) (defmethod (setf v) :after (n (x a)) (setf (v x) (1+ n))) (setf (v (make-instance 'a)) 1)
;;; a structure's constructor that loops
(defstruct s (x (loop))) (make-s)
;;; with-slots in a loop
(defclass a () ((n :initform 0))) (let ((i (make-instance 'a))) (with-slots (n) i (loop (incf n))))
