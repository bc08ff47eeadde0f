;;;; The forms that DEFSTRUCT expands into: constructors, readers and writers of slots, the predicate, the
;;;; copier.

(in-package "JSCL-MCP")

(defun slot-key (layout field)
  "The JavaScript property that holds FIELD in an instance."
  (concatenate 'string (%runtime "slotKey" (field-name field) (position field layout)) (field-storage field)))

(defun instance-test (structure object definition)
  `(%is-structure ,object ,definition ,(jscl-depth structure)))

(defun jscl-depth (structure)
  "How many structures STRUCTURE includes, directly or not."
  (if (structure-include structure)
      (1+ (jscl-depth (structure-named (structure-include structure))))
      0))

(defun checked-value-forms (structure field value)
  "Forms that signal a TYPE-ERROR unless the variable VALUE holds what the slot may."
  (let ((type (field-type field)))
    (if (eq type t)
        '()
        `((unless ,(if (memq type '(double-float single-float integer fixnum))
                       `(funcall (load-time-value (slot-type-test ',type)) ,value)
                       `(typep ,value ',(asserted-type type)))
            (wrong-slot-value ,value ',type ',(field-name field) ',(structure-name structure)))))))

(defun asserted-type (type)
  "What can be checked of TYPE: of what a function takes and answers, nothing."
  (let ((expansion (expand-type type)))
    (cond ((atom expansion) type)
          ((eq (car expansion) 'function) 'function)
          ((memq (car expansion) '(or and))
           (cons (car expansion) (mapcar #'asserted-type (cdr expansion))))
          (t type))))

;;; Constructors

(defun fields-of (structure)
  (remove-if-not #'vectorp (structure-layout structure)))

(defun allocation-form (structure value-forms)
  "The instance whose slots hold what VALUE-FORMS answer, an alist of fields and forms."
  (let ((layout (structure-layout structure)))
    (flet ((value-form (entry)
             (cond ((vectorp entry) (cdr (assoc entry value-forms)))
                   (entry `',(car entry)))))
      (ecase (structure-type structure)
        (list `(list ,@(mapcar #'value-form layout)))
        (vector (let ((type (structure-element-type structure))
                      (values (mapcar #'value-form layout)))
                  (if (eq type t)
                      `(vector ,@values)
                      `(make-array ,(length values) :element-type ',type :initial-contents (list ,@values)))))
        ((nil)
         `(%make-structure lineage
                           ,@(mapcan (lambda (field) (list (slot-key layout field) (value-form field))) layout)))))))

(defun keyword-constructor (name structure)
  "A constructor with a keyword for each slot. Its variables have no names, so that one slot's initial form cannot see another slot."
  (let ((variables (mapcar (lambda (field) (cons field (make-symbol (symbol-name (field-name field)))))
                           (fields-of structure))))
    `(defun ,name
         (&key ,@(mapcar (lambda (entry)
                           (destructuring-bind (field . variable) entry
                             `((,(keyword-argument field) ,variable)
                               ,(field-initform field))))
                         variables))
       ,@(mapcan (lambda (entry) (checked-value-forms structure (car entry) (cdr entry))) variables)
       ,(allocation-form structure variables))))

(defun bound-name (parameter)
  (cond ((symbolp parameter) parameter)
        ((consp (car parameter)) (second (car parameter)))
        (t (car parameter))))

(defun completed-parameter (parameter section fields)
  "An optional parameter of a constructor, with its slot's initial form where it says none itself."
  (let ((field (find-field (bound-name parameter) fields)))
    (if (and field
             (memq section '(&optional &key))
             (or (symbolp parameter) (null (cdr parameter))))
        (list (if (symbolp parameter) parameter (car parameter)) (field-initform field))
        parameter)))

(defun uninitialized-p (parameter section)
  "True of an &AUX parameter of a constructor without a form: CLHS 3.4.6 leaves its slot uninitialized, of whatever type."
  (and (eq section '&aux)
       (or (symbolp parameter) (null (cdr parameter)))))

(defun uninitialized-value (field variable)
  "What is in a slot that was not initialized: zero where it holds a float without a box, as in SBCL."
  (cond ((string= (field-storage field) "d") 0d0)
        ((string= (field-storage field) "s") 0f0)
        (t variable)))

(defun typed-form (type form)
  (if (eq type t) form `(the ,type ,form)))

(defun ordered-constructor (name lambda-list structure)
  "A constructor by order of arguments (BOA). As in SBCL, THE checks its values, so that the compiler sees what cannot fit."
  (let ((section 'required)
        (fields (fields-of structure))
        (completed '())
        (named '())
        (unchecked '()))
    (dolist (parameter lambda-list)
      (cond ((memq parameter '(&optional &rest &key &aux &allow-other-keys))
             (setq section parameter)
             (push parameter completed))
            (t
             (push (bound-name parameter) named)
             (when (uninitialized-p parameter section)
               (push (bound-name parameter) unchecked))
             (push (completed-parameter parameter section fields) completed))))
    (flet ((value-form (field)
             (let ((variable (find-if (lambda (name) (same-name-p name (field-name field))) named)))
               (if (memq variable unchecked)
                   (uninitialized-value field variable)
                   (typed-form (field-type field) (or variable (field-initform field)))))))
      `(defun ,name ,(nreverse completed)
         ,(allocation-form structure (mapcar (lambda (field) (cons field (value-form field))) fields))))))

;; What calls need to make instances in place. A constructor by order whose parameters are more than required
;; ones, or name no slots, is called.

(defun constant-part (form)
  "A list of the value of FORM, if FORM is a constant for sure."
  (cond ((consp form) (and (eq (car form) 'quote) (list (cadr form))))
        ((or (not (symbolp form)) (null form) (eq form t) (keywordp form)) (list form))))

(defun made-slots (structure argument-of)
  "How calls make each slot: its key, what ARGUMENT-OF its field is, its type, and its initial value if that is constant."
  (mapcar (lambda (field)
            (list* (slot-key (structure-layout structure) field)
                   (funcall argument-of field)
                   (field-type field)
                   (constant-part (field-initform field))))
          (fields-of structure)))

(defun ordered-argument (lambda-list)
  "A function that answers which of the arguments a field gets."
  (lambda (field) (position (field-name field) lambda-list :test #'same-name-p)))

(defun keyword-argument (field)
  (intern (symbol-name (field-name field)) "KEYWORD"))

(defun open-code-constructor (name lineage ordered slots)
  "Lets calls of the constructor NAME make the instance; while it is the function that it is now."
  (%runtime "noteStructureMaker" name lineage ordered slots))

(defun open-coded-constructor-forms (name structure ordered lambda-list)
  (unless (or (structure-type structure)
              (and ordered
                   (notevery (lambda (parameter)
                               (and (symbolp parameter) (find-field parameter (fields-of structure))))
                             lambda-list)))
    `((open-code-constructor ',name lineage ,(if ordered (length lambda-list) 0)
                             ',(made-slots structure
                                           (if ordered (ordered-argument lambda-list) #'keyword-argument))))))

(defun constructor-forms (structure)
  (mapcan (lambda (constructor)
            (destructuring-bind (&optional (cname nil) (lambda-list nil ordered)) constructor
              (unless (symbolp cname)
                (error "not legal as a function name: ~S" cname))
              (unless (null cname)
                (cons (if ordered
                          (ordered-constructor cname lambda-list structure)
                          (keyword-constructor cname structure))
                      (open-coded-constructor-forms cname structure ordered lambda-list)))))
          (reverse (structure-constructors structure))))

;;; ALLOCATE-INSTANCE

(defun blank-slot-form (field)
  "The form of what the slot FIELD of a structure holds that no constructor made."
  (let ((storage (field-storage field)))
    (cond ((equal storage "d") 0d0)
          ((equal storage "s") 0f0))))

(defun allocate-structure (name)
  "A structure NAME whose slots were given no values."
  (let ((structure (structure-named name)))
    (eval `(let ((lineage (structure-lineage ',name)))
             (declare (ignorable lineage))
             ,(allocation-form structure
                               (mapcar (lambda (field) (cons field (blank-slot-form field))) (fields-of structure)))))))

;;; Slots

(defun accessor-name (structure field)
  (if (structure-conc-name structure)
      (symbol-from (structure-conc-name structure) (field-name field))
      (field-name field)))

(defun inherited-accessor-p (structure field)
  "True when a structure that STRUCTURE includes has already defined the accessor of this name for FIELD."
  (let ((included (structure-include structure)))
    (and included
         (let* ((parent (structure-named included))
                (same (find-field (field-name field) (structure-layout parent))))
           (and same
                (or (eq (accessor-name structure field) (accessor-name parent same))
                    (inherited-accessor-p parent same)))))))

(defun instance-accessor-forms (structure field)
  (let ((name (structure-name structure))
        (accessor (accessor-name structure field))
        (depth (jscl-depth structure))
        (key (slot-key (structure-layout structure) field)))
    `((defun ,accessor (object)
        (%structure-slot object definition ,depth ,key ',name))
      ,@(unless (field-read-only field)
          `((defun (setf ,accessor) (value object)
              ,@(let ((checks (checked-value-forms structure field 'value)))
                  (and checks
                       `((unless ,(instance-test structure 'object 'definition)
                           (wrong-structure object ',name))
                         ,@checks)))
              (%set-structure-slot object definition ,depth ,key ',name value))
            (open-code-writer ',accessor ',name ,depth ,key ',(field-type field) ',(field-name field))
            (open-code-reader ',accessor ',name ,depth ,key ',(field-type field)))))))

(defun structure-and-depth (name)
  "The definition of a structure and its depth, for tests in compiled code; NIL where instances are no objects of their own."
  (let ((structure (gethash name *structures*)))
    (if (and structure (null (structure-type structure)))
        (cons (structure-definition name) (jscl-depth structure))
        nil)))

(defun number-type-p (type)
  "True of types whose objects compiled code may keep without boxes."
  (memq (if (consp type) (car type) type)
        '(double-float single-float fixnum integer unsigned-byte signed-byte bit mod)))

(defun open-code-reader (accessor name depth key type)
  "Makes calls of ACCESSOR inside of functions open-coded, without a frame, as SBCL's are; while it is the function that it is now."
  (let ((reader (symbol-function accessor)))
    (%runtime "setCompilerMacroFunction" accessor
              (lambda (form environment)
                (declare (ignore environment))
                (if (and (consp (cdr form))
                         (null (cddr form))
                         (eq (symbol-function accessor) reader))
                    (let ((object (gensym "OBJECT")))
                      `(let ((,object ,(cadr form)))
                         ,(let ((slot `(%structure-slot ,object (load-time-value (structure-definition ',name))
                                                        ,depth ,key ',name)))
                            (if (number-type-p type) `(the ,type ,slot) slot))))
                    form)))))

(defun open-code-writer (accessor name depth key type slot)
  "The same for calls of (SETF ACCESSOR), which SETF forms are."
  (%runtime "noteStructureWriter" `(setf ,accessor) (structure-definition name) depth key type name slot))

(defun write-slot (value object writer type slot name)
  "What a call of WRITER does where no test in place knows whether the slot of the structure NAME may hold VALUE."
  (if (typep value (asserted-type type))
      (funcall writer value object)
      (wrong-slot-value value type slot name)))

(defun sequence-accessor-forms (structure field)
  (let ((accessor (accessor-name structure field))
        (place (if (eq (structure-type structure) 'list)
                   `(nth ,(position field (structure-layout structure)) object)
                   `(aref object ,(position field (structure-layout structure))))))
    `((defun ,accessor (object) ,place)
      ,@(unless (field-read-only field)
          `((defun (setf ,accessor) (value object)
              ,@(checked-value-forms structure field 'value)
              (setf ,place value)))))))

(defun accessor-forms (structure)
  (mapcan (lambda (field)
            (cond ((inherited-accessor-p structure field) '())
                  ((structure-type structure) (sequence-accessor-forms structure field))
                  (t (instance-accessor-forms structure field))))
          (fields-of structure)))

;;; Predicate, copier, printer

(defun predicate-forms (structure)
  (let ((predicate (structure-predicate structure))
        (name (structure-name structure)))
    (when predicate
      (let ((place (position (list name) (structure-layout structure) :test #'equal)))
        (ecase (structure-type structure)
          ((nil) `((defun ,predicate (object) ,(instance-test structure 'object 'definition))))
          (list `((defun ,predicate (object)
                    (and (consp object) (eq (nth ,place object) ',name)))))
          (vector `((defun ,predicate (object)
                      (and (vectorp object) (> (length object) ,place) (eq (aref object ,place) ',name))))))))))

(defun copier-forms (structure)
  (let ((copier (structure-copier structure)))
    (when copier
      `((defun ,copier (object)
          ,(ecase (structure-type structure)
             ((nil) `(if ,(instance-test structure 'object 'definition)
                         (copy-structure object)
                         (wrong-structure object ',(structure-name structure))))
             (list '(copy-list object))
             (vector '(copy-seq object))))))))

(defun printer-forms (structure)
  (destructuring-bind (&optional kind function) (structure-printer structure)
    (when function
      `((defmethod print-object ((object ,(structure-name structure)) stream)
          (funcall #',function object stream ,@(and (eq kind :print-function) '(0))))))))

(defmacro defstruct (name-and-options &rest slot-descriptions)
  "Defines a structure: a constructor, accessors of its slots, a predicate and a copier."
  (let* ((structure (parse-structure name-and-options slot-descriptions))
         (name (structure-name structure))
         (definitions (append (constructor-forms structure) (accessor-forms structure)
                              (predicate-forms structure) (copier-forms structure))))
    `(progn
       (eval-when (:compile-toplevel :load-toplevel :execute)
         (register-structure ',structure))
       ,@(if (structure-type structure)
             definitions
             `((let ((definition (structure-definition ',name))
                     (lineage (structure-lineage ',name)))
                 (declare (ignorable definition lineage))
                 ,@definitions)))
       ,@(printer-forms structure)
       ',name)))
