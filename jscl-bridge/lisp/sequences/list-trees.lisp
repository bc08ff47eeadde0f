;;;; Lists as trees (CLHS 14.2): substitution and comparison. The tests see the parts of a tree in SBCL's order.

(in-package "JSCL-MCP")

;;; SUBSTITUTE is a function of a part of a tree: it gives what takes the place of the part, or *KEPT*.

(defvar *kept* (list 'kept))

(defun copy-substituted (tree substitute)
  "TREE with the parts that SUBSTITUTE knows replaced; what has no such part is shared."
  (let ((new (funcall substitute tree)))
    (cond ((not (eq new *kept*)) new)
          ((consp tree)
           (let ((car (copy-substituted (car tree) substitute))
                 (cdr (copy-substituted (cdr tree) substitute)))
             (if (and (eq car (car tree)) (eq cdr (cdr tree)))
                 tree
                 (cons car cdr))))
          (t tree))))

(defun replace-substituted (tree substitute)
  "TREE, changed to have what SUBSTITUTE says in the place of the parts that it knows."
  (let ((new (funcall substitute tree)))
    (cond ((not (eq new *kept*)) new)
          ((atom tree) tree)
          (t
           ;; Also the first cons, which is no tail of the list, is asked once more.
           (do ((last nil rest)
                (rest tree (cdr rest)))
               (nil)
             (let ((new (funcall substitute rest)))
               (cond ((not (eq new *kept*))
                      (return (if last (progn (rplacd last new) tree) new)))
                     ((atom rest) (return tree)))
               (rplaca rest (replace-substituted (car rest) substitute))))))))

(defun substituting (new match)
  (lambda (part) (if (funcall match part) new *kept*)))

(defmacro define-substitution (name documentation replacer old match &rest tests)
  "Defines NAME, a function of a new part, OLD, a tree and keywords, which finds the old parts by MATCH."
  (let ((form `(,replacer tree (substituting new ,match))))
    `(defun ,name (new ,old tree &key key ,@tests)
       ,documentation
       ,(if tests `(with-list-tests (test test-not) ,form) form))))

(defmacro define-substitutions (by-item by-predicate by-negation replacer)
  `(progn
     (define-substitution ,by-item "TREE with NEW in place of what matches OLD." ,replacer
       old (element-test old test test-not key) (test nil test-p) (test-not nil test-not-p))
     (define-substitution ,by-predicate "TREE with NEW in place of what satisfies PREDICATE." ,replacer
       predicate (element-predicate predicate key))
     (define-substitution ,by-negation "TREE with NEW in place of what does not satisfy PREDICATE." ,replacer
       predicate (negated (element-predicate predicate key)))))

(define-substitutions subst subst-if subst-if-not copy-substituted)
(define-substitutions nsubst nsubst-if nsubst-if-not replace-substituted)

(defun substituting-data (alist test test-not key)
  "A function of a part of a tree that finds what takes its place in ALIST. The key of the part comes first in tests."
  (let ((same (pair-test test test-not nil))
        (key (and key (as-function key))))
    (lambda (part)
      (let ((item (if key (funcall key part) part)))
        (block found
          (do-entries (entry alist)
            (when (funcall same item (car entry))
              (return-from found (cdr entry))))
          *kept*)))))

(defun sublis (alist tree &key key (test nil test-p) (test-not nil test-not-p))
  "TREE with the data of ALIST in place of what matches their keys."
  (with-list-tests (test test-not)
    (copy-substituted tree (substituting-data alist test test-not key))))

(defun nsublis (alist tree &key key (test nil test-p) (test-not nil test-not-p))
  "Like SUBLIS; changes TREE."
  (with-list-tests (test test-not)
    (replace-substituted tree (substituting-data alist test test-not key))))

(defun tree-equal (tree-1 tree-2 &key test (test-not nil test-not-p))
  "True when both trees have the same shape and matching leaves."
  (when (and test test-not)
    (both-tests-error))
  (let ((same (pair-test test (and test-not-p (as-function test-not)) nil)))
    (labels ((walk (a b)
               (if (and (consp a) (consp b))
                   (and (walk (car a) (car b)) (walk (cdr a) (cdr b)))
                   (and (atom a) (atom b) (funcall same a b) t))))
      (walk tree-1 tree-2))))
