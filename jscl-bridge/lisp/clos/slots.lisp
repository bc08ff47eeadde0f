;;;; SLOT-VALUE and its family, for instances, conditions and structures.

(in-package "JSCL-MCP")

(defun positions-of-class (class)
  "The slot positions of CLASS, made from JSCL's table for classes that it defined."
  (or (slot-positions class)
      (let ((map (make-map))
            (index -1))
        (dolist (slot (jscl::class-slots class))
          (map-set map (getf slot :name) (incf index)))
        (set-slot-positions class map)
        map)))

(defun current-layout (instance)
  "The slot positions of the class of INSTANCE, after INSTANCE was brought up to date with them."
  (let ((positions (positions-of-class (jscl::std-instance-class instance))))
    (unless (eq positions (instance-layout instance))
      (update-layout instance positions))
    positions))

(defmacro current-p (instance)
  "True when INSTANCE is known to be laid out as its class says."
  `(%js-inline "($0.@slotLayout !== nil && $0.@slotLayout === $0.@class.slotPositions ? t : nil)" ,instance))

(defun slot-place (object name)
  "Where OBJECT keeps the slot NAME: an index, a one-element list, or NIL when it has no such slot. Where the slots of its
class are accessed by generic functions of the metaobject protocol, the slot's definition."
  (and (jscl::std-instance-p object)
       (map-get (if (current-p object)
                    (instance-layout object)
                    (current-layout object))
                name)))

(defun structure-slot-key (object name)
  "The slot NAME of the structure OBJECT as the runtime knows it, by its name and place; NIL when it has no such slot."
  (and (jscl::structure-p object)
       (let ((names (jscl::das!effective-slot-names (jscl::get-structure-dsd (jscl::structure-name object)))))
         (let ((index (position name names)))
           (and index (%runtime "slotKey" name index))))))

;;; Errors

(defun missing-slot-error (object name operation &optional value)
  (error 'missing-slot
         :name name :datum object :expected-type 'standard-object
         :format-control (case operation
                           (setf "When attempting to set the slot's value to ~S (SETF of SLOT-VALUE), the slot ~S is missing from the object ~S.")
                           (slot-boundp "When attempting to test to see whether slot is bound (SLOT-BOUNDP), the slot ~*~S is missing from the object ~S.")
                           (slot-makunbound "When attempting to make the slot unbound (SLOT-MAKUNBOUND), the slot ~*~S is missing from the object ~S.")
                           (t "When attempting to read the slot's value (slot-value), the slot ~*~S is missing from the object ~S."))
         :format-arguments (list value name object)))

(defun unbound-slot-error (object name)
  "Signals that the slot NAME of OBJECT is unbound. Returns the value that a restart gave."
  (restart-case (error 'unbound-slot :name name :instance object)
    (use-value (value)
      :report "Return a value as the slot-value."
      :interactive read-evaluated-form
      value)
    (store-value (value)
      :report "Store and return a value as the slot-value."
      :interactive read-evaluated-form
      (set-slot-value object name value))))

;;; Access

(defun slot-value (object slot-name)
  "The value of the slot SLOT-NAME of OBJECT."
  (let ((place (slot-place object slot-name)))
    (if (null place)
        (let ((key (structure-slot-key object slot-name)))
          (require-type slot-name symbol)
          (if key
              (%runtime "slotOf" object key)
              (values (slot-missing (class-of object) object slot-name 'slot-value))))
        (let ((value (cond ((integerp place) (svref (jscl::std-instance-slots object) place))
                           ((consp place) (car place))
                           (t (return-from slot-value (slot-value-by-protocol object place))))))
          (if (eq value (unbound-marker))
              (values (slot-unbound (class-of object) object slot-name))
              value)))))

(defun set-slot-value (object slot-name value)
  "Stores VALUE in the slot SLOT-NAME of OBJECT and returns it."
  (let ((place (slot-place object slot-name)))
    (cond ((null place)
           (let ((key (structure-slot-key object slot-name)))
             (if key
                 (%runtime "setSlotOf" object key value)
                 (slot-missing (class-of object) object slot-name 'setf value))))
          (t (store-at object place value)))
    value))

(defun (setf slot-value) (value object slot-name)
  (set-slot-value object slot-name value))

(defun slot-boundp (object slot-name)
  "True when the slot SLOT-NAME of OBJECT has a value."
  (let ((place (slot-place object slot-name)))
    (cond ((null place)
           (and (or (structure-slot-key object slot-name)
                    (slot-missing (class-of object) object slot-name 'slot-boundp))
                t))
          (t (bound-at-p object place)))))

(defun slot-makunbound (object slot-name)
  "Makes the slot SLOT-NAME of OBJECT unbound and returns OBJECT."
  (let ((place (slot-place object slot-name)))
    (cond ((null place) (slot-missing (class-of object) object slot-name 'slot-makunbound))
          (t (store-at object place (unbound-marker))))
    object))

(defun slot-exists-p (object slot-name)
  "True when OBJECT has a slot SLOT-NAME."
  (and (or (slot-place object slot-name)
           (structure-slot-key object slot-name))
       t))

(eval-when (:compile-toplevel :load-toplevel :execute)
  (defun slot-entry-forms (entries shape symbols-allowed form)
    "The bindings of WITH-SLOTS and WITH-ACCESSORS: FORM makes the form of a variable from the second of each entry."
    (let ((rest entries) (bindings '()))
      (do () ((atom rest)
              (when rest (wrong-type rest 'list))
              (nreverse bindings))
        (let ((entry (pop rest)))
          (push (cond ((and symbols-allowed entry (symbolp entry)) (list entry (funcall form entry)))
                      ((and (consp entry) (consp (cdr entry)) (null (cddr entry))
                            (or (not symbols-allowed) (and (symbolp (first entry)) (symbolp (second entry)))))
                       (list (first entry) (funcall form (second entry))))
                      (t (error "Malformed slot entry: ~S, should be ~A" entry shape)))
                bindings))))))

(defmacro with-slots (entries instance &body body)
  "Runs BODY with the slots of INSTANCE as variables."
  (let ((object (gensym "INSTANCE")))
    `(let ((,object ,instance))
       (declare (ignorable ,object))
       (symbol-macrolet ,(slot-entry-forms entries "either a symbol or (variable-name slot-name)" t
                                           (lambda (name) `(slot-value ,object ',name)))
         ,@body))))

(defmacro with-accessors (entries instance &body body)
  "Runs BODY with variables that stand for calls of accessors on INSTANCE."
  (let ((object (gensym "INSTANCE")))
    `(let ((,object ,instance))
       (declare (ignorable ,object))
       (symbol-macrolet ,(slot-entry-forms entries "(variable-name accessor-name)" nil
                                           (lambda (name) (list name object)))
         ,@body))))
