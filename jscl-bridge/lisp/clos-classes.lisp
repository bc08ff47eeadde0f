;;;; DEFCLASS: classes that can be redefined, refer to classes not yet defined, and keep class-allocated slots.
;;;; Class objects are JSCL's own, so that its accessors of metaobjects go on working.

(in-package "JSCL-MCP")

;;; What a class knows beside JSCL's slots of a metaobject. Kept on the class object.
(define-record class-state finalized direct-default-initargs default-initargs documentation)

(defmacro class-state (class)
  `(%js-inline "($0.classState ?? $1)" ,class nil))

(defmacro set-class-state (class state)
  `(%js-inline "($0.classState = $1)" ,class ,state))

(defmacro slot-positions (class)
  "A map from slot names to indices in an instance, or to one-element lists for slots that the class shares."
  `(%js-inline "($0.slotPositions ?? $1)" ,class nil))

(defmacro set-slot-positions (class map)
  `(%js-inline "($0.slotPositions = $1)" ,class ,map))

(defmacro instance-size (class)
  "How many slots an instance of CLASS holds itself."
  `(%js-inline "($0.instanceSize ?? nil)" ,class))

(defmacro set-instance-size (class size)
  `(%js-inline "($0.instanceSize = $1)" ,class ,size))

(defvar *forward-classes* (make-map)
  "Classes that were named as superclasses and are not defined yet, by name.")

(defun class-finalized-p (class)
  (let ((state (class-state class)))
    (or (null state) (class-state-finalized state))))

;;; Superclasses

(defun class-designated (name)
  "The class NAME, defined or not: an undefined one is made now and filled in by its DEFCLASS."
  (or (find-class name nil)
      (map-get *forward-classes* name)
      (let ((class (make-class-object name)))
        (set-class-state class (make-class-state nil '() '() nil))
        (map-set *forward-classes* name class)
        class)))

(defun built-in-class-p (class)
  (memq (jscl::!class-name class)
        '(t symbol keyword list null cons sequence vector array string bit-vector number real rational integer fixnum
          bignum ratio float single-float double-float complex character function hash-table package stream
          structure-object jscl::js-object)))

