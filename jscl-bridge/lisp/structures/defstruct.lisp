;;;; DEFSTRUCT: its options, and the facts that the image keeps of them. The forms it expands into are made in
;;;; defstruct-forms.lisp.

(in-package "JSCL-MCP")

;;; LAYOUT is everything an instance holds, in order: a field for each slot, and for the types LIST and VECTOR
;;; the symbol NIL for what :INITIAL-OFFSET skips and (name) for the name of a :NAMED structure. PRINTER is
;;; (:print-function f) or (:print-object f). CONC-NAME is NIL where the slots' own names are the accessors'.
;;; ELEMENT-TYPE is what vectors of the type (VECTOR element-type) hold.
(define-record structure name documentation conc-name constructors copier predicate include overrides printer type has-name
  offset slots layout element-type)

;;; A slot, in the layout of its structure and of those that include it. STORAGE is what its property ends in
;;; where it holds floats without boxes, or an empty string.
(define-record field name initform type read-only storage)

(defvar *structures* (make-hash-table :test #'eq)
  "Structures by name.")

(defun structure-named (name)
  (or (gethash name *structures*)
      (error "Class is not yet defined or was undefined: ~S" name)))

(defun structure-syntax-error (control &rest arguments)
  (error 'simple-program-error :format-control control :format-arguments arguments))

;;; Parsing

(defun float-storage (type)
  "What the property of a slot ends in that is declared to be of TYPE."
  (let ((type (if (eq type t) t (expand-type type))))
    (case (if (consp type) (car type) type)
      ((double-float long-float) "d")
      ((single-float short-float) "s")
      (t ""))))

(defun parse-slot-description (description &optional (inherited-type t) inherited-read-only inherited-storage)
  (cond ((symbolp description)
         (make-field description nil inherited-type inherited-read-only
                     (or inherited-storage (float-storage inherited-type))))
        ((and (consp description) (symbolp (car description)))
         (destructuring-bind (name &optional (default nil)
                                   &key (type inherited-type) (read-only inherited-read-only))
             description
           (make-field name default type (and read-only t) (or inherited-storage (float-storage type)))))
        (t (structure-syntax-error "in DEFSTRUCT, ~S is not a legal slot description." description))))

(defun symbol-from (&rest parts)
  (values (intern (apply #'concatenate 'string (mapcar #'string parts)) *package*)))

(defun check-structure-options (options)
  "Signals when one of the OPTIONS of DEFSTRUCT is malformed, or does not go with another one."
  (let ((seen '()))
    (dolist (option options)
      (let ((keyword (if (consp option) (car option) option)))
        (cond ((atom option)
               (unless (member option '(:conc-name :constructor :copier :predicate :named))
                 (error "unrecognized DEFSTRUCT option:~%  ~S" option)))
              ((cdr (last option))
               (error "Invalid syntax in DEFSTRUCT option ~S" option))
              (t
               (let ((count (length (cdr option))))
                 (case keyword
                   ((:conc-name :copier :predicate :print-function :print-object)
                    (when (> count 1)
                      (error "DEFSTRUCT option ~S accepts at most one argument" keyword)))
                   ((:type :initial-offset)
                    (unless (= count 1)
                      (error "DEFSTRUCT option ~S requires exactly one argument" keyword)))
                   (:include
                    (when (= count 0)
                      (error "DEFSTRUCT option ~S requires at least one argument" keyword)))
                   (:named (error "The DEFSTRUCT option :NAMED takes no arguments."))
                   ((:constructor :pure))
                   (t (error "unknown DEFSTRUCT option:~%  ~S" option))))))
        (when (and (member keyword seen) (not (member keyword '(:constructor :named))))
          (error "More than one ~S option is not allowed" keyword))
        (push keyword seen)))
    (when (and (member :print-function seen) (member :print-object seen))
      (error ":PRINT-FUNCTION and :PRINT-OBJECT may not both be specified"))))

(defun parse-structure-option (option structure)
  (let* ((keyword (if (consp option) (car option) option))
         (arguments (if (consp option) (cdr option) '()))
         (argument (car arguments)))
    (case keyword
      (:conc-name (setf (structure-conc-name structure) (and argument (string argument))))
      (:constructor (push (or arguments (list (symbol-from "MAKE-" (structure-name structure))))
                          (structure-constructors structure)))
      (:copier (when arguments (setf (structure-copier structure) argument)))
      (:predicate (when arguments (setf (structure-predicate structure) argument)))
      (:include (setf (structure-include structure) argument
                      (structure-overrides structure) (cdr arguments)))
      ((:print-function :print-object) (setf (structure-printer structure) (list keyword argument)))
      (:type (let ((type (if (consp argument) (car argument) argument)))
               (unless (member type '(list vector))
                 (error "~S is a bad :TYPE for DEFSTRUCT." argument))
               (setf (structure-type structure) type))
             (setf (structure-element-type structure) (or (not (consp argument)) (null (cdr argument)) (cadr argument))))
      (:named (setf (structure-has-name structure) t))
      (:initial-offset (setf (structure-offset structure) argument)))))

(defun same-name-p (name other)
  (string= (symbol-name name) (symbol-name other)))

(defun find-field (name fields)
  (find-if (lambda (field) (and (vectorp field) (same-name-p (field-name field) name))) fields))

(defun overriding-field (description layout)
  "The slot that DESCRIPTION makes of one in LAYOUT, whose type and :READ-ONLY it keeps where it says none."
  (let* ((name (field-name (parse-slot-description description)))
         (field (find-field name layout)))
    (unless field
      (structure-syntax-error "slot name ~S not present in included structure" name))
    (parse-slot-description description (field-type field) (field-read-only field) (field-storage field))))

(defun included-layout (structure)
  "The layout of what STRUCTURE includes, with its overriding slots."
  (let* ((included (structure-named (structure-include structure)))
         (layout (structure-layout included)))
    (unless (eq (structure-type included) (structure-type structure))
      (error ":TYPE option mismatch between structures ~S and ~S" (structure-name structure) (structure-name included)))
    (setf (structure-overrides structure)
          (mapcar (lambda (description) (overriding-field description layout)) (structure-overrides structure)))
    (mapcar (lambda (entry)
              (or (and (vectorp entry) (find-field (field-name entry) (structure-overrides structure)))
                  entry))
            layout)))

(defun complete-layout (structure)
  (let ((included (and (structure-include structure) (included-layout structure)))
        (slots (structure-slots structure)))
    (do ((rest slots (cdr rest)))
        ((null rest))
      (let* ((name (field-name (car rest))) (twice (find-field name (cdr rest))))
        (when twice
          (structure-syntax-error "duplicate slot name ~S" (field-name twice)))
        (when (find-field name included)
          (structure-syntax-error "slot name ~S duplicated via included ~S" name (structure-include structure)))))
    (append included
            (and (structure-type structure)
                 (append (make-list (structure-offset structure))
                         (and (structure-has-name structure) (list (list (structure-name structure))))))
            slots)))

(defun check-typed-structure (structure options)
  "Checks that a structure of a :TYPE has a predicate only where its instances say what they are."
  (let ((element-type (structure-element-type structure)))
    (cond ((not (structure-has-name structure))
           (when (some (lambda (option)
                         (if (consp option)
                             (and (eq (car option) :predicate) (not (equal (cdr option) '(nil))))
                             (eq option :predicate)))
                       options)
             (error ":PREDICATE cannot be used with :TYPE unless :NAMED is also specified."))
           (setf (structure-predicate structure) nil))
          ((and (eq (structure-type structure) 'vector) (not (subtypep 'symbol element-type)))
           (error ":NAMED option is incompatible with element type ~S" element-type)))))

(defun parse-structure (name-and-options slot-descriptions)
  "What a DEFSTRUCT form says, checked."
  (let* ((name (if (consp name-and-options) (car name-and-options) name-and-options))
         (options (if (consp name-and-options) (cdr name-and-options) '()))
         (documentation (if (stringp (car slot-descriptions)) (pop slot-descriptions) nil)))
    (unless (symbolp name)
      (error "DEFSTRUCT: ~S is not a symbol." name))
    (let ((structure (make-structure name documentation (concatenate 'string (symbol-name name) "-") '()
                                     (symbol-from "COPY-" name) (symbol-from name "-P")
                                     nil '() nil nil nil 0 (mapcar #'parse-slot-description slot-descriptions) '() t)))
      (check-structure-options options)
      (dolist (option options)
        (parse-structure-option option structure))
      (when (null (structure-constructors structure))
        (setf (structure-constructors structure) (list (list (symbol-from "MAKE-" name)))))
      (when (structure-type structure)
        (check-typed-structure structure options))
      (setf (structure-layout structure) (complete-layout structure))
      structure)))

;;; Registration: JSCL's own records stay the ones that instances refer to, as the printer and the classes
;;; expect.

(defun stock-slot (field)
  (jscl::make-dsd-slot :name (field-name field) :initform (field-initform field) :type (field-type field)
                       :read-only (field-read-only field)))

(defun stock-definition (structure)
  (let ((parent (and (structure-include structure) (jscl::get-structure-dsd (structure-include structure)))))
    (jscl::make-dsd :name (structure-name structure)
                    :type (structure-type structure)
                    :named-p (structure-has-name structure)
                    :docstring (structure-documentation structure)
                    :initial-offset (structure-offset structure)
                    :slots (mapcar #'stock-slot (structure-slots structure))
                    :parent parent
                    :assigned (mapcar #'stock-slot (structure-overrides structure))
                    :depth (if parent (1+ (jscl::dsd-depth parent)) 0)
                    :prototype (mapcar (lambda (entry) (if (vectorp entry) (field-name entry) (list 'quote (car entry))))
                                       (structure-layout structure)))))

(defun without-pointers-p (type)
  "True of the types whose values SBCL keeps in slots that its collector passes over."
  (or (subtypep type '(or fixnum boolean character single-float))
      (subtypep type '(or (signed-byte 64) (unsigned-byte 64)))
      (subtypep type '(or double-float (complex float)))))

(defun retyped-p (field other)
  "True when FIELD, of a new definition, may hold what OTHER, of the one before, may not."
  (let ((type (field-type field)) (other-type (field-type other)))
    (not (or (equal type other-type) (subtypep type other-type)))))

(defun same-pointers-p (field other)
  (or (equal (field-type field) (field-type other))
      (eq (without-pointers-p (field-type field)) (without-pointers-p (field-type other)))))

(defun same-entry-p (entry other)
  (if (vectorp entry)
      (and (vectorp other)
           (same-name-p (field-name entry) (field-name other))
           (string= (field-storage entry) (field-storage other))
           (same-pointers-p entry other)
           (not (retyped-p entry other)))
      (equal entry other)))

(defun same-layout-p (structure other)
  (let ((layout (structure-layout structure))
        (other-layout (structure-layout other)))
    (and (eq (structure-type structure) (structure-type other))
         (eq (structure-include structure) (structure-include other))
         (= (length layout) (length other-layout))
         (every #'same-entry-p layout other-layout))))

(defun included-names (structure)
  "The names of what STRUCTURE includes, the most general first."
  (do ((name (structure-include structure) (structure-include (structure-named name)))
       (names '() (cons name names)))
      ((null name) names)))

(defun warn-of-redefined-structure (structure old)
  "Says in which way STRUCTURE differs from OLD, the definition that instances were made by so far."
  (let ((name (structure-name structure))
        (fields (structure-layout structure))
        (old-fields (structure-layout old)))
    (cond ((not (eq (structure-include structure) (structure-include old)))
           (warn "change in superclasses of class ~S:~%  current superclasses: ~S~%  new superclasses: ~S" name
                 `(t structure-object ,@(included-names old)) `(t structure-object ,@(included-names structure))))
          ((/= (length fields) (length old-fields))
           (warn "change in instance length of class ~S:~%  current length: ~D~%  new length: ~D"
                 name (length old-fields) (length fields)))
          ((notevery #'same-pointers-p fields old-fields)
           (warn "change in placement of raw slots of class ~S between the current definition and the new definition"
                 name))
          (t (warn-of-changed-slots name fields old-fields)))))

(defun warn-of-changed-slots (name fields old-fields)
  (let ((moved '()) (retyped '()) (deleted '()))
    (dolist (old old-fields)
      (let ((field (find-field (field-name old) fields)))
        (cond ((null field) (push (field-name old) deleted))
              (t
               (unless (= (position field fields) (position old old-fields))
                 (push (field-name old) moved))
               (when (retyped-p field old)
                 (push (field-name old) retyped))))))
    (warn "incompatibly redefining slots of structure class ~S~%Make sure any uses of affected accessors are recompiled:~%~@[  These slots were moved to new positions:~%    ~S~%~]~@[  These slots have new incompatible types:~%    ~S~%~]~@[  These slots were deleted:~%    ~S~%~]"
          name moved retyped deleted)))

(defun warn-of-earlier-calls (structure)
  "Warns of calls of the functions of STRUCTURE that were compiled before it was defined."
  (let ((called (remove-if-not (lambda (name) (%js-inline "(R.isAssumedFunction($0) ? t : nil)" name))
                               (remove nil
                                       `(,(structure-predicate structure) ,(structure-copier structure)
                                         ,@(mapcan (lambda (field)
                                                     (let ((accessor (accessor-name structure field)))
                                                       (unless (inherited-accessor-p structure field)
                                                         (list accessor `(setf ,accessor)))))
                                                   (fields-of structure)))))))
    (when called
      (flet ((text (name) (with-output-to-string (stream) (write-qualified name stream))))
        (warn (compiler-warning
               'inlining-dependency-failure
               (format nil "Previously compiled call~P to ~{~A~#[~; and ~:;, ~]~} could not be inlined because the structure definition for ~A was not yet seen. To avoid this warning, DEFSTRUCT should precede references to the affected functions, or they must be declared locally notinline at each call site."
                       (length called) (mapcar #'text called) (text (structure-name structure)))))))))

(defun check-class-redefined (name)
  "Warns and asks where the structure NAME takes the place of a class of objects or conditions."
  (let ((class (find-class name nil)))
    (when (and class (not (memq (built-in structure-object) (precedence-of class))))
      (let ((shown (format nil "#<SB-KERNEL:STRUCTURE-CLASSOID ~S>" name)))
        (warn "change in superclasses of class ~A:~%  current superclasses: ~S~%  new superclasses: ~S" shown
              (superclass-names class) '(t structure-object))
        (redefine-structure shown)))))

(defun superclass-names (class)
  "The names of the superclasses of CLASS as SBCL's compiler has them, the most general first."
  (mapcan (lambda (each)
            (let ((name (jscl::!class-name each)))
              ;; What has slots is a class of its own in SBCL.
              (if (eq name 'standard-object) (list 'sb-pcl::slot-object name) (list name))))
          (reverse (cdr (precedence-of class)))))

(defun redefine-structure (shown)
  "Asks by restarts whether instances made so far of the structure SHOWN may become obsolete."
  (restart-case
      (error "attempt to redefine the ~S class ~A incompatibly with the current definition" 'structure-object shown)
    (continue ()
      :report (lambda (stream)
                (format stream "Use the new definition of ~A, invalidating already-loaded code and instances." shown)))
    (recklessly-continue ()
      :report (lambda (stream)
                (format stream "Use the new definition of ~A as if it were compatible, allowing old accessors to use new instances and allowing new accessors to use old instances."
                        shown)))))

(defun check-structure-locks (structure)
  "Signals when STRUCTURE, or one of its functions, has a name of a locked package."
  (let ((name (structure-name structure)))
    (flet ((check (function role)
             (when (and function (symbol-lock-holds-p function))
               (lock-violation 'symbol-package-locked-error (symbol-package function)
                               "defining ~S as ~A for ~S structure" (list function role name) function))))
      (check-symbol-lock name "defining ~S as a structure")
      (dolist (constructor (structure-constructors structure))
        (check (car constructor) "a constructor"))
      (check (structure-predicate structure) "a predicate")
      (check (structure-copier structure) "a copier")
      (dolist (field (fields-of structure))
        (unless (inherited-accessor-p structure field)
          (check (accessor-name structure field) "an accessor"))))))

(defun register-structure (structure)
  "Makes STRUCTURE the definition of its name. Instances keep being its own as long as the layout stays the same."
  (let* ((name (structure-name structure))
         (old (gethash name *structures*))
         (compatible (and old (same-layout-p structure old))))
    (unless (structure-type structure)
      (check-structure-locks structure)
      (unless old
        (warn-of-earlier-calls structure))
      (when (and old (not compatible))
        (warn-of-redefined-structure structure old)
        (redefine-structure (prin1-to-string name)))
      (unless old
        (check-class-redefined name))
      (%runtime "checkNoDeclaration" name))
    (note-definition structure name)
    (setf (gethash name *structures*) structure)
    (unless compatible
      (let ((definition (stock-definition structure)) (replaced (gethash name jscl::*structures*)))
        (when replaced (%js-inline "($0.@replaced = true)" replaced))
        (setf (gethash name jscl::*structures*) definition)
        (when (jscl::dsd-parent definition)
          (push definition (jscl::dsd-childs (jscl::dsd-parent definition))))))
    name))

(defun structure-definition (name)
  "What instances of the structure NAME refer to."
  (require-type name symbol)
  (jscl::get-structure-dsd name))

(defun structure-lineage (name)
  "A vector of the definitions of NAME and of all that it includes, the most general first, which knows the keys of all slots."
  (let* ((layout (structure-layout (structure-named name)))
         (keys (mapcar (lambda (field) (slot-key layout field)) (remove-if-not #'vectorp layout))))
    (%js-inline "Object.assign($0, {slotKeys: R.text($1)})"
                (apply #'vector (jscl::das!inherit-dsds (structure-definition name)))
                (format nil "~{~A~^ ~}" keys))))

;;; Errors

(defun wrong-structure (object name)
  (error 'type-error :datum object :expected-type name))

(defun wrong-slot-value (value type slot name)
  (error 'type-error :datum value :expected-type (simplified-type type)
         :context (format nil "setting slot ~A of structure ~A" slot name)))

(defun copy-structure (structure)
  "A new instance with the same slots."
  (cond ((%js-inline "(Array.isArray($0?.@lineage) ? t : nil)" structure)
         (%js-inline "({...$0})" structure))
        ((or (jscl::structure-p structure) (packagep structure))
         (%js-inline "Object.assign(Object.create(Object.getPrototypeOf($0)), $0)" structure))
        ((hash-table-p structure)
         (let ((copy (make-hash-table :test (hash-table-test structure))))
           (maphash (lambda (key value) (setf (gethash key copy) value)) structure)
           copy))
        ((readtablep structure) (copy-readtable structure))
        ((random-state-p structure) (make-random-state structure))
        (t (error 'type-error :datum structure :expected-type 'structure-object :context 'structure))))

;;; The types of slots

(defun slot-type-test (type)
  "A function that answers whether an object is of TYPE. The numbers that slots are most often declared to hold are known at a
glance."
  (let ((general (lambda (object) (typep object type))))
    (case type
      (double-float (%js-inline "((values, x) => x instanceof R.DoubleFloat ? t : nil)"))
      (single-float (%js-inline "((values, x) => x instanceof R.SingleFloat ? t : $0(values, x))" general))
      ((integer fixnum) (%js-inline "((values, x) => Number.isInteger(x) ? t : $0(values, x))" general))
      (t general))))
