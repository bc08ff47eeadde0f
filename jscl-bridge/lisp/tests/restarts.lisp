;;;; Restarts.

(in-package "JSCL-MCP")

(deftest restart-case.value (restart-case 5 (r () 1)) 5)
(deftest restart-case.invoke (restart-case (invoke-restart 'r 5) (r (x) (* x 2))) 10)
(deftest restart-case.values (restart-case (invoke-restart 'r) (r () (values 1 2))) 1 2)
(deftest restart-case.lambda-list (restart-case (invoke-restart 'r 1 2 :b 3) (r (a &optional x &key b c) (list a x b c)))
  (1 2 3 nil))
(deftest restart-case.names
    (restart-case (mapcar #'restart-name (butlast (compute-restarts) (- (length (compute-restarts)) 2)))
      (a () 1) (b () 2))
  (a b))
(deftest restart-case.reports
    (restart-case (mapcar #'restart-text (list (find-restart 'a) (find-restart 'b) (find-restart 'c)))
      (a () :report "do a" 1)
      (b () :report (lambda (stream) (format stream "do ~A" :b)) 2)
      (c () 3))
  ("do a" "do B" "C"))
(deftest restart-case.test
    (restart-case (list (find-restart 'a) (and (find-restart 'b) t))
      (a () :test (lambda (c) (declare (ignore c)) nil) 1)
      (b () :test (lambda (c) (declare (ignore c)) t) 2))
  (nil t))
(deftest restart-case.interactive
    (restart-case (invoke-restart-interactively 'r) (r (a b) :interactive (lambda () (list 1 2)) (list b a)))
  (2 1))
(deftest restart-case.association
    (block nil
      (handler-bind ((error (lambda (c)
                              (let ((other (make-condition 'error)))
                                (return (list (and (find-restart 'r c) t) (find-restart 'r other)))))))
        (restart-case (error "x") (r () 1))))
  (t nil))
(deftest restart-case.inner-shadows
    (restart-case (restart-case (invoke-restart 'r) (r () :inner)) (r () :outer))
  :inner)
(deftest restart-bind.returns
    (restart-bind ((r (lambda (x) (* x 3)))) (list (invoke-restart 'r 4)))
  (12))
(deftest restart-bind.report
    (restart-bind ((r (lambda () 1) :report-function (lambda (s) (princ "rb" s)))) (restart-text (find-restart 'r)))
  "rb")
(deftest with-simple-restart.taken (with-simple-restart (r "Skip ~A" 1) (invoke-restart 'r)) nil t)
(deftest with-simple-restart.not-taken (with-simple-restart (r "Skip") 1 2) 2)
(deftest with-simple-restart.report (with-simple-restart (r "Skip ~A" 1) (restart-text (find-restart 'r))) "Skip 1")
(deftest invoke-restart.object (restart-case (invoke-restart (find-restart 'r)) (r () :by-object)) :by-object)
(deftest invoke-restart.missing (signalled (invoke-restart 'nope)) (simple-control-error "No restart NOPE is active."))
(deftest invoke-restart.expired
    (let ((r (restart-case (find-restart 'r) (r () 1))))
      (car (signalled (invoke-restart r))))
  simple-control-error)
(deftest invoke-restart.bad (car (signalled (invoke-restart 5))) type-error)
(deftest muffle-warning.missing (signalled (muffle-warning)) (simple-control-error "No restart MUFFLE-WARNING is active."))
(deftest use-value.missing (use-value 1) nil)
(deftest use-value.unbound-variable
    (handler-bind ((unbound-variable (lambda (c) (use-value 7 c)))) (list (unbound-variable-error 'nothing-here)))
  (7))
(deftest use-value.undefined-function
    (handler-bind ((undefined-function (lambda (c) (use-value #'list c)))) (undefined-function-error 'nothing-here '(1 2)))
  (1 2))
(deftest return-value.undefined-function
    (handler-bind ((undefined-function (lambda (c) (declare (ignore c)) (invoke-restart 'sb-kernel::return-value 1 2))))
      (undefined-function-error 'nothing-here '()))
  1 2)
(deftest restarts.unbound-variable (restarts-of (unbound-variable-error 'nothing-here))
  ((continue "Retry using NOTHING-HERE.") (use-value "Use specified value.")
   (store-value "Set specified value and use it.")))
(deftest restarts.undefined-function (restarts-of (undefined-function-error 'nothing-here '(1)))
  ((continue "Retry calling NOTHING-HERE.") (use-value "Call specified function.")
   (sb-kernel::return-value "Return specified values.") (sb-kernel::return-nothing "Return zero values.")))
(deftest restarts.cerror (restarts-of (cerror "Use ~S instead" "bad ~S" 5)) ((continue "Use 5 instead")))
(deftest restart.type (restart-case (list (typep (find-restart 'r) 'restart) (class-name (class-of (find-restart 'r)))) (r () 1))
  (t restart))
(deftest toplevel.abort (call-at-toplevel (lambda () (abort)) (lambda () :aborted)) :aborted)
(deftest toplevel.restart
    (call-at-toplevel (lambda () (mapcar #'restart-text (compute-restarts))) (lambda () nil))
  ("Return to top level."))

;;; Taking them in the debugger's stead

(deftest choice.type
    (let ((condition (make-condition 'unbound-variable :name 'x))
          (package (find-package "COMMON-LISP-USER")))
      (list (choice-applies-p condition "error" package)
            (choice-applies-p condition "(or type-error cell-error)" package)
            (choice-applies-p condition "type-error" package)
            (stringp (choice-applies-p condition "(" package))))
  (t t nil t))
(deftest choice.by-name-and-number
    (restart-case (let ((restarts (compute-restarts)))
                    (mapcar (lambda (text) (position (restart-chosen text restarts) restarts))
                            '("second" "some-package::Second" "1" "2" "0" "nope")))
      (first () 1)
      (second () 2))
  (1 1 0 1 nil nil))
(deftest choice.arguments
    (restart-case
        (let ((choose (lambda (text given texts)
                        (let ((chosen (choose-restart (make-condition 'error) text given texts *package*)))
                          (if (stringp chosen) chosen (fourth chosen))))))
          (list (funcall choose "one" t '("(+ 1 2)"))
                (funcall choose "one" t '())
                (funcall choose "one" t '("1" "2" "3"))
                (funcall choose "one" nil '())
                (funcall choose "asks" nil '())))
      (one (a &optional b) (list a b))
      (asks (a) :interactive (lambda () (list 5)) a))
  ((3) "it takes (A &OPTIONAL B), but no values were given" "it takes (A &OPTIONAL B), but 3 values were given"
   "it takes (A &OPTIONAL B), but no values were given" (5)))
(deftest choice.ends-evaluation
    (call-at-toplevel (lambda ()
                        (mapcar (lambda (text) (third (choose-restart (make-condition 'error) text t '() *package*)))
                                '("abort" "1")))
                      (lambda () nil))
  (t t))
(deftest restart-case.wrong-count
    (restart-case (handler-bind ((program-error (lambda (c) (declare (ignore c)) (invoke-restart 'outer))))
                    (invoke-restart 'inner 1 2))
      (inner (x) x)
      (outer () :still-active))
  :still-active)
(deftest restart-case.no-lambda-list (signalled (macroexpand-1 '(restart-case 1 (a))))
  (simple-error "ill-formed RESTART-CASE clause, no lambda-list:
  (A)"))
(deftest restart-case.unnamed (restart-case 1 (nil () 2)) 1)
(deftest restart-bind.malformed (signalled (macroexpand-1 '(restart-bind ((a)) 1)))
  (simple-error "ill-formed restart binding: (A)"))
(deftest restart-bind.no-function (car (signalled (restart-bind ((r 5)) 1))) type-error)
