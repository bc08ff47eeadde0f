;;; sort with a predicate that is always true
(sort (loop for i below 3000000 collect i) (constantly t))
;;; sort with a slow predicate
(sort (loop for i below 100000 collect (random 1000)) (lambda (a b) (dotimes (i 100000)) (< a b)))
;;; sort of a vector with an endless key
(sort (vector 3 1 2) #'< :key (lambda (x) (loop) x))
;;; sort of a huge vector
(let ((v (make-array 20000000))) (dotimes (i 20000000) (setf (aref v i) (random 1000000))) (sort v #'<))
;;; remove-duplicates of a big list
(length (remove-duplicates (loop for i below 1000000 collect i)))
;;; remove-duplicates of a big vector
(length (remove-duplicates (coerce (loop for i below 1000000 collect i) 'vector) :test #'eql))
;;; union of big lists
(length (union (loop for i below 300000 collect i) (loop for i below 300000 collect (- i))))
;;; intersection of big lists
(length (intersection (loop for i below 300000 collect i) (loop for i from 300000 below 600000 collect i)))
;;; set-exclusive-or of big lists
(length (set-exclusive-or (loop for i below 300000 collect i) (loop for i from 300000 below 600000 collect i)))
;;; subsetp of big lists
(subsetp (loop for i below 300000 collect i) (loop for i from 299999 downto 0 collect i))
;;; search for a long pattern
(search (make-string 50000 :initial-element #\a) (concatenate 'string (make-string 49999 :initial-element #\a) (make-string 1000000 :initial-element #\b) (make-string 49999 :initial-element #\a)))
;;; search again and again in a long string
(let ((s (make-string 1000000 :initial-element #\a))) (loop (search "ab" s)))
;;; position in a huge vector, again and again
(let ((v (make-array 1000000 :initial-element 0))) (loop (position 1 v)))
;;; count in a huge string, again and again
(let ((s (make-string 1000000 :initial-element #\a))) (loop (count #\b s)))
;;; fill of a huge vector, again and again
(let ((v (make-array 10000000))) (loop (fill v 1)))
;;; replace in a huge vector, again and again
(let ((v (make-array 5000000))) (loop (replace v v :start1 1)))
;;; copy-seq, again and again
(let ((v (make-array 3000000))) (loop (copy-seq v)))
;;; reverse, again and again
(let ((v (make-array 3000000))) (loop (reverse v)))
;;; map-into a huge vector
(let ((v (make-array 10000000 :initial-element 0))) (loop (map-into v #'1+ v)))
;;; string-upcase, again and again
(let ((s (make-string 5000000 :initial-element #\a))) (loop (string-upcase s)))
;;; string= of huge strings, again and again
(let ((a (make-string 5000000 :initial-element #\a)) (b (make-string 5000000 :initial-element #\a))) (loop (string= a b)))
;;; equal of huge lists, again and again
(let ((a (make-list 1000000)) (b (make-list 1000000))) (loop (equal a b)))
;;; equal of shared trees
(flet ((tree (n) (let ((x 1)) (dotimes (i n x) (setf x (cons x x)))))) (equal (tree 60) (tree 60)))
;;; copy-tree of a shared tree
(let ((x 1)) (dotimes (i 60) (setf x (cons x x))) (copy-tree x))
;;; subst in a shared tree
(let ((x 1)) (dotimes (i 60) (setf x (cons x x))) (subst 2 1 x))
;;; printing of a shared tree
(let ((x 1)) (dotimes (i 60) (setf x (list x x))) (length (write-to-string x)))
;;; write-to-string of a huge list, again and again
(let ((l (make-list 1000000))) (loop (write-to-string l)))
;;; parse-integer of a huge string
(parse-integer (make-string 3000000 :initial-element #\7))
;;; reading of a huge integer
(integerp (read-from-string (make-string 3000000 :initial-element #\7)))
;;; reading of a huge ratio
(read-from-string (concatenate 'string (make-string 300000 :initial-element #\7) "/" (make-string 299999 :initial-element #\3)))
;;; reading of a float with many digits
(loop (read-from-string (concatenate 'string "0." (make-string 1000000 :initial-element #\7))))
;;; string< of huge strings, again and again
(let ((a (make-string 3000000 :initial-element #\a)) (b (make-string 3000000 :initial-element #\a))) (loop (string< a b)))
;;; coerce of a big list to a vector and back
(let ((l (make-list 1000000))) (loop (setf l (coerce (coerce l 'vector) 'list))))
;;; concatenate of many sequences
(loop (apply #'concatenate 'list (make-list 1000 :initial-element (make-list 1000))))
;;; list-length of a huge list, again and again
(let ((l (make-list 1000000))) (loop (list-length l)))
;;; adjust-array, again and again
(let ((v (make-array 1000000 :adjustable t))) (loop (setf v (adjust-array v 1000000))))
;;; make-array with contents, again and again
(let ((l (make-list 1000000))) (loop (make-array 1000000 :initial-contents l)))
;;; a big literal array printed
(loop (prin1-to-string (make-array '(300 300 300) :initial-element 0)))
;;; sxhash, again and again
(let ((l (make-string 1000000 :initial-element #\a))) (loop (sxhash l)))
;;; string-trim of a huge string
(let ((s (make-string 3000000 :initial-element #\space))) (loop (string-trim " " s)))
;;; format of a huge column
(format nil "~1000000000d" 1)
;;; format of a huge repetition
(format nil "~1000000000%")
;;; format of a huge tabulation
(format nil "~1000000000T")
