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
  (let ((gf (jscl::find-generic-function name nil)))
    (when gf
      (dolist (method (jscl::generic-function-methods gf))
        (dolist (specializer (jscl::!method-specializers method))
          (jscl::setf-class-direct-methods
           specializer (remove method (jscl::class-direct-methods specializer) :test #'eq))))
      (forget-generic-function name)
      (fmakunbound name))))

(map-generic-functions
 (lambda (gf)
   (unless (dispatch-state gf)
     (prepare-generic-function gf 'standard))))

;;; What a program may define when a slot or a method is missing

(defgeneric no-applicable-method (generic-function &rest arguments)
  (:method (generic-function &rest arguments)
    (retry-generic-call 'no-applicable-method-error generic-function arguments)))

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
  (:method (instance slot-names &rest initargs)
    (let ((positions (positions-of-class (class-of instance))))
      (dolist (slot (jscl::class-slots (class-of instance)) instance)
        (let* ((name (getf slot :name))
               (place (map-get positions name))
               (names (getf slot :initargs))
               (given (and names (initarg-tail names initargs))))
          (cond (given (store-at instance place (cadr given)))
                ((and (getf slot :initfunction)
                      (or (eq slot-names t) (memq name slot-names))
                      (eq (value-at instance place) (unbound-marker)))
                 (store-at instance place (funcall (getf slot :initfunction))))))))))

(defun initarg-tail (names initargs)
  "The tail of INITARGS that begins with the first of NAMES in it."
  (do ((rest initargs (cddr rest)))
      ((null rest) nil)
    (when (memq (car rest) names) (return rest))))

(defun value-at (instance place)
  (if (consp place) (car place) (svref (jscl::std-instance-slots instance) place)))

(defun store-at (instance place value)
  (if (consp place)
      (setf (car place) value)
      (setf (svref (jscl::std-instance-slots instance) place) value)))

(defgeneric initialize-instance (instance &key &allow-other-keys)
  (:method (instance &rest initargs)
    (apply #'shared-initialize instance t initargs)))

(defgeneric reinitialize-instance (instance &key &allow-other-keys)
  (:method (instance &rest initargs)
    (apply #'shared-initialize instance '() initargs)))

(defgeneric allocate-instance (class &key &allow-other-keys)
  (:method (class &rest initargs)
    (declare (ignore initargs))
    (ensure-finalized class)
    (allocate-from-class class (make-array (or (instance-size class) (length (jscl::class-slots class)))
                                           :initial-element (unbound-marker)))))

(defun method-keywords (gf class)
  "The keywords that methods of GF for CLASS accept."
  (let ((keywords '()))
    (dolist (method (jscl::generic-function-methods gf) keywords)
      (let ((specializer (car (jscl::!method-specializers method)))
            (keys (cdr (member '&key (jscl::method-lambda-list method)))))
        (when (and (not (eql-specializer-p specializer))
                   (not (eq specializer (jscl::!find-class t)))
                   (memq specializer (precedence-of class)))
          (dolist (key keys)
            (cond ((memq key lambda-list-keywords) nil)
                  ((and (consp key) (consp (car key))) (push (caar key) keywords))
                  (t (push (intern (symbol-name (if (consp key) (car key) key)) "KEYWORD") keywords)))))))))

(defun compute-valid-initargs (class)
  (append (list :allow-other-keys)
          (mapcan (lambda (slot) (copy-list (getf slot :initargs))) (jscl::class-slots class))
          (method-keywords (generic-function-named #'initialize-instance) class)
          (method-keywords (generic-function-named #'shared-initialize) class)))

(defun valid-initargs (class)
  "The initialization arguments that CLASS accepts, computed once in an epoch."
  (let ((cached (%js-inline "($0.validInitargs ?? nil)" class)))
    (if (and cached (eql (car cached) *definitions-epoch*))
        (cdr cached)
        (let ((names (compute-valid-initargs class)))
          (%js-inline "($0.validInitargs = $1)" class (cons *definitions-epoch* names))
          names))))

(defun check-initargs (class initargs)
  (unless (getf initargs :allow-other-keys)
    (let ((invalid '())
          (valid (if initargs (valid-initargs class) '())))
      (do ((rest initargs (cddr rest)))
          ((null rest))
        (unless (memq (car rest) valid)
          (pushnew (car rest) invalid)))
      (when invalid
        (error 'initarg-error :class class :initargs (reverse invalid))))))

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

(defgeneric make-instance (class &key &allow-other-keys)
  (:method ((class symbol) &rest initargs)
    (apply #'make-instance (find-class class) initargs))
  (:method (class &rest initargs)
    (unless (and (jscl::std-instance-p class)
                 (eq (jscl::std-instance-class class) jscl::*the-class-standard-class*))
      (error 'type-error :datum class :expected-type 'class))
    (cond ((class-layout class)
           (apply #'make-condition class initargs))
          ((built-in-class-p class)
           (error "Cannot allocate an instance of ~S." class))
          (t
           (ensure-finalized class)
           (when (oddp (length initargs))
             (error 'simple-program-error :format-control "odd number of &KEY arguments"))
           (let ((all (with-default-initargs class initargs)))
             (check-initargs class all)
             (let ((instance (allocate-instance class)))
               (apply #'initialize-instance instance all)
               instance))))))

;;; Changing classes

(defgeneric update-instance-for-different-class (previous current &key &allow-other-keys)
  (:method (previous current &rest initargs)
    (let ((added (remove-if (lambda (name) (slot-exists-p previous name))
                            (mapcar (lambda (slot) (getf slot :name)) (jscl::class-slots (class-of current))))))
      (apply #'shared-initialize current added initargs))))

(defgeneric change-class (instance new-class &key &allow-other-keys)
  (:method ((instance standard-object) (new-class symbol) &rest initargs)
    (apply #'change-class instance (find-class new-class) initargs))
  (:method ((instance standard-object) (new-class standard-class) &rest initargs)
    (let ((previous (allocate-from-class (class-of instance) (jscl::std-instance-slots instance)))
          (fresh (allocate-instance new-class)))
      (dolist (slot (jscl::class-slots new-class))
        (let ((name (getf slot :name)))
          (when (and (slot-exists-p previous name) (slot-boundp previous name))
            (set-slot-value fresh name (slot-value previous name)))))
      (setf (jscl::std-instance-slots instance) (jscl::std-instance-slots fresh)
            (jscl::std-instance-class instance) new-class)
      (apply #'update-instance-for-different-class previous instance initargs)
      instance)))

;;; Printing

(defgeneric print-object (object stream)
  (:method (object stream)
    (%js-inline "(R.printUnadorned($0, $1), $0)" object stream)))

(defvar *own-print-methods*
  (jscl::generic-function-methods (generic-function-named #'print-object))
  "Methods of PRINT-OBJECT that are not a program's.")

(defun own-printer (object)
  (if (conditionp object)
      (lambda (stream) (print-condition object stream))
      nil))

(defun user-printer (object)
  "A function of a stream that prints OBJECT, by a method of the program or as a condition; NIL for other objects."
  (let ((gf (generic-function-named #'print-object)))
    (if (eq (jscl::generic-function-methods gf) *own-print-methods*)
        (own-printer object)
        (let ((class (class-of object)))
          (if (some (lambda (method)
                      (and (not (memq method *own-print-methods*))
                           (specializer-applies-p (car (jscl::!method-specializers method)) object class)))
                    (jscl::generic-function-methods gf))
              (lambda (stream) (print-object object stream))
              (own-printer object))))))

(defun reporter (object)
  "A function of a stream that writes the report of OBJECT, when it is a condition or a restart; otherwise NIL."
  (cond ((conditionp object) (lambda (stream) (report-condition object stream)))
        ((restart-p object) (lambda (stream) (report-restart object stream)))
        (t nil)))

(defun generic-function-data (function)
  "A list of the name of the generic function behind FUNCTION and how many methods it has; NIL for other functions."
  (let ((gf (generic-function-named function)))
    (and gf
         (list (jscl::generic-function-name gf)
               (length (jscl::generic-function-methods gf))))))

(defun class-name (class)
  "The name of CLASS."
  (unless (jscl::std-instance-p class)
    (error 'type-error :datum class :expected-type 'class))
  (jscl::!class-name class))

(defun method-qualifiers (method)
  "The qualifiers of METHOD."
  (jscl::!method-qualifiers method))

