;;;; SB-MOP: generic functions, methods and specializers. What the runtime's own generic functions do, the
;;;; overlay decides; those of a program's class ask the functions here (AMOP, chapters 5.4 and 5.5).

(in-package "JSCL-MCP")

;;; Specializers. In a method an EQL specializer is the list (EQL object).

(defvar *eql-specializers* (make-hash-table :test #'eql)
  "The metaobjects of EQL specializers, by their objects.")

(defun sb-mop:intern-eql-specializer (object)
  (or (gethash object *eql-specializers*)
      (let ((specializer (make-instance 'sb-mop:eql-specializer :object object)))
        (%js-inline "($0.asList = $1)" specializer (list 'eql object))
        (setf (gethash object *eql-specializers*) specializer))))

(defun specializer-metaobject (specializer)
  (if (eql-specializer-p specializer) (sb-mop:intern-eql-specializer (second specializer)) specializer))

(defun direct-methods-of (specializer)
  (let ((methods '()))
    (if (typep specializer 'sb-mop:eql-specializer)
        (map-generic-functions
         (lambda (gf)
           (dolist (method (jscl::generic-function-methods gf))
             (when (some (lambda (each)
                           (and (eql-specializer-p each)
                                (eql (second each) (sb-mop:eql-specializer-object specializer))))
                         (jscl::!method-specializers method))
               (push method methods)))))
        (setq methods (jscl::class-direct-methods specializer)))
    (mapcar #'as-accessor-method methods)))

(defgeneric sb-mop:specializer-direct-methods (specializer)
  (:method ((specializer sb-mop:specializer))
    (direct-methods-of specializer)))

(defgeneric sb-mop:specializer-direct-generic-functions (specializer)
  (:method ((specializer sb-mop:specializer))
    (remove-duplicates (mapcar #'jscl::method-generic-function (direct-methods-of specializer)) :from-end t)))

(defgeneric sb-mop:add-direct-method (specializer method)
  (:method ((specializer class) (method method))
    (unless (memq method (jscl::class-direct-methods specializer))
      (jscl::setf-class-direct-methods specializer (cons method (jscl::class-direct-methods specializer)))))
  (:method ((specializer sb-mop:eql-specializer) (method method))
    method))

(defgeneric sb-mop:remove-direct-method (specializer method)
  (:method ((specializer class) (method method))
    (jscl::setf-class-direct-methods specializer (remove method (jscl::class-direct-methods specializer))))
  (:method ((specializer sb-mop:eql-specializer) (method method))
    method))

;;; Methods

(defun as-accessor-method (method)
  "METHOD, made one of SBCL's class of such methods when it is a slot's accessor of the overlay's."
  (let* ((read (%js-inline "($0.readSlot ?? nil)" method))
         (name (or read (%js-inline "($0.writtenSlot ?? nil)" method))))
    (when (and name (eq (jscl::std-instance-class method) (built-in standard-method)))
      (let* ((class (car (last (jscl::!method-specializers method))))
             (plist (find name (jscl::class-direct-slots class) :key (lambda (plist) (getf plist :name))))
             (new (find-class (if read 'sb-mop:standard-reader-method 'sb-mop:standard-writer-method))))
        (setf (jscl::std-instance-slots method)
              (concatenate 'vector (jscl::std-instance-slots method)
                           (list (and plist (definition-of-slot class plist 'direct))))
              (jscl::std-instance-class method) new)
        (set-instance-layout method (slot-positions new))))
    method))

(defgeneric sb-mop:method-lambda-list (method)
  (:method ((method method))
    (jscl::method-lambda-list method)))

(defgeneric sb-mop:method-specializers (method)
  (:method ((method method))
    (mapcar #'specializer-metaobject (jscl::!method-specializers method))))

(defgeneric sb-mop:method-generic-function (method)
  (:method ((method method))
    (jscl::method-generic-function method)))

(defun function-of-methods (methods)
  "The function that runs the first of METHODS, whose next methods are the others; NIL when there is none."
  (and methods
       (method-caller (car methods) (function-of-methods (cdr methods)) (cdr methods))))

(defun check-method-arguments (method arguments)
  "Signals unless METHOD is applicable to ARGUMENTS, which it trusts."
  (require-type arguments list)
  (let ((rest arguments))
    (dolist (specializer (jscl::!method-specializers method))
      (unless rest
        (error 'simple-program-error :format-control "invalid number of arguments: ~S"
                                     :format-arguments (list (length arguments))))
      (let ((argument (pop rest)))
        (unless (specializer-applies-p specializer argument (class-of argument))
          (wrong-type argument (specializer-name specializer)))))))

(defun listing-function (method)
  "A function of a list of arguments and a list of next methods that runs METHOD."
  (lambda (arguments next-methods &rest more)
    (declare (ignore more))
    (check-method-arguments method arguments)
    (require-type next-methods list)
    (dolist (next next-methods) (require-type next method))
    (apply (method-caller method (function-of-methods next-methods) next-methods) arguments)))

(defgeneric sb-mop:method-function (method)
  (:method ((method method))
    (cond ((not (%js-inline "($0.runs ?? nil)" method))
           (jscl::method-function method))
          ((%js-inline "($0.listing ?? nil)" method))
          (t (%js-inline "($0.listing = $1)" method (listing-function method))))))

(defmethod shared-initialize :after ((method standard-method) slot-names
                                     &key (qualifiers '()) (lambda-list '() has-lambda-list) (specializers '())
                                       (function nil is-function) documentation)
  (declare (ignore slot-names))
  (when (or has-lambda-list is-function)
    (jscl::setf-method-qualifiers method qualifiers)
    (jscl::setf-method-lambda-list method lambda-list)
    (jscl::setf-method-specializers method (mapcar #'resolve-specializer specializers))
    (jscl::setf-method-function method function))
  (when documentation
    (%js-inline "($0.@documentation = $1)" method documentation)))

(defun make-method-by-protocol (gf qualifiers lambda-list specializers function)
  "A method of the class that GF has for its methods."
  (declare (ignore function))
  (let ((own nil))
    (setq own (make-instance (jscl::generic-function-method-class gf)
                             :qualifiers qualifiers :lambda-list lambda-list
                             :specializers (mapcar #'specializer-metaobject specializers)
                             :function (lambda (arguments next-methods &rest more)
                                         (declare (ignore more))
                                         (funcall (listing-function own) arguments next-methods))))))

(defun add-protocol-method (name qualifiers lambda-list specializers function initargs)
  "What DEFMETHOD does where MAKE-METHOD-LAMBDA of a program made the method's function."
  (let* ((gf (fdefinition name))
         (method (apply #'make-instance (sb-mop:generic-function-method-class gf)
                        :qualifiers qualifiers :lambda-list lambda-list
                        :specializers (mapcar (lambda (each)
                                                (specializer-metaobject (resolve-specializer each)))
                                              specializers)
                        :function function
                        initargs)))
    (add-method gf method)
    method))

(defun call-next-of (next-methods arguments)
  "Calls the first of NEXT-METHODS, whose next methods are the others."
  (if next-methods
      (apply (function-of-methods next-methods) arguments)
      (error "There is no next method.")))

(defgeneric sb-mop:make-method-lambda (generic-function method lambda-expression environment)
  (:method ((generic-function standard-generic-function) (method standard-method) lambda-expression environment)
    (declare (ignore environment))
    (let ((arguments (gensym "ARGUMENTS")) (next-methods (gensym "NEXT-METHODS")) (more (gensym "MORE")))
      (values `(lambda (,arguments ,next-methods &rest ,more)
                 (declare (ignore ,more))
                 (flet ((call-next-method (&rest changed)
                          (call-next-of ,next-methods (or changed ,arguments)))
                        (next-method-p () (and ,next-methods t)))
                   (declare (ignorable #'call-next-method #'next-method-p))
                   (apply ,lambda-expression ,arguments)))
              '()))))

(defvar *protocol-methods* '()
  "The methods that are there before a program defines some.")

(defun own-methods-only-p (function &rest arguments)
  "True when no method of a program's is among those of FUNCTION that ARGUMENTS, its first ones, allow."
  (every (lambda (method)
           (or (memq method *protocol-methods*)
               (notevery (lambda (specializer argument)
                           (specializer-applies-p specializer argument (class-of argument)))
                         (jscl::!method-specializers method)
                         arguments)))
         (jscl::generic-function-methods function)))

(defun method-form-by-protocol (gf name qualifiers written lambda-list specializers body environment)
  "The form of DEFMETHOD where a program's MAKE-METHOD-LAMBDA says what the method's function is; NIL where none does."
  (let ((prototype (sb-mop:class-prototype (jscl::generic-function-method-class gf))))
    (unless (own-methods-only-p #'sb-mop:make-method-lambda gf prototype)
      (multiple-value-bind (declarations forms) (split-declarations body)
        (multiple-value-bind (form initargs)
            (sb-mop:make-method-lambda
             gf prototype
             `(lambda ,lambda-list
                (declare (ignorable ,@(subseq lambda-list 0 (required-count lambda-list))))
                ,@declarations
                (block ,(if (consp name) (cadr name) name) ,@forms))
             environment)
          `(add-protocol-method ',name ',qualifiers ',written (list ,@specializers) #',form
                                (list ,@(mapcar (lambda (each) `',each) initargs))))))))

(defun sb-mop:extract-lambda-list (lambda-list)
  (let ((count (required-count lambda-list)))
    (append (mapcar (lambda (each) (if (consp each) (car each) each)) (subseq lambda-list 0 count))
            (nthcdr count lambda-list))))

(defun sb-mop:extract-specializer-names (lambda-list)
  (mapcar (lambda (each) (if (consp each) (second each) 't))
          (subseq lambda-list 0 (required-count lambda-list))))

;;; Method combinations

(defvar *combination-objects* (make-hash-table :test #'equal)
  "The metaobjects of method combinations, by their types and options.")

(defun combination-object (designator)
  (or (gethash designator *combination-objects*)
      (setf (gethash designator *combination-objects*)
            (let ((combination (map-get *combinations* (car designator))))
              (make-instance (cond ((eq (car designator) 'standard) 'sb-pcl::standard-method-combination)
                                   ((combination-operator combination) 'sb-pcl::short-method-combination)
                                   (t 'sb-pcl::long-method-combination))
                             :type-name (car designator) :options (cdr designator))))))

(defun combination-designator (combination)
  (if (listp combination)
      combination
      (cons (slot-value combination 'sb-pcl::type-name) (slot-value combination 'sb-pcl::options))))

(defgeneric sb-mop:find-method-combination (generic-function type options)
  (:method ((generic-function generic-function) type options)
    (let ((combination (map-get *combinations* type)))
      (cond ((eq type 'standard)
             (check-combination (cons type options))
             (combination-object (cons type options)))
            ((null combination) nil)
            ((combination-operator combination)
             (check-combination (cons type options))
             (combination-object (cons type (or options '(:most-specific-first)))))
            (t (combination-object (cons type options)))))))

;;; What generic functions tell

(defgeneric sb-mop:generic-function-name (generic-function)
  (:method ((generic-function generic-function))
    (jscl::generic-function-name generic-function)))

(defgeneric (setf sb-mop:generic-function-name) (name generic-function)
  (:method (name (generic-function generic-function))
    (reinitialize-instance generic-function :name name)
    name))

(defgeneric sb-mop:generic-function-lambda-list (generic-function)
  (:method ((generic-function generic-function))
    (jscl::generic-function-lambda-list generic-function)))

(defgeneric sb-mop:generic-function-methods (generic-function)
  (:method ((generic-function generic-function))
    (mapcar #'as-accessor-method (jscl::generic-function-methods generic-function))))

(defgeneric sb-mop:generic-function-method-class (generic-function)
  (:method ((generic-function generic-function))
    (jscl::generic-function-method-class generic-function)))

(defgeneric sb-mop:generic-function-method-combination (generic-function)
  (:method ((generic-function generic-function))
    (let ((designator (dispatch-state-combination (dispatch-state generic-function))))
      (sb-mop:find-method-combination generic-function (car designator) (cdr designator)))))

(defgeneric sb-mop:generic-function-declarations (generic-function)
  (:method ((generic-function generic-function))
    (%js-inline "($0.declarations ?? $1)" generic-function '())))

(defgeneric sb-mop:generic-function-argument-precedence-order (generic-function)
  (:method ((generic-function generic-function))
    (let* ((lambda-list (jscl::generic-function-lambda-list generic-function))
           (required (subseq lambda-list 0 (required-count lambda-list))))
      (in-order required (dispatch-state-precedence (dispatch-state generic-function))))))

;;; Effective methods

(defun method-call-form (method &optional next-methods)
  `(call-method ,method ,@(and next-methods (list next-methods))))

(defun standard-effective-form (gf methods)
  (let* ((primary (qualified-methods methods '()))
         (before (qualified-methods methods '(:before)))
         (after (reverse (qualified-methods methods '(:after))))
         (around (qualified-methods methods '(:around))))
    (if (null primary)
        `(error 'no-primary-method-error :generic-function ,gf :args '())
        (let ((main (method-call-form (car primary) (cdr primary))))
          (when (or before after)
            (setq main `(multiple-value-prog1
                            (progn ,@(mapcar #'method-call-form before) ,main)
                          ,@(mapcar #'method-call-form after))))
          (if around
              (method-call-form (car around) (append (cdr around) (list `(make-method ,main))))
              main)))))

(defun short-effective-form (gf combination options methods)
  (check-short-qualifiers gf (combination-name combination) methods)
  (let* ((primary (qualified-methods methods (list (combination-name combination))))
         (primary (if (eq (car options) :most-specific-last) (reverse primary) primary))
         (around (qualified-methods methods '(:around)))
         (main (if (and (null (cdr primary)) (combination-identity combination))
                   (method-call-form (car primary))
                   `(,(combination-operator combination) ,@(mapcar #'method-call-form primary)))))
    (cond ((null primary) `(error 'no-primary-method-error :generic-function ,gf :args '()))
          (around (method-call-form (car around) (append (cdr around) (list `(make-method ,main)))))
          (t main))))

(defgeneric sb-mop:compute-effective-method (generic-function combination methods)
  (:method ((generic-function generic-function) (combination method-combination) methods)
    (let* ((designator (combination-designator combination))
           (type (map-get *combinations* (car designator))))
      (cond ((eq (car designator) 'standard)
             (check-standard-qualifiers generic-function methods)
             (standard-effective-form generic-function methods))
            ((combination-operator type)
             (short-effective-form generic-function type (cdr designator) methods))
            (t (funcall (combination-expander type) generic-function (cdr designator) methods))))))

(defgeneric sb-mop:compute-applicable-methods-using-classes (generic-function classes)
  (:method ((generic-function generic-function) classes)
    (let ((result '())
          (is-known t)
          (precedence (dispatch-state-precedence (dispatch-state generic-function))))
      (dolist (method (jscl::generic-function-methods generic-function))
        (let ((applies t) (is-open nil))
          (mapc (lambda (specializer class)
                  (if (eql-specializer-p specializer)
                      (if (eq (class-of (second specializer)) class) (setq is-open t) (setq applies nil))
                      (unless (memq specializer (precedence-of class)) (setq applies nil))))
                (jscl::!method-specializers method)
                classes)
          (when applies
            (when is-open (setq is-known nil))
            (setq result (insert-method method result classes precedence)))))
      (values (mapcar #'as-accessor-method result) is-known))))

(defun effective-method-by-protocol (gf state arguments)
  "The function that runs the methods of GF for ARGUMENTS, and whether it holds for this call alone."
  (let* ((leading (leading-arguments arguments (dispatch-state-required state)))
         (classes (mapcar #'class-of leading))
         (methods '())
         (is-for-once nil))
    (if (and (own-methods-only-p #'compute-applicable-methods gf)
             (own-methods-only-p #'sb-mop:compute-applicable-methods-using-classes gf))
        (setq methods (applicable-methods gf arguments classes))
        (multiple-value-bind (found is-known) (sb-mop:compute-applicable-methods-using-classes gf classes)
          (setq methods (if is-known found (compute-applicable-methods gf leading))
                is-for-once (not is-known))))
    (values (cond ((null methods) nil)
                  ((own-methods-only-p #'sb-mop:compute-effective-method gf)
                   (effective-method-of gf state methods classes arguments))
                  (t
                   (let ((combination (sb-mop:generic-function-method-combination gf)))
                     (effective-method-function (sb-mop:compute-effective-method gf combination methods) nil))))
            is-for-once)))

(defgeneric sb-mop:compute-discriminating-function (generic-function)
  (:method ((generic-function generic-function))
    (if (extended-p generic-function)
        (%js-inline "$0.discriminator" generic-function)
        (lambda (&rest arguments)
          (apply generic-function arguments)))))

(defun discriminate-by-protocol (gf)
  (%js-inline "($0.target = $1)" gf
              (if (own-methods-only-p #'sb-mop:compute-discriminating-function gf)
                  (%js-inline "$0.discriminator" gf)
                  (let ((function (sb-mop:compute-discriminating-function gf)))
                    (require-type function function)
                    function))))

;;; Making generic functions

(defun make-generic (function class)
  "Makes FUNCTION, a new instance of CLASS, a generic function without methods."
  (let ((state (make-state '() '(standard))))
    (jscl::setf-generic-function-method-class function (built-in standard-method))
    (attach-state function state)
    (%js-inline "($0.isExtended = true, $0.discriminator = $1, $0.target = $1)" function
                (make-discriminator state (slow-caller state)))
    class))

(defun check-method-class (gf class)
  (let ((class (if (class-object-p class) class (find-class class))))
    (unless (memq (built-in method) (precedence-of class))
      (error "when initializing the generic function ~S:~%The ~S initialization argument was: ~S.~%It must be a subclass of the class METHOD."
             gf :method-class class))
    class))

(defmethod shared-initialize :after ((gf generic-function) slot-names
                                     &key (name nil is-named) (lambda-list '() has-lambda-list)
                                       (argument-precedence-order '()) (method-combination nil) (method-class nil)
                                       (declarations '()) (declare '()) documentation)
  (declare (ignore slot-names))
  (let ((state (dispatch-state gf)))
    (when is-named
      (jscl::setf-generic-function-name gf name))
    (when has-lambda-list
      (set-generic-lambda-list gf lambda-list))
    (when argument-precedence-order
      (setf (dispatch-state-precedence state)
            (precedence-positions argument-precedence-order (jscl::generic-function-lambda-list gf))))
    (when method-combination
      (setf (dispatch-state-combination state) (combination-designator method-combination)))
    (when method-class
      (jscl::setf-generic-function-method-class gf (check-method-class gf method-class)))
    (when (or declarations declare)
      (%js-inline "($0.declarations = $1)" gf (append declarations declare)))
    (when documentation
      (%js-inline "($0.@documentation = $1)" gf documentation))
    (reset-dispatch gf)))

(defmethod reinitialize-instance :after ((gf generic-function) &rest initargs)
  (apply #'notify-dependents gf initargs))

(defun generic-function-class-designated (designator)
  (cond ((null designator) (built-in standard-generic-function))
        ((class-object-p designator) designator)
        (t (find-class designator))))

(defgeneric sb-mop:ensure-generic-function-using-class (generic-function name &key &allow-other-keys)
  (:method ((generic-function null) name &rest options
            &key generic-function-class lambda-list (method-combination '(standard)) &allow-other-keys)
    (check-generic-name name)
    (let* ((class (generic-function-class-designated generic-function-class))
           (initargs (without-key :generic-function-class (without-key :environment options)))
           (gf (if (eq class (built-in standard-generic-function))
                   (make-standard-generic-function name lambda-list '() (combination-designator method-combination))
                   (apply #'make-instance class :name name initargs))))
      (if (eq class (built-in standard-generic-function))
          (apply #'shared-initialize gf '() initargs)
          (progn
            (jscl::setf-find-generic-function name gf)
            (setf (fdefinition name) gf)))
      gf))
  (:method ((generic-function generic-function) name &rest options &key generic-function-class &allow-other-keys)
    (declare (ignore name))
    (unless (eq (class-of generic-function)
                (if generic-function-class
                    (generic-function-class-designated generic-function-class)
                    (class-of generic-function)))
      (error 'metaobject-initialization-violation
             :format-control "Cannot CHANGE-CLASS objects into GENERIC-FUNCTION metaobjects."
             :references '((:amop :initialization generic-function))))
    (apply #'reinitialize-instance generic-function
           (without-key :generic-function-class (without-key :environment options)))
    generic-function))

(defun ensure-generic-by-protocol (gf name &rest options)
  (note-definition function name)
  (apply #'sb-mop:ensure-generic-function-using-class gf name options))

(defun define-generic-by-protocol (name lambda-list combination precedence documentation declarations options)
  "What DEFGENERIC does with OPTIONS that name classes or are a program's own."
  (check-combination combination)
  (note-definition function name)
  (let* ((old (live-generic-function name))
         (class (second (assoc :generic-function-class options)))
         (method-class (second (assoc :method-class options)))
         (more (remove-if (lambda (option) (memq (car option) '(:generic-function-class :method-class))) options)))
    (when old
      (remove-initial-methods old))
    (let ((gf (apply #'sb-mop:ensure-generic-function-using-class old name
                     :lambda-list lambda-list
                     :generic-function-class (generic-function-class-designated class)
                     :method-combination combination
                     (append (and method-class (list :method-class (find-class method-class)))
                             (and declarations (list :declarations declarations))
                             (mapcan (lambda (option) (list (car option) (cdr option))) more)))))
      (setf (dispatch-state-precedence (dispatch-state gf)) precedence)
      (reset-dispatch gf)
      (when documentation
        (setf (documentation name 'function) documentation))
      gf)))

;;; As many methods as SBCL's own have

(with-method-counts
  (sb-mop:class-default-initargs 3 t) (sb-mop:class-direct-default-initargs 3 t) (sb-mop:class-direct-slots 3 t)
  (sb-mop:class-precedence-list 2 t) (sb-mop:class-prototype 5 t) (sb-mop:class-slots 4 t)
  (sb-mop:compute-discriminating-function 2 t) (sb-mop:compute-effective-method 3 t)
  (sb-mop:compute-effective-slot-definition 2 t) (sb-mop:compute-slots 8 t)
  (sb-mop:direct-slot-definition-class 3 t) (sb-mop:effective-slot-definition-class 3 t)
  (sb-mop:finalize-inheritance 4 t) (sb-mop:slot-boundp-using-class 3 t)
  (sb-mop:slot-definition-allocation 3 t) (sb-mop:slot-makunbound-using-class 3 t)
  (sb-mop:slot-value-using-class 3 t) (sb-mop:validate-superclass 4 t))

;;; Dependents

(defgeneric sb-mop:update-dependent (metaobject dependent &rest initargs))

(defgeneric sb-mop:add-dependent (metaobject dependent)
  (:method ((metaobject sb-mop:metaobject) dependent)
    (let ((dependents (%js-inline "($0.dependents ?? $1)" metaobject '())))
      (unless (memq dependent dependents)
        (%js-inline "($0.dependents = $1)" metaobject (cons dependent dependents))))))

(defgeneric sb-mop:remove-dependent (metaobject dependent)
  (:method ((metaobject sb-mop:metaobject) dependent)
    (%js-inline "($0.dependents = $1)" metaobject
                (remove dependent (%js-inline "($0.dependents ?? $1)" metaobject '())))))

(defgeneric sb-mop:map-dependents (metaobject function)
  (:method ((metaobject sb-mop:metaobject) function)
    (mapc function (%js-inline "($0.dependents ?? $1)" metaobject '()))
    nil))

(defun update-dependents (metaobject &rest change)
  (sb-mop:map-dependents metaobject
                         (lambda (dependent)
                           (apply #'sb-mop:update-dependent metaobject dependent change))))

(map-generic-functions
 (lambda (gf)
   (setq *protocol-methods* (append (jscl::generic-function-methods gf) *protocol-methods*))))
