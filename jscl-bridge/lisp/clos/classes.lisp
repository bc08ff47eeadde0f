;;;; Classes: they can be redefined, refer to classes not yet defined, and keep class-allocated slots.
;;;; Class objects are JSCL's own, so that its accessors of metaobjects still work.

(in-package "JSCL-MCP")

;;; Properties of a class beside JSCL's slots of a metaobject. Kept on the class object.
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

(defun real-place (place)
  "Where instances hold a slot whose place is PLACE, which may be the slot's definition; NIL when that is not known."
  (if (or (integerp place) (listp place))
      place
      (%js-inline "($0.location ?? nil)" place)))

(defvar *forward-classes* (make-map)
  "Classes that were named as superclasses and are not defined yet, by name.")

(defvar *forward-metaclass* nil
  "The class of these, once a program can name it.")

(defun class-finalized-p (class)
  (let ((state (class-state class)))
    (or (null state) (class-state-finalized state))))

;;; Superclasses

(defun class-designated (name)
  "The class NAME, defined or not: an undefined one is made now and filled in by its DEFCLASS."
  (unless (and name (symbolp name))
    (error "Not a class or a legal superclass name: ~S." name))
  (or (find-class name nil)
      (map-get *forward-classes* name)
      (let ((class (make-class-object name)))
        (set-class-state class (make-class-state nil '() '() nil))
        (when *forward-metaclass*
          (setf (jscl::std-instance-class class) *forward-metaclass*))
        (map-set *forward-classes* name class)
        class)))

(defun built-in-class-p (class)
  (memq (jscl::!class-name class)
        '(t symbol list null cons sequence vector array string bit-vector simple-array simple-vector simple-string
          simple-bit-vector simple-character-string base-string simple-base-string string-stream file-stream
          broadcast-stream concatenated-stream synonym-stream two-way-stream echo-stream pathname logical-pathname random-state readtable restart number real rational integer fixnum
          bignum ratio float single-float double-float complex character function hash-table package stream
          structure-object jscl::js-object)))

(defun reject-own-superclass (name)
  (error "Class named ~A specified as its own superclass."
         (with-output-to-string (stream) (write-qualified name stream))))

(defun check-superclass (class superclass)
  (when (eq class superclass)
    (reject-own-superclass (jscl::!class-name class)))
  (when (memq class (superclasses-in-order superclass (jscl::class-direct-superclasses superclass)))
    (error "Specified class ~S as a superclass of itself." class))
  (when (and (extended-class-p superclass) (not (extended-class-p class)))
    (check-by-protocol class superclass))
  (when (extended-class-p class)
    (return-from check-superclass (check-by-protocol class superclass)))
  (when (or (not (superclass-open-p superclass)) (class-layout superclass))
    (reject-superclass class superclass)))

(defun reject-superclass (class superclass)
  (if (and (built-in-class-p superclass) (not (memq (built-in structure-object) (precedence-of superclass))))
      (error 'invalid-superclass
             :class class :superclass superclass
             :references '((:amop :generic-function "SB-MOP:VALIDATE-SUPERCLASS")
                           (:ansi-cl :system-class "BUILT-IN-CLASS")
                           (:ansi-cl :section (4 3 7))))
      (error 'invalid-superclass :class class :superclass superclass)))

(defun superclass-open-p (class)
  "True when a program may define subclasses of CLASS."
  (or (memq (jscl::!class-name class) '(t function stream sequence))
      (not (or (built-in-class-p class)
               (memq (built-in structure-object) (precedence-of class))))))

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
          :type (effective-type (mapcar (lambda (definition) (getf definition :type t)) definitions))
          :documentation (some (lambda (definition) (getf definition :documentation)) definitions)
          :cell (getf first :cell))))

