;;; a cleanup that loops
(unwind-protect (loop) (loop))
;;; a cleanup that loops after a value
(unwind-protect 1 (loop))
;;; nested cleanups that loop
(unwind-protect (unwind-protect (unwind-protect (loop) (loop)) (loop)) (loop))
;;; many nested cleanups that loop
(defun nest (n) (unwind-protect (if (zerop n) (loop) (nest (1- n))) (loop))) (nest 100)
;;; a cleanup that starts again
(defun again () (unwind-protect (loop) (again))) (again)
;;; a cleanup that leaves the block
(loop (block nil (unwind-protect (loop) (return))))
;;; a cleanup that goes back
(tagbody again (unwind-protect (loop) (go again)))
;;; a cleanup that throws
(loop (catch 'out (unwind-protect (loop) (throw 'out 1))))
;;; a cleanup that throws to a function that starts again
(defun again () (catch 'out (unwind-protect (loop) (throw 'out 1))) (again)) (again)
;;; a cleanup that fails
(loop (ignore-errors (unwind-protect (loop) (error "x"))))
;;; a cleanup that fails in a handler of serious conditions
(loop (handler-case (unwind-protect (loop) (error "x")) (serious-condition () nil)))
;;; a cleanup that recurses without end
(defun deep (n) (1+ (deep n))) (unwind-protect (loop) (deep 1))
;;; cleanups at each level of a recursion
(defun deep (n) (unwind-protect (1+ (deep n)) (loop repeat 1000))) (deep 1)
;;; a cleanup with a cleanup
(loop (block nil (unwind-protect (loop) (unwind-protect (loop) (return)))))
;;; a cleanup that prints without end
(unwind-protect (loop) (loop (print 1)))
;;; a cleanup that eats memory
(unwind-protect (loop) (let ((l nil)) (loop (push 1 l))))
;;; specials bound around it
(defvar *depth* 0) (defun bind (n) (let ((*depth* n)) (if (< n 500) (bind (1+ n)) (unwind-protect (loop) (loop))))) (bind 1)
;;; cleanups by with-open-stream
(with-open-stream (s (make-string-input-stream "x")) (loop (peek-char nil s)))
;;; cleanups of a loop within mapcar within a catch
(catch 'a (mapcar (lambda (x) (unwind-protect (loop) (catch 'b (loop) (throw 'a x)))) '(1 2 3)))
