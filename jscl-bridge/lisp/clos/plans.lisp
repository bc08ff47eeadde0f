;;;; How instances of a class are initialized, worked out once: which slots each initialization argument fills, and
;;;; what fills the others.

(in-package "JSCL-MCP")

;; EPOCH is that of the definitions the plan was made from. TEMPLATE is the slot vector of an instance without values.
;; PLACES maps initialization arguments to lists of slot indices; DEFAULTS are (index . function). DIRECT is true when no
;; method of the program takes part in making an instance.
(define-record plan epoch direct template places defaults)

(defmacro class-plan (class)
  `(%js-inline "($0.plan ?? nil)" ,class))

(defun only-own-method-p (name class)
  "True when of the methods of the generic function NAME just one, which is ours, applies to instances of CLASS."
  (let ((count 0))
    (dolist (method (jscl::generic-function-methods (jscl::find-generic-function name)) (= count 1))
      (let ((specializer (car (jscl::!method-specializers method))))
        (when (or (eql-specializer-p specializer) (memq specializer (precedence-of class)))
          (incf count))))))

(defun instance-places (class)
  (let ((places (make-map))
        (positions (slot-positions class)))
    (dolist (slot (jscl::class-slots class) places)
      (dolist (initarg (getf slot :initargs))
        (map-set places initarg (append (map-get places initarg) (list (map-get positions (getf slot :name)))))))))

(defun instance-defaults (class)
  (let ((positions (slot-positions class))
        (defaults '()))
    (dolist (slot (jscl::class-slots class) (nreverse defaults))
      (let ((place (map-get positions (getf slot :name))))
        (when (and (integerp place) (getf slot :initfunction))
          (push (cons place (getf slot :initfunction)) defaults))))))

(defun make-class-plan (class)
  (make-plan *definitions-epoch*
             (and (only-own-method-p 'initialize-instance class)
                  (only-own-method-p 'shared-initialize class)
                  (null (cdr (jscl::generic-function-methods (jscl::find-generic-function 'allocate-instance))))
                  (notany (lambda (slot) (eq (getf slot :allocation) :class)) (jscl::class-slots class)))
             (make-array (instance-size class) :initial-element (unbound-marker))
             (instance-places class)
             (instance-defaults class)))

(defun plan-of-class (class)
  (let ((plan (class-plan class)))
    (if (and plan (eql (plan-epoch plan) *definitions-epoch*))
        plan
        (%js-inline "($0.plan = $1)" class (make-class-plan class)))))

(defun place-initargs (plan slots initargs)
  "Stores INITARGS in the vector SLOTS. True when each of them names slots and has a value."
  (let ((places (plan-places plan))
        (unbound (unbound-marker)))
    (do ((rest initargs (cddr rest)))
        ((null rest) t)
      (let ((indices (map-get places (car rest))))
        (when (or (null indices) (null (cdr rest)))
          (return nil))
        (dolist (index indices)
          ;; Of two that fill one slot the first counts.
          (when (eq (svref slots index) unbound)
            (setf (svref slots index) (cadr rest))))))))

(defun place-defaults (plan slots)
  (let ((unbound (unbound-marker)))
    (dolist (entry (plan-defaults plan) slots)
      (when (eq (svref slots (car entry)) unbound)
        (setf (svref slots (car entry)) (funcall (cdr entry)))))))

(defun make-directly (class initargs)
  "An instance of CLASS initialized by INITARGS; NIL when that takes more than filling its slots."
  (let ((plan (plan-of-class class)))
    (and (plan-direct plan)
         (let ((slots (%js-inline "$0.slice()" (plan-template plan))))
           (and (place-initargs plan slots initargs)
                (allocate-from-class class (place-defaults plan slots)))))))