(defun effective-type (types)
  "What all of TYPES say of one slot."
  (let ((types (remove-duplicates (remove t types) :test #'equal)))
    (cond ((null types) t)
          ((null (cdr types)) (car types))
          (t (cons 'and types)))))

(defun fixed-first (classes)
  "CLASSES, those first that JSCL's bootstrap made: where metaobjects hold the slots of theirs is fixed."
  (append (remove-if (lambda (class) (class-state class)) classes)
          (remove-if-not (lambda (class) (class-state class)) classes)))

(defun effective-slot-definitions (precedence)
  (let ((names '())
        (all (mapcan (lambda (class) (copy-list (jscl::class-direct-slots class))) precedence)))
    (dolist (class (fixed-first (reverse precedence)))
      (dolist (slot (jscl::class-direct-slots class))
        (unless (memq (getf slot :name) names)
          (push (getf slot :name) names))))
    (mapcar (lambda (name)
              (effective-slot-definition
               name (remove-if-not (lambda (slot) (eq (getf slot :name) name)) all)))
            (reverse names))))

(defun slots-stay-p (positions slots)
  "True when SLOTS are kept just where POSITIONS says, so that instances made before stay as they are."
  (let ((next 0))
    (and (= (%js-inline "$0.size" positions) (length slots))
         (every (lambda (slot)
                  (let ((place (map-get positions (getf slot :name))))
                    (if (eq (getf slot :allocation) :class)
                        (eq place (getf slot :cell))
                        (prog1 (eql place next) (incf next)))))
                slots))))

(defun initialize-shared-slots (class slots)
  "Gives what CLASS itself shares, of SLOTS, the values of initial forms that are a superclass's."
  (dolist (direct (jscl::class-direct-slots class))
    (let ((cell (getf direct :cell)))
      (when (and cell (null (getf direct :initfunction)) (eq (car cell) (unbound-marker)))
        (let ((slot (find (getf direct :name) slots :key (lambda (slot) (getf slot :name)))))
          (when (getf slot :initfunction)
            (setf (car cell) (funcall (getf slot :initfunction)))))))))

(defun install-slot-definitions (class slots)
  "Makes SLOTS the effective slots of CLASS. Instances that were laid out otherwise are updated when they are next used."
  (let ((old (slot-positions class))
        (positions (make-map))
        (next 0))
    (dolist (slot slots)
      (let ((place (case (getf slot :allocation)
                     (:class (getf slot :cell))
                     (:instance (1- (incf next)))
                     (t (if (extended-class-p class) nil (1- (incf next)))))))
        (map-set positions (getf slot :name)
                 (if (extended-class-p class)
                     (definition-at slot place)
                     place))))
    (jscl::setf-class-slots class slots)
    (initialize-shared-slots class slots)
    (incf *definitions-epoch*)
    (set-instance-size class next)
    (unless (and old (not (extended-class-p class)) (slots-stay-p old slots))
      (set-slot-positions class positions))))

(defun collect-class-default-initargs (precedence)
  (let ((result '()))
    (dolist (class precedence (nreverse result))
      (let ((state (class-state class)))
        (when state
          (dolist (entry (class-state-direct-default-initargs state))
            (unless (assoc (car entry) result)
              (push entry result))))))))

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

(defun set-precedence (class precedence)
  (unless (equal precedence (jscl::class-precedence-list class))
    (when (jscl::class-precedence-list class)
      ;; The caches of generic functions for instances of this class may be stale.
      (map-generic-functions #'reset-dispatch))
    (jscl::setf-class-precedence-list class precedence)))

(defun finalize-class (class)
  (let ((superclasses (jscl::class-direct-superclasses class))
        (state (class-state class)))
    (dolist (superclass superclasses)
      (ensure-finalized superclass))
    (when (extended-class-p class)
      (return-from finalize-class (finalize-by-protocol class)))
    (let ((precedence (class-precedence class superclasses)))
      (set-precedence class precedence)
      (install-slot-definitions class (effective-slot-definitions precedence))
      (setf (class-state-default-initargs state) (collect-class-default-initargs precedence)
            (class-state-finalized state) t))
    class))

(defun finalize-tree (class)
  "Finalizes CLASS and its subclasses as far as their superclasses are defined."
  (let* ((state (class-state class))
         (is-late (and (extended-class-p class) (not (class-state-finalized state)))))
    (setf (class-state-finalized state) nil)
    (unless (undefined-superclass class)
      ;; As in SBCL, what the protocol says of a new class is asked when its first instance is made.
      (if is-late
          (set-precedence class (class-precedence class (jscl::class-direct-superclasses class)))
          (finalize-class class)))
    (dolist (subclass (jscl::class-direct-subclasses class))
      (when (class-state subclass)
        (finalize-tree subclass)))))

;;; Defining a class

(defun remove-accessor-methods (class)
  (dolist (method (copy-list (jscl::class-direct-methods class)))
    (when (%js-inline "($0.isAccessor ? $1 : $2)" method t nil)
      (remove-from-generic-function (jscl::method-generic-function method) method))))

(defun add-accessor-method (name lambda-list specializers function)
  (let ((method (add-method-function name '() lambda-list specializers nil function)))
    (%js-inline "($0.isAccessor = true, $1)" method t)
    method))

(defun define-accessors (class slot)
  (let ((slot-name (getf slot :name)))
    (when (extended-class-p class)
      (return-from define-accessors (define-accessors-by-protocol class slot)))
    (dolist (reader (getf slot :readers))
      (let ((method (add-accessor-method reader '(object) (list class)
                                         (lambda (object) (slot-value object slot-name)))))
        (%js-inline "($0.readSlot = $1)" method slot-name)))
    (dolist (writer (getf slot :writers))
      (let ((method (add-accessor-method writer '(value object) (list (jscl::!find-class t) class)
                                         (lambda (value object) (set-slot-value object slot-name value)))))
        (%js-inline "($0.writtenSlot = $1)" method slot-name)))))

(defun keep-class-cells (class slots)
  "SLOTS, with the value of each slot that CLASS shares already, if it has one."
  (let ((old (and class (slot-positions class))))
    (when old
      (dolist (slot slots)
        (let ((place (map-get old (getf slot :name))))
          (when (and (eq (getf slot :allocation) :class) (consp place) (not (eq (car place) (unbound-marker))))
            (setf (getf slot :cell) place)))))
    slots))

(defun check-class-lock (name)
  (%js-inline "(R.checkClassLock($0), nil)" name))

(defun install-class (class superclasses slots default-initargs documentation)
  "Gives CLASS, new or not, its direct superclasses, its direct slots, as plists, and what else its definition says."
  (let ((state (class-state class)))
    (when state
      (detach-superclasses class)
      (remove-accessor-methods class))
    (attach-superclasses class superclasses)
    (jscl::setf-class-direct-slots class (keep-class-cells (and state class) slots))
    (set-class-state class (make-class-state (and state (class-state-finalized state)) default-initargs '() documentation))
    (finalize-tree class)
    (dolist (slot slots)
      (define-accessors class slot))
    class))

(defun register-class (name class)
  (when (and *forward-metaclass* (eq (jscl::std-instance-class class) *forward-metaclass*))
    (setf (jscl::std-instance-class class) jscl::*the-class-standard-class*))
  (%js-inline "($0.delete($1), $2)" *forward-classes* name nil)
  (jscl::setf-find-class name class))

(defun class-to-define (name)
  "The class object that a definition of NAME is about, defined or not; NIL when it needs a new one."
  (let ((found (or (find-class name nil) (map-get *forward-classes* name))))
    ;; A class that was given another name is not redefined by this one.
    (and found (eq (jscl::!class-name found) name) (class-state found) found)))

(defun check-kind-of-class (name)
  "Signals when NAME names a class of structures or conditions, which no class of objects can become."
  (let ((found (find-class name nil)))
    (when (and found (member (metaclass-name found) '("STRUCTURE-CLASS" "CONDITION-CLASS") :test #'equal))
      (metaobject-violation "Cannot CHANGE-CLASS objects into CLASS metaobjects."))))

(defun ensure-class (name &key superclasses slots default-initargs documentation)
  "Defines or redefines the class NAME. SUPERCLASSES are names; SLOTS are plists as JSCL's CLOS has them."
  (unless (symbolp name)
    (error 'illegal-class-name-error :name name))
  (let* ((class (or (class-to-define name) (make-class-object name)))
         (supers (mapcar (lambda (each) (if (eq each name) class (class-designated each))) superclasses)))
    (check-class-lock name)
    (check-kind-of-class name)
    (when (extended-class-p class)
      (return-from ensure-class
        (redefine-plainly class supers slots default-initargs documentation)))
    (dolist (superclass supers)
      (check-superclass class superclass))
    (register-class name class)
    (install-class class (or supers (list (jscl::!find-class 'standard-object))) slots default-initargs documentation)
    (note-definition class name)
    class))
