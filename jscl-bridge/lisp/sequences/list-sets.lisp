;;;; Lists as sets (CLHS 14.2): ADJOIN, union and its kin. Results are in the order in which SBCL makes them.

(in-package "JSCL-MCP")

(defun adjoin (item list &key key (test nil test-p) (test-not nil test-not-p))
  "LIST with ITEM in front, unless it has a match."
  (with-list-tests (test test-not)
    (let ((same (element-test (if key (funcall key item) item) test test-not key)))
      (do ((rest list (cdr rest)))
          ((endp rest) (cons item list))
        (when (funcall same (car rest)) (return list))))))

(defmacro do-members ((element matched list other &key (reverse nil)) &body body)
  "Runs BODY for each ELEMENT of LIST, with MATCHED true when one of the list OTHER matches it. With REVERSE the elements of
OTHER are the first arguments of the test. Expects TEST, TEST-NOT and KEY."
  (let ((same (gensym "SAME")) (rest (gensym "REST")) (keyed (gensym "KEY")))
    `(let ((,same (pair-test test test-not nil))
           (,keyed (and key (as-function key))))
       (do ((,rest ,list (cdr ,rest)))
           ((endp ,rest))
         (let* ((,element (car ,rest))
                (,matched (has-match-p (if ,keyed (funcall ,keyed ,element) ,element) ,other ,same ,keyed ,reverse)))
           ,@body)))))

(defun has-match-p (element list same key reverse)
  (do ((rest list (cdr rest)))
      ((endp rest) nil)
    (let ((other (if key (funcall key (car rest)) (car rest))))
      (when (if reverse (funcall same other element) (funcall same element other))
        (return t)))))

(defun union (list-1 list-2 &key key (test nil test-p) (test-not nil test-not-p))
  "The elements of either list."
  (with-list-tests (test test-not)
    (let* ((swapped (< (list-elements list-1) (list-elements list-2)))
           (shorter (if swapped list-1 list-2))
           (result shorter))
      (do-members (element matched (if swapped list-2 list-1) shorter)
        (unless matched (push element result)))
      result)))

(defun intersection (list-1 list-2 &key key (test nil test-p) (test-not nil test-not-p))
  "The elements of LIST-1 that match one of LIST-2."
  (with-list-tests (test test-not)
    (let ((result '()))
      (do-members (element matched list-1 list-2)
        (when matched (push element result)))
      result)))

(defun set-difference (list-1 list-2 &key key (test nil test-p) (test-not nil test-not-p))
  "The elements of LIST-1 that match none of LIST-2."
  (with-list-tests (test test-not)
    (if (null list-2)
        list-1
        (let ((result '()))
          (do-members (element matched list-1 list-2)
            (unless matched (push element result)))
          result))))

(defun set-exclusive-or (list-1 list-2 &key key (test nil test-p) (test-not nil test-not-p))
  "The elements that match none of the other list."
  (with-list-tests (test test-not)
    (let ((result '()))
      (do-members (element matched list-1 list-2)
        (unless matched (push element result)))
      (do-members (element matched list-2 list-1 :reverse t)
        (unless matched (push element result)))
      result)))

(defun nset-exclusive-or (list-1 list-2 &rest keys)
  "Like SET-EXCLUSIVE-OR; may reuse the lists."
  (nreverse (apply #'set-exclusive-or list-1 list-2 keys)))

(defun subsetp (list-1 list-2 &key key (test nil test-p) (test-not nil test-not-p))
  "True when every element of LIST-1 matches one of LIST-2."
  (with-list-tests (test test-not)
    (do-members (element matched list-1 list-2)
      (unless matched (return-from subsetp nil)))
    t))

(setf (symbol-function 'nunion) #'union
      (symbol-function 'nintersection) #'intersection
      (symbol-function 'nset-difference) #'set-difference)
