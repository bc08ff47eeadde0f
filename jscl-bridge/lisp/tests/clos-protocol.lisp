;;;; Redefinition, initialization, method combination and the errors of definitions.

(in-package "JSCL-MCP")

(deftest redefinition.added-slot
    (progn (defclass test-grown () ((x :initform 1)))
           (let ((i (make-instance 'test-grown)))
             (setf (slot-value i 'x) 5)
             (defclass test-grown () ((y :initform 7) (x :initform 1)))
             (list (slot-value i 'x) (slot-value i 'y))))
  (5 7))
(deftest redefinition.update
    (progn (defclass test-updated () ((x :initform 1) (z :initform 3)))
           (let ((i (make-instance 'test-updated)) (seen nil))
             (defmethod update-instance-for-redefined-class :before ((i test-updated) added discarded plist &key)
               (setq seen (list added discarded plist)))
             (defclass test-updated () ((x :initform 1) (w :initform 5)))
             (list (slot-value i 'w) seen)))
  (5 ((w) (z) (z 3))))
(deftest redefinition.obsolete
    (progn (defclass test-obsolete () ((x :initform 1)))
           (let ((i (make-instance 'test-obsolete)) (updated nil))
             (defmethod update-instance-for-redefined-class :after ((i test-obsolete) added discarded plist &key)
               (setq updated t))
             (make-instances-obsolete 'test-obsolete)
             (list (slot-value i 'x) updated)))
  (1 t))
(deftest redefinition.shared-slot-kept
    (progn (defclass test-kept () ((x :initform 1 :allocation :class)))
           (slot-value (make-instance 'test-kept) 'x)
           (defclass test-kept () ((x :initform 5 :allocation :class)))
           (slot-value (make-instance 'test-kept) 'x))
  1)

(defclass test-plain () ((x :initarg :x :accessor test-plain-x) (y :initform 4)))
(deftest initargs.unknown (signalled (make-instance 'test-plain :x 1 :y 2 :z 3))
  (initarg-error "Invalid initialization arguments:
  :Z, :Y
in call for class #<STANDARD-CLASS JSCL-MCP::TEST-PLAIN>.
See also:
  The ANSI Standard, Section 7.1.2"))
(deftest initargs.odd (signalled (make-instance 'test-plain :x)) (simple-program-error "odd number of &KEY arguments"))
(deftest initargs.first-counts (test-plain-x (make-instance 'test-plain :x 1 :x 2)) 1)
(deftest initargs.reinitialize (car (signalled (reinitialize-instance (make-instance 'test-plain) :q 1))) initarg-error)
(deftest initargs.of-method
    (progn (defclass test-keyed () ())
           (defmethod initialize-instance :after ((i test-keyed) &key &allow-other-keys))
           (type-of (make-instance 'test-keyed :anything 1)))
  test-keyed)

(deftest combination.last-first
    (progn (defgeneric test-listed (x) (:method-combination list :most-specific-last))
           (defmethod test-listed list ((x integer)) 1)
           (defmethod test-listed list ((x number)) 2)
           (test-listed 5))
  (2 1))
(deftest combination.short
    (progn (define-method-combination test-product :operator * :identity-with-one-argument t)
           (defgeneric test-multiplied (x) (:method-combination test-product))
           (defmethod test-multiplied test-product ((x integer)) 4)
           (defmethod test-multiplied test-product ((x number)) 3)
           (test-multiplied 1))
  12)
(deftest combination.long
    (progn (define-method-combination test-long ()
             ((around (:around)) (before (:before)) (primary () :required t))
             (let ((form `(progn ,@(mapcar (lambda (method) `(call-method ,method)) before)
                                 (call-method ,(first primary) ,(rest primary)))))
               (if around
                   `(call-method ,(first around) (,@(rest around) (make-method ,form)))
                   form)))
           (defgeneric test-longer (x) (:method-combination test-long))
           (defmethod test-longer (x) (list :primary x))
           (defmethod test-longer ((x integer)) (list :integer (call-next-method)))
           (defmethod test-longer :around (x) (list :around (call-next-method)))
           (test-longer 1))
  (:around (:integer (:primary 1))))
(deftest combination.arguments
    (progn (define-method-combination test-with-argument () ((all *)) (:arguments a)
             `(list ,a ,@(mapcar (lambda (method) `(call-method ,method)) all)))
           (defgeneric test-argument (x y) (:method-combination test-with-argument))
           (defmethod test-argument (x y) (+ x y))
           (test-argument 7 1))
  (7 8))
(deftest combination.qualifier
    (progn (defmethod test-qualified :sometimes (x) x) (car (signalled (test-qualified 1))))
  simple-error)
(deftest generic.precedence-order
    (progn (defgeneric test-precedence (x y) (:argument-precedence-order y x))
           (defmethod test-precedence ((x integer) y) :x)
           (defmethod test-precedence (x (y integer)) :y)
           (test-precedence 1 1))
  :y)
(deftest generic.optional-congruence
    (progn (defgeneric test-congruent (x))
           (car (signalled (eval '(defmethod test-congruent (x &optional y) y)))))
  simple-program-error)
(deftest generic.no-applicable-method
    (progn (defgeneric test-nothing (x))
           (defmethod no-applicable-method ((g (eql #'test-nothing)) &rest arguments) (list :none arguments))
           (test-nothing 1))
  (:none (1)))
(deftest generic.applicable-methods
    (progn (defmethod test-applicable ((x integer)) 1)
           (defmethod test-applicable ((x number)) 2)
           (list (length (compute-applicable-methods #'test-applicable '(1)))
                 (length (compute-applicable-methods #'test-applicable '(1.5)))))
  (2 1))

(deftest defclass.duplicate-slot (signalled (eval '(defclass test-bad () (x x))))
  (simple-program-error "Multiple slots named X in DEFCLASS TEST-BAD."))
(deftest defclass.precedence
    (progn (defclass test-a () ()) (defclass test-b (test-a) ())
           (car (signalled (eval '(defclass test-c (test-a test-b) ())))))
  simple-error)
(deftest class-of.specialized
    (mapcar (lambda (object) (class-name (class-of object))) (list #(1) #*1 :a 1 #'car))
  (simple-vector simple-bit-vector symbol fixnum function))
