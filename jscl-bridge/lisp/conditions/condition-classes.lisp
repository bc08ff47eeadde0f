;;;; Condition classes: real classes of JSCL's CLOS, made without its generic functions.

(in-package "JSCL-MCP")

;;; A layout says all that MAKE-CONDITION and the reports need to know of a condition class, computed once.
;;; PRECEDENCE are class names; SLOTS are effective slots in storage order; READERS maps reader names to
;;; positions. PLAN is that of new conditions' slots, made with the first of them.
(define-record layout class name precedence slots readers report default-initargs definition plan)
;;; INITFUNCTION is NIL for a slot without :INITFORM; CELL is a one-element list for a slot shared by the
;;; class.
(define-record slot name initargs initfunction readers cell)
;;; DEFINE-CONDITION's options of the class itself, kept to finalize the class again when a superclass
;;; changes.
(define-record definition superclasses slots report default-initargs documentation)

(defmacro class-layout (class)
  `(%js-inline "($0.conditionLayout ?? nil)" ,class))

(defmacro set-class-layout (class layout)
  `(%js-inline "($0.conditionLayout = $1)" ,class ,layout))

(defmacro unbound-marker ()
  'jscl::*secret-unbound-value*)

(defun conditionp (object)
  "True when OBJECT is a condition."
  (and (jscl::std-instance-p object)
       (class-layout (jscl::std-instance-class object))
       t))

(defun condition-layout (condition)
  (class-layout (jscl::std-instance-class condition)))

(defun find-condition-layout (designator)
  "The layout of the condition class that DESIGNATOR names or is, or NIL."
  (let ((class (if (symbolp designator) (jscl::!find-class designator nil) designator)))
    (and class
         (jscl::std-instance-p class)
         (class-layout class))))

;;; Effective slots

(defun slot-named (name slots)
  (dolist (slot slots nil)
    (when (eq (slot-name slot) name) (return slot))))

(defun add-slot-definition (direct slots)
  "SLOTS with the direct slot DIRECT merged in; the more specific class is added later."
  (let ((inherited (slot-named (slot-name direct) slots)))
    (if (null inherited)
        (append slots (list (copy-seq direct)))
        (let ((merged (make-slot (slot-name direct)
                                 (union (slot-initargs direct) (slot-initargs inherited))
                                 (or (slot-initfunction direct) (slot-initfunction inherited))
                                 (append (slot-readers direct) (slot-readers inherited))
                                 (slot-cell direct))))
          (substitute merged inherited slots)))))

(defun effective-slots (layouts)
  "The slots of a class whose precedence has LAYOUTS, in SBCL's order: the least specific class first."
  (let ((slots '()))
    (dolist (layout (reverse layouts) slots)
      (setq slots (add-slot-definitions (definition-slots (layout-definition layout)) slots)))))

(defun add-slot-definitions (direct slots)
  (dolist (each direct slots)
    (setq slots (add-slot-definition each slots))))

(defun slot-reader-positions (slots)
  (let ((position -1)
        (readers '()))
    (dolist (slot slots readers)
      (incf position)
      (dolist (reader (slot-readers slot))
        (push (cons reader position) readers)))))

(defun stable-order (slots old-slots)
  "SLOTS ordered so that those of OLD-SLOTS keep their positions: instances made before a redefinition stay readable."
  (let ((kept (mapcar (lambda (old)
                        (or (slot-named (slot-name old) slots) old))
                      old-slots)))
    (append kept
            (remove-if (lambda (slot) (memq slot kept)) slots))))

(defun first-report (layouts)
  (dolist (layout layouts nil)
    (let ((report (definition-report (layout-definition layout))))
      (when report (return report)))))

(defun collect-default-initargs (layouts)
  (let ((result '()))
    (dolist (layout layouts (nreverse result))
      (dolist (entry (definition-default-initargs (layout-definition layout)))
        (unless (assoc (car entry) result)
          (push entry result))))))

(defun slot-plist (slot)
  "SLOT as the slot definitions of JSCL's CLOS."
  (list :name (slot-name slot) :initargs (slot-initargs slot) :initform nil
        :initfunction (slot-initfunction slot) :readers (slot-readers slot) :writers nil :allocation :instance))

(defun install-slots (class slots)
  (jscl::setf-class-slots class (mapcar #'slot-plist slots))
  ;; SLOT-VALUE makes a map of the positions when it first needs one.
  (%js-inline "($0.slotPositions = undefined, nil)" class))

(defun inherit-from-one (layout above definition)
  "Fills in LAYOUT for a class with the DEFINITION whose only superclass has the layout ABOVE."
  (setf (layout-slots layout) (add-slot-definitions (definition-slots definition) (layout-slots above))
        (layout-report layout) (or (definition-report definition) (layout-report above))
        (layout-default-initargs layout)
        (append (definition-default-initargs definition)
                (remove-if (lambda (entry) (assoc (car entry) (definition-default-initargs definition)))
                           (layout-default-initargs above)))))

(defun inherit-from-many (layout layouts)
  "Fills in LAYOUT for a class whose precedence has LAYOUTS, its own the first."
  (setf (layout-slots layout) (effective-slots layouts)
        (layout-report layout) (first-report layouts)
        (layout-default-initargs layout) (collect-default-initargs layouts)))

(defun finalize-condition-class (class definition)
  "Computes the layout of CLASS and of every class below it."
  (let* ((name (jscl::!class-name class))
         (old (class-layout class))
         (layout (make-layout class name '() '() '() nil '() definition nil))
         (superclasses (definition-superclasses definition))
         (precedence (class-precedence class superclasses)))
    (set-class-layout class layout)
    (jscl::setf-class-precedence-list class precedence)
    (setf (layout-precedence layout) (mapcar #'jscl::!class-name precedence))
    (let ((above (and (null (cdr superclasses)) (class-layout (car superclasses)))))
      (if above
          (inherit-from-one layout above definition)
          (inherit-from-many layout (remove nil (mapcar (lambda (each) (class-layout each)) precedence)))))
    (when old
      (setf (layout-slots layout) (stable-order (layout-slots layout) (layout-slots old))))
    (setf (layout-readers layout) (slot-reader-positions (layout-slots layout)))
    (install-slots class (layout-slots layout))
    (when old
      (dolist (subclass (jscl::class-direct-subclasses class))
        (when (class-layout subclass)
          (finalize-condition-class subclass (layout-definition (class-layout subclass))))))
    class))

;;; Making and changing classes

(defun attach-superclasses (class superclasses)
  (dolist (superclass superclasses)
    (let ((subclasses (jscl::class-direct-subclasses superclass)))
      (unless (memq class subclasses)
        (jscl::setf-class-direct-subclasses superclass (cons class subclasses)))))
  (jscl::setf-class-direct-superclasses class superclasses))

(defun detach-superclasses (class)
  (dolist (superclass (jscl::class-direct-superclasses class))
    (jscl::setf-class-direct-subclasses
     superclass
     (remove class (jscl::class-direct-subclasses superclass) :test #'eq))))

(defun superclass-named (name class-name)
  (let ((class (jscl::!find-class name nil)))
    (cond ((or (null class) (eq name class-name))
           (error 'simple-type-error :datum name :expected-type 'class
                                     :format-control "Class not yet defined: ~S" :format-arguments (list name)))
          ((not (class-layout class))
           (error 'type-error :datum class :expected-type 'sb-kernel::condition-classoid)))
    class))

(defvar *condition-metaclass* nil
  "The class of condition classes, once a program can name it.")

(defun define-condition-class (name superclasses slots report default-initargs documentation)
  "Makes or redefines the condition class NAME. SLOTS are slot records; redefinition keeps the class object."
  (let* ((existing (jscl::!find-class name nil))
         (class (if (and existing (class-layout existing))
                    existing
                    (make-class-object name))))
    (when *condition-metaclass*
      (setf (jscl::std-instance-class class) *condition-metaclass*))
    (when (eq class existing)
      (detach-superclasses class))
    (attach-superclasses class superclasses)
    (jscl::setf-class-direct-slots class (mapcar #'slot-plist slots))
    (finalize-condition-class class
                              (make-definition superclasses slots report default-initargs documentation))
    (jscl::setf-find-class name class)
    (dolist (slot slots)
      (dolist (reader (slot-readers slot))
        (install-reader reader class (slot-name slot))))
    class))

;;; Slots of instances

(defun slot-cell-at (layout position)
  (slot-cell (nth position (layout-slots layout))))

(defun condition-slot-value (condition position)
  "The value at POSITION of CONDITION, or the unbound marker."
  (let ((cell (slot-cell-at (condition-layout condition) position))
        (slots (jscl::std-instance-slots condition)))
    (cond (cell (car cell))
          ((< position (length slots)) (svref slots position))
          (t (unbound-marker)))))

(defun slot-position (layout name)
  (position name (layout-slots layout) :key (lambda (slot) (slot-name slot))))

(defun set-condition-slot (condition name value)
  "Stores VALUE in the slot NAME of CONDITION and returns it."
  (let* ((layout (condition-layout condition))
         (position (slot-position layout name))
         (cell (slot-cell-at layout position)))
    (if cell
        (setf (car cell) value)
        (setf (svref (jscl::std-instance-slots condition) position) value))))

(defun read-condition-slot (reader condition)
  "What the reader function named READER answers for CONDITION."
  (let ((entry (and (conditionp condition)
                    (assoc reader (layout-readers (condition-layout condition))))))
    (unless entry
      (if (conditionp condition)
          (error "There is no slot named ~S in ~S."
                 (slot-read-by reader) (jscl::std-instance-class condition))
          (error 'type-error :datum condition :expected-type 'condition)))
    (let ((value (condition-slot-value condition (cdr entry))))
      (when (eq value (unbound-marker))
        (error "Unbound condition slot: ~S"
               (slot-name (nth (cdr entry) (layout-slots (condition-layout condition))))))
      value)))

(defvar *reader-slots* '()
  "The readers of the image's own conditions with the slot that each reads.")

(defun slot-read-by (reader)
  (cdr (assoc reader *reader-slots*)))

;;; The image's own readers are ordinary functions, as SBCL's are; CLOS makes those of a program generic.

(defun install-reader (reader class slot-name)
  (declare (ignore class))
  (push (cons reader slot-name) *reader-slots*)
  (setf (symbol-function reader) (lambda (condition) (read-condition-slot reader condition))))

(defun install-condition-writer (writer class-name slot-name)
  (declare (ignore class-name))
  (setf (fdefinition writer)
        (lambda (value condition) (set-condition-slot condition slot-name value))))

;;; Instances

(defun default-function (slot default-initargs)
  "The function that answers the value of SLOT where no initialization argument gives one, or NIL."
  (dolist (entry default-initargs (slot-initfunction slot))
    (when (memq (car entry) (slot-initargs slot))
      (return (cdr entry)))))

(defun make-condition-plan (layout)
  "The plan of the slots of conditions with LAYOUT. What their class shares is in its cells and not in the condition."
  (let* ((slots (layout-slots layout))
         (plan (%runtime "slotPlan" (length slots) (unbound-marker)))
         (place -1))
    (dolist (slot slots plan)
      (incf place)
      (unless (slot-cell slot)
        (dolist (initarg (slot-initargs slot))
          (%runtime "addPlace" plan initarg place))
        (let ((function (default-function slot (layout-default-initargs layout))))
          (when function (%runtime "addInitial" plan place function)))))))

(defun condition-plan (layout)
  (or (layout-plan layout)
      (setf (layout-plan layout) (make-condition-plan layout))))

(defun store-in-cells (slots initargs)
  "Stores what INITARGS give for those of SLOTS that the class shares."
  (dolist (slot slots)
    (when (slot-cell slot)
      (do ((rest initargs (cddr rest)))
          ((null rest))
        (when (memq (car rest) (slot-initargs slot))
          (return (setf (car (slot-cell slot)) (cadr rest))))))))

(defun make-condition-of (layout initargs)
  "A new condition of the class that LAYOUT describes; NIL when INITARGS is no property list."
  (let ((slots (%js-inline "(R.plannedSlots($0, $1, false) ?? nil)" (condition-plan layout) initargs)))
    (when slots
      (store-in-cells (layout-slots layout) initargs)
      (allocate-from-class (layout-class layout) slots))))

(defun make-plain-condition (type initargs)
  "A new condition, when TYPE names or is a class whose conditions are made without calling a function of the program."
  (let ((layout (find-condition-layout type)))
    (and layout
         (%js-inline "(R.isPlainPlan($0) ? t : nil)" (condition-plan layout))
         (make-condition-of layout initargs))))

(defun make-condition (type &rest initargs)
  "A new condition. TYPE names or is a condition class; anything else is an error of type TYPE-ERROR."
  (let ((layout (find-condition-layout type)))
    (unless layout
      (error 'simple-type-error
             :datum type :expected-type 'condition
             :format-control "~S does not designate a condition class." :format-arguments (list type)))
    (or (make-condition-of layout initargs)
        (error "odd-length initializer list: ~S." initargs))))

;;; DEFINE-CONDITION

(defun constant-function (value)
  "A function that answers VALUE, and says that it does no more."
  (let ((function (lambda () value)))
    (%js-inline "($0.isConstant = true, $0)" function)))

(eval-when (:compile-toplevel :load-toplevel :execute)
  (defun initial-function-form (form)
    "The form of a function that answers the value of FORM."
    (if (or (null form) (eq form t) (keywordp form)
            (and (atom form) (not (symbolp form)))
            (and (consp form) (eq (car form) 'quote) (consp (cdr form)) (null (cddr form))))
        `(constant-function ,form)
        `(lambda () ,form)))

  (defun parse-condition-slot (spec)
    "The form that makes the slot record of SPEC, and the names of its writers, as two values."
    (unless (or (atom spec) (evenp (length (cdr spec))))
      (error "malformed condition slot spec:~%  ~S." spec))
    (unless (symbolp (if (consp spec) (car spec) spec))
      (error 'type-error :datum (if (consp spec) (car spec) spec) :expected-type 'symbol))
    (let ((name (if (consp spec) (car spec) spec))
          (initargs '()) (readers '()) (writers '()) (initfunction nil) (cell nil))
      (do ((options (if (consp spec) (cdr spec) '()) (cddr options)))
          ((null options))
        (let ((value (cadr options)))
          (case (car options)
            (:initarg (push value initargs))
            (:reader (push value readers))
            (:writer (push value writers))
            (:accessor (push value readers) (push (list 'setf value) writers))
            (:initform
             (when initfunction (error "more than one :INITFORM in ~S" spec))
             (setq initfunction (initial-function-form value)))
            (:allocation (setq cell (eq value :class)))
            ((:type :documentation) nil)
            (t (error "unknown slot option:~%  ~S" (car options))))))
      (values `(make-slot ',name ',(reverse initargs) ,(if cell nil initfunction) ',(reverse readers)
                          ,(cond ((not cell) nil)
                                 (initfunction `(list (funcall ,initfunction)))
                                 (t '(list (unbound-marker)))))
              (mapcar (lambda (writer) (cons writer name)) (reverse writers)))))

  (defun report-form (report)
    (cond ((null report) nil)
          ((stringp report) `(lambda (condition stream)
                               (declare (ignore condition))
                               (write-string ,report stream)))
          ((consp report) `(function ,report))
          ;; The function may be defined later, or never.
          (t `(lambda (condition stream) (funcall #',report condition stream))))))

(defmacro define-condition (name (&rest parent-types) (&rest slot-specs) &body options)
  "Defines the condition type NAME as CLHS says; redefinition changes the class in place."
  (unless (symbolp name)
    (error "The NAME argument to DEFINE-CONDITION, ~S, is not a symbol." name))
  (%js-inline "R.expectDefinition($0, $1)" 'type name)
  (let ((slots '()) (writers '()) (report nil) (default-initargs '()) (documentation nil))
    (dolist (spec slot-specs)
      (when (keywordp spec)
        (warn (compiler-warning 'simple-warning
                                (format nil "Keyword slot name indicates probable syntax error:~%  ~S" spec))))
      (multiple-value-bind (form slot-writers) (parse-condition-slot spec)
        (push form slots)
        (setq writers (append writers slot-writers)))
      ;; The report that is defined with the readers may call them.
      (when (consp spec)
        (do ((rest (cdr spec) (cddr rest)))
            ((or (not (consp rest)) (not (consp (cdr rest)))))
          (when (memq (car rest) '(:reader :accessor))
            (%js-inline "R.expectFunction($0)" (cadr rest))))))
    (dolist (option options)
      (unless (consp option)
        (error "bad option:~%  ~S" option))
      (case (car option)
        (:report (setq report (cadr option)))
        (:default-initargs
         (do ((rest (cdr option) (cddr rest)))
             ((null rest))
           (push `(cons ',(car rest) ,(initial-function-form (cadr rest))) default-initargs)))
        (:documentation (setq documentation (cadr option)))
        (t (error "unknown option: ~S" (car option)))))
    `(progn
       (define-condition-class ',name
           (mapcar (lambda (parent) (superclass-named parent ',name)) ',(or parent-types '(condition)))
         (list ,@(reverse slots))
         ,(report-form report)
         (list ,@(reverse default-initargs))
         ,documentation)
       ,@(mapcar (lambda (writer) `(install-condition-writer ',(car writer) ',name ',(cdr writer)))
                 writers)
       ',name)))
