;;;; Instances of a class that has been redefined are brought up to date when they are next used (CLHS 4.3.6).

(in-package "JSCL-MCP")

(defgeneric update-instance-for-redefined-class
    (instance added-slots discarded-slots property-list &rest initargs &key &allow-other-keys)
  (:method (instance added-slots discarded-slots property-list &rest initargs)
    (check-initargs-of-calls (class-of instance) initargs
                             (list #'update-instance-for-redefined-class
                                   instance added-slots discarded-slots property-list)
                             (list #'shared-initialize instance added-slots))
    (apply #'shared-initialize instance added-slots initargs)))

(defun slot-names-in (layout)
  (let ((names '()))
    (%js-inline "$0.forEach((_place, name) => $1(pv, name))" layout (lambda (name) (push name names)))
    (nreverse names)))

(defun update-layout (instance layout)
  "Lays the slots of INSTANCE out as LAYOUT, that of its class now, says."
  (let* ((old (instance-layout instance))
         (class (jscl::std-instance-class instance))
         (old-slots (jscl::std-instance-slots instance)))
    (set-instance-layout instance layout)
    (when (and old (instance-size class))
      (let ((slots (make-array (instance-size class) :initial-element (unbound-marker)))
            (kept '()) (added '()) (discarded '()) (properties '()))
        ;; As in SBCL, a slot of the instance's own without a value counts as one that was not there.
        (dolist (name (slot-names-in old))
          (let* ((before (real-place (map-get old name)))
                 (place (real-place (map-get layout name)))
                 (value (cond ((integerp before) (svref old-slots before))
                              ((consp before) (car before))
                              (t (unbound-marker)))))
            (cond ((and (integerp before) (eq value (unbound-marker))))
                  ((integerp place)
                   (setf (svref slots place) value)
                   (push name kept))
                  ((integerp before)
                   (push name discarded)
                   (setq properties (list* name value properties))))))
        (dolist (name (slot-names-in layout))
          (when (and (integerp (real-place (map-get layout name))) (not (memq name kept)))
            (push name added)))
        (setf (jscl::std-instance-slots instance) slots)
        (update-instance-for-redefined-class instance added discarded properties)))))

(defgeneric make-instances-obsolete (class)
  (:method ((class symbol))
    (make-instances-obsolete (find-class class))
    class)
  (:method ((class standard-class))
    (unless (changeable-class-p class)
      (return-from make-instances-obsolete (no-method (generic-function-named #'make-instances-obsolete) (list class))))
    (let ((layout (slot-positions class)))
      (when layout
        (set-slot-positions class (%js-inline "new Map($0)" layout))
        (incf *definitions-epoch*)
        (map-generic-functions #'reset-dispatch)))
    class))
