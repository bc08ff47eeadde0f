;;;; CHANGE-CLASS (CLHS 7.2): an instance of one class becomes an instance of another.

(in-package "JSCL-MCP")

(defun changeable-class-p (class)
  "True when instances of CLASS are laid out by us: its kind is that of classes that DEFCLASS defines."
  (not (or (built-in-class-p class)
           (class-layout class)
           (memq (built-in structure-object) (precedence-of class)))))

(defun generic-function-class-p (class)
  (and (memq (built-in generic-function) (precedence-of class)) t))

(defun check-metaobject-change (instance new-class)
  "Signals when INSTANCE is a metaobject or would become one."
  (cond ((memq (built-in class) (precedence-of new-class))
         (metaobject-violation "Cannot CHANGE-CLASS objects into CLASS metaobjects."))
        ((memq (built-in class) (precedence-of (class-of instance)))
         (metaobject-violation "Cannot CHANGE-CLASS CLASS metaobjects."))
        ((not (eq (generic-function-class-p (class-of instance)) (generic-function-class-p new-class)))
         (error "You can't change the class of ~S to ~S because it isn't already an instance with metaclass ~A."
                instance new-class "SB-MOP:FUNCALLABLE-STANDARD-CLASS"))))

(defun metaobject-violation (control)
  (error 'metaobject-initialization-violation
         :format-control control
         :references '((:amop :initialization class))))

(defgeneric update-instance-for-different-class (previous current &key &allow-other-keys)
  (:method ((previous standard-object) (current standard-object) &rest initargs)
    (let ((added '())
          (before (mapcar (lambda (slot) (getf slot :name)) (jscl::class-slots (class-of previous)))))
      (dolist (slot (jscl::class-slots (class-of current)))
        (unless (or (eq (getf slot :allocation) :class) (memq (getf slot :name) before))
          (push (getf slot :name) added)))
      (check-initargs-of-calls (class-of current) initargs
                               (list #'update-instance-for-different-class previous current)
                               (list #'shared-initialize current added))
      (apply #'shared-initialize current added initargs))))

(defun exchange-contents (a b)
  "Makes A what B is, and B what A is, but for their identities."
  (rotatef (jscl::std-instance-class a) (jscl::std-instance-class b))
  (rotatef (jscl::std-instance-slots a) (jscl::std-instance-slots b))
  (let ((layout (instance-layout a)))
    (set-instance-layout a (instance-layout b))
    (set-instance-layout b layout)))

(defun transfer-slots (from to)
  "Gives the slots that TO holds itself the values of the slots of FROM that have their names."
  (let ((from-layout (current-layout from))
        (to-layout (current-layout to)))
    (dolist (name (slot-names-in to-layout))
      (let ((source (real-place (map-get from-layout name)))
            (place (real-place (map-get to-layout name))))
        (when (and source (integerp place))
          (store-at to place (value-at from source)))))))

(defgeneric change-class (instance new-class &key &allow-other-keys)
  (:method (instance (new-class symbol) &rest initargs)
    (apply #'change-class instance (find-class new-class) initargs))
  (:method ((instance standard-object) (new-class standard-class) &rest initargs)
    (unless (changeable-class-p new-class)
      (return-from change-class (no-method (generic-function-named #'change-class) (list* instance new-class initargs))))
    (check-metaobject-change instance new-class)
    ;; The copy, another object until the end, becomes the previous instance. INSTANCE keeps its identity.
    (let ((previous (allocate-instance new-class))
          (changed nil))
      (transfer-slots instance previous)
      (exchange-contents instance previous)
      (unwind-protect
           (progn
             (apply #'update-instance-for-different-class previous instance initargs)
             (setq changed t))
        (unless changed
          (exchange-contents instance previous)))
      instance)))
