;;; maphash that adds
(let ((h (make-hash-table)) (n 0)) (setf (gethash 0 h) 0) (maphash (lambda (k v) (declare (ignore k v)) (setf (gethash (incf n) h) n)) h))
;;; loop over a table that grows
(let ((h (make-hash-table))) (setf (gethash 0 h) 0) (loop for k being the hash-keys of h do (setf (gethash (1+ k) h) 0)))
;;; with-hash-table-iterator over a table that grows
(let ((h (make-hash-table)) (n 0)) (setf (gethash 0 h) 0) (with-hash-table-iterator (next h) (loop (unless (next) (return)) (setf (gethash (incf n) h) 0))))
;;; a circular key of an equal table
(let ((h (make-hash-table :test 'equal)) (l (list 1 2))) (setf (cddr l) l) (setf (gethash l h) 1))
;;; a key of an equal table that is circular in the car
(let ((h (make-hash-table :test 'equal)) (l (list 1 2))) (setf (car l) l) (gethash l h))
;;; a circular key of an equalp table
(let ((h (make-hash-table :test 'equalp)) (v (vector 1 2))) (setf (aref v 0) v) (setf (gethash v h) 1))
;;; sxhash of a circular list
(let ((l (list 1 2))) (setf (cddr l) l) (loop (sxhash l)))
;;; keys that are all alike
(let ((h (make-hash-table :test 'equal))) (loop for i from 0 do (setf (gethash (list 1 2 3 4 5 6 7 8 9 i) h) i)))
;;; a table without end
(let ((h (make-hash-table))) (loop for i from 0 do (setf (gethash i h) i)))
;;; a table of strings without end
(let ((h (make-hash-table :test 'equal))) (loop for i from 0 do (setf (gethash (format nil "key ~a" i) h) i)))
;;; clrhash and refill
(let ((h (make-hash-table))) (loop (dotimes (i 100) (setf (gethash i h) i)) (clrhash h)))
;;; remhash in a loop
(let ((h (make-hash-table))) (loop (setf (gethash 1 h) 2) (remhash 1 h)))
;;; a huge key, again and again
(let ((h (make-hash-table :test 'equal)) (k (make-list 300000))) (loop (gethash k h)))
