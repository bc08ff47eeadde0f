;;; a macro that expands into itself
(defmacro again () '(again)) (again)
;;; a macro that grows
(defmacro more (&rest x) `(more ,@x ,@x 1)) (more 1)
;;; a macro that wraps itself
(defmacro wrap (x) `(progn (wrap (list ,x)))) (wrap 1)
;;; a macro that nests
(defmacro nest (x) `(list (nest ,x))) (nest 1)
;;; mutual macros
(defmacro ping () '(pong)) (defmacro pong () '(ping)) (ping)
;;; a macrolet
(macrolet ((m (x) `(m ,x))) (m 1))
;;; a macro whose expander loops
(defmacro slow () (loop)) (slow)
;;; a macro that makes a huge form
(defmacro huge () `(progn ,@(loop for i below 2000000 collect `(print ,i)))) (huge)
;;; a macro that makes a deep form
(defmacro deep () (let ((x 1)) (dotimes (i 1000000 x) (setf x `(1+ ,x))))) (deep)
;;; a symbol macro that is itself
(symbol-macrolet ((x x)) x)
;;; a symbol macro that nests
(symbol-macrolet ((x (list x))) x)
;;; a global symbol macro
(define-symbol-macro *itself* *itself*) *itself*
;;; a compiler macro
(defun f (x) x) (define-compiler-macro f (x) `(g ,x)) (defun g (x) x) (define-compiler-macro g (x) `(f ,x)) (defun h () (f 1)) (loop (h))
;;; a compiler macro that nests
(defun f (x) x) (define-compiler-macro f (x) `(f (f ,x))) (compile nil '(lambda () (f 1)))
;;; macroexpand of itself
(defmacro again (x) `(again (,x))) (macroexpand '(again 1))
;;; macroexpand-1 in a loop
(defmacro again (x) `(again (,x))) (let ((f '(again 1))) (loop (setf f (macroexpand-1 f))))
;;; a setf expander
(defsetf bad (x) (v) `(setf (bad ,x) ,v)) (setf (bad 1) 2)
;;; define-modify-macro that expands for ever
(defmacro place (x) `(place ,x)) (incf (place 1))
;;; deftype that is itself
(deftype forever () 'forever) (typep 1 'forever)
;;; deftype that nests
(deftype nested () '(or integer (and nested nested))) (typep "x" 'nested)
;;; mutual deftypes
(deftype left () 'right) (deftype right () 'left) (subtypep 'left 'integer)
;;; satisfies that loops
(defun looping (x) (loop) x) (typep 1 '(satisfies looping))
;;; eval of eval
(defun e (f) (eval `(e ',f))) (e 1)
;;; compile in a loop
(loop for i from 0 do (compile nil `(lambda () ,i)))
;;; eval in a loop
(loop for i from 0 do (eval `(defun ,(intern (format nil "F~a" (mod i 10))) () ,i)))
;;; load-time-value that loops
(defun f () (load-time-value (loop))) (f)
;;; eval-when that loops
(eval-when (:compile-toplevel :load-toplevel :execute) (loop))
;;; a big form
(eval (let ((x 1)) (dotimes (i 200000 x) (setf x (list '+ x 1)))))
;;; a wide form
(eval `(list ,@(loop for i below 3000000 collect i)))
;;; a wide cond
(eval `(lambda (x) (cond ,@(loop for i below 300000 collect `((= x ,i) ,i)))))
;;; a wide let
(eval `(let ,(loop for i below 200000 collect `(,(gensym) ,i)) 1))
;;; a backquote that nests
(let ((x 1)) (loop (setf x `(,x ,@(list x x)))))
