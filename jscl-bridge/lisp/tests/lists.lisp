;;;; Parts of lists, property lists, elements of sequences: what they refuse.

(in-package "JSCL-MCP")

(deftest parts.of-atom (signalled (funcall 'cadr 5)) (type-error "The value 5 is not of type LIST."))
(deftest parts.dotted (signalled (funcall 'third '(1 . 2))) (type-error "The value 2 is not of type LIST."))
(deftest parts.values (list (cadr '(1 2)) (cddar '((1 2 3))) (caadr '(1 (2))) (cdadar '((1 (2 3)))) (tenth '(1 2 3 4 5 6 7 8 9 10)))
  (2 (3) 2 (3) 10))
(deftest rplaca.of-nil (car (signalled (funcall 'rplaca nil 1))) type-error)
(deftest nth.set-past-the-end (signalled (let ((l (list 1 2))) (setf (nth 5 l) 3)))
  (type-error "The value NIL is not of type CONS."))
(deftest elt.set-past-the-end (signalled (let ((l (list 1 2))) (setf (elt l 5) 3)))
  (index-too-large-error "The index 5 is too large for a list of length 2."))
(deftest getf.odd (signalled (getf '(:a) :b)) (simple-type-error "malformed property list: (:A)."))
(deftest string.of-numbers (car (signalled (concatenate 'string '(1)))) type-error)
(deftest set.constant (signalled (set 'pi 1)) (simple-error "Constant modification: attempt to set SYMBOL-VALUE of PI."))
(deftest apply.atom (signalled (let ((x 5)) (apply #'+ x))) (type-error "The value 5 is not of type LIST."))
(deftest apply.dotted (signalled (apply #'+ '(1 . 2)))
  (values-list-argument-error "Attempt to use VALUES-LIST on a dotted list: 2"))