(defun check-superclass (class superclass)
  (when (eq class superclass)
    (error "Class named ~A specified as its own superclass."
           (with-output-to-string (stream) (write-qualified (jscl::!class-name class) stream))))
  (when (or (built-in-class-p superclass) (class-layout superclass))
    (error 'invalid-superclass :class class :superclass superclass)))

;;; Finalization

(defun undefined-superclass (class)
  (let ((state (class-state class)))
    (if (and state (null (jscl::class-direct-superclasses class)) (not (class-state-finalized state)))
        class
        (dolist (superclass (jscl::class-direct-superclasses class) nil)
          (let ((found (undefined-superclass superclass)))
            (when found (return found)))))))

(defun effective-slot-definition (name definitions)
  "The slot NAME as an instance has it, from its direct DEFINITIONS, most specific first."
  (let ((initer (find-if (lambda (definition) (getf definition :initfunction)) definitions))
        (first (car definitions)))
    (list :name name
          :initargs (remove-duplicates (mapcan (lambda (definition) (copy-list (getf definition :initargs)))
                                               definitions))
          :initform (getf initer :initform)
          :initfunction (getf initer :initfunction)
          :allocation (or (getf first :allocation) :instance)
          :cell (getf first :cell))))

(defun effective-slot-definitions (precedence)
  (let ((names '())
        (all (mapcan (lambda (class) (copy-list (jscl::class-direct-slots class))) precedence)))
    (dolist (class (reverse precedence))
      (dolist (slot (jscl::class-direct-slots class))
        (unless (memq (getf slot :name) names)
          (push (getf slot :name) names))))
    (mapcar (lambda (name)
              (effective-slot-definition
               name (remove-if-not (lambda (slot) (eq (getf slot :name) name)) all)))
            (reverse names))))

(defvar *definitions-epoch* 0
  "Grows whenever a class or a generic function changes; what was computed from them holds for one epoch.")

(defun install-slot-definitions (class slots)
  "Makes SLOTS the effective slots of CLASS. Slots it had keep their index, so that old instances stay readable."
  (let ((old (slot-positions class))
        (positions (make-map))
        (next 0))
    (when old
      (dolist (slot slots)
        (let ((index (map-get old (getf slot :name))))
          (when (integerp index)
            (map-set positions (getf slot :name) index)
            (setq next (max next (1+ index)))))))
    (dolist (slot slots)
      (let ((name (getf slot :name)))
        (cond ((eq (getf slot :allocation) :class)
               (map-set positions name (getf slot :cell)))
              ((null (map-get positions name))
               (map-set positions name next)
               (incf next)))))
    (jscl::setf-class-slots class slots)
    (incf *definitions-epoch*)
    (set-instance-size class next)
    (set-slot-positions class positions)))

(defun collect-class-default-initargs (precedence)
  (let ((result '()))
    (dolist (class precedence (nreverse result))
      (let ((state (class-state class)))
        (when state
          (dolist (entry (class-state-direct-default-initargs state))
            (unless (assoc (car entry) result)
              (push entry result))))))))

(defun precedence-error (class reason)
  (error "While computing the class precedence list of the class named ~A.~%~A"
         (with-output-to-string (stream) (write-qualified (jscl::!class-name class) stream))
         reason))

(defun ensure-finalized (class)
  "Finalizes CLASS; an error when a superclass is not defined or the superclasses cannot be ordered."
  (unless (class-finalized-p class)
    (let ((missing (undefined-superclass class)))
      (when missing
        (let ((name (with-output-to-string (stream) (write-qualified (jscl::!class-name missing) stream))))
          (precedence-error class (format nil "The class named ~A is a forward referenced class.~%The class named ~A is a direct superclass of the class named ~A."
                                          name name
                                          (with-output-to-string (stream)
                                            (write-qualified (jscl::!class-name class) stream)))))))
    (finalize-class class))
  class)

(defun finalize-class (class)
  (let ((superclasses (jscl::class-direct-superclasses class))
        (state (class-state class)))
    (dolist (superclass superclasses)
      (ensure-finalized superclass))
    (let ((precedence (handler-case (class-precedence class superclasses)
                        (simple-error ()
                          (precedence-error class "It is not possible to compute the class precedence list because
there is a circularity in the local precedence relations.")))))
      (unless (equal precedence (jscl::class-precedence-list class))
        (when (jscl::class-precedence-list class)
          ;; What generic functions cached for instances of this class may not hold any more.
          (map-generic-functions #'reset-dispatch))
        (jscl::setf-class-precedence-list class precedence))
      (install-slot-definitions class (effective-slot-definitions precedence))
      (setf (class-state-default-initargs state) (collect-class-default-initargs precedence)
            (class-state-finalized state) t))
    class))

(defun finalize-tree (class)
  "Finalizes CLASS and its subclasses as far as their superclasses are defined."
  (let ((state (class-state class)))
    (setf (class-state-finalized state) nil)
    (unless (undefined-superclass class)
      (finalize-class class))
    (dolist (subclass (jscl::class-direct-subclasses class))
      (when (class-state subclass)
        (finalize-tree subclass)))))

;;; DEFCLASS

(defun remove-accessor-methods (class)
  (dolist (method (copy-list (jscl::class-direct-methods class)))
    (when (%js-inline "($0.isAccessor ? $1 : $2)" method t nil)
      (remove-method (jscl::method-generic-function method) method))))

(defun add-accessor-method (name lambda-list specializers function)
  (let ((method (add-method-function name '() lambda-list specializers nil function)))
    (%js-inline "($0.isAccessor = true, $1)" method t)
    method))

(defun define-accessors (class slot)
  (let ((slot-name (getf slot :name)))
    (dolist (reader (getf slot :readers))
      (add-accessor-method reader '(object) (list class)
                           (lambda (object) (slot-value object slot-name))))
    (dolist (writer (getf slot :writers))
      (add-accessor-method writer '(value object) (list (jscl::!find-class t) class)
                           (lambda (value object) (set-slot-value object slot-name value))))))

(defun ensure-class (name &key superclasses slots default-initargs documentation)
  "Defines or redefines the class NAME. SUPERCLASSES are names; SLOTS are plists as JSCL's CLOS has them."
  (let* ((existing (or (find-class name nil) (map-get *forward-classes* name)))
         (class (if (and existing (class-state existing)) existing (make-class-object name)))
         (supers (mapcar (lambda (each) (if (eq each name) class (class-designated each))) superclasses)))
    (when (and existing (built-in-class-p existing))
      (error "The class ~S is built in and cannot be redefined." name))
    (dolist (superclass supers)
      (check-superclass class superclass))
    (when (eq class existing)
      (detach-superclasses class)
      (remove-accessor-methods class))
    (attach-superclasses class (or supers (list (jscl::!find-class 'standard-object))))
    (jscl::setf-class-direct-slots class slots)
    (set-class-state class (make-class-state nil default-initargs '() documentation))
    (%js-inline "($0.delete($1), $2)" *forward-classes* name nil)
    (jscl::setf-find-class name class)
    (finalize-tree class)
    (dolist (slot slots)
      (define-accessors class slot))
    class))

(eval-when (:compile-toplevel :load-toplevel :execute)
  (defun class-slot-form (spec)
    (let ((name (if (consp spec) (car spec) spec))
          (initargs '()) (readers '()) (writers '()) (initform nil) (initfunction nil) (allocation :instance) (type t))
      (unless (symbolp name)
        (error 'simple-program-error :format-control "In DEFCLASS, the slot name ~S is not a symbol."
                                     :format-arguments (list name)))
      (do ((options (if (consp spec) (cdr spec) '()) (cddr options)))
          ((null options))
        (let ((value (cadr options)))
          (case (car options)
            (:initarg (push value initargs))
            (:reader (push value readers))
            (:writer (push value writers))
            (:accessor (push value readers) (push (list 'setf value) writers))
            (:initform (setq initform value initfunction `(lambda () ,value)))
            (:allocation (setq allocation value))
            (:type (setq type value))
            (:documentation nil)
            (t (error 'initarg-error :class "#<STANDARD-CLASS SB-MOP:STANDARD-DIRECT-SLOT-DEFINITION>"
                                     :initargs (list (car options)))))))
      `(list :name ',name :initargs ',(reverse initargs) :readers ',(reverse readers) :writers ',(reverse writers)
             :initform ',initform :initfunction ,initfunction :allocation ,allocation :type ',type
             :cell ,(and (eq allocation :class)
                         `(list ,(if initfunction `(funcall ,initfunction) '(unbound-marker))))))))

(defmacro defclass (name direct-superclasses direct-slots &rest options)
  "Defines or redefines the class NAME."
  (let ((default-initargs '()) (documentation nil))
    (dolist (option options)
      (case (car option)
        (:default-initargs
         (do ((rest (cdr option) (cddr rest)))
             ((null rest))
           (push `(list ',(car rest) ',(cadr rest) (lambda () ,(cadr rest))) default-initargs)))
        (:documentation (setq documentation (cadr option)))
        (:metaclass nil)
        (t (error 'simple-program-error :format-control "bogus DEFCLASS option: ~S"
                                        :format-arguments (list option)))))
    `(ensure-class ',name
                   :superclasses ',direct-superclasses
                   :slots (list ,@(mapcar #'class-slot-form direct-slots))
                   :default-initargs (list ,@(reverse default-initargs))
                   :documentation ,documentation)))
