;;;; Plans of the initialization of a class's instances, made once: which slots each initialization argument
;;;; fills, and what fills the others.

(in-package "JSCL-MCP")

;; EPOCH is that of the definitions the plan was made from. SLOTS is the plan of an instance's slots. DIRECT
;; is true when no method of the program takes part in making an instance, but for those :AFTER ours of
;; INITIALIZE-INSTANCE, whose functions AFTER lists in the order of their calls; it is :SIMPLY when there are
;; none of these, and no default initialization arguments.
(define-record plan epoch direct slots after)

(defmacro current-plan (class)
  "The plan of CLASS when it is of this epoch, otherwise NIL."
  `(%js-inline "($0.plan !== undefined && $0.plan[0] === $1.@value ? $0.plan : nil)" ,class '*definitions-epoch*))

(defmacro planned-slots (plan initargs)
  "The slots of an instance made with INITARGS by PLAN; NIL where one of them fills none."
  `(%js-inline "(R.plannedSlots($0, $1, true) ?? nil)" (plan-slots ,plan) ,initargs))

(defun applicable-to-instances (name class)
  "The methods of the generic function NAME that apply to instances of CLASS."
  (remove-if-not (lambda (method)
                   (let ((specializer (car (jscl::!method-specializers method))))
                     (or (eql-specializer-p specializer) (memq specializer (precedence-of class)))))
                 (jscl::generic-function-methods (jscl::find-generic-function name))))

(defun after-method-p (method)
  (equal (jscl::!method-qualifiers method) '(:after)))

(defun slots-plan (class)
  (let* ((positions (slot-positions class))
         (plan (%runtime "slotPlan" (instance-size class) (unbound-marker))))
    (dolist (slot (jscl::class-slots class) plan)
      (let ((place (map-get positions (getf slot :name))))
        (when (integerp place)
          (dolist (initarg (getf slot :initargs))
            (%runtime "addPlace" plan initarg place)))
        ;; What a class shares was initialized with the class.
        (when (and (getf slot :initfunction) (integerp place))
          (%runtime "addInitial" plan place (getf slot :initfunction)))))))

(defun after-functions (methods class)
  "The functions of those of METHODS that are :AFTER others, for instances of CLASS, in the order of their calls."
  (let ((order '()))
    (dolist (method methods)
      (when (after-method-p method)
        (setq order (insert-method method order (list class) nil))))
    (mapcar (lambda (method) (method-caller method nil)) (reverse order))))

(defun make-class-plan (class)
  (when (or (extended-class-p class) (metaobject-class-p class))
    (return-from make-class-plan (make-plan *definitions-epoch* nil nil '())))
  (let* ((initializing (applicable-to-instances 'initialize-instance class))
         (after (after-functions initializing class)))
    (make-plan *definitions-epoch*
               (and (null (cdr (remove-if #'after-method-p initializing)))
                    (notany (lambda (method) (eql-specializer-p (car (jscl::!method-specializers method)))) initializing)
                    (null (cdr (applicable-to-instances 'shared-initialize class)))
                    (null (cdr (jscl::generic-function-methods (jscl::find-generic-function 'allocate-instance))))
                    (notany (lambda (slot) (and (eq (getf slot :allocation) :class) (getf slot :initargs)))
                            (jscl::class-slots class))
                    (if (or after (class-state-default-initargs (class-state class))) t :simply))
               (slots-plan class)
               after)))

(defun plan-of-class (class)
  (or (current-plan class)
      (%js-inline "($0.plan = $1)" class (make-class-plan class))))

(defun make-as-planned (class plan initargs)
  "An instance of CLASS, whose PLAN is direct and whose INITARGS are good."
  (let ((instance (allocate-from-class class (%js-inline "R.plannedSlots($0, $1, false)" (plan-slots plan) initargs))))
    (dolist (function (plan-after plan) instance)
      (apply function instance initargs))))

(defun make-directly (class initargs)
  "An instance of CLASS initialized by INITARGS; NIL when that takes more than filling its slots and the :AFTER methods."
  (let ((plan (plan-of-class class)))
    (cond ((not (plan-direct plan)) nil)
          ((plan-after plan)
           (require-keyword-arguments initargs)
           (check-initargs class initargs)
           (make-as-planned class plan initargs))
          (t
           (let ((slots (planned-slots plan initargs)))
             (and slots
                  (allocate-from-class class slots)))))))
