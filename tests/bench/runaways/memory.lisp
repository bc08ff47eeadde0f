;;; pushing without end
(let ((x nil)) (loop (push 1 x)))
;;; doubling a string
(let ((s "abc")) (loop (setf s (concatenate 'string s s))))
;;; doubling a list
(let ((l (list 1 2))) (loop (setf l (append l l))))
;;; doubling a vector
(let ((v (vector 1 2))) (loop (setf v (concatenate 'vector v v))))
;;; vector-push-extend without end
(let ((v (make-array 1 :adjustable t :fill-pointer 0))) (loop (vector-push-extend 1 v)))
;;; vector-push-extend of characters without end
(let ((v (make-array 1 :adjustable t :fill-pointer 0 :element-type 'character))) (loop (vector-push-extend #\a v)))
;;; closures kept
(let ((l nil)) (loop for i from 0 do (let ((j i)) (push (lambda () j) l))))
;;; vectors kept
(let ((l nil)) (loop (push (make-array 1000) l)))
;;; big vectors kept
(let ((l nil)) (loop (push (make-array 1000000 :initial-element 0) l)))
;;; strings kept
(let ((l nil)) (loop (push (make-string 1000 :initial-element #\a) l)))
;;; big strings kept
(let ((l nil)) (loop (push (make-string 1000000 :initial-element #\a) l)))
;;; floats kept
(let ((l nil)) (loop for x = 0.5d0 then (+ x 1d0) do (push x l)))
;;; bignums kept
(let ((l nil)) (loop for i from 0 do (push (ash 1 (+ 1000 i)) l)))
;;; lists of lists kept
(let ((l nil)) (loop (push (make-list 100) l)))
;;; hash tables kept
(let ((l nil)) (loop (push (make-hash-table) l)))
;;; a global that grows
(defvar *g* nil) (loop (push (list 1 2 3) *g*))
;;; symbols with property lists
(loop for i from 0 do (setf (get 'x (gensym)) i))
;;; a huge array
(make-array 10000000000)
;;; an array larger than there is memory
(make-array 2000000000)
;;; a huge array of two dimensions
(make-array '(100000 100000))
;;; a huge bit vector
(make-array 100000000000 :element-type 'bit)
;;; a huge string
(make-string 4000000000)
;;; a huge string of a letter
(make-string 1000000000 :initial-element #\a)
;;; a huge list
(make-list 1000000000)
;;; a huge sequence
(make-sequence 'vector 5000000000)
;;; a huge array from a list
(make-array 1000000000 :initial-element 1)
;;; collecting without end
(loop for i from 0 collect i)
;;; collecting strings without end
(loop for i from 0 collect (princ-to-string i))
;;; appending without end
(loop for i from 0 append (list i i))
;;; a stack of values
(let ((l (list nil))) (loop (setf l (list l l))))
;;; memoizing without end
(let ((h (make-hash-table :test 'equal))) (labels ((f (n) (setf (gethash (list n n) h) (make-list 50)) (f (1+ n)))) (f 0)))
;;; a string output stream kept
(let ((s (make-string-output-stream))) (loop (princ 123456789 s)))
;;; adjust-array without end
(let ((v (make-array 10 :adjustable t))) (loop (setf v (adjust-array v (* 2 (length v))))))
;;; garbage without end
(loop (make-array 100000))
;;; big arguments
(apply #'list (make-list 10000000))
;;; a list of a million by apply
(loop (apply #'+ (make-list 1000000 :initial-element 1)))
;;; mapcar of a huge list
(let ((l (make-list 5000000 :initial-element 1))) (loop (setf l (mapcar #'1+ l))))
;;; string of many pieces
(let ((s "")) (loop (setf s (concatenate 'string s "x"))))
;;; format nil that grows
(let ((s "x")) (loop (setf s (format nil "~a~a" s s))))
;;; the last value kept
(loop (setf * (list * *)))
