;;;; CLOS: generic calls on two classes, and instances with initargs, initforms and a method on their
;;;; initialisation.

(defclass shape () ((name :initarg :name :accessor shape-name)))
(defclass square (shape) ((side :initarg :side :accessor side)))
(defclass circle (shape) ((radius :initarg :radius :initform 1 :reader radius)))

(defgeneric area (shape))
(defmethod area ((s square)) (* (side s) (side s)))
(defmethod area ((s circle)) (* 3 (radius s) (radius s)))

(defgeneric overlap (a b))
(defmethod overlap ((a shape) (b shape)) 0)
(defmethod overlap ((a square) (b circle)) (+ 1 (call-next-method)))

(defvar *square* (make-instance 'square :name "s" :side 3))
(defvar *circle* (make-instance 'circle :name "c" :radius 2))

(defun run-dispatch (times)
  (let ((a *square*) (b *circle*) (sum 0))
    (dotimes (i times sum)
      (setq sum 0)
      (dotimes (k 10)
        (incf sum (+ (area a) (area b) (overlap a b) (overlap b a)))))))

(defun run-make-instance (times)
  (let (square circle)
    (dotimes (i times (list (side square) (radius circle)))
      (dotimes (k 10)
        (setq square (make-instance 'square :name "s" :side k))
        (setq circle (make-instance 'circle :name "c"))))))
