;;; length of a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (length l))
;;; reverse of a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (reverse l))
;;; nreverse of a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (loop (nreverse l)))
;;; append of a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (append l '(4)))
;;; nconc of a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (nconc l '(4)))
;;; equal of circular lists
(let ((a (list 1 2 3)) (b (list 1 2 3))) (setf (cdddr a) a (cdddr b) b) (equal a b))
;;; equalp of circular lists
(let ((a (list 1 2 3)) (b (list 1 2 3))) (setf (cdddr a) a (cdddr b) b) (equalp a b))
;;; equal of lists that are circular in the car
(let ((a (list 1)) (b (list 1))) (setf (car a) a (car b) b) (equal a b))
;;; equalp of circular vectors
(let ((a (vector 1)) (b (vector 1))) (setf (aref a 0) a (aref b 0) b) (equalp a b))
;;; tree-equal of circular lists
(let ((a (list 1 2 3)) (b (list 1 2 3))) (setf (cdddr a) a (cdddr b) b) (tree-equal a b))
;;; copy-list of a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (copy-list l))
;;; copy-tree of a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (copy-tree l))
;;; copy-alist of a circular list
(let ((l (list (cons 1 2)))) (setf (cdr l) l) (copy-alist l))
;;; copy-seq of a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (copy-seq l))
;;; subseq of a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (subseq l 1))
;;; sort of a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (sort l #'<))
;;; stable-sort of a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (stable-sort l #'<))
;;; merge of circular lists
(let ((a (list 1 2)) (b (list 3))) (setf (cddr a) a (cdr b) b) (merge 'list a b #'<))
;;; reduce over a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (reduce #'+ l))
;;; reduce from the end
(let ((l (list 1 2 3))) (setf (cdddr l) l) (reduce #'+ l :from-end t))
;;; every over a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (every #'plusp l))
;;; some over a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (some #'minusp l))
;;; notany over a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (notany #'minusp l))
;;; find in a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (find 4 l))
;;; find-if in a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (find-if #'minusp l))
;;; position in a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (position 4 l))
;;; count in a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (count 1 l))
;;; remove from a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (remove 1 l))
;;; delete from a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (delete 4 l))
;;; remove-duplicates of a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (remove-duplicates l))
;;; substitute in a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (substitute 9 1 l))
;;; nsubstitute in a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (nsubstitute 9 1 l))
;;; search in a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (search '(9) l))
;;; mismatch of circular lists
(let ((a (list 1 2 3)) (b (list 1 2 3))) (setf (cdddr a) a (cdddr b) b) (mismatch a b))
;;; member of a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (member 4 l))
;;; member with a test
(let ((l (list 1 2 3))) (setf (cdddr l) l) (member "4" l :test #'equal))
;;; member-if
(let ((l (list 1 2 3))) (setf (cdddr l) l) (member-if #'minusp l))
;;; assoc in a circular list
(let ((l (list (cons 1 2)))) (setf (cdr l) l) (assoc 3 l))
;;; rassoc in a circular list
(let ((l (list (cons 1 2)))) (setf (cdr l) l) (rassoc 3 l))
;;; getf in a circular list
(let ((l (list :a 1))) (setf (cddr l) l) (getf l :b))
;;; nth of a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (nth 100000000000 l))
;;; nthcdr of a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (nthcdr (expt 10 14) l))
;;; elt of a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (elt l 100000000000))
;;; last of a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (last l))
;;; butlast of a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (butlast l))
;;; ldiff of a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (ldiff l '(4)))
;;; tailp of a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (tailp '(4) l))
;;; subst in a circular tree
(let ((l (list 1 2 3))) (setf (cdddr l) l) (subst 9 1 l))
;;; sublis in a circular tree
(let ((l (list 1 2 3))) (setf (cdddr l) l) (sublis '((1 . 9)) l))
;;; union of circular lists
(let ((l (list 1 2 3))) (setf (cdddr l) l) (union l '(4)))
;;; intersection of circular lists
(let ((l (list 1 2 3))) (setf (cdddr l) l) (intersection l '(4)))
;;; set-difference of circular lists
(let ((l (list 1 2 3))) (setf (cdddr l) l) (set-difference l '(4)))
;;; subsetp of circular lists
(let ((l (list 1 2 3))) (setf (cdddr l) l) (subsetp l '(1 2 3 4)))
;;; pairlis of circular lists
(let ((l (list 1 2 3))) (setf (cdddr l) l) (pairlis l l))
;;; concatenate of a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (concatenate 'list l '(4)))
;;; coerce of a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (coerce l 'vector))
;;; map over a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (map 'vector #'1+ l))
;;; map-into a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (map-into l #'1+ l))
;;; fill of a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (fill l 0))
;;; replace of a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (replace l l))
;;; apply to a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (apply #'+ l))
;;; values-list of a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (values-list l))
;;; vector of a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (make-array 3 :initial-contents l))
;;; string of circular characters
(let ((l (list #\a))) (setf (cdr l) l) (coerce l 'string))
;;; destructuring-bind of a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (destructuring-bind (a &rest b &key c) l (list a b c)))
;;; eval of a circular form
(let ((l (list 'progn 1))) (setf (cddr l) (cdr l)) (eval l))
;;; a circular form as source
#1=(progn (print 1) . #1#)
;;; a circular argument list
(list 1 . #1=(2 . #1#))
