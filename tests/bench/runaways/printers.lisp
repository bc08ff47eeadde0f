;;; a circular list as the value
(let ((l (list 1 2 3))) (setf (cdddr l) l) l)
;;; a circular list printed
(let ((l (list 1 2 3)) (*print-circle* nil) (*print-length* nil)) (setf (cdddr l) l) (print l))
;;; a list that is circular in the car
(let ((l (list 1 2 3)) (*print-level* nil)) (setf (car l) l) (print l))
;;; a circular list to a string
(let ((l (list 1 2 3))) (setf (cdddr l) l) (prin1-to-string l))
;;; a circular list by format
(let ((l (list 1 2 3))) (setf (cdddr l) l) (format nil "~a" l))
;;; a circular vector
(let ((v (vector 1 2))) (setf (aref v 0) v) (princ-to-string v))
;;; a circular structure
(defstruct node next) (let ((n (make-node))) (setf (node-next n) n) (prin1-to-string n))
;;; a circular structure as the value
(defstruct node next) (let ((n (make-node))) (setf (node-next n) n) n)
;;; a circular hash table
(let ((h (make-hash-table))) (setf (gethash 1 h) h) (dotimes (i 1000000) (prin1-to-string h)) (loop (describe h)))
;;; the hash mark of a circular list, to no end
(let ((l (list 1)) (*print-circle* t)) (setf (cdr l) l) (loop (prin1-to-string l)))
;;; pprint of a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (pprint l))
;;; print-object that prints itself
(defclass a () ()) (defmethod print-object ((x a) stream) (print x stream)) (make-instance 'a)
;;; print-object that prints itself by format
(defclass a () ()) (defmethod print-object ((x a) stream) (format stream "<~a>" x)) (format nil "~a" (make-instance 'a))
;;; print-object that loops
(defclass a () ()) (defmethod print-object ((x a) stream) (loop)) (make-instance 'a)
;;; print-object that prints without end
(defclass a () ()) (defmethod print-object ((x a) stream) (loop (write-string "spam" stream))) (make-instance 'a)
;;; print-object that makes another to print
(defclass a () ()) (defmethod print-object ((x a) stream) (prin1 (make-instance 'a) stream)) (prin1-to-string (make-instance 'a))
;;; print-object of two that print each other
(defclass a () ((b :initarg :b :accessor b))) (defmethod print-object ((x a) s) (format s "~a ~a" (b x) (b x)))
(let ((x (make-instance 'a)) (y (make-instance 'a))) (setf (b x) y (b y) x) (princ-to-string x))
;;; a print function of a structure
(defstruct (s (:print-function (lambda (x stream d) (declare (ignore d)) (print x stream)))) a) (prin1-to-string (make-s))
;;; printing to standard output without end
(loop (print 1))
;;; lines to standard output without end
(loop (format t "hello~%"))
;;; lines to error output without end
(loop (write-line "oops" *error-output*))
;;; one long line without end
(loop (write-char #\x))
;;; a long string written without end
(let ((s (make-string 1000000 :initial-element #\a))) (loop (write-string s)))
;;; a string stream without end
(with-output-to-string (s) (loop (write-string "spam" s)))
;;; a broadcast to two that fill
(let ((s (make-string-output-stream))) (let ((b (make-broadcast-stream s s))) (loop (write-line "spam" b))))
;;; format that backs up
(format nil "~{~a~:*~}" '(1 2 3))
;;; format that iterates over nothing
(format nil "~{~}" "~a" '(1 2))
;;; format over a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (format nil "~{~a ~}" l))
;;; format over a circular list of lists
(let ((l (list (list 1)))) (setf (cdr l) l) (format nil "~:{~a ~}" l))
;;; format that jumps back
(format nil "~{~a~0@*~}" '(1 2))
;;; format that calls itself
(defun again (stream arg colon at) (declare (ignore colon at)) (format stream "~/again/" arg)) (format nil "~/again/" 1)
;;; format by recursive processing
(let ((args (list nil nil))) (setf (first args) "~?" (second args) args) (format nil "~?" "~?" args))
;;; format with a circular control
(let* ((c "~@?") (args (list c))) (setf (cdr args) args) (apply #'format nil (subseq args 0 1)) (loop (format nil "~a" (subseq (list c c) 1))))
;;; format of justification
(loop (format nil "~1000000<~a~;~a~>" 1 2))
;;; a pprint-logical-block that never exhausts
(let ((l (list 1 2))) (setf (cddr l) l) (let ((*print-length* nil)) (pprint-logical-block (nil l) (loop (pprint-exit-if-list-exhausted) (princ (pprint-pop))))))
;;; describe of a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (describe l))
;;; inspecting a deep list
(let ((x nil)) (dotimes (i 2000000) (setf x (list x))) (prin1-to-string x))
;;; a deep list as the value
(let ((x nil)) (dotimes (i 2000000) (setf x (list x))) x)
;;; arguments of frames that print without end
(defclass a () ()) (defmethod print-object ((x a) stream) (loop)) (defun f (x) (error "no: ~a" 1) x) (f (make-instance 'a))
