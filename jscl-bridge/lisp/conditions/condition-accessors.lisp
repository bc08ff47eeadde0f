;;;; Readers and writers of a program's condition types: methods, as SBCL makes them once its CLOS is there.
;;;; Those of the standard condition types stay what they are, ordinary functions.

(in-package "JSCL-MCP")

(defun own-condition-slot (condition slot-name)
  "The value of the slot SLOT-NAME of CONDITION."
  (let ((value (condition-slot-value condition (slot-position (condition-layout condition) slot-name))))
    (when (eq value (unbound-marker))
      (error "Unbound condition slot: ~S" slot-name))
    value))

(defun note-position (known condition slot-name)
  "Notes in KNOWN, a vector of a layout and an index, where conditions like CONDITION hold the slot SLOT-NAME themselves."
  (let* ((layout (condition-layout condition))
         (position (slot-position layout slot-name)))
    (unless (slot-cell-at layout position)
      (setf (svref known 0) layout
            (svref known 1) position))))

(defun condition-reader (slot-name)
  "A function that reads the slot SLOT-NAME of a condition."
  (let ((known (vector nil 0)))
    (%js-inline "(function (values, condition) {
  if (arguments.length === 2 && condition?.@class?.conditionLayout === $0[0]) {
    const value = condition.@slots[$0[1]];
    if (value !== undefined && value !== $1) return value;
  }
  return $2.apply(null, arguments);
})"
                known (unbound-marker)
                (lambda (condition)
                  (note-position known condition slot-name)
                  (own-condition-slot condition slot-name)))))

(defun install-reader (reader class slot-name)
  (check-symbol-lock reader "globally declaring the FTYPE of ~S")
  (add-accessor-method reader '(condition) (list class) (condition-reader slot-name)))

(defun install-condition-writer (writer class-name slot-name)
  (add-accessor-method writer '(value condition) (list (jscl::!find-class t) (jscl::!find-class class-name))
                       (lambda (value condition) (set-condition-slot condition slot-name value))))

(let ((define-class #'define-condition-class))
  (defun define-condition-class (name superclasses slots report default-initargs documentation)
    "Makes or redefines the condition class NAME, unless that is a name of the standard's."
    (check-symbol-lock name "defining ~S as a condition")
    (%runtime "checkNoDeclaration" name)
    (note-definition class name)
    (funcall define-class name superclasses slots report default-initargs documentation)))
