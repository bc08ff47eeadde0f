;;;; Making, initializing and changing instances, and the generic functions a program may specialize.

(in-package "JSCL-MCP")

;; JSCL's generic functions of these names are replaced, not extended: their methods know another protocol.
(dolist (name '(make-instance allocate-instance initialize-instance reinitialize-instance shared-initialize change-class
                update-instance-for-different-class print-object describe-object
                jscl::slot-value-using-class jscl::slot-boundp-using-class jscl::slot-exists-p-using-class
                jscl::slot-makunbound-using-class jscl::finalize-inheritance jscl::compute-slots
                jscl::compute-class-precedence-list jscl::compute-effective-slot-definition
                jscl::compute-discriminating-function jscl::method-more-specific-p
                jscl::compute-effective-method-function jscl::compute-method-function))
  (when (jscl::find-generic-function name nil)
    (forget-generic-function name)
    (fmakunbound name)))

(map-generic-functions
 (lambda (gf)
   (unless (dispatch-state gf)
     (make-standard-generic-function (jscl::generic-function-name gf) (jscl::generic-function-lambda-list gf)
                                     (jscl::generic-function-methods gf) '(standard)))
   ;; Those of JSCL's methods that stay: nobody reads in their slots what they run, and of what it was made.
   (dolist (method (jscl::generic-function-methods gf))
     (unless (%js-inline "($0.runs ?? nil)" method)
       (%js-inline "($0.runs = $1)" method (jscl::method-function method))
       (set-method-slot-function method nil)
       (jscl::setf-method-body method nil)))))

;;; Generic functions that a program may define for a missing slot or method

(defgeneric no-applicable-method (generic-function &rest arguments)
  (:method (generic-function &rest arguments)
    (error 'no-applicable-method-error :generic-function generic-function :args arguments)))

(defgeneric slot-missing (class object slot-name operation &optional new-value)
  (:method (class object slot-name operation &optional new-value)
    (declare (ignore class))
    (missing-slot-error object slot-name operation new-value)))

(defgeneric slot-unbound (class object slot-name)
  (:method (class object slot-name)
    (declare (ignore class))
    (unbound-slot-error object slot-name)))

;;; Initialization

(defgeneric shared-initialize (instance slot-names &key &allow-other-keys)
  (:method ((instance standard-object) slot-names &rest initargs)
    (require-keyword-arguments initargs)
    (let ((positions (current-layout instance)))
      (dolist (slot (jscl::class-slots (class-of instance)) instance)
        (let* ((name (getf slot :name))
               (place (map-get positions name))
               (names (getf slot :initargs))
               (given (and names (initarg-tail names initargs))))
          (cond (given (store-at instance place (cadr given)))
                ((and (getf slot :initfunction)
                      (or (eq slot-names t) (memq name slot-names))
                      (not (bound-at-p instance place)))
                 (store-at instance place (funcall (getf slot :initfunction))))))))))

(defun initarg-tail (names initargs)
  "The tail of INITARGS that begins with the first of NAMES in it."
  (do ((rest initargs (cddr rest)))
      ((null rest) nil)
    (when (memq (car rest) names) (return rest))))

(defun value-at (instance place)
  "What the slot at PLACE of INSTANCE holds, or the unbound marker."
  (cond ((integerp place) (svref (jscl::std-instance-slots instance) place))
        ((consp place) (car place))
        ((bound-at-p instance place) (slot-value-by-protocol instance place))
        (t (unbound-marker))))

(defun bound-at-p (instance place)
  (if (or (integerp place) (consp place))
      (not (eq (value-at instance place) (unbound-marker)))
      (slot-boundp-by-protocol instance place)))

(defun store-at (instance place value)
  (cond ((integerp place) (setf (svref (jscl::std-instance-slots instance) place) value))
        ((consp place) (setf (car place) value))
        (t (set-slot-value-by-protocol instance place value))))

(defgeneric initialize-instance (instance &key &allow-other-keys)
  (:method ((instance standard-object) &rest initargs)
    (apply #'shared-initialize instance t initargs)))

(defgeneric reinitialize-instance (instance &key &allow-other-keys)
  (:method ((instance standard-object) &rest initargs)
    (check-initargs-of-calls (class-of instance) initargs
                             (list #'reinitialize-instance instance)
                             (list #'shared-initialize instance nil))
    (apply #'shared-initialize instance '() initargs)))

(defgeneric allocate-instance (class &key &allow-other-keys)
  (:method ((class class) &rest initargs)
    (declare (ignore initargs))
    (when (or (built-in-class-p class) (class-layout class))
      (error "Cannot allocate an instance of ~S." class))
    (if (equal (metaclass-name class) "STRUCTURE-CLASS")
        (allocate-structure (jscl::!class-name class))
        (let ((slots (progn
                       (ensure-finalized class)
                       (make-array (or (instance-size class) (length (jscl::class-slots class)))
                                   :initial-element (unbound-marker)))))
          (if (metaobject-class-p class)
              (allocate-metaobject class slots)
              (allocate-from-class class slots))))))

(defun metaobject-class-p (class)
  "True when instances of CLASS are classes, methods or functions."
  (some (lambda (each) (or (eq each (built-in class)) (eq each (built-in method)) (eq each (built-in function))))
        (precedence-of class)))

(defun method-keywords (methods)
  "The keywords that METHODS accept; T when one accepts any."
  (let ((keywords '()))
    (dolist (method methods keywords)
      (let ((keys (lambda-list-keys (jscl::method-lambda-list method))))
        (when (eq keys t) (return t))
        (setq keywords (append keys keywords))))))

(defun valid-initargs-for (class &rest calls)
  "The initialization arguments that the slots of CLASS and the methods of CALLS accept; T for any. Each call is a list of a
generic function, the arguments that its methods may be specialized on, and the classes of these."
  (let ((names (mapcan (lambda (slot) (copy-list (getf slot :initargs))) (jscl::class-slots class))))
    (dolist (call calls (cons :allow-other-keys names))
      (destructuring-bind (function arguments classes) call
        (let ((keywords (method-keywords (applicable-methods (generic-function-named function) arguments classes))))
          (when (eq keywords t) (return t))
          (setq names (append keywords names)))))))

(defun valid-initargs (class)
  "The initialization arguments that MAKE-INSTANCE of CLASS accepts, computed once in an epoch."
  (let ((cached (%js-inline "($0.validInitargs ?? nil)" class)))
    (if (and cached (eql (car cached) *definitions-epoch*))
        (cdr cached)
        (let ((names (valid-initargs-for class
                                         (list #'allocate-instance (list class) (list (class-of class)))
                                         (list #'initialize-instance (list nil) (list class))
                                         (list #'shared-initialize (list nil t) (list class (class-of t))))))
          (%js-inline "($0.validInitargs = $1)" class (cons *definitions-epoch* names))
          names))))

(defun require-keyword-arguments (initargs)
  "Signals unless INITARGS could be keyword arguments: an even number of objects, every other of them a symbol."
  (do ((rest initargs (cddr rest)))
      ((null rest))
    (unless (symbolp (car rest))
      (error 'simple-program-error :format-control "keyword argument not a symbol: ~S."
                                   :format-arguments (list (car rest))))
    (when (null (cdr rest))
      (error 'simple-program-error :format-control "odd number of &KEY arguments"))))

(defun check-initargs-among (class initargs valid)
  (unless (or (eq valid t) (getf initargs :allow-other-keys))
    (let ((invalid '()))
      (do ((rest initargs (cddr rest)))
          ((null rest))
        (unless (memq (car rest) valid)
          (pushnew (car rest) invalid)))
      (when invalid
        (if (metaobject-protocol-comes-p class)
            (check-initargs class initargs)
            (error 'initarg-error :class class :initargs invalid))))))

(defun metaobject-protocol-comes-p (class)
  "Whether CLASS is the standard's and the metaobject protocol, which is loaded now, had not given it its initargs."
  (and (eq (symbol-package (class-name class)) (find-package "COMMON-LISP"))
       (not (fboundp 'sb-impl::exported))
       (find-package "SB-MOP")
       t))

(defun check-initargs (class initargs)
  (when initargs
    (check-initargs-among class initargs (valid-initargs class))))

(defun check-initargs-of-calls (class initargs &rest calls)
  "Signals INITARG-ERROR when neither CLASS nor the methods of CALLS accept an argument of INITARGS. Each call is a list of
a generic function and the arguments that its methods may be specialized on."
  (when initargs
    (require-keyword-arguments initargs)
    (check-initargs-among class initargs
                          (apply #'valid-initargs-for class
                                 (mapcar (lambda (call)
                                           (list (car call) (cdr call) (mapcar #'class-of (cdr call))))
                                         calls)))))

(defun with-default-initargs (class initargs)
  (let ((state (class-state class)))
    (if (null state)
        initargs
        (let ((extra '()))
          (dolist (entry (class-state-default-initargs state))
            (unless (initarg-tail (list (first entry)) initargs)
              (push (first entry) extra)
              (push (funcall (third entry)) extra)))
          (if extra (append initargs (reverse extra)) initargs)))))

(defun make-by-protocol (class initargs)
  "A new instance of CLASS, by the generic functions that a program may specialize."
  (cond ((class-layout class)
         (check-initargs-among class initargs
                               (mapcan (lambda (slot) (copy-list (slot-initargs slot))) (layout-slots (class-layout class))))
         (apply #'make-condition class initargs))
        ((built-in-class-p class)
         (error "Cannot allocate an instance of ~S." class))
        (t
         (require-keyword-arguments initargs)
         (check-initargs class initargs)
         (let ((instance (apply #'allocate-instance class initargs)))
           (apply #'initialize-instance instance initargs)
           instance))))

(defvar *known-plan* nil
  "The plan of the class that MAKE-INSTANCE is just called for, by a caller that knows its arguments to be good.")

(defun make-instance-of (class initargs)
  (let ((known *known-plan*)
        (plan (current-plan class)))
    (setq *known-plan* nil)
    (cond (known (make-as-planned class known initargs))
          ((and plan (eq (plan-direct plan) :simply))
           (let ((slots (planned-slots plan initargs)))
             (if slots
                 (allocate-from-class class slots)
                 (make-by-protocol class initargs))))
          ((class-state class)
           (let ((all (with-default-initargs (ensure-finalized class) initargs)))
             (or (make-directly class all)
                 (make-by-protocol class all))))
          (t (make-by-protocol class initargs)))))

(defgeneric make-instance (class &key &allow-other-keys)
  (:method ((class class) &rest initargs)
    (make-instance-of class initargs)))

(defvar *own-make-methods* '()
  "Methods of MAKE-INSTANCE that are not a program's.")

(defvar *own-make-method*
  (jscl::method-function (car (jscl::generic-function-methods (generic-function-named #'make-instance))))
  "The function of our method of MAKE-INSTANCE for classes.")

(defmacro own-make-method ()
  "The function of our method of MAKE-INSTANCE for classes; NIL when a program has methods of its own."
  `(and (eq (jscl::generic-function-methods (load-time-value (generic-function-named #'make-instance)))
            *own-make-methods*)
        *own-make-method*))

;; Not named as a method: SBCL's compiler looks the class up, so its backtraces have no such frame.
(add-method-function 'make-instance '() '(class &rest initargs) (list 'symbol) nil
                     (lambda (name &rest initargs)
                       (let ((class (jscl::!find-class name nil))
                             (method (own-make-method)))
                         (if (and class method)
                             (apply method class initargs)
                             (apply #'make-instance (find-class name) initargs)))))

(setq *own-make-methods* (jscl::generic-function-methods (generic-function-named #'make-instance)))

;;; Printing

(defgeneric print-object (object stream)
  (:method (object stream)
    (if (conditionp object)
        (print-condition object stream)
        (%js-inline "R.printUnadorned($0, $1)" object stream))
    object))

(defvar *own-print-methods*
  (jscl::generic-function-methods (generic-function-named #'print-object))
  "Methods of PRINT-OBJECT that are not a program's.")

(defun own-printer (object)
  (if (conditionp object)
      (lambda (stream) (print-condition object stream))
      nil))

(defun user-printed-p (object methods)
  "True when one of the METHODS of PRINT-OBJECT that are the program's applies to OBJECT; looked up once in an epoch for
a class, if no method is for an object."
  (let* ((class (class-of object))
         (cached (%js-inline "($0.userPrinted ?? nil)" class)))
    (if (and cached (eql (car cached) *definitions-epoch*))
        (cdr cached)
        (let ((applies nil) (for-object nil))
          (dolist (method methods)
            (unless (memq method *own-print-methods*)
              (let ((specializer (car (jscl::!method-specializers method))))
                (when (eql-specializer-p specializer) (setq for-object t))
                (when (specializer-applies-p specializer object class) (setq applies t)))))
          (unless for-object
            (%js-inline "($0.userPrinted = $1)" class (cons *definitions-epoch* applies)))
          applies))))

(defun user-printer (object)
  "A function of a stream that prints OBJECT, by a method of the program or as a condition; NIL for other objects."
  (let ((methods (jscl::generic-function-methods (generic-function-named #'print-object))))
    (if (and (not (eq methods *own-print-methods*))
             (user-printed-p object methods))
        (lambda (stream) (print-object object stream))
        (own-printer object))))

(defun reporter (object)
  "A function of a stream that writes the report of OBJECT, when it is a condition or a restart; otherwise NIL."
  (cond ((conditionp object) (lambda (stream) (report-condition object stream)))
        ((restart-p object) (lambda (stream) (report-restart object stream)))
        (t nil)))
