;;; a handler that signals again
(handler-bind ((error (lambda (c) (error c)))) (error "x"))
;;; a handler that signals another
(define-condition a (error) ()) (define-condition b (error) ()) (handler-bind ((a (lambda (c) (declare (ignore c)) (loop (signal 'b)))) (b (lambda (c) (declare (ignore c)) (signal 'a)))) (error 'a))
;;; a handler that loops
(handler-bind ((error (lambda (c) (declare (ignore c)) (loop)))) (error "x"))
;;; handler-case in a loop
(loop (handler-case (error "x") (error () nil)))
;;; ignore-errors in a loop
(loop (ignore-errors (car 1)))
;;; ignore-errors of an endless loop, again and again
(loop (ignore-errors (loop)))
;;; handling every serious condition
(loop (handler-case (loop) (serious-condition () nil)))
;;; handling every condition
(loop (handler-case (loop) (condition () nil)))
;;; handling t
(loop (handler-case (loop) (t () nil)))
;;; handling the timeout in a function that calls itself
(defun stubborn () (handler-case (loop) (serious-condition () (stubborn)))) (stubborn)
;;; handling the timeout by a loop
(handler-case (loop) (serious-condition () (loop)))
;;; binding a handler of serious conditions that loops
(handler-bind ((serious-condition (lambda (c) (declare (ignore c)) (loop)))) (loop))
;;; binding a handler that leaves and starts again
(loop (block nil (handler-bind ((condition (lambda (c) (declare (ignore c)) (return)))) (loop))))
;;; retrying by a tag
(prog () again (handler-bind ((serious-condition (lambda (c) (declare (ignore c)) (go again)))) (loop)))
;;; nested handlers of serious conditions
(handler-case (handler-case (handler-case (loop) (serious-condition () (loop))) (serious-condition () (loop))) (serious-condition () (loop)))
;;; a restart that is invoked for ever
(loop (restart-case (invoke-restart 'again) (again () nil)))
;;; use-value for ever
(handler-bind ((unbound-variable (lambda (c) (declare (ignore c)) (use-value '*never-bound*)))) (loop (symbol-value '*never-bound*)))
;;; retry of what cannot succeed
(handler-bind ((undefined-function (lambda (c) (declare (ignore c)) (invoke-restart (find-restart 'continue))))) (not-defined-at-all 1))
;;; store-value of what does not fit
(let ((x 1)) (handler-bind ((type-error (lambda (c) (declare (ignore c)) (store-value 2)))) (check-type x string)))
;;; ctypecase for ever
(let ((x 1)) (handler-bind ((type-error (lambda (c) (declare (ignore c)) (store-value 1)))) (ctypecase x (string 1))))
;;; assert for ever
(handler-bind ((error #'continue)) (assert (= 1 2)))
;;; signal that recurses
(handler-bind ((condition (lambda (c) (declare (ignore c)) (loop repeat 2 do (signal "x"))))) (loop (signal "y")))
;;; signal recursion through a function
(defun again () (handler-bind ((condition (lambda (c) (declare (ignore c)) (again)))) (signal "x"))) (again)
;;; a debugger hook that loops
(setf *debugger-hook* (lambda (c h) (declare (ignore c h)) (loop))) (error "x")
;;; a debugger hook that fails
(let ((*debugger-hook* (lambda (c h) (setf *debugger-hook* h) (error c)))) (error "x"))
;;; a report that loops
(define-condition a (error) () (:report (lambda (c s) (declare (ignore c s)) (loop)))) (error 'a)
;;; a report that recurses
(define-condition a (error) () (:report (lambda (c s) (format s "~a" c)))) (error 'a)
;;; a report that prints without end
(define-condition a (error) () (:report (lambda (c s) (declare (ignore c)) (loop (write-string "x" s))))) (error 'a)
;;; a report that fails with itself
(define-condition a (error) () (:report (lambda (c s) (declare (ignore s)) (error c)))) (error 'a)
;;; warnings without end
(loop (warn "again"))
;;; conditions of circular arguments
(let ((l (list 1 2))) (setf (cddr l) l) (error "bad: ~s" l))
;;; a type error of circular data
(let ((l (list 1 2))) (setf (cddr l) l) (+ 1 l))
;;; break on signals
(let ((*break-on-signals* 'condition)) (loop (signal "x")))
;;; a restart's interactive function that loops
(restart-case (loop (error "x")) (use (v) :interactive (lambda () (loop)) v))
;;; a restart's test that loops
(restart-case (error "x") (use () :test (lambda (c) (declare (ignore c)) (loop)) 1))
;;; a restart's report that loops
(restart-case (error "x") (use () :report (lambda (s) (declare (ignore s)) (loop)) 1))
