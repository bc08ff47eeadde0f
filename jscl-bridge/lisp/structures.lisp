;;;; DEFSTRUCT over JSCL's structures: accessors that check their argument, constructors that check slot types,
;;;; and SBCL's errors. JSCL parses the options and keeps the descriptions.

(in-package "JSCL-MCP")

(defun bad-accessor-argument (object name)
  (wrong-type object name))

(defun structure-slot-error (value type structure slot)
  (error 'type-error
         :datum value :expected-type type
         :context (concatenate 'string "setting slot " (symbol-name slot) " of structure " (symbol-name structure))))

(eval-when (:compile-toplevel :load-toplevel :execute)
  (defun accessor-name (conc-name slot-name)
    (if conc-name
        (jscl::%symbolize conc-name slot-name)
        slot-name))

  (defun instance-check (definition object)
    "A form that is true when the variable OBJECT is a structure of DEFINITION, a variable bound to its description."
    `(and (jscl::objectp ,object)
          (eq (jscl::storage-vector-ref! (jscl::oget ,object "structDescriptors") ,(jscl::dsd-depth definition))
              definition)))

  (defun slot-location (definition slot)
    (let ((index (position (jscl::dsd-slot-name slot) (jscl::dsd-prototype definition))))
      (if (jscl::dsd-type definition)
          index
          (concatenate 'string (symbol-name (jscl::dsd-slot-name slot)) (princ-to-string index)))))

  (defun read-form (definition location)
    (case (jscl::dsd-type definition)
      (list `(nth ,location object))
      (vector `(aref object ,location))
      (t `(jscl::oget! object ,location))))

  (defun write-form (definition location)
    (case (jscl::dsd-type definition)
      (list `(setf (nth ,location object) value))
      (vector `(setf (aref object ,location) value))
      (t `(jscl::oset! value object ,location))))

  (defun type-check-form (value slot definition)
    (if (eq (jscl::dsd-slot-type slot) t)
        nil
        `((unless (typep ,value ',(jscl::dsd-slot-type slot))
            (structure-slot-error ,value ',(jscl::dsd-slot-type slot) ',(jscl::dsd-name definition)
                                  ',(jscl::dsd-slot-name slot))))))

  (defun make-accessors (definition slots)
    "The definitions of readers and writers, in place of JSCL's unchecked ones."
    (let ((name (jscl::dsd-name definition))
          (check (if (jscl::dsd-type definition)
                     '()
                     `((unless ,(instance-check definition 'object)
                         (bad-accessor-argument object ',(jscl::dsd-name definition)))))))
      (list
       `(let ((definition (jscl::get-structure-dsd ',name)))
          (declare (ignorable definition))
          ,@(mapcan
             (lambda (slot)
               (let ((accessor (accessor-name (jscl::dsd-conc-name definition) (jscl::dsd-slot-name slot)))
                     (location (slot-location definition slot)))
                 (append
                  (list `(defun ,accessor (object) ,@check ,(read-form definition location)))
                  (if (jscl::dsd-slot-read-only slot)
                      '()
                      (list `(defun (setf ,accessor) (value object)
                               ,@check
                               ,@(type-check-form 'value slot definition)
                               ,(write-form definition location)
                               value))))))
             slots)))))

  (setf (symbol-function 'jscl::das!make-accessors) #'make-accessors)

  (defun make-constructor (definition constructor slots)
    "The definition of one constructor."
    (jscl::das!resolve-default-constructor constructor slots)
    (let* ((name (jscl::dsd-name definition))
           (storage (jscl::dsd-type definition))
           (prototype (jscl::dsd-prototype definition))
           (assigned (jscl::dsd-constructor-assigns constructor)))
      `(let ,(if storage '() `((descriptions (jscl::list-to-vector (jscl::das!inherit-dsds (jscl::get-structure-dsd ',name))))))
         (defun ,(jscl::dsd-constructor-name constructor)
             ,(jscl::das!reassemble-boa-list (jscl::dsd-constructor-boa constructor) slots)
           (let ,(mapcan (lambda (slot)
                           (if (memq (jscl::dsd-slot-name slot) assigned)
                               '()
                               (list (list (jscl::dsd-slot-name slot) (jscl::dsd-slot-initform slot)))))
                  slots)
             ,@(mapcan (lambda (slot) (copy-list (type-check-form (jscl::dsd-slot-name slot) slot definition))) slots)
             ,(if storage
                  `(,storage ,@prototype)
                  `(jscl::new! "dt_Name" :structure "structDescriptors" descriptions
                               ,@(mapcan #'list (jscl::def!struct-property-names prototype) prototype))))))))

  (setf (symbol-function 'jscl::das!make-constructor) #'make-constructor)

  (defun check-structure-options (name options slots)
    "Signals what SBCL says about DEFSTRUCT forms that are not well formed."
    (unless (symbolp name)
      (error "DEFSTRUCT: ~S is not a symbol." name))
    (dolist (option options)
      (let ((key (if (consp option) (car option) option)))
        (unless (memq key '(:conc-name :constructor :copier :predicate :include :print-object :print-function :type
                            :named :initial-offset))
          (error "unknown DEFSTRUCT option:~%  ~S" option))
        (when (eq key :include)
          (let ((parent (jscl::get-structure-dsd (cadr option))))
            (unless parent
              (error "Class is not yet defined or was undefined: ~S" (cadr option)))
            (dolist (slot slots)
              (let ((slot-name (if (consp slot) (car slot) slot)))
                (when (memq slot-name (jscl::das!effective-slot-names parent))
                  (error 'simple-program-error
                         :format-control "slot name ~S duplicated via included ~S"
                         :format-arguments (list slot-name (cadr option)))))))))))

  (defun print-method-forms (name options)
    "Methods for the options :PRINT-OBJECT and :PRINT-FUNCTION."
    (mapcan (lambda (option)
              (cond ((not (and (consp option) (cdr option))) '())
                    ((eq (car option) :print-object)
                     (list `(defmethod print-object ((object ,name) stream)
                              (funcall (function ,(cadr option)) object stream))))
                    ((eq (car option) :print-function)
                     (list `(defmethod print-object ((object ,name) stream)
                              (funcall (function ,(cadr option)) object stream 0))))
                    (t '())))
            options)))

(defmacro defstruct (name-and-options &rest slots)
  "Defines the structure type of NAME-AND-OPTIONS."
  (let* ((name (if (consp name-and-options) (car name-and-options) name-and-options))
         (options (if (consp name-and-options) (cdr name-and-options) '()))
         (known (remove-if (lambda (option)
                             (and (consp option) (memq (car option) '(:print-object :print-function))))
                           options))
         (documented (if (stringp (car slots)) (cdr slots) slots)))
    (check-structure-options name options documented)
    `(progn
       ,@(jscl::das!defstruct-expand name known documented)
       ,@(print-method-forms name options)
       ',name)))

(defun copy-structure (structure)
  "A copy of STRUCTURE."
  (unless (typep structure 'structure-object)
    (wrong-type structure 'structure-object))
  (%js-inline "Object.assign({}, $0)" structure))
