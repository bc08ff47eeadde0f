;;;; SB-MOP: classes and slots. Plain classes keep what they are as the overlay has it, and these functions
;;;; tell it; what classes of a program's own metaclass are, the functions here decide (AMOP, chapters 5.4 to
;;;; 5.7).

(in-package "JSCL-MCP")

;;; Slot definitions: a slot is a plist in a class, which has its metaobject once that was asked for.

(defun plain-metaclass-p (class)
  (or (eq class (built-in standard-class)) (eq class (find-class 'sb-mop:funcallable-standard-class))))

(defun definition-of-slot (class plist kind)
  "The metaobject of the slot PLIST of CLASS, made where there is none yet. KIND is DIRECT or EFFECTIVE."
  (or (getf plist :definition)
      (let ((definition
              (make-instance
               (intern (format nil "~A-~A-SLOT-DEFINITION"
                               (cond ((class-layout class) 'condition)
                                     ((equal (metaclass-name class) "STRUCTURE-CLASS") 'structure)
                                     (t 'standard))
                               kind)
                       "SB-PCL")
               :name (getf plist :name) :class class)))
        (setf (sb-mop:slot-definition-initform definition) (getf plist :initform)
              (sb-mop:slot-definition-initfunction definition) (getf plist :initfunction)
              (sb-mop:slot-definition-initargs definition) (getf plist :initargs)
              (sb-mop:slot-definition-type definition) (getf plist :type t)
              (sb-mop:slot-definition-readers definition) (getf plist :readers)
              (sb-mop:slot-definition-writers definition) (getf plist :writers)
              (sb-pcl::slot-definition-documentation definition) (getf plist :documentation))
        (when (slot-exists-p definition 'sb-pcl::allocation)
          (setf (sb-mop:slot-definition-allocation definition) (getf plist :allocation)))
        (when (eq kind 'effective)
          (%js-inline "($0.location = $1)" definition
                      (if (class-layout class) nil (map-get (positions-of-class class) (getf plist :name)))))
        (nconc plist (list :definition definition))
        definition)))

(defun structure-slot-plists (class)
  (if (gethash (jscl::!class-name class) *structures*)
      (mapcar (lambda (field)
                (let ((initform (field-initform field)))
                  (list :name (field-name field) :initform initform :type (field-type field)
                        :initfunction (let ((function nil))
                                        (lambda ()
                                          (funcall (or function
                                                       (setq function (eval `(lambda () ,initform)))))))
                        :allocation :instance)))
              (fields-of (structure-named (jscl::!class-name class))))
      '()))

(defun slot-plists-of-structure (class)
  (or (%js-inline "($0.structureSlots ?? nil)" class)
      (%js-inline "($0.structureSlots = $1)" class (structure-slot-plists class))))

(defun structure-kind-p (class)
  (and (equal (metaclass-name class) "STRUCTURE-CLASS") (null (class-state class))))

(defun own-plists (class plists)
  "Those of PLISTS, the slots of the structures of CLASS, that no superclass has."
  (let ((above (mapcan (lambda (superclass)
                         (mapcar (lambda (plist) (getf plist :name)) (slot-plists-of-structure superclass)))
                       (jscl::class-direct-superclasses class))))
    (remove-if (lambda (plist) (memq (getf plist :name) above)) plists)))

(defun own-structure-slots (class)
  (or (%js-inline "($0.ownStructureSlots ?? nil)" class)
      (%js-inline "($0.ownStructureSlots = $1)" class (own-plists class (structure-slot-plists class)))))

;;; What classes tell

(defmacro define-class-reader (name lambda-list &body body)
  "Defines the generic function NAME, with a method for classes."
  `(defgeneric ,name ,(mapcar (lambda (each) (if (consp each) (car each) each)) lambda-list)
     (:method ,lambda-list ,@body)))

(define-class-reader sb-mop:class-direct-superclasses ((class class))
  (jscl::class-direct-superclasses class))

(define-class-reader sb-mop:class-direct-subclasses ((class class))
  (jscl::class-direct-subclasses class))

(define-class-reader sb-mop:class-direct-slots ((class class))
  (cond ((structure-kind-p class)
         (mapcar (lambda (plist) (definition-of-slot class plist 'direct)) (own-structure-slots class)))
        ((class-layout class)
         (mapcar (lambda (slot) (definition-of-slot class (slot-plist slot) 'direct))
                 (definition-slots (layout-definition (class-layout class)))))
        (t
         (mapcar (lambda (plist) (definition-of-slot class plist 'direct)) (jscl::class-direct-slots class)))))

(define-class-reader sb-mop:class-slots ((class class))
  (unless (class-finalized-p class)
    (error 'simple-reference-error
           :format-control "~S called on ~S, which is not yet finalized."
           :format-arguments (list 'sb-mop:class-slots class)
           :references '((:amop :generic-function sb-mop:class-slots))))
  (mapcar (lambda (plist) (definition-of-slot class plist 'effective))
          (if (structure-kind-p class) (slot-plists-of-structure class) (jscl::class-slots class))))

(define-class-reader sb-mop:class-precedence-list ((class class))
  (unless (class-finalized-p class)
    (error 'unbound-slot :name 'sb-pcl::%class-precedence-list :instance class))
  (precedence-of class))

(define-class-reader sb-mop:class-finalized-p ((class class))
  (class-finalized-p class))

(define-class-reader sb-mop:class-direct-default-initargs ((class class))
  (cond ((class-state class) (class-state-direct-default-initargs (class-state class)))
        ((class-layout class) (definition-default-initargs (layout-definition (class-layout class))))
        (t '())))

(define-class-reader sb-mop:class-default-initargs ((class class))
  (cond ((class-state class) (class-state-default-initargs (class-state class)))
        ((class-layout class) (layout-default-initargs (class-layout class)))
        (t '())))

(defun built-in-prototype (class)
  (case (jscl::!class-name class)
    ((integer fixnum rational real number) 0)
    (bignum (expt 2 100))
    (ratio (/ 1 2))
    ((float single-float) 0f0)
    (double-float 0d0)
    (complex (complex 0 1))
    (character #\a)
    (symbol '*)
    ((null list) nil)
    (cons (list nil))
    ((string simple-string base-string simple-base-string simple-character-string) "")
    ((vector simple-vector array simple-array sequence) (vector))
    ((bit-vector simple-bit-vector) (make-array 0 :element-type 'bit))
    (function #'identity)
    (t (error 'unbound-slot :name 'sb-pcl::prototype :instance class))))

(define-class-reader sb-mop:class-prototype ((class class))
  (unless (class-finalized-p class)
    (error "~S is not finalized." class))
  (let ((kept (%js-inline "($0.prototypeInstance ?? nil)" class)))
    (or kept
        (%js-inline "($0.prototypeInstance = $1)" class
                    (cond ((class-layout class) (make-condition (jscl::!class-name class)))
                          ((and (built-in-class-p class) (not (structure-kind-p class))) (built-in-prototype class))
                          (t (allocate-instance class)))))))

(defun sb-pcl::classp (object)
  (class-object-p object))

(defun sb-pcl::ensure-class-finalized (class)
  (unless (sb-mop:class-finalized-p class)
    (sb-mop:finalize-inheritance class))
  class)

;;; Access to slots

(defgeneric sb-mop:slot-value-using-class (class object definition)
  (:method ((class class) object (definition sb-mop:effective-slot-definition))
    (if (jscl::std-instance-p object)
        (let* ((place (%js-inline "($0.location ?? nil)" definition))
               (value (if place (value-at object place) (no-location class definition))))
          (if (eq value (unbound-marker))
              (values (slot-unbound class object (sb-mop:slot-definition-name definition)))
              value))
        (slot-value object (sb-mop:slot-definition-name definition)))))

(defgeneric (setf sb-mop:slot-value-using-class) (value class object definition)
  (:method (value (class class) object (definition sb-mop:effective-slot-definition))
    (if (jscl::std-instance-p object)
        (store-at object (or (%js-inline "($0.location ?? nil)" definition) (no-location class definition)) value)
        (set-slot-value object (sb-mop:slot-definition-name definition) value))))

(defgeneric sb-mop:slot-boundp-using-class (class object definition)
  (:method ((class class) object (definition sb-mop:effective-slot-definition))
    (if (jscl::std-instance-p object)
        (bound-at-p object (or (%js-inline "($0.location ?? nil)" definition) (no-location class definition)))
        (slot-boundp object (sb-mop:slot-definition-name definition)))))

(defgeneric sb-mop:slot-makunbound-using-class (class object definition)
  (:method ((class class) object (definition sb-mop:effective-slot-definition))
    (if (jscl::std-instance-p object)
        (store-at object (or (%js-inline "($0.location ?? nil)" definition) (no-location class definition))
                  (unbound-marker))
        (slot-makunbound object (sb-mop:slot-definition-name definition)))
    object))

(defun no-location (class definition)
  (error "~S, of the class ~S, is of an allocation that has no place in an instance." definition class))

(defun slot-value-by-protocol (object definition)
  (values (sb-mop:slot-value-using-class (class-of object) object definition)))

(defun slot-boundp-by-protocol (object definition)
  (sb-mop:slot-boundp-using-class (class-of object) object definition))

(defun set-slot-value-by-protocol (object definition value)
  (if (eq value (unbound-marker))
      (sb-mop:slot-makunbound-using-class (class-of object) object definition)
      (setf (sb-mop:slot-value-using-class (class-of object) object definition) value)))

(defun check-access (instance)
  (unless (jscl::std-instance-p instance)
    (wrong-type instance 'standard-object)))

(defun sb-mop:standard-instance-access (instance location)
  (check-access instance)
  (value-at instance location))

(defun (setf sb-mop:standard-instance-access) (value instance location)
  (check-access instance)
  (store-at instance location value))

(defun sb-mop:funcallable-standard-instance-access (instance location)
  (check-access instance)
  (value-at instance location))

(defun (setf sb-mop:funcallable-standard-instance-access) (value instance location)
  (check-access instance)
  (store-at instance location value))

;;; Superclasses

(defgeneric sb-mop:validate-superclass (class superclass)
  (:method ((class class) (superclass class))
    (let ((own (class-of class)) (other (class-of superclass)))
      (cond ((eq superclass (built-in t)) t)
            ((eq other (find-class 'sb-mop:forward-referenced-class)) t)
            ((class-layout superclass) nil)
            ((plain-metaclass-p own) (and (superclass-open-p superclass) (not (extended-class-p superclass))))
            (t (eq own other))))))

(defun check-by-protocol (class superclass)
  (unless (sb-mop:validate-superclass class superclass)
    (reject-superclass class superclass)))

(defgeneric sb-mop:add-direct-subclass (class subclass)
  (:method ((class class) (subclass class))
    (unless (memq subclass (jscl::class-direct-subclasses class))
      (jscl::setf-class-direct-subclasses class (cons subclass (jscl::class-direct-subclasses class))))))

(defgeneric sb-mop:remove-direct-subclass (class subclass)
  (:method ((class class) (subclass class))
    (jscl::setf-class-direct-subclasses class (remove subclass (jscl::class-direct-subclasses class)))))

;;; Finalization

(defgeneric sb-mop:compute-class-precedence-list (class)
  (:method ((class class))
    (class-precedence class (jscl::class-direct-superclasses class))))

(defgeneric sb-mop:compute-default-initargs (class)
  (:method ((class class))
    (collect-class-default-initargs (precedence-of class))))

(defgeneric sb-mop:direct-slot-definition-class (class &rest initargs)
  (:method ((class class) &rest initargs)
    (declare (ignore initargs))
    (find-class 'sb-mop:standard-direct-slot-definition)))

(defgeneric sb-mop:effective-slot-definition-class (class &rest initargs)
  (:method ((class class) &rest initargs)
    (declare (ignore initargs))
    (find-class 'sb-mop:standard-effective-slot-definition)))

(defgeneric sb-pcl::compute-effective-slot-definition-initargs (class definitions)
  (:method ((class class) definitions)
    (let ((initer (find-if #'sb-mop:slot-definition-initfunction definitions))
          (first (car definitions)))
      (list :name (sb-mop:slot-definition-name first)
            :initform (and initer (sb-mop:slot-definition-initform initer))
            :initfunction (and initer (sb-mop:slot-definition-initfunction initer))
            :initargs (remove-duplicates
                       (mapcan (lambda (each) (copy-list (sb-mop:slot-definition-initargs each))) definitions))
            :allocation (sb-mop:slot-definition-allocation first)
            :allocation-class (sb-pcl::slot-definition-class first)
            :type (effective-type (mapcar #'sb-mop:slot-definition-type definitions))
            :class class
            :documentation (some #'sb-pcl::slot-definition-documentation definitions)))))

(defgeneric sb-mop:compute-effective-slot-definition (class name definitions)
  (:method ((class class) name definitions)
    (declare (ignore name))
    (let ((initargs (sb-pcl::compute-effective-slot-definition-initargs class definitions)))
      (apply #'make-instance (apply #'sb-mop:effective-slot-definition-class class initargs) initargs))))

(defun direct-definitions (class)
  "The definitions of all slots that instances of CLASS have, with its own first: lists of a name and definitions."
  (let ((precedence (precedence-of class))
        (entries '()))
    (dolist (each (fixed-first (reverse precedence)))
      (dolist (plist (jscl::class-direct-slots each))
        (unless (assoc (getf plist :name) entries)
          (push (list (getf plist :name)) entries))))
    (dolist (each (reverse precedence))
      (dolist (plist (jscl::class-direct-slots each))
        (push (definition-of-slot each plist 'direct) (cdr (assoc (getf plist :name) entries)))))
    (reverse entries)))

(defgeneric sb-mop:compute-slots (class)
  (:method ((class class))
    (mapcar (lambda (entry)
              (sb-mop:compute-effective-slot-definition class (car entry) (cdr entry)))
            (direct-definitions class))))

(defun class-cell (class name)
  "The place that CLASS shares for its slot NAME, of the nearest class that has one."
  (dolist (each (precedence-of class))
    (let ((plist (find name (jscl::class-direct-slots each) :key (lambda (plist) (getf plist :name)))))
      (when (and plist (getf plist :cell))
        (return (getf plist :cell))))))

(defun effective-plist (class definition)
  "What the overlay knows of the slot with DEFINITION in CLASS."
  (let ((name (sb-mop:slot-definition-name definition))
        (allocation (sb-mop:slot-definition-allocation definition)))
    (list :name name
          :initargs (sb-mop:slot-definition-initargs definition)
          :initform (sb-mop:slot-definition-initform definition)
          :initfunction (sb-mop:slot-definition-initfunction definition)
          :allocation allocation
          :type (sb-mop:slot-definition-type definition)
          :cell (and (eq allocation :class) (class-cell class name))
          :definition definition)))

(defun definition-at (plist place)
  "The definition of the slot PLIST, which instances hold at PLACE, if they do."
  (%js-inline "($0.location = $1, $0)" (getf plist :definition) place))

(defgeneric sb-mop:finalize-inheritance (class)
  (:method ((class class))
    (cond ((null (class-state class)))
          ((extended-class-p class)
           (set-precedence class (sb-mop:compute-class-precedence-list class))
           (install-slot-definitions class (mapcar (lambda (definition) (effective-plist class definition))
                                                   (sb-mop:compute-slots class)))
           (setf (class-state-default-initargs (class-state class)) (sb-mop:compute-default-initargs class)
                 (class-state-finalized (class-state class)) t))
          (t (ensure-finalized class)))
    nil))

(defun finalize-by-protocol (class)
  (sb-mop:finalize-inheritance class)
  class)

;;; Making metaobjects

(defun fixed-slot-count (class)
  "How many slots, at fixed places, instances of CLASS have that JSCL's bootstrap gave them."
  (if (memq (built-in class) (precedence-of class)) 7 6))

(defun allocate-metaobject (class slots)
  "An instance of CLASS, a class of classes, methods or functions, with SLOTS."
  (let ((precedence (precedence-of class)))
    (when (or (memq (built-in class) precedence) (memq (built-in method) precedence)
              (memq (built-in generic-function) precedence))
      ;; The classes that stand above have none of these slots, and a prototype all the same.
      (let ((count (fixed-slot-count class)))
        (when (< (length slots) count)
          (setq slots (replace (make-array count :initial-element nil) slots)))
        (fill slots nil :end count)))
    (cond ((memq (built-in function) precedence)
           (let ((function (make-funcallable (trampoline) class slots)))
             (when (memq (built-in generic-function) precedence)
               (make-generic function class))
             function))
          (t
           (let ((metaobject (allocate-from-class class slots)))
             (when (and (memq (built-in class) precedence) (not (plain-metaclass-p class)))
               (%js-inline "($0.isExtended = true)" metaobject))
             metaobject)))))

(defun trampoline ()
  "A function that calls another, its target, which it can be given later."
  (let ((unset (lambda (function)
                 (error 'unset-funcallable-instance-function
                        :format-control "The function of funcallable instance ~S has not been set."
                        :format-arguments (list function)
                        :references '((:amop :generic-function allocate-instance)
                                      (:amop :function sb-mop:set-funcallable-instance-function))))))
    (%js-inline "(() => {
  const self = function () { return self.target === undefined ? $0(pv, self) : self.target.apply(null, arguments); };
  return self;
})()" unset)))

(define-condition unset-funcallable-instance-function (reference-condition simple-error) ())

(defun sb-mop:set-funcallable-instance-function (instance function)
  (unless (and (functionp instance) (jscl::std-instance-p instance))
    (wrong-type instance 'sb-mop:funcallable-standard-object))
  (require-type function function)
  (%js-inline "($0.target = $1)" instance function)
  (values))

;;; Initialization of classes

(defun direct-plist (class plist)
  "The direct slot that PLIST, of the initialization argument :DIRECT-SLOTS, describes, as the overlay has it."
  (let* ((definition-class (apply #'sb-mop:direct-slot-definition-class class plist))
         (definition (apply #'make-instance definition-class :class class plist))
         (allocation (sb-mop:slot-definition-allocation definition))
         (initfunction (sb-mop:slot-definition-initfunction definition)))
    (list :name (sb-mop:slot-definition-name definition)
          :initargs (sb-mop:slot-definition-initargs definition)
          :readers (sb-mop:slot-definition-readers definition)
          :writers (sb-mop:slot-definition-writers definition)
          :initform (sb-mop:slot-definition-initform definition)
          :initfunction initfunction
          :allocation allocation
          :type (sb-mop:slot-definition-type definition)
          :documentation (sb-pcl::slot-definition-documentation definition)
          :cell (and (eq allocation :class)
                     (list (if initfunction (funcall initfunction) (unbound-marker))))
          :definition definition)))

(defun default-superclasses (class)
  (list (find-class (if (memq (find-class 'sb-mop:funcallable-standard-class) (precedence-of (class-of class)))
                        'sb-mop:funcallable-standard-object
                        'standard-object))))

(defmethod shared-initialize :after ((class sb-pcl::std-class) slot-names
                                     &key (name nil is-named) (direct-superclasses nil has-superclasses)
                                       (direct-slots nil has-slots)
                                       (direct-default-initargs nil has-defaults) documentation)
  (declare (ignore slot-names))
  (let* ((state (class-state class))
         (superclasses (if (or has-superclasses (null state))
                           (or (mapcar #'class-or-forward direct-superclasses) (default-superclasses class))
                           (jscl::class-direct-superclasses class))))
    (when is-named
      (jscl::setf-class-name class name))
    (dolist (superclass superclasses)
      (check-superclass class superclass))
    (install-class class
                   superclasses
                   (if (or has-slots (null state))
                       (mapcar (lambda (plist) (direct-plist class plist)) direct-slots)
                       (jscl::class-direct-slots class))
                   (if (or has-defaults (null state))
                       direct-default-initargs
                       (class-state-direct-default-initargs state))
                   (or documentation (and state (class-state-documentation state))))
    (%js-inline "($0.prototypeInstance = undefined)" class)))

(defmethod reinitialize-instance :after ((class sb-pcl::std-class) &rest initargs)
  (apply #'notify-dependents class initargs))

(defun class-or-forward (designator)
  (if (class-object-p designator) designator (class-designated designator)))

(defgeneric sb-mop:ensure-class-using-class (class name &key &allow-other-keys)
  (:method ((class null) name &rest arguments &key metaclass direct-superclasses &allow-other-keys)
    (let ((new (apply #'make-instance (metaclass-designated metaclass)
                      :name name
                      :direct-superclasses (mapcar #'class-or-forward direct-superclasses)
                      (without-key :direct-superclasses (without-key :metaclass arguments)))))
      (register-class name new)
      new))
  (:method ((class class) name &rest arguments &key metaclass (direct-superclasses nil has-superclasses)
            &allow-other-keys)
    (let ((metaclass (metaclass-designated metaclass))
          (initargs (append (and has-superclasses
                                 (list :direct-superclasses (mapcar #'class-or-forward direct-superclasses)))
                            (without-key :direct-superclasses (without-key :metaclass arguments)))))
      (cond ((eq class (map-get *forward-classes* name))
             (become-defined class metaclass)
             (register-class name class)
             (apply #'initialize-instance class :name name initargs))
            ((not (eq (class-of class) metaclass))
             (metaobject-violation "Cannot CHANGE-CLASS objects into CLASS metaobjects."))
            (t
             (apply #'reinitialize-instance class initargs)
             (register-class name class)))
      class)))

(defun without-key (key arguments)
  (if (get-properties arguments (list key))
      (do ((rest arguments (cddr rest)) (kept '()))
          ((null rest) (reverse kept))
        (unless (eq (car rest) key)
          (setq kept (list* (cadr rest) (car rest) kept))))
      arguments))

(defun metaclass-designated (designator)
  (cond ((null designator) (built-in standard-class))
        ((class-object-p designator) designator)
        (t (find-class designator))))

(defun become-defined (class metaclass)
  "Makes CLASS, which was but referred to, a new instance of METACLASS."
  (let ((new (allocate-instance metaclass))
        (subclasses (jscl::class-direct-subclasses class)))
    (setf (jscl::std-instance-class class) metaclass
          (jscl::std-instance-slots class) (jscl::std-instance-slots new))
    (set-instance-layout class (instance-layout new))
    (%js-inline "($0.isExtended = $1.isExtended)" class new)
    (set-class-state class nil)
    (jscl::setf-class-direct-subclasses class subclasses)))

(defun sb-mop:ensure-class (name &rest arguments &key &allow-other-keys)
  (unless (symbolp name)
    (error 'illegal-class-name-error :name name))
  (apply #'sb-mop:ensure-class-using-class
         (and name (or (find-class name nil) (map-get *forward-classes* name)))
         name arguments))

(defun define-class-by-protocol (name metaclass superclasses slots default-initargs options)
  "What DEFCLASS does that names a metaclass."
  (check-class-lock name)
  (when (memq name superclasses)
    (reject-own-superclass name))
  (let ((class (apply #'sb-mop:ensure-class-using-class (class-to-define name) name
                      :metaclass (find-class metaclass)
                      :direct-superclasses superclasses
                      :direct-slots slots
                      :direct-default-initargs default-initargs
                      options)))
    (note-definition class name)
    class))

(defun redefine-plainly (class superclasses slots default-initargs documentation)
  (declare (ignore superclasses slots default-initargs documentation))
  (sb-mop:ensure-class-using-class class (jscl::!class-name class) :metaclass 'standard-class))

;;; Accessors

(defgeneric sb-mop:reader-method-class (class definition &rest initargs)
  (:method ((class class) definition &rest initargs)
    (declare (ignore definition initargs))
    (find-class 'sb-mop:standard-reader-method)))

(defgeneric sb-mop:writer-method-class (class definition &rest initargs)
  (:method ((class class) definition &rest initargs)
    (declare (ignore definition initargs))
    (find-class 'sb-mop:standard-writer-method)))

(defun add-accessor-by-protocol (class definition name choice lambda-list specializers function)
  (let* ((initargs (list :qualifiers '() :lambda-list lambda-list :specializers specializers
                         :function (lambda (arguments next-methods)
                                     (declare (ignore next-methods))
                                     (apply function arguments))
                         :slot-definition definition))
         (gf (ensure-generic-function name :lambda-list (if (cdr lambda-list) '(new-value object) '(object))))
         (method (apply #'make-instance (apply choice class definition initargs) initargs)))
    (%js-inline "($0.isAccessor = true, $0.simpleFunction = $1)" method function)
    (add-method gf method)
    method))

(defun define-accessors-by-protocol (class plist)
  (let ((name (getf plist :name))
        (definition (definition-of-slot class plist 'direct)))
    (dolist (reader (getf plist :readers))
      (let ((method (add-accessor-by-protocol class definition reader #'sb-mop:reader-method-class
                                              '(object) (list class)
                                              (lambda (object) (slot-value object name)))))
        (%js-inline "($0.readSlot = $1)" method name)))
    (dolist (writer (getf plist :writers))
      (let ((method (add-accessor-by-protocol class definition writer #'sb-mop:writer-method-class
                                              '(value object) (list (built-in t) class)
                                              (lambda (value object) (set-slot-value object name value)))))
        (%js-inline "($0.writtenSlot = $1)" method name)))))
