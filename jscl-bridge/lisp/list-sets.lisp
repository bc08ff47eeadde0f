;;;; Lists as sets and trees (CLHS 14.2): union and its kin, substitution, comparison.

(in-package "JSCL-MCP")

(defun adjoin (item list &key key test test-not)
  "LIST with ITEM in front, unless it has a match."
  (let ((same (element-test (if key (funcall key item) item) test test-not key)))
    (do ((rest list (cdr rest)))
        ((endp rest) (cons item list))
      (when (funcall same (car rest)) (return list)))))

(defun has-match-p (element list same)
  (do ((rest list (cdr rest)))
      ((endp rest) nil)
    (when (funcall same element (car rest)) (return t))))

(defun union (list-1 list-2 &key key test test-not)
  "The elements of either list."
  (let ((same (pair-test test test-not key))
        (result list-2))
    (do ((rest list-1 (cdr rest)))
        ((endp rest) result)
      (unless (has-match-p (car rest) list-2 same)
        (push (car rest) result)))))

(defun intersection (list-1 list-2 &key key test test-not)
  "The elements of LIST-1 that match one of LIST-2."
  (let ((same (pair-test test test-not key))
        (result '()))
    (do ((rest list-1 (cdr rest)))
        ((endp rest) (nreverse result))
      (when (has-match-p (car rest) list-2 same)
        (push (car rest) result)))))

(defun set-difference (list-1 list-2 &key key test test-not)
  "The elements of LIST-1 that match none of LIST-2."
  (let ((same (pair-test test test-not key))
        (result '()))
    (do ((rest list-1 (cdr rest)))
        ((endp rest) (nreverse result))
      (unless (has-match-p (car rest) list-2 same)
        (push (car rest) result)))))

(defun set-exclusive-or (list-1 list-2 &key key test test-not)
  "The elements that match none of the other list."
  (let ((same (pair-test test test-not key))
        (result '()))
    (dolist (element list-1)
      (unless (has-match-p element list-2 same) (push element result)))
    (dolist (element list-2 (nreverse result))
      (unless (has-match-p element list-1 (lambda (a b) (funcall same b a))) (push element result)))))

(defun subsetp (list-1 list-2 &key key test test-not)
  "True when every element of LIST-1 matches one of LIST-2."
  (let ((same (pair-test test test-not key)))
    (do ((rest list-1 (cdr rest)))
        ((endp rest) t)
      (unless (has-match-p (car rest) list-2 same) (return nil)))))

(setf (symbol-function 'nunion) #'union
      (symbol-function 'nintersection) #'intersection
      (symbol-function 'nset-difference) #'set-difference
      (symbol-function 'nset-exclusive-or) #'set-exclusive-or)

;;; Trees

(defun substitute-tree (new tree match)
  (cond ((funcall match tree) new)
        ((consp tree)
         (let ((car (substitute-tree new (car tree) match))
               (cdr (substitute-tree new (cdr tree) match)))
           (if (and (eql car (car tree)) (eql cdr (cdr tree)))
               tree
               (cons car cdr))))
        (t tree)))

(defun subst (new old tree &key key test test-not)
  "TREE with NEW in place of what matches OLD."
  (substitute-tree new tree (element-test old test test-not key)))

(defun subst-if (new predicate tree &key key)
  "TREE with NEW in place of what satisfies PREDICATE."
  (substitute-tree new tree (element-predicate predicate key)))

(defun subst-if-not (new predicate tree &key key)
  "TREE with NEW in place of what does not satisfy PREDICATE."
  (substitute-tree new tree (negated (element-predicate predicate key))))

(setf (symbol-function 'nsubst) #'subst
      (symbol-function 'nsubst-if) #'subst-if
      (symbol-function 'nsubst-if-not) #'subst-if-not)

(defun sublis (alist tree &key key test test-not)
  "TREE with the data of ALIST in place of what matches their keys."
  (labels ((walk (tree)
             (let ((entry (dolist (entry alist nil)
                            (when (and entry
                                       (funcall (element-test (car entry) test test-not key) tree))
                              (return entry)))))
               (cond (entry (cdr entry))
                     ((consp tree)
                      (let ((car (walk (car tree))) (cdr (walk (cdr tree))))
                        (if (and (eql car (car tree)) (eql cdr (cdr tree))) tree (cons car cdr))))
                     (t tree)))))
    (walk tree)))

(setf (symbol-function 'nsublis) #'sublis)

(defun tree-equal (tree-1 tree-2 &key test test-not)
  "True when both trees have the same shape and matching leaves."
  (let ((same (pair-test test test-not nil)))
    (labels ((walk (a b)
               (if (and (consp a) (consp b))
                   (and (walk (car a) (car b)) (walk (cdr a) (cdr b)))
                   (and (atom a) (atom b) (funcall same a b) t))))
      (walk tree-1 tree-2))))
