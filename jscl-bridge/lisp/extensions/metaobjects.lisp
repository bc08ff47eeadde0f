;;;; SB-MOP: the names and the classes of the metaobject protocol (AMOP, chapters 5 and 6), as SBCL has them.

(in-package "JSCL-MCP")

(eval-when (:compile-toplevel :load-toplevel :execute)
  (unless (find-package "SB-MOP")
    (make-package "SB-MOP" :use '("COMMON-LISP")))
  (dolist (name '("ACCESSOR-METHOD-SLOT-DEFINITION" "ADD-DEPENDENT" "ADD-DIRECT-METHOD" "ADD-DIRECT-SUBCLASS"
                  "ADD-METHOD" "ALLOCATE-INSTANCE" "BUILT-IN-CLASS" "CLASS" "CLASS-DEFAULT-INITARGS"
                  "CLASS-DIRECT-DEFAULT-INITARGS" "CLASS-DIRECT-SLOTS" "CLASS-DIRECT-SUBCLASSES"
                  "CLASS-DIRECT-SUPERCLASSES" "CLASS-FINALIZED-P" "CLASS-NAME" "CLASS-PRECEDENCE-LIST"
                  "CLASS-PROTOTYPE" "CLASS-SLOTS" "COMPUTE-APPLICABLE-METHODS"
                  "COMPUTE-APPLICABLE-METHODS-USING-CLASSES" "COMPUTE-CLASS-PRECEDENCE-LIST"
                  "COMPUTE-DEFAULT-INITARGS" "COMPUTE-DISCRIMINATING-FUNCTION" "COMPUTE-EFFECTIVE-METHOD"
                  "COMPUTE-EFFECTIVE-SLOT-DEFINITION" "COMPUTE-SLOTS" "DIRECT-SLOT-DEFINITION"
                  "DIRECT-SLOT-DEFINITION-CLASS" "EFFECTIVE-SLOT-DEFINITION" "EFFECTIVE-SLOT-DEFINITION-CLASS"
                  "ENSURE-CLASS" "ENSURE-CLASS-USING-CLASS" "ENSURE-GENERIC-FUNCTION"
                  "ENSURE-GENERIC-FUNCTION-USING-CLASS" "EQL-SPECIALIZER" "EQL-SPECIALIZER-OBJECT"
                  "EXTRACT-LAMBDA-LIST" "EXTRACT-SPECIALIZER-NAMES" "FINALIZE-INHERITANCE"
                  "FIND-METHOD-COMBINATION" "FORWARD-REFERENCED-CLASS" "FUNCALLABLE-STANDARD-CLASS"
                  "FUNCALLABLE-STANDARD-INSTANCE-ACCESS" "FUNCALLABLE-STANDARD-OBJECT" "FUNCTION"
                  "GENERIC-FUNCTION" "GENERIC-FUNCTION-ARGUMENT-PRECEDENCE-ORDER" "GENERIC-FUNCTION-DECLARATIONS"
                  "GENERIC-FUNCTION-LAMBDA-LIST" "GENERIC-FUNCTION-METHOD-CLASS"
                  "GENERIC-FUNCTION-METHOD-COMBINATION" "GENERIC-FUNCTION-METHODS" "GENERIC-FUNCTION-NAME"
                  "INTERN-EQL-SPECIALIZER" "MAKE-INSTANCE" "MAKE-METHOD-LAMBDA" "MAP-DEPENDENTS" "METAOBJECT"
                  "METHOD" "METHOD-COMBINATION" "METHOD-FUNCTION" "METHOD-GENERIC-FUNCTION" "METHOD-LAMBDA-LIST"
                  "METHOD-QUALIFIERS" "METHOD-SPECIALIZERS" "READER-METHOD-CLASS" "REMOVE-DEPENDENT"
                  "REMOVE-DIRECT-METHOD" "REMOVE-DIRECT-SUBCLASS" "REMOVE-METHOD"
                  "SET-FUNCALLABLE-INSTANCE-FUNCTION" "SLOT-BOUNDP-USING-CLASS" "SLOT-DEFINITION"
                  "SLOT-DEFINITION-ALLOCATION" "SLOT-DEFINITION-INITARGS" "SLOT-DEFINITION-INITFORM"
                  "SLOT-DEFINITION-INITFUNCTION" "SLOT-DEFINITION-LOCATION" "SLOT-DEFINITION-NAME"
                  "SLOT-DEFINITION-READERS" "SLOT-DEFINITION-TYPE" "SLOT-DEFINITION-WRITERS"
                  "SLOT-MAKUNBOUND-USING-CLASS" "SLOT-VALUE-USING-CLASS" "SPECIALIZER"
                  "SPECIALIZER-DIRECT-GENERIC-FUNCTIONS" "SPECIALIZER-DIRECT-METHODS" "STANDARD-ACCESSOR-METHOD"
                  "STANDARD-CLASS" "STANDARD-DIRECT-SLOT-DEFINITION" "STANDARD-EFFECTIVE-SLOT-DEFINITION"
                  "STANDARD-GENERIC-FUNCTION" "STANDARD-INSTANCE-ACCESS" "STANDARD-METHOD" "STANDARD-OBJECT"
                  "STANDARD-READER-METHOD" "STANDARD-SLOT-DEFINITION" "STANDARD-WRITER-METHOD" "T"
                  "UPDATE-DEPENDENT" "VALIDATE-SUPERCLASS" "WRITER-METHOD-CLASS"))
    (intern name "SB-MOP")
    (export-name name (find-package "SB-MOP")))
  (use-package "SB-MOP" "SB-PCL")
  (export-name (symbol-name (intern "SYSTEM-CLASS" "SB-PCL")) (find-package "SB-PCL")))

;;; Classes of metaobjects. Those that the standard names are there already, and get their superclasses.

(defun give-superclasses (name superclass-names)
  "Makes SUPERCLASS-NAMES the direct superclasses of the class NAME, whose instances stay as they are."
  (let ((class (find-class name)))
    (detach-superclasses class)
    (attach-superclasses class (mapcar #'find-class superclass-names))
    (renew-precedence class)))

(defun renew-precedence (class)
  (jscl::setf-class-precedence-list class (class-precedence class (jscl::class-direct-superclasses class)))
  (dolist (subclass (jscl::class-direct-subclasses class))
    (renew-precedence subclass)))

(defclass sb-mop:metaobject () ())
(defclass sb-mop:specializer (sb-mop:metaobject) ())
(defclass sb-mop:funcallable-standard-object (function standard-object) ())
(give-superclasses 'class '(sb-mop:specializer))
(defclass sb-pcl::pcl-class (class) ())
(defclass sb-pcl::slot-class (sb-pcl::pcl-class) ())
(defclass sb-pcl::std-class (sb-pcl::slot-class) ())
(defclass sb-pcl:system-class (sb-pcl::pcl-class) ())
(give-superclasses 'standard-class '(sb-pcl::std-class))
(give-superclasses 'structure-class '(sb-pcl::slot-class))
(give-superclasses 'built-in-class '(sb-pcl:system-class))
(defclass sb-pcl::condition-class (sb-pcl::slot-class) ())
(defclass sb-mop:forward-referenced-class (sb-pcl::pcl-class) ())
(give-superclasses 'generic-function '(sb-mop:metaobject sb-mop:funcallable-standard-object))
(give-superclasses 'method '(sb-mop:metaobject))
(give-superclasses 'method-combination '(sb-mop:metaobject))

(defun forget-initargs (class)
  "The slots of metaobjects that JSCL's bootstrap made are filled by the protocol, by no initialization arguments."
  (dolist (slot (append (jscl::class-direct-slots class) (jscl::class-slots class)))
    (setf (getf slot :initargs) '())))

(forget-initargs (find-class 'standard-class))
(forget-initargs (find-class 'standard-generic-function))
(forget-initargs (find-class 'standard-method))

(defclass sb-mop:funcallable-standard-class (sb-pcl::std-class) ())

(defun copy-fixed-slots (class model)
  "Gives CLASS the slots that instances of MODEL hold at fixed places."
  (jscl::setf-class-direct-slots class (copy-list (jscl::class-direct-slots model)))
  (jscl::setf-class-slots class (copy-list (jscl::class-slots model))))

(dolist (name '(sb-mop:funcallable-standard-class sb-pcl:system-class sb-pcl::condition-class
                sb-mop:forward-referenced-class built-in-class structure-class))
  (let ((class (find-class name)))
    (copy-fixed-slots class (find-class 'standard-class))
    (set-instance-size class 7)
    ;; The positions are made anew when they are first needed.
    (%js-inline "($0.slotPositions = undefined)" class)
    ;; Like the bootstrap's classes: those that inherit from it begin with these slots.
    (set-class-state class nil)))

(dolist (name '(generic-function standard-generic-function sb-mop:funcallable-standard-object))
  (setf (jscl::std-instance-class (find-class name)) (find-class 'sb-mop:funcallable-standard-class)))

(defun give-metaclass (class)
  "Makes CLASS, which is there, an instance of the class that SBCL has it of."
  (let ((metaclass (cond ((class-layout class) 'sb-pcl::condition-class)
                         ((equal (metaclass-name class) "SYSTEM-CLASS") 'sb-pcl:system-class)
                         (t nil))))
    (when metaclass
      (setf (jscl::std-instance-class class) (find-class metaclass)))))

(%js-inline "($0.forEach((each) => $1(pv, each)), nil)" *classes* #'give-metaclass)
(setq *condition-metaclass* (find-class 'sb-pcl::condition-class)
      *forward-metaclass* (find-class 'sb-mop:forward-referenced-class))
(%js-inline "($0.forEach((each) => $1(pv, each)), nil)" *forward-classes*
            (lambda (class) (setf (jscl::std-instance-class class) *forward-metaclass*)))

(defclass sb-mop:eql-specializer (sb-mop:specializer)
  ((object :initarg :object :reader sb-mop:eql-specializer-object)))

(defclass sb-mop:slot-definition (sb-mop:metaobject)
  ((sb-pcl::name :initarg :name :initform nil :accessor sb-mop:slot-definition-name)
   (sb-pcl::initform :initarg :initform :initform nil :accessor sb-mop:slot-definition-initform)
   (sb-pcl::initfunction :initarg :initfunction :initform nil :accessor sb-mop:slot-definition-initfunction)
   (sb-pcl::initargs :initarg :initargs :initform '() :accessor sb-mop:slot-definition-initargs)
   (sb-pcl::%type :initarg :type :initform t :accessor sb-mop:slot-definition-type)
   (sb-pcl::%documentation :initarg :documentation :initform nil :accessor sb-pcl::slot-definition-documentation)
   (sb-pcl::%class :initarg :class :initform nil :accessor sb-pcl::slot-definition-class)
   (sb-pcl::readers :initarg :readers :initform '() :accessor sb-mop:slot-definition-readers)
   (sb-pcl::writers :initarg :writers :initform '() :accessor sb-mop:slot-definition-writers)))
(defclass sb-mop:standard-slot-definition (sb-mop:slot-definition)
  ((sb-pcl::allocation :initarg :allocation :initform :instance :accessor sb-mop:slot-definition-allocation)
   (sb-pcl::allocation-class :initarg :allocation-class :initform nil
                             :accessor sb-pcl::slot-definition-allocation-class)))
(defclass sb-mop:direct-slot-definition (sb-mop:slot-definition) ())
(defclass sb-mop:effective-slot-definition (sb-mop:slot-definition) ())
(defclass sb-mop:standard-direct-slot-definition (sb-mop:standard-slot-definition sb-mop:direct-slot-definition) ())
(defclass sb-mop:standard-effective-slot-definition
    (sb-mop:standard-slot-definition sb-mop:effective-slot-definition) ())
(defclass sb-pcl::structure-slot-definition (sb-mop:slot-definition) ())
(defclass sb-pcl::structure-direct-slot-definition
    (sb-pcl::structure-slot-definition sb-mop:direct-slot-definition) ())
(defclass sb-pcl::structure-effective-slot-definition
    (sb-pcl::structure-slot-definition sb-mop:effective-slot-definition) ())
(defclass sb-pcl::condition-slot-definition (sb-mop:slot-definition)
  ((sb-pcl::allocation :initarg :allocation :initform :instance :accessor sb-mop:slot-definition-allocation)))
(defclass sb-pcl::condition-direct-slot-definition
    (sb-pcl::condition-slot-definition sb-mop:direct-slot-definition) ())
(defclass sb-pcl::condition-effective-slot-definition
    (sb-pcl::condition-slot-definition sb-mop:effective-slot-definition) ())

(defmethod sb-mop:slot-definition-allocation ((definition sb-pcl::structure-slot-definition))
  :instance)

(defmethod documentation ((definition sb-mop:slot-definition) (doc-type (eql t)))
  (sb-pcl::slot-definition-documentation definition))

(defgeneric sb-mop:slot-definition-location (definition)
  (:method ((definition sb-mop:effective-slot-definition))
    (%js-inline "($0.location ?? nil)" definition)))

(defgeneric (setf sb-mop:slot-definition-location) (location definition)
  (:method (location (definition sb-mop:effective-slot-definition))
    (%js-inline "($0.location = $1)" definition location)))

(defmethod print-object ((definition sb-mop:slot-definition) stream)
  (print-unreadable-object (definition stream)
    (prin1 (type-of definition) stream)
    (write-char #\Space stream)
    (write-qualified (sb-mop:slot-definition-name definition) stream)))

(defmethod print-object ((specializer sb-mop:eql-specializer) stream)
  (print-unreadable-object (specializer stream)
    (format stream "~S ~S" (type-of specializer) (sb-mop:eql-specializer-object specializer))))

;;; The bootstrap's own slots are in no order that a subclass could change, so that methods of these classes
;;; can be made from methods that are there.
(defclass sb-mop:standard-accessor-method (standard-method)
  ((sb-pcl::%slot-definition :initarg :slot-definition :initform nil
                             :reader sb-mop:accessor-method-slot-definition)))
(defclass sb-mop:standard-reader-method (sb-mop:standard-accessor-method) ())
(defclass sb-mop:standard-writer-method (sb-mop:standard-accessor-method) ())

(defmethod print-object ((method sb-mop:standard-accessor-method) stream)
  (let ((gf (jscl::method-generic-function method))
        (definition (sb-mop:accessor-method-slot-definition method)))
    (print-unreadable-object (method stream :type t :identity t)
      (write-qualified (and gf (jscl::generic-function-name gf)) stream)
      (format stream ", slot:~S, ~:S"
              (and definition (sb-mop:slot-definition-name definition))
              (mapcar (lambda (each) (if (eql-specializer-p each) each (jscl::!class-name each)))
                      (jscl::!method-specializers method))))))

(dolist (name '(sb-pcl::standard-method-combination sb-pcl::short-method-combination
                sb-pcl::long-method-combination))
  (ensure-class name
                :superclasses '(method-combination)
                :slots (list (list :name 'sb-pcl::type-name :initargs '(:type-name))
                             (list :name 'sb-pcl::options :initargs '(:options)))))

(defmethod print-object ((combination method-combination) stream)
  (print-unreadable-object (combination stream :type t :identity t)
    (format stream "~S ~:S" (slot-value combination 'sb-pcl::type-name) (slot-value combination 'sb-pcl::options))))
