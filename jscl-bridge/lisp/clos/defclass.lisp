;;;; DEFCLASS: what its form may say.

(in-package "JSCL-MCP")

(eval-when (:compile-toplevel :load-toplevel :execute)
  (defun defclass-error (control &rest arguments)
    (error 'simple-program-error :format-control control :format-arguments arguments))

  (defun check-slot-name (class name)
    (let ((problem (cond ((not (symbolp name)) "not a symbol")
                         ((keywordp name) "a keyword")
                         ((constantp name) "a constant")
                         (t nil))))
      (when problem
        (defclass-error "In DEFCLASS ~S, the slot name ~S is ~A." class name problem))))

  (defun check-plist (plist)
    (when (oddp (length plist))
      (error "malformed plist, odd number of elements")))

  (defun check-slot-options (class name options spec)
    (unless (listp options)
      (wrong-type options 'list))
    (when (and options (null (cdr options)))
      (defclass-error "in DEFCLASS ~S, the slot specification ~S is invalid; the probable intended meaning may be achieved by specifiying ~S instead."
                      class spec (list name :initform (car options))))
    (when (and options (not (symbolp (car options))))
      (defclass-error "keyword argument not a symbol: ~S." (car options)))
    (check-plist options)
    (do ((rest options (cddr rest))
         (seen '()))
        ((null rest))
      (let ((option (car rest))
            (value (cadr rest)))
        (unless (symbolp option)
          (defclass-error "keyword argument not a symbol: ~S." option))
        (when (and (memq option seen) (memq option '(:initform :allocation :type :documentation)))
          (defclass-error "Duplicate slot option ~S for slot ~S in DEFCLASS ~S." option name class))
        (push option seen)
        (case option
          (:initarg
           (unless (symbolp value)
             (defclass-error "Slot initarg name ~S for slot ~S in DEFCLASS ~S is not a symbol." value name class)))
          ((:reader :accessor)
           (unless (symbolp value)
             (defclass-error "Slot reader name ~S for slot ~S in DEFCLASS ~S is not a symbol." value name class)))
          (:writer
           (unless (or (symbolp value) (and (consp value) (eq (car value) 'setf)))
             (error 'simple-type-error :datum value :expected-type '(or symbol cons)
                                       :format-control "Invalid function name: ~S" :format-arguments (list value))))
          (t nil)))))

  (defun class-slot-form (class spec &optional is-open)
    "The form of the plist that describes the slot SPEC of CLASS; with IS-OPEN it may have options of the program's own."
    (let ((name (if (consp spec) (car spec) spec))
          (options (if (consp spec) (cdr spec) '()))
          (initargs '()) (readers '()) (writers '()) (initform nil) (initfunction nil) (allocation :instance) (type t)
          (documentation nil) (more '()) (unknown '()))
      (check-slot-name class name)
      (check-slot-options class name options spec)
      (do ((options options (cddr options)))
          ((null options))
        (let ((value (cadr options)))
          (case (car options)
            (:initarg (push value initargs))
            (:reader (push value readers))
            (:writer (push value writers))
            (:accessor (push value readers) (push (list 'setf value) writers))
            (:initform (setq initform value initfunction (initial-function-form value)))
            (:allocation (setq allocation value))
            (:type (setq type value))
            (:documentation (setq documentation value))
            ;; Initargs of slot definitions beside the options, which win.
            ((:name :initargs :readers :writers :class)
             (when is-open
               (setq more (cons-option (car options) value more))))
            (t (push (car options) unknown)
               (setq more (cons-option (car options) value more))))))
      (when (and unknown (not is-open))
        (error 'initarg-error :class "#<STANDARD-CLASS SB-MOP:STANDARD-DIRECT-SLOT-DEFINITION>"
                              :initargs (reverse unknown)))
      (dolist (function (append readers writers))
        (%js-inline "R.expectDefinition($0, $1)" 'function function))
      (if is-open
          ;; As the metaobject protocol has it: what was not said is not there.
          `(list :name ',name
                 ,@(and initargs `(:initargs ',(reverse initargs)))
                 ,@(and readers `(:readers ',(reverse readers)))
                 ,@(and writers `(:writers ',(reverse writers)))
                 ,@(and initfunction `(:initform ',initform :initfunction ,initfunction))
                 ,@(mapcan (lambda (option)
                             (and (member option options) (list option (list 'quote (getf options option)))))
                           '(:allocation :type :documentation))
                 ,@(mapcan (lambda (entry)
                             `(,(car entry) ',(if (cddr entry) (cdr entry) (cadr entry))))
                           (reverse more)))
          `(list :name ',name :initargs ',(reverse initargs) :readers ',(reverse readers) :writers ',(reverse writers)
                 :initform ',initform :initfunction ,initfunction :allocation ',allocation :type ',type
                 ,@(and documentation `(:documentation ',documentation))
                 :cell ,(and (eq allocation :class)
                             `(list ,(if initfunction `(funcall ,initfunction) '(unbound-marker))))))))

  (defun cons-option (option value entries)
    "ENTRIES, each an option and its values in reverse, with one more VALUE of OPTION."
    (let ((entry (assoc option entries)))
      (if entry
          (substitute (list* option value (cdr entry)) entry entries)
          (acons option (list value) entries))))

  (defun check-class-form (name direct-superclasses direct-slots options)
    (unless (and name (symbolp name))
      (error 'illegal-class-name-error :name name))
    (unless (listp direct-superclasses)
      (wrong-type direct-superclasses 'list))
    (unless (listp direct-slots)
      (wrong-type direct-slots 'sequence))
    (let ((names (mapcar (lambda (spec) (if (consp spec) (car spec) spec)) direct-slots)))
      (dolist (each names) (check-slot-name name each))
      (do ((rest names (cdr rest)))
          ((null rest))
        (when (memq (car rest) (cdr rest))
          (defclass-error "Multiple slots named ~S in DEFCLASS ~S." (car rest) name))))
    (let ((seen '()))
      (dolist (option options)
        (unless (listp option)
          (wrong-type option 'list))
        (when (memq (car option) seen)
          (defclass-error "Multiple ~S options in DEFCLASS ~S." (car option) name))
        (push (car option) seen)))))

(defmacro defclass (name direct-superclasses direct-slots &rest options)
  "Defines or redefines the class NAME."
  (let ((default-initargs '()) (documentation nil) (metaclass nil) (unknown '()))
    (check-class-form name direct-superclasses direct-slots options)
    (%js-inline "R.expectDefinition($0, $1)" 'type name)
    (dolist (option options)
      (case (car option)
        (:default-initargs
         (unless (listp (cdr option))
           (wrong-type (cdr option) 'list))
         (check-plist (cdr option))
         (do ((rest (cdr option) (cddr rest)))
             ((null rest))
           (when (member (car rest) default-initargs :key #'cadadr)
             (defclass-error "Duplicate initialization argument name ~S in :DEFAULT-INITARGS of DEFCLASS ~S."
                             (car rest) name))
           (push `(list ',(car rest) ',(cadr rest) ,(initial-function-form (cadr rest))) default-initargs)))
        (:documentation
         (setq documentation (cadr option))
         (unless (stringp documentation)
           (error "~S is not a legal :documentation value" documentation)))
        (:metaclass (setq metaclass (cadr option)))
        (t
         (unless (symbolp (car option))
           (defclass-error "keyword argument not a symbol: ~S." (car option)))
         (push option unknown))))
    (when (and metaclass (not (eq metaclass 'standard-class)))
      (return-from defclass
        `(define-class-by-protocol
          ',name ',metaclass ',direct-superclasses
          (list ,@(mapcar (lambda (spec) (class-slot-form name spec t)) direct-slots))
          (list ,@(reverse default-initargs))
          '(,@(and documentation (list :documentation documentation))
            ,@(mapcan (lambda (option) (list (car option) (cdr option))) (reverse unknown))))))
    `(progn
       ,@(and unknown `((error 'initarg-error :class (find-class 'standard-class) :initargs ',(mapcar #'car unknown))))
       (ensure-class ',name
                     :superclasses ',direct-superclasses
                     :slots (list ,@(mapcar (lambda (spec) (class-slot-form name spec)) direct-slots))
                     :default-initargs (list ,@(reverse default-initargs))
                     :documentation ,documentation))))
